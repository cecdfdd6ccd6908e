#include "stickslip/planar/simulate.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "fixed_step.hpp"
#include "flow.hpp"
#include "model/bounds.hpp"

namespace stickslip::planar {

namespace {

constexpr std::pair<Method, std::string_view> method_names[] = {
    {Method::exact, "exact"},
    {Method::group_preserving, "group-preserving"},
    {Method::lorentz_composition, "lorentz-composition"},
};

bool is_full(const Trajectory& t, const SimulationOptions& options) {
    return t.events.size() >= options.most_events || t.pieces.size() >= options.most_pieces;
}

Trajectory follow(const Oscillator& o, const Load& load, const State& start, double start_time, double end_time,
                  const SimulationOptions& options) {
    Trajectory t{o, load, {}, {}, start, Termination::reached_end};
    Flow<double> flow(o, load,
                      {[&](const Piece& piece) { t.pieces.push_back(piece); },
                       [&](const Event& event) { t.events.push_back(event); }});
    flow.start({start_time, 0.0}, start);
    flow.run(end_time, [&] {
        if (options.progress && !t.pieces.empty()) options.progress(t.pieces.back().start.value());
        return is_full(t, options);
    });
    if (is_full(t, options)) t.termination = Termination::event_limit;
    if (t.pieces.empty()) t.pieces.push_back({.start = {start_time, 0.0}, .position = start.position});
    t.end = flow.physical_state();
    if (o.is_rigid()) {
        const Sample last = t.at(t.end_time());
        t.end.friction_force = last.friction;
    }
    return t;
}

}  // namespace

Trajectory simulate(const Oscillator& oscillator, const Load& load, const State& start, double end_time,
                    const SimulationOptions& options) {
    validate(oscillator);
    validate(load);
    validate(start, oscillator);
    if (!(end_time >= 0.0) || !std::isfinite(end_time)) {
        throw std::invalid_argument("end time = " + shortest(end_time) + " must be finite and ≥ 0 s");
    }
    if (options.method == Method::exact) return follow(oscillator, load, start, 0.0, end_time, options);
    if (oscillator.has_varying_normal()) {
        throw std::invalid_argument("the method " + std::string(name(options.method)) +
                                    " is for a constant normal force; the method exact follows one that varies");
    }
    return follow_with_fixed_steps(oscillator, load, start, end_time, options);
}

Trajectory simulate_from(const Oscillator& oscillator, const Load& load, const State& start, double start_time,
                         double end_time) {
    return follow(oscillator, load, start, start_time, end_time, {});
}

std::string_view name(Method method) {
    for (const auto& [known, text] : method_names) {
        if (known == method) return text;
    }
    return "";
}

std::optional<Method> method_from_name(std::string_view text) {
    for (const auto& [method, known] : method_names) {
        if (known == text) return method;
    }
    return std::nullopt;
}

}  // namespace stickslip::planar
