#include "steady_points.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <vector>

#include "kernel/in_parallel.hpp"
#include "output_file.hpp"
#include "points_file.hpp"
#include "progress.hpp"
#include "stickslip/interruption.hpp"
#include "stickslip/steady/observables.hpp"

namespace stickslip::cli {

namespace {

std::string row_of(const Point& point) {
    const Ratios ratios{.friction = *point.values[0],
                        .frequency = *point.values[1],
                        .damping = point.values[2].value_or(0.0),
                        .static_friction = point.values[3]};
    const SteadyState s = steady_state(oscillator_of(ratios), load_of(ratios), State{}, {.with_coexisting = false});
    std::string row = fmt::format("{},{}", point.text, name(s.regime));
    for (const Observable& o : observables()) {
        const double value = o.value(s);
        row += std::isfinite(value) ? fmt::format(",{}", value) : ",";
    }
    row += s.is_periodic() ? fmt::format(",{}", name(s.map_period)) : ",";
    for (const double value : {s.exponent, s.exponent_error}) {
        row += std::isfinite(value) ? fmt::format(",{}", value) : ",";
    }
    return row + '\n';
}

}  // namespace

void solve_points(const std::string& input, const std::string& output) {
    const PointsFile asked = read_points(input, PointColumns::with_static);
    const std::vector<Point>& points = asked.points;
    OutputFile file(output);
    std::vector<std::string> rows(points.size());
    std::function<void()> progress = counted_progress("steady", points.size());
    in_parallel(std::size_t{0}, points.size(), [&](std::size_t i) {
        throw_if_interrupted();
        rows[i] = row_of(points[i]);
        progress();
    });
    progress = {};
    file.write([&](std::FILE* out) {
        fmt::print(out, "{},regime", asked.header);
        for (const Observable& o : observables()) fmt::print(out, ",{}", o.name);
        fmt::print(out, ",map_period,exponent,exponent_error\n");
        for (const std::string& row : rows) std::fputs(row.c_str(), out);
    });
    file.commit();
}

}  // namespace stickslip::cli
