#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gnuplot.hpp"
#include "key_range.hpp"
#include "motion_report.hpp"
#include "stickslip/model/case.hpp"
#include "stickslip/motion/regime.hpp"
#include "studies/case_response.hpp"
#include "sweep_table.hpp"

namespace stickslip::cli {

struct SimulateRequest {
    MotionRequest motion;
    std::string method = "exact";  ///< planar cases: a name of planar::Method
    std::optional<double> step;    ///< of a fixed-step scheme [s]
    bool wants_characteristic = false;
};

struct SteadyRequest {
    bool wants_all_orbits = false;  ///< also the unstable ones
};

struct SweepRequest {
    KeyRange over;
    std::vector<std::string> observables;  ///< empty: the usual ones
    std::string direction = "none";        ///< a name of SweepDirection, or both
    bool is_refined = false;
    bool wants_picture = false;
};

/// A motion that was followed, of a case of any kind, ready to be told.
class MotionAnswer {
public:
    MotionAnswer() = default;
    MotionAnswer(const MotionAnswer&) = delete;
    MotionAnswer& operator=(const MotionAnswer&) = delete;
    virtual ~MotionAnswer() = default;

    [[nodiscard]] virtual bool is_complete() const = 0;   ///< it reached the end that was asked for
    [[nodiscard]] virtual bool has_diverged() const = 0;  ///< it grew beyond every bound before
    [[nodiscard]] virtual double end_time() const = 0;
    [[nodiscard]] virtual std::size_t events() const = 0;

    virtual void write_table(std::FILE*) const = 0;
    virtual void write_json(std::FILE*) const = 0;
    virtual void write_csv(std::FILE*) const = 0;
    virtual void write_netcdf(const std::string& path) const = 0;
    [[nodiscard]] virtual std::size_t netcdf_bytes() const = 0;  ///< that such a file takes at most

    [[nodiscard]] virtual Drawing picture() const = 0;
    /// Friction against velocity, where the request wanted it.
    [[nodiscard]] virtual Drawing characteristic() const { return {}; }
};

/// A steady state that was sought, of a case of any kind, ready to be told.
class SteadyAnswer {
public:
    SteadyAnswer() = default;
    SteadyAnswer(const SteadyAnswer&) = delete;
    SteadyAnswer& operator=(const SteadyAnswer&) = delete;
    virtual ~SteadyAnswer() = default;

    [[nodiscard]] virtual Regime regime() const = 0;
    [[nodiscard]] virtual bool has_cycle() const = 0;
    /// What a person should know where there is no steady state, one sentence; empty where there is one.
    [[nodiscard]] virtual std::string problem() const = 0;

    virtual void write_card(std::FILE*) const = 0;
    virtual void write_json(std::FILE*) const = 0;
    // Of one cycle, where there is one.
    virtual void write_csv(std::FILE*) const = 0;
    [[nodiscard]] virtual Drawing picture() const = 0;
};

/// A response curve, of a case of any kind.
struct SweepAnswer {
    SweepTable table;
    Drawing picture;  ///< where the request wanted it
};

/// What the verbs ask of cases of one kind: an entry a verb. A verb opens its case, asks kind_of(document) before it
/// creates a file, and hands the case over.
struct Kind {
    /// @throws std::invalid_argument, also for a part of the request that cases of this kind do not have.
    std::unique_ptr<MotionAnswer> (*simulate)(const CaseDocument&, const SimulateRequest&);
    /// @throws std::invalid_argument
    std::unique_ptr<SteadyAnswer> (*steady)(const CaseDocument&, const SteadyRequest&);
    /// @throws std::invalid_argument, also for a part of the request that cases of this kind do not have.
    SweepAnswer (*sweep)(const CaseDocument&, const SweepRequest&);
    /// What a choice does over a band, for designs: see case_response. @throws std::invalid_argument
    std::unique_ptr<CaseResponse> (*response)(const CaseDocument&, const std::string& vary, double vary_value,
                                              const std::optional<std::string>& over, double over_value);
};

/// The kind of a case. For a structure the program goes on here as its companion, which has them.
[[nodiscard]] const Kind& kind_of(const CaseDocument&);

[[nodiscard]] const Kind& line_kind();       ///< one mass on a line
[[nodiscard]] const Kind& planar_kind();     ///< one mass in the plane
[[nodiscard]] const Kind& structure_kind();  ///< many masses; see go_on_with_structures.cpp

}  // namespace stickslip::cli
