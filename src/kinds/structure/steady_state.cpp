#include "stickslip/structure/steady_state.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "cycle_report.hpp"
#include "model/bounds.hpp"
#include "orbit_search.hpp"
#include "resonance.hpp"
#include "stickslip/structure/case.hpp"
#include "vectors.hpp"

namespace stickslip::structure {
namespace {

Load all_harmonics(const Structure& structure) {
    Load all;
    const auto refuse_record = [](const std::string& what) {
        throw std::invalid_argument(what + " is a record: a steady state needs loads that repeat for ever");
    };
    for (std::size_t i = 0; i < structure.loads.size(); ++i) {
        const Load& load = structure.loads[i].load;
        if (load.record) refuse_record("load " + std::to_string(i + 1));
        for (const Harmonic& h : load.harmonics) {
            if (h.amplitude != 0.0) all.harmonics.push_back(h);
        }
    }
    for (std::size_t j = 0; j < structure.contacts.size(); ++j) {
        const auto& normal = structure.contacts[j].normal;
        if (!normal) continue;
        if (normal->record) refuse_record("the normal force of contact " + contact_name(structure, j));
        if (normal->ratio != 0.0) all.harmonics.push_back({normal->ratio, normal->frequency, normal->phase});
    }
    return all;
}

/// Why a load period is too long to be followed; empty where it is not. Between two events, and where there are none,
/// the motion is searched in pieces of its own periods, so that the cost grows with their number:
///     T·ω₁/2π ≤ 10⁵, ω₁ the lowest natural frequency above 0.
/// ω₁² is at most the least K_ii/M_ii, which spares most structures the search for ω₁.
std::string why_too_slow(const Structure& structure, double period) {
    constexpr double most_periods = 1e5;
    const double most_rate = 2.0 * std::numbers::pi * most_periods / period;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < structure.mass.rows; ++i) {
        least = std::min(least, structure.stiffness(i, i) / structure.mass(i, i));
    }
    if (!(least > most_rate * most_rate)) return "";
    const std::vector<double> rates = natural_frequencies(structure.mass, structure.stiffness);
    const auto lowest = std::ranges::find_if(rates, [](double w) { return w > 0.0; });
    if (lowest == rates.end() || *lowest <= most_rate) return "";
    return "the load is too slow: its period is " + shortest(std::round(period * *lowest / (2.0 * std::numbers::pi))) +
           " natural periods, and at most " + shortest(most_periods) + " are followed";
}

/// Whether motions never part: equal bounds, and normal forces that do not depend on the motion.
bool is_monotone(const DenseStructure& s) {
    if (s.has_normal_springs) return false;
    for (int j = 0; j < s.contacts(); ++j) {
        if (s.is_stiction(j)) return false;
    }
    return true;
}

/// m ← m + factor·n·nᵀ.
void add_product(double factor, const std::vector<double>& n, Matrix& m) {
    for (std::size_t i = 0; i < n.size(); ++i) {
        for (std::size_t j = 0; j < n.size(); ++j) m(i, j) += factor * (n[i] * n[j]);
    }
}

class SteadySearch {
public:
    SteadySearch(const Structure& structure, const SteadyOptions& options)
        : structure_(structure),
          options_(options),
          library_(std::make_shared<PhaseLibrary>(
              structure, options.seed && options.seed->cycle ? options.seed->cycle->library.get() : nullptr)),
          search_(*library_, options.most_periods, options.most_events),
          period_(load_period(structure)) {}

    [[nodiscard]] StructureSteadyState from(const StructureState& start) const {
        StructureSteadyState answer;
        if (!library_->structure.has_normal_springs && outgrows_friction(structure_)) {
            answer.regime = Regime::unbounded;
            answer.reason = "a load feeds more into a motion without damping than friction takes out";
            return answer;
        }
        if (period_) answer.reason = why_too_slow(structure_, *period_);
        if (!answer.reason.empty()) return answer;
        const DenseStructure& s = library_->structure;
        Configuration from{{},
                           as_vector(start.position, s.size),
                           as_vector(start.velocity, s.size),
                           as_vector(start.contact_deflection, s.contacts()),
                           {}};
        if (options_.seed && options_.seed->cycle) from = seeded();
        FoundOrbit found = find(from);
        if (!found.orbit && has_own_period()) {
            const std::string reason = std::move(found.reason);
            found = balance();
            found.reason = reason;
        }
        if (!found.orbit) {
            answer.reason = found.reason;
            return answer;
        }
        return report_cycle(structure_, library_, search_, found);
    }

    /// The equilibrium in which all contacts slide, stable or not; without a cycle where there is none.
    [[nodiscard]] StructureSteadyState equilibrium() const {
        const FoundOrbit found = has_own_period() ? balance() : FoundOrbit{};
        return found.orbit ? report_cycle(structure_, library_, search_, found) : StructureSteadyState{};
    }

    [[nodiscard]] bool can_coexist() const { return !is_monotone(library_->structure); }

private:
    [[nodiscard]] bool has_own_period() const { return library_->structure.has_normal_springs && !period_; }

    [[nodiscard]] FoundOrbit balance() const {
        FoundOrbit found = search_.sliding_equilibrium(natural_period());
        found.is_equilibrium = true;
        return found;
    }

    [[nodiscard]] FoundOrbit find(const Configuration& from) const {
        if (is_monotone(library_->structure)) {
            FoundOrbit found = search_.monotone(from, period_.value_or(natural_period()), options_.with_offsets);
            found.is_equilibrium = !period_;
            return found;
        }
        return period_ ? search_.recurrent(from, *period_) : search_.autonomous(from, natural_period());
    }

    /// The slowest natural period of the structure without its contacts, but for springs in normal directions [s].
    [[nodiscard]] double natural_period() const {
        Matrix stiffness = structure_.stiffness;
        for (const Contact& c : structure_.contacts) {
            if (c.normal_spring) add_product(c.normal_spring->stiffness, c.normal_spring->direction, stiffness);
        }
        for (const double w : natural_frequencies(structure_.mass, stiffness)) {
            if (w > 0.0) return 2.0 * std::numbers::pi / w;
        }
        return 1.0;
    }

    [[nodiscard]] Configuration seeded() const {
        const StructurePhase& first = options_.seed->cycle->phases.front();
        return {{}, as_vector(first.position), as_vector(first.velocity), as_vector(first.deflection), first.contacts};
    }

    const Structure& structure_;
    const SteadyOptions& options_;
    std::shared_ptr<PhaseLibrary> library_;
    OrbitSearch search_;
    std::optional<double> period_;
};

bool is_same(const std::vector<double>& a, const std::vector<double>& b) {
    constexpr double same = 1e-6;
    double size = 0.0;
    for (const double value : a) size = std::max(size, std::abs(value));
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (std::abs(a[i] - b[i]) > same * size) return false;
    }
    return a.size() == b.size();
}

/// Rest, and far out on both sides.
std::vector<StructureState> other_starts(const StructureSteadyState& answer) {
    constexpr double far = 3.0;  // of the amplitude
    std::vector<StructureState> starts;
    for (const double factor : {0.0, far, -far}) {
        StructureState start;
        for (const double a : answer.amplitude) start.position.push_back(factor * a);
        start.velocity.assign(answer.amplitude.size(), 0.0);
        starts.push_back(std::move(start));
    }
    return starts;
}

/// Adds a motion that is none of those known.
void add_motion(const StructureSteadyState& other, StructureState start, StructureSteadyState& answer) {
    const auto matches = [&](const auto& known) {
        if (known.regime != other.regime) return false;
        if (other.regime == Regime::chaotic) return true;  // what is told of it are means, which never agree
        return known.load_periods == other.load_periods && is_same(known.amplitude, other.amplitude);
    };
    const bool is_known = matches(answer) || std::any_of(answer.coexists.begin(), answer.coexists.end(), matches);
    if (is_known || !other.cycle) return;
    CoexistingMotion motion{other.regime, other.load_periods, other.amplitude, {}, other.multiplier, std::move(start)};
    for (const ContactCycle& contact : other.contacts) motion.stops_per_cycle.push_back(contact.stops_per_cycle);
    answer.coexists.push_back(std::move(motion));
}

void add_coexisting(const SteadySearch& search, StructureSteadyState& answer) {
    for (const StructureState& start : other_starts(answer)) add_motion(search.from(start), start, answer);
    const StructureSteadyState balance = search.equilibrium();
    if (!balance.cycle) return;
    const StructurePhase& there = balance.cycle->phases.front();
    add_motion(balance, {there.position, there.velocity, there.deflection}, answer);
}

}  // namespace

std::optional<double> load_period(const Structure& structure) {
    const Load all = all_harmonics(structure);
    if (all.harmonics.empty()) return std::nullopt;
    const std::optional<double> period = all.period();
    if (!period) {
        throw std::invalid_argument(
            "the frequencies of loads and normal forces have no common period below 1000 periods of the slowest one: "
            "the motion never repeats, and there is no steady state");
    }
    return period;
}

StructureSteadyState steady_state(const Structure& structure, const StructureState& start,
                                  const SteadyOptions& options) {
    validate(structure);
    validate(structure, start);
    const SteadySearch search(structure, options);
    StructureSteadyState answer = search.from(start);
    if (options.with_coexisting && search.can_coexist() && answer.cycle) add_coexisting(search, answer);
    return answer;
}

}  // namespace stickslip::structure
