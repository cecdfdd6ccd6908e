#include "result_files.hpp"

#include <stdexcept>

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

void PictureFile::draw(const Drawing& drawing, const std::string& data_file) {
    const std::string kept = data_file.empty() ? "" : "; " + data_file + " is complete";
    std::string bytes;
    try {
        bytes = rendered(drawing, suffix_);
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(file_.path().string() + ": " + error.what() + kept);
    }
    try {
        file_.write(bytes);
        file_.commit();
    } catch (const std::runtime_error& error) {  // which names the file
        throw std::runtime_error(error.what() + kept);
    }
}

void ResultFiles::finish(const std::function<Drawing()>& picture) {
    if (data) data->commit();
    if (plot) plot->draw(picture(), data ? data->path().string() : "");
}

}  // namespace stickslip::cli
