#include "axis_end.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stickslip::cli {

namespace {

constexpr std::size_t most_arrows = 12;

}  // namespace

AxisEnd::AxisEnd(const std::vector<PlottedCurve>& curves) {
    constexpr double least_span = 1e-3;  // of the values: five digits tell the ticks apart
    double low = INFINITY;
    double high = -INFINITY;
    for (const PlottedCurve& curve : curves) {
        for (const double y : curve.y) {
            if (!std::isfinite(y)) continue;
            low = std::min(low, y);
            high = std::max(high, y);
        }
    }
    const double size = std::max(std::abs(low), std::abs(high));
    if (!(low <= high) || high - low > least_span * size) return;
    const double middle = 0.5 * (low + high);
    bottom_ = size > 0.0 ? middle - least_span * size : 0.0;
    top_ = size > 0.0 ? middle + least_span * size : 1.0;
}

void AxisEnd::Peak::take(double x, double y) {
    if (y > value) *this = {y, x, x};
    if (y == value) to = x;
}

AxisEnd::AxisEnd(double top, const std::vector<PlottedCurve>& curves) : top_(top) {
    for (const PlottedCurve& c : curves) {
        bool is_beyond = false;
        for (std::size_t i = 0; i < c.x.size(); ++i) {
            const bool was_beyond = std::exchange(is_beyond, c.y[i] > top);
            if (!is_beyond) continue;
            if (!was_beyond) exits_.push_back({c.y[i], c.x[i], c.x[i]});
            exits_.back().take(c.x[i], c.y[i]);
        }
    }
}

Script AxisEnd::script(const std::string& x_name, int first_number) const {
    if (!is_clipped() && top_ > bottom_) return Script("set yrange [{}:{}]\nset offsets 0,0,0,0\n", bottom_, top_);
    if (!is_clipped()) return Script("set yrange [*:*]\nset offsets 0,0,graph 0.05,0\n");
    Script s("set yrange [0:{}]\nset offsets 0,0,0,0\n", top_);
    for (std::size_t i = 0; i < std::min(exits_.size(), most_arrows); ++i) {
        const double x = 0.5 * (exits_[i].from + exits_[i].to);
        s += Script(
            "set arrow {} from first {}, graph 0.87 to first {}, graph 0.985 filled lw 1.4 lc rgb '#d55e00' front\n",
            first_number + static_cast<int>(i), x, x);
    }
    const Peak& highest = *std::ranges::max_element(exits_, {}, &Peak::value);
    const std::string place = exits_.size() == 1 ? "at the arrow" : "at the arrows";
    const std::string height = std::isinf(highest.value) ? "without bound" : fmt::format("up to {:.3g}", highest.value);
    const std::string range = highest.from == highest.to
                                  ? fmt::format("at {} = {:.6g}", x_name, highest.from)
                                  : fmt::format("for {} from {:.6g} to {:.6g}", x_name, highest.from, highest.to);
    s += Script("set label {} {} at graph 1, graph 1 right offset 0,0.7 textcolor rgb '#b34700' font ',10'\n",
                first_number, shown(fmt::format("continues beyond the axis {}, {} {}", place, height, range)));
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
    if (weighted.empty()) return AxisEnd(std::vector{curve});
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
    return runs_away && std::isfinite(usual) ? AxisEnd(headroom * usual, {curve}) : AxisEnd(std::vector{curve});
}

}  // namespace stickslip::cli
