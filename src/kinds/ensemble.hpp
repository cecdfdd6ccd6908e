#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kinds/record_motions.hpp"
#include "maps/run_map.hpp"

namespace stickslip {

/// A key of the case and the values that it gets, one after the other.
struct EnsembleKey {
    std::string key;             ///< table.key of the case
    std::vector<double> values;  ///< in the unit of the key
    std::string text;            ///< KEY=a:b:n, as it was asked for
};

/// One case under many records, each multiplied by every scale, with every combination of values of some keys.
struct EnsembleRequest {
    CaseDocument document;
    std::vector<SetRecord> records;
    std::vector<double> scales{1.0};         ///< of the records
    std::vector<EnsembleKey> vary{};         ///< the case as it is where there is none
    std::vector<std::string> observables{};  ///< numbers of the motion; empty means the usual ones
    std::string command{};                   ///< the command that asked for it, stored in files
};

/// The place of a motion of an ensemble.
struct EnsemblePlace {
    std::size_t record = 0;
    std::size_t scale = 0;
    std::vector<std::size_t> values{};  ///< of each key
};

/// The motions of an ensemble as cells of a map: a row for each record, a column for each scale and combination of
/// values. Every motion depends on its own cell alone, so that the numbers do not depend on who computes which.
class Ensemble final : public CellEvaluator {
public:
    /// @throws CaseError, std::invalid_argument for records, scales, keys and observables that do not fit the case.
    Ensemble(const CaseKind&, EnsembleRequest);

    [[nodiscard]] const EnsembleRequest& request() const { return request_; }
    /// The numbers that were asked for.
    [[nodiscard]] const std::vector<ObservableName>& observables() const { return motions_->response().observables; }
    /// Combinations of values of the keys: one where no key varies.
    [[nodiscard]] std::size_t combinations() const;
    [[nodiscard]] std::size_t columns() const { return request_.scales.size() * combinations(); }
    [[nodiscard]] std::size_t motions() const { return columns() * request_.records.size(); }
    /// In the order of rows of a table: by record, then scale, then value of the first key, and so on.
    [[nodiscard]] EnsemblePlace place(std::size_t motion) const;

    /// The values of the keys at a place.
    [[nodiscard]] std::vector<double> key_values(const EnsemblePlace&) const;
    /// The observables of the motion under a record times a scale, with a combination of values; +∞ where the motion
    /// ends early. @throws std::invalid_argument naming the record.
    [[nodiscard]] std::vector<double> numbers(std::size_t record, double scale, std::size_t combination) const;

    /// How it is cut into tiles.
    [[nodiscard]] Tiling tiling() const { return {columns(), request_.records.size(), tile_shape()}; }
    /// Everything that the numbers depend on.
    [[nodiscard]] std::vector<RequestLine> lines() const;

    /// The first quantity is how the motion ended, the others are the observables in their order.
    [[nodiscard]] const std::vector<MapQuantity>& quantities() const override { return quantities_; }
    [[nodiscard]] int failure_flag() const override;
    [[nodiscard]] TileShape tile_shape() const override;
    void evaluate(std::span<const CellIndex> cells, std::size_t columns, TileValues&) const override;

private:
    [[nodiscard]] std::vector<std::size_t> values_of_combination(std::size_t combination) const;
    [[nodiscard]] CaseDocument case_with(std::size_t combination) const;

    EnsembleRequest request_;
    std::optional<RecordMotions> motions_;
    std::vector<MapQuantity> quantities_;
};

/// The numbers of all motions in memory.
struct EnsembleValues {
    MapSummary summary;
    std::vector<std::vector<double>> values;  ///< of each quantity, a number for each motion; NaN where undefined
};
[[nodiscard]] EnsembleValues compute_ensemble(const Ensemble&, const MapOptions& = {});

/// The case with values that its keys may have, whose kind is that of all motions.
[[nodiscard]] CaseDocument first_case(const EnsembleRequest&);

/// The numbers that users ask for when they name none.
[[nodiscard]] const std::vector<std::string>& usual_ensemble_observables();

/// What is said of a number over the records, for one scale and combination of values.
struct EnsemblePercentiles {
    double p16 = 0.0;
    double p50 = 0.0;
    double p84 = 0.0;
};
/// Of numbers without those that are undefined, linear between order statistics; NaN where none is left.
[[nodiscard]] EnsemblePercentiles percentiles_of(std::vector<double> numbers);

}  // namespace stickslip
