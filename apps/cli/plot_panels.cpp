#include "plot_panels.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace stickslip::cli {

namespace {

constexpr double narrowest_shade = 1.0 / 8000;  // of the time axis; a narrower one cannot be seen

}  // namespace

File open_for_writing(const std::string& path) {
    File file(std::fopen(path.c_str(), "w"));
    if (!file) throw std::runtime_error(path + ": cannot be written");
    return file;
}

void write_stuck_intervals(const Trajectory& trajectory, const std::string& path) {
    const File file = open_for_writing(path);
    const double narrowest = narrowest_shade * trajectory.end_time();
    fmt::print(file.get(), "0 0\n");
    for (const Phase& p : trajectory.phases) {
        if (p.kind != PhaseKind::stick || p.duration < narrowest) continue;
        const double begin = p.start.value();
        const double end = begin + p.duration;
        fmt::print(file.get(), "{0} 0\n{0} 1\n{1} 1\n{1} 0\n", begin, end);
    }
    fmt::print(file.get(), "{} 0\n", trajectory.end_time());
}

AxisLabels labels_of(const Case& c) {
    if (c.is_dimensionless) return {"time t [1/ωₙ]", "x [p₀/k]", "v [ωₙ·p₀/k]", "a [p₀/m]", "friction r [p₀]"};
    return {"time t [s]", "x [m]", "v [m/s]", "a [m/s²]", "friction r [N]"};
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

std::string place(const Panel& p) {
    return fmt::format(
        "set lmargin at screen {}\nset rmargin at screen {}\nset bmargin at screen {}\nset tmargin at screen {}\n",
        p.left, p.right, p.bottom, p.top);
}

double tick_step(double range) {
    constexpr double parts = 4.0;
    const double rough = range / parts;
    const double decade = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double multiple : {1.0, 2.0, 5.0}) {
        if (multiple * decade >= rough) return multiple * decade;
    }
    return 10.0 * decade;
}

}  // namespace stickslip::cli
