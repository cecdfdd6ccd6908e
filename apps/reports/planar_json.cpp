#include <fmt/format.h>

#include <cmath>

#include "json_text.hpp"
#include "planar_report.hpp"
#include "stickslip/version.hpp"
#include "terminal_text.hpp"

namespace stickslip::cli {

namespace {

using planar::Vector;

Json pair(const Vector& v) { return Json::array({json_number(v.x1), json_number(v.x2)}); }

Json events_of(const planar::Trajectory& t) {
    Json events = Json::array();
    for (const planar::Event& e : t.events) {
        events.push_back(
            {{"t", e.time}, {"kind", name(e.kind)}, {"x", pair(e.position)}, {"direction", pair(e.direction)}});
    }
    return events;
}

Json samples_of(const PlanarReport& report) {
    std::vector<double> times;
    const double last = report.trajectory.end_time();
    for (std::size_t i = 0; i < report.times.size(); ++i) {
        if (report.times[i] <= last) times.push_back(report.times[i]);
    }
    const std::vector<planar::Sample> samples = report.trajectory.at(times);
    struct Column {
        const char* name;
        Vector planar::Sample::*value;
    };
    constexpr Column columns[] = {{"x", &planar::Sample::position},
                                  {"v", &planar::Sample::velocity},
                                  {"a", &planar::Sample::acceleration},
                                  {"friction", &planar::Sample::friction}};
    Json out;
    out["t"] = times;
    for (const Column& c : columns) {
        for (int axis = 0; axis < 2; ++axis) {
            std::vector<double> values;
            values.reserve(samples.size());
            for (const planar::Sample& s : samples) values.push_back((s.*c.value)[axis]);
            out[c.name + std::to_string(axis + 1)] = std::move(values);
        }
    }
    return out;
}

}  // namespace

void write_planar_json(const PlanarReport& report, std::FILE* file) {
    const planar::Sample s = report.trajectory.at(report.trajectory.end_time());
    const EnergyBalance& e = report.energy;
    Json j;
    j["version"] = version();
    j["title"] = report.problem.title;
    j["method"] = name(report.method);
    j["termination"] = name(report.trajectory.termination);
    j["events"] = events_of(report.trajectory);
    j["period"] = report.period ? Json(*report.period) : Json(nullptr);
    j["final"] = {{"t", s.time},
                  {"x", pair(s.position)},
                  {"v", pair(s.velocity)},
                  {"friction", pair(s.friction)},
                  {"phase", name(s.phase)}};
    j["samples"] = samples_of(report);
    j["energy"] = {{"input", e.input},
                   {"friction", e.friction},
                   {"damping", e.damping},
                   {"stored", e.stored},
                   {"imbalance", e.imbalance}};
    j["peak"] = {{"x", report.peaks.position}, {"v", report.peaks.velocity}, {"total_slip", report.peaks.total_slip}};
    fmt::print(file, "{}\n", json_text(j));
}

std::string planar_steady_json(const planar::Case& problem, const planar::SteadyState& s) {
    Json j;
    j["version"] = version();
    j["title"] = problem.title;
    j["regime"] = name(s.regime);
    j["amplitude"] = pair(s.amplitude);
    j["fundamental"] = pair(s.fundamental);
    j["phase_lag"] = pair(s.phase_lag);
    j["friction_phase_lag"] = pair(s.friction_phase_lag);
    j["magnification"] = json_number(s.magnification);
    j["dissipated"] = json_number(s.dissipated);
    j["stuck_fraction"] = json_number(s.stuck_fraction);
    j["stick_intervals_per_cycle"] = s.is_periodic() ? Json(s.stick_intervals_per_cycle) : Json(nullptr);
    j["events"] = s.cycle ? events_of(*s.cycle) : Json::array();
    j["damped"] = json_number(s.damped);
    j["input"] = json_number(s.input);
    j["period"] = json_number(s.period);
    j["multiplier"] = json_number(s.multiplier);
    j["map_period"] = std::isfinite(s.multiplier) ? Json(name(s.map_period)) : Json(nullptr);
    j["residual"] = json_number(s.residual);
    if (!s.reason.empty()) j["reason"] = s.reason;
    return json_text(j);
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
    const auto both = [](const Vector& v, std::string_view unit) {
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
