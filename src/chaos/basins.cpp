#include "stickslip/chaos/basins.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

#include "kernel/in_parallel.hpp"
#include "random_start.hpp"

namespace stickslip {

namespace {

State start_in_cell(const BasinOptions& o, std::size_t index) {
    const std::size_t column = index % static_cast<std::size_t>(o.columns);
    const std::size_t row = index / static_cast<std::size_t>(o.columns);
    const double across = (static_cast<double>(column) + uniform(o.seed, 2 * index)) / o.columns;
    const double up = (static_cast<double>(row) + uniform(o.seed, 2 * index + 1)) / o.rows;
    return {o.position.low + across * (o.position.high - o.position.low),
            o.velocity.low + up * (o.velocity.high - o.velocity.low)};
}

/// The different attractors among `found`, with the index of each run.
std::vector<int> group(const std::vector<Attractor>& found, std::vector<Attractor>& different) {
    std::vector<int> index;
    for (const Attractor& a : found) {
        const auto known = std::ranges::find_if(different, [&](const Attractor& d) { return are_same(d, a); });
        index.push_back(static_cast<int>(known - different.begin()));
        if (known == different.end()) different.push_back(a);
    }
    return index;
}

}  // namespace

std::size_t starts_of(const BasinOptions& options) {
    if (options.columns < 1 || options.rows < 1) throw std::invalid_argument("basins need at least one cell");
    const auto count = static_cast<std::size_t>(options.columns) * static_cast<std::size_t>(options.rows);
    if (count <= most_basin_starts) return count;
    throw std::invalid_argument("the positions and velocities make " + std::to_string(count) + " starts; at most " +
                                std::to_string(most_basin_starts) + " are followed");
}

Basins basins(const Oscillator& oscillator, const Load& load, const BasinOptions& options) {
    if (!(options.position.high > options.position.low && options.velocity.high > options.velocity.low)) {
        throw std::invalid_argument("basins need a range of positions and velocities that is not empty");
    }
    const std::size_t count = starts_of(options);
    std::vector<Attractor> found(count);
    std::atomic<std::size_t> done{0};
    in_parallel(std::size_t{0}, count, [&](std::size_t i) {
        const State s = start_in_cell(options, i);
        const LawState start{s.position, s.velocity - oscillator.belt_velocity, 0.0, {}};
        found[i] = find_attractor(oscillator, load, start, options.attractor);
        if (options.progress) options.progress(static_cast<double>(++done) / static_cast<double>(count));
    });
    std::vector<Attractor> different;
    const std::vector<int> index = group(found, different);
    std::vector<int> order(different.size());
    std::iota(order.begin(), order.end(), 0);
    const auto members = [&](int i) { return std::ranges::count(index, i); };
    std::ranges::stable_sort(order, [&](int a, int b) { return members(a) > members(b); });
    Basins result;
    std::vector<int> place(different.size());
    for (std::size_t k = 0; k < order.size(); ++k) {
        const double f = static_cast<double>(members(order[k])) / static_cast<double>(count);
        place[static_cast<std::size_t>(order[k])] = static_cast<int>(k);
        result.attractors.push_back(
            {different[static_cast<std::size_t>(order[k])], f, std::sqrt(f * (1.0 - f) / static_cast<double>(count))});
    }
    for (std::size_t i = 0; i < count; ++i) {
        result.cells.push_back({start_in_cell(options, i), place[static_cast<std::size_t>(index[i])]});
    }
    return result;
}

}  // namespace stickslip
