#pragma once

// The search over a model that is known by its predictions: many starts, the nearest of them fitted to the beginning of
// the record, then to more of it, then to all; the noise of each channel is estimated, and weighs it.

#include <functional>
#include <string>
#include <vector>

#include "predicted_model.hpp"
#include "stickslip/identify/identify.hpp"

namespace stickslip::identifying {

struct PredictedTask {
    PredictedRecord record;
    std::vector<Values> starts;  ///< beside those that are scattered around the guesses
    /// Whether places are times: then the beginning of a record is fitted first, and a record can drift.
    bool is_in_time = true;
    std::size_t lags = 2;  ///< over so many places a wrong model deviates to one side
    std::string model;     ///< as `ModelScore` calls it
    /// Which places of a channel count for these numbers; null: all that are kept.
    std::function<std::vector<char>(const Values&)> counting{};
};

/// What the record tells, without `result`, `modelled` in the order of the channels.
[[nodiscard]] Identification identify_predicted(PredictedTask, const IdentifyOptions&);

/// Whether a fit of the task explains most of the record; for trials with other units.
[[nodiscard]] bool is_explained(PredictedTask);

/// Whether a key is the size of a friction force.
[[nodiscard]] bool is_friction_key(const std::string& key);

}  // namespace stickslip::identifying
