#include "cycle_report.hpp"

#include <algorithm>
#include <cmath>

#include "extremes.hpp"
#include "path_recorder.hpp"
#include "phase_view.hpp"
#include "stretches.hpp"
#include "vectors.hpp"

namespace stickslip::structure {
namespace {

/// Multipliers this near to the unit circle belong to oscillations that nothing damps.
constexpr double undamped = 1e-9;

/// A contact that slips by less than this share of the way that the structure goes is at the edge of its locked
/// offsets: it is told as one that never slips, which it would not with an offset that is smaller by rounding.
constexpr double hardly_slips = 1e-9;

Orbit with_edges_locked(Orbit orbit) {
    for (ContactHistory& history : orbit.mapped.contacts) {
        if (!history.has_stuck || history.was_open || history.path > hardly_slips * orbit.mapped.travel) continue;
        history.has_slid_up = history.has_slid_down = false;
    }
    return orbit;
}

std::shared_ptr<StructureTrajectory> follow(const Structure& structure, const std::shared_ptr<PhaseLibrary>& library,
                                            const Orbit& orbit) {
    auto path = std::make_shared<StructureTrajectory>();
    path->structure = std::make_shared<Structure>(structure);
    path->library = library;
    PathRecorder recorder(*path);
    Configuration start = orbit.start;
    start.time = {};
    March march(*library, start, March::Contacts::known, recorder);
    path->events.clear();  // what the contacts did before
    march.run({orbit.duration, 0.0});
    path->end = orbit.duration;
    recorder.finish(march.now());
    return path;
}

void count(const std::vector<Stretch>& list, ContactCycle& contact) {
    for (std::size_t i = 0; i < list.size() && list.size() > 1; ++i) {
        const ContactState& before = list[(i + list.size() - 1) % list.size()].state;
        const ContactState& now = list[i].state;
        const ContactState& after = list[(i + 1) % list.size()].state;
        if (before.phase != ContactPhase::slide) continue;
        if (now.phase == ContactPhase::slide) contact.zero_duration_reversals += 1.0;
        if (now.phase != ContactPhase::stick) continue;
        contact.stops_per_cycle += 1.0;
        if (after.phase != ContactPhase::slide) continue;
        (after.direction == before.direction ? contact.stops_then_same_direction : contact.stops_then_reverse) += 1.0;
    }
}

class CycleReport {
public:
    CycleReport(const Structure& structure, const std::shared_ptr<PhaseLibrary>& library, const OrbitSearch& search,
                const FoundOrbit& found)
        : library_(library),
          s_(library->structure),
          search_(search),
          found_(found),
          orbit_(with_edges_locked(*found.orbit)),
          path_(follow(structure, library, orbit_)) {}

    StructureSteadyState run() {
        answer_.cycle = path_;
        answer_.load_periods = found_.load_periods;
        answer_.is_limit_cycle = found_.is_cycle;
        answer_.contacts.resize(std::size_t(s_.contacts()));
        tell_contacts();
        tell_regime();
        tell_closure();
        tell_extremes();
        tell_losses();
        if (!found_.is_equilibrium && !found_.growth) answer_.period = orbit_.duration;
        return std::move(answer_);
    }

private:
    void tell_contacts() {
        for (std::size_t j = 0; j < answer_.contacts.size(); ++j) {
            ContactCycle& contact = answer_.contacts[j];
            std::vector<Stretch> list = stretches(*path_, j);
            if (orbit_.mapped.contacts[j].never_moves()) list = {{{}, orbit_.duration}};
            double whole = 0.0, stuck = 0.0, open = 0.0;
            for (const Stretch& stretch : list) {
                whole += stretch.duration;
                if (stretch.state.phase == ContactPhase::stick) stuck += stretch.duration;
                if (stretch.state.phase == ContactPhase::open) open += stretch.duration;
            }
            contact.stuck_fraction = list.size() == 1 ? (stuck > 0.0 ? 1.0 : 0.0) : stuck / whole;
            contact.open_fraction = list.size() == 1 ? (open > 0.0 ? 1.0 : 0.0) : open / whole;
            count(list, contact);
            for (double* number : {&contact.stops_per_cycle, &contact.stops_then_reverse,
                                   &contact.stops_then_same_direction, &contact.zero_duration_reversals}) {
                *number /= found_.load_periods;
            }
        }
    }

    void tell_regime() {
        const auto& all = answer_.contacts;
        const bool always = std::all_of(all.begin(), all.end(), [](const auto& c) { return c.stuck_fraction == 1.0; });
        const bool never = std::all_of(all.begin(), all.end(), [](const auto& c) { return c.stuck_fraction == 0.0; });
        answer_.regime = never ? Regime::continuous : (always ? Regime::permanent_stick : Regime::stick_slip);
        if (found_.growth) {
            answer_.regime = Regime::chaotic;
            answer_.exponent = found_.growth->exponent;
            answer_.exponent_error = found_.growth->standard_error;
            answer_.multiplier = std::numeric_limits<double>::quiet_NaN();
            return;
        }
        const auto multipliers = search_.newton().multipliers(orbit_, found_.is_cycle);
        for (const auto& m : multipliers) answer_.multiplier = std::max(answer_.multiplier, std::abs(m));
        if (answer_.multiplier < multiplier_zero) answer_.multiplier = 0.0;
        if (std::abs(answer_.multiplier - 1.0) <= undamped) answer_.regime = Regime::non_unique;
    }

    void tell_closure() {
        const VectorXd drift = search_.newton().drift(orbit_);
        answer_.drift = as_list(drift);
        if (found_.growth) return;
        const VectorXd moved = orbit_.mapped.end.position - orbit_.start.position;
        answer_.residual = (moved - drift).cwiseAbs().maxCoeff();
        const MatrixXd offsets = search_.energy().locked_offsets(s_, orbit_.mapped.contacts);
        answer_.free_offsets = static_cast<int>(offsets.cols());
        const double size =
            orbit_.start.position.cwiseAbs().maxCoeff() + orbit_.mapped.end.position.cwiseAbs().maxCoeff();
        for (double& d : answer_.drift) {
            if (std::abs(d) <= drift_noise * size) d = 0.0;
        }
    }

    void tell_extremes() {
        const auto n = std::size_t(s_.size);
        std::vector<Extent> ranges(3 * n + std::size_t(s_.contacts()));
        std::vector<Extent> slips(std::size_t(s_.contacts()));
        const VectorXd drift = as_vector(answer_.drift);
        VectorXd slip = VectorXd::Zero(s_.contacts());
        for (const StructurePhase& phase : path_->phases) {
            const PhaseView view(*library_, phase);
            std::vector<Followed> all;
            for (const int order : {0, 1, 2}) {
                for (int i = 0; i < s_.size; ++i) {
                    all.push_back({position_function(s_, view.motion(), i), order});
                    if (order == 0) take_drift(all.back().f, drift[i] / orbit_.duration, phase.start.value());
                }
            }
            for (int j = 0; j < s_.contacts(); ++j) all.push_back({friction_function(s_, view.motion(), j), 0});
            include_phase(view.motion(), phase.duration, all, ranges);
            view.move_to(phase.duration);
            const VectorXd moved = view.position() - as_vector(phase.position);
            const VectorXd z = view.deflection();
            for (int j = 0; j < s_.contacts(); ++j) {
                slips[std::size_t(j)].include(slip[j]);
                if (phase.contacts[std::size_t(j)].phase == ContactPhase::stick) continue;
                slip[j] += s_.directions.col(j).dot(moved) - s_.surface_velocity[j] * phase.duration -
                           (z[j] - phase.deflection[std::size_t(j)]);
                slips[std::size_t(j)].include(slip[j]);
            }
        }
        for (std::size_t i = 0; i < n; ++i) {
            answer_.x_max.push_back(ranges[i].high);
            answer_.x_min.push_back(ranges[i].low);
            answer_.amplitude.push_back(ranges[i].half_width());
            answer_.velocity.push_back(ranges[n + i].largest());
            answer_.acceleration.push_back(ranges[2 * n + i].largest());
        }
        for (std::size_t j = 0; j < answer_.contacts.size(); ++j) {
            answer_.contacts[j].transmitted_force = ranges[3 * n + j].largest();
            answer_.contacts[j].slip = slips[j].half_width();
            tell_offset_bounds(j, ranges[3 * n + j]);
        }
    }

    /// An offset of a contact changes its friction by its static stiffness: by k_t, or by 1/(wᵀK⁻¹w).
    void tell_offset_bounds(std::size_t j, const Extent& friction) {
        if (!orbit_.mapped.contacts[j].never_moves() || library_->has_normal[j] || s_.has_normal_springs) return;
        const int contact = static_cast<int>(j);
        const VectorXd w = s_.directions.col(contact);
        const VectorXd x = Eigen::CompleteOrthogonalDecomposition<MatrixXd>(s_.stiffness).solve(w);
        double flexibility = w.dot(x);
        if ((s_.stiffness * x - w).norm() > 1e-9 * w.norm()) return;  // a free body follows without force
        if (s_.is_elastic(contact)) flexibility += 1.0 / s_.contact_stiffness[contact];
        const double bound = path_->structure->contacts[j].static_bound.value_or(path_->structure->contacts[j].bound);
        answer_.contacts[j].offset_bounds = {-(bound - friction.high) * flexibility,
                                             (bound + friction.low) * flexibility};
    }

    void tell_losses() {
        const StructureEnergy energy = energy_balance(*path_);
        for (std::size_t j = 0; j < answer_.contacts.size(); ++j) {
            answer_.contacts[j].dissipated = energy.friction[j] / found_.load_periods;
        }
        answer_.damping_loss = energy.damping / found_.load_periods;
        answer_.input = energy.input / found_.load_periods;
    }

    static constexpr double multiplier_zero = 1e-13;
    static constexpr double drift_noise = 1e-12;  // of the positions

    std::shared_ptr<PhaseLibrary> library_;
    const DenseStructure& s_;
    const OrbitSearch& search_;
    const FoundOrbit& found_;
    const Orbit orbit_;
    std::shared_ptr<StructureTrajectory> path_;
    StructureSteadyState answer_;
};

}  // namespace

StructureSteadyState report_cycle(const Structure& structure, const std::shared_ptr<PhaseLibrary>& library,
                                  const OrbitSearch& search, const FoundOrbit& found) {
    return CycleReport(structure, library, search, found).run();
}

}  // namespace stickslip::structure
