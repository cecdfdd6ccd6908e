// Rectangles of (f, Ω) with one pattern of motion. Each number is a form over the rectangle: what is linear in the two
// ratios is followed exactly, the rest is enclosed. The first passes find how the periodic state depends on the
// ratios, the last one proves. docs/theory/certify.md, section 7.

#include "stickslip/certify/cover.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <stdexcept>

#include "kernel/in_parallel.hpp"
#include "kernel/interruption_point.hpp"
#include "kinds/line/solve_cell.hpp"
#include "model/bounds.hpp"
#include "seed.hpp"

namespace stickslip {

namespace proof {

namespace {

/// The numbers of an interval as a form of the parameter `which`.
Form<2> spanning(const Interval& interval, int which) {
    Form<2> form;
    form.c = 0.5 * interval.low + 0.5 * interval.high;
    form.g[which] = std::max(interval.high - form.c, form.c - interval.low) * grown;
    return form;
}

using Seed2 = std::pair<Form<2>, Form<2>>;  // x, v

Proof<2> attempt(const Plant<2>& plant, const Seed& seed, const Seed2& state, double near) {
    Chain<2> chain(plant, near);
    if (seed.rests) return chain.prove(RestSeed<2>{state.first, seed.angle});
    return chain.prove(SlideSeed<2>{state.first, state.second, seed.angle, seed.v > 0.0 ? 1 : -1});
}

/// One step of Newton's method, in the state and in how it depends on the ratios.
void improve(Seed2& state, const Proof<2>& proof) {
    const auto step = [&](Form<2>& to, double by_x, double by_v) {
        to.c -= by_x * proof.x.c + by_v * proof.v.c;
        for (int i = 0; i < 2; ++i) to.g[i] -= by_x * proof.x.g[i] + by_v * proof.v.g[i];
    };
    step(state.first, proof.inverse[0], proof.inverse[1]);
    if (!proof.rests) step(state.second, proof.inverse[2], proof.inverse[3]);
}

/// Finds how the state depends on the ratios, in a box that is so small that this is all there is.
bool follow_parameters(Seed2& state, const Seed& seed, Form<2> f, Form<2> W, double damping) {
    constexpr double small = 0x1p-12;
    f.g[0] *= small;
    W.g[1] *= small;
    const Proof<2> proof = attempt(plant_of<2>(f, W, damping), seed, state, 0.0);
    if (proof.doubt != Doubt::too_flat) return false;
    improve(state, proof);
    for (Form<2>* form : {&state.first, &state.second}) {
        for (double& slope : form->g) slope /= small;
    }
    return true;
}

/// Passes: how far what is not linear in the ratios goes; and the proof, twice if the neighbourhood of the first one
/// turns out too small.
constexpr int passes = 3;
/// A little more room than was found to be needed.
constexpr double ample = 1.4;

std::optional<ProvedBox> proved_box(const RatioBox& box, double damping) {
    ProvedBox found;
    found.box = box;
    if (box.friction.low >= 1.0) {
        found.regime = Regime::permanent_stick;
        return found;
    }
    const Form<2> f = spanning(box.friction, 0);
    const Form<2> W = spanning(box.frequency, 1);
    const CellSolution<double> centre = solve_cell({f.c, f.c, W.c, damping});
    const std::optional<Seed> seed = seed_of(plant_of<0>(exactly<0>(f.c), exactly<0>(W.c), damping), centre);
    if (!seed) return std::nullopt;
    const Plant<2> plant = plant_of<2>(f, W, damping);
    Seed2 state{exactly<2>(seed->x), exactly<2>(seed->rests ? 0.0 : seed->v)};
    if (!follow_parameters(state, *seed, f, W, damping)) return std::nullopt;
    double near = 0.0;
    for (int pass = 0; pass < passes; ++pass) {
        const Proof<2> proof = attempt(plant, *seed, state, near);
        if (proof.doubt == Doubt::none) {
            found.regime = proof.rests ? Regime::stick_slip : Regime::continuous;
            found.stops_per_cycle =
                2 * (proof.half_cycle.stops_then_reverse + proof.half_cycle.stops_then_same_direction);
            found.zero_duration_reversals = 2 * proof.half_cycle.reversals;
            found.amplitude_ratio = {std::max(0.0, proof.half_cycle.furthest_low - proof.radius),
                                     grow(proof.half_cycle.furthest_high + proof.radius)};
            return found;
        }
        if (proof.doubt != Doubt::too_flat || !(proof.needed > 0.0) || !std::isfinite(proof.needed))
            return std::nullopt;
        near = ample * proof.needed;
    }
    return std::nullopt;
}

/// The halves of a range; the range itself where it has no length.
std::vector<Interval> halves(const Interval& range) {
    if (range.low == range.high) return {range};
    const double middle = 0.5 * (range.low + range.high);
    if (!(range.low < middle && middle < range.high)) return {};
    return {{range.low, middle}, {middle, range.high}};
}

/// Covers one of the first boxes, quartering what fails.
void cover_box(const RatioBox& box, double damping, int quarterings, std::vector<ProvedBox>& proved) {
    throw_if_interrupted();
    if (const std::optional<ProvedBox> found = proved_box(box, damping)) {
        proved.push_back(*found);
        return;
    }
    if (quarterings == 0) return;
    for (const Interval& friction : halves(box.friction)) {
        for (const Interval& frequency : halves(box.frequency)) {
            cover_box({friction, frequency}, damping, quarterings - 1, proved);
        }
    }
}

double length(const Interval& range) { return range.low == range.high ? 1.0 : range.high - range.low; }

/// Of a line, its length.
double area(const RatioBox& box) { return length(box.friction) * length(box.frequency); }

void require_range(std::string_view name, const Interval& range, double least, double most) {
    const bool fits = std::isfinite(range.low) && std::isfinite(range.high) && range.low >= least &&
                      range.high >= range.low && range.high <= most;
    if (fits) return;
    throw std::invalid_argument(std::string(name) + " = " + shortest(range.low) + ":" + shortest(range.high) +
                                " must be two numbers, not falling, between " + shortest(least) + " and " +
                                shortest(most));
}

}  // namespace

}  // namespace proof

Cover cover(const CoverRequest& request) {
    proof::require_range("friction_ratio", request.box.friction, 0.0, 64.0);
    proof::require_range("frequency_ratio", request.box.frequency, 1e-3, 64.0);
    require_not_negative("damping_ratio", request.damping, "");
    const bool is_upright = request.box.friction.low == request.box.friction.high;
    const bool is_level = request.box.frequency.low == request.box.frequency.high;
    if (is_upright && is_level) throw std::invalid_argument("a box without width and height is a point: certify that");
    constexpr int most_of_rectangles = 12;
    if (!is_upright && !is_level && request.most_quarterings > most_of_rectangles) {
        throw std::invalid_argument("most_quarterings = " + std::to_string(request.most_quarterings) +
                                    " must be at most " + std::to_string(most_of_rectangles) + " for a rectangle");
    }
    const int columns = is_upright ? 1 : request.columns;
    const int rows = is_level ? 1 : request.rows;
    const int count = columns * rows;
    const auto end = [](const Interval& range, int i, int n) {
        return i == n ? range.high : range.low + (range.high - range.low) * i / n;
    };
    std::vector<std::vector<ProvedBox>> parts(static_cast<std::size_t>(count));
    std::mutex telling;
    int finished = 0;
    in_parallel(0, count, [&](int i) {
        const int column = i % columns;
        const int row = i / columns;
        const RatioBox box{{end(request.box.friction, column, columns), end(request.box.friction, column + 1, columns)},
                           {end(request.box.frequency, row, rows), end(request.box.frequency, row + 1, rows)}};
        proof::cover_box(box, request.damping, request.most_quarterings, parts[static_cast<std::size_t>(i)]);
        const std::scoped_lock lock(telling);
        ++finished;
        if (request.progress) request.progress(static_cast<double>(finished) / count);
    });
    Cover found{.request = request, .proved = {}, .area_of_stops = {}};
    const double whole = proof::area(request.box);
    for (const std::vector<ProvedBox>& part : parts) {
        for (const ProvedBox& box : part) {
            found.proved.push_back(box);
            found.area_of_stops[box.stops_per_cycle] += proof::area(box.box) / whole;
            found.proved_area += proof::area(box.box) / whole;
        }
    }
    return found;
}

std::vector<ProvedRange> proved_ranges(const Cover& cover) {
    const RatioBox& whole = cover.request.box;
    const bool is_level = whole.frequency.low == whole.frequency.high;
    if (!is_level && whole.friction.low != whole.friction.high) {
        throw std::invalid_argument("proved ranges are those of a line: give one ratio a single value");
    }
    std::vector<ProvedRange> ranges;
    for (const ProvedBox& box : cover.proved) {
        ranges.push_back({is_level ? box.box.friction : box.box.frequency, box.regime, box.stops_per_cycle,
                          box.zero_duration_reversals});
    }
    std::ranges::sort(ranges, {}, [](const ProvedRange& r) { return r.range.low; });
    std::vector<ProvedRange> joined;
    for (const ProvedRange& next : ranges) {
        const bool goes_on = !joined.empty() && joined.back().range.high == next.range.low &&
                             joined.back().regime == next.regime &&
                             joined.back().stops_per_cycle == next.stops_per_cycle &&
                             joined.back().zero_duration_reversals == next.zero_duration_reversals;
        if (goes_on) {
            joined.back().range.high = next.range.high;
        } else {
            joined.push_back(next);
        }
    }
    return joined;
}

}  // namespace stickslip
