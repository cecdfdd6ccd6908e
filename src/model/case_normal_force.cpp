// The normal force of [friction] and of [ratios]: constant, with one harmonic, or a record. The keys are those of a
// [[contact]] and mean the same.

#include <cmath>

#include "case_reader.hpp"

namespace stickslip {

namespace {

bool is_bound_given(const CaseReader& in) {
    const bool has_coefficient = in.has("friction.mu") || in.has("friction.mu_kinetic") || in.has("friction.mu_static");
    return in.has("friction.bound") || !has_coefficient;
}

/// N₁/N₀ of a force, and N₀.
struct Swing {
    double mean = 1.0;  ///< of N/N₀
    double ratio = 0.0;
};

/// Where the mean is 0, N₀ is the amplitude.
Swing swing_of(double mean, double amplitude) {
    if (amplitude == 0.0) return {};
    if (mean == 0.0) return {0.0, amplitude < 0.0 ? -1.0 : 1.0};
    return {1.0, amplitude / mean};
}

Swing read_swing(const CaseReader& in, const RatioOverrides& set) {
    const bool is_bound = is_bound_given(in);
    if (is_bound && in.has("friction.normal_amplitude")) {
        in.refuse("friction.normal_amplitude", "needs mu in the place of bound, which takes normal_ratio");
    }
    if (!is_bound && in.has("friction.normal_ratio")) {
        in.refuse("friction.normal_ratio", "is for bound; mu takes normal_amplitude");
    }
    if (set.normal_ratio) return swing_of(1.0, *set.normal_ratio);
    if (is_bound) return swing_of(1.0, in.number("friction.normal_ratio", Range::any, "").value_or(0.0));
    const double mean = in.number("friction.normal", Range::not_negative, "N").value_or(0.0);
    return swing_of(mean, in.number("friction.normal_amplitude", Range::any, "N").value_or(0.0));
}

AngularFrequency frequency_of(const CaseReader& in, std::string_view key, std::span<const Harmonic> harmonics) {
    if (const auto given = in.number(key, Range::positive, "rad/s")) return *given;
    std::optional<AngularFrequency> only;
    for (const Harmonic& h : harmonics) {
        if (only && only->value() != h.frequency.value()) {
            in.refuse_case(std::string(key) + " is missing: the load has several frequencies");
        }
        only = h.frequency;
    }
    if (!only) in.refuse_case(std::string(key) + " is missing: the load has no frequency");
    return *only;
}

NormalVariation harmonic_of(const CaseReader& in, const RatioOverrides& set, const Swing& swing,
                            const std::string& table, std::span<const Harmonic> harmonics) {
    const auto phase = in.number(table + ".normal_phase", Range::any, "rad");
    return {.mean = swing.mean,
            .ratio = swing.ratio,
            .frequency = frequency_of(in, table + ".normal_frequency", harmonics),
            .phase = set.normal_phase ? *set.normal_phase : phase.value_or(0.0),
            .record = nullptr};
}

std::optional<NormalVariation> read_record_of_normal(const CaseReader& in, const RatioOverrides& set,
                                                     const RecordLibrary& records) {
    if (is_bound_given(in)) in.refuse("friction.normal_record", "needs mu in the place of bound");
    for (const char* other :
         {"friction.normal_amplitude", "friction.normal_ratio", "friction.normal_frequency", "friction.normal_phase"}) {
        if (in.has(other)) in.refuse(other, "cannot stand beside normal_record");
    }
    if (set.normal_ratio) in.refuse_case("normal_ratio has no meaning here: the normal force is a record");
    if (set.friction) in.refuse_case("friction_ratio has no meaning here: the normal force is a record");
    const auto samples = read_samples(in, "friction.normal_record", records);
    try {
        return NormalVariation{
            .frequency = {}, .record = std::make_shared<const Record>(linear_record(samples->times, samples->values))};
    } catch (const std::invalid_argument& error) {
        in.refuse("friction.normal_record", "cannot be a normal force: " + std::string(error.what()));
    }
}

}  // namespace

double read_normal_of_coefficients(const CaseReader& in, std::string_view coefficient) {
    if (in.has("friction.normal_record")) {
        if (in.has("friction.normal")) {
            in.refuse("friction.normal", "cannot stand beside normal_record, which is the whole normal force");
        }
        return 1.0;
    }
    if (!in.has("friction.normal")) in.refuse(coefficient, "needs friction.normal, the normal force [N]");
    const double mean = in.required_number("friction.normal", Range::not_negative, "N");
    return mean > 0.0 ? mean : std::abs(in.number("friction.normal_amplitude", Range::any, "N").value_or(0.0));
}

std::optional<NormalVariation> read_normal_variation(const CaseReader& in, const RatioOverrides& set,
                                                     const RecordLibrary& records,
                                                     std::span<const Harmonic> harmonics) {
    if (in.has("friction.normal_record")) return read_record_of_normal(in, set, records);
    const Swing swing = read_swing(in, set);
    if (swing.ratio == 0.0) return std::nullopt;
    return harmonic_of(in, set, swing, "friction", harmonics);
}

std::optional<NormalVariation> read_normal_ratios(const CaseReader& in, const RatioOverrides& set,
                                                  std::span<const Harmonic> harmonics) {
    const double given = in.number("ratios.normal_ratio", Range::any, "").value_or(0.0);
    const Swing swing = swing_of(1.0, set.normal_ratio.value_or(given));
    if (swing.ratio == 0.0) return std::nullopt;
    return harmonic_of(in, set, swing, "ratios", harmonics);
}

}  // namespace stickslip
