#pragma once

#include <memory>
#include <optional>
#include <string>

#include "maps/cell_evaluator.hpp"
#include "maps/state_file.hpp"
#include "maps/tile_store.hpp"

namespace stickslip::cli {

/// What to do with the state of an interrupted map.
enum class Resumption { refused, wanted };

/// Where the tiles of a map go: the state beside the file that is wanted, or memory.
class MapTarget {
public:
    /// An empty path means memory. @throws std::invalid_argument before any work if the file cannot be written, or its
    /// state is not one to go on from.
    MapTarget(const std::string& path, Resumption, const MapRequest&, const CellEvaluator&);

    [[nodiscard]] TileStore& store() { return *store_; }
    [[nodiscard]] bool has_state() const { return state_ != nullptr; }
    [[nodiscard]] std::string state_path() const { return path_ + state_suffix; }

    /// The file under its name, and no state any more; false if interrupted.
    [[nodiscard]] bool finish(const MapRequest&);

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
