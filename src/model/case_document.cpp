#include <cmath>
#include <sstream>

#include "bounds.hpp"
#include "case_key_path.hpp"
#include "case_reader.hpp"
#include "case_schema.hpp"
#include "input_file.hpp"
#include "nearest_name.hpp"
#include "run_length.hpp"
#include "stickslip/model/built_in_cases.hpp"
#include "stickslip/model/case.hpp"

namespace stickslip {

namespace {

constexpr std::uintmax_t largest_case_file = std::uintmax_t{1} << 20;  // bytes; real ones have a few hundred

bool is_text_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

std::string text_of_file(const std::filesystem::path& path) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
        const std::string name = path.string();
        const std::vector<std::string_view> built_in = built_in_case_names();
        throw CaseError(name + ": no such case file, and no built-in case of that name" + did_you_mean(name, built_in));
    }
    try {
        return read_input_file(path, "case file", largest_case_file);
    } catch (const std::invalid_argument& refusal) {
        throw CaseError(refusal.what());
    }
}

constexpr const char* override_keys[] = {"friction_ratio", "frequency_ratio", "damping_ratio",
                                         "static_ratio",   "normal_ratio",    "normal_phase"};

std::optional<double>* find_ratio(RatioOverrides& ratios, std::string_view key) {
    if (key == "friction_ratio") return &ratios.friction;
    if (key == "frequency_ratio") return &ratios.frequency;
    if (key == "damping_ratio") return &ratios.damping;
    if (key == "static_ratio") return &ratios.static_friction;
    if (key == "normal_ratio") return &ratios.normal_ratio;
    if (key == "normal_phase") return &ratios.normal_phase;
    return nullptr;
}

void set_element(CaseKeys& keys, const KeyPlace& at, std::string_view shown, const CaseValue& value) {
    const std::string name(shown);
    const auto found = keys.values.find(at.key);
    auto* list = found == keys.values.end() ? nullptr : std::get_if<std::vector<double>>(&found->second.content);
    if (list == nullptr) throw CaseError(value.origin + ": " + name + " needs an array " + at.key + " in the case");
    if (*at.element >= list->size()) {
        throw CaseError(value.origin + ": " + name + " is beyond the array, which has " + std::to_string(list->size()) +
                        " numbers");
    }
    const auto* number = std::get_if<double>(&value.content);
    if (number == nullptr) {
        throw CaseError(value.origin + ": " + name + " = " + toml_from_value(value) + " must be a finite number");
    }
    (*list)[*at.element] = *number;
    found->second.origin = value.origin;
    found->second.is_override = value.is_override;
}

/// A frequency in rad/s replaces the same in hertz, and the reverse.
void erase_twin(CaseKeys& keys, const std::string& key) {
    if (!key.starts_with("load")) return;
    constexpr std::string_view hertz = "_hz";
    if (key.ends_with(".frequency")) keys.values.erase(key + std::string(hertz));
    if (key.ends_with(".frequency_hz")) keys.values.erase(key.substr(0, key.size() - hertz.size()));
}

void set_key(CaseKeys& keys, std::string_view key, const CaseValue& value) {
    for (const KeyPlace& at : key_places(keys, key, value.origin)) {
        if (at.element) {
            set_element(keys, at, key, value);
        } else {
            erase_twin(keys, at.key);
            keys.values[at.key] = value;
        }
    }
}

void check_ratio(std::string_view key, double value, const std::string& origin) {
    const bool has_any_sign = key == "normal_ratio" || key == "normal_phase";
    const bool is_in_range = has_any_sign || value > 0.0 || (value == 0.0 && key != "frequency_ratio");
    if (std::isfinite(value) && is_in_range) return;
    const char* const range = has_any_sign ? "" : (key == "frequency_ratio" ? " > 0" : " ≥ 0");
    throw CaseError(origin + ": " + std::string(key) + " = " + shortest(value) + " must be a finite number" + range);
}

void read_run(const CaseReader& in, Case& c) {
    c.start.position = in.number("start.position", Range::any, "m").value_or(0.0);
    c.start.velocity = in.number("start.velocity", Range::any, "m/s").value_or(0.0);
    c.run = read_run_settings(in);
}

}  // namespace

std::string dimensions_key(const CaseReader& in) {
    return in.has_table("ratios") ? "ratios.dimensions" : "oscillator.dimensions";
}

RunSettings read_run_settings(const CaseReader& in) {
    RunSettings run;
    run.until = in.number("run.until", Range::positive, "s");
    if (const auto samples = in.number("run.samples", Range::positive, "")) {
        constexpr double most_samples = 1e9;
        if (*samples != std::floor(*samples) || *samples < 2.0 || *samples > most_samples) {
            in.refuse("run.samples", "must be an integer from 2 to 1e9");
        }
        run.samples = static_cast<std::size_t>(*samples);
    }
    return run;
}

struct CaseDocument::Content {
    std::string name;
    CaseKeys keys;
    RatioOverrides ratios;
    std::shared_ptr<const RecordLibrary> records;

    void set(std::string_view key, CaseValue value) {
        std::optional<double>* ratio = find_ratio(ratios, key);
        if (ratio == nullptr) return set_key(keys, key, value);
        const auto* number = std::get_if<double>(&value.content);
        if (number == nullptr) {
            throw CaseError(value.origin + ": " + std::string(key) + " = " + toml_from_value(value) +
                            " must be a number");
        }
        check_ratio(key, *number, value.origin);
        *ratio = *number;
    }
};

CaseDocument CaseDocument::open(const std::string& file_or_name) {
    if (const auto text = built_in_case_text(file_or_name)) return parse(*text, file_or_name);
    const std::filesystem::path path(file_or_name);
    return parse(text_of_file(path), file_or_name, path.parent_path());
}

CaseDocument CaseDocument::parse(std::string_view text, const std::string& name, const std::filesystem::path& folder) {
    if (is_text_blank(text))
        throw CaseError(name + ": the case is empty; it needs a table [oscillator], [structure] or [ratios]");
    return CaseDocument(std::make_shared<const Content>(
        Content{name, keys_from_toml(text, name), {}, std::make_shared<const RecordLibrary>(folder)}));
}

CaseDocument CaseDocument::from_ratios(const Ratios& r) {
    Content content{"dimensionless oscillator", {}, {}, std::make_shared<const RecordLibrary>("")};
    const auto put = [&](const char* key, double value) { content.keys.values[key] = {value, "ratios"}; };
    put("ratios.friction", r.friction);
    put("ratios.frequency", r.frequency);
    put("ratios.damping", r.damping);
    if (r.static_friction) put("ratios.static", *r.static_friction);
    put("ratios.offset", r.offset);
    return CaseDocument(std::make_shared<const Content>(std::move(content)));
}

CaseDocument CaseDocument::with_value(std::string_view key, double value) const {
    auto content = std::make_shared<Content>(*content_);
    content->set(key, {value, "override", true});
    return CaseDocument(std::move(content));
}

CaseDocument CaseDocument::with_text(std::string_view key, std::string_view value, const std::string& origin) const {
    auto content = std::make_shared<Content>(*content_);
    CaseValue given = value_from_text(value, origin);
    given.is_override = true;
    content->set(key, std::move(given));
    return CaseDocument(std::move(content));
}

CaseDocument CaseDocument::with_samples(const std::string& file, RecordSamples samples) const {
    auto content = std::make_shared<Content>(*content_);
    content->records = std::make_shared<const RecordLibrary>(*content_->records, file, std::move(samples));
    return CaseDocument(std::move(content));
}

Case CaseDocument::read() const {
    const CaseReader in(content_->keys, content_->name);
    if (is_structure()) in.refuse_case("a structure of many masses; this takes a case of one mass, [oscillator]");
    check_keys(content_->keys);
    if (is_planar()) {
        in.refuse(dimensions_key(in), "must be 1 here: this is for the one-dimensional oscillator");
    }
    for (const char* key : {"oscillator.support_stiffness", "start.friction_force"}) {
        if (in.has(key)) in.refuse(key, "is for motion in two dimensions: it needs oscillator.dimensions = 2");
    }
    Case c;
    c.title = title();
    if (in.has_table("ratios")) {
        read_ratios(in, content_->ratios, c);
    } else if (in.has_table("oscillator")) {
        read_oscillator(in, content_->ratios, c);
        read_load(in, content_->ratios, *content_->records, c);
        read_friction(in, content_->ratios, *content_->records, c);
    } else {
        in.refuse_case("a case needs a table [oscillator], [structure] or [ratios]");
    }
    read_run(in, c);
    try {
        validate(c.oscillator);
        validate(c.load);
    } catch (const std::invalid_argument& error) {
        in.refuse_case(error.what());
    }
    return c;
}

bool CaseDocument::is_structure() const { return has_structure(content_->keys); }

bool CaseDocument::is_planar() const {
    if (is_structure()) return false;
    const CaseReader in(content_->keys, content_->name);
    const std::string key = dimensions_key(in);
    const double dimensions = in.number(key, Range::positive, "").value_or(1.0);
    if (dimensions != 1.0 && dimensions != 2.0) in.refuse(key, "must be 1 or 2");
    return dimensions == 2.0;
}

CaseTables CaseDocument::tables() const {
    is_structure() ? check_structure_keys(content_->keys) : check_keys(content_->keys);
    return {CaseReader(content_->keys, content_->name), content_->ratios, *content_->records};
}

std::string CaseDocument::title() const {
    return CaseReader(content_->keys, content_->name).text("title").value_or(content_->name);
}

std::string CaseDocument::text() const {
    std::string text;
    for (const auto& [key, ratio] : ratio_overrides()) {
        text += "# " + key + " = " + shortest(ratio) + " replaces the value below\n";
    }
    return text + toml_from_keys(content_->keys);
}

const std::string& CaseDocument::name() const { return content_->name; }

const std::filesystem::path& CaseDocument::folder() const { return content_->records->folder(); }

std::map<std::string, double> CaseDocument::ratio_overrides() const {
    std::map<std::string, double> found;
    RatioOverrides ratios = content_->ratios;
    for (const char* key : override_keys) {
        const std::optional<double>& ratio = *find_ratio(ratios, key);
        if (ratio) found[key] = *ratio;
    }
    return found;
}

std::vector<CaseDocument::NamedRecord> CaseDocument::records() const {
    const bool has_two_axes = is_planar();
    std::vector<NamedRecord> found;
    for (const auto& [key, value] : content_->keys.values) {
        const bool is_load = key.ends_with(".file");
        if (!is_load && !key.ends_with(".normal_record")) continue;
        const RecordComponents components = is_load && has_two_axes ? RecordComponents::two : RecordComponents::one;
        const auto* const file = std::get_if<std::string>(&value.content);
        if (file == nullptr) continue;
        found.push_back({*file, content_->records->samples(*file, components)});
    }
    return found;
}

double BaseMotion::absolute_position(double time, double x) const {
    return surface == Surface::fixed ? x : x + displacement.value(time);
}

double BaseMotion::relative_position(double time, double x) const {
    return surface == Surface::moving ? x : x - displacement.value(time);
}

double Case::end_time() const {
    const double frequency = oscillator.stiffness > 0.0 ? natural_frequency(oscillator) : 0.0;
    Load lasting = load;
    if (!lasting.record && oscillator.normal) lasting.record = oscillator.normal->record;
    return run_length(run, lasting, common_period(load, oscillator.normal), frequency, title);
}

std::string_view name(LoadKind kind) {
    switch (kind) {
        case LoadKind::none: return "none";
        case LoadKind::constant: return "constant";
        case LoadKind::harmonic: return "harmonic";
        case LoadKind::harmonics: return "harmonics";
        case LoadKind::record: return "record";
        case LoadKind::base: return "base";
    }
    return "";
}

std::string_view name(Surface surface) { return surface == Surface::fixed ? "fixed" : "moving"; }

}  // namespace stickslip
