#pragma once

#include <string>
#include <vector>

namespace stickslip::cli {

/// KEY=from:to:count[:log] of the command line.
struct KeyRange {
    std::string key;
    double from = 0.0;
    double to = 0.0;
    int count = 0;  ///< 0 where the option takes none
    bool is_logarithmic = false;

    /// `count` values from `from` to `to`, both included.
    [[nodiscard]] std::vector<double> values() const;
};

/// Reads KEY=a:b:n[:log]. @throws std::invalid_argument naming `option`.
[[nodiscard]] KeyRange counted_range(const std::string& text, const std::string& option);

/// Reads KEY=a:b with a < b. @throws std::invalid_argument naming `option`.
[[nodiscard]] KeyRange open_range(const std::string& text, const std::string& option);

/// Reads a:b:n. @throws std::invalid_argument naming `option`.
[[nodiscard]] KeyRange counted_interval(const std::string& text, const std::string& option);

/// What two options vary must be two keys. @throws std::invalid_argument naming both.
void require_different_keys(const std::string& one, const std::string& other, const std::string& key,
                            const std::string& other_key);

/// Reads KEY=value. @throws std::invalid_argument naming `option`.
struct Setting {
    std::string key;
    double value = 0.0;
};
[[nodiscard]] Setting setting(const std::string& text, const std::string& option);

/// Reads NAME=value, where NAME is an observable. @throws std::invalid_argument naming `option`.
[[nodiscard]] Setting observable_setting(const std::string& text, const std::string& option);

}  // namespace stickslip::cli
