#include "case_family.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>

#include "model/bounds.hpp"
#include "model/case_reader.hpp"

namespace stickslip::identifying {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool is_near(double a, double b) {
    constexpr double digits = 1e-11;  // of what derivatives of ratios keep
    return std::abs(a - b) <= digits * (1.0 + std::abs(a) + std::abs(b));
}

bool is_near(const Problem& a, const Case& b) {
    const Oscillator& o = a.oscillator;
    const Oscillator& p = b.oscillator;
    bool same = is_near(o.mass, p.mass) && is_near(o.damping, p.damping) && is_near(o.stiffness, p.stiffness) &&
                is_near(o.equilibrium, p.equilibrium) && is_near(o.friction_bound, p.friction_bound) &&
                is_near(o.holding_bound(), p.holding_bound()) && is_near(o.belt_velocity, p.belt_velocity) &&
                is_near(a.load.constant, b.load.constant) && is_near(a.start.position, b.start.position) &&
                is_near(a.start.velocity, b.start.velocity) && a.load.harmonics.size() == b.load.harmonics.size() &&
                (a.load.record != nullptr) == (b.load.record != nullptr);
    if (!same) return false;
    for (std::size_t i = 0; i < a.load.harmonics.size(); ++i) {
        const Harmonic& h = a.load.harmonics[i];
        const Harmonic& g = b.load.harmonics[i];
        same = same && is_near(h.amplitude, g.amplitude) && is_near(h.phase, g.phase) &&
               is_near(h.frequency.value(), g.frequency.value());
    }
    if (!same || !a.load.record) return same;
    for (std::size_t i = 0; i < a.load.record->segments.size(); ++i) {
        for (std::size_t k = 0; k < 4; ++k) {
            same = same && is_near(a.load.record->segments[i][k], b.load.record->segments[i][k]);
        }
    }
    return same;
}

void move_record(Load& load, const Record& rate, double by) {
    Record moved = *load.record;
    for (std::size_t i = 0; i < moved.segments.size(); ++i) {
        for (std::size_t k = 0; k < moved.segments[i].size(); ++k) moved.segments[i][k] += by * rate.segments[i][k];
    }
    for (std::size_t k = 0; k < moved.after.size(); ++k) moved.after[k] += by * rate.after[k];
    load.record = std::make_shared<const Record>(std::move(moved));
}

bool can_be_read(const CaseDocument& document, const std::string& key, double value) {
    try {
        static_cast<void>(document.with_value(key, value).read());
        return true;
    } catch (const CaseError&) {
        return false;
    }
}

bool is_friction_only(const ProblemRate& r) {
    return (r.friction_bound != 0.0 || r.holding_bound != 0.0) && r.mass == 0.0 && r.stiffness == 0.0 &&
           r.damping == 0.0 && r.constant == 0.0 && r.harmonics.empty();
}

/// A case that says "no friction" gets some where friction is looked for.
CaseDocument with_friction_law(const CaseDocument& document, std::span<const FittedKey> keys) {
    const bool is_wanted = std::ranges::any_of(keys, [](const FittedKey& k) { return k.key == "friction.bound"; });
    const CaseTables tables = document.tables();
    if (!is_wanted || !tables.in.has("friction.law") || tables.in.text("friction.law") != "none") return document;
    const CaseDocument found = document.with_text("friction.law", "coulomb");
    return tables.in.has("friction.bound") ? found : found.with_value("friction.bound", 0.0);
}

bool changes_nothing(const ProblemRate& r) {
    const auto is_zero = [](const HarmonicRate& h) {
        return h.amplitude == 0.0 && h.frequency == 0.0 && h.phase == 0.0;
    };
    return r.mass == 0.0 && r.damping == 0.0 && r.stiffness == 0.0 && r.equilibrium == 0.0 && r.friction_bound == 0.0 &&
           r.holding_bound == 0.0 && r.belt_velocity == 0.0 && r.constant == 0.0 && !r.record &&
           r.start.position == 0.0 && r.start.velocity == 0.0 && std::ranges::all_of(r.harmonics, is_zero);
}

}  // namespace

CaseFamily::CaseFamily(const CaseDocument& given, std::span<const FittedKey> keys)
    : document_{with_friction_law(given, keys)} {
    const CaseDocument& document = document_.front();
    here_ = document.read();
    if (!here_.oscillator.has_closed_form()) {
        throw std::invalid_argument(document.name() +
                                    ": numbers are identified for Coulomb or static-kinetic friction and a linear "
                                    "spring; this case has another law or spring");
    }
    if (here_.oscillator.has_varying_normal()) {
        throw std::invalid_argument(document.name() + ": numbers are identified under a constant normal force");
    }
    for (const FittedKey& key : keys) add(key);
    // A start that the case leaves out is found as well.
    const CaseTables tables = document.tables();
    const bool is_start_given = tables.in.has("start.position") || tables.in.has("start.velocity");
    for (const char* key : {"start.position", "start.velocity"}) {
        if (!is_start_given && find(key) == size()) add({key, {}, {}});
    }
    is_affine_ = is_read_as_expected();
}

void CaseFamily::add(const FittedKey& fitted) {
    if (fitted.key != sensor_offset) require_case_key(fitted.key, "fit");
    if (find(fitted.key) != size()) throw std::invalid_argument(fitted.key + " stands twice among what is fitted");
    Parameter p{fitted.key, 0.0, fitted.lower.value_or(-infinity), fitted.upper.value_or(infinity),
                fitted.key == sensor_offset};
    if (!(p.lower < p.upper)) {
        throw std::invalid_argument("the bounds of " + p.key + ", " + shortest(p.lower) + " and " + shortest(p.upper) +
                                    ", must leave room between them");
    }
    if (!p.is_offset) {
        rates_.push_back(rate_of(document_.front(), fitted.key));
        p.guess = value_of_key(document_.front(), fitted.key);
        if (changes_nothing(rates_.back())) throw std::invalid_argument(fitted.key + " changes nothing in this case");
        find_bounds(p, fitted);
    } else {
        rates_.emplace_back();
    }
    p.guess = std::clamp(p.guess, p.lower, p.upper);
    parameters_.push_back(std::move(p));
}

/// What a case refuses is out of bounds: negative masses, stiffnesses, dampings, frictions.
void CaseFamily::find_bounds(Parameter& p, const FittedKey& fitted) const {
    const double size = p.guess != 0.0 ? std::abs(p.guess) : 1.0;
    constexpr double least_share = 1e-9;  // of a number that must be positive
    if (p.guess >= 0.0 && !can_be_read(document_.front(), p.key, -size)) {
        const double least = can_be_read(document_.front(), p.key, 0.0) ? 0.0 : least_share * size;
        p.lower = std::max(p.lower, least);
    }
    for (const std::optional<double>& bound : {fitted.lower, fitted.upper}) {
        if (!bound || (*bound >= p.lower && can_be_read(document_.front(), p.key, *bound))) continue;
        if (*bound == 0.0 && p.lower > 0.0) continue;  // 0 means "from nothing on"
        throw std::invalid_argument("the bound " + shortest(*bound) + " of " + p.key +
                                    " is no value that a case may have");
    }
}

std::vector<double> CaseFamily::guess() const {
    std::vector<double> all;
    for (const Parameter& p : parameters_) all.push_back(p.guess);
    return all;
}

std::size_t CaseFamily::find(std::string_view key) const {
    std::size_t i = 0;
    while (i < parameters_.size() && parameters_[i].key != key) ++i;
    return i;
}

bool CaseFamily::changes(double ProblemRate::*number) const {
    return std::ranges::any_of(rates_, [number](const ProblemRate& r) { return r.*number != 0.0; });
}

double CaseFamily::offset(std::span<const double> values) const {
    const std::size_t i = find(sensor_offset);
    return i < size() ? values[i] : 0.0;
}

Problem CaseFamily::at(std::span<const double> values) const {
    if (is_affine_) return moved(values);
    const CaseDocument there = document(values);
    const Case c = there.read();
    Problem p{c.oscillator, c.load, c.start, {}};
    for (const Parameter& parameter : parameters_) {
        p.rates.push_back(parameter.is_offset ? ProblemRate{} : rate_of(there, parameter.key));
    }
    return p;
}

Problem CaseFamily::moved(std::span<const double> values) const {
    Problem p{here_.oscillator, here_.load, here_.start, rates_};
    Oscillator& o = p.oscillator;
    for (std::size_t j = 0; j < parameters_.size(); ++j) {
        const double by = values[j] - parameters_[j].guess;
        if (by == 0.0) continue;
        const ProblemRate& r = rates_[j];
        o.mass += by * r.mass;
        o.damping += by * r.damping;
        o.stiffness += by * r.stiffness;
        o.equilibrium += by * r.equilibrium;
        o.friction_bound += by * r.friction_bound;
        if (o.static_bound) *o.static_bound += by * r.holding_bound;
        o.belt_velocity += by * r.belt_velocity;
        p.load.constant += by * r.constant;
        for (std::size_t i = 0; i < r.harmonics.size(); ++i) {
            Harmonic& h = p.load.harmonics[i];
            h.amplitude += by * r.harmonics[i].amplitude;
            if (r.harmonics[i].frequency != 0.0) h.frequency = h.frequency.value() + by * r.harmonics[i].frequency;
            h.phase += by * r.harmonics[i].phase;
        }
        if (r.record) move_record(p.load, *r.record, by);
        p.start.position += by * r.start.position;
        p.start.velocity += by * r.start.velocity;
    }
    // Rounding must not carry a number below 0, nor static friction below sliding friction.
    o.damping = std::max(o.damping, 0.0);
    o.stiffness = std::max(o.stiffness, 0.0);
    o.friction_bound = std::max(o.friction_bound, 0.0);
    if (o.static_bound) o.static_bound = std::max(*o.static_bound, o.friction_bound);
    return p;
}

/// Two other places, where every open number differs.
bool CaseFamily::is_read_as_expected() const {
    for (const double part : {0.37, -0.21}) {
        std::vector<double> there = guess();
        double share = part;
        for (std::size_t j = 0; j < there.size(); ++j, share *= 0.9) {
            const Parameter& p = parameters_[j];
            const double size = p.guess != 0.0 ? std::abs(p.guess) : 0.1;
            there[j] = std::clamp(there[j] + share * size, p.lower, p.upper);
        }
        try {
            if (!is_near(moved(there), document(there).read())) return false;
        } catch (const CaseError&) {
            continue;  // two numbers that do not go together, static friction below sliding friction
        }
    }
    return true;
}

CaseDocument CaseFamily::document(std::span<const double> values) const {
    CaseDocument d = document_.front();
    for (std::size_t j = 0; j < parameters_.size(); ++j) {
        if (!parameters_[j].is_offset) d = d.with_value(parameters_[j].key, values[j]);
    }
    return d;
}

CaseFamily::Damping CaseFamily::damping(std::span<const double> values) const {
    const Oscillator o = at(values).oscillator;
    const bool has_friction = o.friction_bound > 0.0 || changes(&ProblemRate::friction_bound);
    return {has_friction, o.damping > 0.0 || changes(&ProblemRate::damping),
            has_friction && o.static_bound &&
                (*o.static_bound > o.friction_bound || find("friction.static_bound") != size() ||
                 find("friction.mu_static") != size())};
}

void CaseFamily::open(std::string key, double guess, const ProblemRate& rate) {
    parameters_.push_back({std::move(key), guess, 0.0, infinity, false});
    rates_.push_back(rate);
}

CaseFamily CaseFamily::with(const Damping& wanted, std::span<const double> values) const {
    CaseFamily f;
    const Problem p = at(values);
    f.here_ = here_;
    f.here_.oscillator = p.oscillator;
    f.here_.load = p.load;
    f.here_.start = p.start;
    bool has_damper = false;
    for (std::size_t j = 0; j < size(); ++j) {
        if (is_friction_only(rates_[j])) continue;  // opened again below, if at all
        const bool is_damper = rates_[j].damping != 0.0 && rates_[j].mass == 0.0 && rates_[j].stiffness == 0.0;
        if (is_damper && !wanted.has_damper) continue;
        has_damper = has_damper || is_damper;
        f.parameters_.push_back(parameters_[j]);
        f.parameters_.back().guess = values[j];
        f.rates_.push_back(p.rates[j]);
    }
    Oscillator& o = f.here_.oscillator;
    if (!wanted.has_damper) o.damping = 0.0;
    if (wanted.has_damper && !has_damper) {
        ProblemRate r;
        r.damping = 1.0;
        f.open("oscillator.damping", o.damping, r);
    }
    if (!wanted.has_friction) o.friction_bound = 0.0;
    o.static_bound.reset();
    if (wanted.has_friction) {
        ProblemRate r;
        r.friction_bound = 1.0;
        r.holding_bound = wanted.has_static_friction ? 0.0 : 1.0;
        f.open("friction.bound", o.friction_bound, r);
    }
    if (wanted.has_static_friction) {
        o.static_bound = o.friction_bound;
        ProblemRate r;
        r.holding_bound = 1.0;
        f.open("friction.static_bound", o.friction_bound, r);
    }
    return f;
}

std::vector<double> CaseFamily::carried(const CaseFamily& from, std::span<const double> values) const {
    const Oscillator there = from.at(values).oscillator;
    std::vector<double> found = guess();
    for (std::size_t j = 0; j < size(); ++j) {
        const ProblemRate& r = rates_[j];
        const Oscillator& o = here_.oscillator;
        const std::size_t same = from.find(parameters_[j].key);
        if (same < from.size()) {
            found[j] = values[same];
        } else if (is_friction_only(r) && r.friction_bound != 0.0) {
            found[j] += (there.friction_bound - o.friction_bound) / r.friction_bound;
        } else if (is_friction_only(r)) {
            found[j] += (there.holding_bound() - o.holding_bound()) / r.holding_bound;
        } else if (r.damping != 0.0) {
            found[j] += (there.damping - o.damping) / r.damping;
        }
        found[j] = std::clamp(found[j], parameters_[j].lower, parameters_[j].upper);
    }
    return found;
}

}  // namespace stickslip::identifying
