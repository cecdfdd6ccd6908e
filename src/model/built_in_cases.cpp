#include "stickslip/model/built_in_cases.hpp"

#include "embedded_files.hpp"

namespace stickslip {

namespace {
constexpr std::string_view case_suffix = ".toml";
}

std::vector<std::string_view> built_in_case_names() {
    std::vector<std::string_view> names;
    for (const EmbeddedFile& file : embedded_files()) {
        if (!file.name.ends_with(case_suffix)) continue;
        names.push_back(file.name.substr(0, file.name.size() - case_suffix.size()));
    }
    return names;
}

std::optional<std::string_view> built_in_case_text(std::string_view name) {
    for (const EmbeddedFile& file : embedded_files()) {
        if (file.name.size() == name.size() + case_suffix.size() && file.name.starts_with(name) &&
            file.name.ends_with(case_suffix)) {
            return file.text;
        }
    }
    return std::nullopt;
}

std::optional<std::string_view> built_in_file_text(std::string_view file_name) {
    for (const EmbeddedFile& file : embedded_files()) {
        if (file.name == file_name) return file.text;
    }
    return std::nullopt;
}

const std::filesystem::path& only_built_in_records() {
    static const std::filesystem::path folder("<built-in records>");
    return folder;
}

}  // namespace stickslip
