// [structure], [[contact]], [[load]], [start] and [run] of a case. Degrees of freedom are counted from 1 or called by
// name; 0 is the ground where a contact lies between two of them.

#include "stickslip/structure/case.hpp"
#include "model/run_length.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "case_matrices.hpp"
#include "model/bounds.hpp"
#include "model/case_reader.hpp"

namespace stickslip::structure {
namespace {

class Reader {
public:
    Reader(const CaseTables& tables, const std::filesystem::path& folder)
        : in_(tables.in), records_(tables.records), folder_(folder) {}

    Case run(std::size_t most) {
        c_.structure = read_matrices(in_, folder_, most);
        read_names();
        read_loads();
        read_contacts();
        read_start();
        c_.run = read_run_settings(in_);
        return std::move(c_);
    }

private:
    // Degrees of freedom.

    void read_names() {
        const auto words = in_.words("structure.names");
        if (!words) return;
        if (words->size() != size()) {
            in_.refuse("structure.names",
                       "must have one name for each of the " + std::to_string(size()) + " degrees of freedom");
        }
        for (const auto& word : *words) {
            const auto* text = std::get_if<std::string>(&word);
            if (text == nullptr || text->empty()) in_.refuse("structure.names", "must be texts that are not empty");
            if (std::ranges::find(s().names, *text) != s().names.end()) {
                in_.refuse("structure.names", "must differ: \"" + *text + "\" stands there twice");
            }
            s().names.push_back(*text);
        }
    }

    /// A degree of freedom from 0; `lowest` is 0 where the ground is allowed, and the ground is nullopt.
    [[nodiscard]] std::optional<std::size_t> degree(const CaseReader& in, std::string_view key,
                                                    const std::variant<double, std::string>& word, int lowest) const {
        if (const auto* text = std::get_if<std::string>(&word)) {
            const auto found = std::ranges::find(s().names, *text);
            if (found != s().names.end()) return static_cast<std::size_t>(found - s().names.begin());
            in.refuse(key, "names no degree of freedom: structure.names has " +
                               (s().names.empty() ? std::string("not been given") : "no \"" + *text + "\""));
        }
        const double number = std::get<double>(word);
        if (!(number >= lowest && number <= double(size()) && number == std::floor(number))) {
            in.refuse(key, "must be a degree of freedom: " + std::to_string(lowest) + " to " + std::to_string(size()) +
                               (lowest == 0 ? " (0 is the ground)" : "") + ", or its name");
        }
        if (number == 0.0) return std::nullopt;
        return static_cast<std::size_t>(number) - 1;
    }

    [[nodiscard]] std::vector<double> unit_vector(std::size_t i) const {
        std::vector<double> d(size(), 0.0);
        d[i] = 1.0;
        return d;
    }

    [[nodiscard]] std::vector<double> degree_vector(const CaseReader& in, std::string_view key) const {
        const CaseValue* value = in.find(key);
        if (const auto* number = std::get_if<double>(&value->content)) return unit_vector(*degree(in, key, *number, 1));
        if (const auto* text = std::get_if<std::string>(&value->content)) {
            return unit_vector(*degree(in, key, *text, 1));
        }
        in.refuse(key, "must be a degree of freedom: 1 to " + std::to_string(size()) + ", or its name");
    }

    [[nodiscard]] std::vector<double> vector(const CaseReader& in, std::string_view key) const {
        std::vector<double> d = in.numbers(key, Range::any, "");
        if (d.size() != size()) {
            in.refuse(key, "must have one number for each of the " + std::to_string(size()) + " degrees of freedom");
        }
        if (std::ranges::all_of(d, [](double entry) { return entry == 0.0; })) {
            in.refuse(key, "must have an entry that is not 0");
        }
        return d;
    }

    /// Which of the keys is there: one of them must be.
    static std::string_view one_of(const CaseReader& in, const std::vector<std::string_view>& keys,
                                   const std::string& what) {
        std::string_view found;
        for (const std::string_view key : keys) {
            if (!in.has(key)) continue;
            if (!found.empty()) in.refuse(key, "cannot stand beside " + std::string(found));
            found = key;
        }
        if (found.empty()) in.refuse_case(what);
        return found;
    }

    // Contacts.

    void read_contacts() {
        for (std::size_t number = 1; number <= in_.entries("contact"); ++number) {
            const CaseReader in = in_.entry("contact", number);
            Contact contact;
            contact.name = in.text("contact.name").value_or("");
            for (const Contact& other : s().contacts) {
                if (!contact.name.empty() && other.name == contact.name) {
                    in.refuse("contact.name", "must differ from the names of the other contacts");
                }
            }
            if (in.has("contact.normal_stiffness")) {
                read_normal_spring(in, contact);
            } else {
                refuse_without_normal_stiffness(in);
                contact.direction = contact_direction(in);
                read_bound(in, contact);
            }
            contact.stiffness = in.number("contact.stiffness", Range::positive, "N/m");
            if (contact.stiffness && contact.static_bound) {
                in.refuse(in.has("contact.static_bound") ? "contact.static_bound" : "contact.mu_static",
                          "cannot stand beside a stiffness: an elastic contact has one bound");
            }
            contact.surface_velocity = in.number("contact.surface_velocity", Range::any, "m/s").value_or(0.0);
            s().contacts.push_back(std::move(contact));
        }
    }

    static void refuse_without_normal_stiffness(const CaseReader& in) {
        for (const char* key : {"contact.normal_on", "contact.normal_between", "contact.normal_direction",
                                "contact.preload", "contact.gap"}) {
            if (in.has(key)) in.refuse(key, "needs normal_stiffness: the motion decides the normal force with it");
        }
    }

    /// A normal direction that gives way. Without friction it is a stop, which needs no direction of slip.
    void read_normal_spring(const CaseReader& in, Contact& contact) const {
        for (const char* key : {"contact.bound", "contact.static_bound", "contact.normal", "contact.normal_ratio",
                                "contact.normal_amplitude", "contact.normal_frequency", "contact.normal_phase",
                                "contact.normal_record"}) {
            if (in.has(key)) {
                in.refuse(key,
                          "cannot stand beside normal_stiffness, which takes mu, and preload or gap: the motion "
                          "decides the normal force");
            }
        }
        NormalSpring spring;
        spring.stiffness = in.required_number("contact.normal_stiffness", Range::positive, "N/m");
        spring.direction = line(in, {"contact.normal_on", "contact.normal_between", "contact.normal_direction"},
                                "a contact with normal_stiffness needs one of normal_on, normal_between and "
                                "normal_direction");
        if (in.has("contact.preload") && in.has("contact.gap")) {
            in.refuse("contact.gap", "cannot stand beside preload");
        }
        spring.preload = in.number("contact.preload", Range::any, "N").value_or(0.0);
        if (const auto gap = in.number("contact.gap", Range::any, "m")) spring.preload = -spring.stiffness * *gap;
        spring.mu = in.number("contact.mu", Range::not_negative, "").value_or(0.0);
        spring.mu_static = in.number("contact.mu_static", Range::not_negative, "");
        if (spring.mu_static && *spring.mu_static < spring.mu) {
            in.refuse("contact.mu_static", "must not be below the friction of sliding, " + shortest(spring.mu));
        }
        if (spring.mu_static && spring.mu == 0.0 && *spring.mu_static > 0.0) {
            in.refuse("contact.mu_static", "must be 0 where there is no friction of sliding");
        }
        const bool is_stop =
            spring.mu == 0.0 && !in.has("contact.on") && !in.has("contact.between") && !in.has("contact.direction");
        contact.direction = is_stop ? std::vector<double>(size(), 0.0) : contact_direction(in);
        contact.normal_spring = std::move(spring);
    }

    [[nodiscard]] std::vector<double> contact_direction(const CaseReader& in) const {
        return line(in, {"contact.on", "contact.between", "contact.direction"},
                    "a contact needs one of on, between and direction");
    }

    /// Along a degree of freedom, between two, or along a vector, by the first, second and third of the keys.
    [[nodiscard]] std::vector<double> line(const CaseReader& in, const std::vector<std::string_view>& keys,
                                           const std::string& what) const {
        const std::string_view key = one_of(in, keys, what);
        if (key == keys[0]) return degree_vector(in, key);
        if (key == keys[2]) return vector(in, key);
        const WordList ends = *in.words(key);
        if (ends.size() != 2) in.refuse(key, "must be two degrees of freedom, [a, b]; 0 is the ground");
        const auto a = degree(in, key, ends[0], 0);
        const auto b = degree(in, key, ends[1], 0);
        if (a == b) in.refuse(key, "must be two different degrees of freedom");
        std::vector<double> w(size(), 0.0);
        if (a) w[*a] = -1.0;
        if (b) w[*b] = 1.0;
        return w;
    }

    /// bound or mu·normal, what holds at rest, and how the normal force varies.
    void read_bound(const CaseReader& in, Contact& contact) const {
        const std::string_view key =
            one_of(in, {"contact.bound", "contact.mu"}, "a contact needs bound [N], or mu and normal [N]");
        const bool has_record = in.has("contact.normal_record");
        double normal = 1.0;  // what mu is multiplied with
        if (key == "contact.bound") {
            for (const char* other : {"contact.mu_static", "contact.normal_amplitude", "contact.normal_record"}) {
                if (in.has(other)) in.refuse(other, "needs mu in the place of bound");
            }
            if (in.has("contact.normal")) in.refuse("contact.normal", "needs mu in the place of bound");
            contact.bound = in.required_number(key, Range::not_negative, "N");
        } else {
            if (in.has("contact.normal_ratio"))
                in.refuse("contact.normal_ratio", "is for bound; mu takes normal_amplitude");
            if (in.has("contact.static_bound")) in.refuse("contact.static_bound", "is for bound; mu takes mu_static");
            if (has_record && in.has("contact.normal")) {
                in.refuse("contact.normal", "cannot stand beside normal_record, which is the whole normal force");
            }
            if (!has_record) normal = in.required_number("contact.normal", Range::not_negative, "N");
        }
        const double mean = normal;
        const double swing = read_swing(in, key == "contact.bound");
        if (normal == 0.0 && swing != 0.0) normal = std::abs(swing);
        if (key == "contact.mu") contact.bound = in.required_number(key, Range::not_negative, "") * normal;
        read_static_bound(in, normal, contact);
        if (has_record) {
            contact.normal = NormalVariation{.record = normal_record(in)};
        } else if (swing != 0.0) {
            contact.normal =
                NormalVariation{.mean = mean / normal,
                                .ratio = swing / normal,
                                .frequency = normal_frequency(in),
                                .phase = in.number("contact.normal_phase", Range::any, "rad").value_or(0.0)};
        }
        if (swing == 0.0 && has_record) {
            for (const char* other : {"contact.normal_amplitude", "contact.normal_frequency", "contact.normal_phase"}) {
                if (in.has(other)) in.refuse(other, "cannot stand beside normal_record");
            }
        }
    }

    /// N₁ in the unit of the normal force: N₁ itself, or N₁/N₀ for a bound.
    [[nodiscard]] static double read_swing(const CaseReader& in, bool is_bound) {
        return in
            .number(is_bound ? "contact.normal_ratio" : "contact.normal_amplitude", Range::any, is_bound ? "" : "N")
            .value_or(0.0);
    }

    static void read_static_bound(const CaseReader& in, double normal, Contact& contact) {
        std::string_view key = "contact.static_bound";
        contact.static_bound = in.number(key, Range::not_negative, "N");
        if (const auto mu = in.number("contact.mu_static", Range::not_negative, "")) {
            key = "contact.mu_static";
            contact.static_bound = *mu * normal;
        }
        if (!contact.static_bound) return;
        if (*contact.static_bound < contact.bound) {
            in.refuse(key, "must not be below the friction of sliding, " +
                               shortest(contact.bound / (key == "contact.mu_static" && normal > 0.0 ? normal : 1.0)));
        }
        if (contact.bound == 0.0 && *contact.static_bound > 0.0) {
            in.refuse(key, "must be 0 where there is no friction of sliding");
        }
    }

    [[nodiscard]] AngularFrequency normal_frequency(const CaseReader& in) const {
        if (const auto given = in.number("contact.normal_frequency", Range::positive, "rad/s")) return *given;
        std::optional<AngularFrequency> only;
        for (const DirectedLoad& load : s().loads) {
            for (const Harmonic& h : load.load.harmonics) {
                if (only && only->value() != h.frequency.value()) {
                    in.refuse_case("contact.normal_frequency is missing: the loads have several frequencies");
                }
                only = h.frequency;
            }
        }
        if (!only) in.refuse_case("contact.normal_frequency is missing: no load has a frequency");
        return *only;
    }

    [[nodiscard]] std::shared_ptr<const Record> normal_record(const CaseReader& in) const {
        const auto samples = read_samples(in, "contact.normal_record", records_);
        try {
            return std::make_shared<const Record>(linear_record(samples->times, samples->values));
        } catch (const std::invalid_argument& error) {
            in.refuse("contact.normal_record", "cannot be a normal force: " + std::string(error.what()));
        }
    }

    // Loads.

    void read_loads() {
        for (std::size_t number = 1; number <= in_.entries("load"); ++number) {
            const CaseReader in = in_.entry("load", number);
            // Each load is that of an oscillator of mass 1 kg: a base then gives −y″, to be multiplied with
            // M·influence.
            stickslip::Case unit;
            unit.oscillator.mass = 1.0;
            read_load(in, {}, records_, unit, Surface::moving);
            c_.load_names.push_back(in.text("load.name").value_or(""));
            s().loads.push_back({load_direction(in, unit.load_kind), unit.load});
        }
    }

    [[nodiscard]] std::vector<double> load_direction(const CaseReader& in, LoadKind kind) const {
        if (kind == LoadKind::base) {
            for (const char* key : {"load.on", "load.direction"}) {
                if (in.has(key))
                    in.refuse(key, "has no meaning for a base, which shakes all masses; it takes influence");
            }
            const std::vector<double> influence =
                in.has("load.influence") ? vector(in, "load.influence") : std::vector<double>(size(), 1.0);
            std::vector<double> d(size(), 0.0);
            for (std::size_t i = 0; i < size(); ++i) {
                for (std::size_t j = 0; j < size(); ++j) d[i] += s().mass(i, j) * influence[j];
            }
            return d;
        }
        if (in.has("load.influence")) in.refuse("load.influence", "is for kind \"base\"");
        const std::string_view key =
            one_of(in, {"load.on", "load.direction"}, "a load needs on, a degree of freedom, or direction");
        return key == "load.on" ? degree_vector(in, key) : vector(in, key);
    }

    // The start.

    void read_start() {
        c_.start.position = start_numbers("start.position", size(), "m", "degrees of freedom");
        c_.start.velocity = start_numbers("start.velocity", size(), "m/s", "degrees of freedom");
        c_.start.contact_deflection = start_numbers("start.contact_deflection", s().contacts.size(), "m", "contacts");
    }

    [[nodiscard]] std::vector<double> start_numbers(std::string_view key, std::size_t count, std::string_view unit,
                                                    const std::string& what) const {
        if (!in_.has(key)) return std::vector<double>(count, 0.0);
        std::vector<double> numbers = in_.numbers(key, Range::any, unit);
        if (numbers.size() != count) {
            in_.refuse(key, "must have one number for each of the " + std::to_string(count) + " " + what);
        }
        return numbers;
    }

    [[nodiscard]] Structure& s() { return c_.structure; }
    [[nodiscard]] const Structure& s() const { return c_.structure; }
    [[nodiscard]] std::size_t size() const { return s().mass.rows; }

    const CaseReader in_;
    const RecordLibrary& records_;
    const std::filesystem::path& folder_;
    Case c_;
};

}  // namespace

Case read_case(const CaseDocument& document, std::size_t most) {
    if (!document.is_structure()) throw CaseError(document.name() + ": not a structure: it has no table [structure]");
    const CaseTables tables = document.tables();
    const CaseReader& in = tables.in;
    if (!document.ratio_overrides().empty()) {
        in.refuse_case(document.ratio_overrides().begin()->first + " has no meaning for a structure");
    }
    Case c = Reader(tables, document.folder()).run(std::min(most, most_degrees));
    c.title = document.title();
    try {
        validate(c.structure);
        validate(c.structure, c.start);
    } catch (const std::invalid_argument& error) {
        in.refuse_case(error.what());
    }
    return c;
}

double Case::end_time() const {
    if (run.until) return *run.until;
    double longest = 0.0;
    for (const DirectedLoad& load : structure.loads) {
        if (load.load.record) longest = std::max(longest, load.load.record->times.back());
        for (const Harmonic& h : load.load.harmonics) {
            longest = std::max(longest, default_periods * 2.0 * std::numbers::pi / h.frequency.value());
        }
    }
    if (longest > 0.0) return longest;
    for (const double frequency : natural_frequencies(structure.mass, structure.stiffness)) {
        if (frequency > 0.0) return default_periods * 2.0 * std::numbers::pi / frequency;
    }
    refuse_without_length(title);
}

std::string degree_name(const Structure& s, std::size_t i) {
    return s.names.empty() ? std::to_string(i + 1) : s.names[i];
}

std::string contact_name(const Structure& s, std::size_t j) {
    return s.contacts[j].name.empty() ? std::to_string(j + 1) : s.contacts[j].name;
}

}  // namespace stickslip::structure
