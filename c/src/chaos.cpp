// Sections, exponents, bifurcation diagrams and basins of one mass on a line.

#include <array>
#include <cmath>

#include "decimal.hpp"
#include "stickslip/chaos/basins.hpp"
#include "stickslip/chaos/bifurcation.hpp"
#include "stickslip/chaos/lyapunov.hpp"
#include "stickslip/chaos/poincare.hpp"
#include "stickslip/maps/map_request.hpp"
#include "stickslip/model/units.hpp"
#include "verb.hpp"

namespace stickslip::c {

namespace {

constexpr std::array<std::string_view, 4> poincare_options = {"section", "points", "transient", "phase"};
constexpr std::array<std::string_view, 4> lyapunov_options = {"periods", "transient", "runs", "seed"};
constexpr std::array<std::string_view, 6> bifurcation_options = {"over",      "values",  "sweeps",
                                                                 "transient", "periods", "points"};
constexpr std::array<std::string_view, 5> basins_options = {"position", "velocity", "seed", "transient", "periods"};

/// Replaces a number of an option by that of the request, where it has one.
template <class Number>
void take(Number& number, const Options& options, std::string_view name, std::size_t least) {
    if (const auto given = options.whole(name, least)) number = static_cast<Number>(*given);
}

SectionKind section_named(const std::string& wanted) {
    using enum SectionKind;
    for (const SectionKind kind : {stroboscopic, stop, release, turn}) {
        if (name(kind) == wanted) return kind;
    }
    throw std::invalid_argument("section = " + wanted + " must be stroboscopic, stop, release or turn");
}

Answer section_of(const CaseDocument& document, const Options& options) {
    const Problem problem(document);
    const Case& c = problem.on_line();
    SectionOptions how;
    how.kind = section_named(options.text("section", name(how.kind)));
    take(how.points, options, "points", 1);
    take(how.transient, options, "transient", 0);
    how.phase = options.number("phase").value_or(how.phase);
    if (!(how.phase >= 0.0 && how.phase < 1.0)) {
        throw std::invalid_argument("phase = " + decimal(how.phase) + " must be from 0 to below 1");
    }
    const Section found = watched(options, [&](Watch& watch) {
        how.series.progress = [&] { watch.check(); };
        how.progress = [&](double done) { watch.report(done); };
        return poincare_section(c.oscillator, c.load, c.start, how);
    });
    const UnitSystem units = unit_system(c);
    Answer answer = titled(c.title);
    answer.result->add_word("section", name(how.kind));
    answer.result->add("t", unit_in(units, "s"), values_of(found.points, [](const auto& p) { return p.time; }));
    answer.result->add("x", unit_in(units, "m"), values_of(found.points, [](const auto& p) { return p.position; }));
    answer.result->add("v", unit_in(units, "m/s"), values_of(found.points, [](const auto& p) { return p.velocity; }));
    if (found.has_diverged) {
        answer.problem =
            "diverging: the motion grew beyond every bound after " + std::to_string(found.points.size()) + " points";
    } else if (found.points.empty()) {
        answer.problem = "the motion never meets the " + std::string(name(how.kind)) + " section";
    }
    return answer;
}

Answer exponent_of(const CaseDocument& document, const Options& options) {
    const Problem problem(document);
    const Case& c = problem.on_line();
    LyapunovOptions how;
    take(how.periods, options, "periods", 1);
    take(how.transient, options, "transient", 0);
    take(how.runs, options, "runs", 2);
    take(how.seed, options, "seed", 0);
    const LyapunovExponent found = watched(options, [&](Watch& watch) {
        how.series.progress = [&] { watch.check(); };
        how.progress = [&](double done) { watch.report(done); };
        return lyapunov_exponent(c.oscillator, c.load, c.start, how);
    });
    if (found.has_diverged) throw NoResult("diverging: the motion grows beyond 1e9 m, so there is no exponent");
    const std::string_view rate = unit_in(unit_system(c), "1/s");
    Answer answer = titled(c.title);
    stickslip_result& r = *answer.result;
    r.add("exponent", rate, found.exponent);
    r.add("standard_error", rate, found.standard_error);
    r.add("periods", "1", static_cast<double>(found.periods));
    r.add("convergence.periods", "1", values_of(found.convergence, [](const auto& e) { return e.periods; }));
    r.add("convergence.exponent", rate, values_of(found.convergence, [](const auto& e) { return e.exponent; }));
    return answer;
}

/// Attractors one after the other, their points with the number of the attractor from 1 on.
class AttractorColumns {
public:
    explicit AttractorColumns(double belt) : belt_(belt) {}

    void add(const Attractor& a) {
        labels_.push_back(a.label());
        multipliers_.push_back(a.kind == AttractorKind::periodic ? a.multiplier : undefined);
        exponents_.push_back(a.kind == AttractorKind::chaotic ? a.exponent : undefined);
        for (const LawState& p : a.points) {
            owners_.push_back(static_cast<double>(labels_.size()));
            x_.push_back(p.position);
            v_.push_back(p.slip_velocity + belt_);
        }
    }

    void put_into(stickslip_result& r, UnitSystem units) {
        r.add_words("attractors.label", labels_);
        r.add("attractors.multiplier", "1", std::move(multipliers_));
        r.add("attractors.exponent", unit_in(units, "1/s"), std::move(exponents_));
        r.add("points.attractor", "1", std::move(owners_));
        r.add("points.x", unit_in(units, "m"), std::move(x_));
        r.add("points.v", unit_in(units, "m/s"), std::move(v_));
    }

private:
    double belt_;
    std::vector<std::string> labels_;
    std::vector<double> multipliers_, exponents_, owners_, x_, v_;
};

Answer diagram_of(const CaseDocument& document, const Options& options) {
    const std::string key = options.required_text("over");
    const std::vector<double> values = options.numbers("values");
    if (values.empty()) throw std::invalid_argument("values must be at least one number, of the key " + key);
    const Case first = document.with_value(key, values.front()).read();
    BifurcationOptions how;
    how.sweeps = options.flag("sweeps", how.sweeps);
    take(how.attractor.transient, options, "transient", 0);
    take(how.attractor.most_periods, options, "periods", 1);
    take(how.attractor.points, options, "points", 1);
    how.starts.insert(how.starts.begin(), first.start);
    const auto columns = watched(options, [&](Watch& watch) {
        how.attractor.series.progress = [&] { watch.check(); };
        how.progress = [&](double done) { watch.report(done); };
        const SystemFamily family = [&](double value) {
            watch.check();
            const Case c = document.with_value(key, value).read();
            return std::pair{c.oscillator, c.load};
        };
        return bifurcation_diagram(family, values, how);
    });
    AttractorColumns attractors(first.oscillator.belt_velocity);
    std::vector<double> at;
    std::vector<std::string> met_from;
    constexpr auto words = std::array{"fresh", "forward", "backward"};
    for (const BifurcationColumn& column : columns) {
        for (const Branch& branch : column.branches) {
            attractors.add(branch.attractor);
            at.push_back(column.value);
            std::string met;
            for (const Continuation from : branch.met_from)
                met += (met.empty() ? "" : ",") + std::string(words[int(from)]);
            met_from.push_back(std::move(met));
        }
    }
    Answer answer = titled(first.title);
    answer.result->add_word("key", key);
    answer.result->add("attractors.value", readable_unit(key_meaning(key).unit), std::move(at));
    answer.result->add_words("attractors.met_from", met_from);
    attractors.put_into(*answer.result, unit_system(first));
    return answer;
}

Answer basins_of(const CaseDocument& document, const Options& options) {
    const Problem problem(document);
    const Case& c = problem.on_line();
    BasinOptions how;
    const auto window = [&](const char* name, Interval& interval, int& count) {
        if (!options.has(name)) return;
        const Options::Cells cells = options.cells(name);
        interval = {cells.range.from, cells.range.to};
        count = static_cast<int>(cells.count);
    };
    window("position", how.position, how.columns);
    window("velocity", how.velocity, how.rows);
    take(how.seed, options, "seed", 0);
    take(how.attractor.transient, options, "transient", 0);
    take(how.attractor.most_periods, options, "periods", 1);
    const Basins found = watched(options, [&](Watch& watch) {
        how.attractor.series.progress = [&] { watch.check(); };
        how.progress = [&](double done) { watch.report(done); };
        return basins(c.oscillator, c.load, how);
    });
    const UnitSystem units = unit_system(c);
    AttractorColumns attractors(c.oscillator.belt_velocity);
    for (const BasinShare& share : found.attractors) attractors.add(share.attractor);
    const auto rows = static_cast<std::size_t>(how.rows), width = static_cast<std::size_t>(how.columns);
    Answer answer = titled(c.title);
    stickslip_result& r = *answer.result;
    attractors.put_into(r, units);
    r.add("attractors.fraction", "1", values_of(found.attractors, [](const auto& s) { return s.fraction; }));
    r.add("attractors.standard_error", "1",
          values_of(found.attractors, [](const auto& s) { return s.standard_error; }));
    const auto table = [&](const char* name, std::string_view unit, const auto& value) {
        r.add_table(name, unit, rows, width, values_of(found.cells, value));
    };
    table("x", unit_in(units, "m"), [](const BasinCell& cell) { return cell.start.position; });
    table("v", unit_in(units, "m/s"), [](const BasinCell& cell) { return cell.start.velocity; });
    table("attractor", "1", [](const BasinCell& cell) { return cell.attractor + 1; });
    return answer;
}

}  // namespace

const Verb verbs::lyapunov{lyapunov_options, exponent_of};
const Verb verbs::poincare{poincare_options, section_of};
const Verb verbs::bifurcation{bifurcation_options, diagram_of};
const Verb verbs::basins{basins_options, basins_of};

}  // namespace stickslip::c
