#include "motion_result.hpp"

namespace stickslip::cli {

double SampleTimes::operator[](std::size_t i) const {
    if (!given.empty()) return given[i];
    if (i + 1 == count) return until;
    return until * (static_cast<double>(i) / static_cast<double>(count - 1));
}

void MotionResult::for_each_piece(const std::function<void(std::size_t first, const Columns&)>& take) const {
    std::size_t first = 0;
    std::vector<double> piece;
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (times[i] <= end_time) piece.push_back(times[i]);
        if (piece.size() < most_held && i + 1 < times.size()) continue;
        take(first, samples_at(piece));
        first += piece.size();
        piece.clear();
    }
}

}  // namespace stickslip::cli
