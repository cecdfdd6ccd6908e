#pragma once

// The one list of what is told of steady states of structures: names, units, words and where the numbers stand.

#include <limits>
#include <string_view>

#include "extent.hpp"
#include "stickslip/structure/steady_state.hpp"

namespace stickslip::structure {

inline constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

/// Read off the values that a combination of displacements, or a derivative of it, takes over the cycle.
struct DegreeQuantity {
    std::string_view name;
    std::string_view unit;
    std::string_view words;
    int order;  ///< of the derivative
    double (*value)(const Extent&);
    bool depends_on_offsets = false;
};
inline constexpr DegreeQuantity degree_quantities[] = {
    {"amplitude", "m", "amplitude", 0, [](const Extent& r) { return r.half_width(); }},
    {"x_max", "m", "largest displacement", 0, [](const Extent& r) { return r.high; }, true},
    {"x_min", "m", "smallest displacement", 0, [](const Extent& r) { return r.low; }, true},
    {"velocity", "m s-1", "largest velocity", 1, [](const Extent& r) { return r.largest(); }},
    {"acceleration", "m s-2", "largest acceleration", 2, [](const Extent& r) { return r.largest(); }},
};

struct ContactQuantity {
    std::string_view name;
    std::string_view unit;
    std::string_view words;
    double (*value)(const StructureSteadyState&, const ContactCycle&);
    bool is_bounded = false;
    bool depends_on_offsets = false;
};
inline constexpr ContactQuantity contact_quantities[] = {
    {"stuck_fraction", "1", "stuck fraction",
     [](const StructureSteadyState&, const ContactCycle& c) { return c.stuck_fraction; }, true},
    {"open_fraction", "1", "open fraction",
     [](const StructureSteadyState&, const ContactCycle& c) { return c.open_fraction; }, true},
    {"stops_per_cycle", "1", "stops per cycle",
     [](const StructureSteadyState&, const ContactCycle& c) { return c.stops_per_cycle; }, true},
    {"stops_then_reverse", "1", "stops per cycle that reverse",
     [](const StructureSteadyState&, const ContactCycle& c) { return c.stops_then_reverse; }, true},
    {"stops_then_same_direction", "1", "stops per cycle that go on",
     [](const StructureSteadyState&, const ContactCycle& c) { return c.stops_then_same_direction; }, true},
    {"zero_duration_reversals", "1", "reversals without a stop",
     [](const StructureSteadyState&, const ContactCycle& c) { return c.zero_duration_reversals; }, true},
    {"dissipated", "J", "friction loss per cycle",
     [](const StructureSteadyState&, const ContactCycle& c) { return c.dissipated; }},
    {"power", "W", "mean friction power",
     [](const StructureSteadyState& s, const ContactCycle& c) {
         return s.period ? c.dissipated * s.load_periods / *s.period : 0.0;
     }},
    {"slip", "m", "slip amplitude", [](const StructureSteadyState&, const ContactCycle& c) { return c.slip; }},
    {"transmitted_force", "N", "largest friction",
     [](const StructureSteadyState&, const ContactCycle& c) { return c.transmitted_force; }, false, true},
};

struct WholeQuantity {
    std::string_view name;
    std::string_view unit;
    std::string_view words;
    double (*value)(const StructureSteadyState&);
    bool is_bounded = false;
    bool is_count = false;  ///< always a whole number
};
inline constexpr WholeQuantity whole_quantities[] = {
    {"multiplier", "1", "multiplier", [](const StructureSteadyState& s) { return s.multiplier; }, true},
    {"free_offsets", "1", "offsets that the start decides",
     [](const StructureSteadyState& s) { return double(s.free_offsets); }, true, true},
    {"damping_loss", "J", "damping loss per cycle", [](const StructureSteadyState& s) { return s.damping_loss; }},
    {"input", "J", "work of loads and surfaces per cycle", [](const StructureSteadyState& s) { return s.input; }},
    {"period", "s", "period", [](const StructureSteadyState& s) { return s.period.value_or(undefined); }},
    {"load_periods", "1", "load periods until the motion repeats",
     [](const StructureSteadyState& s) { return double(s.load_periods); }, true, true},
};

}  // namespace stickslip::structure
