#include "relative_problem.hpp"

#include "transmission.hpp"

namespace stickslip {

RelativeProblem relative_problem(const Oscillator& oscillator, const Load& load, const State& start) {
    RelativeProblem r{oscillator, load, start, oscillator.equilibrium};
    r.oscillator.equilibrium = 0.0;
    if (oscillator.stiffness > 0.0) {
        r.centre += load.constant / oscillator.stiffness;
        r.load.constant = 0.0;
    }
    r.start.position -= r.centre;
    return r;
}

void move_back(SteadyState& s, const Oscillator& oscillator, const Load& load, double centre) {
    if (centre == 0.0 && load.constant == 0.0) return;
    s.x_max += centre;
    s.x_min += centre;
    if (s.rest_positions) {
        s.rest_positions->low += centre;
        s.rest_positions->high += centre;
    }
    if (s.at_zero) s.at_zero->position += centre;
    for (CoexistingMotion& other : s.coexists) other.start.position += centre;
    if (s.orbits) {
        for (CoexistingMotion& orbit : *s.orbits) orbit.start.position += centre;
    }
    if (!s.cycle) return;
    s.cycle->oscillator = oscillator;
    s.cycle->load = load;
    for (Phase& phase : s.cycle->phases) {
        phase.position += centre;
        phase.stretch += centre - oscillator.equilibrium;
    }
    for (Event& event : s.cycle->events) event.position += centre;
    s.transmitted_force = largest_support_force(*s.cycle);
}

}  // namespace stickslip
