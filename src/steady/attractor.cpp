#include "stickslip/steady/attractor.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "stickslip/steady/shooting.hpp"

namespace stickslip {

namespace {

constexpr double near_return = 1e-3;   // of the size of the motion: worth asking Newton
constexpr double near_orbit = 1e-2;    // of the size: Newton's answer is where the motion is
constexpr double same_orbit = 1e-6;    // of the size: two cycles are one
constexpr int exponent_periods = 200;  // to tell chaos from a slow transient

double distance(const LawState& a, const LawState& b, double rate) {
    return std::hypot(a.position - b.position, (a.slip_velocity - b.slip_velocity) / rate, a.deflection - b.deflection);
}

/// The march of one motion, seen once a period.
class March {
public:
    March(const Oscillator& o, const Load& load, double period, const AttractorOptions& options)
        : oscillator_(o),
          load_(load),
          options_(options),
          period_(period),
          rate_(two_pi_hi / period),
          motion_(make_law_motion(o, load, Variation::none, options.series)) {}

    Attractor run(const LawState& start) {
        motion_->start({}, start);
        Attractor result;
        if (!advance(options_.transient)) return diverging();
        while (marched_ < options_.most_periods) {
            if (!advance(2 * options_.largest_period)) return diverging();
            if (const auto orbit = settled_orbit()) return periodic(*orbit);
        }
        return without_period();
    }

private:
    /// Some more periods, keeping the points; false if the motion diverges.
    bool advance(int periods) {
        for (int n = 0; n < periods; ++n) {
            motion_->set_time({});
            motion_->advance(period_);
            if (motion_->has_diverged()) return false;
            points_.push_back(motion_->state());
        }
        marched_ += periods;
        const auto kept = static_cast<std::size_t>(std::max(2 * options_.largest_period + 1, options_.points));
        if (points_.size() > kept) points_.erase(points_.begin(), points_.end() - static_cast<std::ptrdiff_t>(kept));
        return true;
    }

    [[nodiscard]] double size() const {
        double largest = 0.0;
        for (const LawState& p : points_) largest = std::max(largest, distance(p, {}, rate_));
        return largest;
    }

    /// The stable cycle that the motion is close to, the shortest one.
    [[nodiscard]] std::optional<LawOrbit> settled_orbit() const {
        const double scale = size();
        const LawState& last = points_.back();
        for (int period = 1; period <= options_.largest_period; ++period) {
            const std::size_t before = points_.size() - 1 - static_cast<std::size_t>(period);
            if (distance(points_[before], last, rate_) > near_return * scale) continue;
            LawOrbit orbit = shoot(oscillator_, load_, last, period, {.series = options_.series});
            if (!orbit.is_stable() || distance(orbit.points.front(), last, rate_) > near_orbit * scale) continue;
            return orbit;
        }
        return std::nullopt;
    }

    [[nodiscard]] static Attractor diverging() { return {AttractorKind::diverging, 0, {}, 0.0, 0.0}; }

    [[nodiscard]] static Attractor periodic(const LawOrbit& orbit) {
        Attractor a{AttractorKind::periodic, orbit.load_periods, orbit.points, orbit.multiplier(), 0.0};
        const auto lowest = std::ranges::min_element(a.points, {}, &LawState::position);
        std::rotate(a.points.begin(), lowest, a.points.end());
        return a;
    }

    [[nodiscard]] Attractor without_period() const {
        const std::unique_ptr<LawMotion> motion =
            make_law_motion(oscillator_, load_, Variation::tangent, options_.series);
        LawState start = points_.back();
        start.tangent = {1.0, rate_, 0.0};
        motion->start({}, start);
        double growth = 0.0;
        for (int n = 0; n < exponent_periods; ++n) {
            motion->set_time({});
            motion->advance(period_);
            Tangent t = motion->state().tangent;
            const double length = std::hypot(t[0], t[1] / rate_, t[2]);
            growth += std::log(length);
            for (double& component : t) component /= length;
            motion->set_tangent(t);
        }
        Attractor a{AttractorKind::unresolved, 0, points_, 0.0, growth / (exponent_periods * period_)};
        if (a.exponent > 0.0) a.kind = AttractorKind::chaotic;
        return a;
    }

    const Oscillator& oscillator_;
    const Load& load_;
    const AttractorOptions& options_;
    double period_;
    double rate_;
    std::unique_ptr<LawMotion> motion_;
    std::vector<LawState> points_;
    int marched_ = 0;
};

}  // namespace

std::string Attractor::label() const {
    switch (kind) {
        case AttractorKind::periodic: {
            std::string text = "P";
            text += std::to_string(period);
            return text;
        }
        case AttractorKind::chaotic: return "chaotic";
        case AttractorKind::diverging: return "diverging";
        case AttractorKind::unresolved: return "unresolved";
    }
    return "";
}

Attractor find_attractor(const Oscillator& o, const Load& load, const LawState& start,
                         const AttractorOptions& options) {
    const std::optional<double> period = load.period();
    if (!period) throw std::invalid_argument("attractors are seen once a load period: the load must be periodic");
    if (options.transient < 0 || options.largest_period < 1) {
        throw std::invalid_argument("attractors need transient ≥ 0 and a largest period ≥ 1");
    }
    return March(o, load, *period, options).run(start);
}

bool are_same(const Attractor& a, const Attractor& b) {
    if (a.kind != b.kind || a.period != b.period) return false;
    if (a.kind != AttractorKind::periodic) return true;
    double size = 0.0;
    for (const LawState& p : a.points) size = std::max(size, distance(p, {}, 1.0));
    const auto shift = [&](std::size_t first) {
        double largest = 0.0;
        for (std::size_t i = 0; i < a.points.size(); ++i) {
            largest = std::max(largest, distance(a.points[i], b.points[(i + first) % b.points.size()], 1.0));
        }
        return largest <= same_orbit * size;
    };
    for (std::size_t first = 0; first < b.points.size(); ++first) {
        if (shift(first)) return true;
    }
    return false;
}

}  // namespace stickslip
