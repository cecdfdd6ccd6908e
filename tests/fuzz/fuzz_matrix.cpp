// Any bytes are a matrix or are refused with std::invalid_argument; a matrix has rows and columns and as many finite
// numbers. The first byte of the input chooses the format.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "require.hpp"
#include "stickslip/structure/matrix_file.hpp"

namespace {

using stickslip::require;
using namespace stickslip::structure;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr MatrixFormat formats[] = {MatrixFormat::csv,    MatrixFormat::matrix_market, MatrixFormat::npy,
                                        MatrixFormat::npz,    MatrixFormat::dmig,          MatrixFormat::mat,
                                        MatrixFormat::abaqus, MatrixFormat::calculix};
    if (size == 0) return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    try {
        const Matrix m = read_matrix(bytes, "fuzz", formats[data[0] % std::size(formats)]);
        require(m.rows > 0 && m.columns > 0, "a matrix has rows and columns");
        require(m.rows <= most_degrees && m.columns <= most_degrees, "a matrix is not larger than a structure");
        require(m.values.size() == m.rows * m.columns, "every entry has a number");
        for (const double value : m.values) require(std::isfinite(value), "entries are finite");
    } catch (const std::invalid_argument&) {
        // Refused in one sentence.
    }
    return 0;
}
