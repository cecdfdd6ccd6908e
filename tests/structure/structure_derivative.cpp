#include "structure_derivative.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>

namespace stickslip::structure {
namespace {

double uniform(std::mt19937& random, double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
}
std::size_t below(std::mt19937& random, std::size_t count) {
    return std::min(static_cast<std::size_t>(uniform(random, 0.0, double(count))), count - 1);
}

void add(std::vector<double>& to, const std::vector<double>& rate, double by) {
    if (to.empty() && !rate.empty()) to.assign(rate.size(), 0.0);
    for (std::size_t i = 0; i < rate.size(); ++i) to[i] += by * rate[i];
}

/// Numbers in groups that are measured together: those of one unit.
using Groups = std::vector<std::vector<double>>;

/// The numbers of a neighbour; nothing where what happens there is something else.
using Look = std::function<std::optional<Groups>(const RandomProblem&)>;

constexpr double wanted = 1e-9;     ///< what derivatives must agree to
constexpr double resolved = 1e-10;  ///< what differences must agree to among themselves

/// Differences of the eighth order, and how far they are from those of the sixth.
struct Differences {
    Groups value;
    double doubt = 0.0;
};

double largest(const std::vector<double>& group) {
    double found = 0.0;
    for (const double x : group) found = std::max(found, std::abs(x));
    return found;
}

std::optional<Differences> differences(const RandomProblem& p, const StructureRate& rate, double h, const Look& look,
                                       const std::vector<double>& floors) {
    constexpr double eighth[] = {4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0};
    constexpr double sixth[] = {3.0 / 4.0, -3.0 / 20.0, 1.0 / 60.0, 0.0};
    Groups a, b;
    for (int i = 4; i >= 1; --i) {  // the furthest first: they show most often that the order changes
        const auto up = look(moved(p, rate, i * h));
        if (!up) return std::nullopt;
        const auto down = look(moved(p, rate, -i * h));
        if (!down) return std::nullopt;
        if (a.empty()) {
            a = *up;
            for (auto& group : a) std::fill(group.begin(), group.end(), 0.0);
            b = a;
        }
        for (std::size_t g = 0; g < a.size(); ++g) {
            for (std::size_t k = 0; k < a[g].size(); ++k) {
                const double change = ((*up)[g][k] - (*down)[g][k]) / h;
                a[g][k] += eighth[i - 1] * change;
                b[g][k] += sixth[i - 1] * change;
            }
        }
    }
    Differences found{a, 0.0};
    for (std::size_t g = 0; g < a.size(); ++g) {
        const double scale = std::max(largest(a[g]), floors[g]);
        for (std::size_t k = 0; k < a[g].size(); ++k) {
            if (scale > 0.0) found.doubt = std::max(found.doubt, std::abs(a[g][k] - b[g][k]) / scale);
        }
    }
    return found;
}

RateVerdict judge(const RandomProblem& p, const StructureRate& rate, const Groups& found, const Look& look,
                  const std::vector<double>& floors, const std::vector<std::string>& names) {
    for (const auto& group : found) {
        if (std::any_of(group.begin(), group.end(), [](double x) { return !std::isfinite(x); })) {
            return {"the derivative does not exist", 0.0, {}};
        }
    }
    std::optional<Differences> best;
    double h = 0.0;
    for (const double size : {3e-2, 1e-2, 3e-3, 1e-3, 3e-4}) {  // the largest that will do has the least rounding
        h = std::exp2(std::round(std::log2(size)));
        best = differences(p, rate, h, look, floors);
        if (best && best->doubt <= resolved) break;
    }
    if (!best) return {"the order of events changes within the stencil", 0.0, {}};
    if (!(best->doubt <= resolved)) return {"differences do not resolve it", 0.0, {}};
    RateVerdict verdict;
    for (std::size_t g = 0; g < found.size(); ++g) {
        const double scale = std::max(largest(best->value[g]), floors[g]);
        for (std::size_t k = 0; k < found[g].size(); ++k) {
            const double error = std::abs(found[g][k] - best->value[g][k]) / scale;
            if (scale == 0.0 || error <= verdict.error) continue;
            verdict.error = error;
            std::ostringstream text;
            text.precision(17);
            text << names[g] << " " << k + 1 << ": " << found[g][k] << " instead of " << best->value[g][k];
            verdict.where = text.str();
        }
    }
    if (verdict.error <= wanted) return verdict;
    // Which is off, the derivative or the difference? The rounding of a difference is another one with another step.
    constexpr double other_step = 0.7;
    constexpr double share = 0.25;
    const auto other = differences(p, rate, other_step * h, look, floors);
    for (std::size_t g = 0; other && g < found.size(); ++g) {
        const double scale = std::max(largest(best->value[g]), floors[g]);
        for (std::size_t k = 0; k < found[g].size(); ++k) {
            if (std::abs(other->value[g][k] - best->value[g][k]) <= share * verdict.error * scale) continue;
            return {"differences do not resolve it", 0.0, {}};
        }
    }
    return verdict;
}

bool have_same_order(const std::vector<ContactEvent>& a, const std::vector<ContactEvent>& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i].contact != b[i].contact || a[i].kind != b[i].kind || a[i].direction != b[i].direction) return false;
    }
    return true;
}

}  // namespace

RandomProblem moved(RandomProblem p, const StructureRate& r, double by) {
    Structure& s = p.structure;
    add(s.mass.values, r.mass.values, by);
    add(s.damping.values, r.damping.values, by);
    add(s.stiffness.values, r.stiffness.values, by);
    for (std::size_t j = 0; j < r.contacts.size(); ++j) {
        Contact& c = s.contacts[j];
        const ContactRate& rate = r.contacts[j];
        add(c.direction, rate.direction, by);
        c.bound += by * rate.bound;
        if (c.static_bound) *c.static_bound += by * rate.static_bound;
        if (c.stiffness) *c.stiffness += by * rate.stiffness;
        c.surface_velocity += by * rate.surface_velocity;
        if (!c.normal) continue;
        c.normal->mean += by * rate.normal_mean;
        c.normal->ratio += by * rate.normal_ratio;
        c.normal->frequency = c.normal->frequency.value() + by * rate.normal_frequency;
        c.normal->phase += by * rate.normal_phase;
    }
    for (std::size_t i = 0; i < r.loads.size(); ++i) {
        add(s.loads[i].direction, r.loads[i].direction, by);
        Load& load = s.loads[i].load;
        load.constant += by * r.loads[i].load.constant;
        for (std::size_t k = 0; k < r.loads[i].load.harmonics.size(); ++k) {
            const HarmonicRate& h = r.loads[i].load.harmonics[k];
            load.harmonics[k].amplitude += by * h.amplitude;
            load.harmonics[k].frequency = load.harmonics[k].frequency.value() + by * h.frequency;
            load.harmonics[k].phase += by * h.phase;
        }
    }
    add(p.start.position, r.start.position, by);
    add(p.start.velocity, r.start.velocity, by);
    add(p.start.contact_deflection, r.start.contact_deflection, by);
    return p;
}

ChosenRate random_rate(const RandomProblem& p, std::mt19937& random) {
    const Structure& s = p.structure;
    const std::size_t n = s.size();
    ChosenRate chosen;
    StructureRate& r = chosen.rate;
    const auto unit = [&](std::size_t size) {
        std::vector<double> list(size, 0.0);
        list[below(random, size)] = 1.0;
        return list;
    };
    const auto symmetric = [&](const Matrix& m) {  // a stiffness between two, or to the ground
        Matrix change = Matrix::zero(n, n);
        const std::size_t i = below(random, n);
        change(i, i) = 1.0;
        if (i > 0 && m(i, i - 1) != 0.0) {
            change(i - 1, i - 1) = 1.0;
            change(i, i - 1) = change(i - 1, i) = -1.0;
        }
        return change;
    };
    for (;;) {
        const std::size_t j = below(random, s.contacts.size());
        const Contact& c = s.contacts[j];
        r.contacts.assign(s.contacts.size(), {});
        r.loads.assign(s.loads.size(), {});
        for (std::size_t i = 0; i < s.loads.size(); ++i) r.loads[i].load.harmonics.resize(1);
        ContactRate& contact = r.contacts[j];
        HarmonicRate& h = r.loads[below(random, s.loads.size())].load.harmonics.front();
        switch (below(random, 16)) {
            case 0:
                r.mass = Matrix::zero(n, n);
                r.mass.values[below(random, n) * (n + 1)] = 1.0;
                return chosen.what = "mass", chosen;
            case 1: return r.damping = symmetric(s.damping), chosen.what = "damping", chosen;
            case 2: return r.stiffness = symmetric(s.stiffness), chosen.what = "stiffness", chosen;
            case 3:
                contact.bound = 1.0;
                contact.static_bound = c.static_bound ? 0.0 : 1.0;
                return chosen.what = "bound", chosen;
            case 4:
                if (!c.static_bound) break;
                return contact.static_bound = 1.0, chosen.what = "static bound", chosen;
            case 5:
                if (!c.stiffness) break;
                return contact.stiffness = 1.0, chosen.what = "contact stiffness", chosen;
            case 6:
                if (c.surface_velocity == 0.0) break;
                return contact.surface_velocity = 1.0, chosen.what = "surface velocity", chosen;
            case 7:
                if (!c.normal) break;
                return contact.normal_ratio = 1.0, chosen.what = "normal ratio", chosen;
            case 8:
                if (!c.normal) break;
                return contact.normal_frequency = 1.0, chosen.what = "normal frequency", chosen;
            case 9:
                if (!c.normal) break;
                return contact.normal_phase = 1.0, chosen.what = "normal phase", chosen;
            case 10: return h.amplitude = 1.0, chosen.what = "load amplitude", chosen;
            case 11: return h.frequency = 1.0, chosen.what = "load frequency", chosen;
            case 12: return h.phase = 1.0, chosen.what = "load phase", chosen;
            case 13: return r.start.position = unit(n), chosen.what = "start position", chosen;
            case 14:
                r.start.velocity = unit(n);
                for (std::size_t i = 0; i < n; ++i) {
                    if (r.start.velocity[i] != 0.0 && p.start.velocity[i] == 0.0) r.start.velocity[i] = 0.0;
                }
                if (*std::max_element(r.start.velocity.begin(), r.start.velocity.end()) == 0.0) break;
                return chosen.what = "start velocity", chosen;
            default:
                contact.direction.assign(n, 0.0);
                for (std::size_t i = 0; i < n; ++i) {
                    if (c.direction[i] == 1.0) contact.direction[i] = 1.0;
                }
                return chosen.what = "contact direction", chosen;
        }
        r = {};
    }
}

void give_one_frequency(Structure& s) {
    const AngularFrequency w = s.loads.front().load.harmonics.front().frequency;
    for (DirectedLoad& load : s.loads) load.load.harmonics.front().frequency = w;
    for (Contact& c : s.contacts) {
        if (c.normal) c.normal->frequency = w;
    }
}

void move_frequencies_together(const Structure& s, StructureRate& r) {
    double change = 0.0;
    for (const DirectedLoadRate& load : r.loads) {
        for (const HarmonicRate& h : load.load.harmonics) change = std::max(change, h.frequency);
    }
    for (const ContactRate& c : r.contacts) change = std::max(change, c.normal_frequency);
    for (DirectedLoadRate& load : r.loads) {
        for (HarmonicRate& h : load.load.harmonics) h.frequency = change;
    }
    for (std::size_t j = 0; j < r.contacts.size(); ++j) {
        if (s.contacts[j].normal) r.contacts[j].normal_frequency = change;
    }
}

RateVerdict judge_motion(const RandomProblem& p, const StructureRate& rate, double end_time) {
    const StructureTrajectory motion = simulate(p.structure, p.start, end_time);
    const StructureDerivative d = motion_derivatives(motion, std::span(&rate, 1)).front();
    const Look look = [&](const RandomProblem& other) -> std::optional<Groups> {
        try {
            const StructureTrajectory next = simulate(other.structure, other.start, end_time);
            if (!have_same_order(motion.events, next.events)) return std::nullopt;
            const StructureSample at = next.at(end_time);
            Groups groups{at.position, at.velocity, {}};
            for (const ContactEvent& e : next.events) groups[2].push_back(e.time);
            return groups;
        } catch (const std::invalid_argument&) {
            return std::nullopt;  // a bound below zero, an order of bounds, a matrix that is not definite
        }
    };
    const StructurePeaks peak = peaks(motion);
    constexpr double vanishing = 1e-3;  // a number that vanishes is judged against this share of what has its unit
    const std::vector<double> floors{vanishing * largest(peak.position), vanishing * largest(peak.velocity),
                                     vanishing * end_time};
    return judge(p, rate, {d.final.position, d.final.velocity, d.event_times}, look, floors, {"x", "v", "event"});
}

RateVerdict judge_cycle(const RandomProblem& p, const StructureRate& rate) {
    const SteadyOptions options{.with_coexisting = false};
    const StructureSteadyState state = steady_state(p.structure, p.start, options);
    if (!state.period || state.regime == Regime::chaotic) return {"there is no periodic motion", 0.0, {}};
    const StructureSteadyDerivative d = steady_derivatives(state, std::span(&rate, 1)).front();
    const auto losses = [](const StructureSteadyState& s) {
        std::vector<double> all{s.damping_loss};
        for (const ContactCycle& c : s.contacts) all.push_back(c.dissipated);
        return all;
    };
    const Look look = [&](const RandomProblem& other) -> std::optional<Groups> {
        try {
            const StructureSteadyState next = steady_state(other.structure, other.start, options);
            if (!next.period || next.cycle->events.size() != state.cycle->events.size()) return std::nullopt;
            // A limit cycle is told from where the search came upon it.
            const bool has_phase = !state.is_limit_cycle;
            if (has_phase && !have_same_order(state.cycle->events, next.cycle->events)) return std::nullopt;
            return Groups{next.amplitude, losses(next), {*next.period}};
        } catch (const std::invalid_argument&) {
            return std::nullopt;
        }
    };
    std::vector<double> of_losses{d.damping_loss};
    of_losses.insert(of_losses.end(), d.dissipated.begin(), d.dissipated.end());
    constexpr double vanishing = 1e-3;
    const std::vector<double> floors{vanishing * largest(state.amplitude), vanishing * largest(losses(state)),
                                     vanishing};
    return judge(p, rate, {d.amplitude, of_losses, {d.period}}, look, floors, {"amplitude", "loss", "period"});
}

}  // namespace stickslip::structure
