#pragma once

// Named options, as verbs ask for them.

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "stickslip.h"

struct stickslip_request {
    std::map<std::string, std::variant<std::vector<double>, std::string>, std::less<>> options;
    int (*is_interruption_wanted)(void* user) = nullptr;
    void* interruption_user = nullptr;
    void (*progress)(void* user, double done) = nullptr;
    void* progress_user = nullptr;
};

namespace stickslip::c {

/// From one value to another one.
struct Range {
    double from = 0.0;
    double to = 0.0;
};

/// The options of one verb. Everything throws std::invalid_argument with the option, its value and what is allowed.
class Options {
public:
    /// Refuses options that the verb does not have.
    Options(const stickslip_request*, std::span<const std::string_view> known);

    [[nodiscard]] bool has(std::string_view name) const;
    [[nodiscard]] std::optional<double> number(std::string_view name) const;
    [[nodiscard]] double required_number(std::string_view name) const;
    [[nodiscard]] std::vector<double> numbers(std::string_view name) const;
    [[nodiscard]] std::string text(std::string_view name, std::string_view otherwise = {}) const;
    [[nodiscard]] std::string required_text(std::string_view name) const;
    /// A text with commas, which may stand in brackets.
    [[nodiscard]] std::vector<std::string> list(std::string_view name) const;
    [[nodiscard]] bool flag(std::string_view name, bool otherwise = false) const;
    [[nodiscard]] std::optional<std::size_t> whole(std::string_view name, std::size_t least) const;
    /// Two numbers that rise.
    [[nodiscard]] Range range(std::string_view name) const;
    /// Two numbers that rise and a count from 1 on.
    struct Cells {
        Range range;
        std::size_t count = 0;
    };
    [[nodiscard]] Cells cells(std::string_view name) const;

    [[nodiscard]] const stickslip_request& request() const { return *request_; }

private:
    const stickslip_request* request_;
};

}  // namespace stickslip::c
