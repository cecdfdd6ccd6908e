#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "stickslip/model/case.hpp"
#include "stickslip/steady/attractor.hpp"
#include "stickslip/steady/lane_width.hpp"

namespace stickslip {

/// One axis of a map: a key of the case and its cells. Cell i covers the i-th of `count` equal parts of the range, and
/// is computed at its centre from + (i + ½)·(to − from)/count; on a logarithmic axis the parts are equal in the
/// logarithm.
struct MapAxis {
    std::string key;        ///< table.key of the case, or friction_ratio, frequency_ratio, damping_ratio, static_ratio
    double from = 0.0;      ///< lower edge of the first cell, in the unit of the key
    double to = 1.0;        ///< upper edge of the last cell, in the unit of the key
    std::size_t count = 1;  ///< number of cells
    bool is_logarithmic = false;  ///< cells are equal in the logarithm of the key

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
    std::string unit;         ///< as UDUNITS reads it; "1" for numbers without one, empty where it is not known
    std::string description;  ///< in words
};
/// What this key means; empty texts where it is not known.
[[nodiscard]] KeyMeaning key_meaning(const std::string& key);

/// A unit as people write it: "N s m-1" as N·s/m.
[[nodiscard]] std::string readable_unit(const std::string& udunits);

class MapDevice;

/// A map: an oscillator, the plane of two of its keys, and the observables that are wanted.
struct MapRequest {
    CaseDocument document;                 ///< the keys of the axes replace those in it
    MapAxis x;                             ///< the horizontal axis
    MapAxis y;                             ///< the vertical axis
    std::vector<std::string> observables;  ///< names; empty means the usual ones
    std::string command{};                 ///< the command that asked for it, stored in files
    bool is_adaptive = false;             ///< solve only cells near which something changes, and interpolate the others
    LaneWidth lanes = best_lane_width();  ///< the vectors to compute with; others give other last digits

    int most_periods = AttractorOptions{}.most_periods;  ///< of attractors: after which the search for a period ends
    std::shared_ptr<MapDevice> device{};                 ///< where to compute; null means the processor

    /// The number of cells.
    [[nodiscard]] std::size_t cells() const { return x.count * y.count; }
};

/// A line of the description that tells one map from another.
struct RequestLine {
    std::string name;   ///< of what is described
    std::string value;  ///< as text
};

/// Everything that the values of a map depend on, the version of the program and the vectors included. Two maps with
/// equal lines are the same map, byte for byte.
[[nodiscard]] std::vector<RequestLine> describe(const MapRequest&);

/// The lines as text, one "name: value" each with \n and \ escaped, and back.
[[nodiscard]] std::string text_of(const std::vector<RequestLine>&);
/// The lines of such a text.
[[nodiscard]] std::vector<RequestLine> lines_of(const std::string& text);

/// The first difference in words ("x is a=0:1:10, but was a=0:1:20"); empty if there is none.
[[nodiscard]] std::string difference(const std::vector<RequestLine>& wanted, const std::vector<RequestLine>& found);

}  // namespace stickslip
