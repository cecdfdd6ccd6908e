// The motion of a structure as JSON, written piece by piece; numbers are the shortest text that reads back the same.

#include <fmt/format.h>

#include <cmath>

#include "json_text.hpp"
#include "stickslip/version.hpp"
#include "structure_report.hpp"

namespace stickslip::cli {

namespace {

using structure::ContactEvent;
using structure::Structure;
using structure::StructureEnergy;
using structure::StructurePeaks;
using structure::StructureSample;
using structure::StructureTermination;
using structure::StructureTrajectory;

/// [item(0), item(1), …]
template <class Item>
std::string json_list(std::size_t count, const Item& item) {
    std::string list = "[";
    for (std::size_t i = 0; i < count; ++i) list += (i > 0 ? "," : "") + item(i);
    return list + "]";
}

std::string json_numbers(const std::vector<double>& values) {
    return json_list(values.size(), [&](std::size_t i) { return number_text(values[i]); });
}

/// One list over time for each entry of a vector.
std::string json_histories(const std::vector<StructureSample>& samples, std::size_t count,
                           const std::vector<double> StructureSample::*values) {
    return json_list(count, [&](std::size_t i) {
        return json_list(samples.size(), [&](std::size_t k) { return number_text((samples[k].*values)[i]); });
    });
}

}  // namespace

void write_structure_json(const StructureReport& report, std::FILE* file) {
    const Structure& s = report.problem.structure;
    const StructureTrajectory& motion = report.trajectory;
    const std::size_t contacts = s.contacts.size();
    const bool is_complete = motion.termination == StructureTermination::reached_end;
    fmt::print(file, R"({{"version":{},"title":{},"termination":"{}",)", quoted_text(version()),
               quoted_text(report.problem.title), is_complete ? "reached-end" : "event-limit");
    fmt::print(file, R"("dof_names":{},"contact_names":{},"events":[)",
               json_list(s.size(), [&](std::size_t i) { return quoted_text(degree_name(s, i)); }),
               json_list(contacts, [&](std::size_t j) { return quoted_text(contact_name(s, j)); }));
    const char* separator = "";
    for (const ContactEvent& e : motion.events) {
        fmt::print(file, R"({}{{"t":{},"contact":{},"kind":"{}","direction":{}}})", separator, number_text(e.time),
                   e.contact + 1, name(e.kind), e.direction);
        separator = ",";
    }
    const StructureSample last = motion.at(motion.end_time());
    fmt::print(file, R"(],"final":{{"t":{},"x":{},"v":{},"contacts":{}}},)", number_text(last.time),
               json_numbers(last.position), json_numbers(last.velocity),
               json_list(contacts, [&](std::size_t j) { return quoted_text(name(last.contacts[j].phase)); }));
    std::vector<StructureSample> samples;
    for_each_piece(report, [&](const std::vector<StructureSample>& piece) {
        samples.insert(samples.end(), piece.begin(), piece.end());
    });
    fmt::print(file, R"("samples":{{"t":{},"x":{},"v":{},"friction":{}}},)",
               json_list(samples.size(), [&](std::size_t k) { return number_text(samples[k].time); }),
               json_histories(samples, s.size(), &StructureSample::position),
               json_histories(samples, s.size(), &StructureSample::velocity),
               json_histories(samples, contacts, &StructureSample::friction));
    const StructureEnergy& e = report.energy;
    fmt::print(file, R"("energy":{{"input":{},"friction":{},"damping":{},"stored":{},"imbalance":{}}},)",
               number_text(e.input), json_numbers(e.friction), number_text(e.damping), number_text(e.stored),
               number_text(e.imbalance));
    const StructurePeaks& p = report.peaks;
    fmt::print(file, "\"peak\":{{\"x\":{},\"v\":{},\"total_slip\":{}}}}}\n", json_numbers(p.position),
               json_numbers(p.velocity), json_numbers(p.total_slip));
}

}  // namespace stickslip::cli
