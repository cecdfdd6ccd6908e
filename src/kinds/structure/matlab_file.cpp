// Matrices as MATLAB saves them (-v6, -v7; SciPy's savemat, Octave's save -mat): a header of 128 bytes, then elements.
// An element is a tag of a type and a count of bytes, and the bytes, filled up to a multiple of 8; a small one has its
// type, count and bytes in 8 bytes. An array is an element of elements: flags, dimensions, name, and the numbers, which
// of a sparse matrix come as rows of the entries, where each column begins, and values. An array may be packed by zlib.
// Every count is checked against the bytes that are there before it is used.

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <vector>

#include "matrix_bytes.hpp"
#include "packed_numbers.hpp"

namespace stickslip::structure {
namespace {

constexpr std::size_t header_size = 128;  // bytes
constexpr std::size_t tag_size = 8;       // bytes; what elements are filled up to, too
constexpr std::size_t most_arrays = 65535;

enum ElementType : std::uint32_t { int32_element = 5, matrix_element = 14, packed_element = 15 };
enum ArrayClass : std::uint32_t { sparse_array = 5, first_full_array = 6, last_full_array = 15, object_array = 17 };

/// The numbers that an element of a type holds, where it holds numbers.
std::optional<NumberType> number_type(std::uint64_t type, bool is_big_endian) {
    struct Known {
        std::uint64_t type;
        char kind;
        std::size_t size;
    };
    constexpr std::array<Known, 10> known{{{1, 'i', 1},
                                           {2, 'u', 1},
                                           {3, 'i', 2},
                                           {4, 'u', 2},
                                           {5, 'i', 4},
                                           {6, 'u', 4},
                                           {7, 'f', 4},
                                           {9, 'f', 8},
                                           {12, 'i', 8},
                                           {13, 'u', 8}}};
    for (const Known& k : known) {
        if (k.type == type) return NumberType{is_big_endian, k.kind, k.size};
    }
    return std::nullopt;
}

struct MatElement {
    std::uint64_t type = 0;
    std::string_view bytes;
};

/// Elements one after the other.
class Elements {
public:
    Elements(std::string_view bytes, bool is_big_endian, const std::string& name)
        : rest_(bytes), is_big_endian_(is_big_endian), name_(name) {}

    [[nodiscard]] bool at_end() const { return rest_.size() < tag_size; }

    MatElement next() {
        if (rest_.size() < tag_size) refuse("the file is truncated");
        const std::uint64_t first = natural(0), small_size = first >> 16;
        if (small_size != 0) {
            constexpr std::uint64_t most_in_tag = 4;  // bytes
            if (small_size > most_in_tag) refuse("the file is damaged");
            const MatElement small{first & 0xFFFF, rest_.substr(4, small_size)};
            rest_.remove_prefix(tag_size);
            return small;
        }
        const std::uint64_t size = natural(4);
        if (size > rest_.size() - tag_size) refuse("the file is truncated");
        const MatElement element{first, rest_.substr(tag_size, size)};
        const std::size_t filled = first == packed_element ? size : (size + tag_size - 1) / tag_size * tag_size;
        rest_.remove_prefix(std::min(rest_.size(), tag_size + filled));
        return element;
    }

    [[noreturn]] void refuse(const std::string& what) const { throw std::invalid_argument(name_ + ": " + what); }
    [[nodiscard]] bool is_big_endian() const { return is_big_endian_; }

private:
    [[nodiscard]] std::uint64_t natural(std::size_t at) const {
        return static_cast<std::uint64_t>(number_at({is_big_endian_, 'u', 4}, rest_.data() + at));
    }

    std::string_view rest_;
    bool is_big_endian_;
    const std::string& name_;
};

/// The numbers of an element.
class Numbers {
public:
    Numbers(const Elements& elements, const MatElement& element) : bytes_(element.bytes) {
        const auto type = number_type(element.type, elements.is_big_endian());
        if (!type) elements.refuse("the file is damaged");
        type_ = *type;
    }
    [[nodiscard]] std::size_t count() const { return bytes_.size() / type_.size; }
    [[nodiscard]] double operator[](std::size_t i) const { return number_at(type_, bytes_.data() + i * type_.size); }
    /// A place in an array; one that no array has where the number is no place.
    [[nodiscard]] std::size_t index(std::size_t i) const {
        constexpr std::size_t no_place = ~std::size_t{0};
        constexpr double farthest = 1e9;
        const double value = (*this)[i];
        return value >= 0.0 && value < farthest ? static_cast<std::size_t>(value) : no_place;
    }

private:
    std::string_view bytes_;
    NumberType type_;
};

/// What stands before the numbers of an array.
struct ArrayHead {
    std::uint64_t array_class = 0;
    bool is_complex = false;
    std::vector<std::size_t> sizes;
    std::string name;
};

ArrayHead read_head(Elements& in) {
    const Numbers flags(in, in.next());
    if (flags.count() < 2) in.refuse("the file is damaged");
    constexpr std::uint64_t class_bits = 0xFF, complex_bit = 0x800;
    constexpr std::size_t longest_name = 63;  // characters, of MATLAB
    const double word = flags[0];
    constexpr double word_end = 4294967296.0;  // 2³², where the 32 bits of a word end
    if (!(word >= 0.0 && word < word_end)) in.refuse("the file is damaged");
    const auto bits = static_cast<std::uint64_t>(word);
    ArrayHead head{bits & class_bits, (bits & complex_bit) != 0, {}, {}};
    if (head.array_class == object_array) {  // strings and tables; no dimensions
        head.name = in.next().bytes.substr(0, longest_name);
        return head;
    }
    const Numbers sizes(in, in.next());
    constexpr std::size_t most_dimensions = 32;
    for (std::size_t i = 0; i < std::min(sizes.count(), most_dimensions); ++i) head.sizes.push_back(sizes.index(i));
    head.name = in.next().bytes.substr(0, longest_name);
    return head;
}

void read_full(Elements& in, const std::string& name, Matrix& m) {
    const Numbers values(in, in.next());
    if (values.count() < m.rows * m.columns) in.refuse("the file is truncated");
    for (std::size_t j = 0; j < m.columns; ++j) {
        for (std::size_t i = 0; i < m.rows; ++i) {
            m(i, j) = values[j * m.rows + i];
            require_finite(m, i, j, name);
        }
    }
}

void read_sparse(Elements& in, const std::string& name, Matrix& m) {
    const Numbers rows(in, in.next());
    const Numbers begins(in, in.next());
    const Numbers values(in, in.next());
    if (begins.count() < m.columns + 1) in.refuse("the file is truncated");
    for (std::size_t j = 0; j < m.columns; ++j) {
        const std::size_t end = begins.index(j + 1);
        if (begins.index(j) > end || end > std::min(rows.count(), values.count())) in.refuse("the file is damaged");
        for (std::size_t k = begins.index(j); k < end; ++k) {
            const std::size_t i = rows.index(k);
            if (i >= m.rows) in.refuse("the file is damaged");
            m(i, j) += values[k];
            require_finite(m, i, j, name);
        }
    }
}

/// One array of a file, known by its head; its numbers are unpacked when it is the one that is meant.
class SavedArray {
public:
    SavedArray(const MatElement& element, bool is_big_endian, const std::string& file)
        : element_(element), is_big_endian_(is_big_endian), file_(file) {
        constexpr std::size_t enough_for_a_head = 1024;  // bytes
        const std::string start = is_packed() ? unpacked(enough_for_a_head) : std::string{};
        Elements in = is_packed() ? inside_packed(start, true) : Elements(element.bytes, is_big_endian, file);
        head_ = read_head(in);
    }

    [[nodiscard]] const ArrayHead& head() const { return head_; }

    [[nodiscard]] Matrix matrix() const {
        const std::string name = file_ + ":" + head_.name;
        const auto refuse = [&](const std::string& what) { throw std::invalid_argument(name + ": " + what); };
        const bool is_sparse = head_.array_class == sparse_array;
        if (!is_sparse && (head_.array_class < first_full_array || head_.array_class > last_full_array)) {
            refuse("the array must hold numbers, not text, cells or structures");
        }
        if (head_.is_complex) refuse("the numbers must be real");
        if (head_.sizes.size() != 2) {
            refuse("the array has " + std::to_string(head_.sizes.size()) + " dimensions; a matrix has 2");
        }
        require_matrix_size(head_.sizes[0], head_.sizes[1], name);
        const std::string content = is_packed() ? unpacked(largest_array) : std::string{};
        Elements in = is_packed() ? inside_packed(content, false) : Elements(element_.bytes, is_big_endian_, file_);
        static_cast<void>(read_head(in));
        Matrix m = Matrix::zero(head_.sizes[0], head_.sizes[1]);
        is_sparse ? read_sparse(in, name, m) : read_full(in, name, m);
        return m;
    }

private:
    [[nodiscard]] bool is_packed() const { return element_.type == packed_element; }

    [[nodiscard]] std::string unpacked(std::size_t most) const {
        auto content = inflated(element_.bytes, Wrapping::zlib, most);
        if (!content) throw std::invalid_argument(file_ + ": the file is damaged");
        return std::move(*content);
    }

    /// The elements of the array in a packed one. Its tag counts bytes that may not have been unpacked.
    [[nodiscard]] Elements inside_packed(std::string_view content, bool is_start) const {
        const NumberType natural{is_big_endian_, 'u', 4};
        if (content.size() < tag_size || number_at(natural, content.data()) != double{matrix_element}) {
            throw std::invalid_argument(file_ + ": the file is damaged");
        }
        if (is_start) return {content.substr(tag_size), is_big_endian_, file_};
        Elements outer(content, is_big_endian_, file_);
        return {outer.next().bytes, is_big_endian_, file_};
    }

    MatElement element_;
    bool is_big_endian_;
    const std::string& file_;
    ArrayHead head_;
};

/// Whether numbers have their highest byte first. Refuses what is no such file.
bool checked_byte_order(std::string_view bytes, const std::string& name) {
    const auto refuse = [&](const std::string& what) { throw std::invalid_argument(name + ": " + what); };
    if (bytes.substr(0, 4) == "\x89HDF" || bytes.starts_with("MATLAB 7.3")) {
        refuse("files of MATLAB 7.3 are not read; save it with -v7");
    }
    if (bytes.size() < header_size) refuse("not a complete file of MATLAB (.mat)");
    const std::string_view order = bytes.substr(header_size - 2, 2);
    if (order != "IM" && order != "MI") refuse("not a file of MATLAB 5 to 7.2; save it with -v7");
    const bool is_big_endian = order == "MI";
    constexpr double version = 0x0100;
    if (number_at({is_big_endian, 'u', 2}, bytes.data() + header_size - 4) != version) {
        refuse("not a file of MATLAB 5 to 7.2; save it with -v7");
    }
    return is_big_endian;
}

}  // namespace

Matrix read_mat(std::string_view bytes, const std::string& name, std::string_view member) {
    const bool is_big_endian = checked_byte_order(bytes, name);
    Elements in(bytes.substr(header_size), is_big_endian, name);
    std::vector<SavedArray> arrays;
    for (std::size_t count = 0; !in.at_end(); ++count) {
        if (count == most_arrays) in.refuse("the file holds more than 65535 arrays");
        const MatElement element = in.next();
        if (element.type != matrix_element && element.type != packed_element) continue;
        const SavedArray array(element, is_big_endian, name);
        if (array.head().name.empty()) continue;  // what belongs to objects, not to the user
        if (!member.empty() && array.head().name == member) return array.matrix();
        arrays.push_back(array);
    }
    if (member.empty() && arrays.size() == 1) return arrays.front().matrix();
    std::string names;
    constexpr std::size_t longest_list = 200;
    for (const SavedArray& array : arrays) {
        if (names.size() < longest_list) names += (names.empty() ? "" : ", ") + array.head().name;
    }
    if (arrays.empty()) in.refuse("the file holds no arrays");
    if (member.empty()) in.refuse("say which array is meant, as in \"file.mat:name\"; it holds " + names);
    in.refuse("no array is called " + std::string(member) + "; it holds " + names);
}

}  // namespace stickslip::structure
