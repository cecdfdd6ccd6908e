#include "tile_target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "interruption.hpp"
#include "output_file.hpp"
#include "progress.hpp"

namespace stickslip::cli {

namespace {

std::unique_ptr<TileStore> store_in_memory(const TiledWork& work) {
    constexpr std::size_t most_bytes = std::size_t{1} << 30;
    const std::size_t cells = work.tiling.columns() * work.tiling.rows();
    if (TileLayout(work.quantities, cells).bytes() > most_bytes) {
        throw std::invalid_argument(
            fmt::format("{} cells are too many to keep in memory; give --out F{}", cells, work.suffixes.front()));
    }
    return std::make_unique<MemoryStore>(work.tiling, work.quantities);
}

}  // namespace

TileTarget::TileTarget(const std::string& path, Resumption resumption, const TiledWork& work) : path_(path) {
    if (path_.empty()) {
        store_ = store_in_memory(work);
        return;
    }
    required_suffix(path_, "--out", work.suffixes);
    if (std::filesystem::is_directory(path_)) {
        throw std::invalid_argument(path_ + ": is a folder, and cannot be written as a file");
    }
    const bool exists = std::filesystem::exists(state_path());
    if (exists && resumption == Resumption::refused) {
        StateFile::require_free(state_path());
        throw std::invalid_argument(
            fmt::format("{}: is left from an interrupted {}; continue it with --resume, or "
                        "delete it",
                        state_path(), work.name));
    }
    auto state = exists ? StateFile::resume(state_path(), work.tiling, work.quantities, work.lines)
                        : StateFile::create(state_path(), work.tiling, work.quantities, work.lines);
    is_continued_ = exists;
    state_ = state.get();
    store_ = std::move(state);
}

void TileTarget::give_up() {
    if (state_ != nullptr && !is_continued_) state_->remove();
}

bool TileTarget::finish(const Writer& write) {
    if (state_ == nullptr) return true;
    OutputFile file(path_);
    constexpr std::size_t smallest_file = 262'144;
    file.require_room(smallest_file);
    ProgressBar bar("writing");
    const bool is_written =
        write(*store_, file.temporary_path(), [&](double part) { return bar.show(part) && !is_stop_wanted(); });
    bar.finish();
    if (!is_written) return false;
    file.commit();
    state_->remove();
    return true;
}

std::optional<LaneWidth> TileTarget::vectors_begun_with(const std::string& path) {
    const std::string state = path + state_suffix;
    if (path.empty() || !std::filesystem::exists(state)) return std::nullopt;
    const std::vector<RequestLine> lines = StateFile::description(state);
    const auto line = std::ranges::find(lines, "vectors", &RequestLine::name);
    if (line == lines.end()) return std::nullopt;  // the state of another version, which is refused later
    const std::optional<LaneWidth> begun = lane_width(line->value);
    if (begun && is_supported(*begun)) return begun;
    throw std::invalid_argument(
        fmt::format("{}: was begun with {} vectors, which this processor does not have; "
                    "continue it on one that has them, or delete it to begin again",
                    state, line->value));
}

}  // namespace stickslip::cli
