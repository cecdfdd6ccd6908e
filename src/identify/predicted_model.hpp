#pragma once

// A model known only by what it predicts: numbers at places (times of a record, frequencies of a curve) in several
// channels. Derivatives are central differences; the motions themselves are exact to rounding, so that they keep eight
// digits or more.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "least_squares.hpp"

namespace stickslip::identifying {

/// One row of what was measured: a sensor, or the amplitudes of a curve.
struct PredictedChannel {
    std::string name;
    std::vector<double> measured;         ///< at all places
    std::vector<char> kept{};             ///< 0 at places that do not count; empty: all do
    double weight = 1.0;                  ///< 1/σ, up to a factor that all channels share
    bool is_angle = false;                ///< whether whole turns do not count
    std::optional<std::size_t> offset{};  ///< the parameter that is a constant of this sensor
};

/// What channel after channel shows at these places, which rise; empty where there is no motion.
using Predict = std::function<std::vector<double>(const Values&, const std::vector<double>& places)>;

/// What a record has, and what predicts it.
struct PredictedRecord {
    std::vector<Parameter> parameters;
    std::vector<double> scales;  ///< sizes that matter of each parameter: differences are small against them
    std::vector<double> places;  ///< where all channels were measured: times or frequencies, rising
    std::vector<PredictedChannel> channels;
    Predict predict;
};

class PredictedModel final : public FitModel {
public:
    /// Of the record at the places of these numbers; the record must live as long.
    PredictedModel(const PredictedRecord&, std::vector<std::size_t> numbers);

    [[nodiscard]] const std::vector<Parameter>& parameters() const override { return record_.parameters; }
    [[nodiscard]] std::size_t samples() const override { return counted_; }
    [[nodiscard]] Sums sums(std::span<const double> values, With) const override;
    [[nodiscard]] Residuals residuals(std::span<const double> values) const override;

    [[nodiscard]] double rounding() const override;

    /// Predicted less measured, weighted, channel after channel; empty where there is no motion.
    [[nodiscard]] std::vector<double> left_over(const Values&) const;

private:
    [[nodiscard]] std::vector<double> predicted(const Values&) const;
    [[nodiscard]] std::vector<double> column(const Values&, std::size_t parameter,
                                             const std::vector<double>& here) const;

    const PredictedRecord& record_;
    std::vector<std::size_t> numbers_;
    std::vector<double> places_;
    std::size_t counted_ = 0;
};

/// So many whole numbers below `count`, evenly taken; all where there are no more.
[[nodiscard]] std::vector<std::size_t> evenly_taken(std::size_t count, std::size_t most);

}  // namespace stickslip::identifying
