#include "axis_end.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stickslip::cli {

namespace {

constexpr std::size_t most_arrows = 12;

}  // namespace

AxisEnd::AxisEnd(double top, const std::vector<PlottedCurve>& curves) : top_(top) {
    for (const PlottedCurve& c : curves) {
        bool is_beyond = false;
        for (std::size_t i = 0; i < c.x.size(); ++i) {
            const bool was_beyond = std::exchange(is_beyond, c.y[i] > top);
            if (!is_beyond) continue;
            if (!was_beyond) exits_.push_back({c.x[i], c.x[i]});
            exits_.back().to = c.x[i];
            if (c.y[i] <= largest_) continue;
            largest_ = c.y[i];
            where_ = c.x[i];
        }
    }
}

Script AxisEnd::script(const std::string& x_name, int first_number) const {
    if (!is_clipped()) return Script("set yrange [*:*]\n");
    Script s("set yrange [0:{}]\n", top_);
    for (std::size_t i = 0; i < std::min(exits_.size(), most_arrows); ++i) {
        s += Script(
            "set arrow {} from first {}, graph 0.87 to first {}, graph 0.985 filled lw 1.4 lc rgb '#d55e00' front\n",
            first_number + static_cast<int>(i), 0.5 * (exits_[i].from + exits_[i].to),
            0.5 * (exits_[i].from + exits_[i].to));
    }
    const std::string place = exits_.size() == 1 ? "at the arrow" : "at the arrows";
    const std::string height = std::isinf(largest_)
                                   ? fmt::format("without bound at {} = {:.4g}", x_name, where_)
                                   : fmt::format("up to {:.3g} at {} = {:.4g}", largest_, x_name, where_);
    s += Script("set label {} {} at graph 1, graph 1 right offset 0,0.55 textcolor rgb '#b34700' font ',10'\n",
                first_number, shown(fmt::format("goes on beyond the axis {}, {}", place, height)));
    return s;
}

AxisEnd end_below_resonance(const PlottedCurve& curve) {
    constexpr double most_of_the_range = 0.8;
    constexpr double headroom = 3.0;
    std::vector<std::pair<double, double>> weighted;  // value, width of the range it stands for
    double total = 0.0;
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
        if (std::isnan(curve.y[i])) continue;
        const double width = curve.x[std::min(i + 1, curve.x.size() - 1)] - curve.x[i > 0 ? i - 1 : i];
        weighted.emplace_back(curve.y[i], width);
        total += width;
    }
    if (weighted.empty()) return {};
    std::ranges::sort(weighted);
    double below = 0.0;
    double usual = weighted.back().first;
    for (const auto& [value, width] : weighted) {
        below += width;
        usual = value;
        if (below >= most_of_the_range * total) break;
    }
    const bool runs_away =
        weighted.front().first >= 0.0 && usual > 0.0 && weighted.back().first > 2.0 * headroom * usual;
    return runs_away && std::isfinite(usual) ? AxisEnd(headroom * usual, {curve}) : AxisEnd();
}

}  // namespace stickslip::cli
