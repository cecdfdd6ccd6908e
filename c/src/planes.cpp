// What lies in the plane of two keys: maps in memory, and boundaries between regimes.

#include <array>

#include "kinds/case_boundaries.hpp"
#include "kinds/structure/case_kind.hpp"
#include "maps/variable_names.hpp"
#include "verb.hpp"

namespace stickslip::c {

namespace {

constexpr std::array<std::string_view, 7> map_options = {"x",       "x_range", "x_log",      "y",
                                                         "y_range", "y_log",   "observables"};
constexpr std::array<std::string_view, 6> boundary_options = {"x", "x_range", "y", "y_range", "at", "at_value"};
constexpr auto boundary_kinds = std::array{BoundaryKind::slide_vanishes, BoundaryKind::stop_in_passing,
                                           BoundaryKind::reversal_stop, BoundaryKind::stop_to_back_slide};

MapAxis axis_of(const Options& options, const std::string& name) {
    const std::string key = options.required_text(name);
    const Options::Cells cells = options.cells(name + "_range");
    const MapAxis axis{key, cells.range.from, cells.range.to, cells.count, options.flag(name + "_log")};
    validate(axis, name);
    return axis;
}

void add_axis(stickslip_result& r, const char* name, const MapAxis& axis, const std::vector<double>& centres) {
    const KeyMeaning meaning = key_meaning(axis.key);
    r.add_word(std::string(name) + "_key", axis.key);
    r.add(name, readable_unit(meaning.unit), centres, meaning.description);
}

Answer map_case(const CaseDocument& document, const Options& options) {
    const MapRequest request{document, axis_of(options, "x"), axis_of(options, "y"), options.list("observables")};
    MapValues found = watched(options, [&](Watch& watch) {
        const auto tell = [&](const MapProgress& p) {
            watch.report(static_cast<double>(p.done) / static_cast<double>(p.cells));
            return !watch.wanted();
        };
        MapValues values = compute_map(kind_of(first_case(request)), request, {.progress = tell});
        watch.check();
        return values;
    });
    Answer answer;
    stickslip_result& r = *answer.result;
    add_axis(r, "x", request.x, found.x);
    add_axis(r, "y", request.y, found.y);
    r.add("not_converged", "1", static_cast<double>(found.summary.not_converged));
    r.add("seconds", "s", found.summary.seconds);
    r.add("threads", "1", found.summary.threads);
    const std::vector<std::string> names = variable_names(found.quantities, request.x.key, request.y.key);
    for (std::size_t q = 0; q < found.quantities.size(); ++q) {
        const MapQuantity& quantity = found.quantities[q];
        r.add_table(names[q], readable_unit(quantity.unit), found.y.size(), found.x.size(), found.values[q],
                    quantity.description);
        if (quantity.type == QuantityType::flag) r.columns.back().words = quantity.meanings;
        std::vector<double>().swap(found.values[q]);  // so that a large map is never there twice
    }
    return answer;
}

std::vector<std::string> kind_words() {
    return texts_of(boundary_kinds, [](BoundaryKind kind) { return name(kind); });
}

CaseBoundaryOptions told_to(Watch& watch) {
    return {.progress = [&watch](double done) {
        watch.report(done);
        return true;
    }};
}

Answer crossings_of(const CaseDocument& document, const Options& options, const std::string& x, Range along) {
    const std::string at = options.required_text("at");
    const double value = options.required_number("at_value");
    const auto found = watched(options, [&](Watch& watch) {
        const BoundaryPlane plane{document, x, at, {along.from, along.to, value, value}, [&] { watch.check(); }};
        return case_crossings(kind_of(plane.at(along.to, value)), plane, told_to(watch));
    });
    Answer answer;
    stickslip_result& r = *answer.result;
    r.add_word("x_key", x);
    r.add_word("at_key", at);
    r.add("at_value", readable_unit(key_meaning(at).unit), value);
    r.add("crossings.value", readable_unit(key_meaning(x).unit),
          values_of(found, [](const Crossing& c) { return c.value; }));
    r.add_counted("crossings.kind", values_of(found, [](const Crossing& c) { return int(c.kind); }), kind_words());
    r.add("crossings.stops_below", "1", values_of(found, [](const Crossing& c) { return c.stops_below; }));
    r.add("crossings.stops_above", "1", values_of(found, [](const Crossing& c) { return c.stops_above; }));
    r.add_words("crossings.contact", texts_of(found, [](const Crossing& c) { return c.contact; }));
    return answer;
}

/// The points of all curves one after the other, each with the number of its curve from 1 on.
Answer curves_of(const CaseDocument& document, const Options& options, const std::string& x, Range across) {
    const std::string y = options.required_text("y");
    const Range up = options.range("y_range");
    const auto found = watched(options, [&](Watch& watch) {
        const BoundaryPlane plane{document, x, y, {across.from, across.to, up.from, up.to}, [&] { watch.check(); }};
        return case_boundaries(kind_of(plane.at(across.to, up.to)), plane, told_to(watch));
    });
    std::vector<double> curve, xs, ys;
    for (std::size_t i = 0; i < found.size(); ++i) {
        for (const BoundaryPoint& p : found[i].points) {
            curve.push_back(static_cast<double>(i + 1));
            xs.push_back(p.x);
            ys.push_back(p.y);
        }
    }
    Answer answer;
    stickslip_result& r = *answer.result;
    r.add_word("x_key", x);
    r.add_word("y_key", y);
    r.add_counted("curves.kind", values_of(found, [](const BoundaryCurve& c) { return int(c.kind); }), kind_words());
    r.add("curves.stops_change", "1", values_of(found, [](const BoundaryCurve& c) { return c.stops_change; }));
    r.add("curves.closed", "1", values_of(found, [](const BoundaryCurve& c) { return c.is_closed; }));
    r.add_words("curves.contact", texts_of(found, [](const BoundaryCurve& c) { return c.contact; }));
    r.add("points.curve", "1", std::move(curve));
    r.add("points.x", readable_unit(key_meaning(x).unit), std::move(xs));
    r.add("points.y", readable_unit(key_meaning(y).unit), std::move(ys));
    return answer;
}

Answer boundary_case(const CaseDocument& document, const Options& options) {
    const std::string x = options.required_text("x");
    const Range range = options.range("x_range");
    if (options.has("at") == options.has("y")) {
        throw std::invalid_argument("boundary needs either y and y_range, for curves, or at and at_value, for a line");
    }
    return options.has("at") ? crossings_of(document, options, x, range) : curves_of(document, options, x, range);
}

}  // namespace

const Verb verbs::map{map_options, map_case};
const Verb verbs::boundary{boundary_options, boundary_case};

}  // namespace stickslip::c
