#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "stickslip/maps/map_axis.hpp"
#include "stickslip/model/case.hpp"
#include "stickslip/steady/attractor.hpp"
#include "stickslip/steady/lane_width.hpp"

namespace stickslip {

class MapDevice;

/// A map: what is wanted of which oscillator over which plane.
struct MapRequest {
    CaseDocument document;  ///< the keys of the axes replace those in it
    MapAxis x;
    MapAxis y;
    std::vector<std::string> observables;  ///< names; empty means the usual ones
    std::string command{};                 ///< how it was asked for, stored in files
    bool is_adaptive = false;             ///< solve only cells near which something changes, and interpolate the others
    LaneWidth lanes = best_lane_width();  ///< the vectors to compute with; others give other last digits

    int most_periods = AttractorOptions{}.most_periods;  ///< of attractors: after which the search for a period ends
    std::shared_ptr<MapDevice> device{};                 ///< where to compute; null means the processor

    [[nodiscard]] std::size_t cells() const { return x.count * y.count; }
};

/// A line of the description that tells one map from another.
struct RequestLine {
    std::string name;
    std::string value;
};

/// Everything that the values of a map depend on, the version of the program and the vectors included. Two maps with
/// equal lines are the same map, byte for byte.
[[nodiscard]] std::vector<RequestLine> describe(const MapRequest&);

/// The lines as text, one "name: value" each with \n and \ escaped, and back.
[[nodiscard]] std::string text_of(const std::vector<RequestLine>&);
[[nodiscard]] std::vector<RequestLine> lines_of(const std::string& text);

/// The first difference in words ("x is a=0:1:10, but was a=0:1:20"); empty if there is none.
[[nodiscard]] std::string difference(const std::vector<RequestLine>& wanted, const std::vector<RequestLine>& found);

}  // namespace stickslip
