#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "maps/map_device.hpp"
#include "stickslip/model/case.hpp"

namespace stickslip::explorer {

/// The JSON body of a request, read with bounds. Every message names the key, its value and what is allowed.
class Question {
public:
    /// @throws std::invalid_argument if the body is not a JSON object.
    explicit Question(const std::string& body, MapDevice* device = nullptr);

    /// Where maps are computed; null means the processor.
    [[nodiscard]] MapDevice* device() const { return device_; }

    [[nodiscard]] bool has(std::string_view key) const { return json_.contains(key); }

    /// @throws std::invalid_argument unless low ≤ value ≤ high.
    [[nodiscard]] double number(std::string_view key, double low, double high) const;
    [[nodiscard]] double number_or(std::string_view key, double low, double high, double fallback) const;
    [[nodiscard]] long whole(std::string_view key, long low, long high) const;
    [[nodiscard]] long whole_or(std::string_view key, long low, long high, long fallback) const;

    /// At most `longest` bytes.
    [[nodiscard]] std::string text(std::string_view key, std::size_t longest) const;
    [[nodiscard]] std::string text_or(std::string_view key, std::size_t longest, const std::string& fallback) const;

    /// At most `most` finite numbers.
    [[nodiscard]] std::vector<double> numbers(std::string_view key, std::size_t most) const;

    /// The TOML in `case`. Its records are built-in ones: no file of the machine is opened for a request.
    [[nodiscard]] CaseDocument problem() const;

private:
    nlohmann::json json_;
    MapDevice* device_;
};

}  // namespace stickslip::explorer
