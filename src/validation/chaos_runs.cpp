// Lyapunov exponents and Poincaré sections as runs.

#include "run_case.hpp"
#include "stickslip/chaos/lyapunov.hpp"
#include "stickslip/chaos/poincare.hpp"

namespace stickslip::validation {

namespace {

long count_of(const Tree& spec, const Scope& scope, const char* key, long otherwise) {
    const std::string quick = std::string("quick_") + key;
    if (scope.settings().is_quick && spec.contains(quick)) return spec.at(quick).get<long>();
    return spec.value(key, otherwise);
}

/// What a study finds out about the case of a run, with as many periods or points as the run asks for.
template <class Study, class Options>
auto found_by(const Study& study, const Tree& spec, const Scope& scope, const char* key, long Options::*count) {
    const Case c = case_of(spec, scope).read();
    Options options;
    options.*count = count_of(spec, scope, key, options.*count);
    return study(c.oscillator, c.load, c.start, options);
}

class LyapunovRun : public Run {
public:
    LyapunovRun(const Tree& spec, const Scope& scope)
        : found_(found_by(lyapunov_exponent, spec, scope, "periods", &LyapunovOptions::periods)) {}

    double quantity(const std::string& name) override {
        if (name == "exponent") return found_.exponent;
        if (name == "standard_error") return found_.standard_error;
        if (name == "periods") return static_cast<double>(found_.periods);
        refuse(name);
    }

private:
    LyapunovExponent found_;
};

class SectionRun : public Run {
public:
    SectionRun(const Tree& spec, const Scope& scope)
        : found_(found_by(poincare_section, spec, scope, "points", &SectionOptions::points)) {}

    double quantity(const std::string& name) override {
        if (name == "points") return static_cast<double>(found_.points.size());
        refuse(name);
    }

    Samples samples(const SampleRange&) override {
        Samples out{{"t", "x", "v", "stuck"}, {}};
        for (const SectionPoint& p : found_.points) out.rows.push_back({p.time, p.position, p.velocity, 0.0});
        return out;
    }

private:
    Section found_;
};

}  // namespace

std::unique_ptr<Run> make_lyapunov(const Tree& spec, const Scope& scope) {
    return std::make_unique<LyapunovRun>(spec, scope);
}
std::unique_ptr<Run> make_section(const Tree& spec, const Scope& scope) {
    return std::make_unique<SectionRun>(spec, scope);
}

}  // namespace stickslip::validation
