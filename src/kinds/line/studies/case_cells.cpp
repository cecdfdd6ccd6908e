#include "case_cells.hpp"

#include <algorithm>
#include <cmath>

#include "maps/case_plane.hpp"
#include "maps/device_tile_shape.hpp"
#include "maps/map_device.hpp"
#include "maps/on_all_threads.hpp"
#include "maps/steady_quantities.hpp"
#include "stickslip/interruption.hpp"
#include "stickslip/model/field_error.hpp"
#include "stickslip/steady/attractor.hpp"

namespace stickslip {

namespace {

bool holds_more(const Oscillator& o) { return o.has_closed_form() && o.holding_bound() > o.friction_bound; }

/// Coulomb friction with equal bounds gives motions of one load period, or growth. Reads the corners.
Counts counts_in(const CasePlane& plane) {
    Counts counts = Counts::whole;
    for (const CellIndex& corner : plane.corners()) {
        const Oscillator o = plane.at(corner).read().oscillator;
        if (!o.has_closed_form() || holds_more(o)) counts = Counts::means;
    }
    return counts;
}

bool holds_more_at_a_corner(const CasePlane& plane) {
    return std::ranges::any_of(plane.corners(),
                               [&](const CellIndex& c) { return holds_more(plane.at(c).read().oscillator); });
}

class SteadyCells : public CellEvaluator {
public:
    SteadyCells(const MapRequest& request, const std::vector<std::string>& observables)
        : plane_(request),
          steady_(observables, 1, counts_in(plane_)),
          options_{.with_cycle = steady_.needs_cycle(), .with_coexisting = false},
          holds_more_(holds_more_at_a_corner(plane_)) {
        quantities_ = steady_.quantities(plane_.at({0, 0}).read());
        quantities_.insert(quantities_.begin(), regime_quantity());
    }

    [[nodiscard]] const std::vector<MapQuantity>& quantities() const override { return quantities_; }
    [[nodiscard]] int failure_flag() const override { return static_cast<int>(Regime::not_converged); }
    [[nodiscard]] TileShape tile_shape() const override { return tile_of_slow_cells; }

    /// Under more static friction motions with stops double their period, vanish and become chaotic in narrow windows;
    /// those that never rest know nothing of it.
    [[nodiscard]] bool changes_smoothly(int status) const override {
        const auto regime = static_cast<Regime>(status);
        return !holds_more_ || regime == Regime::continuous || regime == Regime::permanent_stick;
    }

    void evaluate(std::span<const CellIndex> cells, std::size_t /*columns*/, TileValues& values) const override {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            throw_if_interrupted();
            const SteadyState s = steady_state(plane_.at(cells[i]).read(), options_);
            values.set(0, i, static_cast<int>(s.regime));
            steady_.store(s, i, values);
        }
    }

private:
    CasePlane plane_;
    SteadyQuantities steady_;
    SteadyOptions options_;
    bool holds_more_;
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

[[noreturn]] void refuse_attractors(const MapDevice& device, const std::string& what) {
    throw FieldError("backend",
                     " " + device.backend() +
                         " maps attractors (exponent, attractor_period) of oscillators under one harmonic load "
                         "with a friction law that has no inner state, " +
                         what + "; the backend cpu, the default, maps this");
}

void require_for_device(const MapDevice& device, const Case& c) {
    if (has_inner_state(c.oscillator.law)) {
        refuse_attractors(device, "not with the law " + std::string(name(c.oscillator.law)));
    }
    if (c.load.harmonics.size() != 1) refuse_attractors(device, "not under several harmonics");
    if (c.oscillator.has_varying_normal()) refuse_attractors(device, "not under a normal force that varies");
}

class AttractorCells : public CellEvaluator {
public:
    AttractorCells(const MapRequest& request, const std::vector<std::string>& wanted)
        : plane_(request),
          steady_(steady_names(wanted), 2 + attractor_count(wanted), Counts::means),
          device_(request.device) {
        options_.most_periods = request.most_periods;
        if (device_ != nullptr && !steady_.is_empty()) {
            refuse_attractors(*device_, "and not " + steady_names(wanted).front() + " beside them");
        }
        if (device_ != nullptr && options_.most_periods != AttractorOptions{}.most_periods) {
            refuse_attractors(*device_, "and not with periods other than the usual ones");
        }
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
            for (const MapQuantity& q : steady_.quantities(plane_.at({0, 0}).read())) quantities_.push_back(q);
        }
        for (const CellIndex& corner : plane_.corners()) {
            const Case c = plane_.at(corner).read();
            if (!common_period(c.load, c.oscillator.normal)) {
                throw std::invalid_argument("exponents and attractors are mapped for periodic loads only");
            }
            if (device_ != nullptr) require_for_device(*device_, c);
        }
    }

    [[nodiscard]] const std::vector<MapQuantity>& quantities() const override { return quantities_; }
    [[nodiscard]] int failure_flag() const override { return static_cast<int>(AttractorKind::unresolved); }

    /// A device needs many cells at once: a round of its work takes about as long for a thousand as for all of these.
    [[nodiscard]] TileShape tile_shape() const override {
        constexpr std::size_t device_cells = std::size_t{1} << 18;
        return device_ == nullptr ? tile_of_slow_cells : device_tile_shape(plane_.x().count, device_cells);
    }

    void evaluate(std::span<const CellIndex> cells, std::size_t /*columns*/, TileValues& values) const override {
        if (device_ != nullptr) return evaluate_on_device(cells, values);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            throw_if_interrupted();
            const Case c = plane_.at(cells[i]).read();
            const double period = *common_period(c.load, c.oscillator.normal);
            store(find_attractor(c.oscillator, c.load, start_of(c), options_), period, i, values);
            if (steady_.is_empty()) continue;
            const SteadyState s = steady_state(c, {.with_cycle = steady_.needs_cycle(), .with_coexisting = false});
            values.set(1 + observables_.size(), i, static_cast<int>(s.regime));
            steady_.store(s, i, values);
        }
    }

private:
    static LawState start_of(const Case& c) {
        return {c.start.position, c.start.velocity - c.oscillator.belt_velocity, 0.0, {}};
    }

    void store(const Attractor& a, double load_period, std::size_t i, TileValues& values) const {
        values.set(0, i, static_cast<int>(a.kind));
        for (std::size_t q = 0; q < observables_.size(); ++q) {
            values.set(q + 1, i, observables_[q]->value(a, load_period));
        }
    }

    [[nodiscard]] AttractorTask task_of(CellIndex cell) const {
        const Case c = plane_.at(cell).read();
        return {c.oscillator, c.load.constant, c.load.harmonics.front(), *c.load.period(), start_of(c)};
    }

    void evaluate_on_device(std::span<const CellIndex> cells, TileValues& values) const {
        std::vector<AttractorTask> tasks(cells.size());
        std::vector<Attractor> found(cells.size());
        on_all_threads(cells.size(), [&](std::size_t i) { tasks[i] = task_of(cells[i]); });
        const std::vector<std::uint32_t> left = device_->find_attractors(tasks, found, InterruptionScope::wanted());
        on_all_threads(left.size(), [&](std::size_t k) {
            const AttractorTask& t = tasks[left[k]];
            const Load load{.constant = t.constant_load, .harmonics = {t.harmonic}, .record = nullptr};
            found[left[k]] = find_attractor(t.oscillator, load, t.start);
        });
        for (std::size_t i = 0; i < cells.size(); ++i) store(found[i], tasks[i].period, i, values);
    }

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
    std::shared_ptr<MapDevice> device_;
    std::vector<const AttractorObservable*> observables_;
    AttractorOptions options_;
    std::vector<MapQuantity> quantities_;
};

}  // namespace

std::unique_ptr<const CellEvaluator> make_steady_cells(const MapRequest& request,
                                                       const std::vector<std::string>& observables) {
    return std::make_unique<SteadyCells>(request, observables);
}

std::unique_ptr<const CellEvaluator> make_attractor_cells(const MapRequest& request,
                                                          const std::vector<std::string>& observables) {
    return std::make_unique<AttractorCells>(request, observables);
}

bool is_attractor_observable(const std::string& name) {
    return std::ranges::any_of(attractor_observables, [&](const AttractorObservable& o) { return name == o.name; });
}

}  // namespace stickslip
