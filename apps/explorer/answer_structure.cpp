// Structures of many masses: their motion in the words of the command line, and what joins the masses.

#include "answer_structure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "answers.hpp"
#include "motion_question.hpp"
#include "report_text.hpp"
#include "structure_report.hpp"

namespace stickslip::explorer {

namespace {

using Json = nlohmann::ordered_json;
using structure::Contact;
using structure::DirectedLoad;
using structure::Matrix;
using structure::Structure;

constexpr std::size_t most_page_degrees = 100;
constexpr std::size_t most_page_contacts = 50;
constexpr std::size_t most_page_loads = 50;
constexpr std::size_t most_numbers = 1'000'000;  // in the samples of one answer

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

/// Samples at the events, too, as far as there is room: the corners of loops.
void add_events(cli::StructureReport& report) {
    std::vector<double> times;
    for (std::size_t i = 0; i < report.times.size(); ++i) times.push_back(report.times[i]);
    const std::size_t room = most_samples_of(report.problem.structure);
    for (const structure::ContactEvent& event : report.trajectory.events) {
        if (times.size() < room) times.push_back(event.time);
    }
    std::ranges::sort(times);
    const auto repeated = std::ranges::unique(times);
    times.erase(repeated.begin(), repeated.end());
    report.times.given = std::move(times);
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

Json shape_of(const Structure& s) {
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

}  // namespace

void check_structure(const CaseDocument& document) { static_cast<void>(small_case(document)); }

/// The motion of a structure as `stickslip simulate --json` tells it, and `shape`, from which it is drawn:
/// {"links":[{"a","b","stiffness"}…], "contacts":[{"direction":[…],"stiffness","surface_velocity"}…],
/// "loads":[{"direction":[…]}…]}. Links are the springs of K between two degrees of freedom, counted from 1, or from
/// the ground, 0. With `at_events` = 1 the samples have the times of the events besides their own.
Response answer_structure(const Question& q) {
    const CaseDocument document = q.problem();
    const structure::Case c = small_case(document);
    cli::MotionRequest request = motion_request(q);
    check_samples(c.structure, request, c.run);
    check_cycles(end_of(request, c.end_time()), fastest(c.structure));
    cli::StructureReport report = cli::report_structure(document, request);
    fit_samples(report);
    if (q.whole_or("at_events", 0, 1, 0) == 1) add_events(report);
    if (wants_csv(q)) return as_csv(text_of(report, cli::write_structure_csv));
    // The motion is already text of the command line's writer; it is put in unchanged.
    std::string text = text_of(report, cli::write_structure_json);
    text.resize(text.rfind('}'));
    return as_json(text + ",\"shape\":" + shape_of(c.structure).dump() + "}");
}

}  // namespace stickslip::explorer
