#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/model/load.hpp"
#include "stickslip/model/oscillator.hpp"
#include "stickslip/model/ratios.hpp"
#include "stickslip/model/record.hpp"

namespace stickslip {

namespace planar {
struct Case;
}
struct CaseTables;

/// What is wrong with a case, in one sentence: file and line, key, value, and what is allowed.
class CaseError : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

/// What drives the oscillator, as `load.kind` spells it.
enum class LoadKind { none, constant, harmonic, harmonics, record, base };

/// What the friction acts against while the base shakes.
enum class Surface {
    fixed,   ///< the ground at rest: x is absolute, the base moves the far end of the spring, p = k·y
    moving,  ///< the base itself: x is relative to the base, p = −m·y″
};

/// A shaking base. Its displacement y(t) [m] has the form of a load: harmonics, or a record.
struct BaseMotion {
    Surface surface = Surface::fixed;  ///< what the friction acts against
    Load displacement;                 ///< y(t) [m]
    std::optional<double> amplitude;   ///< Y [m] of a harmonic base

    /// Where the mass is against the ground, given x and the time [m].
    [[nodiscard]] double absolute_position(double time, double x) const;
    /// Where the mass is against the base, given x and the time [m].
    [[nodiscard]] double relative_position(double time, double x) const;
};

/// How long to follow the motion, and how densely to report it, where the case says so.
struct RunSettings {
    std::optional<double> until;         ///< > 0 [s]
    std::optional<std::size_t> samples;  ///< ≥ 2
};

/// One problem: an oscillator, what drives it, where it starts.
struct Case {
    std::string title;                    ///< one line for people
    Oscillator oscillator;                ///< the mass, its spring, damper and friction
    Load load;                            ///< p(t)
    State start;                          ///< where the motion begins
    RunSettings run;                      ///< how long to follow it
    LoadKind load_kind = LoadKind::none;  ///< as the case file spells it
    std::optional<BaseMotion> base;       ///< present for LoadKind::base
    bool is_dimensionless = false;        ///< given as [ratios]: m = k = p₀ = 1

    /// p₀ [N], ratios of frequency, friction and damping; nullopt where they are undefined.
    [[nodiscard]] std::optional<Ratios> ratios() const { return ratios_of(oscillator, load); }

    /// `run.until`; where the case gives none: 20 load periods, the length of the record, or 20 natural periods.
    /// @throws CaseError if there is none of these.
    [[nodiscard]] double end_time() const;
};

/// A case as text: the keys of a TOML file with overrides, from which a `Case` is read. Copies are cheap and share the
/// samples of record files, so that a sweep can vary any key.
class CaseDocument {
public:
    /// A case file, or a built-in case by its name. @throws CaseError
    [[nodiscard]] static CaseDocument open(const std::string& file_or_name);

    /// TOML text. `name` stands in messages; record files are found relative to `folder`. @throws CaseError
    [[nodiscard]] static CaseDocument parse(std::string_view text, const std::string& name,
                                            const std::filesystem::path& folder = {});

    /// The dimensionless form. @throws CaseError when read, as for a file with a table [ratios].
    [[nodiscard]] static CaseDocument from_ratios(const Ratios&);

    /// This document with one key changed. `key` is table.key, an element of an array (load.amplitude[0]), or one of
    /// friction_ratio, frequency_ratio, damping_ratio, static_ratio, normal_ratio, normal_phase; these change the
    /// friction bound, the load frequency, the damping, the static bound, N₁/N₀ or the phase of the normal force of a
    /// physical case so that it gets that ratio. Setting a frequency
    /// removes the same frequency in hertz and the reverse.
    [[nodiscard]] CaseDocument with_value(std::string_view key, double value) const;

    /// The same with the value as text: TOML if it is that, else a string. `origin` stands in messages about it.
    [[nodiscard]] CaseDocument with_text(std::string_view key, std::string_view value,
                                         const std::string& origin = "override") const;

    /// This document with samples in the place of the record file of this name (`load.file`).
    [[nodiscard]] CaseDocument with_samples(const std::string& file, RecordSamples) const;

    /// The one-dimensional case. @throws CaseError, also for a planar case.
    [[nodiscard]] Case read() const;

    /// Whether oscillator.dimensions (or ratios.dimensions) is 2. @throws CaseError if it is neither 1 nor 2.
    [[nodiscard]] bool is_planar() const;

    /// The planar case (planar/case.hpp). @throws CaseError, also for a one-dimensional case.
    [[nodiscard]] planar::Case read_planar() const;

    /// What a kind of oscillator reads its own tables from; the document must live as long. @throws CaseError for a key
    /// that no case has.
    [[nodiscard]] CaseTables tables() const;

    /// Whether the case is a structure of many masses: it has a table [structure] (structure/case.hpp reads it).
    [[nodiscard]] bool is_structure() const;

    /// `title`, else the name of the case.
    [[nodiscard]] std::string title() const;

    /// The keys as TOML, overrides included, comments not.
    [[nodiscard]] std::string text() const;

    /// What stands in messages, and where record files are found.
    [[nodiscard]] const std::string& name() const;
    /// Where record files are found.
    [[nodiscard]] const std::filesystem::path& folder() const;

    /// The ratios that were set over the case, by their keys.
    [[nodiscard]] std::map<std::string, double> ratio_overrides() const;

    struct NamedRecord {
        std::string file;                              ///< as the case names it
        std::shared_ptr<const RecordSamples> samples;  ///< of the file
    };
    /// The records that the case names, of loads and of normal forces, each read from its file unless it is there.
    /// @throws std::invalid_argument, one sentence with the file.
    [[nodiscard]] std::vector<NamedRecord> records() const;

private:
    struct Content;
    explicit CaseDocument(std::shared_ptr<const Content> content) : content_(std::move(content)) {}

    std::shared_ptr<const Content> content_;
};

/// All keys that a case or a request may name: table.key, and the four ratios.
[[nodiscard]] std::vector<std::string> known_case_keys();

/// All keys that a structure may have besides its title: table.key, and list[].key for those of [[contact]] and
/// [[load]].
[[nodiscard]] std::vector<std::string> known_structure_keys();

/// @throws FieldError that names `field` if no case has this key (an element like load.amplitude[0] counts as its
/// array), with the key that was probably meant.
void require_case_key(std::string_view key, const std::string& field);

/// As a case file spells it.
[[nodiscard]] std::string_view name(LoadKind);
/// As a case file spells it.
[[nodiscard]] std::string_view name(Surface);

}  // namespace stickslip
