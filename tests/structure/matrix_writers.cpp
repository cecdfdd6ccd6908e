#include "matrix_writers.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace stickslip::structure {
namespace {

template <class Number>
std::string raw(Number value, bool is_big_endian) {
    std::string bytes(sizeof value, '\0');
    std::memcpy(bytes.data(), &value, sizeof value);
    if (is_big_endian) std::reverse(bytes.begin(), bytes.end());
    return bytes;
}

std::string numbers(const std::vector<double>& values, int type, bool is_big_endian) {
    std::string bytes;
    for (const double value : values) {
        switch (type) {
            case 1: bytes += raw(static_cast<std::int8_t>(value), is_big_endian); break;
            case 3: bytes += raw(static_cast<std::int16_t>(value), is_big_endian); break;
            case 5: bytes += raw(static_cast<std::int32_t>(value), is_big_endian); break;
            case 7: bytes += raw(static_cast<float>(value), is_big_endian); break;
            default: bytes += raw(value, is_big_endian);
        }
    }
    return mat_element(static_cast<std::uint32_t>(type), bytes, is_big_endian);
}

}  // namespace

std::string mat_word(std::uint32_t value, bool is_big_endian) { return raw(value, is_big_endian); }

std::string mat_header(bool is_big_endian) {
    std::string text = "MATLAB 5.0 MAT-file, written by a test";
    text.resize(124, ' ');
    return text + raw(std::uint16_t{0x0100}, is_big_endian) + (is_big_endian ? "MI" : "IM");
}

std::string mat_element(std::uint32_t type, const std::string& bytes, bool is_big_endian) {
    std::string out;
    if (!bytes.empty() && bytes.size() <= 4) {
        out = mat_word(static_cast<std::uint32_t>(bytes.size()) << 16 | type, is_big_endian) + bytes;
    } else {
        out = mat_word(type, is_big_endian) + mat_word(static_cast<std::uint32_t>(bytes.size()), is_big_endian) + bytes;
    }
    out.resize((out.size() + 7) / 8 * 8);
    return out;
}

std::string mat_packed(const std::string& element, bool is_big_endian) {
    uLongf size = compressBound(element.size());
    std::string packed(size, '\0');
    compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(element.data()),
              element.size(), Z_BEST_SPEED);
    packed.resize(size);
    constexpr std::uint32_t packed_type = 15;
    return mat_word(packed_type, is_big_endian) + mat_word(static_cast<std::uint32_t>(size), is_big_endian) + packed;
}

std::string mat_array(const std::string& name, const Matrix& m, const MatStyle& style) {
    const bool big = style.is_big_endian;
    constexpr std::uint32_t byte_type = 1, word_type = 5, natural_type = 6, array_type = 14;
    const std::uint32_t array_class = style.is_sparse ? 5 : 6;
    std::string body = mat_element(natural_type, mat_word(array_class, big) + mat_word(0, big), big);
    body += mat_element(
        word_type,
        mat_word(static_cast<std::uint32_t>(m.rows), big) + mat_word(static_cast<std::uint32_t>(m.columns), big), big);
    body += mat_element(byte_type, name, big);
    std::vector<double> values;
    std::string rows, begins = mat_word(0, big);
    for (std::size_t j = 0; j < m.columns; ++j) {
        for (std::size_t i = 0; i < m.rows; ++i) {
            if (style.is_sparse && m(i, j) == 0.0) continue;
            values.push_back(m(i, j));
            rows += mat_word(static_cast<std::uint32_t>(i), big);
        }
        begins += mat_word(static_cast<std::uint32_t>(values.size()), big);
    }
    if (style.is_sparse) body += mat_element(word_type, rows, big) + mat_element(word_type, begins, big);
    body += numbers(values, style.number_type, big);
    const std::string array = mat_element(array_type, body, big);
    return style.is_packed ? mat_packed(array, big) : array;
}

}  // namespace stickslip::structure
