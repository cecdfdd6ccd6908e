#include "steady_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "steady_head.hpp"
#include "stickslip/steady/observables.hpp"
#include "stickslip/steady/steady_state.hpp"
#include "terminal_text.hpp"

namespace stickslip::cli {

namespace {

Json pair(const Interval& i) { return Json::array({json_number(i.low), json_number(i.high)}); }

/// A count is a whole number unless it is a mean over several load periods.
Json count(double value) { return value == std::trunc(value) ? Json(static_cast<int>(value)) : json_number(value); }

Json coexisting(const std::vector<CoexistingMotion>& motions) {
    Json list = Json::array();
    for (const CoexistingMotion& m : motions) {
        list.push_back({{"regime", name(m.regime)},
                        {"load_periods", m.load_periods > 0 ? Json(m.load_periods) : Json(nullptr)},
                        {"amplitude_ratio", json_number(m.amplitude_ratio)},
                        {"stops_per_cycle", count(m.stops_per_cycle)},
                        {"multiplier", json_number(m.multiplier)},
                        {"start", {{"position", m.start.position}, {"velocity", m.start.velocity}}}});
    }
    return list;
}

void line(std::FILE* file, std::string_view label, const std::string& text) {
    fmt::print(file, "{:<22}{}\n", label, text);
}

std::string stops_text(const SteadyState& s) {
    if (s.regime == Regime::permanent_stick) return "none, it never moves";
    return fmt::format("{:.6g} per cycle ({:.6g} then reverse, {:.6g} then go on), {:.6g} reversals without a stop",
                       s.stops_per_cycle(), s.stops_then_reverse, s.stops_then_same_direction,
                       s.zero_duration_reversals);
}

std::string coexisting_text(const CoexistingMotion& m) {
    std::string text(name(m.regime));
    if (m.load_periods > 1) text += fmt::format(" over {} load periods", m.load_periods);
    if (std::isfinite(m.amplitude_ratio)) text += fmt::format(", amplitude ratio {:.10g}", m.amplitude_ratio);
    if (m.stops_per_cycle > 0.0) text += fmt::format(", {:.4g} stops per cycle", m.stops_per_cycle);
    if (std::isfinite(m.multiplier)) text += fmt::format(", multiplier {:.4g}", m.multiplier);
    return text + fmt::format("; start x = {:.6g}, v = {:.6g}", m.start.position, m.start.velocity);
}

/// When it stops and starts, counted from the zero phase of the load.
void write_cycle_events(const Case& problem, const Trajectory& cycle, std::FILE* file) {
    constexpr std::size_t most_shown = 20;
    const std::vector<Event> events = cycle_events(cycle);
    if (events.empty()) return;
    const auto column = [&](std::string_view symbol, std::string_view si) {
        return fmt::format("{} [{}]", symbol, unit_in(unit_system(problem), si));
    };
    fmt::print(file, "\nevents of the cycle, from the zero phase of the load\n{:>20}  {:>12}  {:>20}  {:<15} {}\n",
               column("t", "s"), "t/period", column("x", "m"), "event", "direction");
    for (std::size_t i = 0; i < std::min(events.size(), most_shown); ++i) {
        const Event& e = events[i];
        fmt::print(file, "{:>20.12g}  {:>12.8g}  {:>20.12g}  {:<15} {}\n", e.time, e.time / cycle.end_time(),
                   e.position, name(e.kind), e.direction > 0 ? "+" : "-");
    }
    if (events.size() > most_shown) {
        fmt::print(file, "{:>20}  and {} more (all of them with --json)\n", "...", events.size() - most_shown);
    }
}

std::string regime_text(const SteadyState& s) {
    switch (s.regime) {
        case Regime::permanent_stick: return "permanent stick: the load never overcomes the friction";
        case Regime::continuous: return "continuous: it moves all the time";
        case Regime::stick_slip: return "stick-slip: it stops and starts";
        case Regime::chaotic: return "chaotic: it never repeats; counts and losses are means per load period";
        case Regime::non_unique: return "non-unique: a continuum of steady motions, the start decides";
        default: return std::string(name(s.regime));
    }
}

}  // namespace

std::string why_no_steady_state(const SteadyState& s) {
    if (s.regime == Regime::unbounded) {
        std::string text = "unbounded: the load feeds in more than friction and damping take out";
        if (std::isfinite(s.growth_per_cycle)) {
            text += fmt::format("; the amplitude grows by {:.6g} p₀/k in each cycle", s.growth_per_cycle);
        }
        return text;
    }
    if (s.regime == Regime::not_converged) {
        return "not converged: " + (s.reason.empty() ? "no periodic motion was found" : s.reason);
    }
    return "";
}

std::string why_not_unique(const SteadyState& s) {
    const bool is_known = s.regime == Regime::non_unique && !s.is_periodic();
    return is_known ? "without friction and damping the start is never forgotten" : "";
}

Json steady_json(const Case& problem, const SteadyState& s, const NamedSteadyDerivatives& derivatives) {
    Json j = steady_head(problem.title, name(s.regime));
    j["friction_ratio"] = json_number(s.friction_ratio);
    j["static_ratio"] = json_number(s.static_ratio);
    j["frequency_ratio"] = json_number(s.frequency_ratio);
    j["damping_ratio"] = json_number(s.damping_ratio);
    for (const Observable& o : observables()) {
        const double value = o.value(s);
        j[std::string(o.name)] = o.is_count ? count(value) : json_number(value);
    }
    if (std::isfinite(s.open_fraction)) j["open_fraction"] = json_number(s.open_fraction);
    j["map_period"] = s.is_periodic() ? Json(name(s.map_period)) : Json(nullptr);
    j["period"] = json_number(s.period);
    if (!s.multipliers.empty()) {
        j["multipliers"] = Json::array();
        for (const auto& m : s.multipliers) j["multipliers"].push_back({{"re", m.real()}, {"im", m.imag()}});
    }
    if (std::isfinite(s.exponent)) {
        j["exponent"] = s.exponent;
        j["exponent_error"] = json_number(s.exponent_error);
    }
    j["reason"] = s.reason.empty() ? Json(nullptr) : Json(s.reason);
    j["family"] = s.family ? Json{{"x_max", pair(s.family->x_max)}, {"x_min", pair(s.family->x_min)}} : Json(nullptr);
    j["rest_positions"] = s.rest_positions ? pair(*s.rest_positions) : Json(nullptr);
    j["growth_per_cycle"] = json_number(s.growth_per_cycle);
    j["coexists"] = coexisting(s.coexists);
    if (s.orbits) j["orbits"] = coexisting(*s.orbits);
    j["residual_unit"] = unit_of(observable("residual"), problem);
    j["events"] = Json::array();
    if (s.cycle) {
        for (const Event& e : cycle_events(*s.cycle)) {
            j["events"].push_back(
                {{"t", e.time}, {"kind", name(e.kind)}, {"x", json_number(e.position)}, {"direction", e.direction}});
        }
    }
    for (const auto& [key, d] : derivatives) {
        j["derivatives"][key] = {{"amplitude", json_number(d.amplitude)},
                                 {"phase_lag", json_number(d.phase_lag)},
                                 {"dissipated", json_number(d.dissipated)}};
    }
    return j;
}

void write_steady_card(const Case& problem, const SteadyState& s, std::FILE* file,
                       const NamedSteadyDerivatives& derivatives) {
    const auto unit = [&](std::string_view si) { return unit_in(unit_system(problem), si); };
    fmt::print(file, "{}{}\n\n", printable(problem.title), problem.is_dimensionless ? " (m = k = p₀ = 1)" : "");
    if (std::isfinite(s.frequency_ratio)) {
        line(file, "ratios",
             fmt::format("friction {:.10g}, frequency {:.10g}, damping {:.10g}", s.friction_ratio, s.frequency_ratio,
                         s.damping_ratio));
    }
    line(file, "regime", s.is_described() ? regime_text(s) : std::string(name(s.regime)));
    if (s.load_periods > 1) {
        line(file, "repeats",
             fmt::format("after {} load periods; counts and losses are means per load period", s.load_periods));
    }
    if (s.regime == Regime::chaotic) {
        line(file, "exponent",
             fmt::format("{:.6g} ± {:.2g} 1/s (largest Lyapunov exponent)", s.exponent, s.exponent_error));
    }
    for (const CoexistingMotion& other : s.coexists) line(file, "coexists with", coexisting_text(other));
    if (s.orbits && s.orbits->empty()) line(file, "unstable orbits", "none found");
    if (s.orbits) {
        for (const CoexistingMotion& orbit : *s.orbits) line(file, "unstable orbit", coexisting_text(orbit));
    }
    if (!s.is_described()) {
        if (const std::string why = why_not_unique(s); !why.empty()) line(file, "", why);
        return;
    }
    line(file, "stops", stops_text(s));
    line(file, "at rest", fmt::format("{:.10g} of the period of {:.10g} {}", s.stuck_fraction, s.period, unit("s")));
    if (s.open_fraction > 0.0) line(file, "without contact", fmt::format("{:.10g} of the period", s.open_fraction));
    if (s.rest_positions) {
        line(file, "possible rest",
             fmt::format("x from {:.10g} to {:.10g} {}", s.rest_positions->low, s.rest_positions->high, unit("m")));
    }
    if (s.family) {
        line(file, "family",
             fmt::format("x_max from {:.10g} to {:.10g}, x_min from {:.10g} to {:.10g} (p₀/k)", s.family->x_max.low,
                         s.family->x_max.high, s.family->x_min.low, s.family->x_min.high));
        line(file, "", "below: the member that the start of the case leads to");
    }
    const auto with_ratio = [](double value, std::string_view its_unit, double ratio) {
        std::string text = fmt::format("{:.12g} {}", value, its_unit);
        if (std::isfinite(ratio)) text += fmt::format("   (ratio {:.12g})", ratio);
        return text;
    };
    line(file, "amplitude", with_ratio(s.amplitude, unit("m"), s.amplitude_ratio));
    line(file, "largest speed", with_ratio(s.velocity, unit("m/s"), s.velocity_ratio));
    if (s.regime == Regime::permanent_stick) return;
    line(file, "range of x", fmt::format("{:.12g} to {:.12g} {}", s.x_min, s.x_max, unit("m")));
    line(file, "friction loss", with_ratio(s.dissipated, fmt::format("{} per cycle", unit("J")), s.dissipated_ratio));
    if (std::isfinite(s.phase_lag)) line(file, "phase lag", fmt::format("{:.12g} rad", s.phase_lag));
    if (std::isfinite(s.transmissibility)) line(file, "transmissibility", fmt::format("{:.12g}", s.transmissibility));
    if (std::isfinite(s.transmitted_force)) {
        line(file, "transmitted force", fmt::format("{:.12g} {}", s.transmitted_force, unit("N")));
    }
    if (!s.is_periodic()) return;
    line(file, "multiplier", fmt::format("{:.10g} per {} period", s.multiplier, name(s.map_period)));
    line(file, "closure error", fmt::format("{:.2g} {}", s.residual, unit_of(observable("residual"), problem)));
    for (const auto& [key, d] : derivatives) {
        line(file, "derivatives",
             fmt::format("by {}: of the amplitude {:.10g}, phase lag {:.10g}, friction loss {:.10g}", printable(key),
                         d.amplitude, d.phase_lag, d.dissipated));
    }
    if (s.cycle) write_cycle_events(problem, *s.cycle, file);
}

}  // namespace stickslip::cli
