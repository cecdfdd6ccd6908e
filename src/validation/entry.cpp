#include "entry.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "model/embedded_files.hpp"
#include "model/input_file.hpp"

namespace stickslip::validation {

namespace {

constexpr std::string_view suffix = ".toml";
constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 20;  // bytes; ours have a few thousand

struct Publication {
    std::string_view prefix;
    std::string_view title;
};

/// In the order of the report; every other entry names its source itself and comes after these.
constexpr Publication publications[] = {
    {"hong-liu", "H.-K. Hong and C.-S. Liu, Coulomb friction oscillator, J. Sound Vib. 229(5), 2000"},
    {"dlubal", "Dlubal Software, Verification Example 0116, Vibrations with Coulomb Friction"},
    {"riddoch",
     "D. J. Riddoch, A. Cicirello and D. A. Hills, Response of a mass-spring system subject to Coulomb damping and "
     "harmonic base excitation"},
    {"liu", "C.-S. Liu, H.-K. Hong and D.-Y. Liou, Two-dimensional friction oscillator, J. Sound Vib. 266, 2003"},
    {"stefanski",
     "A. Stefański, J. Wojewoda, M. Wiercigroch and T. Kapitaniak, Chaos caused by non-reversible dry friction, Chaos, "
     "Solitons & Fractals 16, 2003"},
};

constexpr std::string_view entry_keys[] = {"title",    "source", "where", "statement", "verdict", "reason",
                                           "argument", "order",  "let",   "run",       "check",   "figure"};
constexpr std::string_view check_keys[] = {"what",      "computed", "printed", "reference", "right",
                                           "readings",  "labels",   "rows",    "columns",   "over",
                                           "tolerance", "relative", "unit",    "yes_no",    "run"};
constexpr std::string_view figure_keys[] = {"caption", "columns", "width", "height", "panel"};
constexpr std::string_view panel_keys[] = {"title", "x_label", "y_label", "x_range", "y_range",
                                           "log",   "key",     "square",  "labels",  "layer"};
/// How a layer looks; motions, curves and cells that it shows.
constexpr std::string_view layer_keys[] = {"title",  "style",  "mark",  "color",    "x",          "y",
                                           "motion", "from",   "to",    "samples",  "stick",      "over",
                                           "run",    "points", "plane", "kinds",    "seed_lines", "classes",
                                           "value",  "range",  "as",    "friction", "frequency",  "damping"};

std::size_t publication_of(std::string_view id) {
    const auto* const found = std::ranges::find_if(
        publications, [&](const Publication& p) { return id.starts_with(std::string(p.prefix) + "-"); });
    return static_cast<std::size_t>(found - std::begin(publications));
}

Verdict verdict_named(const std::string& text) {
    for (const Verdict v : {Verdict::reproduced, Verdict::printed_wrong, Verdict::not_decidable}) {
        if (text == name(v)) return v;
    }
    throw std::invalid_argument("verdict = \"" + text +
                                "\" must be \"reproduced\", \"printed wrong\" or \"not decidable\"");
}

template <class Keys>
void refuse_other_keys(const Tree& table, const Keys& allowed, const std::string& of) {
    for (const auto& item : table.items()) {
        if (std::ranges::find(allowed, item.key()) == std::end(allowed)) {
            throw std::invalid_argument("the key " + item.key() + " has no place in " + of);
        }
    }
}

/// A misspelt setting would be a figure that looks otherwise than it was meant.
void require_known_settings(const Tree& figure) {
    if (!figure.is_object()) return;  // `figure_of` says what is wrong with it
    refuse_other_keys(figure, figure_keys, "[figure]");
    for (const Tree& panel : figure.value("panel", Tree::array())) {
        if (!panel.is_object()) continue;
        refuse_other_keys(panel, panel_keys, "[[figure.panel]]");
        for (const Tree& layer : panel.value("layer", Tree::array())) {
            if (layer.is_object()) refuse_other_keys(layer, layer_keys, "[[figure.panel.layer]]");
        }
    }
}

void require_whole_check(const Tree& check) {
    refuse_other_keys(check, check_keys, "[[check]]");
    if (!check.contains("what")) throw std::invalid_argument("a [[check]] must say what it compares");
    if (check.contains("readings") == check.contains("computed")) {
        throw std::invalid_argument("a [[check]] needs either computed or readings");
    }
    if (check.contains("computed") && check.contains("printed") == check.contains("reference")) {
        throw std::invalid_argument("a [[check]] with computed needs either printed or reference");
    }
    if (check.contains("right") && !check.contains("printed")) {
        throw std::invalid_argument("right corrects what is printed, so a [[check]] with right needs printed");
    }
}

Entry entry_of(const Tree& tree, const std::string& id) {
    refuse_other_keys(tree, entry_keys, "an entry");
    const auto text = [&](const char* key, bool is_required) -> std::string {
        if (!tree.contains(key) && !is_required) return "";
        if (!tree.contains(key) || !tree.at(key).is_string()) {
            throw std::invalid_argument(std::string(key) + " is missing or not a text");
        }
        return tree.at(key).get<std::string>();
    };
    const std::size_t publication = publication_of(id);
    const bool is_known = publication < std::size(publications);
    Entry e{.id = id,
            .title = text("title", true),
            .source = is_known ? std::string(publications[publication].title) : text("source", true),
            .where = text("where", true),
            .statement = text("statement", true),
            .reason = text("reason", true),
            .argument = text("argument", false),
            .expected = verdict_named(text("verdict", true)),
            .content = tree};
    if (tree.contains("order") && !tree.at("order").is_number()) throw std::invalid_argument("order must be a number");
    if (!tree.contains("check") || !tree.at("check").is_array()) throw std::invalid_argument("there is no [[check]]");
    for (const Tree& check : tree.at("check")) require_whole_check(check);
    require_known_settings(tree.value("figure", Tree::object()));
    return e;
}

/// The name of an entry is part of addresses and file names of the report, so it is made of few characters.
std::string id_of(const std::filesystem::path& file) {
    std::string id = file.stem().string();
    const auto is_plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    };
    if (!id.empty() && std::ranges::all_of(id, is_plain)) return id;
    throw std::invalid_argument("the name of a validation file may have letters, digits, - and _ only");
}

/// Paper by paper, then by the key `order`.
void sort(std::vector<Entry>& entries) {
    const auto place = [](const Entry& e) {
        return std::tuple(publication_of(e.id), e.content.value("order", 1e9), e.id);
    };
    std::ranges::sort(entries, [&](const Entry& a, const Entry& b) { return place(a) < place(b); });
}

}  // namespace

std::string_view name(Verdict v) {
    switch (v) {
        case Verdict::reproduced: return "reproduced";
        case Verdict::printed_wrong: return "printed wrong";
        case Verdict::not_decidable: return "not decidable";
        case Verdict::not_reproduced: break;
    }
    return "not reproduced";
}

Entry parse_entry(std::string_view text, const std::string& file_name) {
    const Tree tree = tree_from_toml(text, file_name);
    try {
        return entry_of(tree, id_of(std::filesystem::path(file_name)));
    } catch (const std::exception& error) {  // of ours, or of the tree where a value has the wrong type
        throw std::invalid_argument(file_name + ": " + error.what());
    }
}

std::vector<Entry> built_in_entries() {
    std::vector<Entry> entries;
    for (const EmbeddedFile& file : embedded_validation_files()) {
        entries.push_back(parse_entry(file.text, std::string(file.name)));
    }
    sort(entries);
    return entries;
}

std::vector<Entry> entries_in(const std::filesystem::path& folder) {
    std::vector<Entry> entries;
    std::error_code error;
    for (const auto& file : std::filesystem::directory_iterator(folder, error)) {
        if (file.path().extension() != suffix) continue;
        const std::string text = read_input_file(file.path(), "validation file", largest_file);
        entries.push_back(parse_entry(text, file.path().string()));
    }
    if (error || entries.empty()) throw std::invalid_argument(folder.string() + ": holds no validation files (*.toml)");
    sort(entries);
    return entries;
}

}  // namespace stickslip::validation
