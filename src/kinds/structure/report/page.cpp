// Structures of many masses, as the page asks for them: within bounds, and with what joins the masses.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "kind_page.hpp"
#include "motion_question.hpp"
#include "stickslip/structure/case.hpp"
#include "structure_steady_report.hpp"
#include "structure_sweep.hpp"

namespace stickslip::explorer {

namespace {

using cli::Json;
using structure::Contact;
using structure::DirectedLoad;
using structure::Matrix;
using structure::Structure;

constexpr std::size_t most_page_degrees = 100;
constexpr std::size_t most_page_contacts = 50;
constexpr std::size_t most_page_loads = 50;
constexpr std::size_t most_cycle_events = 20'000;  // of one load period: the cycle is kept in memory
constexpr std::size_t most_numbers = 1'000'000;    // in the samples of one answer

structure::Case small_case(const CaseDocument& document) {
    structure::Case c = structure::read_case(document, most_page_degrees);
    const auto check = [](std::size_t count, std::size_t most, const char* what) {
        if (count <= most) return;
        throw std::invalid_argument(fmt::format(
            "the structure has {} {}; at most {} are taken here, the command line has no limit", count, what, most));
    };
    check(c.structure.contacts.size(), most_page_contacts, "contacts");
    check(c.structure.loads.size(), most_page_loads, "loads");
    for (const DirectedLoad& load : c.structure.loads) check_load(load.load);
    return c;
}

/// The largest frequency of loads, normal forces and modes [rad/s].
double fastest(const Structure& s) {
    double w = structure::natural_frequencies(s.mass, s.stiffness).back();
    for (const DirectedLoad& load : s.loads) w = std::max(w, explorer::fastest(load.load));
    for (const Contact& contact : s.contacts) {
        if (contact.normal) w = std::max(w, contact.normal->frequency.value());
        if (!contact.normal_spring) continue;
        for (std::size_t i = 0; i < s.size(); ++i) {
            const double n = contact.normal_spring->direction[i];
            w = std::max(w, std::sqrt(contact.normal_spring->stiffness * n * n / s.mass(i, i)));
        }
    }
    return w;
}

/// How many samples one answer holds.
std::size_t most_samples_of(const Structure& s) {
    const std::size_t row = 1 + 2 * s.size() + s.contacts.size();
    return std::min<std::size_t>(most_samples, most_numbers / row);
}

void check_samples(const Structure& s, cli::MotionRequest& request, const RunSettings& run) {
    const std::size_t most = most_samples_of(s);
    limit_samples(request, run, static_cast<long>(most));
    const std::size_t wanted = std::max(request.samples.value_or(0), request.times.size());
    if (wanted <= most) return;
    throw std::invalid_argument(
        fmt::format("samples = {} must be at most {} for this structure; the command line has no limit", wanted, most));
}

/// The spring from i to the ground: what is left of the row of K, unless that is rounding.
double ground_stiffness(const Matrix& k, std::size_t i) {
    double sum = 0.0;
    double size = 0.0;
    for (std::size_t j = 0; j < k.columns; ++j) {
        sum += k(i, j);
        size += std::abs(k(i, j));
    }
    const double rounding = 4.0 * static_cast<double>(k.columns) * std::numeric_limits<double>::epsilon() * size;
    return std::abs(sum) <= rounding ? 0.0 : sum;
}

/// {"links":[{"a","b","stiffness"}…], "contacts":[{"direction":[…],"stiffness","surface_velocity"}…],
/// "loads":[{"direction":[…]}…]}. Links are the springs of K between two degrees of freedom, counted from 1, or from
/// the ground, 0.
Json shape_of(const CaseDocument& document) {
    const Structure s = small_case(document).structure;
    Json links = Json::array();
    const auto add = [&](std::size_t a, std::size_t b, double stiffness) {
        if (stiffness != 0.0) links.push_back({{"a", a}, {"b", b}, {"stiffness", stiffness}});
    };
    for (std::size_t i = 0; i < s.size(); ++i) {
        add(0, i + 1, ground_stiffness(s.stiffness, i));
        for (std::size_t j = i + 1; j < s.size(); ++j) add(i + 1, j + 1, -s.stiffness(i, j));
    }
    Json contacts = Json::array();
    for (const Contact& contact : s.contacts) {
        contacts.push_back({{"direction", contact.direction},
                            {"stiffness", contact.stiffness ? Json(*contact.stiffness) : Json(nullptr)},
                            {"surface_velocity", contact.surface_velocity}});
    }
    Json loads = Json::array();
    for (const DirectedLoad& load : s.loads) loads.push_back({{"direction", load.direction}});
    return {{"links", links}, {"contacts", contacts}, {"loads", loads}};
}

Json no_ratios(const CaseDocument& document) {
    static_cast<void>(small_case(document));
    return nullptr;
}

std::size_t bound_structure(cli::MotionRequest& request, const CaseDocument& document) {
    const structure::Case c = small_case(document);
    check_samples(c.structure, request, c.run);
    check_length(cli::end_of(request, [&] { return c.end_time(); }), fastest(c.structure));
    return most_samples_of(c.structure);
}

/// Of a load that never repeats `steady` is null: a page that shows the motion of such a structure asks nothing wrong.
Json steady_of_structure(const CaseDocument& document) {
    const structure::Case c = small_case(document);
    try {
        static_cast<void>(load_period(c.structure));
    } catch (const std::invalid_argument& error) {
        return steady_answer(nullptr, error.what());
    }
    const cli::StructureSteadyReport report =
        cli::report_structure_steady_state(document, {.most_events = most_cycle_events});
    return steady_answer(cli::structure_steady_json(report), cli::why_no_structure_steady_state(report));
}

/// The multiplier besides. Pieces that begin at a multiple of 16 have the numbers of the whole curve, which is searched
/// in such stretches.
cli::SweepTable sweep_of_structure(const CaseDocument& document, const cli::KeyRange& range,
                                   const std::vector<double>& values) {
    for (const double end : {range.from, range.to}) static_cast<void>(small_case(document.with_value(range.key, end)));
    const auto case_at = [&](double value) { return structure::read_case(document.with_value(range.key, value)); };
    cli::StructureSweep sweep{case_at(range.from), range, {}, {}, {}};
    sweep.chosen = usual_observables(sweep.problem.structure);
    sweep.chosen.push_back(observable(sweep.problem.structure, "multiplier"));
    sweep.curve = response_curve(case_at, values, sweep.chosen);
    return cli::structure_sweep_table(sweep);
}

}  // namespace

const KindPage& structure_page() {
    static constexpr KindPage page{.ratios = no_ratios,
                                   .is_expensive = true,
                                   .bound = bound_structure,
                                   .shape = shape_of,
                                   .steady = steady_of_structure,
                                   .sweep = sweep_of_structure};
    return page;
}

}  // namespace stickslip::explorer
