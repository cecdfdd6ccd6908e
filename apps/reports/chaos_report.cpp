#include "chaos_report.hpp"

#include <cmath>

#include "json_text.hpp"
#include "stickslip/version.hpp"

namespace stickslip::cli {

namespace {

std::string_view name_of(Continuation c) {
    switch (c) {
        case Continuation::fresh: return "fresh";
        case Continuation::forward: return "forward";
        case Continuation::backward: return "backward";
    }
    return "";
}

Json json_of(const DiagramPanel& panel) {
    Json columns = Json::array();
    for (const BifurcationColumn& c : panel.columns) {
        Json attractors = Json::array();
        for (const Branch& b : c.branches) {
            Json x = Json::array(), v = x, from = x;
            for (const LawState& p : b.attractor.points) {
                x.push_back(p.position);
                v.push_back(p.slip_velocity);
            }
            for (const Continuation way : b.met_from) from.push_back(name_of(way));
            const bool is_periodic = b.attractor.kind == AttractorKind::periodic;
            const auto defined = [](bool is, double value) { return is ? Json(value) : Json(nullptr); };
            attractors.push_back(
                {{"label", b.attractor.label()},
                 {"multiplier", defined(is_periodic, b.attractor.multiplier)},
                 {"exponent", defined(b.attractor.kind == AttractorKind::chaotic, b.attractor.exponent)},
                 {"met_from", from},
                 {"x", x},
                 {"v", v}});
        }
        columns.push_back({{"value", c.value}, {"attractors", attractors}});
    }
    return {{"law", panel.title}, {"columns", columns}};
}

}  // namespace

std::string lyapunov_json(const Case& problem, const LyapunovExponent& found) {
    const auto number = [](double v) { return std::isfinite(v) ? Json(v) : Json(nullptr); };
    Json j{{"version", version()}, {"title", problem.title}};
    j["exponent"] = found.has_diverged ? Json(nullptr) : number(found.exponent);
    j["standard_error"] = found.has_diverged ? Json(nullptr) : number(found.standard_error);
    j["periods"] = found.periods;
    j["label"] =
        found.has_diverged ? "diverging" : (found.exponent > 3.0 * found.standard_error ? "chaotic" : "regular");
    Json curve{{"periods", Json::array()}, {"exponent", Json::array()}};
    for (const ExponentAfter& e : found.convergence) {
        curve["periods"].push_back(e.periods);
        curve["exponent"].push_back(number(e.exponent));
    }
    j["convergence"] = curve;
    return json_text(j);
}

std::string section_json(const Case& problem, const Section& section, SectionKind kind) {
    Json t = Json::array(), x = t, v = t;
    for (const SectionPoint& p : section.points) {
        t.push_back(p.time);
        x.push_back(p.position);
        v.push_back(p.velocity);
    }
    const Json j{{"version", version()},
                 {"title", problem.title},
                 {"section", name(kind)},
                 {"diverging", section.has_diverged},
                 {"points", {{"t", t}, {"x", x}, {"v", v}}}};
    return json_text(j);
}

std::string bifurcation_json(const Case& problem, const std::string& key, const std::vector<DiagramPanel>& panels) {
    Json list = Json::array();
    for (const DiagramPanel& panel : panels) list.push_back(json_of(panel));
    return json_text({{"version", version()}, {"title", problem.title}, {"key", key}, {"diagrams", list}});
}

}  // namespace stickslip::cli
