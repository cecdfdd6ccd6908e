#include <fmt/format.h>

#include <cmath>

#include "report.hpp"
#include "steady_head.hpp"
#include "terminal_text.hpp"

namespace stickslip::cli {

Json planar_pair(const planar::Vector& v) { return Json::array({json_number(v.x1), json_number(v.x2)}); }

Json planar_steady_json(const planar::Case& problem, const planar::SteadyState& s) {
    Json j = steady_head(problem.title, name(s.regime));
    j["amplitude"] = planar_pair(s.amplitude);
    j["fundamental"] = planar_pair(s.fundamental);
    j["phase_lag"] = planar_pair(s.phase_lag);
    j["friction_phase_lag"] = planar_pair(s.friction_phase_lag);
    j["magnification"] = json_number(s.magnification);
    j["dissipated"] = json_number(s.dissipated);
    j["stuck_fraction"] = json_number(s.stuck_fraction);
    if (std::isfinite(s.open_fraction)) j["open_fraction"] = json_number(s.open_fraction);
    j["stick_intervals_per_cycle"] = s.is_periodic() ? Json(s.stick_intervals_per_cycle) : Json(nullptr);
    j["events"] = Json::array();
    if (s.cycle) {
        for (const planar::Event& e : s.cycle->events) {
            j["events"].push_back({{"t", e.time},
                                   {"kind", name(e.kind)},
                                   {"x", planar_pair(e.position)},
                                   {"direction", planar_pair(e.direction)}});
        }
    }
    j["damped"] = json_number(s.damped);
    j["input"] = json_number(s.input);
    j["period"] = json_number(s.period);
    j["multiplier"] = json_number(s.multiplier);
    j["map_period"] = std::isfinite(s.multiplier) ? Json(name(s.map_period)) : Json(nullptr);
    j["residual"] = json_number(s.residual);
    if (!s.reason.empty()) j["reason"] = s.reason;
    return j;
}

std::string why_no_planar_steady_state(const planar::SteadyState& s) {
    if (s.regime == Regime::unbounded) return "unbounded: the load feeds in more than friction and damping take out";
    if (s.regime == Regime::not_converged) {
        return "not converged: " + (s.reason.empty() ? "no periodic motion was found" : s.reason);
    }
    return "";
}

void write_planar_steady_card(const planar::Case& problem, const planar::SteadyState& s, std::FILE* file) {
    const auto line = [&](std::string_view label, const std::string& text) {
        fmt::print(file, "{:<22}{}\n", label, text);
    };
    const auto both = [](const planar::Vector& v, std::string_view unit) {
        const auto one = [](double x) { return std::isfinite(x) ? fmt::format("{:.12g}", x) : std::string("-"); };
        return fmt::format("{}, {} {}", one(v.x1), one(v.x2), unit);
    };
    fmt::print(file, "{}\n\n", printable(problem.title));
    line("regime", std::string(name(s.regime)));
    if (!s.is_periodic()) return;
    line("stick intervals", fmt::format("{} per cycle", s.stick_intervals_per_cycle));
    line("stuck", fmt::format("{:.10g} of the period of {:.10g} s", s.stuck_fraction, s.period));
    line("amplitude", both(s.amplitude, "m"));
    line("fundamental", both(s.fundamental, "m"));
    line("phase lag", both(s.phase_lag, "rad"));
    line("friction phase lag", both(s.friction_phase_lag, "rad"));
    if (std::isfinite(s.magnification)) line("magnification", fmt::format("{:.12g}", s.magnification));
    line("friction loss", fmt::format("{:.12g} J per cycle", s.dissipated));
    line("dashpot loss", fmt::format("{:.12g} J per cycle", s.damped));
    if (std::isfinite(s.multiplier)) {
        line("multiplier", fmt::format("{:.10g} per {} period", s.multiplier, name(s.map_period)));
    }
    line("closure error", fmt::format("{:.2g} m", s.residual));
}

}  // namespace stickslip::cli
