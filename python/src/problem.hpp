#pragma once

#include <memory>
#include <optional>

#include "stickslip/model/case.hpp"
#include "stickslip/planar/case.hpp"

namespace stickslip::python {

/// A case that has been read: of a line or of the plane.
struct Problem {
    explicit Problem(CaseDocument given) : document(std::move(given)) {
        if (document.is_planar()) {
            plane = document.read_planar();
        } else {
            line = document.read();
        }
    }

    /// The one-dimensional case. @throws CaseError for a planar one, in the words of the reader.
    [[nodiscard]] const Case& on_line() const {
        if (!line) static_cast<void>(document.read());
        return *line;
    }

    CaseDocument document;
    std::optional<Case> line;
    std::optional<planar::Case> plane;
};

}  // namespace stickslip::python
