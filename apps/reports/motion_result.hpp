#pragma once

#include <cstddef>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "json_text.hpp"

namespace stickslip::cli {

/// The times at which a motion is reported: those given, or `count` equal steps from 0 to `until`, both included.
struct SampleTimes {
    std::vector<double> given;
    std::size_t count = 0;
    double until = 0.0;

    [[nodiscard]] std::size_t size() const { return given.empty() ? count : given.size(); }
    [[nodiscard]] double operator[](std::size_t i) const;
};

/// What a quantity has one value of each for: axes, degrees of freedom, contacts.
struct Dimension {
    std::string name;
    std::string description;         ///< of the names
    std::vector<std::string> names;  ///< one for each value
    bool is_split = false;           ///< each value is a quantity of its own, x1 and x2, in place of a matrix
};

/// A quantity at each sample or of each event.
struct Quantity {
    std::string name;
    std::string unit;  ///< as UDUNITS writes it
    std::string description;
    std::optional<std::size_t> over{};  ///< the dimension, where it has more than one value
    std::string words{};                ///< the names of the values 0, 1, …, where they stand for words
    bool is_small = false;              ///< whole numbers of one byte
    // The files that hold it.
    bool in_csv = true;
    bool in_json = true;
    bool in_netcdf = true;
};

/// The numbers of each quantity, row after row.
using Columns = std::vector<std::vector<double>>;

/// How a JSON file has the number one: both read back the same, and files stay as they are.
enum class NumberStyle { plain /* 1 */, with_point /* 1.0 */ };

/// A motion of a case of any kind as tables: what is written of it, without knowing what it describes.
struct MotionResult {
    std::string title;
    std::string case_text;  ///< as TOML
    std::vector<Dimension> dimensions{};

    SampleTimes times{};
    double end_time = 0.0;            ///< times beyond it are left out
    std::size_t most_held = 65'536;   ///< samples in memory at once
    std::vector<Quantity> samples{};  ///< the first one is the time
    std::function<Columns(const std::vector<double>& times)> samples_at{};

    std::size_t event_count = 0;
    std::vector<Quantity> events{};  ///< the first one is the time
    std::function<Columns(std::size_t first, std::size_t count)> events_from{};

    // What a JSON file has besides: before the events, between them and the samples, after these.
    Json head{};
    Json between{};
    Json tail{};
    NumberStyle numbers = NumberStyle::plain;

    [[nodiscard]] std::size_t size_of(const Quantity& q) const { return q.over ? dimensions[*q.over].names.size() : 1; }
    /// Calls `take` with the samples, piece by piece, and the number of the first of each piece.
    void for_each_piece(const std::function<void(std::size_t first, const Columns&)>& take) const;
};

/// The samples as a table with a column for each value.
void write_csv(const MotionResult&, std::FILE*);
/// Everything, in one line.
void write_json(const MotionResult&, std::FILE*);

/// NetCDF-4 with CF-style metadata: samples over `time`, events over `event`, and the names of each dimension.
/// @throws std::runtime_error with the path.
void write_netcdf(const MotionResult&, const std::string& path);
/// What such a file takes at most.
[[nodiscard]] std::size_t netcdf_bytes(const MotionResult&);

}  // namespace stickslip::cli
