#pragma once

// What sensors show of the motions of one kind of case: all that a fit to a record of several channels, to a response
// curve, or to a law without closed form asks of it.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "stickslip/identify/identify.hpp"

namespace stickslip::identifying {

/// The amplitude and phase lag of a steady motion; NaN where there is none.
struct CurvePoint {
    double amplitude = 0.0;
    double phase_lag = 0.0;
};

/// The state that all sensors together show at one time: one number for each degree of freedom.
struct SeenState {
    double time = 0.0;
    std::vector<double> position;
    std::vector<double> velocity;
    std::vector<double> acceleration;
};

class MeasuredMotion {
public:
    MeasuredMotion() = default;
    MeasuredMotion(const MeasuredMotion&) = delete;
    MeasuredMotion& operator=(const MeasuredMotion&) = delete;
    virtual ~MeasuredMotion() = default;

    /// The names of the channels, in the order in which they were asked for.
    [[nodiscard]] virtual std::vector<std::string> names() const = 0;
    /// The keys of the start, displacements first, and the case with all of them in it.
    [[nodiscard]] virtual std::vector<std::string> start_keys() const = 0;
    [[nodiscard]] virtual CaseDocument with_start(const CaseDocument&) const = 0;
    /// For each channel the degree of freedom that it shows; the number of degrees where it shows a difference.
    [[nodiscard]] virtual std::vector<std::size_t> degrees() const = 0;
    [[nodiscard]] virtual std::size_t size() const = 0;  ///< how many degrees of freedom there are

    /// A search that knows more of this kind; nothing where there is none for such a case.
    [[nodiscard]] virtual std::optional<Identification> identified(const CaseDocument&, const ChannelRecord&,
                                                                   std::span<const FittedKey>,
                                                                   const IdentifyOptions&) const = 0;
    /// The number that a key has in a case. @throws std::invalid_argument if there is none.
    [[nodiscard]] virtual double value_of(const CaseDocument&, const std::string& key) const = 0;
    /// @throws CaseError, std::invalid_argument where no such case can be read.
    virtual void require(const CaseDocument&) const = 0;
    /// Channel after channel at times that rise from 0 on; empty where the motion is not followed that far.
    [[nodiscard]] virtual std::vector<double> values(const CaseDocument&, MeasuredQuantity,
                                                     const std::vector<double>& times) const = 0;
    /// When accelerations jump.
    [[nodiscard]] virtual std::vector<double> event_times(const CaseDocument&, double end) const = 0;
    /// What is left of the balance of forces in each degree of freedom; empty where it is not asked for of this kind.
    [[nodiscard]] virtual std::vector<double> unbalanced(const CaseDocument&, std::span<const SeenState>) const = 0;
    /// Of what moves fastest for certain [rad/s]; 0 where nothing says.
    [[nodiscard]] virtual double fastest_rate(const CaseDocument&) const = 0;
    /// Whether no load keeps the clock.
    [[nodiscard]] virtual bool is_free(const CaseDocument&) const = 0;
    /// The steady motion that the first channel shows at each of these frequencies of the load.
    [[nodiscard]] virtual std::vector<CurvePoint> response(const CaseDocument&, const std::vector<double>& frequencies,
                                                           bool with_phase) const = 0;
    /// The kind of damping, as `ModelScore` calls it.
    [[nodiscard]] virtual std::string model(const CaseDocument&) const = 0;
};

}  // namespace stickslip::identifying
