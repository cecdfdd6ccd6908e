#pragma once

#include <string>
#include <vector>

#include "marching.hpp"

// A sample of the plane of map_planes.hpp that the peers march through, what they took, and the files for the peers in
// Python.

namespace stickslip {

constexpr int sample_side = 8;  ///< parts along each axis, with one cell in each
constexpr int sample_cells = sample_side * sample_side;
constexpr MarchCaps sample_caps{.seconds = 1.0};

/// A cell that the peers march to its steady state.
struct PeerCell {
    Ratios ratios;
    State target;
    March cvode;
    March odeint;
};

/// One cell at random in each part of the plane (fixed seed), marched by both peers.
[[nodiscard]] std::vector<PeerCell> march_sample();

/// Mean time of a cell, of all of them or of those that arrive with both peers [s].
struct PeerTimes {
    double all = 0.0;
    double arrived = 0.0;
    double error_of_all = 0.0;  ///< standard error of the first
    int arrivals = 0;           ///< of this peer
};

[[nodiscard]] PeerTimes times_of(const std::vector<PeerCell>&, March PeerCell::*peer);

/// For scipy_marching.py: the cells, where to stop, and what CVODE took.
void write_cells(const std::string& folder, const std::vector<PeerCell>&);

/// For siconos_single.py: one run from rest, exact, and what that and CVODE took.
void write_single_run(const std::string& folder);

}  // namespace stickslip
