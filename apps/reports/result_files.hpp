#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gnuplot.hpp"
#include "output_file.hpp"

namespace stickslip::cli {

/// A picture that appears when it is complete, in the format that its suffix names.
class PictureFile {
public:
    /// @throws std::invalid_argument for a suffix other than .svg, .png and .pdf or a path that cannot be written,
    /// std::runtime_error without gnuplot.
    PictureFile(const std::string& path, std::string_view option);

    /// The picture under its name. Its failure leaves what is written already: the sentence names `data_file`, unless
    /// it is empty, as complete. @throws std::runtime_error naming the picture.
    void draw(const Drawing&, const std::string& data_file = "");

private:
    std::string suffix_;
    OutputFile file_;
};

/// The table and the picture that a verb was asked for, either may be missing. Both are refused before any work if they
/// cannot be written.
struct ResultFiles {
    std::optional<OutputFile> data;
    std::string data_suffix;
    std::optional<PictureFile> plot;

    /// @throws std::invalid_argument for a suffix, a path, or a picture without gnuplot.
    ResultFiles(const std::string& data_file, const std::string& plot_file,
                const std::vector<std::string_view>& data_suffixes = {".csv"});

    /// The table gets its name first, so that a picture that fails costs nobody the table; then the picture is drawn,
    /// if one is wanted. @throws std::runtime_error
    void finish(const std::function<Drawing()>& picture);
};

}  // namespace stickslip::cli
