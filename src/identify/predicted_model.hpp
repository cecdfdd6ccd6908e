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
    double weight = 1.0;                  ///< 1/σ, up to a factor that all channels share
    bool is_angle = false;                ///< whether whole turns do not count
    std::optional<std::size_t> offset{};  ///< the parameter that is a constant of this sensor
};

/// What channel after channel shows at some of the places, named by rising numbers; empty where there is no motion.
using Predict = std::function<std::vector<double>(const Values&, const std::vector<std::size_t>& places)>;

class PredictedModel final : public FitModel {
public:
    /// At these places; what is given must live as long. `scales` are sizes that matter of each parameter: differences
    /// are small against them.
    PredictedModel(const std::vector<Parameter>& parameters, const std::vector<double>& scales,
                   const std::vector<PredictedChannel>& channels, const Predict& predict,
                   std::vector<std::size_t> places)
        : parameters_(parameters),
          scales_(scales),
          channels_(channels),
          predict_(predict),
          places_(std::move(places)) {}

    [[nodiscard]] const std::vector<Parameter>& parameters() const override { return parameters_; }
    [[nodiscard]] std::size_t samples() const override { return places_.size() * channels_.size(); }
    [[nodiscard]] Sums sums(std::span<const double> values, With) const override;
    [[nodiscard]] Residuals residuals(std::span<const double> values) const override;

    /// Predicted less measured, weighted, channel after channel; empty where there is no motion.
    [[nodiscard]] std::vector<double> left_over(const Values&) const;

    [[nodiscard]] const std::vector<std::size_t>& places() const { return places_; }

private:
    [[nodiscard]] std::vector<double> predicted(const Values&) const;
    [[nodiscard]] std::vector<double> column(const Values&, std::size_t parameter,
                                             const std::vector<double>& here) const;

    const std::vector<Parameter>& parameters_;
    const std::vector<double>& scales_;
    const std::vector<PredictedChannel>& channels_;
    const Predict& predict_;
    std::vector<std::size_t> places_;
};

}  // namespace stickslip::identifying
