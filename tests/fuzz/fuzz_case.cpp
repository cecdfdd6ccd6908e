// Any text is a case or is refused with CaseError; what is read has finite numbers, and reads the same again from its
// own text. The input is TOML; a line that starts with '!' is an override, "!key=value", as on the command line.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "require.hpp"
#include "stickslip/model/case.hpp"
#include "stickslip/planar/case.hpp"
#include "stickslip/structure/case.hpp"

namespace {

using namespace stickslip;

struct Override {
    std::string_view key;
    std::string_view value;
};

std::vector<Override> take_overrides(std::string_view input, std::string& toml) {
    std::vector<Override> overrides;
    while (!input.empty()) {
        const std::size_t end = std::min(input.find('\n'), input.size() - 1);
        const std::string_view line = input.substr(0, end + 1);
        input.remove_prefix(end + 1);
        const std::size_t equals = line.find('=');
        if (line.front() != '!' || equals == std::string_view::npos) {
            toml += line;
            continue;
        }
        std::string_view value = line.substr(equals + 1);
        if (value.ends_with('\n')) value.remove_suffix(1);
        overrides.push_back({line.substr(1, equals - 1), value});
    }
    return overrides;
}

bool is_finite(const Load& load) {
    for (const Harmonic& h : load.harmonics) {
        if (!std::isfinite(h.amplitude) || !std::isfinite(h.frequency.value()) || !std::isfinite(h.phase)) return false;
    }
    if (load.record) {
        for (const Record::Cubic& segment : load.record->segments) {
            for (const double c : segment) {
                if (!std::isfinite(c)) return false;
            }
        }
    }
    return std::isfinite(load.constant);
}

bool is_finite(const Case& c) {
    const Oscillator& o = c.oscillator;
    return std::isfinite(o.mass) && std::isfinite(o.stiffness) && std::isfinite(o.damping) &&
           std::isfinite(o.friction_bound) && std::isfinite(o.holding_bound()) && std::isfinite(c.start.position) &&
           std::isfinite(c.start.velocity) && is_finite(c.load) && (!c.base || is_finite(c.base->displacement));
}

bool is_finite(const planar::Vector& v) { return std::isfinite(v.x1) && std::isfinite(v.x2); }

bool is_finite(const planar::Case& c) {
    const planar::Oscillator& o = c.oscillator;
    return std::isfinite(o.mass) && std::isfinite(o.stiffness) && std::isfinite(o.damping) &&
           std::isfinite(o.friction_bound) && std::isfinite(o.support_stiffness.value_or(0.0)) &&
           is_finite(c.load.axis1) && is_finite(c.load.axis2) && is_finite(c.start.position) &&
           is_finite(c.start.velocity) && is_finite(c.start.friction_force);
}

bool is_finite(const structure::Case& c) {
    for (const structure::Matrix* m : {&c.structure.mass, &c.structure.damping, &c.structure.stiffness}) {
        for (const double value : m->values) {
            if (!std::isfinite(value)) return false;
        }
    }
    for (const structure::DirectedLoad& load : c.structure.loads) {
        if (!is_finite(load.load)) return false;
    }
    return true;
}

template <typename AnyCase>
void check(const AnyCase& c) {
    require(is_finite(c), "the numbers of a case are finite");
    try {
        require(c.end_time() > 0.0, "a motion has a duration");
    } catch (const CaseError&) {
        // Nothing in the case says how long.
    }
}

void check(const CaseDocument& document) {
    if (document.is_structure()) {
        check(structure::read_case(document));
    } else if (document.is_planar()) {
        check(document.read_planar());
    } else {
        const Case c = document.read();
        check(c);
        (void)c.ratios();
    }
}

// Ratio overrides replace values as the case is read, and are only comments of its text.
void check_text(const std::string& text) {
    try {
        const CaseDocument again = CaseDocument::parse(text, "again");
        require(again.text() == text, "the text of a case gives the same text");
        check(again);
    } catch (const CaseError& error) {
        require(false, error.what());
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string toml;
    const std::vector<Override> overrides = take_overrides({reinterpret_cast<const char*>(data), size}, toml);
    try {
        CaseDocument document = CaseDocument::parse(toml, "fuzz");
        bool has_ratio_override = false;
        for (const Override& o : overrides) {
            document = document.with_text(o.key, o.value);
            has_ratio_override |= o.key.ends_with("_ratio");
        }
        check(document);
        if (!has_ratio_override) check_text(document.text());
    } catch (const CaseError&) {
        // Refused in one sentence.
    }
    return 0;
}
