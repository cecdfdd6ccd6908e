#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stickslip/model/case.hpp"

namespace stickslip {

/// What a sensor measures.
enum class MeasuredQuantity { displacement, velocity, acceleration };

/// A measured motion: one value of the quantity at each time.
struct Measurement {
    std::vector<double> times;   ///< strictly increasing [s]
    std::vector<double> values;  ///< finite [m], [m/s] or [m/s²]
    MeasuredQuantity quantity = MeasuredQuantity::displacement;
};

/// What one of several sensors showed of a case, and where it sits.
struct MeasuredChannel {
    std::string place;           ///< a degree of freedom, by its name or number from 1, or the difference of two
    std::vector<double> values;  ///< finite [m], [m/s] or [m/s²]
};

/// A motion measured by several sensors of one kind at the same times.
struct ChannelRecord {
    std::vector<double> times;  ///< strictly increasing [s]
    std::vector<MeasuredChannel> channels;
    MeasuredQuantity quantity = MeasuredQuantity::displacement;
};

/// A measured response curve: steady motions under a harmonic load.
struct MeasuredCurve {
    std::vector<double> frequencies;  ///< of the load, strictly increasing [rad/s]
    std::vector<double> amplitudes;   ///< half of peak to peak [m]
    std::vector<double> phase_lags;   ///< of the fundamental behind the load [rad]; empty where they were not measured
    std::string place;                ///< as of `MeasuredChannel`; empty where there is only one
};

/// A number of the case that the record shall tell: a key of the case, or `sensor_offset`.
struct FittedKey {
    std::string key;
    std::optional<double> lower;  ///< the least value that is looked at; absent means what a case allows
    std::optional<double> upper;  ///< the largest
};

/// The key of a constant that the sensor adds to what it measures; no key of a case.
inline constexpr std::string_view sensor_offset = "sensor.offset";

/// What a fit has to do besides finding the numbers.
struct IdentifyOptions {
    double confidence = 0.95;     ///< of the intervals
    bool compares_models = true;  ///< whether other kinds of damping are fitted as well
    int profile_points = 0;       ///< of each profile curve, for pictures; 0 is none
};

/// How the likelihood falls when one number is held and all others follow.
struct ProfileCurve {
    std::vector<double> values;  ///< of the key
    std::vector<double> rise;    ///< (S − S_min)/σ̂², 0 at the estimate
};

/// One number that was found.
struct Estimate {
    std::string key;
    double value = 0.0;
    double lower = 0.0;           ///< end of the profile-likelihood interval
    double upper = 0.0;           ///< its other end; ∞ where the record sets none
    double standard_error = 0.0;  ///< of the linearised problem; NaN where the record says nothing
    ProfileCurve profile;         ///< empty unless asked for
};

/// How well another kind of damping fits, judged by the Bayesian information criterion; the least is the best.
struct ModelScore {
    std::string model;  ///< "coulomb", "viscous", "coulomb-viscous", "static-kinetic" or "stribeck"
    double bic = 0.0;   ///< n·ln(S/n) + p·ln n
    double noise = 0.0;
    /// The best numbers of that kind, by key; "stribeck" is the law stribeck-exponential with bounds in newtons.
    std::vector<std::pair<std::string, double>> numbers;
};

/// What one sensor shows beside the motion.
struct ChannelNoise {
    std::string name;
    double noise = 0.0;  ///< standard deviation of what is left over
};

/// What a record tells of a case.
struct Identification {
    bool is_found = false;  ///< whether a motion of the case is near the record at all
    std::string reason;     ///< why not
    std::vector<Estimate> estimates;
    std::vector<std::vector<double>> correlation;  ///< of the estimates, in their order
    double noise = 0.0;                            ///< standard deviation of what is left over
    double explained = 0.0;                        ///< share of the record's variance that the motion explains
    std::size_t samples = 0;                       ///< that were used
    bool is_misfit = false;                        ///< whether what is left over is no noise
    std::string model;                             ///< the kind of damping that was fitted, as in `ModelScore`
    std::vector<ModelScore> alternatives;          ///< best first, the fitted kind among them
    std::vector<std::string> warnings;             ///< sentences about the record and the fit
    double time_origin = 0.0;                      ///< the time of the record at which the motion starts [s]
    std::vector<double> modelled;                  ///< the motion at the times of the record, channel after channel
    std::vector<ChannelNoise> channels;            ///< of a record of several channels, or of a curve; else empty
    std::vector<CaseDocument> result;              ///< the case with the numbers found; empty where nothing is found
};

/// Finds the numbers of a case of one mass on a line, with Coulomb or static-kinetic friction, from a measured motion:
/// least squares over the exact motion with its exact derivatives, from starts that the record itself gives, tried over
/// the number of half swings (docs/theory/identify.md). What the case leaves out of its start is found as well.
/// @throws std::invalid_argument for a key, a bound or a record that cannot be fitted.
[[nodiscard]] Identification identify(const CaseDocument&, const Measurement&, std::span<const FittedKey>,
                                      const IdentifyOptions& = {});

/// As a case or an option spells it.
[[nodiscard]] std::string_view name(MeasuredQuantity);

}  // namespace stickslip
