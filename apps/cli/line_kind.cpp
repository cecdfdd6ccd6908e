// One mass on a line, as the verbs see it.

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "chaos_plot.hpp"
#include "kind.hpp"
#include "motion_netcdf.hpp"
#include "motion_plot.hpp"
#include "steady_plot.hpp"
#include "steady_report.hpp"

namespace stickslip::cli {

namespace {

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

}  // namespace

const Kind& line_kind() {
    static constexpr Kind kind{.simulate = simulate_line, .steady = steady_line};
    return kind;
}

}  // namespace stickslip::cli
