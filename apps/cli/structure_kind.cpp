// Structures of many masses, as the verbs see them. Only the companion stickslip-structure has this file: the library
// of structures takes long to compile.

#include <stdexcept>
#include <utility>

#include "kind.hpp"
#include "motion_netcdf.hpp"
#include "progress.hpp"
#include "structure/structure_response.hpp"
#include "structure_report.hpp"
#include "structure_steady_report.hpp"
#include "structure_sweep.hpp"

namespace stickslip::cli {

namespace {

class StructureMotion : public MotionAnswer {
public:
    explicit StructureMotion(StructureReport report) : report_(std::move(report)) {}

    bool is_complete() const override {
        return report_.trajectory.termination == structure::StructureTermination::reached_end;
    }
    bool has_diverged() const override { return false; }
    double end_time() const override { return report_.trajectory.end_time(); }
    std::size_t events() const override { return report_.trajectory.events.size(); }

    void write_table(std::FILE* file) const override { write_structure_table(report_, file); }
    void write_json(std::FILE* file) const override { write_structure_json(report_, file); }
    void write_csv(std::FILE* file) const override { write_structure_csv(report_, file); }
    void write_netcdf(const std::string& path) const override { write_structure_netcdf(report_, path); }
    std::size_t netcdf_bytes() const override {
        const structure::Structure& s = report_.problem.structure;
        return cli::netcdf_bytes(report_.times.size() * (1 + 3 * s.size() + 3 * s.contacts.size()), events());
    }

    Drawing picture() const override { return plot_structure(report_); }

private:
    StructureReport report_;
};

std::unique_ptr<MotionAnswer> simulate_structure(const CaseDocument& document, const SimulateRequest& request) {
    if (request.method != "exact" || request.step) {
        throw std::invalid_argument("--method and --step are for planar cases (oscillator.dimensions = 2)");
    }
    if (request.wants_characteristic) {
        throw std::invalid_argument("--characteristic is for cases of one mass: --plot draws the loop of each contact");
    }
    return std::make_unique<StructureMotion>(report_structure(document, request.motion));
}

class StructureSteadyAnswer : public SteadyAnswer {
public:
    explicit StructureSteadyAnswer(StructureSteadyReport report) : report_(std::move(report)) {}

    Regime regime() const override { return report_.state.regime; }
    bool has_cycle() const override { return report_.state.cycle != nullptr; }
    std::string problem() const override { return why_no_structure_steady_state(report_); }

    void write_card(std::FILE* file) const override { write_structure_steady_card(report_, file); }
    void write_json(std::FILE* file) const override { write_structure_steady_json(report_, file); }
    void write_csv(std::FILE* file) const override { write_structure_csv(cycle_of(report_), file); }
    Drawing picture() const override { return plot_structure(cycle_of(report_)); }

private:
    StructureSteadyReport report_;
};

std::unique_ptr<SteadyAnswer> steady_structure(const CaseDocument& document, const SteadyRequest& request) {
    if (request.wants_all_orbits) throw std::invalid_argument("--all-orbits is for cases of one mass");
    return std::make_unique<StructureSteadyAnswer>(report_structure_steady_state(document));
}

SweepAnswer sweep_structure(const CaseDocument& document, const SweepRequest& request) {
    if (request.direction != "none") throw std::invalid_argument("--direction is for cases of one mass");
    if (request.is_refined) throw std::invalid_argument("--refine is for cases of one mass; ask for more points");
    const StructureSweep sweep =
        report_structure_sweep(document, request.over, request.observables,
                               counted_progress("sweep", static_cast<std::size_t>(request.over.count)));
    SweepAnswer answer{structure_sweep_table(sweep), {}};
    if (request.wants_picture) answer.picture = plot_structure_sweep(sweep);
    return answer;
}

}  // namespace

const Kind& structure_kind() {
    static constexpr Kind kind{.simulate = simulate_structure,
                               .steady = steady_structure,
                               .sweep = sweep_structure,
                               .response = structure::structure_response};
    return kind;
}

}  // namespace stickslip::cli
