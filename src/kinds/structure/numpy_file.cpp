// Arrays as NumPy writes them: .npy is a header in Python's notation and the numbers, .npz a ZIP archive of such files,
// stored or deflated. Every length is checked against the bytes that are there before it is used.

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "matrix_bytes.hpp"
#include "packed_numbers.hpp"
#include "text_lines.hpp"

namespace stickslip::structure {
namespace {

[[noreturn]] void refuse_numpy(const std::string& name, const std::string& what) {
    throw std::invalid_argument(name + ": " + what);
}

/// What stands behind 'key': in the header, up to the end of the header.
std::string_view after_key(std::string_view header, std::string_view key, const std::string& name) {
    for (const char quote : {'\'', '"'}) {
        std::string quoted(1, quote);
        quoted += key;
        quoted += quote;
        std::size_t at = header.find(quoted);
        if (at == std::string_view::npos) continue;
        at = header.find_first_not_of(" :", at + quoted.size());
        if (at != std::string_view::npos) return header.substr(at);
    }
    refuse_numpy(name, "the header has no " + std::string(key));
}

NumberType type_of(std::string_view header, const std::string& name) {
    const std::string_view text = after_key(header, "descr", name);
    const std::size_t end = text.size() > 1 ? text.find(text.front(), 1) : std::string_view::npos;
    if ((text.front() != '\'' && text.front() != '"') || end == std::string_view::npos) {
        refuse_numpy(name, "the array must hold numbers, not records");
    }
    const std::string_view code = text.substr(1, end - 1);
    if (code.size() == 3) {
        const NumberType type{code[0] == '>', code[1], static_cast<std::size_t>(code[2] - '0')};
        const bool is_real = type.kind == 'f' && (type.size == 4 || type.size == 8);
        const bool is_whole = (type.kind == 'i' || type.kind == 'u') &&
                              (type.size == 1 || type.size == 2 || type.size == 4 || type.size == 8);
        if (is_real || is_whole || (type.kind == 'b' && type.size == 1)) return type;
    }
    refuse_numpy(name, "the type of the array, " + plain(code.substr(0, 20)) +
                           ", must be real or integer numbers of at most 8 bytes");
}

/// "(3, 3)": the two dimensions.
std::pair<std::size_t, std::size_t> shape_of(std::string_view header, const std::string& name) {
    std::string_view text = after_key(header, "shape", name);
    const std::size_t end = text.find(')');
    if (text.front() != '(' || end == std::string_view::npos) refuse_numpy(name, "the header has no shape");
    text = text.substr(1, end - 1);
    if (text.find_first_not_of("0123456789L, ") != std::string_view::npos) {
        refuse_numpy(name, "the shape of the array, (" + plain(text.substr(0, 40)) + "), must be two whole numbers");
    }
    std::vector<std::size_t> sizes;
    while (true) {
        const std::size_t first = text.find_first_of("0123456789");
        if (first == std::string_view::npos) break;
        std::size_t size = 0;
        const auto [stop, error] = std::from_chars(text.data() + first, text.data() + text.size(), size);
        if (error != std::errc{}) refuse_numpy(name, "the shape of the array is too large");
        sizes.push_back(size);
        text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
    }
    if (sizes.size() != 2) {
        refuse_numpy(name, "the array has " + std::to_string(sizes.size()) + " dimensions; a matrix has 2");
    }
    return {sizes[0], sizes[1]};
}

/// A ZIP archive, read through its directory.
class Archive {
public:
    struct Member {
        std::string name;
        std::uint64_t method = 0, packed = 0, size = 0, offset = 0;
    };

    Archive(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {
        constexpr std::string_view end_signature = "PK\x05\x06";
        const std::size_t end = bytes.rfind(end_signature);
        if (end == std::string_view::npos) refuse_numpy(name, "not a complete archive of NumPy (.npz)");
        std::size_t at = number(end + 16, 4);
        const std::size_t count = number(end + 10, 2);
        for (std::size_t i = 0; i < count; ++i) at = add_member(at);
    }

    [[nodiscard]] const std::vector<Member>& members() const { return members_; }

    [[nodiscard]] std::string content(const Member& m) const {
        if (m.size > largest_array) {
            refuse_numpy(name_, plain(m.name) + " has " + std::to_string(m.size) + " bytes, more than a matrix");
        }
        constexpr std::string_view local_signature = "PK\x03\x04";
        if (bytes_.substr(std::min<std::size_t>(m.offset, bytes_.size()), 4) != local_signature) {
            refuse_numpy(name_, "the archive is damaged");
        }
        const std::size_t data = m.offset + 30 + number(m.offset + 26, 2) + number(m.offset + 28, 2);
        if (data > bytes_.size() || m.packed > bytes_.size() - data) refuse_numpy(name_, "the file is truncated");
        const std::string_view packed = bytes_.substr(data, m.packed);
        constexpr std::uint64_t stored = 0, deflated = 8;
        if (m.method == stored) return std::string(packed);
        if (m.method != deflated) refuse_numpy(name_, "the archive is packed in an unknown way");
        std::optional<std::string> content = inflated(packed, Wrapping::none, m.size + 1);
        if (!content || content->size() != m.size) refuse_numpy(name_, "the archive is damaged");
        return std::move(*content);
    }

private:
    [[nodiscard]] std::uint64_t number(std::size_t at, std::size_t size) const {
        return little_endian(bytes_, at, size, name_);
    }

    std::size_t add_member(std::size_t at) {
        constexpr std::string_view directory_signature = "PK\x01\x02";
        if (at > bytes_.size() || bytes_.substr(at, 4) != directory_signature) {
            refuse_numpy(name_, "the archive is damaged");
        }
        const std::size_t name_size = number(at + 28, 2);
        const std::size_t next = at + 46 + name_size + number(at + 30, 2) + number(at + 32, 2);
        if (next > bytes_.size()) refuse_numpy(name_, "the file is truncated");
        members_.push_back({std::string(bytes_.substr(at + 46, name_size)), number(at + 10, 2), number(at + 20, 4),
                            number(at + 24, 4), number(at + 42, 4)});
        return next;
    }

    std::string_view bytes_;
    const std::string& name_;
    std::vector<Member> members_;
};

}  // namespace

Matrix read_npy(std::string_view bytes, const std::string& name) {
    constexpr std::string_view signature = "\x93NUMPY";
    if (!bytes.starts_with(signature)) refuse_numpy(name, "not a file of NumPy (.npy)");
    const std::uint64_t version = little_endian(bytes, signature.size(), 1, name);
    constexpr std::uint64_t newest_version = 3;
    if (version < 1 || version > newest_version) {
        refuse_numpy(name, "version " + std::to_string(version) + " of the format is not known; 1 to 3 are");
    }
    const std::size_t length_size = version == 1 ? 2 : 4;
    const std::size_t start = signature.size() + 2 + length_size;
    const std::uint64_t length = little_endian(bytes, signature.size() + 2, length_size, name);
    if (start > bytes.size() || length > bytes.size() - start) refuse_numpy(name, "the file is truncated");
    const std::string_view header = bytes.substr(start, length);
    const NumberType type = type_of(header, name);
    const bool is_fortran = after_key(header, "fortran_order", name).starts_with("True");
    const auto [rows, columns] = shape_of(header, name);
    require_matrix_size(rows, columns, name);
    const std::string_view data = bytes.substr(start + length);
    if (data.size() < rows * columns * type.size) refuse_numpy(name, "the file is truncated");
    Matrix m = Matrix::zero(rows, columns);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < columns; ++j) {
            const std::size_t place = is_fortran ? j * rows + i : i * columns + j;
            m(i, j) = number_at(type, data.data() + place * type.size);
            require_finite(m, i, j, name);
        }
    }
    return m;
}

Matrix read_npz(std::string_view bytes, const std::string& name, std::string_view member) {
    const Archive archive(bytes, name);
    std::string names;
    for (const Archive::Member& m : archive.members()) {
        const std::string array = m.name.ends_with(".npy") ? m.name.substr(0, m.name.size() - 4) : m.name;
        const bool is_meant = member.empty() ? archive.members().size() == 1 : array == member;
        if (is_meant) return read_npy(archive.content(m), name + ":" + plain(array));
        constexpr std::size_t longest_list = 200;
        if (names.size() < longest_list) names += (names.empty() ? "" : ", ") + plain(array);
    }
    if (member.empty()) refuse_numpy(name, "say which array is meant, as in \"file.npz:name\"; it holds " + names);
    refuse_numpy(name, "no array is called " + std::string(member) + "; it holds " + names);
}

}  // namespace stickslip::structure
