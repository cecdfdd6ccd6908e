#include "key_rate.hpp"

#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>

#include "bounds.hpp"
#include "case_reader.hpp"

namespace stickslip {

namespace {

constexpr int stencil_points = 9;
constexpr double usual_spacing = 1.0 / 128.0;  // of the value: the remainder of a root is then 1e-15 of it
constexpr double least_spacing = 1e-7;
constexpr double narrowing = 8.0;  // from one attempt to the next

/// Places of the readings around the value, in spacings, with the weights of the derivative in the middle (or at the
/// end) of the polynomial through them.
struct Stencil {
    std::vector<double> places;
    std::vector<double> weights;

    explicit Stencil(int first) {
        for (int i = 0; i < stencil_points; ++i) places.push_back(first + i);
        for (int i = 0; i < stencil_points; ++i) weights.push_back(weight(static_cast<std::size_t>(i)));
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

/// The derivatives of all numbers by a stencil; nothing where the case cannot be read at one of its places.
std::vector<double> derivatives_by(const Stencil& stencil, const CaseDocument& document, std::string_view key,
                                   double value, double spacing, const CaseNumbers& numbers_of,
                                   const std::vector<double>& middle) {
    std::vector<double> sum(middle.size());
    try {
        for (std::size_t i = 0; i < stencil.places.size(); ++i) {
            if (stencil.places[i] == 0.0) continue;  // differences to it are summed
            const double there = value + spacing * stencil.places[i];
            const std::vector<double> numbers = numbers_of(document.with_value(key, there));
            if (numbers.size() != middle.size()) return {};
            for (std::size_t n = 0; n < numbers.size(); ++n) {
                sum[n] += stencil.weights[i] * (numbers[n] - middle[n]) / spacing;
            }
        }
    } catch (const CaseError&) {
        return {};
    }
    return sum;
}

bool reads_the_same(const CaseDocument& document, std::string_view key, double value, const CaseNumbers& numbers_of,
                    const std::vector<double>& here) {
    try {
        return numbers_of(document.with_value(key, value)) == here;
    } catch (const CaseError&) {
        return false;
    }
}

}  // namespace

double value_of_key(const CaseDocument& document, std::string_view key, const CaseNumbers& numbers_of) {
    const std::vector<double> numbers = numbers_of(document);
    const std::vector<double> given = document.tables().in.numbers_at(key);
    for (const double other : given) {
        if (other == given.front()) continue;
        throw std::invalid_argument(std::string(key) + " names numbers that differ, " + shortest(given.front()) +
                                    " and " + shortest(other) + ": there is a derivative by one of them at a time");
    }
    if (!given.empty()) return given.front();
    for (const double usual : {0.0, 1.0}) {
        if (reads_the_same(document, key, usual, numbers_of, numbers)) return usual;
    }
    throw std::invalid_argument("the case gives no number " + std::string(key));
}

std::vector<double> rates_of_numbers(const CaseDocument& document, std::string_view key, double value,
                                     const CaseNumbers& numbers_of) {
    static const Stencil around(-stencil_points / 2);
    static const Stencil above(0);
    static const Stencil below(1 - stencil_points);
    const std::vector<double> middle = numbers_of(document);
    const double size = value != 0.0 ? std::abs(value) : 1.0;
    for (double spacing = usual_spacing; spacing >= least_spacing; spacing /= narrowing) {
        for (const Stencil* stencil : {&around, &above, &below}) {
            const double step = std::exp2(std::round(std::log2(size * spacing)));
            std::vector<double> d = derivatives_by(*stencil, document, key, value, step, numbers_of, middle);
            if (!d.empty()) return d;
        }
    }
    throw std::invalid_argument("the case cannot be read for values of " + std::string(key) + " near " +
                                shortest(value) + ", so that there is no derivative");
}

}  // namespace stickslip
