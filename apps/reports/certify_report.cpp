#include "certify_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "csv_text.hpp"
#include "json_text.hpp"
#include "kernel/in_parallel.hpp"
#include "output_file.hpp"
#include "points_file.hpp"
#include "progress.hpp"
#include "stickslip/version.hpp"

namespace stickslip::cli {

namespace {

/// What the theorem says, for those who do not have the page of theory at hand.
std::string_view meaning(Theorem theorem) {
    switch (theorem) {
        case Theorem::none: return "";
        case Theorem::permanent_stick: return "the load never exceeds the friction bound";
        case Theorem::resonance: return "undamped resonance below f = π/4: every motion grows";
        case Theorem::motion_at_rest: return "a periodic motion passes through an enclosed rest";
        case Theorem::motion_sliding: return "a periodic motion without finite stops passes an enclosed state";
    }
    return "";
}

bool has_amplitude(const Certificate& c) { return c.is_proved && std::isfinite(c.amplitude_ratio.high); }

std::string row_of(const Point& point, const Certificate& c) {
    std::string row = fmt::format("{},{},{}", point.text, c.is_proved ? 1 : 0, name(c.regime));
    row += has_amplitude(c)
               ? fmt::format(",{},{},{}", c.stops_per_cycle(), c.amplitude_ratio.low, c.amplitude_ratio.high)
               : std::string(",,,");
    return row + ',' + csv_cell(c.reason) + '\n';
}

}  // namespace

std::string certificate_text(const Certificate& c) {
    std::string text = fmt::format("friction ratio {}, frequency ratio {}, damping ratio {}\n", c.friction_ratio,
                                   c.frequency_ratio, c.damping_ratio);
    if (!c.is_proved) return text + fmt::format("not proved: {}\n", c.reason);
    text += fmt::format("proved: {}, {}\n", name(c.regime), c.is_unique ? "unique" : "not unique");
    if (has_amplitude(c)) {
        text += fmt::format("{} stops per cycle ({} then reverse, {} then go on), {} reversals without a stop\n",
                            c.stops_per_cycle(), c.stops_then_reverse, c.stops_then_same_direction,
                            c.zero_duration_reversals);
        text += fmt::format("{} ≤ k·X/p₀ ≤ {}\n", c.amplitude_ratio.low, c.amplitude_ratio.high);
    }
    return text + fmt::format("theorem {}: {}\n", name(c.theorem), meaning(c.theorem));
}

std::string certificate_json(const Certificate& c) {
    Json j;
    j["version"] = version();
    j["friction_ratio"] = c.friction_ratio;
    j["frequency_ratio"] = c.frequency_ratio;
    j["damping_ratio"] = c.damping_ratio;
    j["proved"] = c.is_proved;
    j["regime"] = name(c.regime);
    const bool is_described = has_amplitude(c);
    j["stops_per_cycle"] = is_described ? Json(c.stops_per_cycle()) : Json(nullptr);
    j["stops_then_reverse"] = is_described ? Json(c.stops_then_reverse) : Json(nullptr);
    j["stops_then_same_direction"] = is_described ? Json(c.stops_then_same_direction) : Json(nullptr);
    j["zero_duration_reversals"] = is_described ? Json(c.zero_duration_reversals) : Json(nullptr);
    j["amplitude_ratio"] = is_described ? Json::array({c.amplitude_ratio.low, c.amplitude_ratio.high}) : Json(nullptr);
    j["unique"] = c.is_proved ? Json(c.is_unique) : Json(nullptr);
    j["theorem"] = c.is_proved ? Json(name(c.theorem)) : Json(nullptr);
    j["reason"] = c.is_proved ? Json(nullptr) : Json(c.reason);
    return json_text(j, 2) + '\n';
}

namespace {

/// A file that is longer is no certificate.
constexpr std::size_t most_certificate_bytes = 65536;
constexpr std::string_view certificate_format = "stickslip certificate 1";
constexpr Theorem theorems[] = {Theorem::permanent_stick, Theorem::resonance, Theorem::motion_at_rest,
                                Theorem::motion_sliding};

Json hexadecimal(double value) { return std::isfinite(value) ? Json(fmt::format("{:a}", value)) : Json(nullptr); }

/// Reads the fields of a certificate and says which of them is wrong.
class CertificateReader {
public:
    CertificateReader(const std::string& path, const Json& file) : path_(path), file_(file) {}

    [[nodiscard]] double number(const Json& value, const char* name) const {
        if (value.is_null()) return undefined_value;
        if (!value.is_string()) refuse(name);
        const std::string text = value.get<std::string>();
        char* end = nullptr;
        const double found = std::strtod(text.c_str(), &end);
        if (text.empty() || end != text.c_str() + text.size() || !std::isfinite(found)) refuse(name);
        return found;
    }
    [[nodiscard]] double number(const char* name) const { return number(field(name), name); }
    [[nodiscard]] int count(const char* name) const {
        const Json& value = field(name);
        constexpr int most = 1'000'000;
        if (!value.is_number_integer() || value.get<long>() < 0 || value.get<long>() > most) refuse(name);
        return value.get<int>();
    }
    template <class Values>
    [[nodiscard]] auto named(const char* field_name, const Values& values) const {
        const Json& value = field(field_name);
        for (const auto one : values) {
            if (value == Json(name(one))) return one;
        }
        refuse(field_name);
    }
    [[nodiscard]] const Json& field(const char* name) const {
        if (!file_.is_object() || !file_.contains(name)) refuse(name);
        return file_[name];
    }
    [[noreturn]] void refuse(const char* name) const {
        throw std::invalid_argument(fmt::format("{}: {} is missing or not what a certificate has there", path_, name));
    }

private:
    const std::string& path_;
    const Json& file_;
};

}  // namespace

std::string certificate_file(const Certificate& c) {
    Json j;
    j["format"] = certificate_format;
    j["version"] = version();
    j["friction_ratio"] = hexadecimal(c.friction_ratio);
    j["frequency_ratio"] = hexadecimal(c.frequency_ratio);
    j["damping_ratio"] = hexadecimal(c.damping_ratio);
    j["theorem"] = name(c.theorem);
    j["regime"] = name(c.regime);
    j["stops_then_reverse"] = c.stops_then_reverse;
    j["stops_then_same_direction"] = c.stops_then_same_direction;
    j["zero_duration_reversals"] = c.zero_duration_reversals;
    j["unique"] = c.is_unique;
    j["amplitude_ratio"] = {hexadecimal(c.amplitude_ratio.low), hexadecimal(c.amplitude_ratio.high)};
    j["witness"] = {hexadecimal(c.witness.angle), hexadecimal(c.witness.position), hexadecimal(c.witness.velocity),
                    hexadecimal(c.witness.radius)};
    return json_text(j, 2) + '\n';
}

std::string check_json(const std::string& objection) {
    Json j;
    j["version"] = version();
    j["confirmed"] = objection.empty();
    j["reason"] = objection.empty() ? Json(nullptr) : Json(objection);
    return json_text(j, 2) + '\n';
}

Certificate read_certificate(const std::string& path) {
    std::ifstream in(path);
    if (!in) throw std::invalid_argument(path + ": cannot be read");
    std::string text(most_certificate_bytes, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    const Json file = Json::parse(text, nullptr, false);
    const CertificateReader read(path, file);
    if (read.field("format") != Json(certificate_format)) read.refuse("format");
    const Json& amplitude = read.field("amplitude_ratio");
    const Json& witness = read.field("witness");
    if (!amplitude.is_array() || amplitude.size() != 2) read.refuse("amplitude_ratio");
    if (!witness.is_array() || witness.size() != 4) read.refuse("witness");
    if (!read.field("unique").is_boolean()) read.refuse("unique");
    Certificate c;
    c.is_proved = true;
    c.friction_ratio = read.number("friction_ratio");
    c.frequency_ratio = read.number("frequency_ratio");
    c.damping_ratio = read.number("damping_ratio");
    if (!(c.friction_ratio >= 0.0)) read.refuse("friction_ratio");
    if (!(c.frequency_ratio > 0.0)) read.refuse("frequency_ratio");
    if (!(c.damping_ratio >= 0.0)) read.refuse("damping_ratio");
    c.theorem = read.named("theorem", theorems);
    c.regime = read.named("regime", all_regimes);
    c.stops_then_reverse = read.count("stops_then_reverse");
    c.stops_then_same_direction = read.count("stops_then_same_direction");
    c.zero_duration_reversals = read.count("zero_duration_reversals");
    c.is_unique = read.field("unique").get<bool>();
    c.amplitude_ratio = {read.number(amplitude[0], "amplitude_ratio"), read.number(amplitude[1], "amplitude_ratio")};
    c.witness = {read.number(witness[0], "witness"), read.number(witness[1], "witness"),
                 read.number(witness[2], "witness"), read.number(witness[3], "witness")};
    return c;
}

void certify_points(const std::string& input, const std::string& output) {
    const PointsFile asked = read_points(input, PointColumns::without_static);
    OutputFile file(output);
    std::vector<std::string> rows(asked.points.size());
    std::function<void()> progress = counted_progress("certify", rows.size());
    in_parallel(std::size_t{0}, rows.size(), [&](std::size_t i) {
        throw_if_interrupted();
        const Point& point = asked.points[i];
        rows[i] = row_of(point, certify({.friction = *point.values[0],
                                         .frequency = *point.values[1],
                                         .damping = point.values[2].value_or(0.0)}));
        progress();
    });
    progress = {};
    file.write([&](std::FILE* out) {
        fmt::print(out, "{},proved,regime,stops_per_cycle,amplitude_lower,amplitude_upper,reason\n", asked.header);
        for (const std::string& row : rows) std::fputs(row.c_str(), out);
    });
    file.commit();
}

}  // namespace stickslip::cli
