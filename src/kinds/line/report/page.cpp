// One mass on a line, as the page asks for it.

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <stdexcept>

#include "kind_page.hpp"
#include "motion_question.hpp"
#include "steady_report.hpp"
#include "stickslip/interruption.hpp"
#include "sweep_report.hpp"

namespace stickslip::explorer {

namespace {

using cli::Json;

constexpr double longest_period = 1e6;  // rad of the fastest rates in a load period: one slide is one search

/// A slide over a load period is one search, which nothing interrupts.
void check_period(const Case& c) {
    const Oscillator& o = c.oscillator;
    check_load(c.load);
    const std::optional<double> period = common_period(c.load, o.normal);
    if (!period || !o.has_closed_form()) return;
    const double rate = std::sqrt(o.stiffness / o.mass) + 0.5 * o.damping / o.mass + fastest(c.load);
    if (*period * rate <= longest_period) return;
    throw std::invalid_argument(
        fmt::format("the load period, {} s, must be at most {} times the shortest time of oscillator and load, {} s; "
                    "the command line has no limit",
                    *period, longest_period, 1.0 / rate));
}

Json line_cycle(const SteadyState& s) {
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

Json line_ratios(const CaseDocument& document) {
    const Case c = document.read();
    // Other laws and a moving surface have more numbers than the ratios.
    const Oscillator& o = c.oscillator;
    const bool is_plain = o.has_closed_form() && o.belt_velocity == 0.0 && !o.has_varying_normal();
    const std::optional<Ratios> r = is_plain ? c.ratios() : std::nullopt;
    if (!r) return nullptr;
    return {{"friction", r->friction},
            {"frequency", r->frequency},
            {"damping", r->damping},
            {"static", r->static_friction ? Json(*r->static_friction) : Json(nullptr)},
            {"offset", r->offset}};
}

std::size_t bound_on_line(cli::MotionRequest& request, const CaseDocument& document) {
    const Case c = document.read();
    limit_samples(request, c.run);
    const double natural = c.oscillator.stiffness > 0.0 ? natural_frequency(c.oscillator) : 0.0;
    check_load(c.load);
    check_length(cli::end_of(request, [&] { return c.end_time(); }), std::max(fastest(c.load), natural),
                 0.5 * c.oscillator.damping / c.oscillator.mass);
    return most_samples;
}

Json steady_on_line(const CaseDocument& document) {
    const Case c = document.read();
    check_period(c);
    const SteadyState s = steady_state(c);
    Json answer = steady_answer(cli::steady_json(c, s), cli::why_no_steady_state(s) + cli::why_not_unique(s));
    answer["cycle"] = line_cycle(s);
    return answer;
}

cli::SweepTable sweep_on_line(const CaseDocument& document, const cli::KeyRange& range,
                              const std::vector<double>& values) {
    const auto case_at = [&](double value) { return document.with_value(range.key, value).read(); };
    const std::function<SteadyState(double)> steady_at = [&](double value) {
        throw_if_interrupted();
        const Case c = case_at(value);
        check_period(c);
        SteadyState s = steady_state(c);
        s.cycle.reset();
        return s;
    };
    const auto chosen = cli::sweep_observables({}, case_at(range.from));
    return cli::sweep_table(range.key, chosen, sweep(steady_at, values));
}

}  // namespace

const KindPage& line_page() {
    static constexpr KindPage page{.ratios = line_ratios,
                                   .bound = bound_on_line,
                                   .shape = nullptr,
                                   .steady = steady_on_line,
                                   .sweep = sweep_on_line};
    return page;
}

}  // namespace stickslip::explorer
