#include "stickslip/chaos/bifurcation.hpp"
#include "kernel/in_parallel.hpp"

#include <algorithm>
#include <atomic>

namespace stickslip {

namespace {

void add_branch(BifurcationColumn& column, const Attractor& attractor, Continuation from) {
    for (Branch& known : column.branches) {
        if (!are_same(known.attractor, attractor)) continue;
        if (std::ranges::find(known.met_from, from) == known.met_from.end()) known.met_from.push_back(from);
        return;
    }
    column.branches.push_back({attractor, {from}});
}

/// All the runs of a diagram; each writes to its own place.
class Diagram {
public:
    Diagram(const SystemFamily& family, const std::vector<double>& values, const BifurcationOptions& options)
        : family_(family),
          values_(values),
          options_(options),
          fresh_(values.size() * options.starts.size()),
          up_(values.size()),
          down_(values.size()) {}

    std::vector<BifurcationColumn> run() {
        // The sweeps are the longest runs and go first.
        const std::size_t sweeps = options_.sweeps ? 2 : 0;
        in_parallel(std::size_t{0}, fresh_.size() + sweeps, [&](std::size_t i) {
            if (i < sweeps) {
                sweep(i == 0 ? Continuation::forward : Continuation::backward);
            } else {
                start_fresh(i - sweeps);
            }
        });
        return collected();
    }

private:
    void start_fresh(std::size_t index) {
        const std::size_t count = options_.starts.size();
        const auto [oscillator, load] = family_(values_[index / count]);
        const State& s = options_.starts[index % count];
        const LawState start{s.position, s.velocity - oscillator.belt_velocity, 0.0, {}};
        fresh_[index] = find_attractor(oscillator, load, start, options_.attractor);
        count_run();
    }

    void sweep(Continuation direction) {
        std::vector<Attractor>& found = direction == Continuation::forward ? up_ : down_;
        const std::size_t n = values_.size();
        LawState state{options_.starts.front().position, options_.starts.front().velocity, 0.0, {}};
        for (std::size_t k = 0; k < n; ++k) {
            const std::size_t i = direction == Continuation::forward ? k : n - 1 - k;
            const auto [oscillator, load] = family_(values_[i]);
            found[i] = find_attractor(oscillator, load, state, options_.attractor);
            if (!found[i].points.empty()) state = found[i].points.back();
            count_run();
        }
    }

    [[nodiscard]] std::vector<BifurcationColumn> collected() const {
        std::vector<BifurcationColumn> columns;
        const std::size_t count = options_.starts.size();
        for (std::size_t i = 0; i < values_.size(); ++i) {
            BifurcationColumn column{values_[i], {}};
            for (std::size_t k = 0; k < count; ++k) add_branch(column, fresh_[i * count + k], Continuation::fresh);
            if (options_.sweeps) {
                add_branch(column, up_[i], Continuation::forward);
                add_branch(column, down_[i], Continuation::backward);
            }
            columns.push_back(std::move(column));
        }
        return columns;
    }

    void count_run() {
        if (!options_.progress) return;
        const auto total = static_cast<double>(fresh_.size() + (options_.sweeps ? 2 * values_.size() : 0));
        options_.progress(static_cast<double>(++done_) / total);
    }

    const SystemFamily& family_;
    const std::vector<double>& values_;
    const BifurcationOptions& options_;
    std::vector<Attractor> fresh_, up_, down_;
    std::atomic<std::size_t> done_{0};
};

}  // namespace

std::vector<BifurcationColumn> bifurcation_diagram(const SystemFamily& family, const std::vector<double>& values,
                                                   const BifurcationOptions& options) {
    return Diagram(family, values, options).run();
}

}  // namespace stickslip
