#include "case_cells.hpp"

#include <algorithm>
#include <cmath>

#include "case_plane.hpp"
#include "steady_quantities.hpp"
#include "stickslip/planar/case.hpp"
#include "stickslip/planar/observables.hpp"
#include "stickslip/steady/attractor.hpp"

namespace stickslip {

namespace {

/// Cells that take long each: a small tile keeps all threads busy and loses little when it is interrupted.
constexpr TileShape small_tile{8, 8};

class SteadyCells : public CellEvaluator {
public:
    SteadyCells(const MapRequest& request, const std::vector<std::string>& observables)
        : plane_(request), steady_(observables, 1), options_{.with_cycle = steady_.needs_cycle()} {
        quantities_ = steady_.quantities();
        quantities_.insert(quantities_.begin(), regime_quantity());
        for (const CellIndex& corner : plane_.corners()) static_cast<void>(plane_.at(corner).read());
    }

    [[nodiscard]] const std::vector<MapQuantity>& quantities() const override { return quantities_; }
    [[nodiscard]] int failure_flag() const override { return static_cast<int>(Regime::not_converged); }
    [[nodiscard]] TileShape tile_shape() const override { return small_tile; }

    void evaluate(std::span<const CellIndex> cells, std::size_t /*columns*/, TileValues& values,
                  const std::atomic<bool>& stop) const override {
        for (std::size_t i = 0; i < cells.size() && !stop; ++i) {
            const SteadyState s = steady_state(plane_.at(cells[i]).read(), options_);
            values.set(0, i, static_cast<int>(s.regime));
            steady_.store(s, i, values);
        }
    }

private:
    CasePlane plane_;
    SteadyQuantities steady_;
    SteadyOptions options_;
    std::vector<MapQuantity> quantities_;
};

class PlanarCells : public CellEvaluator {
public:
    PlanarCells(const MapRequest& request, const std::vector<std::string>& observables) : plane_(request) {
        quantities_.push_back(regime_quantity());
        for (const std::string& name : observables) {
            const planar::Observable& o = planar::observable(name);
            observables_.push_back(&o);
            quantities_.push_back({std::string(o.name),
                                   std::string(o.unit),
                                   std::string(o.description),
                                   o.is_count ? QuantityType::count : QuantityType::real,
                                   {}});
        }
        for (const CellIndex& corner : plane_.corners()) static_cast<void>(plane_.at(corner).read_planar());
    }

    [[nodiscard]] const std::vector<MapQuantity>& quantities() const override { return quantities_; }
    [[nodiscard]] int failure_flag() const override { return static_cast<int>(Regime::not_converged); }
    [[nodiscard]] TileShape tile_shape() const override { return small_tile; }

    void evaluate(std::span<const CellIndex> cells, std::size_t /*columns*/, TileValues& values,
                  const std::atomic<bool>& stop) const override {
        for (std::size_t i = 0; i < cells.size() && !stop; ++i) {
            const planar::Case c = plane_.at(cells[i]).read_planar();
            const planar::SteadyState s = planar::steady_state(c.oscillator, c.load, c.start);
            values.set(0, i, static_cast<int>(s.regime));
            for (std::size_t q = 0; q < observables_.size(); ++q) values.set(q + 1, i, observables_[q]->value(s));
        }
    }

private:
    CasePlane plane_;
    std::vector<const planar::Observable*> observables_;
    std::vector<MapQuantity> quantities_;
};

struct AttractorObservable {
    const char* name;
    const char* unit;
    const char* description;
    QuantityType type;
    double (*value)(const Attractor&, double load_period);
};

constexpr AttractorObservable attractor_observables[] = {
    {"exponent", "s-1", "largest Lyapunov exponent", QuantityType::real,
     [](const Attractor& a, double load_period) {
         if (a.kind == AttractorKind::diverging) return undefined_value;
         return a.kind == AttractorKind::periodic ? std::log(a.multiplier) / (a.period * load_period) : a.exponent;
     }},
    {"attractor_period", "1", "period of the attractor in load periods", QuantityType::count,
     [](const Attractor& a, double /*load_period*/) {
         return a.kind == AttractorKind::periodic ? static_cast<double>(a.period) : undefined_value;
     }},
};

MapQuantity attractor_quantity() {
    return {
        "attractor", "1", "kind of attractor", QuantityType::flag, {"periodic", "chaotic", "diverging", "unresolved"}};
}

class AttractorCells : public CellEvaluator {
public:
    AttractorCells(const MapRequest& request, const std::vector<std::string>& wanted)
        : plane_(request), steady_(steady_names(wanted), 2 + attractor_count(wanted)) {
        options_.most_periods = request.most_periods;
        quantities_.push_back(attractor_quantity());
        for (const std::string& name : wanted) {
            for (const AttractorObservable& o : attractor_observables) {
                if (name != o.name) continue;
                observables_.push_back(&o);
                quantities_.push_back({o.name, o.unit, o.description, o.type, {}});
            }
        }
        if (!steady_.is_empty()) {
            quantities_.push_back(regime_quantity());
            for (const MapQuantity& q : steady_.quantities()) quantities_.push_back(q);
        }
        for (const CellIndex& corner : plane_.corners()) {
            if (!plane_.at(corner).read().load.period()) {
                throw std::invalid_argument("exponents and attractors are mapped for periodic loads only");
            }
        }
    }

    [[nodiscard]] const std::vector<MapQuantity>& quantities() const override { return quantities_; }
    [[nodiscard]] int failure_flag() const override { return static_cast<int>(AttractorKind::unresolved); }
    [[nodiscard]] TileShape tile_shape() const override { return small_tile; }

    void evaluate(std::span<const CellIndex> cells, std::size_t /*columns*/, TileValues& values,
                  const std::atomic<bool>& stop) const override {
        for (std::size_t i = 0; i < cells.size() && !stop; ++i) {
            const Case c = plane_.at(cells[i]).read();
            const LawState start{c.start.position, c.start.velocity - c.oscillator.belt_velocity, 0.0, {}};
            const Attractor a = find_attractor(c.oscillator, c.load, start, options_);
            values.set(0, i, static_cast<int>(a.kind));
            for (std::size_t q = 0; q < observables_.size(); ++q) {
                values.set(q + 1, i, observables_[q]->value(a, *c.load.period()));
            }
            if (steady_.is_empty()) continue;
            const SteadyState s = steady_state(c, {.with_cycle = steady_.needs_cycle()});
            values.set(1 + observables_.size(), i, static_cast<int>(s.regime));
            steady_.store(s, i, values);
        }
    }

private:
    static std::vector<std::string> steady_names(const std::vector<std::string>& wanted) {
        std::vector<std::string> names;
        for (const std::string& name : wanted) {
            if (!is_attractor_observable(name)) names.push_back(name);
        }
        return names;
    }
    static std::size_t attractor_count(const std::vector<std::string>& wanted) {
        return wanted.size() - steady_names(wanted).size();
    }

    CasePlane plane_;
    SteadyQuantities steady_;
    std::vector<const AttractorObservable*> observables_;
    AttractorOptions options_;
    std::vector<MapQuantity> quantities_;
};

}  // namespace

std::unique_ptr<const CellEvaluator> make_steady_cells(const MapRequest& request,
                                                       const std::vector<std::string>& observables) {
    return std::make_unique<SteadyCells>(request, observables);
}

std::unique_ptr<const CellEvaluator> make_planar_cells(const MapRequest& request,
                                                       const std::vector<std::string>& observables) {
    return std::make_unique<PlanarCells>(request, observables);
}

std::unique_ptr<const CellEvaluator> make_attractor_cells(const MapRequest& request,
                                                          const std::vector<std::string>& observables) {
    return std::make_unique<AttractorCells>(request, observables);
}

bool is_attractor_observable(const std::string& name) {
    return std::ranges::any_of(attractor_observables, [&](const AttractorObservable& o) { return name == o.name; });
}

}  // namespace stickslip
