#include "stickslip/structure/structure.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "decompositions.hpp"
#include "model/bounds.hpp"
#include "model/computable.hpp"
#include "vectors.hpp"

namespace stickslip::structure {
namespace {

/// Two entries that should be equal may differ by this share of the largest one: printed numbers are rounded.
constexpr double asymmetry = 1e-10;

using Dense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

[[noreturn]] void refuse(const std::string& sentence) { throw std::invalid_argument(sentence); }

std::string entry_name(const std::string& name, std::size_t row, std::size_t column) {
    return name + "[" + std::to_string(row + 1) + ", " + std::to_string(column + 1) + "]";
}

void check_symmetric(const std::string& name, const Matrix& m, std::size_t size) {
    if (m.rows != size || m.columns != size || m.values.size() != size * size) {
        refuse(name + " has " + std::to_string(m.rows) + " × " + std::to_string(m.columns) + " entries; it must have " +
               std::to_string(size) + " × " + std::to_string(size));
    }
    double largest = 0.0;
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j < size; ++j) {
            if (!std::isfinite(m(i, j))) refuse(entry_name(name, i, j) + " = " + shortest(m(i, j)) + " must be finite");
            largest = std::max(largest, std::abs(m(i, j)));
        }
    }
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (std::abs(m(i, j) - m(j, i)) <= asymmetry * largest) continue;
            refuse(entry_name(name, i, j) + " = " + shortest(m(i, j)) + " but " + entry_name(name, j, i) + " = " +
                   shortest(m(j, i)) + "; the matrix must be symmetric");
        }
    }
}

double least_eigenvalue(const Matrix& m) {
    const Eigen::Map<const Dense> dense(m.values.data(), int(m.rows), int(m.columns));
    return structure::least_eigenvalue(dense);
}

double norm(const Matrix& m) {
    double largest = 0.0;
    for (const double value : m.values) largest = std::max(largest, std::abs(value));
    return largest;
}

/// Energies are products of these numbers, and series have powers of the rates.
double largest_entry(const std::vector<double>& direction) {
    double largest = 0.0;
    for (const double entry : direction) largest = std::max(largest, std::abs(entry));
    return largest;
}

void require_moderate(const Structure& s, double least_mass) {
    const long double mass = least_mass;
    require_range({{"mass", "kg", norm(s.mass)},
                   {"damping", "N·s/m", norm(s.damping)},
                   {"stiffness", "N/m", norm(s.stiffness)},
                   {"the least eigenvalue of mass", "kg", mass},
                   {"stiffness/mass", "1/s²", norm(s.stiffness) / mass},
                   {"damping/mass", "1/s", norm(s.damping) / mass}},
                  Decades::series);
    for (const Contact& c : s.contacts) {
        require_range({{"direction of a contact", "", largest_entry(c.direction)},
                       {"bound of a contact", "N", c.bound},
                       {"stiffness of a contact", "N/m", c.stiffness.value_or(0.0)},
                       {"stiffness of a contact/mass", "1/s²", c.stiffness.value_or(0.0) / mass},
                       {"surface velocity of a contact", "m/s", c.surface_velocity}},
                      Decades::series);
        if (!c.normal_spring) continue;
        require_range({{"normal direction of a contact", "", largest_entry(c.normal_spring->direction)},
                       {"normal stiffness of a contact", "N/m", c.normal_spring->stiffness},
                       {"normal stiffness of a contact/mass", "1/s²", c.normal_spring->stiffness / mass},
                       {"preload of a contact", "N", c.normal_spring->preload},
                       {"friction coefficient of a contact", "", c.normal_spring->mu}},
                      Decades::series);
    }
    for (const DirectedLoad& directed : s.loads) {
        require_range({{"direction of a load", "", largest_entry(directed.direction)},
                       {"constant load", "N", directed.load.constant}},
                      Decades::series);
        for (const Harmonic& h : directed.load.harmonics) {
            require_range({{"load amplitude", "N", h.amplitude}, {"load frequency", "rad/s", h.frequency.value()}},
                          Decades::series);
        }
    }
}

double check_entries(const std::string& name, const std::vector<double>& direction, std::size_t size) {
    if (direction.size() != size) {
        refuse(name + " has " + std::to_string(direction.size()) + " entries; it must have one for each of the " +
               std::to_string(size) + " degrees of freedom");
    }
    for (const double entry : direction) {
        if (!std::isfinite(entry)) refuse(name + " has the entry " + shortest(entry) + "; entries must be finite");
    }
    return largest_entry(direction);
}

void check_direction(const std::string& name, const std::vector<double>& direction, std::size_t size) {
    if (check_entries(name, direction, size) == 0.0) refuse(name + " is zero; it must have an entry that is not");
}

void check_normal_spring(const std::string& name, const Contact& c, std::size_t size) {
    const NormalSpring& spring = *c.normal_spring;
    check_direction(name + ".normal_spring.direction", spring.direction, size);
    if (!(spring.stiffness > 0.0) || !std::isfinite(spring.stiffness)) {
        refuse(name + ".normal_spring.stiffness = " + shortest(spring.stiffness) + " N/m must be a finite number > 0");
    }
    if (!std::isfinite(spring.preload)) {
        refuse(name + ".normal_spring.preload = " + shortest(spring.preload) + " N must be finite");
    }
    if (!(spring.mu >= 0.0) || !std::isfinite(spring.mu)) {
        refuse(name + ".normal_spring.mu = " + shortest(spring.mu) + " must be a finite number ≥ 0");
    }
    if (spring.mu_static && (!(*spring.mu_static >= spring.mu) || !std::isfinite(*spring.mu_static))) {
        refuse(name + ".normal_spring.mu_static = " + shortest(*spring.mu_static) +
               " must be finite and at least mu, " + shortest(spring.mu));
    }
    if (spring.mu_static && *spring.mu_static > spring.mu && spring.mu == 0.0) {
        refuse(name + ".normal_spring.mu = 0 must be positive where mu_static is");
    }
    if (c.stiffness && spring.mu_static && *spring.mu_static > spring.mu) {
        refuse(name + ".normal_spring.mu_static = " + shortest(*spring.mu_static) +
               " cannot stand beside a stiffness: an elastic contact has one bound");
    }
    if (c.bound != 0.0 || c.static_bound || c.normal) {
        refuse(name + " has a normal_spring: bound, static_bound and normal have no part in it");
    }
}

void check_contact(const std::string& name, const Contact& c, std::size_t size) {
    if (c.normal_spring) check_normal_spring(name, c, size);
    const bool is_stop = c.normal_spring && c.normal_spring->mu == 0.0;
    if (is_stop) {
        check_entries(name + ".direction", c.direction, size);
    } else {
        check_direction(name + ".direction", c.direction, size);
    }
    if (!(c.bound >= 0.0) || !std::isfinite(c.bound)) {
        refuse(name + ".bound = " + shortest(c.bound) + " N must be a finite number ≥ 0");
    }
    if (c.static_bound && (!(*c.static_bound >= c.bound) || !std::isfinite(*c.static_bound))) {
        refuse(name + ".static_bound = " + shortest(*c.static_bound) + " N must be finite and at least the bound, " +
               shortest(c.bound) + " N");
    }
    if (c.static_bound && *c.static_bound > c.bound && c.bound == 0.0) {
        refuse(name + ".bound = 0 N must be positive where static_bound is");
    }
    if (c.stiffness && (!(*c.stiffness > 0.0) || !std::isfinite(*c.stiffness))) {
        refuse(name + ".stiffness = " + shortest(*c.stiffness) + " N/m must be a finite number > 0");
    }
    if (c.stiffness && c.static_bound && *c.static_bound > c.bound) {
        refuse(name + ".static_bound = " + shortest(*c.static_bound) +
               " N cannot stand beside a stiffness: an elastic contact has one bound");
    }
    if (!std::isfinite(c.surface_velocity)) {
        refuse(name + ".surface_velocity = " + shortest(c.surface_velocity) + " m/s must be finite");
    }
    if (!c.normal || c.normal->record) return;
    if (!std::isfinite(c.normal->mean) || !std::isfinite(c.normal->ratio) || !std::isfinite(c.normal->phase)) {
        refuse(name + ".normal has a mean, ratio or phase that is not finite");
    }
    if (c.normal->ratio != 0.0 && !(c.normal->frequency.value() > 0.0)) {
        refuse(name + ".normal.frequency = " + shortest(c.normal->frequency.value()) + " rad/s must be positive");
    }
}

void check_numbers(const std::string& name, const std::vector<double>& values, std::size_t size) {
    if (!values.empty() && values.size() != size) {
        refuse(name + " has " + std::to_string(values.size()) + " numbers; it must have " + std::to_string(size));
    }
    for (const double value : values) {
        if (!std::isfinite(value)) refuse(name + " has the entry " + shortest(value) + "; entries must be finite");
    }
}

}  // namespace

bool has_normal_springs(const Structure& s) {
    return std::ranges::any_of(s.contacts, [](const Contact& c) { return c.normal_spring.has_value(); });
}

std::vector<double> normal_forces(const Structure& s, const std::vector<double>& position) {
    std::vector<double> forces;
    for (const Contact& c : s.contacts) {
        forces.push_back(c.normal_spring ? std::max(c.normal_spring->force(position.data()), 0.0)
                                         : std::numeric_limits<double>::quiet_NaN());
    }
    return forces;
}

void validate(const Structure& s) {
    const std::size_t size = s.size();
    if (size == 0) refuse("mass has no entries; a structure needs at least one degree of freedom");
    if (size > most_degrees) {
        refuse("mass has " + std::to_string(size) + " rows; at most " + std::to_string(most_degrees) +
               " degrees of freedom are allowed");
    }
    check_symmetric("mass", s.mass, size);
    check_symmetric("damping", s.damping, size);
    check_symmetric("stiffness", s.stiffness, size);
    const double rounding = double(size) * epsilon;
    const double least_mass = least_eigenvalue(s.mass);
    if (!(least_mass > rounding * norm(s.mass))) {
        const std::string limit = least_mass > 0.0 ? "above " + shortest(rounding * norm(s.mass)) +
                                                         " kg, which is rounding beside its largest entry"
                                                   : "positive";
        refuse("mass has the eigenvalue " + shortest(least_mass) + " kg; all of them must be " + limit);
    }
    for (const auto& [name, matrix] : {std::pair{"damping", &s.damping}, std::pair{"stiffness", &s.stiffness}}) {
        const double least = least_eigenvalue(*matrix);
        if (least < -rounding * norm(*matrix)) {
            refuse(std::string(name) + " has the eigenvalue " + shortest(least) + "; none may be negative");
        }
    }
    for (std::size_t j = 0; j < s.contacts.size(); ++j) {
        check_contact("contact " + std::to_string(j + 1), s.contacts[j], size);
    }
    for (std::size_t i = 0; i < s.loads.size(); ++i) {
        check_direction("load " + std::to_string(i + 1) + ".direction", s.loads[i].direction, size);
        validate(s.loads[i].load);
    }
    require_moderate(s, least_mass);
    if (!s.names.empty() && s.names.size() != size) {
        refuse("names has " + std::to_string(s.names.size()) + " entries; it must have " + std::to_string(size));
    }
}

void validate(const Structure& s, const StructureState& start) {
    check_numbers("position", start.position, s.size());
    check_numbers("velocity", start.velocity, s.size());
    check_numbers("contact_deflection", start.contact_deflection, s.contacts.size());
    for (std::size_t j = 0; j < start.contact_deflection.size(); ++j) {
        const Contact& c = s.contacts[j];
        const double z = start.contact_deflection[j];
        const std::string name = "contact_deflection[" + std::to_string(j + 1) + "] = " + shortest(z) + " m";
        if (!c.stiffness && z != 0.0) refuse(name + " must be 0: contact " + std::to_string(j + 1) + " is rigid");
        if (c.normal_spring && c.normal_spring->mu == 0.0 && z != 0.0) {
            refuse(name + " must be 0: contact " + std::to_string(j + 1) + " has no friction");
        }
        const bool is_cut_off = c.normal || c.normal_spring;  // at the bound of the start
        if (c.stiffness && !is_cut_off && std::abs(z) * *c.stiffness > c.bound * (1.0 + 4.0 * epsilon)) {
            refuse(name + " is more than its friction holds, " + shortest(c.bound / *c.stiffness) + " m");
        }
    }
}

}  // namespace stickslip::structure
