// What only the program has: all verbs, two of which are the work of companions. A server and an evaluator of published
// tables take long to compile and most people never ask for them, so they are programs of their own.

#include "companion.hpp"
#include "explore.hpp"
#include "reproduce.hpp"
#include "verb.hpp"

namespace stickslip::cli {

std::vector<Verb> add_verbs(CLI::App& app) {
    return {add_simulate(app),  add_steady(app),   add_sweep(app),    add_map(app),         add_boundary(app),
            add_design(app),    add_lyapunov(app), add_poincare(app), add_bifurcation(app), add_basins(app),
            add_reproduce(app), add_cases(app),    add_demo(app),     add_explore(app)};
}

int explore(const ExploreRequest&) { become_companion("explore"); }

int reproduce(const ReproduceRequest&) { become_companion("reproduce"); }

}  // namespace stickslip::cli
