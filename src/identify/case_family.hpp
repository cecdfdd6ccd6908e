#pragma once

// A case with some of its numbers open. Where they enter affinely (nearly always) no case is read again after the
// first: numbers(θ) = numbers(θ₀) + Σ rateⱼ·(θⱼ − θ₀ⱼ). Else a case is read, and differentiated, at every θ.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "fit_model.hpp"
#include "stickslip/identify/identify.hpp"
#include "stickslip/model/case.hpp"
#include "stickslip/steady/sensitivity.hpp"

namespace stickslip::identifying {

/// The numbers of a motion, and how they change with the open ones.
struct Problem {
    Oscillator oscillator;
    Load load;
    State start;
    std::vector<ProblemRate> rates;  ///< one for each parameter; zero for the offset
};

class CaseFamily {
public:
    /// What `keys` name, and the start where the case gives none.
    CaseFamily(const CaseDocument&, std::span<const FittedKey> keys);

    [[nodiscard]] const std::vector<Parameter>& parameters() const { return parameters_; }
    [[nodiscard]] std::size_t size() const { return parameters_.size(); }
    [[nodiscard]] std::vector<double> guess() const;
    [[nodiscard]] Problem at(std::span<const double> values) const;
    [[nodiscard]] double offset(std::span<const double> values) const;
    [[nodiscard]] const Case& given() const { return here_; }
    [[nodiscard]] bool is_affine() const { return is_affine_; }

    /// The case with these values as keys; the offset has none.
    [[nodiscard]] CaseDocument document(std::span<const double> values) const;

    /// The index of the open number that moves only this number of the start, or size().
    [[nodiscard]] std::size_t find(std::string_view key) const;

    /// Which of the open numbers change a number of the problem.
    [[nodiscard]] bool changes(double ProblemRate::*number) const;

    /// Another model of the damping over the same other numbers, for affine families.
    struct Damping {
        bool has_friction = false;
        bool has_damper = false;
        bool has_static_friction = false;
    };
    [[nodiscard]] CaseFamily with(const Damping&, std::span<const double> values) const;
    [[nodiscard]] Damping damping(std::span<const double> values) const;

    /// The values of this family that come nearest to those of another model of the damping.
    [[nodiscard]] std::vector<double> carried(const CaseFamily& from, std::span<const double> values) const;

private:
    CaseFamily() = default;
    void add(const FittedKey&);
    void find_bounds(Parameter&, const FittedKey&) const;
    void open(std::string key, double guess, const ProblemRate&);
    [[nodiscard]] bool is_read_as_expected() const;
    [[nodiscard]] Problem moved(std::span<const double> values) const;

    std::vector<CaseDocument> document_;  // one; an alternative has none
    Case here_;
    std::vector<Parameter> parameters_;
    std::vector<ProblemRate> rates_;
    bool is_affine_ = true;
};

}  // namespace stickslip::identifying
