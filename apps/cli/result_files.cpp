#include "result_files.hpp"

#include "gnuplot.hpp"

namespace stickslip::cli {

ResultFiles::ResultFiles(const std::string& data_file, const std::string& plot_file) {
    if (!data_file.empty()) {
        static_cast<void>(required_suffix(data_file, "--out", {".csv"}));
        data.emplace(data_file);
    }
    if (!plot_file.empty()) {
        plot_suffix = required_suffix(plot_file, "--plot", {".svg", ".png", ".pdf"});
        plot.emplace(plot_file);
        require_gnuplot();
    }
}

void ResultFiles::commit() {
    if (data) data->commit();
    if (plot) plot->commit();
}

}  // namespace stickslip::cli
