// How the numbers of a case change with a key. A case file is read exactly as elsewhere, at nine values of the key; the
// numbers are polynomials of low degree in nearly every key (a base that moves with ω², a bound μ·N), for which the
// derivative of the interpolating polynomial is exact, and smooth in the others: ratios with a mass below a root.

#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/bounds.hpp"
#include "model/case_reader.hpp"
#include "stickslip/steady/sensitivity.hpp"

namespace stickslip {

namespace {

constexpr int most_points = 9;
constexpr double usual_spacing = 1.0 / 128.0;  // of the value: the remainder of a root is then 1e-15 of it
constexpr double least_spacing = 1e-7;
constexpr double narrowing = 8.0;  // from one attempt to the next

/// Places of the readings around the value, in spacings, with the weights of the derivative in the middle (or at the
/// end) of the polynomial through them.
struct Stencil {
    std::vector<double> places;
    std::vector<double> weights;

    explicit Stencil(int first) {
        for (int i = 0; i < most_points; ++i) places.push_back(first + i);
        for (int i = 0; i < most_points; ++i) weights.push_back(weight(static_cast<std::size_t>(i)));
    }

private:
    /// The derivative at 0 of the polynomial that is 1 at this place and 0 at the others.
    [[nodiscard]] double weight(std::size_t i) const {
        double sum = 0.0;
        for (std::size_t k = 0; k < places.size(); ++k) {
            if (k == i) continue;
            double term = 1.0 / (places[i] - places[k]);
            for (std::size_t l = 0; l < places.size(); ++l) {
                if (l != i && l != k) term *= -places[l] / (places[i] - places[l]);
            }
            sum += term;
        }
        return sum;
    }
};

std::vector<double> numbers_of(const Case& c) {
    const Oscillator& o = c.oscillator;
    std::vector<double> all{o.mass,           o.damping,         o.stiffness,     o.equilibrium,
                            o.friction_bound, o.holding_bound(), o.belt_velocity, c.load.constant,
                            c.start.position, c.start.velocity};
    for (const Harmonic& h : c.load.harmonics) {
        all.insert(all.end(), {h.amplitude, h.frequency.value(), h.phase});
    }
    if (c.load.record) {
        for (const Record::Cubic& segment : c.load.record->segments)
            all.insert(all.end(), segment.begin(), segment.end());
        all.insert(all.end(), c.load.record->after.begin(), c.load.record->after.end());
    }
    return all;
}

ProblemRate rate_from(const Case& c, const std::vector<double>& d) {
    ProblemRate r;
    r.mass = d[0];
    r.damping = d[1];
    r.stiffness = d[2];
    r.equilibrium = d[3];
    r.friction_bound = d[4];
    r.holding_bound = d[5];
    r.belt_velocity = d[6];
    r.constant = d[7];
    r.start = {d[8], d[9]};
    std::size_t at = 10;
    for (std::size_t i = 0; i < c.load.harmonics.size(); ++i, at += 3) {
        r.harmonics.push_back({d[at], d[at + 1], d[at + 2]});
    }
    if (!c.load.record) return r;
    Record record = *c.load.record;
    bool is_zero = true;
    const auto take = [&](Record::Cubic& segment) {
        for (double& coefficient : segment) {
            coefficient = d[at++];
            is_zero = is_zero && coefficient == 0.0;
        }
    };
    for (Record::Cubic& segment : record.segments) take(segment);
    take(record.after);
    if (!is_zero) r.record = std::make_shared<const Record>(std::move(record));
    return r;
}

bool is_same_shape(const Case& a, const Case& b) {
    return a.load.harmonics.size() == b.load.harmonics.size() &&
           (a.load.record == nullptr) == (b.load.record == nullptr);
}

/// The derivatives of all numbers by a stencil; nothing where the case cannot be read at one of its places.
std::vector<double> derivatives_by(const Stencil& stencil, const CaseDocument& document, std::string_view key,
                                   double value, double spacing, const Case& here) {
    std::vector<double> sum;
    const std::vector<double> middle = numbers_of(here);
    try {
        for (std::size_t i = 0; i < stencil.places.size(); ++i) {
            if (stencil.places[i] == 0.0) continue;  // differences to it are summed
            const double there = value + spacing * stencil.places[i];
            const Case c = document.with_value(key, there).read();
            if (!is_same_shape(c, here)) return {};
            const std::vector<double> numbers = numbers_of(c);
            if (numbers.size() != middle.size()) return {};
            sum.resize(numbers.size());
            for (std::size_t n = 0; n < numbers.size(); ++n) {
                sum[n] += stencil.weights[i] * (numbers[n] - middle[n]) / spacing;
            }
        }
    } catch (const CaseError&) {
        return {};
    }
    return sum;
}

bool reads_the_same(const CaseDocument& document, std::string_view key, double value, const std::vector<double>& here) {
    try {
        return numbers_of(document.with_value(key, value).read()) == here;
    } catch (const CaseError&) {
        return false;
    }
}

std::optional<double> element_of(const CaseReader& in, std::string_view key) {
    const std::size_t bracket = key.find('[');
    if (bracket == std::string_view::npos) return in.number(key, Range::any, "");
    const std::vector<double> list = in.numbers(key.substr(0, bracket), Range::any, "");
    const std::size_t index = std::stoul(std::string(key.substr(bracket + 1)));
    return index < list.size() ? std::optional(list[index]) : std::nullopt;
}

}  // namespace

double value_of_key(const CaseDocument& document, std::string_view key) {
    require_case_key(key, "derivatives");
    const Case here = document.read();
    if (const auto ratios = document.ratio_overrides(); ratios.contains(std::string(key))) {
        return ratios.at(std::string(key));
    }
    if (const std::optional<Ratios> r = here.ratios()) {
        if (key == "friction_ratio") return r->friction;
        if (key == "frequency_ratio") return r->frequency;
        if (key == "damping_ratio") return r->damping;
        if (key == "static_ratio") return r->static_friction.value_or(r->friction);
    }
    const CaseTables tables = document.tables();
    if (tables.in.has(key) || key.find('[') != std::string_view::npos) {
        if (const std::optional<double> given = element_of(tables.in, key)) return *given;
    }
    const std::vector<double> numbers = numbers_of(here);
    for (const double usual : {0.0, 1.0}) {
        if (reads_the_same(document, key, usual, numbers)) return usual;
    }
    throw std::invalid_argument("the case gives no number " + std::string(key));
}

ProblemRate rate_of(const CaseDocument& document, std::string_view key) {
    const double value = value_of_key(document, key);
    const Case here = document.read();
    static const Stencil around(-most_points / 2);
    static const Stencil above(0);
    static const Stencil below(1 - most_points);
    const double size = value != 0.0 ? std::abs(value) : 1.0;
    for (double spacing = usual_spacing; spacing >= least_spacing; spacing /= narrowing) {
        for (const Stencil* stencil : {&around, &above, &below}) {
            const double step = std::exp2(std::round(std::log2(size * spacing)));
            const std::vector<double> d = derivatives_by(*stencil, document, key, value, step, here);
            if (!d.empty()) return rate_from(here, d);
        }
    }
    throw std::invalid_argument("the case cannot be read for values of " + std::string(key) + " near " +
                                shortest(value) + ", so that there is no derivative");
}

}  // namespace stickslip
