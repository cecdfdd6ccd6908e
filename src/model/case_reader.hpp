#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "case_text.hpp"
#include "record_library.hpp"
#include "stickslip/model/case.hpp"

namespace stickslip {

enum class Range { any, not_negative, positive };

/// Typed access to the keys of a case; everything that is wrong ends in one sentence with file, line, key and value.
class CaseReader {
public:
    CaseReader(const CaseKeys& keys, std::string name) : keys_(keys), name_(std::move(name)) {}

    /// The reader of one table of the array [[list]], counted from 1: "load.file" then means load[2].file.
    [[nodiscard]] CaseReader entry(std::string_view list, std::size_t number) const;
    /// How many tables [[list]] there are.
    [[nodiscard]] std::size_t entries(std::string_view list) const;

    [[nodiscard]] bool has(std::string_view key) const { return find(key) != nullptr; }
    /// Whether the value was set over the case, not in its file.
    [[nodiscard]] bool is_overridden(std::string_view key) const;
    /// Whether the table stands in the file or an override puts a key into it.
    [[nodiscard]] bool has_table(std::string_view table) const;

    [[nodiscard]] std::optional<double> number(std::string_view key, Range, std::string_view unit) const;
    [[nodiscard]] double required_number(std::string_view key, Range, std::string_view unit) const;
    [[nodiscard]] std::optional<std::string> text(std::string_view key) const;
    /// An array of numbers, none of them missing; empty if the key is absent.
    [[nodiscard]] std::vector<double> numbers(std::string_view key, Range, std::string_view unit) const;
    /// The numbers at the places that a key of a request names, load.amplitude[0] or contact.NAME.mu; those that the
    /// case does not give are left out.
    [[nodiscard]] std::vector<double> numbers_at(std::string_view key) const;
    /// An array of words, or of words and numbers; nullopt if the key is absent.
    [[nodiscard]] std::optional<WordList> words(std::string_view key) const;
    /// The value as it was read; null if the key is absent.
    [[nodiscard]] const CaseValue* find(std::string_view key) const;
    /// The number that a key names as `CaseDocument::with_value` takes it: an element of an array, or of a table by its
    /// name; absent where the case does not give it.
    [[nodiscard]] std::optional<double> number_named(std::string_view key) const;
    /// The text, which must be one of `choices` ("a, b or c" in messages).
    [[nodiscard]] std::string choice(std::string_view key, const std::vector<std::string_view>& choices,
                                     std::optional<std::string_view> fallback) const;

    /// "file:line: key = value " + `must`.
    [[noreturn]] void refuse(std::string_view key, std::string_view must) const;
    /// "file: " + `sentence`, for what is missing.
    [[noreturn]] void refuse_case(const std::string& sentence) const;

private:
    /// The key with the number of its table: load[2].file.
    [[nodiscard]] std::string full(std::string_view key) const;
    void check_range(std::string_view key, double value, Range, std::string_view unit) const;

    const CaseKeys& keys_;
    std::string name_;
    std::string list_;        // "load" for the reader of an entry
    std::string entry_name_;  // "load[2]"
};

/// Ratios that replace the physical value of a case, where they are set.
struct RatioOverrides {
    std::optional<double> friction;
    std::optional<double> frequency;
    std::optional<double> damping;
    std::optional<double> static_friction;
    std::optional<double> normal_ratio;
    std::optional<double> normal_phase;
};

/// What a kind of oscillator reads its case from.
struct CaseTables {
    CaseReader in;
    const RatioOverrides& ratios;
    const RecordLibrary& records;
};

/// [oscillator] without friction, or [ratios].
void read_oscillator(const CaseReader&, const RatioOverrides&, Case&);
/// [load]; needs the oscillator.
/// `surface` is that of a shaking base where the kind of case decides it.
void read_load(const CaseReader&, const RatioOverrides&, const RecordLibrary&, Case&,
               std::optional<Surface> surface = std::nullopt);
/// The samples of a record file that `key` names. @throws CaseError
[[nodiscard]] std::shared_ptr<const RecordSamples> read_samples(const CaseReader&, std::string_view key,
                                                                const RecordLibrary&);
/// The static friction must not be below the sliding friction.
void check_order_of_bounds(const CaseReader&, const Oscillator&);
/// [friction]; needs the load where a ratio is set.
void read_friction(const CaseReader&, const RatioOverrides&, const RecordLibrary&, Case&);
/// N₀ [N], which mu multiplies: friction.normal, the amplitude where that is 0, or 1 where a record is the force.
[[nodiscard]] double read_normal_of_coefficients(const CaseReader&, std::string_view coefficient);
/// How the normal force of [friction] varies; nullopt where it does not. Its frequency is that of the harmonics unless
/// the case gives another.
[[nodiscard]] std::optional<NormalVariation> read_normal_variation(const CaseReader&, const RatioOverrides&,
                                                                   const RecordLibrary&,
                                                                   std::span<const Harmonic> harmonics);
/// The same of [ratios].
[[nodiscard]] std::optional<NormalVariation> read_normal_ratios(const CaseReader&, const RatioOverrides&,
                                                                std::span<const Harmonic> harmonics);
/// [run]; `samples` and `until`.
[[nodiscard]] RunSettings read_run_settings(const CaseReader&);
/// load.frequency or load.frequency_hz, or the ratio that replaces them; `natural` is √(k/m) [rad/s].
[[nodiscard]] AngularFrequency read_frequency(const CaseReader&, const RatioOverrides&, double natural);
/// The harmonics of kind "harmonics": arrays of amplitudes, frequencies and phases of one length.
[[nodiscard]] std::vector<Harmonic> read_harmonic_list(const CaseReader&);
/// Refuses the tables that [ratios] replaces.
void refuse_tables_beside_ratios(const CaseReader&);
/// Refuses the keys of [load] that this kind does not take.
void refuse_other_load_keys(const CaseReader&, std::string_view kind, const std::vector<std::string_view>& own);
/// friction.bound, or mu·normal [N].
[[nodiscard]] double read_sliding_bound(const CaseReader&);
/// Where a case says how many dimensions it has.
[[nodiscard]] std::string dimensions_key(const CaseReader&);
/// [ratios], which replaces oscillator, friction and load.
void read_ratios(const CaseReader&, const RatioOverrides&, Case&);

}  // namespace stickslip
