#include "plot_panels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "stickslip/maps/map_request.hpp"
#include "stickslip/model/units.hpp"

namespace stickslip::cli {

namespace {

constexpr double narrowest_shade = 1.0 / 8000;  // of the time axis; a narrower one cannot be seen

}  // namespace

std::string stuck_wave(const Trajectory& trajectory) {
    const double narrowest = narrowest_shade * trajectory.end_time();
    std::string rows = "0 0\n";
    for (const Phase& p : trajectory.phases) {
        if (p.kind != PhaseKind::stick || p.duration < narrowest) continue;
        const double begin = p.start.value();
        const double end = begin + p.duration;
        rows += fmt::format("{0} 0\n{0} 1\n{1} 1\n{1} 0\n", begin, end);
    }
    return rows + fmt::format("{} 0\n", trajectory.end_time());
}

AxisLabels labels_of(const Case& c) {
    if (c.is_dimensionless) return {"time t [1/ωₙ]", "x [p₀/k]", "v [ωₙ·p₀/k]", "a [p₀/m]", "friction r [p₀]"};
    return {"time t [s]", "x [m]", "v [m/s]", "a [m/s²]", "friction r [N]"};
}

std::string axis_label(std::string_view words, std::string_view unit) {
    return with_unit(words, unit.empty() || unit == "1" ? "" : readable_unit(std::string(unit)));
}

std::string axis_label(const std::string& key) {
    const KeyMeaning meaning = key_meaning(key);
    return axis_label(meaning.description, meaning.unit);
}

std::string key_words(const std::string& key) { return key_meaning(key).description; }

std::string axis_label(const Observable& o) { return axis_label(o.description, o.unit); }

std::string picture_title(const Case& problem, const std::vector<std::string>& varied) {
    const std::optional<Ratios> ratios = problem.ratios();
    if (!problem.is_dimensionless || !ratios) return problem.title;
    const std::pair<const char*, double> fixed[] = {
        {"friction_ratio", ratios->friction},
        {"frequency_ratio", ratios->frequency},
        {"damping_ratio", ratios->damping},
        {"static_ratio", ratios->static_friction.value_or(ratios->friction)},
    };
    std::string list;
    for (const auto& [key, value] : fixed) {
        const bool is_usual = (std::string_view(key) == "damping_ratio" && value == 0.0) ||
                              (std::string_view(key) == "static_ratio" && value == ratios->friction);
        if (is_usual || std::ranges::find(varied, key) != varied.end()) continue;
        list += fmt::format("{}{} = {:g}", list.empty() ? " for " : ", ", key_words(key), value);
    }
    return "Steady motion" + list;
}

Axis axis_for(const std::string& quantity, const std::string& unit, double largest) {
    struct Prefix {
        const char* name;
        double value;
    };
    constexpr Prefix prefixes[] = {{"M", 1e6}, {"k", 1e3}, {"", 1.0}, {"m", 1e-3}, {"µ", 1e-6}, {"n", 1e-9}};
    constexpr double nearly_one = 0.1;  // 0.3 m stays 0.3 m
    for (const Prefix& p : prefixes) {
        if (largest < p.value * (p.value == 1.0 ? nearly_one : 1.0)) continue;
        return {fmt::format("{} [{}{}]", quantity, p.name, unit), p.value};
    }
    return {quantity + " [" + unit + "]", 1.0};
}

Script place(const Panel& p) {
    return Script(
        "set lmargin at screen {}\nset rmargin at screen {}\nset bmargin at screen {}\nset tmargin at screen {}\n",
        p.left, p.right, p.bottom, p.top);
}

double tick_step(double range) {
    constexpr double most_parts = 5.0;
    const double rough = range / most_parts;
    const double decade = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double multiple : {1.0, 2.0, 5.0}) {
        if (multiple * decade >= rough) return multiple * decade;
    }
    return 10.0 * decade;
}

Script logarithmic_axis(double from, double to) {
    constexpr double edge = 1e-9;          // a tic this near to an end, as a share of it, stands on it
    constexpr double wide = 1e3;           // to / from, from where on the powers of 10 are enough
    constexpr std::size_t least_tics = 3;  // with fewer of them every digit has one
    Script axis("set logscale x\n");
    if (to / from >= wide) return axis;
    const auto tics = [&](std::initializer_list<double> digits) {
        std::vector<double> all;
        for (double decade = std::pow(10.0, std::floor(std::log10(from))); decade <= to * (1.0 + edge);
             decade *= 10.0) {
            for (const double digit : digits) {
                const double tic = digit * decade;
                if (tic >= from * (1.0 - edge) && tic <= to * (1.0 + edge)) all.push_back(tic);
            }
        }
        return all;
    };
    std::vector<double> all = tics({1, 2, 5});
    if (all.size() < least_tics) all = tics({1, 2, 3, 4, 5, 6, 7, 8, 9});
    if (all.size() < 2) return axis;
    axis += "set xtics ()\n";
    // A tic that rounding puts outside the axis would not be drawn.
    for (const double tic : all) {
        axis += Script("set xtics add ({:.12g})\n", std::clamp(tic, from * (1.0 + edge), to * (1.0 - edge)));
    }
    return axis;
}

}  // namespace stickslip::cli
