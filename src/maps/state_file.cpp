#include "state_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace stickslip {

namespace {

constexpr char magic[16] = {'s', 't', 'i', 'c', 'k', 's', 'l', 'i', 'p', ' ', 'm', 'a', 'p', ' ', '1', '\n'};
constexpr std::uint64_t page = 4096;  // an entry of the index never straddles two pages, so it is never torn
constexpr std::uint64_t largest_text = std::uint64_t{1} << 24;

std::uint64_t rounded_up(std::uint64_t bytes) { return (bytes + page - 1) / page * page; }

/// A multiplicative hash of eight bytes at a time: a tile must be checked in a small part of the time it takes to
/// solve.
std::uint32_t checksum_of(const void* bytes, std::size_t size) {
    constexpr std::uint64_t odd = 0x9E37'79B9'7F4A'7C15U;
    constexpr int half = 32;
    const auto* from = static_cast<const char*>(bytes);
    std::uint64_t hash = size;
    for (std::size_t i = 0; i < size; i += sizeof hash) {
        std::uint64_t word = 0;
        std::memcpy(&word, from + i, std::min(sizeof word, size - i));
        hash = (hash ^ word) * odd;
        hash ^= hash >> half;
    }
    return static_cast<std::uint32_t>(hash);
}

/// Never zero, and different for each tile.
std::uint64_t mark_of(std::size_t tile) { return 0x7469'6c65'0000'0000U + tile + 1; }

[[noreturn]] void fail(const std::string& path, const char* what) {
    throw std::runtime_error(path + ": " + what + ": " + std::strerror(errno));
}

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
    throw std::invalid_argument(path + ": " + why);
}

void write_all(const std::string& path, int file, const void* bytes, std::size_t size, std::uint64_t at) {
    const char* from = static_cast<const char*>(bytes);
    while (size > 0) {
        const ssize_t n = ::pwrite(file, from, size, static_cast<off_t>(at));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) fail(path, "cannot be written");
        from += n;
        at += static_cast<std::uint64_t>(n);
        size -= static_cast<std::size_t>(n);
    }
}

/// False at the end of the file.
bool read_all(const std::string& path, int file, void* bytes, std::size_t size, std::uint64_t at) {
    char* to = static_cast<char*>(bytes);
    while (size > 0) {
        const ssize_t n = ::pread(file, to, size, static_cast<off_t>(at));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fail(path, "cannot be read");
        if (n == 0) return false;
        to += n;
        at += static_cast<std::uint64_t>(n);
        size -= static_cast<std::size_t>(n);
    }
    return true;
}

/// A descriptor that is closed at the end.
class Descriptor {
public:
    explicit Descriptor(int file) : file_(file) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (file_ >= 0) ::close(file_);
    }
    [[nodiscard]] int get() const { return file_; }
    [[nodiscard]] int release() { return std::exchange(file_, -1); }

private:
    int file_;
};

struct stat status_of(const std::string& path, int file) {
    struct stat status {};
    if (::fstat(file, &status) != 0) fail(path, "cannot be read");
    return status;
}

/// An existing file, not through a link. Anything but a regular file is refused: a pipe would be waited for, a device
/// read for ever.
Descriptor open_existing(const std::string& path, int access) {
    Descriptor file(::open(path.c_str(), access | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (file.get() < 0 && errno == ELOOP) refuse(path, "is a link, and must be a file");
    if (file.get() < 0) refuse(path, std::string("cannot be opened: ") + std::strerror(errno));
    if (!S_ISREG(status_of(path, file.get()).st_mode)) refuse(path, "is not a regular file");
    return Descriptor(file.release());
}

/// The process that holds the lock on a file, where the system tells: /proc/locks has lines like
/// "1: FLOCK  ADVISORY  WRITE 4711 08:02:131 0 EOF".
std::string holder_of(const std::string& path, int file) {
    const std::string inode = std::string(":").append(std::to_string(status_of(path, file).st_ino));
    std::ifstream locks("/proc/locks");
    for (std::string line; std::getline(locks, line);) {
        std::istringstream words(line);
        std::string number;
        std::string kind;
        std::string manner;
        std::string access;
        std::string process;
        std::string place;
        words >> number >> kind >> manner >> access >> process >> place;
        if (kind == "FLOCK" && place.ends_with(inode)) return ", process " + process;
    }
    return "";
}

/// The lock goes away with the process, however it ends.
void lock(const std::string& path, int file) {
    if (::flock(file, LOCK_EX | LOCK_NB) == 0) return;
    if (errno == EWOULDBLOCK) refuse(path, "is in use by another run" + holder_of(path, file));
    fail(path, "cannot be locked");
}

}  // namespace

struct StateFile::Header {
    char name[16];
    std::uint64_t text_size;
    std::uint64_t tiles;
    std::uint64_t slot_size;
    std::uint32_t text_checksum;
    std::uint32_t checksum;  ///< of the fields above

    [[nodiscard]] std::uint32_t right_checksum() const { return checksum_of(this, offsetof(Header, checksum)); }
};

StateFile::StateFile(std::string path, int descriptor, const Tiling& tiling, const std::vector<MapQuantity>& quantities)
    : TileStore(tiling, quantities), path_(std::move(path)), descriptor_(descriptor), index_(tiling.count()) {}

StateFile::~StateFile() { ::close(descriptor_); }

std::unique_ptr<StateFile> StateFile::create(const std::string& path, const Tiling& tiling,
                                             const std::vector<MapQuantity>& quantities,
                                             const std::vector<RequestLine>& request) {
    constexpr mode_t everyone_as_umask_allows = 0666;
    const int file = ::open(path.c_str(), O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR | O_CLOEXEC, everyone_as_umask_allows);
    if (file < 0 && errno == EEXIST) refuse(path, "exists already");
    if (file < 0) refuse(path, std::string("cannot be written: ") + std::strerror(errno));
    std::unique_ptr<StateFile> state(new StateFile(path, file, tiling, quantities));
    try {
        lock(path, file);
        state->write_header(text_of(request));
    } catch (...) {
        state->remove();
        throw;
    }
    return state;
}

std::unique_ptr<StateFile> StateFile::resume(const std::string& path, const Tiling& tiling,
                                             const std::vector<MapQuantity>& quantities,
                                             const std::vector<RequestLine>& request) {
    Descriptor file = open_existing(path, O_RDWR);
    lock(path, file.get());
    std::unique_ptr<StateFile> state(new StateFile(path, file.release(), tiling, quantities));
    state->check_header(request);
    state->read_index();
    state->verify_tiles();
    return state;
}

/// The index and the values begin at pages of their own, behind header and text.
void StateFile::place_parts(std::size_t text_size) {
    index_at_ = rounded_up(sizeof(Header) + text_size);
    values_at_ = rounded_up(index_at_ + index_.size() * sizeof(Entry));
}

void StateFile::write_header(const std::string& text) {
    Header h{};
    std::memcpy(h.name, magic, sizeof magic);
    h.text_size = text.size();
    h.tiles = index_.size();
    h.slot_size = layout().bytes();
    h.text_checksum = checksum_of(text.data(), text.size());
    h.checksum = h.right_checksum();
    place_parts(text.size());
    if (::ftruncate(descriptor_, static_cast<off_t>(size())) != 0) fail(path_, "cannot be made large enough");
    write_all(path_, descriptor_, text.data(), text.size(), sizeof h);
    write_all(path_, descriptor_, &h, sizeof h, 0);
}

StateFile::Header StateFile::read_header(const std::string& path, int file) {
    Header h{};
    const bool is_read = read_all(path, file, &h, sizeof h, 0);
    if (!is_read || std::memcmp(h.name, magic, sizeof magic) != 0) {
        refuse(path, "is not the state of a map that this version can continue");
    }
    if (h.checksum != h.right_checksum() || h.text_size > largest_text) refuse(path, "is damaged: its header");
    return h;
}

std::string StateFile::read_text(const std::string& path, int file, const Header& h) {
    if (static_cast<std::uint64_t>(status_of(path, file).st_size) < sizeof h + h.text_size)
        refuse(path, "is truncated");
    std::string text(h.text_size, '\0');
    if (!read_all(path, file, text.data(), text.size(), sizeof h)) refuse(path, "is truncated");
    if (h.text_checksum != checksum_of(text.data(), text.size())) refuse(path, "is damaged: its description");
    return text;
}

std::vector<RequestLine> StateFile::description(const std::string& path) {
    const Descriptor file = open_existing(path, O_RDONLY);
    return lines_of(read_text(path, file.get(), read_header(path, file.get())));
}

void StateFile::require_free(const std::string& path) { lock(path, open_existing(path, O_RDONLY).get()); }

void StateFile::check_header(const std::vector<RequestLine>& request) {
    const Header h = read_header(path_, descriptor_);
    const std::string text = read_text(path_, descriptor_, h);
    const std::string other = difference(request, lines_of(text));
    if (!other.empty()) refuse(path_, "is the state of another map: " + other);
    if (h.tiles != index_.size() || h.slot_size != layout().bytes()) {
        refuse(path_, "is the state of a map that was cut into other tiles");
    }
    place_parts(text.size());
    const struct stat status = status_of(path_, descriptor_);
    if (static_cast<std::uint64_t>(status.st_size) != size()) {
        refuse(path_, "is truncated: it has " + std::to_string(status.st_size) + " bytes of " + std::to_string(size()));
    }
}

void StateFile::read_index() {
    if (!read_all(path_, descriptor_, index_.data(), index_.size() * sizeof(Entry), index_at_)) {
        refuse(path_, "is truncated");
    }
    for (std::size_t tile = 0; tile < index_.size(); ++tile) {
        if (index_[tile].mark != 0 && index_[tile].mark != mark_of(tile)) {
            refuse(path_, "is damaged: the index of tile " + std::to_string(tile));
        }
    }
}

void StateFile::verify_tiles() const {
    TileValues values(layout());
    try {
        for (std::size_t tile = 0; tile < index_.size(); ++tile) {
            if (!has(tile)) continue;
            get(tile, values);
            const std::string nonsense = values.nonsense();
            if (!nonsense.empty() || failures(tile) > layout().cells()) {
                refuse(path_, "is damaged: tile " + std::to_string(tile) + " has " +
                                  (nonsense.empty() ? "more failures than cells" : nonsense));
            }
        }
    } catch (const std::runtime_error& damaged) {
        throw std::invalid_argument(damaged.what());
    }
}

std::uint64_t StateFile::size() const { return slot(index_.size()); }

std::uint64_t StateFile::slot(std::size_t tile) const {
    return values_at_ + static_cast<std::uint64_t>(tile) * layout().bytes();
}

void StateFile::put(std::size_t tile, const TileValues& values, std::uint32_t failures) {
    const Entry entry{mark_of(tile), checksum_of(values.bytes().data(), values.bytes().size()), failures};
    write_all(path_, descriptor_, values.bytes().data(), values.bytes().size(), slot(tile));
    write_all(path_, descriptor_, &entry, sizeof entry, index_at_ + tile * sizeof entry);
    index_[tile] = entry;
}

void StateFile::get(std::size_t tile, TileValues& values) const {
    const bool is_read = read_all(path_, descriptor_, values.bytes().data(), values.bytes().size(), slot(tile));
    if (!is_read || checksum_of(values.bytes().data(), values.bytes().size()) != index_[tile].checksum) {
        throw std::runtime_error(path_ + ": is damaged: the values of tile " + std::to_string(tile));
    }
}

void StateFile::remove() { ::unlink(path_.c_str()); }

}  // namespace stickslip
