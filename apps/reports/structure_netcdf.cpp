// The motion of a structure as NetCDF: dimensions time, dof, contact and event.

#include <functional>
#include <string>
#include <vector>

#include "netcdf/netcdf_file.hpp"
#include "stickslip/version.hpp"
#include "structure_report.hpp"

namespace stickslip::cli {

namespace {

using structure::ContactEvent;
using structure::ContactState;
using structure::Structure;
using structure::StructureSample;

/// A variable over time and degrees of freedom, or time and contacts.
struct Field {
    std::string name;
    std::string unit;
    std::string description;
    bool is_of_contacts = false;
    std::vector<double> StructureSample::*values = nullptr;
};

const std::vector<Field>& fields() {
    static const std::vector<Field> list = {
        {"x", "m", "displacement", false, &StructureSample::position},
        {"v", "m s-1", "velocity", false, &StructureSample::velocity},
        {"a", "m s-2", "acceleration", false, &StructureSample::acceleration},
        {"friction", "N", "friction force, least-norm split of redundant contacts", true, &StructureSample::friction},
        {"deflection", "m", "deflection of the spring of an elastic contact", true, &StructureSample::deflection},
    };
    return list;
}

void add_header(NetcdfFile& file, const StructureReport& report) {
    file.add_attribute(NC_GLOBAL, "Conventions", "CF-1.8");
    file.add_attribute(NC_GLOBAL, "title", report.problem.title);
    file.add_attribute(NC_GLOBAL, "source", "stickslip");
    file.add_attribute(NC_GLOBAL, "version", std::string(version()));
    file.add_attribute(NC_GLOBAL, "case", report.case_text);
}

/// Names of one kind as a variable of fixed width, the CF way of labels.
struct Labels {
    int variable = 0;
    std::size_t width = 1;
    std::vector<std::string> names;

    Labels(NetcdfFile& file, const std::string& name, int dimension, std::vector<std::string> all,
           const std::string& description)
        : names(std::move(all)) {
        for (const std::string& n : names) width = std::max(width, n.size());
        const int letters = file.add_dimension(name + "_length", width);
        variable = file.add_variable(name, NC_CHAR, {dimension, letters}, "", description);
        file.add_attribute(variable, "_Encoding", "utf-8");
    }
    void write(NetcdfFile& file) const {
        std::string block;
        for (std::string n : names) {
            n.resize(width, '\0');
            block += n;
        }
        if (!names.empty()) file.write_block(variable, {0, 0}, {names.size(), width}, block.data());
    }
};

void write_samples(NetcdfFile& file, const StructureReport& report, int time, const std::vector<int>& variables,
                   int state) {
    std::size_t first = 0;
    for_each_piece(report, [&](const std::vector<StructureSample>& piece) {
        if (piece.empty()) return;
        std::vector<double> numbers;
        for (const StructureSample& s : piece) numbers.push_back(s.time);
        file.write(time, first, numbers);
        for (std::size_t f = 0; f < variables.size(); ++f) {
            numbers.clear();
            for (const StructureSample& s : piece) {
                const std::vector<double>& row = s.*(fields()[f].values);
                numbers.insert(numbers.end(), row.begin(), row.end());
            }
            if (numbers.empty()) continue;
            file.write_block(variables[f], {first, 0}, {piece.size(), numbers.size() / piece.size()}, numbers.data());
        }
        std::vector<signed char> states;
        for (const StructureSample& s : piece) {
            for (const ContactState& c : s.contacts) states.push_back(static_cast<signed char>(c.phase));
        }
        if (!states.empty()) {
            file.write_block(state, {first, 0}, {piece.size(), states.size() / piece.size()}, states.data());
        }
        first += piece.size();
    });
}

/// A variable over events, and how its numbers are read off one.
struct EventColumn {
    std::string name;
    std::string unit;
    std::string description;
    std::function<double(const ContactEvent&)> value;
};

}  // namespace

void write_structure_netcdf(const StructureReport& report, const std::string& path) {
    const Structure& s = report.problem.structure;
    const std::vector<ContactEvent>& all_events = report.trajectory.events;
    NetcdfFile file(path);
    add_header(file, report);
    const int time = file.add_dimension("time", report.times.size());
    const int dof = file.add_dimension("dof", s.size());
    const int contact = file.add_dimension("contact", s.contacts.size());
    const int event = file.add_dimension("event", all_events.size());
    const int times = file.add_variable("time", NC_DOUBLE, {time}, "s", "time");
    file.add_attribute(times, "axis", "T");
    std::vector<int> variables;
    for (const Field& f : fields()) {
        variables.push_back(
            file.add_variable(f.name, NC_DOUBLE, {time, f.is_of_contacts ? contact : dof}, f.unit, f.description));
    }
    const int state = file.add_variable("state", NC_BYTE, {time, contact}, "1", "state of the contact");
    file.add_flags(state, {0, 1, 2}, "stick slide open");
    std::vector<std::string> degree_names, contact_names;
    for (std::size_t i = 0; i < s.size(); ++i) degree_names.push_back(degree_name(s, i));
    for (std::size_t j = 0; j < s.contacts.size(); ++j) contact_names.push_back(contact_name(s, j));
    const Labels dofs(file, "dof_name", dof, degree_names, "name of the degree of freedom, or its number");
    const Labels contacts(file, "contact_name", contact, contact_names, "name of the contact, or its number");
    const std::vector<EventColumn> columns = {
        {"event_time", "s", "time of the event", [](const ContactEvent& e) { return e.time; }},
        {"event_contact", "1", "contact of the event, from 1",
         [](const ContactEvent& e) { return double(e.contact + 1); }},
        {"event_direction", "1", "sign of the slide that begins, 0 for a stop",
         [](const ContactEvent& e) { return double(e.direction); }},
    };
    const int kind = file.add_variable("event_kind", NC_BYTE, {event}, "1", "kind of the event");
    file.add_flags(kind, {0, 1, 2, 3, 4}, "slide-to-stick stick-to-slide reversal open close");
    std::vector<int> of_events;
    for (const EventColumn& c : columns) {
        of_events.push_back(file.add_variable(c.name, NC_DOUBLE, {event}, c.unit, c.description));
    }
    file.finish_definitions();
    write_samples(file, report, times, variables, state);
    dofs.write(file);
    contacts.write(file);
    std::vector<signed char> kinds;
    for (const ContactEvent& e : all_events) kinds.push_back(static_cast<signed char>(e.kind));
    file.write(kind, 0, kinds);
    for (std::size_t c = 0; c < columns.size(); ++c) {
        std::vector<double> numbers;
        for (const ContactEvent& e : all_events) numbers.push_back(columns[c].value(e));
        file.write(of_events[c], 0, numbers);
    }
    file.close();
}

}  // namespace stickslip::cli
