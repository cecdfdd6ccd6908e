// Steady states, crossings of regime boundaries and design answers as runs.

#include <algorithm>
#include <cmath>

#include "run_case.hpp"
#include "stickslip/steady/observables.hpp"
#include "stickslip/studies/boundary.hpp"
#include "stickslip/studies/design.hpp"
#include "trajectory_samples.hpp"

namespace stickslip::validation {

namespace {

/// Local maxima of the speed in one cycle. A slide cut in two by the ends of the cycle counts once.
int speed_humps(const Trajectory& cycle) {
    constexpr int looks_per_phase = 400;
    int humps = 0;
    for (const Phase& p : cycle.phases) {
        if (p.kind != PhaseKind::slide) continue;
        bool was_rising = p.slip_velocity == 0.0;
        for (int i = 1; i < looks_per_phase; ++i) {
            const double t = p.start.value() + p.duration * i / looks_per_phase;
            const bool is_rising = cycle.at(std::min(t, cycle.end_time())).acceleration * p.direction > 0.0;
            if (was_rising && !is_rising) ++humps;
            was_rising = is_rising;
        }
    }
    return humps;
}

double shortest_stop(const Trajectory& cycle) {
    double shortest = undefined_value;
    for (std::size_t i = 1; i + 1 < cycle.phases.size(); ++i) {  // the first and the last may be halves of one stop
        const Phase& p = cycle.phases[i];
        if (p.kind == PhaseKind::stick) shortest = std::fmin(shortest, p.duration);
    }
    return shortest;
}

/// Stops after which the motion goes on as before, shorter than this part of the period.
int short_stops_in_passing(const Trajectory& cycle, double part) {
    int count = 0;
    const double longest = part * (cycle.end_time() - cycle.start_time());
    for (std::size_t i = 1; i + 1 < cycle.phases.size(); ++i) {
        const Phase& p = cycle.phases[i];
        if (p.kind == PhaseKind::stick && p.duration < longest &&
            cycle.phases[i - 1].direction == cycle.phases[i + 1].direction) {
            ++count;
        }
    }
    return count;
}

/// One slide of a steady cycle. Times count from the load's zero phase.
struct Slide {
    double begin = 0.0;
    double end = 0.0;
    Sample first;  ///< the limit from inside the slide
    Sample last;   ///< likewise
};

/// The slides of a cycle, in the order in which they begin after the time `from`; a slide that the ends of the cycle
/// cut in two is one.
std::vector<Slide> slides_of(const Trajectory& cycle, double from) {
    const double period = cycle.end_time() - cycle.start_time();
    std::vector<Slide> slides;
    for (const Phase& p : cycle.phases) {
        if (p.kind != PhaseKind::slide) continue;
        const double end = std::min(p.start.value() + p.duration, cycle.end_time());
        Slide s{p.start.value(), end, cycle.at(p.start.value()), cycle.at(std::nextafter(end, p.start.value()))};
        s.begin += period * std::ceil((from - s.begin) / period);
        s.end += s.begin - p.start.value();
        slides.push_back(s);
    }
    const Phase& first = cycle.phases.front();
    const Phase& last = cycle.phases.back();
    const bool is_cut = slides.size() > 1 && first.kind == PhaseKind::slide && last.kind == PhaseKind::slide &&
                        first.direction == last.direction && first.slip_velocity != 0.0;
    if (is_cut) {
        slides.back().end += slides.front().end - slides.front().begin;
        slides.back().last = slides.front().last;
        slides.erase(slides.begin());
    }
    std::ranges::sort(slides, {}, &Slide::begin);
    return slides;
}

class SteadyRun : public Run {
public:
    SteadyRun(const Tree& spec, const Scope& scope)
        : problem_(case_of(spec, scope).read()), state_(steady_state(problem_)) {
        const auto value = [&](const char* key) { return spec.contains(key) ? scope.evaluate(spec.at(key)) : 0.0; };
        short_stop_ = value("short_stop");
        from_ = value("from");
    }

    double quantity(const std::string& name) override {
        for (const Observable& o : observables()) {
            if (o.name == name) return o.value(state_);
        }
        if (const double value = of_regime(name); !std::isnan(value)) return value;
        if (name == "family_x_max_low" || name == "family_x_max_high") {
            if (!state_.family) return undefined_value;
            return name.ends_with("low") ? state_.family->x_max.low : state_.family->x_max.high;
        }
        if (name == "growth_per_cycle") return state_.growth_per_cycle;
        if (name == "period") return state_.period;
        if (name == "load_periods") return state_.load_periods;
        if (name == "exponent") return state_.exponent;
        return of_cycle(name);
    }

    Samples samples(const SampleRange& range) override {
        if (!state_.cycle) throw std::invalid_argument("there is no steady cycle");
        return samples_of(*state_.cycle, range);
    }

private:
    [[nodiscard]] double of_regime(const std::string& wanted) const {
        for (const Regime r : all_regimes) {
            std::string spelled(name(r));
            std::ranges::replace(spelled, '-', '_');
            if (spelled == wanted) return state_.regime == r ? 1.0 : 0.0;
        }
        return undefined_value;
    }

    [[nodiscard]] double of_cycle(const std::string& name) const {
        if (!state_.cycle) refuse(name + ", as there is no steady cycle");
        if (name == "humps") return speed_humps(*state_.cycle);
        if (name == "shortest_stop") return shortest_stop(*state_.cycle) / state_.period;
        if (name == "short_stops_in_passing") return short_stops_in_passing(*state_.cycle, short_stop_);
        if (name == "path") return peaks(*state_.cycle).total_slip;
        return of_slide(name);
    }

    /// begin_N, end_N; x_begin_N, v_begin_N, a_begin_N, spring_begin_N and the same with end: of the N-th slide after
    /// `from`.
    [[nodiscard]] double of_slide(const std::string& name) const {
        const std::vector<Slide> slides = slides_of(*state_.cycle, from_);
        if (name == "slides") return static_cast<double>(slides.size());
        for (const bool is_begin : {true, false}) {
            const std::string side = is_begin ? "begin_" : "end_";
            for (const char* what : {"", "x_", "v_", "a_", "spring_"}) {
                const int n = number_after(name, what + side);
                if (n == 0) continue;
                if (n > static_cast<int>(slides.size())) refuse(name + ": there are fewer slides");
                const Slide& slide = slides[static_cast<std::size_t>(n - 1)];
                return of_slide_end(*what, is_begin ? slide.first : slide.last, is_begin ? slide.begin : slide.end);
            }
        }
        refuse(name);
    }

    [[nodiscard]] double of_slide_end(char what, const Sample& s, double time) const {
        const Oscillator& o = problem_.oscillator;
        switch (what) {
            case 'x': return s.position;
            case 'v': return s.velocity;
            case 'a': return s.acceleration;
            case 's': return problem_.load.value(time) - o.stiffness * (s.position - o.equilibrium);
            default: return time;
        }
    }

    Case problem_;
    SteadyState state_;
    double short_stop_ = 0.0;
    double from_ = 0.0;
};

/// All crossings along a line: `vary` names the ratio that runs from `from` to `to`, `ratios` gives the others.
class CrossingRun : public Run {
public:
    CrossingRun(const Tree& spec, const Scope& scope) {
        const Ratios fixed = ratios_of(spec.at("ratios"), scope);
        const auto key = spec.at("vary").get<std::string>();
        if (key != "friction" && key != "frequency") throw std::invalid_argument("vary must be friction or frequency");
        const auto line = [&](double t) {
            Ratios r = fixed;
            (key == "friction" ? r.friction : r.frequency) = t;
            return r;
        };
        crossings_ = crossings_along(line, scope.evaluate(spec.at("from")), scope.evaluate(spec.at("to")));
    }

    double quantity(const std::string& wanted) override {
        if (wanted == "count") return static_cast<double>(crossings_.size());
        if (const int n = number_after(wanted, "value_")) {
            return at(n).value;
        }
        if (const int n = number_after(wanted, "stops_above_")) return at(n).stops_above;
        if (const int n = number_after(wanted, "stops_below_")) return at(n).stops_below;
        for (const BoundaryKind kind : {BoundaryKind::slide_vanishes, BoundaryKind::stop_in_passing,
                                        BoundaryKind::reversal_stop, BoundaryKind::stop_to_back_slide}) {
            if (const int n = number_after(wanted, std::string(name(kind)) + "_")) return of_kind(kind, n);
        }
        refuse(wanted);
    }

private:
    [[nodiscard]] const Crossing& at(int n) const {
        if (n > static_cast<int>(crossings_.size())) refuse("number " + std::to_string(n) + ": too few crossings");
        return crossings_[static_cast<std::size_t>(n - 1)];
    }

    [[nodiscard]] double of_kind(BoundaryKind kind, int n) const {
        for (const Crossing& c : crossings_) {
            if (c.kind == kind && --n == 0) return c.value;
        }
        return undefined_value;
    }

    std::vector<Crossing> crossings_;
};

/// The largest friction ratio below which the mass never stops anywhere in a band of frequency ratios.
class DesignRun : public Run {
public:
    DesignRun(const Tree& spec, const Scope& scope) {
        const Interval choices{scope.evaluate(spec.at("friction").at(0)), scope.evaluate(spec.at("friction").at(1))};
        const Interval band{scope.evaluate(spec.at("frequency").at(0)), scope.evaluate(spec.at("frequency").at(1))};
        const auto sticks = [](double friction, double frequency) {
            const Ratios r{.friction = friction, .frequency = frequency};
            return steady_state(oscillator_of(r), load_of(r), {}, {.with_cycle = false}).stuck_fraction > 0.0;
        };
        limit_ = largest_without_stick(sticks, choices, band);
    }

    double quantity(const std::string& name) override {
        if (!limit_) return undefined_value;
        if (name == "friction") return limit_->vary;
        if (name == "frequency") return limit_->over;
        refuse(name);
    }

private:
    std::optional<StickLimit> limit_;
};

}  // namespace

std::unique_ptr<Run> make_steady(const Tree& spec, const Scope& scope) {
    return std::make_unique<SteadyRun>(spec, scope);
}
std::unique_ptr<Run> make_crossing(const Tree& spec, const Scope& scope) {
    return std::make_unique<CrossingRun>(spec, scope);
}
std::unique_ptr<Run> make_design(const Tree& spec, const Scope& scope) {
    return std::make_unique<DesignRun>(spec, scope);
}

}  // namespace stickslip::validation
