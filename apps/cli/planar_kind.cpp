// One mass in the plane, as the verbs see it.

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "kind.hpp"
#include "motion_netcdf.hpp"
#include "planar_report.hpp"
#include "planar_sweep.hpp"
#include "progress.hpp"
#include "studies/any_response.hpp"

namespace stickslip::cli {

namespace {

class PlanarMotion : public MotionAnswer {
public:
    explicit PlanarMotion(PlanarReport report) : report_(std::move(report)) {}

    bool is_complete() const override { return report_.trajectory.termination == Termination::reached_end; }
    bool has_diverged() const override { return report_.trajectory.termination == Termination::diverged; }
    double end_time() const override { return report_.trajectory.end_time(); }
    std::size_t events() const override { return report_.trajectory.events.size(); }

    void write_table(std::FILE* file) const override { write_planar_table(report_, file); }
    void write_json(std::FILE* file) const override { write_planar_json(report_, file); }
    void write_csv(std::FILE* file) const override { write_planar_csv(report_, file); }
    void write_netcdf(const std::string& path) const override { write_planar_netcdf(report_, path); }
    std::size_t netcdf_bytes() const override { return cli::netcdf_bytes(report_.times.size(), events()); }

    Drawing picture() const override { return plot_planar_motion(report_.trajectory, report_.problem.title); }

private:
    PlanarReport report_;
};

std::unique_ptr<MotionAnswer> simulate_planar(const CaseDocument& document, const SimulateRequest& request) {
    if (request.wants_characteristic) {
        throw std::invalid_argument("--characteristic is for one-dimensional cases: --plot draws the planar friction");
    }
    return std::make_unique<PlanarMotion>(report_planar_motion(document, request.motion, request.method, request.step));
}

class PlanarSteadyState : public SteadyAnswer {
public:
    PlanarSteadyState(planar::Case problem, planar::SteadyState state)
        : problem_(std::move(problem)), state_(std::move(state)) {}

    Regime regime() const override { return state_.regime; }
    bool has_cycle() const override { return state_.cycle.has_value(); }
    std::string problem() const override { return why_no_planar_steady_state(state_); }

    void write_card(std::FILE* file) const override { write_planar_steady_card(problem_, state_, file); }
    void write_json(std::FILE* file) const override { fmt::print(file, "{}\n", planar_steady_json(problem_, state_)); }
    void write_csv(std::FILE* file) const override { write_planar_cycle_csv(state_, file); }
    Drawing picture() const override { return plot_planar_motion(*state_.cycle, problem_.title + ", steady cycle"); }

private:
    planar::Case problem_;
    planar::SteadyState state_;
};

std::unique_ptr<SteadyAnswer> steady_planar(const CaseDocument& document, const SteadyRequest&) {
    planar::Case problem = document.read_planar();
    planar::SteadyState state = planar::steady_state(problem.oscillator, problem.load, problem.start);
    return std::make_unique<PlanarSteadyState>(std::move(problem), std::move(state));
}

SweepAnswer sweep_planar_case(const CaseDocument& document, const SweepRequest& request) {
    if (request.direction != "none") throw std::invalid_argument("--direction is for one-dimensional cases");
    if (request.is_refined) throw std::invalid_argument("--refine is for one-dimensional cases; ask for more points");
    const KeyRange& range = request.over;
    static_cast<void>(document.with_value(range.key, range.from).read_planar());
    static_cast<void>(document.with_value(range.key, range.to).read_planar());
    const std::vector<PlanarObservable> chosen = planar_observables(request.observables);
    const std::vector<PlanarSweepPoint> points =
        sweep_planar(document, range, counted_progress("sweep", static_cast<std::size_t>(range.count)));
    SweepAnswer answer{planar_sweep_table(range.key, chosen, points), {}};
    if (request.wants_picture) answer.picture = plot_planar_sweep(document.title(), range, chosen, points);
    return answer;
}

}  // namespace

const Kind& planar_kind() {
    static constexpr Kind kind{
        .simulate = simulate_planar, .steady = steady_planar, .sweep = sweep_planar_case, .response = case_response};
    return kind;
}

}  // namespace stickslip::cli
