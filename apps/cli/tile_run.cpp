#include "tile_run.hpp"

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <stdexcept>
#include <thread>

#include "interruption.hpp"
#include "maps/run_map.hpp"
#include "progress.hpp"
#include "tell.hpp"

namespace stickslip::cli {

std::string rate_text(double per_second, std::string_view things) {
    if (per_second >= 1e6) return fmt::format("{:.3g} million {}/s", per_second * 1e-6, things);
    if (per_second >= 1e3) return fmt::format("{:.3g} thousand {}/s", per_second * 1e-3, things);
    return fmt::format("{:.3g} {}/s", per_second, things);
}

std::optional<MapSummary> lead_tiles(const CellEvaluator& evaluator, TileTarget& target, RankLink* link,
                                     const std::string& title, std::string_view things,
                                     const std::function<void()>& before) {
    promise_to_resume(target.has_state() ? target.state_path() : "");
    if (link != nullptr && target.has_state()) {
        // Said beforehand: when a rank is lost, mpirun may end the others before they can speak.
        tell_on_stderr("stickslip: {} ranks; if one is lost, the same command with --resume continues from {}\n",
                       link->size(), target.state_path());
    }
    if (before) before();
    ProgressBar bar(title);
    const auto show = [&](const MapProgress& p) {
        const double computed = static_cast<double>(p.done - p.restored);
        bar.begin_at(static_cast<double>(p.restored) / static_cast<double>(p.cells));
        bar.show(static_cast<double>(p.done) / static_cast<double>(p.cells), rate_text(computed / p.seconds, things));
        return !is_stop_wanted();
    };
    try {
        const MapSummary summary = run_map(evaluator, target.store(), {.progress = show, .link = link});
        bar.finish();
        return summary.is_complete ? std::optional(summary) : std::nullopt;
    } catch (const std::exception& error) {
        bar.finish();
        // What the request itself is wrong about would stop every continuation, too.
        if (dynamic_cast<const std::invalid_argument*>(&error) != nullptr) target.give_up();
        if (link != nullptr) {
            tell_on_stderr("stickslip: {}\n", error.what());
            if (target.has_state()) tell_on_stderr("stickslip: --resume continues from {}\n", target.state_path());
            link->abort(failed);  // the others would wait for ever
        }
        throw;
    }
}

int after_the_first_rank(ExitCode code) {
    for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, SIG_DFL);  // it ends this one without a word
    std::this_thread::sleep_for(std::chrono::seconds(2));
    return code;
}

}  // namespace stickslip::cli
