#include "stickslip/steady/solve_cell.hpp"

namespace stickslip {

namespace {

/// A stop with deceleration |a| ends at a time uncertain by about ε/|a|; below this the twelfth digit is at stake.
constexpr double gentle_stop = 0.05;

/// A motion with multiplier μ has its state uncertain by about ε/(1 − |μ|).
constexpr double slow_multiplier = 0.95;

CellSolution<double> rounded(const CellSolution<long double>& s) {
    CellSolution<double> r;
    r.regime = s.regime;
    r.section = static_cast<double>(s.section);
    r.x = static_cast<double>(s.x);
    r.v = static_cast<double>(s.v);
    r.amplitude = static_cast<double>(s.amplitude);
    r.velocity = static_cast<double>(s.velocity);
    r.stuck_fraction = static_cast<double>(s.stuck_fraction);
    r.dissipated = static_cast<double>(s.dissipated);
    r.multiplier = static_cast<double>(s.multiplier);
    r.residual = static_cast<double>(s.residual);
    r.gentlest_stop = static_cast<double>(s.gentlest_stop);
    r.stops_then_reverse = s.stops_then_reverse;
    r.stops_then_same_direction = s.stops_then_same_direction;
    r.zero_duration_reversals = s.zero_duration_reversals;
    r.half_maps = s.half_maps;
    return r;
}

}  // namespace

CellSolution<double> solve_cell(const CellParameters<double>& cell) {
    const FlowKind kind = flow_kind(cell.damping, 1.0);
    CellSolver<double> solver(cell, kind);
    CellSolution<double> found = solver.solve();
    const bool was_searched = found.half_maps > 0 && found.regime != Regime::not_converged;
    if (!was_searched || (found.gentlest_stop > gentle_stop && found.multiplier < slow_multiplier)) return found;
    const CellParameters<long double> extended{cell.friction, cell.static_friction, cell.frequency, cell.damping};
    CellSolver<long double> refiner(extended, kind);
    if (refiner.refine(found)) found = rounded(refiner.solution());
    return found;
}

}  // namespace stickslip
