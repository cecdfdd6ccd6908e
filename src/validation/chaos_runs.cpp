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

class LyapunovRun : public Run {
public:
    LyapunovRun(const Tree& spec, const Scope& scope) {
        const Case c = case_of(spec, scope).read();
        LyapunovOptions options;
        options.periods = count_of(spec, scope, "periods", options.periods);
        found_ = lyapunov_exponent(c.oscillator, c.load, c.start, options);
    }

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
    SectionRun(const Tree& spec, const Scope& scope) {
        const Case c = case_of(spec, scope).read();
        SectionOptions options;
        options.points = count_of(spec, scope, "points", options.points);
        found_ = poincare_section(c.oscillator, c.load, c.start, options);
    }

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
