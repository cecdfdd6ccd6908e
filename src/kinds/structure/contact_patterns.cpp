#include "contact_patterns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "model/bounds.hpp"
#include "stretches.hpp"

namespace stickslip::structure {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();
constexpr Margins no_margins{unlimited, unlimited, unlimited, unlimited, unlimited, unlimited};

/// Under equal bounds the motion has the period of the load, and counts are whole numbers.
Pattern pattern_of(const StructureSteadyState& s, std::size_t contact) {
    if (s.regime == Regime::unbounded) return {0, 0, 2, 1};
    const ContactCycle& c = s.contacts[contact];
    const auto whole = [](double count) { return static_cast<int>(std::lround(count)); };
    return {whole(c.stops_then_reverse), whole(c.stops_then_same_direction), whole(c.zero_duration_reversals),
            c.stuck_fraction == 1.0 ? 0 : 1};
}

double shortest(const std::vector<Stretch>& list, ContactPhase phase) {
    double length = unlimited;
    if (list.size() < 2) return length;
    for (const Stretch& s : list) {
        if (s.state.phase == phase) length = std::min(length, s.duration);
    }
    return length;
}

/// Slip speeds of all contacts at places of the cycle, in the direction of their slides; 0 where they do not slide.
struct SlipSamples {
    explicit SlipSamples(const StructureTrajectory& cycle) {
        constexpr int parts = 6;  // of each phase
        std::vector<double> times;
        for (const StructurePhase& phase : cycle.phases) {
            for (int i = 0; i < parts; ++i) {
                times.push_back(std::min(phase.start.value() + phase.duration * (i + 0.5) / parts, cycle.end_time()));
            }
        }
        const std::vector<StructureSample> samples = cycle.at(times);
        const std::vector<Contact>& contacts = cycle.structure->contacts;
        speeds.assign(contacts.size(), std::vector<double>(samples.size(), 0.0));
        for (std::size_t k = 0; k < samples.size(); ++k) {
            for (std::size_t j = 0; j < contacts.size(); ++j) {
                if (samples[k].contacts[j].phase != ContactPhase::slide) continue;
                double slip = -contacts[j].surface_velocity;
                for (std::size_t i = 0; i < contacts[j].direction.size(); ++i) {
                    slip += contacts[j].direction[i] * samples[k].velocity[i];
                }
                speeds[j][k] = slip * samples[k].contacts[j].direction;
            }
        }
    }

    /// The smallest inner minimum of the speed: what closes where a stop in passing is born.
    [[nodiscard]] double slowest(std::size_t contact) const {
        const std::vector<double>& v = speeds[contact];
        double least = unlimited;
        for (std::size_t k = 1; k + 1 < v.size(); ++k) {
            const bool slides = v[k - 1] > 0.0 && v[k] > 0.0 && v[k + 1] > 0.0;
            if (slides && v[k] <= v[k - 1] && v[k] <= v[k + 1]) least = std::min(least, v[k]);
        }
        return least;
    }

    std::vector<std::vector<double>> speeds;
};

std::vector<Probe> probes_of(const StructureSteadyState& s, std::size_t count) {
    std::vector<Probe> probes(count, Probe{{}, no_margins});
    for (std::size_t j = 0; j < count; ++j) probes[j].pattern = pattern_of(s, j);
    if (!s.cycle) return probes;
    const SlipSamples slips(*s.cycle);
    for (std::size_t j = 0; j < count; ++j) {
        Margins& m = probes[j].margins;
        // How far the offset of a contact that never slips can be moved closes where it begins to slip.
        if (const auto& room = s.contacts[j].offset_bounds) m.held_force = room->second - room->first;
        const std::vector<Stretch> list = stretches(*s.cycle, j);
        m.shortest_stop = shortest(list, ContactPhase::stick);
        m.shortest_slide = shortest(list, ContactPhase::slide);
        m.slowest = slips.slowest(j);
    }
    return probes;
}

}  // namespace

std::optional<std::vector<Probe>> ProbeMemory::recall(const BoundaryPoint& at) const {
    const std::lock_guard lock(mutex_);
    const auto found = probes_.find({at.x, at.y});
    return found == probes_.end() ? std::nullopt : std::optional(found->second);
}

void ProbeMemory::note(const BoundaryPoint& at, const std::vector<Probe>& probes) {
    const std::lock_guard lock(mutex_);
    probes_.insert({{at.x, at.y}, probes});
}

std::unique_ptr<PatternSolver> ContactPatterns::another() const {
    return std::make_unique<ContactPatterns>(plane_, contact_, memory_);
}

const StructureSteadyState& ContactPatterns::state(const BoundaryPoint& at) {
    const Case c = plane_(at.x, at.y);
    SteadyOptions options{.with_coexisting = false, .with_offsets = false};
    if (neighbour_.cycle) options.seed = &neighbour_;
    StructureSteadyState found = steady_state(c.structure, c.start, options);
    if (!found.cycle && found.regime != Regime::unbounded) {
        throw std::runtime_error("no steady state was found at " + stickslip::shortest(at.x) + ", " +
                                 stickslip::shortest(at.y) + ": " + found.reason);
    }
    neighbour_ = std::move(found);
    return neighbour_;
}

Pattern ContactPatterns::pattern(const BoundaryPoint& at) { return pattern_of(state(at), contact_); }

Probe ContactPatterns::probe(const BoundaryPoint& at) {
    if (const auto known = memory_->recall(at)) return (*known)[contact_];
    const StructureSteadyState& s = state(at);
    const std::vector<Probe> probes = probes_of(s, plane_(at.x, at.y).structure.contacts.size());
    memory_->note(at, probes);
    return probes[contact_];
}

BoundaryKind ContactPatterns::kind(const Pattern& from, const Pattern& to, double distance,
                                   const std::function<BoundaryPoint(double)>& richer) {
    if (from.slides != to.slides) return BoundaryKind::slide_vanishes;
    if (from.stops() == to.stops()) return BoundaryKind::stop_to_back_slide;
    if (from.zero_duration_reversals != to.zero_duration_reversals) return BoundaryKind::reversal_stop;
    const Margins near = probe(richer(distance)).margins;
    const Margins far = probe(richer(4.0 * distance)).margins;
    const bool slide_shrinks = near.shortest_slide / far.shortest_slide < near.shortest_stop / far.shortest_stop;
    return slide_shrinks ? BoundaryKind::slide_vanishes : BoundaryKind::stop_in_passing;
}

}  // namespace stickslip::structure
