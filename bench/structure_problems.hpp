#pragma once

// The structures that the benchmarks of structures ask.

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "stickslip/structure/case.hpp"

namespace stickslip {

struct StructureProblem {
    std::string name;
    structure::Structure structure;
    structure::StructureState start;
    double end = 0.0;
};

/// Equal masses and springs between two walls, damping in proportion to stiffness, every few masses on a rough floor.
inline StructureProblem chain_problem(std::size_t masses, std::size_t contacts, double periods, double frequency = 0.6,
                                      double mass_damping = 0.02) {
    StructureProblem p{.name = "chain, rigid contacts"};
    structure::Structure& s = p.structure;
    s.mass = structure::Matrix::zero(masses, masses);
    for (std::size_t i = 0; i < masses; ++i) s.mass(i, i) = 1.0;
    s.stiffness = structure::chain_matrix(masses, std::vector<double>(masses + 1, 1.0));
    s.damping = structure::rayleigh_damping(s.mass, s.stiffness, mass_damping, 0.02);
    for (std::size_t j = 0; j < contacts; ++j) {
        structure::Contact c{.direction = std::vector<double>(masses, 0.0), .bound = 0.3 + 0.02 * double(j % 7)};
        c.direction[(2 * j + 1) * masses / (2 * contacts)] = 1.0;
        s.contacts.push_back(c);
    }
    for (std::size_t i = 0; i < masses; ++i) {  // a load that travels along the chain
        structure::DirectedLoad load{.direction = std::vector<double>(masses, 0.0)};
        load.direction[i] = 1.0;
        load.load.harmonics = {{1.0, frequency, 0.7 * double(i)}};
        s.loads.push_back(load);
    }
    p.end = periods * 2.0 * std::numbers::pi / frequency;
    return p;
}

/// The same chain with one damping ratio in every mode without contacts, and `share` of the load.
inline StructureProblem modally_damped_chain(std::size_t masses, std::size_t contacts, double frequency, double ratio,
                                             double share) {
    StructureProblem p = chain_problem(masses, contacts, 1.0, frequency);
    for (structure::DirectedLoad& load : p.structure.loads) load.load.harmonics[0].amplitude *= share;
    p.structure.damping = structure::modal_damping(p.structure.mass, p.structure.stiffness, ratio);
    return p;
}

/// Storeys with friction braces, 2 % of critical damping in every mode, on ground that shakes near the first mode.
inline StructureProblem building_problem(std::size_t storeys, std::size_t braces, double periods) {
    StructureProblem p{.name = "building, elastic braces"};
    structure::Structure& s = p.structure;
    s.mass = structure::Matrix::zero(storeys, storeys);
    for (std::size_t i = 0; i < storeys; ++i) s.mass(i, i) = 1.0;
    s.stiffness = structure::chain_matrix(storeys, std::vector<double>(storeys, 1.0));
    s.damping = structure::modal_damping(s.mass, s.stiffness, 0.02);
    for (std::size_t j = 0; j < braces; ++j) {
        const std::size_t at = j * storeys / braces;
        structure::Contact c{.direction = std::vector<double>(storeys, 0.0), .stiffness = 2.0};
        c.bound = 0.5 * double(storeys - at) / double(storeys) * std::sqrt(double(storeys));
        c.direction[at] = 1.0;
        if (at > 0) c.direction[at - 1] = -1.0;
        s.contacts.push_back(c);
    }
    const double frequency = 1.3 * structure::natural_frequencies(s.mass, s.stiffness).front();
    structure::DirectedLoad load{.direction = std::vector<double>(storeys, 1.0)};
    load.load.harmonics = {{2.0 / std::sqrt(double(storeys)), frequency, 0.0}};
    s.loads.push_back(load);
    p.end = periods * 2.0 * std::numbers::pi / frequency;
    return p;
}

/// t = a·n^b by least squares of the logarithms.
struct PowerLaw {
    double factor = 0.0;
    double exponent = 0.0;
};
inline PowerLaw fitted(const std::vector<double>& sizes, const std::vector<double>& times) {
    double x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
    const auto count = double(sizes.size());
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const double u = std::log(sizes[i]), v = std::log(times[i]);
        x += u;
        y += v;
        xx += u * u;
        xy += u * v;
    }
    const double exponent = (count * xy - x * y) / (count * xx - x * x);
    return {std::exp((y - exponent * x) / count), exponent};
}

}  // namespace stickslip
