// The plane of friction ratio and frequency ratio: bands of cells, and the curves between regimes.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "answers.hpp"
#include "boundary_report.hpp"
#include "kinds/line/solve_tile.hpp"
#include "maps/map_device.hpp"
#include "question.hpp"
#include "stickslip/interruption.hpp"
#include "stickslip/steady/steady_state.hpp"
#include "stickslip/studies/boundary.hpp"

namespace stickslip::explorer {

namespace {

constexpr long most_columns = 2000;  // cells along a side of a map
constexpr long most_cells = 16384;   // in one answer; the page asks for bands
constexpr std::size_t tile_side = 32;
constexpr double least_frequency = 0.02;  // a cycle far below the natural frequency has thousands of phases
constexpr double largest_ratio = 1e3;
constexpr double largest_damping = 100.0;  // a search of the velocity takes steps as short as the fastest decay
constexpr std::uint8_t no_case = 255;      // static friction below the sliding friction

struct Axis {
    double from = 0.0;
    double to = 1.0;
    long count = 1;

    /// The centre of cell i, as `stickslip map` has it.
    [[nodiscard]] double centre(long i) const {
        return from + (static_cast<double>(i) + 0.5) * (to - from) / static_cast<double>(count);
    }
};

Axis axis(const Question& q, const std::string& name, double low) {
    const double from = q.number(name + "_from", low, largest_ratio);
    const double to = q.number(name + "_to", low, largest_ratio);
    if (!(from < to)) throw std::invalid_argument(name + "_from must be below " + name + "_to");
    return {from, to, q.whole_or(name + "_count", 1, most_columns, 1)};
}

/// The columns of numbers of an answer, each with one entry for each cell, row by row.
struct Band {
    explicit Band(std::size_t cells)
        : amplitude(cells),
          velocity(cells),
          stuck(cells),
          dissipated(cells),
          multiplier(cells),
          reversing(cells),
          passing(cells),
          regime(cells) {}

    void put(std::size_t i, const CellSolution<double>& s) {
        const bool is_known = s.regime != Regime::unbounded && s.regime != Regime::not_converged;
        const double undefined = std::nan("");
        amplitude[i] = is_known ? s.amplitude : undefined;
        velocity[i] = is_known ? s.velocity : undefined;
        stuck[i] = is_known ? s.stuck_fraction : undefined;
        dissipated[i] = is_known ? s.dissipated : undefined;
        multiplier[i] = is_known ? s.multiplier : undefined;
        reversing[i] = static_cast<std::uint16_t>(s.stops_then_reverse);
        passing[i] = static_cast<std::uint16_t>(s.stops_then_same_direction);
        regime[i] = static_cast<std::uint8_t>(s.regime);
    }

    /// Where static friction exceeds sliding friction a count may be a mean; the map shows the nearest whole number.
    void put(std::size_t i, const SteadyState& s) {
        amplitude[i] = s.amplitude_ratio;
        velocity[i] = s.velocity_ratio;
        stuck[i] = s.stuck_fraction;
        dissipated[i] = s.dissipated_ratio;
        multiplier[i] = s.multiplier;
        reversing[i] = static_cast<std::uint16_t>(std::lround(s.stops_then_reverse));
        passing[i] = static_cast<std::uint16_t>(std::lround(s.stops_then_same_direction));
        regime[i] = static_cast<std::uint8_t>(s.regime);
    }

    void put_nothing(std::size_t i) {
        amplitude[i] = velocity[i] = stuck[i] = dissipated[i] = multiplier[i] = std::nan("");
        regime[i] = no_case;
    }

    /// Five columns of doubles, two of 16-bit and one of 8-bit integers, little-endian as on every machine this runs
    /// on.
    [[nodiscard]] std::string bytes() const {
        std::string text;
        const auto append = [&](const auto& column) {
            text.append(reinterpret_cast<const char*>(column.data()), column.size() * sizeof(column[0]));
        };
        append(amplitude);
        append(velocity);
        append(stuck);
        append(dissipated);
        append(multiplier);
        append(reversing);
        append(passing);
        append(regime);
        return text;
    }

    std::vector<double> amplitude, velocity, stuck, dissipated, multiplier;
    std::vector<std::uint16_t> reversing, passing;
    std::vector<std::uint8_t> regime;
};

struct Plane {
    Axis x;  ///< friction_ratio
    Axis y;  ///< frequency_ratio
    double damping = 0.0;
    double holding = 0.0;  ///< static_ratio; 0 means that of sliding

    [[nodiscard]] CellParameters<double> cell(long column, long row) const {
        const double f = x.centre(column);
        return {f, holding > 0.0 ? std::max(holding, f) : f, y.centre(row), damping};
    }
    [[nodiscard]] bool is_case(long column) const { return !(holding > 0.0) || x.centre(column) <= holding; }
};

/// A device wants many cells at once, and lets itself not be interrupted among them.
void solve_band_on(MapDevice& device, const Plane& plane, long first, long last, Band& band) {
    const auto columns = static_cast<std::size_t>(plane.x.count);
    std::vector<CellParameters<double>> cells;
    for (long row = first; row < last; ++row) {
        for (long column = 0; column < plane.x.count; ++column) cells.push_back(plane.cell(column, row));
    }
    std::vector<CellSolution<double>> solutions(cells.size());
    solve_tile_on(device, cells, columns, solutions, {});
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (plane.is_case(static_cast<long>(i % columns))) {
            band.put(i, solutions[i]);
        } else {
            band.put_nothing(i);
        }
    }
}

/// Static friction above sliding friction: each cell from rest, by itself.
void solve_band_from_rest(const Plane& plane, long first, long last, Band& band) {
    for (long row = first; row < last; ++row) {
        for (long column = 0; column < plane.x.count; ++column) {
            throw_if_interrupted();
            const auto at = static_cast<std::size_t>((row - first) * plane.x.count + column);
            if (!plane.is_case(column)) {
                band.put_nothing(at);
                continue;
            }
            const CellParameters<double> c = plane.cell(column, row);
            const Ratios ratios{.friction = c.friction,
                                .frequency = c.frequency,
                                .damping = c.damping,
                                .static_friction = c.static_friction};
            band.put(at, steady_state(oscillator_of(ratios), load_of(ratios), State{},
                                      {.with_cycle = false, .with_coexisting = false}));
        }
    }
}

void solve_band(const Plane& plane, long first, long last, Band& band) {
    const auto columns = static_cast<std::size_t>(plane.x.count);
    std::vector<CellParameters<double>> cells;
    std::vector<CellSolution<double>> solutions;
    for (long row = first; row < last; row += tile_side) {
        const long rows = std::min<long>(tile_side, last - row);
        for (std::size_t left = 0; left < columns; left += tile_side) {
            throw_if_interrupted();
            const std::size_t width = std::min(tile_side, columns - left);
            cells.clear();
            for (long r = 0; r < rows; ++r) {
                for (std::size_t c = 0; c < width; ++c)
                    cells.push_back(plane.cell(static_cast<long>(left + c), row + r));
            }
            solutions.assign(cells.size(), {});
            solve_tile(cells, width, solutions);
            for (std::size_t k = 0; k < cells.size(); ++k) {
                const std::size_t column = left + k % width;
                const std::size_t at = (static_cast<std::size_t>(row - first) + k / width) * columns + column;
                if (plane.is_case(static_cast<long>(column))) {
                    band.put(at, solutions[k]);
                } else {
                    band.put_nothing(at);
                }
            }
        }
    }
}

}  // namespace

Response answer_map(const Question& q) {
    Plane plane;
    plane.x = axis(q, "x", 0.0);
    plane.y = axis(q, "y", least_frequency);
    plane.damping = q.number_or("damping", 0.0, largest_damping, 0.0);
    plane.holding = q.number_or("static", 0.0, largest_ratio, 0.0);
    const long first = q.whole_or("first_row", 0, plane.y.count - 1, 0);
    const long last = q.whole_or("last_row", first + 1, plane.y.count, plane.y.count);
    const long cells = (last - first) * plane.x.count;
    if (cells > most_cells) {
        throw std::invalid_argument("a map answer has at most " + std::to_string(most_cells) +
                                    " cells; this asks for " + std::to_string(cells));
    }
    Band band(static_cast<std::size_t>(cells));
    if (plane.holding > 0.0) {
        solve_band_from_rest(plane, first, last, band);
    } else if (q.device() != nullptr) {
        solve_band_on(*q.device(), plane, first, last, band);
    } else {
        solve_band(plane, first, last, band);
    }
    return {200, "application/octet-stream", band.bytes()};
}

Response answer_boundary(const Question& q) {
    const Axis x = axis(q, "x", 0.0);
    const Axis y = axis(q, "y", least_frequency);
    const double damping = q.number_or("damping", 0.0, largest_damping, 0.0);
    const auto plane = [&](double f, double w) {
        throw_if_interrupted();
        return Ratios{.friction = f, .frequency = w, .damping = damping};
    };
    TraceOptions options;
    options.seed_lines = static_cast<int>(q.whole_or("seed_lines", 8, 160, 160));
    const std::vector<BoundaryCurve> curves = trace_boundaries(plane, {x.from, x.to, y.from, y.to}, options);
    if (q.text_or("format", 8, "json") == "csv") {
        return {200, "text/csv; charset=utf-8", cli::boundary_csv("friction_ratio", "frequency_ratio", curves)};
    }
    return {200, "application/json", cli::boundary_json("friction_ratio", "frequency_ratio", curves)};
}

}  // namespace stickslip::explorer
