#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "model/bounds.hpp"
#include "phase_library.hpp"
#include "phase_view.hpp"
#include "stickslip/structure/simulate.hpp"
#include "vectors.hpp"

namespace stickslip::structure {
namespace {

StructureSample sample_of(const PhaseView& view, double time, double tau) {
    view.move_to(tau);
    return {time,
            as_list(view.position()),
            as_list(view.velocity()),
            as_list(view.acceleration()),
            as_list(view.friction()),
            as_list(view.deflection()),
            view.contacts()};
}

}  // namespace

std::vector<StructureSample> StructureTrajectory::at(std::span<const double> times) const {
    std::vector<std::size_t> order(times.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return times[a] < times[b]; });
    std::vector<StructureSample> samples(times.size());
    std::size_t phase = 0;
    std::unique_ptr<PhaseView> view;
    for (const std::size_t i : order) {
        const double time = times[i];
        if (!(time >= 0.0 && time <= end)) {
            throw std::invalid_argument("time = " + shortest(time) + " s must be from 0 to " + shortest(end) + " s");
        }
        while (phase + 1 < phases.size() && phases[phase + 1].start.value() <= time) {
            ++phase;
            view.reset();
        }
        if (!view) view = std::make_unique<PhaseView>(*library, phases[phase]);
        const double tau = std::max(duration_between(phases[phase].start, {time, 0.0}), 0.0);
        samples[i] = sample_of(*view, time, tau);
    }
    return samples;
}

StructureSample StructureTrajectory::at(double time) const { return at(std::span(&time, 1)).front(); }

StructureTrajectory reassemble(const Structure& structure, std::vector<StructurePhase> phases,
                               std::vector<ContactEvent> events, StructureTermination termination, double end) {
    if (phases.empty()) throw std::invalid_argument("a trajectory has at least one phase");
    const std::size_t contacts = structure.contacts.size();
    for (const StructurePhase& phase : phases) {
        if (phase.position.size() != structure.size() || phase.velocity.size() != structure.size() ||
            phase.deflection.size() != contacts || phase.contacts.size() != contacts) {
            throw std::invalid_argument("a phase must have the degrees of freedom and the contacts of its structure");
        }
    }
    for (const ContactEvent& event : events) {
        if (event.contact >= contacts) throw std::invalid_argument("an event must be of a contact of the structure");
    }
    return {std::make_shared<Structure>(structure),   std::move(phases), std::move(events), termination, end,
            std::make_shared<PhaseLibrary>(structure)};
}

std::string_view name(ContactPhase phase) {
    switch (phase) {
        case ContactPhase::stick: return "stick";
        case ContactPhase::slide: return "slide";
        case ContactPhase::open: return "open";
    }
    return "";
}

std::string_view name(ContactEventKind kind) {
    switch (kind) {
        case ContactEventKind::slide_to_stick: return "slide-to-stick";
        case ContactEventKind::stick_to_slide: return "stick-to-slide";
        case ContactEventKind::reversal: return "reversal";
        case ContactEventKind::open: return "open";
        case ContactEventKind::close: return "close";
    }
    return "";
}

}  // namespace stickslip::structure
