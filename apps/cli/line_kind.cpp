// One mass on a line, as the verbs see it.

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <stdexcept>
#include <utility>

#include "chaos_plot.hpp"
#include "kind.hpp"
#include "motion_netcdf.hpp"
#include "motion_plot.hpp"
#include "progress.hpp"
#include "steady_plot.hpp"
#include "steady_report.hpp"
#include "stickslip/interruption.hpp"
#include "studies/any_response.hpp"
#include "sweep_plot.hpp"
#include "sweep_report.hpp"

namespace stickslip::cli {

namespace {

using SteadyFrom = std::function<SteadyState(double value, const std::optional<State>& start)>;

class LineMotion : public MotionAnswer {
public:
    explicit LineMotion(MotionReport report) : report_(std::move(report)) {}

    bool is_complete() const override { return report_.trajectory.termination == Termination::reached_end; }
    bool has_diverged() const override { return report_.trajectory.termination == Termination::diverged; }
    double end_time() const override { return report_.trajectory.end_time(); }
    std::size_t events() const override { return report_.trajectory.events.size(); }

    void write_table(std::FILE* file) const override { cli::write_table(report_, file); }
    void write_json(std::FILE* file) const override { cli::write_json(report_, file); }
    void write_csv(std::FILE* file) const override { cli::write_csv(report_, file); }
    void write_netcdf(const std::string& path) const override { cli::write_netcdf(report_, path); }
    std::size_t netcdf_bytes() const override { return cli::netcdf_bytes(report_.times.size(), events()); }

    Drawing picture() const override { return plot_motion(report_); }
    Drawing characteristic() const override { return plot_characteristic(report_.problem, report_.trajectory); }

private:
    MotionReport report_;
};

std::unique_ptr<MotionAnswer> simulate_line(const CaseDocument& document, const SimulateRequest& request) {
    if (request.method != "exact" || request.step) {
        throw std::invalid_argument("--method and --step are for planar cases (oscillator.dimensions = 2)");
    }
    return std::make_unique<LineMotion>(report_motion(document, request.motion));
}

class LineSteadyState : public SteadyAnswer {
public:
    LineSteadyState(Case problem, SteadyState state) : problem_(std::move(problem)), state_(std::move(state)) {}

    Regime regime() const override { return state_.regime; }
    bool has_cycle() const override { return state_.cycle.has_value(); }
    std::string problem() const override { return why_no_steady_state(state_); }

    void write_card(std::FILE* file) const override { write_steady_card(problem_, state_, file); }
    void write_json(std::FILE* file) const override { fmt::print(file, "{}\n", steady_json(problem_, state_)); }
    void write_csv(std::FILE* file) const override { write_cycle_csv(state_, file); }
    Drawing picture() const override { return plot_steady_cycle(problem_, state_); }

private:
    Case problem_;
    SteadyState state_;
};

std::unique_ptr<SteadyAnswer> steady_line(const CaseDocument& document, const SteadyRequest& request) {
    Case problem = document.read();
    SteadyState state = steady_state(problem, {.with_all_orbits = request.wants_all_orbits});
    return std::make_unique<LineSteadyState>(std::move(problem), std::move(state));
}

/// The steady states that a sweep asks for, one after the other or in any order.
std::vector<SweepPoint> line_points(const SweepRequest& request, const std::function<SteadyState(double)>& steady_at,
                                    const SteadyFrom& steady_from) {
    if (request.direction == "none") return sweep(steady_at, request.over.values());
    std::vector<SweepPoint> points;
    for (const SweepDirection direction : {SweepDirection::up, SweepDirection::down}) {
        if (request.direction != name(direction) && request.direction != "both") continue;
        const std::vector<SweepPoint> run = continued_sweep(steady_from, request.over.values(), direction);
        points.insert(points.end(), run.begin(), run.end());
    }
    return points;
}

SweepAnswer sweep_line(const CaseDocument& document, const SweepRequest& request) {
    const KeyRange& range = request.over;
    const auto case_at = [&](double value) { return document.with_value(range.key, value).read(); };
    const Case first = case_at(range.from);
    static_cast<void>(case_at(range.to));
    const std::vector<const Observable*> chosen = sweep_observables(request.observables, first);
    const bool is_continued = request.direction != "none";
    if (is_continued && request.is_refined) {
        throw std::invalid_argument(
            "--refine adds points in any order, --direction needs them one after the other; "
            "leave out one of the two");
    }
    std::function<void()> progress = counted_progress("sweep", static_cast<std::size_t>(range.count));
    const SteadyFrom steady_from = [&](double value, const std::optional<State>& start) {
        throw_if_interrupted();
        Case problem = case_at(value);
        if (start) problem.start = *start;
        SteadyState s = steady_state(problem, {.with_coexisting = false});
        s.cycle.reset();  // thousands of trajectories are not needed
        progress();
        return s;
    };
    const std::function<SteadyState(double)> steady_at = [&](double value) { return steady_from(value, {}); };
    std::vector<SweepPoint> points = line_points(request, steady_at, steady_from);
    // A resonance must not make everything else look straight.
    const RefineOptions refine{.curve = [&](const SteadyState& s) { return std::asinh(chosen.front()->value(s)); }};
    std::vector<SweepPoint> fine;
    if (request.is_refined || request.wants_picture) fine = is_continued ? points : refined(steady_at, points, refine);
    if (request.is_refined) points = fine;
    SweepAnswer answer{sweep_table(range.key, chosen, points), {}};
    if (request.wants_picture) answer.picture = plot_sweep({first, range.key, range.is_logarithmic, chosen, fine});
    return answer;
}

}  // namespace

const Kind& line_kind() {
    static constexpr Kind kind{
        .simulate = simulate_line, .steady = steady_line, .sweep = sweep_line, .response = case_response};
    return kind;
}

}  // namespace stickslip::cli
