#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "maps/cell_evaluator.hpp"
#include "maps/state_file.hpp"
#include "maps/tile_store.hpp"

namespace stickslip::cli {

/// What to do with the state of interrupted work.
enum class Resumption { refused, wanted };

/// Work that is cut into tiles, as those see it who keep the tiles.
struct TiledWork {
    std::string_view name;  ///< one word: map
    Tiling tiling;
    const std::vector<MapQuantity>& quantities;
    std::vector<RequestLine> lines;          ///< everything that the values depend on
    std::vector<std::string_view> suffixes;  ///< of the files that it can be written to
};

/// Where the tiles of such work go: the state beside the file that is wanted, or memory.
class TileTarget {
public:
    /// An empty path means memory. @throws std::invalid_argument before any work if the file cannot be written, or its
    /// state is not one to go on from.
    TileTarget(const std::string& path, Resumption, const TiledWork&);

    [[nodiscard]] TileStore& store() { return *store_; }
    [[nodiscard]] bool has_state() const { return state_ != nullptr; }
    [[nodiscard]] std::string state_path() const { return path_ + state_suffix; }

    /// Writes the tiles of a store to a file of this path; false if it was told to stop.
    using Writer =
        std::function<bool(const TileStore&, const std::string& path, const std::function<bool(double)>& progress)>;
    /// The file under its name, and no state any more; false if interrupted.
    [[nodiscard]] bool finish(const Writer&);

    /// Leaves no state, unless an earlier run began it.
    void give_up();

    /// Those of the state that is left of the map to this path, if there is one.
    /// @throws std::invalid_argument if this processor does not have them.
    [[nodiscard]] static std::optional<LaneWidth> vectors_begun_with(const std::string& path);

private:
    static constexpr const char* state_suffix = ".partial";

    std::string path_;
    std::unique_ptr<TileStore> store_;
    StateFile* state_ = nullptr;
    bool is_continued_ = false;
};

}  // namespace stickslip::cli
