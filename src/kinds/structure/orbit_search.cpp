#include "orbit_search.hpp"

#include <algorithm>
#include <cmath>

#include "phase_view.hpp"

namespace stickslip::structure {
namespace {

/// Load periods that are followed before each attempt at Newton's method.
constexpr int transients[] = {2, 8, 32, 128, 512, 2048};

/// Offsets that the start decides are known to the square of this share of the motion.
constexpr double settled = 1e-8;

/// Slip that is less than this share of the way a structure goes may be a contact that would rather not slip at all.
constexpr double hardly = 1e-6;

/// Newton's answer belongs to the motion that was followed if it is this near, as a share of the motion.
constexpr double same_motion = 1e-2;
/// A motion nearly repeats if it comes back this near.
constexpr double near_return = 1e-3;
constexpr int most_load_periods = 64;
/// A multiplier that is larger by no more than rounding is not unstable.
constexpr double multiplier_noise = 1e-9;

class EventSections final : public MarchObserver {
public:
    explicit EventSections(const DenseStructure& s) : s_(s) {}

    struct Section {
        ContactEvent event;
        Configuration at;  ///< in the middle of the phase that follows
        double time = 0.0;
    };

    void phase(const PhaseMotion& motion, const FirstEvent& event) override {
        const double duration = event.time;
        if (!(duration > 0.0)) return;
        if (is_fresh_) {
            motion.evaluate(0.5 * duration);
            Configuration at = motion.start();
            at.position += motion.displacement();
            at.velocity = motion.velocity();
            at.deflection = deflection(s_, motion);
            sections.push_back({last_, at, motion.start().time.value() + 0.5 * duration});
            is_fresh_ = false;
        }
    }
    void event(const ContactEvent& event) override {
        last_ = event;
        is_fresh_ = true;
    }

    std::vector<Section> sections;

private:
    const DenseStructure& s_;
    ContactEvent last_;
    bool is_fresh_ = false;
};

}  // namespace

double OrbitSearch::distance(const Configuration& a, const Configuration& b) const {
    return energy_.of(map_.layout().state(a) - map_.layout().state(b)).norm();
}

double OrbitSearch::size(const Configuration& c) const { return energy_.of(map_.layout().state(c)).norm(); }

bool OrbitSearch::is_stable(const Orbit& orbit, bool is_cycle) const {
    const auto all = newton_.multipliers(orbit, is_cycle);
    return std::all_of(all.begin(), all.end(), [](const auto& m) { return std::abs(m) <= 1.0 + multiplier_noise; });
}

bool OrbitSearch::has_offsets(const Orbit& orbit) const {
    if (energy_.free_positions().cols() > 0) return true;
    return std::any_of(orbit.mapped.contacts.begin(), orbit.mapped.contacts.end(),
                       [](const ContactHistory& h) { return h.never_moves(); });
}

/// A contact that hardly slips may be at the edge of the offsets at which it would not slip at all.
bool OrbitSearch::is_at_edge(const Orbit& orbit, std::size_t j) const {
    const ContactHistory& h = orbit.mapped.contacts[j];
    return h.has_stuck && h.has_slid() && !h.was_open && h.path <= hardly * orbit.mapped.travel;
}

bool OrbitSearch::is_at_edge(const Orbit& orbit) const {
    for (std::size_t j = 0; j < orbit.mapped.contacts.size(); ++j) {
        if (is_at_edge(orbit, j)) return true;
    }
    return false;
}

/// The orbit from offsets of contacts at the edge that are moved inwards by friction of this share of their bounds,
/// where they do not slip any more. What the others do does not depend on it.
std::optional<Orbit> OrbitSearch::moved_inwards(const Orbit& orbit, double period, double share) const {
    const DenseStructure& s = map_.library().structure;
    const VectorXd bounds = map_.library().signals.from({}).bound_scale;
    Configuration start = orbit.start;
    VectorXd force = VectorXd::Zero(s.size);
    for (int j = 0; j < s.contacts(); ++j) {
        if (!is_at_edge(orbit, std::size_t(j))) continue;
        const ContactHistory& history = orbit.mapped.contacts[std::size_t(j)];
        const int direction = int(history.has_slid_up) - int(history.has_slid_down);
        force += direction * share * bounds[j] * s.directions.col(j);
        if (s.is_elastic(j)) start.deflection[j] -= direction * share * bounds[j] / s.contact_stiffness[j];
    }
    start.position += Eigen::CompleteOrthogonalDecomposition<MatrixXd>(s.stiffness).solve(force);
    Orbit inner = newton_.close(start, period, OrbitNewton::Finish::exhausted);
    if (!inner.closes() || is_at_edge(inner)) return std::nullopt;
    return inner;
}

/// The orbit with its contacts just inside their edges; as it was where they slip all the same. Slip grows with the
/// second power of how far a contact is beyond its edge and more: when it hardly slips, that may still be 10⁻³ of its
/// bound. So the share is searched for, to a hundredth of itself, and the offsets are as accurate as that. Right at the
/// edge Newton's method ends too early, between two patterns; such an orbit is taken only if there is no better one.
Orbit OrbitSearch::within_edges(const Orbit& orbit, double period) const {
    constexpr double least_share = 1e-12;
    constexpr double most_share = 2e-2;
    constexpr double coarse = 10.0;
    constexpr double fine = 1.01;
    constexpr double rounding = 1e-15;  // of the size of an orbit
    Orbit found = orbit;
    const auto has_exact_orbit = [&](double share) {
        std::optional<Orbit> inner = moved_inwards(orbit, period, share);
        if (!inner) return false;
        const bool is_exact = inner->residual <= std::max(orbit.residual, rounding * inner->size);
        if (is_exact || is_at_edge(found)) found = std::move(*inner);
        return is_exact;
    };
    double outside = least_share / coarse;
    for (double share = least_share; share < most_share; share *= coarse) {
        if (!has_exact_orbit(share)) {
            outside = share;
            continue;
        }
        while (share > least_share && share > fine * outside) {
            const double between = std::sqrt(outside * share);
            (has_exact_orbit(between) ? share : outside) = between;
        }
        break;
    }
    return found;
}

std::string OrbitSearch::too_many_events() const {
    return "a load period has more than " + std::to_string(map_.most_events()) +
           " events: the load is too slow to be followed";
}

FoundOrbit OrbitSearch::monotone(const Configuration& start, double period, bool with_offsets) const {
    Configuration now = start;
    int followed = 0;
    for (const int transient : transients) {
        for (int i = 0; i < transient && followed < most_periods_; ++i, ++followed) {
            const MappedState m = map_.map(now, period, PeriodMap::Derivative::without);
            if (!m.is_complete) return {.reason = too_many_events()};
            now = m.end;
        }
        Orbit orbit = newton_.close(now, period);
        if (!orbit.closes()) orbit = newton_.close_monotone(now, period);
        if (!orbit.closes()) continue;
        if (is_at_edge(orbit)) orbit = newton_.close(orbit.start, period, OrbitNewton::Finish::exhausted);
        if (with_offsets && (is_at_edge(orbit) || has_offsets(orbit))) orbit = with_offsets_of(now, orbit, period);
        if (is_at_edge(orbit)) orbit = within_edges(orbit, period);
        if (!with_offsets && is_at_edge(orbit)) orbit = within_edges(with_offsets_of(now, orbit, period), period);
        return {.orbit = std::move(orbit)};
    }
    return {.reason = "no periodic motion was found after " + std::to_string(followed) + " load periods"};
}

/// Follows the motion until Newton's method takes the offsets where the motion itself would.
Orbit OrbitSearch::with_offsets_of(const Configuration& start, const Orbit& known, double period) const {
    constexpr int most_periods = 3000;
    Configuration now = start;
    for (int i = 0; i < std::min(most_periods, most_periods_); ++i) {
        const MappedState m = map_.map(now, period, PeriodMap::Derivative::without);
        if (!m.is_complete) return known;
        const double step = distance(m.end, now);
        now = m.end;
        if (step <= settled * known.size) break;
    }
    const Orbit settled_orbit = newton_.close(now, period, OrbitNewton::Finish::exhausted);
    return settled_orbit.closes() ? settled_orbit : known;
}

/// Where no contact has slipped for a period the map is linear, and what is left of the start may never die out: the
/// periodic motion is the forced one.
std::optional<Orbit> OrbitSearch::held(const MappedState& m, double period) const {
    const bool slips = std::ranges::any_of(m.contacts, [](const ContactHistory& h) { return h.has_slid(); });
    if (slips) return std::nullopt;
    Orbit orbit = newton_.close(m.end, period);
    const bool does_slip =
        std::ranges::any_of(orbit.mapped.contacts, [](const ContactHistory& h) { return h.has_slid(); });
    if (!orbit.closes() || does_slip) return std::nullopt;
    // Contacts that open and close make the map more than linear: such an orbit may be unstable.
    if (map_.library().structure.has_normal_springs && !is_stable(orbit, false)) return std::nullopt;
    return orbit;
}

/// The same orbit over the fewest load periods in which it closes: a motion that comes to it from alternate sides is
/// nearer to where it was two periods before than to where it was one period before.
Orbit OrbitSearch::shortest(const Orbit& orbit, double period, int& periods) const {
    for (int n = 1; n < periods; ++n) {
        if (periods % n != 0) continue;
        Orbit part = newton_.close(orbit.start, n * period);
        if (!part.closes() || distance(part.start, orbit.start) > settled * orbit.size) continue;
        periods = n;
        return part;
    }
    return orbit;
}

/// The orbit of fewest periods next to the last of the sections, if there is one that is stable.
std::optional<Orbit> OrbitSearch::returning(const std::vector<Configuration>& sections, double period,
                                            int& periods) const {
    const Configuration& last = sections.back();
    constexpr int most_attempts = 3;
    const double scale = size(last);
    int attempts = 0;
    for (int n = 1; n <= most_load_periods && n < int(sections.size()) && attempts < most_attempts; ++n) {
        const Configuration& earlier = sections[sections.size() - 1 - std::size_t(n)];
        if (distance(last, earlier) > near_return * scale) continue;
        ++attempts;
        Orbit orbit = newton_.close(last, n * period);
        if (!orbit.closes() || distance(orbit.start, last) > same_motion * std::max(scale, orbit.size)) continue;
        if (!is_stable(orbit, false)) continue;
        periods = n;
        return shortest(orbit, period, periods);
    }
    return std::nullopt;
}

/// The largest Lyapunov exponent: the mean of ln|DΦ·δ| along the motion, with the error of that mean over blocks.
std::optional<Growth> OrbitSearch::growth_from(Configuration now, double period) const {
    constexpr int blocks = 20;
    constexpr int periods_per_block = 30;
    constexpr int forgotten = 5;  // blocks until a direction has turned to the one that grows most
    MatrixXd direction = energy_.state(VectorXd::Ones(energy_.size()).normalized());
    double sum = 0.0;
    double squares = 0.0;
    for (int block = -forgotten; block < blocks; ++block) {
        double grown = 0.0;
        for (int i = 0; i < periods_per_block; ++i) {
            const MappedState m = map_.map(now, period, direction);
            const double length = m.is_complete ? energy_.of(m.derivative).norm() : 0.0;
            if (!(length > 0.0)) return std::nullopt;
            now = m.end;
            direction = m.derivative / length;
            grown += std::log(length);
        }
        if (block < 0) continue;
        const double rate = grown / (periods_per_block * period);
        sum += rate;
        squares += rate * rate;
    }
    const double mean = sum / blocks;
    return Growth{mean, std::sqrt(std::max(squares / blocks - mean * mean, 0.0) / (blocks - 1))};
}

FoundOrbit OrbitSearch::recurrent(const Configuration& start, double period) const {
    Configuration now = start;
    std::vector<Configuration> sections;
    int next_look = 16;
    for (int i = 1; i <= most_periods_; ++i) {
        const MappedState m = map_.map(now, period, PeriodMap::Derivative::without);
        if (!m.is_complete) return {.reason = too_many_events()};
        now = m.end;
        sections.push_back(now);
        if (i < next_look) continue;
        next_look = i + std::max(16, i / 4);
        FoundOrbit found;
        found.orbit = returning(sections, period, found.load_periods);
        if (found.orbit) return found;
        if (found.orbit = held(m, period); found.orbit) return found;
        if (sections.size() > 4 * most_load_periods)
            sections.erase(sections.begin(), sections.end() - most_load_periods - 1);
    }
    constexpr double significance = 4.0;       // standard errors
    constexpr int periods_of_a_stretch = 256;  // over which means are taken
    FoundOrbit found;
    found.reason = "the motion did not repeat within " + std::to_string(most_periods_) + " load periods";
    const std::optional<Growth> growth = growth_from(now, period);
    if (!growth || growth->exponent <= significance * growth->standard_error) {
        found.reason += ", and neighbouring motions do not part: it may repeat later, or have two periods at once";
        return found;
    }
    found.growth = growth;
    found.load_periods = periods_of_a_stretch;
    found.orbit = Orbit{now, periods_of_a_stretch * period,
                        map_.map(now, periods_of_a_stretch * period, PeriodMap::Derivative::without)};
    return found;
}

FoundOrbit OrbitSearch::equilibrium(const Configuration& start, double natural_period) const {
    if (!map_.library().structure.has_normal_springs) return monotone(start, natural_period, false);
    FoundOrbit found;
    Orbit orbit = newton_.close(start, natural_period);
    if (orbit.closes()) found.orbit = std::move(orbit);
    return found;
}

FoundOrbit OrbitSearch::sliding_equilibrium(double natural_period) const {
    PhaseLibrary& library = map_.library();
    const DenseStructure& s = library.structure;
    Configuration rest{{}, VectorXd::Zero(s.size), VectorXd::Zero(s.size), VectorXd::Zero(s.contacts()), {}};
    for (int j = 0; j < s.contacts(); ++j) {
        const double v = s.surface_velocity[j];
        if (!s.is_frictionless(j) && (v == 0.0 || !s.is_compliant(j))) return {};
        rest.contacts.push_back({ContactPhase::slide, s.is_frictionless(j) ? 0 : (v > 0.0 ? -1 : 1)});
    }
    const LocalSignals local = library.signals.from({});
    const std::vector<ContactState> sliding = rest.contacts;
    for (int round = 0; round <= 2 * s.contacts(); ++round) {
        VectorXd force = local.forces.col(constant_column);
        for (int j = 0; j < s.contacts(); ++j) {
            const auto& [phase, direction] = rest.contacts[std::size_t(j)];
            if (phase == ContactPhase::open) continue;
            force +=
                s.preload[j] * s.normals.col(j) - direction * s.friction_factor[j] * s.preload[j] * s.directions.col(j);
        }
        rest.position = library.flow(rest.contacts).held_springs().fullPivLu().solve(force);
        bool is_settled = true;
        for (int j = 0; j < s.contacts(); ++j) {
            if (!s.is_compliant(j)) continue;
            ContactState& state = rest.contacts[std::size_t(j)];
            const bool is_open = s.normal_force(j, rest.position) < 0.0;
            is_settled = is_settled && is_open == (state.phase == ContactPhase::open);
            state = is_open ? ContactState{ContactPhase::open, 0} : sliding[std::size_t(j)];
        }
        if (!is_settled) continue;
        for (int j = 0; j < s.contacts(); ++j) {
            if (!s.is_elastic(j) || !s.is_compliant(j)) continue;
            const double bound = s.friction_factor[j] * std::max(s.normal_force(j, rest.position), 0.0);
            rest.deflection[j] = rest.contacts[std::size_t(j)].direction * bound / s.contact_stiffness[j];
        }
        return equilibrium(rest, natural_period);
    }
    return {};
}

FoundOrbit OrbitSearch::autonomous(const Configuration& start, double natural_period) const {
    constexpr double first_look = 20.0;  // natural periods
    EventSections seen(map_.library().structure);
    March march(map_.library(), start, March::Contacts::unknown, seen);
    const double longest = most_periods_ * natural_period;
    for (double until = first_look * natural_period; until <= longest; until *= 1.5) {
        const std::size_t events = march.events();
        march.run({until, 0.0});
        if (march.events() == events) {
            FoundOrbit rest = equilibrium(march.now(), natural_period);
            if (rest.orbit && is_stable(*rest.orbit, false)) {
                rest.is_equilibrium = true;
                return rest;
            }
            continue;
        }
        if (seen.sections.size() < 3) continue;
        const std::size_t newest = seen.sections.size() - 2;  // the last phase is not complete
        const EventSections::Section& last = seen.sections[newest];
        const double scale = size(last.at);
        for (std::size_t k = newest; k-- > 0;) {
            const EventSections::Section& earlier = seen.sections[k];
            if (earlier.event.contact != last.event.contact || earlier.event.kind != last.event.kind ||
                earlier.event.direction != last.event.direction) {
                continue;
            }
            if (distance(earlier.at, last.at) > near_return * scale) continue;
            Orbit orbit = newton_.close_cycle(last.at, last.time - earlier.time);
            if (!orbit.closes() || distance(orbit.start, last.at) > same_motion * std::max(scale, orbit.size)) break;
            if (!is_stable(orbit, true)) break;
            FoundOrbit found{.orbit = std::move(orbit)};
            found.is_cycle = true;
            return found;
        }
    }
    return {.reason = "no motion that repeats was found within " + std::to_string(most_periods_) + " natural periods"};
}

}  // namespace stickslip::structure
