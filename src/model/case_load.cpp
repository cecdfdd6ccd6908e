// [load] of a case. Every kind becomes a sum of a constant, harmonics and a record; a shaking base becomes the force it
// exerts, p = k·y or p = −m·y″, and its displacement y is kept for absolute and relative motion.

#include <algorithm>
#include <cmath>

#include "bounds.hpp"
#include "case_reader.hpp"

namespace stickslip {

void refuse_other_load_keys(const CaseReader& in, std::string_view kind, const std::vector<std::string_view>& own) {
    constexpr std::string_view all[] = {"force",        "amplitude",    "frequency", "frequency_hz", "phase",
                                        "offset",       "file",         "scale",     "surface",      "quantity",
                                        "displacement", "acceleration", "axis"};
    for (const std::string_view key : all) {
        const std::string full = "load." + std::string(key);
        if (!in.has(full) || std::ranges::find(own, key) != own.end()) continue;
        std::string names;
        for (const std::string_view name : own) names += (names.empty() ? "" : ", ") + std::string(name);
        in.refuse(full, "has no meaning for this load; kind \"" + std::string(kind) + "\" takes " + names);
    }
}

AngularFrequency read_frequency(const CaseReader& in, const RatioOverrides& ratios, double natural) {
    if (ratios.frequency) {
        if (natural == 0.0) in.refuse_case("frequency_ratio has no meaning here: the stiffness is 0");
        if (!std::isfinite(natural)) in.refuse_case("frequency_ratio has no meaning here: the spring is not linear");
        return *ratios.frequency * natural;
    }
    if (in.has("load.frequency") && in.has("load.frequency_hz")) {
        in.refuse("load.frequency", "and load.frequency_hz say the same: give one of them");
    }
    if (const auto hertz = in.number("load.frequency_hz", Range::positive, "Hz")) {
        return AngularFrequency::from_hertz(*hertz);
    }
    return in.required_number("load.frequency", Range::positive, "rad/s");
}

namespace {

/// √(k/m); NaN where the spring is not linear.
double natural_frequency_of_spring(const Oscillator& o) {
    const bool is_linear = o.stiffness >= 0.0 && o.cubic() == 0.0;
    return is_linear ? natural_frequency(o) : std::numeric_limits<double>::quiet_NaN();
}

void read_harmonic(const CaseReader& in, const RatioOverrides& ratios, Case& c) {
    refuse_other_load_keys(in, "harmonic", {"amplitude", "frequency", "frequency_hz", "phase", "offset"});
    c.load.constant = in.number("load.offset", Range::any, "N").value_or(0.0);
    c.load.harmonics = {{.amplitude = in.required_number("load.amplitude", Range::any, "N"),
                         .frequency = read_frequency(in, ratios, natural_frequency_of_spring(c.oscillator)),
                         .phase = in.number("load.phase", Range::any, "rad").value_or(0.0)}};
}

void read_harmonics(const CaseReader& in, Case& c) {
    refuse_other_load_keys(in, "harmonics", {"amplitude", "frequency", "frequency_hz", "phase", "offset"});
    c.load.constant = in.number("load.offset", Range::any, "N").value_or(0.0);
    c.load.harmonics = read_harmonic_list(in);
}

}  // namespace

std::vector<Harmonic> read_harmonic_list(const CaseReader& in) {
    const std::vector<double> amplitudes = in.numbers("load.amplitude", Range::any, "N");
    const bool is_hertz = in.has("load.frequency_hz");
    if (is_hertz && in.has("load.frequency")) {
        in.refuse("load.frequency", "and load.frequency_hz say the same: give one of them");
    }
    const std::string_view frequency_key = is_hertz ? "load.frequency_hz" : "load.frequency";
    const std::vector<double> frequencies = in.numbers(frequency_key, Range::positive, is_hertz ? "Hz" : "rad/s");
    std::vector<double> phases = in.numbers("load.phase", Range::any, "rad");
    if (amplitudes.empty()) in.refuse_case("load.amplitude is missing: it must be an array of numbers [N]");
    if (frequencies.size() != amplitudes.size()) {
        in.refuse(frequency_key, "must have as many numbers as load.amplitude, " + std::to_string(amplitudes.size()));
    }
    if (phases.empty()) phases.resize(amplitudes.size(), 0.0);
    if (phases.size() != amplitudes.size()) {
        in.refuse("load.phase", "must have as many numbers as load.amplitude, " + std::to_string(amplitudes.size()));
    }
    std::vector<Harmonic> list;
    for (std::size_t i = 0; i < amplitudes.size(); ++i) {
        const AngularFrequency w = is_hertz ? AngularFrequency::from_hertz(frequencies[i]) : frequencies[i];
        list.push_back({.amplitude = amplitudes[i], .frequency = w, .phase = phases[i]});
    }
    return list;
}

namespace {

[[noreturn]] void refuse_record(const CaseReader& in, const std::invalid_argument& error) {
    in.refuse("load.file", "cannot be the load: " + std::string(error.what()));
}

Record read_record_of(const CaseReader& in, const RecordLibrary& records) {
    if (!in.has("load.file")) in.refuse_case("load.file is missing: it must name a CSV file with rows of time, value");
    const double scale = in.number("load.scale", Range::any, "").value_or(1.0);
    const std::shared_ptr<const RecordSamples> samples = read_samples(in, "load.file", records);
    try {
        return linear_record(samples->times, samples->values, scale);
    } catch (const std::invalid_argument& error) {
        refuse_record(in, error);
    }
}

/// The displacement and the force of a base that follows a record.
void set_recorded_base(std::string_view quantity, Record record, Case& c) {
    const bool is_fixed = c.base->surface == Surface::fixed;
    Record displacement = quantity == "displacement" ? record : integrated_twice(record);
    c.load.record = std::make_shared<const Record>(is_fixed ? scaled(displacement, c.oscillator.stiffness)
                                                            : scaled(std::move(record), -c.oscillator.mass));
    c.base->displacement.record = std::make_shared<const Record>(std::move(displacement));
}

void read_recorded_base(const CaseReader& in, const RecordLibrary& records, Case& c) {
    refuse_other_load_keys(in, "base", {"surface", "file", "quantity", "scale"});
    const std::string quantity = in.choice("load.quantity", {"displacement", "acceleration"}, std::nullopt);
    if (quantity == "displacement" && c.base->surface == Surface::moving) {
        in.refuse(
            "load.quantity",
            "must be \"acceleration\" on a moving surface: the acceleration of a piecewise linear displacement is "
            "a series of impulses");
    }
    Record record = read_record_of(in, records);
    try {
        set_recorded_base(quantity, std::move(record), c);
    } catch (const std::invalid_argument& error) {
        refuse_record(in, error);
    }
}

/// A base that moves as a sine: y″ = −ω²·y ties displacement and acceleration.
void read_harmonic_base(const CaseReader& in, const RatioOverrides& ratios, Case& c) {
    refuse_other_load_keys(in, "base",
                           {"surface", "displacement", "acceleration", "frequency", "frequency_hz", "phase"});
    if (in.has("load.displacement") == in.has("load.acceleration")) {
        in.refuse_case("a base needs one of load.displacement [m], load.acceleration [m/s²] and load.file");
    }
    const AngularFrequency w = read_frequency(in, ratios, natural_frequency_of_spring(c.oscillator));
    const double square = w.value() * w.value();
    const double phase = in.number("load.phase", Range::any, "rad").value_or(0.0);
    double displacement = 0.0;
    double acceleration = 0.0;
    if (const auto given = in.number("load.displacement", Range::any, "m")) {
        displacement = *given;
        acceleration = -square * displacement;
    } else {
        acceleration = in.required_number("load.acceleration", Range::any, "m/s²");
        displacement = -acceleration / square;
    }
    const bool is_fixed = c.base->surface == Surface::fixed;
    const double force = is_fixed ? c.oscillator.stiffness * displacement : -c.oscillator.mass * acceleration;
    if (!std::isfinite(displacement) || !std::isfinite(force)) {
        in.refuse_case("the base moves by " + shortest(displacement) + " m and exerts " + shortest(force) +
                       " N; both must be finite");
    }
    c.base->amplitude = std::abs(displacement);
    c.base->displacement.harmonics = {{.amplitude = displacement, .frequency = w, .phase = phase}};
    c.load.harmonics = {{.amplitude = force, .frequency = w, .phase = phase}};
}

}  // namespace

std::shared_ptr<const RecordSamples> read_samples(const CaseReader& in, std::string_view key,
                                                  const RecordLibrary& records) {
    const std::string file = in.text(key).value_or("");
    try {
        return records.samples(file);
    } catch (const std::invalid_argument& error) {
        throw CaseError(error.what());  // names the file and the line
    }
}

void read_load(const CaseReader& in, const RatioOverrides& ratios, const RecordLibrary& records, Case& c,
               std::optional<Surface> surface) {
    const std::string kind = in.choice("load.kind", {"none", "constant", "harmonic", "harmonics", "record", "base"},
                                       in.has_table("load") ? std::nullopt : std::optional<std::string_view>("none"));
    if (ratios.frequency && kind != "harmonic" && !(kind == "base" && !in.has("load.file"))) {
        in.refuse_case("frequency_ratio has no meaning here: the load has no single frequency");
    }
    if (kind == "constant") {
        c.load_kind = LoadKind::constant;
        refuse_other_load_keys(in, kind, {"force"});
        c.load.constant = in.required_number("load.force", Range::any, "N");
    } else if (kind == "harmonic") {
        c.load_kind = LoadKind::harmonic;
        read_harmonic(in, ratios, c);
    } else if (kind == "harmonics") {
        c.load_kind = LoadKind::harmonics;
        read_harmonics(in, c);
    } else if (kind == "record") {
        c.load_kind = LoadKind::record;
        refuse_other_load_keys(in, kind, {"file", "scale"});
        c.load.record = std::make_shared<const Record>(read_record_of(in, records));
    } else if (kind == "base") {
        c.load_kind = LoadKind::base;
        c.base.emplace();
        if (!surface) {
            const std::string given = in.choice("load.surface", {"fixed", "moving"}, std::nullopt);
            surface = given == "fixed" ? Surface::fixed : Surface::moving;
        }
        c.base->surface = *surface;
        if (surface == Surface::fixed && c.oscillator.cubic() != 0.0) {
            in.refuse("load.surface", "needs a linear spring: a base that shakes through a cubic one is no load p(t)");
        }
        if (in.has("load.file")) {
            read_recorded_base(in, records, c);
        } else {
            read_harmonic_base(in, ratios, c);
        }
    }
}

}  // namespace stickslip
