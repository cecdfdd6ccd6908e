// One case under many records. A row of cells belongs to one record, and each cell is a motion of its own from the
// start of the case: nothing is shared between cells but the case and the samples, so any tile can be computed
// anywhere.

#include "ensemble.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "model/bounds.hpp"
#include "stickslip/interruption.hpp"
#include "stickslip/model/field_error.hpp"
#include "stickslip/version.hpp"

namespace stickslip {

namespace {

enum EnsembleOutcome { motion_reached_end, motion_ended_early };

/// Some motions a tile: each takes milliseconds, and little is lost when a tile is interrupted.
constexpr TileShape tile_of_motions{8, 1};
constexpr std::size_t most_motions = 100'000'000;

void require_scales(const std::vector<double>& scales) {
    if (scales.empty()) throw FieldError("scales", ": the list of scales is empty");
    for (const double scale : scales) {
        if (std::isfinite(scale) && scale != 0.0) continue;
        throw FieldError("scales", " has " + shortest(scale) + ", which must be a finite number other than 0");
    }
    std::vector<double> sorted = scales;
    std::ranges::sort(sorted);
    const auto twice = std::ranges::adjacent_find(sorted);
    if (twice != sorted.end()) throw FieldError("scales", " has " + shortest(*twice) + " twice");
}

void require_keys(const std::vector<EnsembleKey>& keys) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (keys[i].values.empty()) throw FieldError("vary", " " + keys[i].key + ": the list of values is empty");
        for (std::size_t j = 0; j < i; ++j) {
            if (keys[j].key == keys[i].key) throw FieldError("vary", " names " + keys[i].key + " twice");
        }
    }
}

/// A number that differs where any sample differs (FNV-1a over their bytes).
std::uint64_t fingerprint(const RecordSamples& samples) {
    constexpr std::uint64_t prime = 0x100'0000'01B3U;
    std::uint64_t hash = 0xCBF2'9CE4'8422'2325U;
    for (const std::vector<double>* list : {&samples.times, &samples.values, &samples.second}) {
        for (const double number : *list) {
            std::uint64_t bits = 0;
            std::memcpy(&bits, &number, sizeof bits);
            hash = (hash ^ bits) * prime;
        }
        hash = (hash ^ list->size()) * prime;
    }
    return hash;
}

RecordSamples scaled_samples(RecordSamples samples, double scale) {
    for (double& value : samples.values) value *= scale;
    for (double& value : samples.second) value *= scale;
    return samples;
}

}  // namespace

const std::vector<std::string>& usual_ensemble_observables() {
    static const std::vector<std::string> names{"peak", "residual", "total_slip", "peak_acceleration", "dissipated"};
    return names;
}

CaseDocument first_case(const EnsembleRequest& request) {
    CaseDocument document = request.document;
    for (const EnsembleKey& key : request.vary) {
        if (!key.values.empty()) document = document.with_value(key.key, key.values.front());
    }
    return document;
}

Ensemble::Ensemble(const CaseKind& kind, EnsembleRequest request) : request_(std::move(request)) {
    require_scales(request_.scales);
    if (request_.records.empty()) throw std::invalid_argument("the list of records is empty");
    require_keys(request_.vary);
    if (columns() > most_motions / request_.records.size()) {
        throw std::invalid_argument("an ensemble has at most " + std::to_string(most_motions) + " motions");
    }
    if (request_.observables.empty()) request_.observables = usual_ensemble_observables();
    for (std::size_t i = 0; i < request_.observables.size(); ++i) {
        const auto before = request_.observables.begin() + static_cast<std::ptrdiff_t>(i);
        if (std::find(request_.observables.begin(), before, request_.observables[i]) == before) continue;
        throw FieldError("observables", " names " + request_.observables[i] + " twice");
    }
    if (!request_.vary.empty()) {
        static_cast<void>(kind.motion_response(case_with(combinations() - 1), request_.observables));
    }
    motions_.emplace(kind, case_with(0), request_.observables, "an ensemble");
    quantities_.push_back({"outcome", "1", "how the motion ended", QuantityType::flag, {"complete", "ended-early"}});
    for (const ObservableName& o : observables()) {
        quantities_.push_back({o.name, o.unit, o.description, QuantityType::real, {}});
    }
}

std::size_t Ensemble::combinations() const {
    std::size_t count = 1;
    for (const EnsembleKey& key : request_.vary) count *= key.values.size();
    return count;
}

/// The last key changes first.
std::vector<std::size_t> Ensemble::values_of_combination(std::size_t combination) const {
    std::vector<std::size_t> values(request_.vary.size());
    for (std::size_t i = values.size(); i-- > 0;) {
        values[i] = combination % request_.vary[i].values.size();
        combination /= request_.vary[i].values.size();
    }
    return values;
}

CaseDocument Ensemble::case_with(std::size_t combination) const {
    CaseDocument document = request_.document;
    const std::vector<std::size_t> values = values_of_combination(combination);
    for (std::size_t i = 0; i < values.size(); ++i) {
        document = document.with_value(request_.vary[i].key, request_.vary[i].values[values[i]]);
    }
    return document;
}

EnsemblePlace Ensemble::place(std::size_t motion) const {
    const std::size_t column = motion % columns();
    return {motion / columns(), column / combinations(), values_of_combination(column % combinations())};
}

std::vector<RequestLine> Ensemble::lines() const {
    std::vector<RequestLine> lines{
        {"work", "ensemble"}, {"version", std::string(version())}, {"case", request_.document.text()}};
    std::string scales, names;
    for (const double scale : request_.scales) scales += (scales.empty() ? "" : ",") + shortest(scale);
    for (const std::string& name : request_.observables) names += (names.empty() ? "" : ",") + name;
    lines.push_back({"scales", scales});
    std::string keys;
    for (const EnsembleKey& key : request_.vary) keys += (keys.empty() ? "" : ",") + key.text;
    lines.push_back({"vary", keys.empty() ? "nothing" : keys});
    lines.push_back({"observables", names});
    for (std::size_t i = 0; i < request_.records.size(); ++i) {
        const SetRecord& record = request_.records[i];
        lines.push_back(
            {"record " + std::to_string(i + 1), record.name + " (" + std::to_string(record.samples.times.size()) +
                                                    " samples, " + std::to_string(fingerprint(record.samples)) + ")"});
    }
    return lines;
}

int Ensemble::failure_flag() const { return motion_ended_early; }

TileShape Ensemble::tile_shape() const { return tile_of_motions; }

void Ensemble::evaluate(std::span<const CellIndex> cells, std::size_t /*columns*/, TileValues& values) const {
    for (std::size_t i = 0; i < cells.size(); ++i) {
        throw_if_interrupted();
        const std::size_t column = cells[i].column;
        const std::vector<double> found =
            numbers(cells[i].row, request_.scales[column / combinations()], column % combinations());
        const bool is_complete = std::ranges::all_of(found, [](double x) { return std::isfinite(x); });
        values.set(0, i, is_complete ? motion_reached_end : motion_ended_early);
        for (std::size_t q = 0; q < found.size(); ++q) values.set(q + 1, i, found[q]);
    }
}

std::vector<double> Ensemble::numbers(std::size_t record, double scale, std::size_t combination) const {
    const SetRecord& given = request_.records[record];
    std::vector<double> all;
    try {
        all = motions_->values(case_with(combination), scaled_samples(given.samples, scale));
    } catch (const std::invalid_argument& refusal) {
        throw std::invalid_argument("record " + given.name + " times " + shortest(scale) + ": " + refusal.what());
    }
    // Of several degrees of freedom or contacts, the largest.
    const std::vector<std::size_t>& observable_of = motions_->response().observable_of;
    std::vector<double> largest(observables().size(), -std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < all.size(); ++i) {
        largest[observable_of[i]] = std::max(largest[observable_of[i]], all[i]);
    }
    return largest;
}

std::vector<double> Ensemble::key_values(const EnsemblePlace& at) const {
    std::vector<double> values;
    for (std::size_t i = 0; i < at.values.size(); ++i) values.push_back(request_.vary[i].values[at.values[i]]);
    return values;
}

EnsembleValues compute_ensemble(const Ensemble& ensemble, const MapOptions& options) {
    MemoryStore store(ensemble.tiling(), ensemble.quantities());
    EnsembleValues found{run_map(ensemble, store, options), {}};
    if (!found.summary.is_complete) return found;
    for (std::size_t q = 0; q < ensemble.quantities().size(); ++q) found.values.push_back(values_of(store, q));
    return found;
}

EnsemblePercentiles percentiles_of(std::vector<double> numbers) {
    std::erase_if(numbers, [](double x) { return !std::isfinite(x); });
    std::ranges::sort(numbers);
    const auto at = [&](double part) {
        if (numbers.empty()) return std::numeric_limits<double>::quiet_NaN();
        const double place = part * static_cast<double>(numbers.size() - 1);
        const auto below = static_cast<std::size_t>(place);
        const std::size_t above = std::min(below + 1, numbers.size() - 1);
        return numbers[below] + (place - static_cast<double>(below)) * (numbers[above] - numbers[below]);
    };
    return {at(0.16), at(0.50), at(0.84)};
}

}  // namespace stickslip
