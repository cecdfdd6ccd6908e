#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "stickslip/model/record.hpp"

namespace stickslip {

/// The record files of one case: found relative to its folder, or among the built-in files, each read once however
/// often the case is read with other overrides.
class RecordLibrary {
public:
    explicit RecordLibrary(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// Another library, with these samples under the name `file`.
    RecordLibrary(const RecordLibrary& other, const std::string& file, RecordSamples);

    /// @throws std::invalid_argument, one sentence with file and line.
    [[nodiscard]] std::shared_ptr<const RecordSamples> samples(const std::string& file,
                                                               RecordComponents = RecordComponents::one) const;

    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

private:
    std::filesystem::path folder_;
    mutable std::mutex mutex_;
    mutable std::map<std::pair<std::string, RecordComponents>, std::shared_ptr<const RecordSamples>> known_;
};

}  // namespace stickslip
