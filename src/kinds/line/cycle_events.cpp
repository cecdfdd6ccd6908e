#include "stickslip/steady/steady_state.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stickslip {

namespace {

/// By how much the zero phase of the load comes before t = 0 [s].
double lead_of(const Load& load) {
    if (load.harmonics.size() != 1) return 0.0;
    const Harmonic& h = load.harmonics.front();
    const double phase = h.phase + (h.amplitude < 0.0 ? std::numbers::pi : 0.0);
    return phase / h.frequency.value();
}

/// A cycle that is cut in mid slide begins with the release that every motion in motion begins with; it is none.
bool is_cut(const Trajectory& cycle, const Event& e) {
    return e.time <= cycle.start_time() && e.kind == EventKind::stick_to_slide &&
           cycle.phases.front().kind == PhaseKind::slide && cycle.phases.back().kind == PhaseKind::slide;
}

}  // namespace

std::vector<Event> cycle_events(const Trajectory& cycle) {
    const double length = cycle.end_time() - cycle.start_time();
    const double lead = lead_of(cycle.load);
    std::vector<Event> events;
    for (Event e : cycle.events) {
        if (is_cut(cycle, e)) continue;
        e.time = std::fmod(e.time + lead, length);
        if (e.time < 0.0) e.time += length;
        if (e.time >= length) e.time = 0.0;
        events.push_back(e);
    }
    std::ranges::stable_sort(events, {}, &Event::time);
    return events;
}

}  // namespace stickslip
