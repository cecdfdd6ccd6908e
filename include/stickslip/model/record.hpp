#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <istream>
#include <string>
#include <vector>

namespace stickslip {

/// A sampled load as a piecewise polynomial: between times[i] and times[i+1] its value is
/// c₀ + c₁·τ + c₂·τ² + c₃·τ³ with τ = t − times[i]. A force record is piecewise linear (c₂ = c₃ = 0); the displacement
/// that belongs to an acceleration record is piecewise cubic. Before the first and after the last sample it is 0, or
/// `after` if the quantity goes on (a displacement that ends with a velocity).
struct Record {
    using Cubic = std::array<double, 4>;  ///< c₀ … c₃, in the unit of the record per sᵏ

    std::vector<double> times;    ///< strictly increasing [s]
    std::vector<Cubic> segments;  ///< one fewer than times
    Cubic after{};                ///< the value beyond the last time, τ = t − times.back()

    /// The segment that holds at `time` (its right limit): −1 before the first sample, segments.size() after the last.
    [[nodiscard]] std::ptrdiff_t segment_at(double time) const;

    /// The polynomial of a segment index as returned by `segment_at`, with its origin and end in time.
    struct Window {
        Cubic coefficients{};  ///< in powers of t − origin
        double origin = 0.0;   ///< [s]
        double end = 0.0;      ///< +∞ after the last sample

        /// The same polynomial in powers of t − (origin + shift); the first of them is its value there.
        [[nodiscard]] Cubic expanded_at(double shift) const {
            const auto& [c0, c1, c2, c3] = coefficients;
            return {c0 + shift * (c1 + shift * (c2 + shift * c3)), c1 + shift * (2.0 * c2 + 3.0 * shift * c3),
                    c2 + 3.0 * shift * c3, c3};
        }
    };
    /// The polynomial of a segment index as returned by `segment_at`.
    [[nodiscard]] Window window(std::ptrdiff_t segment) const;
};

/// The piecewise linear record through the samples.
/// @throws std::invalid_argument unless there are at least two samples with strictly increasing finite times and finite
/// values and slopes.
[[nodiscard]] Record linear_record(std::vector<double> times, const std::vector<double>& values, double scale = 1.0);

/// The displacement y(t) with y = y′ = 0 at the first sample whose second derivative is the piecewise linear record;
/// after the last sample it moves on with constant velocity. @throws std::invalid_argument if it overflows.
[[nodiscard]] Record integrated_twice(const Record& acceleration);

/// The record with all its values multiplied by `factor`. @throws std::invalid_argument if they overflow.
[[nodiscard]] Record scaled(Record, double factor);

/// The samples of a record file.
struct RecordSamples {
    std::vector<double> times;   ///< strictly increasing, at least two
    std::vector<double> values;  ///< one for each time, finite
    std::vector<double> second;  ///< the second component where there are two, else empty
};

/// How many values a row of a record has.
enum class RecordComponents { one, two };

/// Reads "time, value" rows (or "time, value, value"): separated by comma, semicolon, tab or blanks; Unix or
/// Windows line ends; an optional header line; empty lines and lines that start with # are skipped. Reads in pieces, so
/// that memory holds the samples and never the text.
/// @throws std::invalid_argument, one sentence with `name` and the line.
[[nodiscard]] RecordSamples read_record(std::istream&, const std::string& name,
                                        RecordComponents = RecordComponents::one);

/// The same from a file of at most 1 GiB, refused by its size before it is read.
/// @throws std::invalid_argument, one sentence with the file.
[[nodiscard]] RecordSamples read_record_file(const std::filesystem::path&, RecordComponents = RecordComponents::one);

}  // namespace stickslip
