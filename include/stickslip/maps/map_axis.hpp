#pragma once

#include <cstddef>
#include <string>

namespace stickslip {

/// One axis of a map: a key of the case and its cells. Cell i covers the i-th of `count` equal parts of the range, and
/// is computed at its centre from + (i + ½)·(to − from)/count; on a logarithmic axis the parts are equal in the
/// logarithm.
struct MapAxis {
    std::string key;  ///< table.key of the case, or friction_ratio, frequency_ratio, damping_ratio, static_ratio
    double from = 0.0;
    double to = 1.0;
    std::size_t count = 1;
    bool is_logarithmic = false;

    /// The centre of cell i, 0 ≤ i < count.
    [[nodiscard]] double centre(std::size_t i) const { return value_at(static_cast<double>(i) + 0.5); }

    /// The lower edge of cell i; i = count is the upper edge of the last cell.
    [[nodiscard]] double edge(std::size_t i) const { return value_at(static_cast<double>(i)); }

    /// KEY=from:to:count[:log].
    [[nodiscard]] std::string text() const;

private:
    [[nodiscard]] double value_at(double cells) const;
};

/// @throws FieldError if the range is empty, reversed or not finite, has no cells, or is logarithmic and
/// does not start above 0; `name` ("x") is the field.
void validate(const MapAxis&, const std::string& name);

/// What a key means, for coordinates of files and pictures.
struct KeyMeaning {
    std::string unit;  ///< as UDUNITS reads it; "1" for numbers without one, empty where it is not known
    std::string description;
};
[[nodiscard]] KeyMeaning key_meaning(const std::string& key);

/// A unit as people write it: "N s m-1" as N·s/m.
[[nodiscard]] std::string readable_unit(const std::string& udunits);

}  // namespace stickslip
