// min over x of max over i of fᵢ(x), as min t with fᵢ(x) ≤ t: the responses fᵢ are smooth almost everywhere where their
// maximum is not. COBYLA of NLopt replaces each by the linear function through its values at a simplex, and needs no
// derivatives. It finds a local minimum, so several searches start from the best of points scattered over the ranges.

#include "joint_design.hpp"

#include <nlopt.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <limits>
#include <memory>
#include <type_traits>

#include "kernel/in_parallel.hpp"

namespace stickslip {

namespace {

constexpr std::size_t most_searches = 6;  // that start from scattered choices
constexpr int steps_of_search = 15;       // evaluations of one for each number and one more; else there are fewer

/// The shares of the evaluations; the last search gets what is left.
constexpr double scattered_share = 0.3;
constexpr double searched_share = 0.5;

/// A choice in parts of each range, as the searches see it.
using Parts = std::vector<double>;

/// What all searches share: the responses, and how many there were so far.
class Responses {
public:
    Responses(const ResponsesTo& to, std::span<const Interval> ranges, const JointDesignOptions& options, int total)
        : to_(to), ranges_(ranges), options_(options), total_(total) {}

    [[nodiscard]] std::size_t numbers() const { return ranges_.size(); }
    [[nodiscard]] double tolerance() const { return options_.tolerance; }
    [[nodiscard]] int count() const { return count_; }

    [[nodiscard]] std::vector<double> values(const Parts& parts) const {
        std::vector<double> values(parts.size());
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const auto& [low, high] = ranges_[i];
            values[i] = std::clamp(low + parts[i] * (high - low), low, high);
        }
        return values;
    }

    [[nodiscard]] std::vector<double> at(const Parts& parts) {
        std::vector<double> found = to_(values(parts));
        const int done = ++count_;
        if (options_.progress) options_.progress(std::min(1.0, static_cast<double>(done) / total_));
        return found;
    }

private:
    const ResponsesTo& to_;
    std::span<const Interval> ranges_;
    const JointDesignOptions& options_;
    int total_;
    std::atomic<int> count_ = 0;
};

double worst_of(const std::vector<double>& responses) {
    double worst = -std::numeric_limits<double>::infinity();
    for (const double response : responses) {
        worst = std::isnan(response) ? std::numeric_limits<double>::infinity() : std::max(worst, response);
    }
    return worst;
}

struct Tried {
    Parts parts;
    double worst = std::numeric_limits<double>::infinity();
};

/// Points that fill the cube evenly: the fractional parts of multiples of powers of the root of φⁿ⁺¹ = φ + 1.
std::vector<Parts> scattered(std::size_t numbers, int count) {
    double root = 1.5;
    constexpr int iterations = 60;
    for (int i = 0; i < iterations; ++i) root = std::pow(1.0 + root, 1.0 / static_cast<double>(numbers + 1));
    std::vector<Parts> points;
    for (int k = 0; k < count; ++k) {
        Parts point(numbers);
        for (std::size_t i = 0; i < numbers; ++i) {
            const double step = std::pow(root, -static_cast<double>(i + 1));
            const double place = 0.5 + step * (k + 1);
            point[i] = place - std::floor(place);
        }
        points.push_back(std::move(point));
    }
    return points;
}

/// Searches from one choice. NLopt calls back through C: what a response throws waits until it has returned.
class Search {
public:
    Search(Responses& responses, Tried from, std::size_t response_count, double scale)
        : responses_(responses), best_(std::move(from)), scaled_(response_count, 0.0), scale_(scale) {}

    /// From the best choice so far, with first steps of this length, for at most so many evaluations.
    void run(double step, int evaluations) {
        const auto numbers = static_cast<unsigned>(responses_.numbers());
        const std::unique_ptr<std::remove_pointer_t<nlopt_opt>, void (*)(nlopt_opt)> search(
            nlopt_create(NLOPT_LN_COBYLA, numbers + 1), nlopt_destroy);
        std::vector<double> low(numbers + 1, 0.0), high(numbers + 1, 1.0), steps(numbers + 1, step), x = best_.parts;
        low.back() = -HUGE_VAL;
        high.back() = HUGE_VAL;
        x.push_back(best_.worst / scale_);
        nlopt_set_lower_bounds(search.get(), low.data());
        nlopt_set_upper_bounds(search.get(), high.data());
        nlopt_set_initial_step(search.get(), steps.data());
        nlopt_set_xtol_abs1(search.get(), responses_.tolerance());
        nlopt_set_min_objective(search.get(), level, nullptr);
        const std::vector<double> exact(scaled_.size(), 0.0);
        nlopt_add_inequality_mconstraint(search.get(), static_cast<unsigned>(scaled_.size()), excesses, this,
                                         exact.data());
        nlopt_ = search.get();
        left_ = evaluations;
        at_.clear();
        double reached = 0.0;
        nlopt_optimize(search.get(), x.data(), &reached);
        if (failure_) std::rethrow_exception(failure_);
    }

    [[nodiscard]] const Tried& best() const { return best_; }

private:
    /// t, the last of the numbers.
    static double level(unsigned n, const double* x, double* /*gradient*/, void* /*data*/) { return x[n - 1]; }

    /// fᵢ(x)/scale − t
    static void excesses(unsigned count, double* result, unsigned n, const double* x, double* /*gradient*/,
                         void* data) {
        auto& search = *static_cast<Search*>(data);
        search.evaluate(Parts(x, x + n - 1));
        for (unsigned i = 0; i < count; ++i) result[i] = search.scaled_[i] - x[n - 1];
    }

    void evaluate(const Parts& parts) {
        if (parts == at_) return;
        if (failure_ || left_-- <= 0) {
            nlopt_force_stop(nlopt_);
            return;
        }
        try {
            const std::vector<double> found = responses_.at(parts);
            at_ = parts;
            if (const double worst = worst_of(found); worst < best_.worst) best_ = {parts, worst};
            constexpr double no_bound = 1e3;  // what has none is as large as linear functions can still weigh
            for (std::size_t i = 0; i < found.size(); ++i) {
                scaled_[i] = found[i] < no_bound * scale_ ? found[i] / scale_ : no_bound;
            }
        } catch (...) {
            failure_ = std::current_exception();
            nlopt_force_stop(nlopt_);
        }
    }

    Responses& responses_;
    Tried best_;
    Parts at_;                    ///< where the responses were asked for last
    std::vector<double> scaled_;  ///< the responses there, in parts of the scale
    double scale_;
    int left_ = 0;
    nlopt_opt nlopt_ = nullptr;
    std::exception_ptr failure_;
};

/// The best of these choices that are not close to a better one, at most so many.
std::vector<Tried> starts_among(std::vector<Tried> tried, std::size_t most) {
    std::ranges::stable_sort(tried, {}, &Tried::worst);
    constexpr double apart = 0.2;  // along one range at least
    std::vector<Tried> chosen;
    for (const Tried& one : tried) {
        const auto is_close = [&](const Tried& other) {
            double distance = 0.0;
            for (std::size_t i = 0; i < one.parts.size(); ++i) {
                distance = std::max(distance, std::abs(one.parts[i] - other.parts[i]));
            }
            return distance < apart;
        };
        if (!std::isfinite(one.worst) || std::ranges::any_of(chosen, is_close)) continue;
        chosen.push_back(one);
        if (chosen.size() == most) break;
    }
    return chosen;
}

}  // namespace

int usual_evaluations(std::size_t numbers) {
    constexpr int of_each = 240;
    return of_each * (static_cast<int>(numbers) + 1);
}

int least_evaluations(std::size_t numbers) {
    constexpr int of_each = 10;
    return of_each * (static_cast<int>(numbers) + 1);
}

JointOptimum minimise_jointly(const ResponsesTo& to, std::span<const Interval> ranges,
                              const JointDesignOptions& options) {
    const std::size_t numbers = ranges.size();
    const int total = options.evaluations > 0 ? options.evaluations : usual_evaluations(numbers);
    Responses responses(to, ranges, options, total);
    const auto chosen = [&](const Tried& tried) { return JointChoice{responses.values(tried.parts), tried.worst}; };

    const std::vector<Parts> points = scattered(numbers, static_cast<int>(scattered_share * total));
    std::vector<Tried> tried(points.size());
    std::vector<std::size_t> counts(points.size());
    in_parallel(std::size_t{0}, points.size(), [&](std::size_t i) {
        const std::vector<double> found = responses.at(points[i]);
        tried[i] = {points[i], worst_of(found)};
        counts[i] = found.size();
    });
    const double searched = searched_share * total;
    const double affordable = searched / (steps_of_search * static_cast<double>(numbers + 1));
    const std::vector<Tried> starts =
        starts_among(tried, static_cast<std::size_t>(std::clamp(affordable, 1.0, static_cast<double>(most_searches))));
    if (starts.empty()) return {chosen(tried.front()), {}, responses.count()};

    // A response that is 0 everywhere cannot be made smaller.
    const double scale = starts.front().worst > 0.0 ? starts.front().worst : 1.0;
    constexpr double first_step = 0.15;
    const int each = static_cast<int>(searched / static_cast<double>(starts.size()));
    std::vector<Tried> ends(starts.size());
    in_parallel(std::size_t{0}, starts.size(), [&](std::size_t i) {
        Search search(responses, starts[i], counts.front(), scale);
        search.run(first_step, each);
        ends[i] = search.best();
    });
    std::ranges::stable_sort(ends, {}, &Tried::worst);

    // Anew from the best, with shorter and shorter steps: at a kink a search can end too early.
    Search last(responses, ends.front(), counts.front(), scale);
    constexpr double shorter = 0.3;
    constexpr double shortest = 1e-3;
    for (double step = shorter * first_step; step > shortest; step *= shorter) {
        const int left = total - responses.count();
        if (left <= 0) break;
        last.run(step, left);
    }
    JointOptimum optimum;
    optimum.best = chosen(last.best());
    for (const Tried& end : ends) optimum.ends.push_back(chosen(end));
    optimum.evaluations = responses.count();
    return optimum;
}

}  // namespace stickslip
