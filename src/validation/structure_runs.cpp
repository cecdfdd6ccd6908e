// Motions of structures as runs.

#include <algorithm>
#include <cmath>

#include "run.hpp"
#include "run_case.hpp"
#include "stickslip/structure/case.hpp"
#include "stickslip/structure/simulate.hpp"

namespace stickslip::validation {

namespace {

class StructureRun : public Run {
public:
    StructureRun(const Tree& spec, const Scope& scope) {
        const structure::Case problem = structure::read_case(case_of(spec, scope));
        const double until = spec.contains("until") ? scope.evaluate(spec.at("until")) : problem.end_time();
        motion_ = structure::simulate(problem.structure, problem.start, until);
        at_ = spec.contains("at") ? scope.evaluate(spec.at("at")) : motion_.end_time();
    }

    double quantity(const std::string& name) override {
        const structure::StructureSample s = motion_.at(at_);
        if (const int n = number_after(name, "x_")) return entry(s.position, n, name);
        if (const int n = number_after(name, "v_")) return entry(s.velocity, n, name);
        if (const int n = number_after(name, "friction_")) return entry(s.friction, n, name);
        if (const int n = number_after(name, "event_")) {
            if (n > static_cast<int>(motion_.events.size())) refuse(name + ": too few events");
            return motion_.events[static_cast<std::size_t>(n - 1)].time;
        }
        if (name == "events") return static_cast<double>(motion_.events.size());
        if (name == "imbalance") {
            const structure::StructureEnergy e = structure::energy_balance(motion_);
            return e.imbalance / (std::abs(e.input) + e.initial);
        }
        refuse(name);
    }

private:
    static double entry(const std::vector<double>& values, int n, const std::string& name) {
        if (n > static_cast<int>(values.size())) refuse(name);
        return values[static_cast<std::size_t>(n - 1)];
    }

    structure::StructureTrajectory motion_;
    double at_ = 0.0;
};

}  // namespace

std::unique_ptr<Run> make_structure(const Tree& spec, const Scope& scope) {
    return std::make_unique<StructureRun>(spec, scope);
}

}  // namespace stickslip::validation
