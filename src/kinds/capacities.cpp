#include "capacities.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/bounds.hpp"
#include "stickslip/interruption.hpp"
#include "stickslip/model/field_error.hpp"

namespace stickslip {

namespace {

constexpr TileShape tile_of_capacities{1, 1};  // each takes dozens of motions
constexpr double scale_tolerance = 1e-10;      // relative width of the interval in which the capacity lies

EnsembleRequest with_observable(EnsembleRequest request, const CapacityLimit& limit) {
    request.observables = {limit.observable};
    return request;
}

}  // namespace

Capacities::Capacities(const CaseKind& kind, EnsembleRequest request, CapacityLimit limit)
    : ensemble_(kind, with_observable(std::move(request), limit)), limit_(std::move(limit)) {
    if (!(limit_.value > 0.0) || !std::isfinite(limit_.value)) {
        throw FieldError("limit",
                         " " + limit_.observable + " = " + shortest(limit_.value) + " must be a finite number > 0");
    }
    const std::vector<double>& ladder = ensemble_.request().scales;
    const bool rises = std::ranges::is_sorted(ladder) && ladder.front() > 0.0;
    if (ladder.size() < 2 || !rises) {
        throw FieldError(
            "scales", ": a search for the scale that reaches a limit needs at least two scales, rising from above 0");
    }
    quantities_ = {
        {"outcome", "1", "how the record reaches the limit", QuantityType::flag, {"reached", "not-reached", "at-once"}},
        {"capacity", "1", "factor of the record that reaches the limit", QuantityType::real, {}}};
}

Tiling Capacities::tiling() const {
    return {ensemble_.combinations(), ensemble_.request().records.size(), tile_of_capacities};
}

std::vector<RequestLine> Capacities::lines() const {
    std::vector<RequestLine> lines = ensemble_.lines();
    lines.push_back({"limit", limit_.observable + "=" + shortest(limit_.value)});
    return lines;
}

int Capacities::failure_flag() const { return std::numeric_limits<unsigned char>::max(); }  // there is none

TileShape Capacities::tile_shape() const { return tile_of_capacities; }

void Capacities::evaluate(std::span<const CellIndex> cells, std::size_t /*columns*/, TileValues& values) const {
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Capacity found = capacity(cells[i].row, cells[i].column);
        values.set(0, i, static_cast<int>(found.outcome));
        values.set(1, i, found.scale);
    }
}

Capacities::Capacity Capacities::capacity(std::size_t record, std::size_t combination) const {
    const auto reaches = [&](double scale) {
        throw_if_interrupted();
        return ensemble_.numbers(record, scale, combination).front() >= limit_.value;
    };
    const std::vector<double>& ladder = ensemble_.request().scales;
    std::size_t rung = 0;
    while (rung < ladder.size() && !reaches(ladder[rung])) ++rung;
    if (rung == 0) return {CapacityOutcome::at_once, ladder.front()};
    if (rung == ladder.size()) return {CapacityOutcome::not_reached, ladder.back()};
    double below = ladder[rung - 1];
    double above = ladder[rung];
    while (above - below > scale_tolerance * above) {
        const double middle = 0.5 * (below + above);
        (reaches(middle) ? above : below) = middle;
    }
    return {CapacityOutcome::reached, above};
}

CapacitySample Capacities::sample(const std::vector<double>& outcomes, const std::vector<double>& scales,
                                  std::size_t combination) const {
    CapacitySample sample;
    for (std::size_t i = combination; i < scales.size(); i += ensemble_.combinations()) {
        switch (static_cast<CapacityOutcome>(static_cast<int>(outcomes[i]))) {
            case CapacityOutcome::reached: sample.reached.push_back(scales[i]); break;
            case CapacityOutcome::not_reached: sample.not_reached.push_back(scales[i]); break;
            case CapacityOutcome::at_once: sample.at_once.push_back(scales[i]); break;
        }
    }
    return sample;
}

}  // namespace stickslip
