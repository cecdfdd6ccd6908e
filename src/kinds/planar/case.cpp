// The tables of a case with oscillator.dimensions = 2. Vectors are arrays of two numbers.

#include "stickslip/planar/case.hpp"
#include "model/run_length.hpp"

#include <algorithm>
#include <numbers>

#include "model/case_reader.hpp"

namespace stickslip {

namespace {

using planar::Vector;

std::optional<Vector> read_pair(const CaseReader& in, std::string_view key, std::string_view unit) {
    if (!in.has(key)) return std::nullopt;
    const std::vector<double> numbers = in.numbers(key, Range::any, unit);
    if (numbers.size() != 2) {
        in.refuse(key, "must be two numbers" + (unit.empty() ? "" : " [" + std::string(unit) + "]"));
    }
    return Vector{numbers[0], numbers[1]};
}

Vector required_pair(const CaseReader& in, std::string_view key, std::string_view unit) {
    const std::optional<Vector> pair = read_pair(in, key, unit);
    if (!pair) in.refuse_case(std::string(key) + " is missing: it must be two numbers [" + std::string(unit) + "]");
    return *pair;
}

void refuse_line_keys(const CaseReader& in) {
    for (const char* key :
         {"oscillator.equilibrium", "friction.static_bound", "friction.mu_static", "friction.belt_velocity"}) {
        if (in.has(key)) in.refuse(key, "is for the one-dimensional oscillator: it has no meaning in the plane");
    }
    if (in.has_table("spring")) in.refuse_case("[spring] is for the one-dimensional oscillator");
    if (!in.has_table("oscillator")) in.refuse_case("a planar case needs a table [oscillator]");
}

/// [ratios] of a planar case; friction_ratio means r_y/p₀ = 1/r_f.
void read_planar_ratios(const CaseReader& in, const RatioOverrides& set, planar::Case& c) {
    refuse_tables_beside_ratios(in);
    for (const char* key : {"ratios.friction", "ratios.static", "ratios.offset"}) {
        if (in.has(key))
            in.refuse(key, "is for one dimension; in the plane ratios.force is p₀ over the friction bound");
    }
    if (set.static_friction) in.refuse_case("static_ratio has no meaning here: the planar friction has one bound");
    planar::Ratios r;
    if (set.friction) {
        if (*set.friction == 0.0) in.refuse_case("friction_ratio = 0 must be > 0 here: forces are in friction bounds");
        r.force = 1.0 / *set.friction;
    } else {
        r.force = in.required_number("ratios.force", Range::not_negative, "");
    }
    r.frequency = set.frequency ? *set.frequency : in.required_number("ratios.frequency", Range::positive, "");
    r.damping = set.damping ? *set.damping : in.number("ratios.damping", Range::not_negative, "").value_or(0.0);
    r.stiffness = in.number("ratios.stiffness", Range::positive, "");
    r.axis_ratio = in.number("ratios.axis_ratio", Range::not_negative, "").value_or(1.0);
    r.phase = in.number("ratios.phase", Range::any, "rad").value_or(0.0);
    c.oscillator = oscillator_of(r);
    c.load = load_of(r);
    c.oscillator.normal = read_normal_ratios(in, set, c.load.axis1.harmonics);
    c.load_kind = r.axis_ratio == 1.0 && r.phase == 0.0 ? planar::LoadKind::rotating : planar::LoadKind::harmonic;
    c.is_dimensionless = true;
}

void read_planar_oscillator(const CaseReader& in, const RatioOverrides& ratios, planar::Oscillator& o) {
    o.mass = in.required_number("oscillator.mass", Range::positive, "kg");
    o.stiffness = in.required_number("oscillator.stiffness", Range::not_negative, "N/m");
    o.damping = in.number("oscillator.damping", Range::not_negative, "N·s/m").value_or(0.0);
    o.support_stiffness = in.number("oscillator.support_stiffness", Range::positive, "N/m");
    if (!ratios.damping) return;
    if (o.stiffness == 0.0) in.refuse_case("damping_ratio has no meaning here: the stiffness is 0");
    o.damping = *ratios.damping * 2.0 * std::sqrt(o.mass * o.stiffness);
}

void read_planar_record(const CaseReader& in, const RecordLibrary& records, planar::Load& load) {
    const std::optional<std::string> file = in.text("load.file");
    if (!file) in.refuse_case("load.file is missing: it must name a CSV file with rows of time, value, value");
    const double scale = in.number("load.scale", Range::any, "").value_or(1.0);
    try {
        const auto samples = records.samples(*file, RecordComponents::two);
        load.axis1.record = std::make_shared<const Record>(linear_record(samples->times, samples->values, scale));
        load.axis2.record = std::make_shared<const Record>(linear_record(samples->times, samples->second, scale));
    } catch (const std::invalid_argument& error) {
        throw CaseError(error.what());
    }
}

/// One list of harmonics; load.axis says for each of them whether it acts along axis 1 or 2.
void read_planar_harmonics(const CaseReader& in, planar::Load& load) {
    const std::vector<Harmonic> list = read_harmonic_list(in);
    const std::vector<double> axes = in.numbers("load.axis", Range::positive, "");
    if (axes.empty()) in.refuse_case("load.axis is missing: it must be an array that gives 1 or 2 for each harmonic");
    if (axes.size() != list.size()) {
        in.refuse("load.axis", "must have as many numbers as load.amplitude, " + std::to_string(list.size()));
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (axes[i] != 1.0 && axes[i] != 2.0) in.refuse("load.axis", "must be an array of 1 and 2 only");
        load.axis(axes[i] == 1.0 ? 0 : 1).harmonics.push_back(list[i]);
    }
}

void read_planar_offset(const CaseReader& in, planar::Load& load) {
    const Vector offset = read_pair(in, "load.offset", "N").value_or(Vector{});
    load.axis1.constant = offset.x1;
    load.axis2.constant = offset.x2;
}

void read_planar_load(const CaseReader& in, const RatioOverrides& ratios, const RecordLibrary& records,
                      planar::Case& c) {
    using planar::LoadKind;
    const std::string kind = in.choice("load.kind", {"none", "constant", "harmonic", "harmonics", "rotating", "record"},
                                       in.has_table("load") ? std::nullopt : std::optional<std::string_view>("none"));
    if (ratios.frequency && kind != "harmonic" && kind != "rotating") {
        in.refuse_case("frequency_ratio has no meaning here: the load has no single frequency");
    }
    const double natural = natural_frequency(c.oscillator);
    if (kind == "constant") {
        c.load_kind = LoadKind::constant;
        refuse_other_load_keys(in, kind, {"force"});
        const Vector force = required_pair(in, "load.force", "N");
        c.load.axis1.constant = force.x1;
        c.load.axis2.constant = force.x2;
    } else if (kind == "harmonic") {
        c.load_kind = LoadKind::harmonic;
        refuse_other_load_keys(in, kind, {"amplitude", "frequency", "frequency_hz", "phase", "offset"});
        const Vector amplitude = required_pair(in, "load.amplitude", "N");
        const Vector phase = read_pair(in, "load.phase", "rad").value_or(Vector{});
        c.load = planar::harmonic_load(amplitude, read_frequency(in, ratios, natural), phase);
        read_planar_offset(in, c.load);
    } else if (kind == "harmonics") {
        c.load_kind = LoadKind::harmonics;
        refuse_other_load_keys(in, kind, {"amplitude", "frequency", "frequency_hz", "phase", "axis", "offset"});
        read_planar_harmonics(in, c.load);
        read_planar_offset(in, c.load);
    } else if (kind == "rotating") {
        c.load_kind = LoadKind::rotating;
        refuse_other_load_keys(in, kind, {"amplitude", "frequency", "frequency_hz"});
        const double amplitude = in.required_number("load.amplitude", Range::not_negative, "N");
        c.load = planar::rotating_load(amplitude, read_frequency(in, ratios, natural));
    } else if (kind == "record") {
        c.load_kind = LoadKind::record;
        refuse_other_load_keys(in, kind, {"file", "scale"});
        read_planar_record(in, records, c.load);
    }
}

/// Of both axes.
std::vector<Harmonic> harmonics_of(const planar::Load& load) {
    std::vector<Harmonic> all = load.axis1.harmonics;
    all.insert(all.end(), load.axis2.harmonics.begin(), load.axis2.harmonics.end());
    return all;
}

void read_planar_friction(const CaseReader& in, const RatioOverrides& ratios, const RecordLibrary& records,
                          planar::Case& c) {
    static_cast<void>(in.choice("friction.law", {"coulomb"}, "coulomb"));
    if (ratios.static_friction) in.refuse_case("static_ratio has no meaning here: the planar friction has one bound");
    if (!ratios.friction) {
        c.oscillator.friction_bound = read_sliding_bound(in);
    } else {
        const auto& harmonics = c.load.axis1.harmonics;
        const double amplitude = harmonics.size() == 1 ? std::abs(harmonics.front().amplitude) : 0.0;
        if (amplitude == 0.0) in.refuse_case("friction_ratio has no meaning here: the load has no first amplitude");
        c.oscillator.friction_bound = *ratios.friction * amplitude;
    }
    c.oscillator.normal = read_normal_variation(in, ratios, records, harmonics_of(c.load));
}

}  // namespace

planar::Case CaseDocument::read_planar() const {
    const auto [in, ratios, records] = tables();
    if (!is_planar()) in.refuse(dimensions_key(in), "must be 2 for a planar case");
    planar::Case c;
    c.title = title();
    if (in.has_table("ratios")) {
        read_planar_ratios(in, ratios, c);
    } else {
        refuse_line_keys(in);
        read_planar_oscillator(in, ratios, c.oscillator);
        read_planar_load(in, ratios, records, c);
        read_planar_friction(in, ratios, records, c);
    }
    c.start.position = read_pair(in, "start.position", "m").value_or(Vector{});
    c.start.velocity = read_pair(in, "start.velocity", "m/s").value_or(Vector{});
    if (c.oscillator.is_rigid() && in.has("start.friction_force")) {
        in.refuse("start.friction_force", "needs oscillator.support_stiffness: a rigid support has no state");
    }
    c.start.friction_force = read_pair(in, "start.friction_force", "N").value_or(Vector{});
    c.run = read_run_settings(in);
    try {
        validate(c.oscillator);
        validate(c.load);
        validate(c.start, c.oscillator);
    } catch (const std::invalid_argument& error) {
        in.refuse_case(error.what());
    }
    return c;
}

namespace planar {

Oscillator oscillator_of(const Ratios& r) {
    Oscillator o{.mass = 1.0,
                 .damping = 2.0 * r.damping,
                 .stiffness = 1.0,
                 .friction_bound = 1.0,
                 .support_stiffness = std::nullopt};
    if (r.stiffness) o.support_stiffness = 1.0 / *r.stiffness;
    return o;
}

Load load_of(const Ratios& r) {
    return harmonic_load({r.force, r.axis_ratio * r.force}, r.frequency, {0.5 * std::numbers::pi, r.phase});
}

double Case::end_time() const {
    const double frequency = oscillator.stiffness > 0.0 ? natural_frequency(oscillator) : 0.0;
    stickslip::Load lasting = load.axis1;
    if (!lasting.record && oscillator.normal) lasting.record = oscillator.normal->record;
    return run_length(run, lasting, common_period(load, oscillator.normal), frequency, title);
}

std::string_view name(LoadKind kind) {
    switch (kind) {
        case LoadKind::none: return "none";
        case LoadKind::constant: return "constant";
        case LoadKind::harmonic: return "harmonic";
        case LoadKind::harmonics: return "harmonics";
        case LoadKind::rotating: return "rotating";
        case LoadKind::record: return "record";
    }
    return "";
}

}  // namespace planar

}  // namespace stickslip
