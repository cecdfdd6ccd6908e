#include "peer_sample.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <numbers>
#include <random>
#include <stdexcept>

#include "cvode_motion.hpp"
#include "map_planes.hpp"
#include "stickslip/motion/simulate.hpp"
#include "timing.hpp"

namespace stickslip {

namespace {

std::vector<Ratios> random_cells() {
    std::mt19937_64 engine(1);
    std::uniform_real_distribution<double> within(0.0, 1.0 / sample_side);
    std::vector<Ratios> cells(sample_cells);
    for (int i = 0; i < sample_cells; ++i) {
        Ratios& r = cells[static_cast<std::size_t>(i)];
        r.friction = highest_friction * (static_cast<double>(i % sample_side) / sample_side + within(engine));
        r.frequency = highest_frequency * (static_cast<double>(i / sample_side) / sample_side + within(engine));
    }
    std::ranges::shuffle(cells, engine);  // any first few are a sample of the plane, too
    return cells;
}

std::ofstream open_file(const std::string& path) {
    std::ofstream file(path);
    if (!file) throw std::runtime_error("cannot write " + path);
    file.precision(17);
    return file;
}

}  // namespace

std::vector<PeerCell> march_sample() {
    std::vector<PeerCell> cells;
    for (const Ratios& r : random_cells()) {
        PeerCell c{r, steady_begin(r), {}, {}};
        c.cvode = best_march(march_cvode, r, c.target, sample_caps);
        c.odeint = best_march(march_odeint, r, c.target, sample_caps);
        cells.push_back(c);
    }
    return cells;
}

PeerTimes times_of(const std::vector<PeerCell>& cells, March PeerCell::*peer) {
    PeerTimes t;
    double squares = 0.0;
    int counted = 0;
    for (const PeerCell& c : cells) {
        const double seconds = (c.*peer).seconds;
        t.all += seconds / sample_cells;
        squares += seconds * seconds / sample_cells;
        t.arrivals += (c.*peer).arrived ? 1 : 0;
        if (!c.cvode.arrived || !c.odeint.arrived) continue;
        t.arrived += seconds;
        ++counted;
    }
    t.arrived /= counted;
    t.error_of_all = std::sqrt((squares - t.all * t.all) / sample_cells);
    return t;
}

void write_cells(const std::string& folder, const std::vector<PeerCell>& cells) {
    std::ofstream file = open_file(folder + "/cells.csv");
    file << "friction_ratio,frequency_ratio,x,v,cvode_seconds,cvode_arrived\n";
    for (const PeerCell& c : cells) {
        file << c.ratios.friction << ',' << c.ratios.frequency << ',' << c.target.position << ',' << c.target.velocity
             << ',' << c.cvode.seconds << ',' << (c.cvode.arrived ? 1 : 0) << '\n';
    }
}

void write_single_run(const std::string& folder) {
    const Ratios r{.friction = 0.5, .frequency = 0.5};
    constexpr int periods = 20;
    const Oscillator oscillator = oscillator_of(r);
    const Load load = load_of(r);
    const double end = periods * 2.0 * std::numbers::pi / r.frequency;
    constexpr int repetitions = 200;
    Sample exact;
    double begin = processor_seconds();
    for (int i = 0; i < repetitions; ++i) exact = simulate(oscillator, load, {}, end).at(end);
    const double simulate_seconds = (processor_seconds() - begin) / repetitions;
    std::ofstream file = open_file(folder + "/single_run.csv");
    file << "friction_ratio,frequency_ratio,periods,method,x,v,seconds\n";
    const auto line = [&](const std::string& method, double x, double v, double seconds) {
        file << r.friction << ',' << r.frequency << ',' << periods << ',' << method << ',' << x << ',' << v << ','
             << seconds << '\n';
    };
    line("stickslip simulate", exact.position, exact.velocity, simulate_seconds);
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
        begin = processor_seconds();
        const State s = CvodeMotion(oscillator, load, tolerance).run({}, end).final;
        char name[40];
        std::snprintf(name, sizeof name, "CVODE at tolerance %.0e", tolerance);
        line(name, s.position, s.velocity, processor_seconds() - begin);
    }
}

}  // namespace stickslip
