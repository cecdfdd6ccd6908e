// All crossings of a line with the boundaries between regimes: a scan for changes of pattern, bisected to the last
// digits, and between equal patterns a search wherever a margin has a minimum, so that thin regions are not stepped
// over.

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "pattern.hpp"

namespace stickslip {

namespace {

/// Of the line: its ends themselves may be degenerate (f = 0).
constexpr double just_inside = 1e-9;

constexpr std::array margins_that_close = {&Margins::held_force,     &Margins::slowest,       &Margins::turning_force,
                                           &Margins::stopping_force, &Margins::shortest_stop, &Margins::shortest_slide};

class LineScan {
public:
    LineScan(PatternSolver& solver, const std::function<BoundaryPoint(double)>& line, const CrossingOptions& options)
        : solver_(solver), line_(line), options_(options) {}

    [[nodiscard]] std::vector<PatternChange> scan(double from, double to) {
        std::vector<double> at;
        std::vector<Probe> probes;
        for (int i = 0; i <= options_.samples; ++i) {
            const double inset = just_inside * (to - from);
            at.push_back(from + inset + (to - from - 2.0 * inset) * i / options_.samples);
            probes.push_back(solver_.probe(line_(at.back())));
            report(0.5 * i / options_.samples);
        }
        for (std::size_t i = 1; i < at.size(); ++i) {
            report(0.5 + 0.5 * static_cast<double>(i) / static_cast<double>(at.size()));
            if (probes[i].pattern != probes[i - 1].pattern) {
                bisect(at[i - 1], probes[i - 1].pattern, at[i], probes[i].pattern);
            } else if (i + 1 < at.size() && probes[i + 1].pattern == probes[i].pattern) {
                search_dips(at[i - 1], probes[i - 1], at[i], probes[i], at[i + 1], probes[i + 1]);
            }
        }
        return merged();
    }

private:
    void report(double done) const {
        if (options_.progress) options_.progress(done);
    }

    [[nodiscard]] Pattern pattern(double t) { return solver_.pattern(line_(t)); }

    void bisect(double a, const Pattern& pa, double b, const Pattern& pb) {
        if (pa == pb) return;
        const double tolerance = options_.tolerance * std::max(1.0, std::max(std::abs(a), std::abs(b)));
        const double middle = 0.5 * (a + b);
        if (b - a <= tolerance || middle <= a || middle >= b) {
            changes_.push_back({middle, pa, pb});
            return;
        }
        const Pattern pm = pattern(middle);
        bisect(a, pa, middle, pm);
        bisect(middle, pm, b, pb);
    }

    /// Changes closer together than rounding can tell apart are one: what counts is the pattern on either side of them.
    [[nodiscard]] std::vector<PatternChange> merged() {
        constexpr double same_place = 1e-11;
        std::ranges::sort(changes_, {}, &PatternChange::value);
        std::vector<PatternChange> crossings;
        for (std::size_t i = 0; i < changes_.size();) {
            const double scale = std::max(1.0, std::abs(changes_[i].value));
            std::size_t last = i;
            while (last + 1 < changes_.size() && changes_[last + 1].value - changes_[i].value < same_place * scale)
                ++last;
            const double value = 0.5 * (changes_[i].value + changes_[last].value);
            if (changes_[i].below != changes_[last].above) {
                crossings.push_back(crossing(value, scale, changes_[i].below, changes_[last].above));
            }
            i = last + 1;
        }
        return crossings;
    }

    /// What vanishes is best seen a little inside the side with more stops.
    [[nodiscard]] PatternChange crossing(double value, double scale, const Pattern& below, const Pattern& above) {
        constexpr double aside = 1e-9;
        const double outwards = above.stops() > below.stops() ? scale : -scale;
        const auto richer = [&](double distance) { return line_(value + outwards * distance); };
        return {value, below, above, solver_.kind(below, above, aside, richer)};
    }

    /// A margin that is convex between three probes stays above twice the middle value less the larger outer one.
    [[nodiscard]] static bool can_close(double left, double middle, double right) {
        return middle <= left && middle <= right && 2.0 * middle < std::max(left, right);
    }

    /// Where a margin has its minimum between three probes of the same pattern, a thin region of another pattern may
    /// lie.
    void search_dips(double a, const Probe& pa, double m, const Probe& pm, double b, const Probe& pb) {
        for (const auto margin : margins_that_close) {
            const double left = pa.margins.*margin;
            const double right = pb.margins.*margin;
            if (can_close(left, pm.margins.*margin, right))
                narrow_dip({a, m, b, left, pm.margins.*margin, right}, pm, margin);
        }
    }

    struct Dip {
        double a, m, b;
        double at_a, at_m, at_b;
    };

    /// Golden section towards the minimum, until another pattern appears or the margin cannot close any more.
    void narrow_dip(Dip d, const Probe& pm, double Margins::*margin) {
        constexpr double golden = 0.381966011250105;
        while (d.b - d.a > options_.tolerance && can_close(d.at_a, d.at_m, d.at_b)) {
            const bool goes_right = d.b - d.m > d.m - d.a;
            const double t = goes_right ? d.m + golden * (d.b - d.m) : d.m - golden * (d.m - d.a);
            const Probe p = solver_.probe(line_(t));
            if (p.pattern != pm.pattern) {
                bisect(d.a, pm.pattern, t, p.pattern);
                bisect(t, p.pattern, d.b, pm.pattern);
                return;
            }
            const double value = p.margins.*margin;
            if (value < d.at_m) {
                if (goes_right) {
                    d = {d.m, t, d.b, d.at_m, value, d.at_b};
                } else {
                    d = {d.a, t, d.m, d.at_a, value, d.at_m};
                }
            } else if (goes_right) {
                d.b = t;
                d.at_b = value;
            } else {
                d.a = t;
                d.at_a = value;
            }
        }
    }

    PatternSolver& solver_;
    const std::function<BoundaryPoint(double)>& line_;
    const CrossingOptions& options_;
    std::vector<PatternChange> changes_;
};

}  // namespace

std::vector<PatternChange> pattern_changes_along(PatternSolver& solver,
                                                 const std::function<BoundaryPoint(double)>& line, double from,
                                                 double to, const CrossingOptions& options) {
    return LineScan(solver, line, options).scan(from, to);
}

std::vector<Crossing> crossings_along(PatternSolver& solver, const std::function<BoundaryPoint(double)>& line,
                                      double from, double to, const CrossingOptions& options) {
    if (!(from < to)) throw std::invalid_argument("a line of crossings needs from < to");
    std::vector<Crossing> crossings;
    for (const PatternChange& c : pattern_changes_along(solver, line, from, to, options)) {
        crossings.push_back({c.value, c.kind, c.below.stops(), c.above.stops()});
    }
    return crossings;
}

std::vector<Crossing> crossings_along(const std::function<Ratios(double)>& line, double from, double to,
                                      const CrossingOptions& options) {
    const auto solver = ratio_patterns([&](double t, double) { return line(t); });
    return crossings_along(
        *solver,
        [](double t) {
            return BoundaryPoint{t, 0.0};
        },
        from, to, options);
}

std::string_view name(BoundaryKind kind) {
    switch (kind) {
        case BoundaryKind::slide_vanishes: return "A";
        case BoundaryKind::stop_in_passing: return "B";
        case BoundaryKind::reversal_stop: return "C";
        case BoundaryKind::stop_to_back_slide: return "Cprime";
    }
    return "";
}

}  // namespace stickslip
