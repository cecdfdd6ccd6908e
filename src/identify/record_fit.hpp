#pragma once

// S(θ) = Σ (y(tᵢ; θ) − yᵢ)² over the samples, with its gradient and JᵀJ from the exact derivatives of the motion.

#include <cstddef>
#include <span>
#include <vector>

#include "case_family.hpp"
#include "least_squares.hpp"

namespace stickslip::identifying {

/// The samples that a fit looks at.
struct Samples {
    std::vector<double> times;   ///< since the motion starts [s]
    std::vector<double> values;  ///< of the quantity
    MeasuredQuantity quantity = MeasuredQuantity::displacement;
    double spacing = 0.0;  ///< usual time between two samples of the record [s]

    [[nodiscard]] std::size_t size() const { return times.size(); }
    /// At most this many of them, evenly taken.
    [[nodiscard]] Samples thinned(std::size_t most) const;
    /// Those that are marked.
    [[nodiscard]] Samples only(const std::vector<char>& kept) const;
};

[[nodiscard]] Sums sums_of(const CaseFamily&, const Samples&, std::span<const double> values, With);

/// The measured quantity of a motion.
[[nodiscard]] double value_of(const Sample&, MeasuredQuantity);

/// The motion of a family up to the last sample.
[[nodiscard]] Trajectory motion_of(const CaseFamily&, const Samples&, std::span<const double> values);

/// The modelled quantity at the samples.
[[nodiscard]] std::vector<double> modelled(const CaseFamily&, const Samples&, std::span<const double> values);

[[nodiscard]] Residuals residuals(const CaseFamily&, const Samples&, std::span<const double> values);

/// A family beside the samples that it is compared with; both must live as long.
class RecordModel final : public FitModel {
public:
    RecordModel(const CaseFamily& family, const Samples& samples) : family_(family), samples_(samples) {}

    [[nodiscard]] const std::vector<Parameter>& parameters() const override { return family_.parameters(); }
    [[nodiscard]] std::size_t samples() const override { return samples_.size(); }
    [[nodiscard]] Sums sums(std::span<const double> values, With with) const override {
        return sums_of(family_, samples_, values, with);
    }
    [[nodiscard]] Residuals residuals(std::span<const double> values) const override {
        return identifying::residuals(family_, samples_, values);
    }

private:
    const CaseFamily& family_;
    const Samples& samples_;
};

[[nodiscard]] inline Fit fitted(const CaseFamily& family, const Samples& samples, Values start,
                                const FitOptions& options = {}) {
    return fitted(RecordModel(family, samples), std::move(start), options);
}

}  // namespace stickslip::identifying
