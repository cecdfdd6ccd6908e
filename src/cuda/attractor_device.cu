#include "attractor_device.cuh"

#include "attractor_solver.cuh"

namespace stickslip::cuda {

namespace {

template <class Law>
std::vector<std::uint32_t> find_with_law(std::span<const AttractorTask> tasks, std::span<Attractor> found,
                                         const std::atomic<bool>& stop) {
    const AttractorOptions options;
    std::vector<AttractorCell<Law>> cells;
    cells.reserve(tasks.size());
    for (const AttractorTask& t : tasks) cells.push_back(attractor_cell(std::get<Law>(t.oscillator.law), t));
    AttractorSolver<Law> solver(search_bounds(options), series_bounds(options.series));
    const std::vector<AttractorAnswer> answers = solver.solve(cells, stop);
    std::vector<std::uint32_t> left;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const AttractorAnswer& a = answers[i];
        if (a.stage != AttractorSearch::Stage::done) left.push_back(static_cast<std::uint32_t>(i));
        found[i] = {a.kind, a.cycle, {}, a.multiplier, a.exponent, a.exponent_error};
    }
    return left;
}

}  // namespace

std::vector<std::uint32_t> find_attractors(std::span<const AttractorTask> tasks, std::span<Attractor> found,
                                           const std::atomic<bool>& stop) {
    if (tasks.empty()) return {};
    return std::visit(
        [&]<class Law>(const Law&) -> std::vector<std::uint32_t> {
            if constexpr (is_for_device<Law>) {
                return find_with_law<Law>(tasks, found, stop);
            } else {
                throw std::logic_error("a law with an inner state is not for a device");
            }
        },
        tasks.front().oscillator.law);
}

}  // namespace stickslip::cuda
