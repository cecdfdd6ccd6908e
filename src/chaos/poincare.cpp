#include "stickslip/chaos/poincare.hpp"

#include <cmath>
#include <string>

#include "model/bounds.hpp"
#include "stickslip/model/field_error.hpp"

namespace stickslip {

namespace {

/// Tells how many of the points are there, those of the transient included.
void report(const SectionOptions& options, long seen) {
    if (options.progress) {
        options.progress(static_cast<double>(seen) / static_cast<double>(options.transient + options.points));
    }
}

bool belongs(SectionKind section, EventKind event) {
    switch (section) {
        case SectionKind::stop: return event == EventKind::slide_to_stick;
        case SectionKind::release: return event == EventKind::stick_to_slide;
        case SectionKind::turn: return event != EventKind::stick_to_slide;
        case SectionKind::stroboscopic: return false;
    }
    return false;
}

SectionPoint point_of(const LawState& s, double time, double belt) {
    return {time, s.position, s.slip_velocity + belt, s.deflection};
}

Section strobe(LawMotion& motion, double belt, double period, const SectionOptions& options) {
    Section section;
    const double first = options.phase * period;
    motion.advance(first);
    for (long n = 0; n < options.transient + options.points; ++n) {
        if (n >= options.transient) {
            section.points.push_back(point_of(motion.state(), first + static_cast<double>(n) * period, belt));
        }
        report(options, n);
        motion.set_time({first, 0.0});
        motion.advance(first + period);
        if (motion.has_diverged()) {
            section.has_diverged = true;
            break;
        }
    }
    return section;
}

Section collect_events(LawMotion& motion, double belt, double last, const SectionOptions& options) {
    Section section;
    long seen = 0;
    while (motion.time().value() < last && std::ssize(section.points) < options.points) {
        const LawStep step = motion.step(last);
        if (motion.has_diverged()) {
            section.has_diverged = true;
            break;
        }
        if (!step.event || !belongs(options.kind, *step.event)) continue;
        report(options, seen);
        if (seen++ < options.transient) continue;
        section.points.push_back(point_of(motion.state(), motion.time().value(), belt));
    }
    return section;
}

}  // namespace

double period_scale(const Oscillator& o, const Load& load) {
    if (const auto period = common_period(load, o.normal)) return *period;
    const double stiffness = o.stiffness > 0.0 ? o.stiffness : std::abs(o.stiffness) + std::abs(o.cubic());
    return stiffness > 0.0 ? two_pi_hi * std::sqrt(o.mass / stiffness) : 1.0;
}

Section poincare_section(const Oscillator& o, const Load& load, const State& start, const SectionOptions& options) {
    validate(start);
    if (!(options.phase >= 0.0 && options.phase < 1.0)) {
        throw FieldError("phase", " = " + shortest(options.phase) + " must be at least 0 and below 1 load period");
    }
    const std::unique_ptr<LawMotion> motion = make_law_motion(o, load, Variation::none, options.series);
    motion->start({}, {start.position, start.velocity - o.belt_velocity, 0.0, {}});
    const double period = period_scale(o, load);
    if (options.kind != SectionKind::stroboscopic) {
        return collect_events(*motion, o.belt_velocity, options.longest_time * period, options);
    }
    if (!common_period(load, o.normal)) {
        throw std::invalid_argument("a stroboscopic section needs a periodic load; take a section at events instead");
    }
    return strobe(*motion, o.belt_velocity, period, options);
}

std::string_view name(SectionKind kind) {
    switch (kind) {
        case SectionKind::stroboscopic: return "stroboscopic";
        case SectionKind::stop: return "stop";
        case SectionKind::release: return "release";
        case SectionKind::turn: return "turn";
    }
    return "";
}

}  // namespace stickslip
