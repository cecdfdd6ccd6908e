#include "record_library.hpp"

#include <sstream>
#include <stdexcept>

#include "stickslip/model/built_in_cases.hpp"

namespace stickslip {

namespace {

std::shared_ptr<const RecordSamples> built_in_samples(const std::string& file, RecordComponents components) {
    const auto text = built_in_file_text(file);
    if (!text) throw std::invalid_argument("load.file = \"" + file + "\" must be a built-in record here");
    std::istringstream in{std::string(*text)};
    return std::make_shared<const RecordSamples>(read_record(in, file, components));
}

}  // namespace

RecordLibrary::RecordLibrary(const RecordLibrary& other, const std::string& file, RecordSamples samples)
    : folder_(other.folder_) {
    const RecordComponents components = samples.second.empty() ? RecordComponents::one : RecordComponents::two;
    const std::lock_guard lock(other.mutex_);
    known_ = other.known_;
    known_[{file, components}] = std::make_shared<const RecordSamples>(std::move(samples));
}

std::shared_ptr<const RecordSamples> RecordLibrary::samples(const std::string& file,
                                                            RecordComponents components) const {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<const RecordSamples>& entry = known_[{file, components}];
    if (entry) return entry;
    if (folder_ == only_built_in_records()) return entry = built_in_samples(file, components);
    const std::filesystem::path path = folder_ / file;
    std::error_code error;
    const auto built_in = built_in_file_text(file);
    if (built_in && !std::filesystem::exists(path, error)) {
        entry = built_in_samples(file, components);
    } else {
        entry = std::make_shared<const RecordSamples>(read_record_file(path, components));
    }
    return entry;
}

}  // namespace stickslip
