// One mass on a line as sensors see it, under any law of friction.

#include "line_measured.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "stickslip/motion/simulate.hpp"
#include "stickslip/steady/sensitivity.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip {

namespace {

using namespace identifying;

class LineMeasured final : public MeasuredMotion {
public:
    [[nodiscard]] std::vector<std::string> names() const override { return {"x"}; }
    [[nodiscard]] std::vector<std::string> start_keys() const override { return {"start.position", "start.velocity"}; }
    [[nodiscard]] CaseDocument with_start(const CaseDocument& document) const override { return document; }
    [[nodiscard]] std::vector<std::size_t> degrees() const override { return {0}; }
    [[nodiscard]] std::size_t size() const override { return 1; }
    [[nodiscard]] std::optional<Identification> identified(const CaseDocument& document, const ChannelRecord& record,
                                                           std::span<const FittedKey> keys,
                                                           const IdentifyOptions& options) const override {
        if (!document.read().oscillator.has_closed_form()) return std::nullopt;
        return identify(document, Measurement{record.times, record.channels.front().values, record.quantity}, keys,
                        options);
    }
    [[nodiscard]] double value_of(const CaseDocument& document, const std::string& key) const override {
        return value_of_key(document, key);
    }
    void require(const CaseDocument& document) const override { static_cast<void>(document.read()); }

    [[nodiscard]] std::vector<double> values(const CaseDocument& document, MeasuredQuantity quantity,
                                             const std::vector<double>& times) const override {
        constexpr std::size_t most_steps = 100;  // of a series, for each sample
        const Case c = document.read();
        SimulationOptions options;
        options.most_phases = most_steps * (times.size() + 1);
        const Trajectory motion = simulate(c.oscillator, c.load, c.start, times.back(), options);
        if (motion.termination != Termination::reached_end) return {};
        std::vector<double> within = times;
        within.back() = std::min(within.back(), motion.end_time());
        std::vector<double> found;
        for (const Sample& s : motion.at(within)) {
            found.push_back(quantity == MeasuredQuantity::displacement ? s.position
                            : quantity == MeasuredQuantity::velocity   ? s.velocity
                                                                       : s.acceleration);
        }
        return found;
    }

    [[nodiscard]] std::vector<double> event_times(const CaseDocument& document, double end) const override {
        const Case c = document.read();
        std::vector<double> times{0.0};
        for (const Event& e : simulate(c.oscillator, c.load, c.start, end).events) times.push_back(e.time);
        return times;
    }

    [[nodiscard]] std::vector<double> unbalanced(const CaseDocument& /*document*/,
                                                 std::span<const SeenState> /*states*/) const override {
        return {};  // laws are not linear in their numbers
    }

    [[nodiscard]] double fastest_rate(const CaseDocument& document) const override {
        const Case c = document.read();
        double rate = std::sqrt(std::max(0.0, c.oscillator.stiffness) / c.oscillator.mass);
        for (const Harmonic& h : c.load.harmonics) rate = std::max(rate, h.frequency.value());
        return rate;
    }

    [[nodiscard]] bool is_free(const CaseDocument& document) const override {
        const Case c = document.read();
        return c.load.harmonics.empty() && !c.load.record && c.oscillator.belt_velocity == 0.0;
    }

    [[nodiscard]] std::vector<CurvePoint> response(const CaseDocument& document, const std::vector<double>& frequencies,
                                                   bool with_phase) const override {
        std::vector<CurvePoint> points;
        for (const double frequency : frequencies) {
            const Case c = document.with_value("load.frequency", frequency).read();
            const SteadyState s = steady_state(c, {.with_cycle = with_phase, .with_coexisting = false});
            const bool is_stuck = s.regime == Regime::permanent_stick;
            points.push_back({is_stuck ? 0.0 : s.amplitude, is_stuck || !with_phase ? 0.0 : s.phase_lag});
        }
        return points;
    }

    [[nodiscard]] std::string model(const CaseDocument& document) const override {
        const Oscillator o = document.read().oscillator;
        if (!std::holds_alternative<Coulomb>(o.law)) return std::string(name(o.law));
        if (o.friction_bound == 0.0 && !o.static_bound) return "viscous";
        return o.holding_bound() > o.friction_bound ? "static-kinetic" : "coulomb-viscous";
    }
};

}  // namespace

std::unique_ptr<MeasuredMotion> line_measured(const CaseDocument&, const std::vector<std::string>& places) {
    if (places.size() != 1) {
        throw std::invalid_argument("the record has " + std::to_string(places.size()) +
                                    " channels, and one mass on a line has one: say which column it is");
    }
    return std::make_unique<LineMeasured>();
}

}  // namespace stickslip
