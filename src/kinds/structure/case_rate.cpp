// How the numbers of a structure change with a key of its case.

#include <algorithm>
#include <stdexcept>
#include <string>

#include "kinds/line/load_tangent.hpp"
#include "model/key_rate.hpp"
#include "stickslip/structure/sensitivity.hpp"

namespace stickslip::structure {
namespace {

/// The normal force over N₀ as a load, of which a record has no mean.
Load normal_load(const Contact& contact) {
    Load load;
    load.constant = 1.0;
    if (!contact.normal) return load;
    load.constant = contact.normal->mean;
    load.harmonics = {{contact.normal->ratio, contact.normal->frequency, contact.normal->phase}};
    load.record = contact.normal->record;
    return load;
}

void append(const std::vector<double>& from, std::vector<double>& all) {
    all.insert(all.end(), from.begin(), from.end());
}

std::vector<double> numbers_in(const CaseDocument& document) {
    const Case c = read_case(document);
    const Structure& s = c.structure;
    std::vector<double> all;
    for (const Matrix* m : {&s.mass, &s.damping, &s.stiffness}) append(m->values, all);
    for (const Contact& contact : s.contacts) {
        append(contact.direction, all);
        all.insert(all.end(), {contact.bound, contact.static_bound.value_or(contact.bound),
                               contact.stiffness.value_or(0.0), contact.surface_velocity});
        append_numbers(normal_load(contact), all);
    }
    for (const DirectedLoad& load : s.loads) {
        append(load.direction, all);
        append_numbers(load.load, all);
    }
    for (const auto* list : {&c.start.position, &c.start.velocity, &c.start.contact_deflection}) append(*list, all);
    return all;
}

/// The derivatives of the numbers, one after the other.
class Rates {
public:
    explicit Rates(std::vector<double> all) : all_(std::move(all)) {}

    /// Nothing where all of them are zero.
    std::vector<double> list(std::size_t count) {
        const auto first = all_.begin() + static_cast<std::ptrdiff_t>(at_);
        const auto last = first + static_cast<std::ptrdiff_t>(count);
        at_ += count;
        if (std::all_of(first, last, [](double d) { return d == 0.0; })) return {};
        return {first, last};
    }
    Matrix matrix(std::size_t size) {
        std::vector<double> values = list(size * size);
        return values.empty() ? Matrix{} : Matrix{size, size, std::move(values)};
    }
    double number() { return all_[at_++]; }
    LoadRate load(const Load& of) { return load_rate_from(of, all_, at_); }

private:
    std::vector<double> all_;
    std::size_t at_ = 0;
};

ContactRate contact_rate(const Contact& contact, std::size_t size, Rates& rates) {
    ContactRate r;
    r.direction = rates.list(size);
    r.bound = rates.number();
    r.static_bound = rates.number();
    r.stiffness = rates.number();
    r.surface_velocity = rates.number();
    const LoadRate normal = rates.load(normal_load(contact));
    r.normal_mean = normal.constant;
    if (!normal.harmonics.empty()) {
        const HarmonicRate& h = normal.harmonics.front();
        r.normal_ratio = h.amplitude;
        r.normal_frequency = h.frequency;
        r.normal_phase = h.phase;
    }
    r.normal_record = normal.record;
    return r;
}

}  // namespace

StructureRate rate_of_structure(const CaseDocument& document, std::string_view key) {
    const double value = value_of_key(document, key, numbers_in);
    const Case c = read_case(document);
    const Structure& s = c.structure;
    Rates rates(rates_of_numbers(document, key, value, numbers_in));
    StructureRate r;
    for (Matrix* m : {&r.mass, &r.damping, &r.stiffness}) *m = rates.matrix(s.size());
    for (const Contact& contact : s.contacts) r.contacts.push_back(contact_rate(contact, s.size(), rates));
    for (const DirectedLoad& load : s.loads) {
        std::vector<double> direction = rates.list(s.size());
        r.loads.push_back({std::move(direction), rates.load(load.load)});
    }
    r.start.position = rates.list(s.size());
    r.start.velocity = rates.list(s.size());
    r.start.contact_deflection = rates.list(s.contacts.size());
    return r;
}

}  // namespace stickslip::structure
