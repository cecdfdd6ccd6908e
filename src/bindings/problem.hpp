#pragma once

#include <optional>
#include <utility>

#include "kinds/structure/case_kind.hpp"
#include "stickslip/model/case.hpp"
#include "stickslip/planar/case.hpp"
#include "stickslip/structure/case.hpp"

namespace stickslip {

/// A case that has been read: of a line, of the plane or of a structure.
struct Problem {
    explicit Problem(CaseDocument given) : document(std::move(given)) {
        if (document.is_structure()) {
            many = structure::read_case(document);
        } else if (document.is_planar()) {
            plane = document.read_planar();
        } else {
            line = document.read();
        }
    }

    /// The one-dimensional case. @throws CaseError for any other one, in the words of the reader.
    [[nodiscard]] const Case& on_line() const {
        if (!line) static_cast<void>(document.read());
        return *line;
    }

    CaseDocument document;
    std::optional<Case> line;
    std::optional<planar::Case> plane;
    std::optional<structure::Case> many;
};

}  // namespace stickslip
