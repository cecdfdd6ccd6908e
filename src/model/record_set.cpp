#include "record_set.hpp"

#include <glob.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include "record_components.hpp"

namespace stickslip {

namespace {

constexpr std::string_view record_suffixes[] = {".csv", ".at2", ".asc", ".v1", ".v2", ".v1c", ".v2c"};

struct Named {
    std::string files;
    std::string factor_text;  ///< "@1.5", or nothing
    double factor = 1.0;
};

/// "FILE@factor"; an @ that no number follows belongs to the name.
Named named(const std::string& text) {
    const std::size_t at = text.rfind('@');
    if (at == std::string::npos) return {text, ""};
    double factor = 0.0;
    const auto [end, error] = std::from_chars(text.data() + at + 1, text.data() + text.size(), factor);
    if (error != std::errc{} || end != text.data() + text.size()) return {text, ""};
    if (!std::isfinite(factor) || factor == 0.0) {
        throw std::invalid_argument("record " + text + ": the factor must be a finite number other than 0");
    }
    return {text.substr(0, at), text.substr(at), factor};
}

bool is_record(const std::filesystem::path& path) {
    std::string suffix = path.extension().string();
    std::ranges::transform(suffix, suffix.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::ranges::find(record_suffixes, suffix) != std::end(record_suffixes);
}

std::vector<std::string> files_in(const std::string& folder) {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.is_regular_file() && is_record(entry.path())) found.push_back(entry.path().string());
    }
    if (found.empty())
        throw std::invalid_argument("records " + folder +
                                    ": the folder holds no file of a record (.csv, .at2, .asc, .v1, .v2, .v1c, .v2c)");
    std::ranges::sort(found);
    return found;
}

std::vector<std::string> files_like(const std::string& pattern) {
    glob_t matches{};
    const int failure = glob(pattern.c_str(), 0, nullptr, &matches);
    const std::unique_ptr<glob_t, void (*)(glob_t*)> freed(&matches, globfree);
    if (failure != 0) throw std::invalid_argument("records " + pattern + ": no file has such a name");
    return {matches.gl_pathv, matches.gl_pathv + matches.gl_pathc};
}

std::vector<std::string> files_of(const std::string& text) {
    std::error_code error;
    if (std::filesystem::is_directory(text, error)) return files_in(text);
    const bool is_pattern = text.find_first_of("*?[") != std::string::npos && !std::filesystem::exists(text, error);
    return is_pattern ? files_like(text) : std::vector<std::string>{text};
}

std::vector<ComponentFiles> components_of(const std::vector<std::string>& files, RecordComponents components) {
    if (components == RecordComponents::two) return paired_components(files);
    std::vector<ComponentFiles> single;
    for (const std::string& file : files) single.push_back({file, ""});
    return single;
}

/// One file, or the two components of a record out of a file each.
RecordSamples read_components(const ComponentFiles& files, RecordComponents components) {
    if (files.second.empty()) return read_record_file(files.first, components);
    RecordSamples samples = read_record_file(files.first);
    RecordSamples other = read_record_file(files.second);
    if (samples.times != other.times) {
        throw std::invalid_argument("records " + files.first + " and " + files.second +
                                    ": two components of a record must have the same times");
    }
    samples.second = std::move(other.values);
    return samples;
}

}  // namespace

std::optional<double> baseline_drift(const RecordSamples& samples) {
    double drift = 0.0;
    for (const std::vector<double>* const values : {&samples.values, &samples.second}) {
        double velocity = 0.0, largest = 0.0;
        for (std::size_t i = 1; i < values->size(); ++i) {
            velocity += 0.5 * ((*values)[i] + (*values)[i - 1]) * (samples.times[i] - samples.times[i - 1]);
            largest = std::max(largest, std::abs(velocity));
        }
        if (largest > 0.0) drift = std::max(drift, std::abs(velocity) / largest);
    }
    constexpr double tolerated = 0.1;
    return drift > tolerated ? std::optional(drift) : std::nullopt;
}

std::vector<SetRecord> read_record_set(const std::vector<std::string>& texts, RecordComponents components) {
    std::vector<SetRecord> records;
    for (const std::string& text : texts) {
        const Named asked = named(text);
        for (const ComponentFiles& files : components_of(files_of(asked.files), components)) {
            const std::string name = files.first + (files.second.empty() ? "" : "+" + files.second) + asked.factor_text;
            if (std::ranges::find(records, name, &SetRecord::name) != records.end()) {
                throw std::invalid_argument("record " + name + " stands twice in the list");
            }
            RecordSamples samples = read_components(files, components);
            for (double& value : samples.values) value *= asked.factor;
            for (double& value : samples.second) value *= asked.factor;
            records.push_back({name, std::move(samples)});
        }
    }
    if (records.empty()) throw std::invalid_argument("the list of records is empty");
    return records;
}

}  // namespace stickslip
