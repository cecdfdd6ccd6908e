#pragma once

#include <memory>
#include <string>
#include <vector>

#include "stickslip/maps/map_request.hpp"
#include "tile_store.hpp"

namespace stickslip {

/// Tiles in a file that survives the death of the process at any moment: a tile counts only when its checksum, written
/// after its values, is in the file. Only one process at a time can have it open.
///
/// Layout, in the byte order of the machine: a header with magic, sizes and the description of the map; an index with
/// 16 bytes a tile (mark, checksum, failures; zero until the tile is there); the values, a slot of fixed size for each
/// tile.
class StateFile : public TileStore {
public:
    /// A new file. @throws std::invalid_argument if there is one already or it cannot be written.
    [[nodiscard]] static std::unique_ptr<StateFile> create(const std::string& path, const Tiling&,
                                                           const std::vector<MapQuantity>&,
                                                           const std::vector<RequestLine>& request);

    /// An existing file with what it holds. @throws std::invalid_argument in a sentence if it is no such file,
    /// truncated, damaged (values that no map has included), a link, a pipe or a device, in use, or belongs to another
    /// map; then the difference is named.
    [[nodiscard]] static std::unique_ptr<StateFile> resume(const std::string& path, const Tiling&,
                                                           const std::vector<MapQuantity>&,
                                                           const std::vector<RequestLine>& request);

    /// The description of the map that a file belongs to. @throws as `resume`
    [[nodiscard]] static std::vector<RequestLine> description(const std::string& path);

    /// @throws std::invalid_argument if another process is at work on this file, naming it where that is known, or if
    /// it is no regular file.
    static void require_free(const std::string& path);
    ~StateFile() override;
    StateFile(const StateFile&) = delete;
    StateFile& operator=(const StateFile&) = delete;

    [[nodiscard]] bool has(std::size_t tile) const override { return index_[tile].mark != 0; }
    [[nodiscard]] std::uint32_t failures(std::size_t tile) const override { return index_[tile].failures; }
    void put(std::size_t tile, const TileValues&, std::uint32_t failures) override;
    void get(std::size_t tile, TileValues&) const override;

    /// Deletes the file: the map is complete, or was never begun.
    void remove();

private:
    struct Entry {
        std::uint64_t mark = 0;
        std::uint32_t checksum = 0;
        std::uint32_t failures = 0;
    };
    StateFile(std::string path, int descriptor, const Tiling&, const std::vector<MapQuantity>&);
    void write_header(const std::string& text);
    void place_parts(std::size_t text_size);
    void check_header(const std::vector<RequestLine>& request);
    struct Header;
    [[nodiscard]] static Header read_header(const std::string& path, int file);
    [[nodiscard]] static std::string read_text(const std::string& path, int file, const Header&);
    void read_index();
    void verify_tiles() const;
    [[nodiscard]] std::uint64_t size() const;
    [[nodiscard]] std::uint64_t slot(std::size_t tile) const;

    std::string path_;
    int descriptor_;
    std::uint64_t index_at_ = 0;
    std::uint64_t values_at_ = 0;
    std::vector<Entry> index_;
};

}  // namespace stickslip
