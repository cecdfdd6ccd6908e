// Steady states of many dimensionless oscillators at once: a column for each observable, in the order of the input.
// What is read off the cycle takes longer, and is found only when it is asked for by name.

#include <algorithm>
#include <array>
#include <cmath>

#include "kernel/in_parallel.hpp"
#include "stickslip/maps/map_request.hpp"
#include "stickslip/steady/observables.hpp"
#include "verb.hpp"

namespace stickslip::c {

namespace {

constexpr std::array<std::string_view, 1> ratio_options = {"observables"};

/// The ratios of the caller, who keeps them.
struct GivenRatios {
    std::size_t count;
    const double* friction;
    const double* frequency;
    const double* damping;
    const double* holding;

    [[nodiscard]] Ratios at(std::size_t i) const {
        Ratios r{friction[i], frequency[i], damping == nullptr ? 0.0 : damping[i], std::nullopt, 0.0};
        if (holding != nullptr) r.static_friction = holding[i];
        return r;
    }

    /// The first bad number is named with its place, counted from 1.
    void check() const {
        if (count > 0) {
            require(friction, "friction");
            require(frequency, "frequency");
        }
        for (std::size_t i = 0; i < count; ++i) {
            try {
                validate(at(i));
            } catch (const std::invalid_argument& error) {
                std::string sentence = error.what();
                const std::string place = "(" + std::to_string(i + 1) + ")";
                throw std::invalid_argument(sentence.insert(std::min(sentence.find(' '), sentence.size()), place));
            }
        }
    }
};

std::vector<const Observable*> chosen_observables(const Options& options) {
    std::vector<const Observable*> chosen;
    for (const std::string& name : options.list("observables")) chosen.push_back(&observable(name));
    if (!chosen.empty()) return chosen;
    for (const Observable& o : observables()) {
        if (!o.needs_cycle) chosen.push_back(&o);
    }
    return chosen;
}

Answer steady_of(const GivenRatios& given, const Options& options) {
    given.check();
    const std::vector<const Observable*> chosen = chosen_observables(options);
    const bool with_cycle = std::ranges::any_of(chosen, [](const Observable* o) { return o->needs_cycle; });
    std::vector<std::vector<double>> columns(chosen.size(), std::vector<double>(given.count));
    std::vector<double> regimes(given.count);
    watched(options, [&](Watch& watch) {
        in_parallel(std::size_t{0}, given.count, [&](std::size_t i) {
            watch.check();
            const InterruptionScope scope(watch.wanted());
            const Ratios ratios = given.at(i);
            const SteadyState s = steady_state(oscillator_of(ratios), load_of(ratios), State{},
                                               {.with_cycle = with_cycle, .with_coexisting = false});
            for (std::size_t k = 0; k < chosen.size(); ++k) columns[k][i] = finite(chosen[k]->value(s));
            regimes[i] = static_cast<double>(s.regime);
            watch.count_one(given.count);
        });
        return true;
    });
    Answer answer;
    add_regimes(*answer.result, "regime", std::move(regimes));
    const Case dimensionless = CaseDocument::from_ratios({}).read();
    for (std::size_t k = 0; k < chosen.size(); ++k) {
        answer.result->add(std::string(chosen[k]->name), readable_unit(std::string(unit_of(*chosen[k], dimensionless))),
                           std::move(columns[k]), chosen[k]->description);
    }
    return answer;
}

}  // namespace

}  // namespace stickslip::c

extern "C" {

int stickslip_steady_ratios(size_t count, const double* friction, const double* frequency, const double* damping,
                            const double* static_ratio, const stickslip_request* request, stickslip_result** result) {
    using namespace stickslip::c;
    return guarded([&] {
        require(result, "result");
        *result = nullptr;
        const Options options(request, ratio_options);
        return hand_over(steady_of({count, friction, frequency, damping, static_ratio}, options), result);
    });
}
}
