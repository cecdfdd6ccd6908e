#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace stickslip::cli {

/// What the process tells its caller.
enum ExitCode : int {
    done = 0,
    failed = 1,     ///< anything that is neither of the others
    bad_input = 2,  ///< the user's mistake, said in one sentence on stderr
    no_result = 3,  ///< the result does not exist: unbounded, not converged, event limit
};

/// One verb of the command line, ready to run once its options are parsed.
struct Verb {
    CLI::App* command = nullptr;
    std::function<int()> run;
};

[[nodiscard]] Verb add_simulate(CLI::App&);
[[nodiscard]] Verb add_steady(CLI::App&);
[[nodiscard]] Verb add_sweep(CLI::App&);
[[nodiscard]] Verb add_map(CLI::App&);
[[nodiscard]] Verb add_boundary(CLI::App&);
[[nodiscard]] Verb add_design(CLI::App&);
[[nodiscard]] Verb add_ensemble(CLI::App&);
[[nodiscard]] Verb add_backbone(CLI::App&);
[[nodiscard]] Verb add_lyapunov(CLI::App&);
[[nodiscard]] Verb add_poincare(CLI::App&);
[[nodiscard]] Verb add_bifurcation(CLI::App&);
[[nodiscard]] Verb add_basins(CLI::App&);
[[nodiscard]] Verb add_reproduce(CLI::App&);
[[nodiscard]] Verb add_certify(CLI::App&);
[[nodiscard]] Verb add_identify(CLI::App&);
[[nodiscard]] Verb add_cases(CLI::App&);
[[nodiscard]] Verb add_demo(CLI::App&);
[[nodiscard]] Verb add_explore(CLI::App&);

}  // namespace stickslip::cli
