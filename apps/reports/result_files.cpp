#include "result_files.hpp"

namespace stickslip::cli {

PictureFile::PictureFile(const std::string& path, std::string_view option)
    : suffix_(required_suffix(path, option, {".svg", ".png", ".pdf"})), file_(path) {
    require_gnuplot();
}

ResultFiles::ResultFiles(const std::string& data_file, const std::string& plot_file,
                         const std::vector<std::string_view>& data_suffixes) {
    if (!data_file.empty()) {
        data_suffix = required_suffix(data_file, "--out", data_suffixes);
        data.emplace(data_file);
    }
    if (!plot_file.empty()) plot.emplace(plot_file, "--plot");
}

void ResultFiles::commit() {
    if (data) data->commit();
    if (plot) plot->commit();
}

}  // namespace stickslip::cli
