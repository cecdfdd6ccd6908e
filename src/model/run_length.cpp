#include "run_length.hpp"

#include <numbers>

namespace stickslip {

double run_length(const RunSettings& run, const Load& load, std::optional<double> period, double frequency,
                  const std::string& title) {
    if (run.until) return *run.until;
    if (load.record && load.record->times.back() > 0.0) return load.record->times.back();
    if (period) return default_periods * *period;
    if (frequency > 0.0) return default_periods * 2.0 * std::numbers::pi / frequency;
    refuse_without_length(title);
}

void refuse_without_length(const std::string& title) {
    throw CaseError(title + ": run.until is missing, and nothing else in the case says how long to follow the motion");
}

}  // namespace stickslip
