// One motion, one steady state, one response curve: the same reports as on the command line.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "answer_structure.hpp"
#include "answers.hpp"
#include "motion_question.hpp"
#include "motion_report.hpp"
#include "planar_report.hpp"
#include "planar_sweep.hpp"
#include "question.hpp"
#include "report_text.hpp"
#include "steady_report.hpp"
#include "stickslip/interruption.hpp"
#include "sweep_report.hpp"

namespace stickslip::explorer {

namespace {

using Json = nlohmann::ordered_json;

constexpr double most_decays = 1e8;     // decay times m/c·2 in one motion: half a million phases
constexpr double longest_period = 1e6;  // rad of the fastest rates in a load period: one slide is one search
constexpr long most_sweep_points = 1001;
constexpr std::size_t cycle_samples = 401;

void check_length(double until, double frequency, double decay) {
    check_cycles(until, frequency);
    if (!(until * decay <= most_decays)) {
        throw std::invalid_argument(
            fmt::format("run.until = {} s is more than {} decay times 2·mass/damping; the command line has no limit",
                        until, most_decays));
    }
}

/// A slide over a load period is one search, which nothing interrupts.
void check_period(const Case& c) {
    const Oscillator& o = c.oscillator;
    check_load(c.load);
    const std::optional<double> period = c.load.period();
    if (!period || !o.has_closed_form()) return;
    const double rate = std::sqrt(o.stiffness / o.mass) + 0.5 * o.damping / o.mass + fastest(c.load);
    if (*period * rate <= longest_period) return;
    throw std::invalid_argument(
        fmt::format("the load period, {} s, must be at most {} times the shortest time of oscillator and load, {} s; "
                    "the command line has no limit",
                    *period, longest_period, 1.0 / rate));
}

std::vector<double> cycle_times(double end) {
    std::vector<double> times;
    for (std::size_t i = 0; i < cycle_samples; ++i) {
        times.push_back(end * (static_cast<double>(i) / static_cast<double>(cycle_samples - 1)));
    }
    return times;
}

Json cycle_of(const SteadyState& s) {
    if (!s.cycle) return nullptr;
    Json t = Json::array(), x = t, v = t, friction = t, stuck = t;
    for (const Sample& sample : s.cycle->at(cycle_times(s.cycle->end_time()))) {
        t.push_back(sample.time);
        x.push_back(sample.position);
        v.push_back(sample.velocity);
        friction.push_back(sample.friction);
    }
    for (const Phase& phase : s.cycle->phases) {
        if (phase.kind == PhaseKind::stick)
            stuck.push_back({phase.start.value(), phase.start.value() + phase.duration});
    }
    return {{"t", t}, {"x", x}, {"v", v}, {"friction", friction}, {"stuck", stuck}};
}

Json cycle_of(const planar::SteadyState& s) {
    if (!s.cycle) return nullptr;
    Json t = Json::array(), x1 = t, x2 = t, r1 = t, r2 = t;
    for (const planar::Sample& sample : s.cycle->at(cycle_times(s.cycle->end_time()))) {
        t.push_back(sample.time);
        x1.push_back(sample.position.x1);
        x2.push_back(sample.position.x2);
        r1.push_back(sample.friction.x1);
        r2.push_back(sample.friction.x2);
    }
    return {{"t", t}, {"x1", x1}, {"x2", x2}, {"friction1", r1}, {"friction2", r2}};
}

Response steady_response(const std::string& state, const std::string& why, const Json& cycle) {
    // The state is already text of the command line's writer; it is put in unchanged.
    const Json rest{{"why", why}, {"cycle", cycle}};
    return as_json("{\"steady\":" + state + "," + rest.dump().substr(1));
}

Json ratios_json(const Case& c) {
    // Other laws and a moving surface have more numbers than the ratios.
    const bool is_plain = c.oscillator.has_closed_form() && c.oscillator.belt_velocity == 0.0;
    const std::optional<Ratios> r = is_plain ? c.ratios() : std::nullopt;
    if (!r) return nullptr;
    return {{"friction", r->friction},
            {"frequency", r->frequency},
            {"damping", r->damping},
            {"static", r->static_friction ? Json(*r->static_friction) : Json(nullptr)},
            {"offset", r->offset}};
}

}  // namespace

Response answer_read(const Question& q) {
    const CaseDocument document = q.problem();
    Json j{{"toml", document.text()},
           {"title", document.title()},
           {"planar", document.is_planar()},
           {"structure", document.is_structure()}};
    if (document.is_structure()) {
        check_structure(document);
        j["ratios"] = nullptr;
    } else if (document.is_planar()) {
        static_cast<void>(document.read_planar());
    } else {
        j["ratios"] = ratios_json(document.read());
    }
    return as_json(j.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Response answer_motion(const Question& q) {
    const CaseDocument document = q.problem();
    cli::MotionRequest request = motion_request(q);
    if (document.is_planar()) {
        const planar::Case c = document.read_planar();
        limit_samples(request, c.run);
        const double w = std::max({fastest(c.load.axis1), fastest(c.load.axis2), natural_frequency(c.oscillator)});
        check_load(c.load.axis1);
        check_load(c.load.axis2);
        check_length(end_of(request, c.end_time()), w, 0.5 * c.oscillator.damping / c.oscillator.mass);
        cli::PlanarReport report = cli::report_planar_motion(document, request, "exact", std::nullopt);
        fit_samples(report);
        if (wants_csv(q)) return as_csv(text_of(report, cli::write_planar_csv));
        return as_json(text_of(report, cli::write_planar_json));
    }
    const Case c = document.read();
    limit_samples(request, c.run);
    const double natural = c.oscillator.stiffness > 0.0 ? natural_frequency(c.oscillator) : 0.0;
    check_load(c.load);
    check_length(end_of(request, c.end_time()), std::max(fastest(c.load), natural),
                 0.5 * c.oscillator.damping / c.oscillator.mass);
    cli::MotionReport report = cli::report_motion(document, request);
    fit_samples(report);
    if (wants_csv(q)) return as_csv(text_of(report, cli::write_csv));
    return as_json(text_of(report, cli::write_json));
}

Response answer_steady(const Question& q) {
    const CaseDocument document = q.problem();
    if (document.is_planar()) {
        const planar::Case c = document.read_planar();
        const planar::SteadyState s = planar::steady_state(c.oscillator, c.load, c.start);
        return steady_response(cli::planar_steady_json(c, s), cli::why_no_planar_steady_state(s), cycle_of(s));
    }
    const Case c = document.read();
    check_period(c);
    const SteadyState s = steady_state(c);
    return steady_response(cli::steady_json(c, s), cli::why_no_steady_state(s) + cli::why_not_unique(s), cycle_of(s));
}

/// The page asks for a curve in pieces, the values [first, last) of its range, so that it can show how far it is.
Response answer_sweep(const Question& q) {
    const CaseDocument document = q.problem();
    cli::KeyRange range;
    range.key = q.text("key", 64);
    range.from = q.number("from", -1e300, 1e300);
    range.to = q.number("to", range.from, 1e300);
    range.count = static_cast<int>(q.whole("count", 2, most_sweep_points));
    if (document.is_planar()) {
        const auto chosen = cli::planar_observables({});
        const auto points = cli::sweep_planar(document, range);
        const auto table = cli::planar_sweep_table(range.key, chosen, points);
        return wants_csv(q) ? as_csv(cli::sweep_csv(table)) : as_json(cli::sweep_json(table));
    }
    const auto case_at = [&](double value) { return document.with_value(range.key, value).read(); };
    const auto chosen = cli::sweep_observables({}, case_at(range.from));
    const std::function<SteadyState(double)> steady_at = [&](double value) {
        throw_if_interrupted();
        const Case c = case_at(value);
        check_period(c);
        SteadyState s = steady_state(c);
        s.cycle.reset();
        return s;
    };
    const std::vector<double> values = range.values();
    const long first = q.whole_or("first", 0, range.count - 1, 0);
    const long last = q.whole_or("last", first + 1, range.count, range.count);
    const std::vector<SweepPoint> points = sweep(steady_at, {values.begin() + first, values.begin() + last});
    const auto table = cli::sweep_table(range.key, chosen, points);
    return wants_csv(q) ? as_csv(cli::sweep_csv(table)) : as_json(cli::sweep_json(table));
}

}  // namespace stickslip::explorer
