#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace stickslip {

/// What is wrong with one field of a request, in a sentence that begins with the name of the field. The library names
/// fields; an interface that spells them in its own way (an option of the command line) replaces that name.
class FieldError : public std::invalid_argument {
public:
    /// `sentence` goes on where the name of the field ends.
    FieldError(std::string field, std::string_view sentence)
        : std::invalid_argument(field + std::string(sentence)), field_(std::move(field)) {}

    /// The name with which `what()` begins.
    [[nodiscard]] const std::string& field() const { return field_; }

private:
    std::string field_;
};

}  // namespace stickslip
