// Matrices that other programs write: what is read is what was written, in every style; what is damaged is refused.

#include "stickslip/structure/matrix_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <sstream>

#include <unistd.h>

#include "matrix_writers.hpp"

namespace stickslip::structure {
namespace {

/// Whole numbers, so that every type of number holds them; some are zero.
Matrix random_matrix(std::mt19937& random, std::size_t rows, std::size_t columns) {
    std::uniform_int_distribution<int> value(-120, 120);
    std::bernoulli_distribution is_there(0.6);
    Matrix m = Matrix::zero(rows, columns);
    for (double& x : m.values) x = is_there(random) ? value(random) : 0;
    return m;
}

/// Symmetric, with no zero on its diagonal.
Matrix random_symmetric(std::mt19937& random, std::size_t size) {
    Matrix m = random_matrix(random, size, size);
    for (std::size_t i = 0; i < size; ++i) {
        m(i, i) = 200.0 + std::sqrt(static_cast<double>(i + 1));
        for (std::size_t j = 0; j < i; ++j) m(i, j) = m(j, i);
    }
    return m;
}

std::string said(const std::string& bytes, MatrixFormat format, const std::string& member = "") {
    try {
        (void)read_matrix(bytes, "m", format, member);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "accepted";
}

enum class Triangle { both, lower, upper };

bool is_in(Triangle triangle, std::size_t i, std::size_t j) {
    return triangle == Triangle::both || (triangle == Triangle::lower ? i >= j : i <= j);
}

std::string coordinates(const Matrix& m, Triangle triangle, const char* separator) {
    std::ostringstream text;
    text.precision(17);
    for (std::size_t j = 0; j < m.columns; ++j) {
        for (std::size_t i = 0; i < m.rows; ++i) {
            if (m(i, j) == 0.0 || !is_in(triangle, i, j)) continue;
            text << i + 1 << separator << j + 1 << separator << m(i, j) << "\n";
        }
    }
    return text.str();
}

TEST(MatrixFile, ReadsArraysOfMatlabInEveryStyle) {
    std::mt19937 random(3);
    for (int trial = 0; trial < 200; ++trial) {
        std::uniform_int_distribution<std::size_t> size(1, 12);
        const Matrix m = random_matrix(random, size(random), size(random));
        const Matrix other = random_matrix(random, 2, 3);
        for (const int type : {9, 7, 5, 3, 1}) {
            const MatStyle style{trial % 2 == 1, trial % 4 >= 2, trial % 8 >= 4, type};
            const bool big = style.is_big_endian;
            const std::string text = mat_element(14,
                                                 mat_element(6, mat_word(4, big) + mat_word(0, big), big) +
                                                     mat_element(5, mat_word(1, big) + mat_word(2, big), big) +
                                                     mat_element(1, "title", big) + mat_element(16, "ok", big),
                                                 big);
            const std::string file =
                mat_header(big) + text + mat_array("other", other, style) + mat_array("K", m, style);
            const Matrix read = read_matrix(file, "m", MatrixFormat::mat, "K");
            EXPECT_EQ(read.rows, m.rows);
            EXPECT_EQ(read.values, m.values) << trial << " " << type;
            EXPECT_EQ(read_matrix(mat_header(big) + mat_array("x", m, style), "m", MatrixFormat::mat).values, m.values);
        }
    }
}

TEST(MatrixFile, RefusesEveryTruncatedFileOfMatlab) {
    std::mt19937 random(4);
    const Matrix m = random_symmetric(random, 5);
    for (const bool is_sparse : {false, true}) {
        for (const bool is_packed : {false, true}) {
            const std::string file = mat_header() + mat_array("K", m, {.is_sparse = is_sparse, .is_packed = is_packed});
            ASSERT_EQ(said(file, MatrixFormat::mat), "accepted");
            for (std::size_t size = 0; size < file.size(); ++size) {
                EXPECT_NE(said(file.substr(0, size), MatrixFormat::mat), "accepted") << size << is_packed << is_sparse;
            }
        }
    }
}

TEST(MatrixFile, SurvivesEveryChangedByteOfAFileOfMatlab) {
    std::mt19937 random(5);
    const Matrix m = random_symmetric(random, 3);
    std::size_t accepted = 0, refused = 0;
    for (const bool is_sparse : {false, true}) {
        const std::string array = mat_array("K", m, {.is_sparse = is_sparse});
        for (std::size_t at = 0; at < array.size(); ++at) {
            for (const int byte : {0x00, 0x01, 0x0E, 0x0F, 0x7F, 0x80, 0xFF}) {
                std::string changed = array;
                changed[at] = static_cast<char>(byte);
                for (const std::string& file : {mat_header() + changed, mat_header() + mat_packed(changed)}) {
                    (said(file, MatrixFormat::mat) == "accepted" ? accepted : refused) += 1;
                }
            }
        }
    }
    EXPECT_GT(accepted, 0U);  // numbers may be other numbers
    EXPECT_GT(refused, 0U);
}

// The 32 bits of the flags are a word without a sign; a file may claim that they are any number, a negative one, too.
TEST(MatrixFile, RefusesFlagsOfMatlabThatAreNoWord) {
    const Matrix one{1, 1, {1.0}};
    constexpr std::size_t flags = 128 + 8;  // bytes before their tag
    for (const std::uint32_t number_type : {1U, 3U, 5U, 7U, 9U, 12U, 13U}) {
        std::string file = mat_header() + mat_array("K", one);
        file.replace(flags, 4, mat_word(number_type));
        file.replace(flags + 8, 8, std::string(8, '\xFA'));
        EXPECT_EQ(said(file, MatrixFormat::mat), "m: the file is damaged") << number_type;
    }
}

TEST(MatrixFile, SaysWhatIsWrongWithAFileOfMatlab) {
    const Matrix one{1, 1, {1.0}};
    const auto with = [&](const Matrix& m) { return mat_header() + mat_array("K", m); };
    constexpr auto mat = MatrixFormat::mat;
    EXPECT_EQ(said("", mat), "m: not a complete file of MATLAB (.mat)");
    EXPECT_EQ(said(std::string(200, ' '), mat), "m: not a file of MATLAB 5 to 7.2; save it with -v7");
    EXPECT_EQ(said("MATLAB 7.3 MAT-file", mat), "m: files of MATLAB 7.3 are not read; save it with -v7");
    EXPECT_EQ(said("\x89HDF\r\n", mat), "m: files of MATLAB 7.3 are not read; save it with -v7");
    EXPECT_EQ(said(mat_header(), mat), "m: the file holds no arrays");
    EXPECT_EQ(said(with(one), mat, "M"), "m: no array is called M; it holds K");
    EXPECT_EQ(said(with(one) + mat_array("M", one), mat),
              "m: say which array is meant, as in \"file.mat:name\"; it holds K, M");
    EXPECT_EQ(said(with({1, 2, {1.0, std::nan("")}}), mat), "m:K: entry [1, 2] must be a finite number");
    std::string large = with(one);
    large.replace(128 + 8 + 16 + 8, 8, mat_word(2001) + mat_word(1));
    EXPECT_EQ(said(large, mat), "m:K: the matrix has 2001 × 1 entries; it must have 1 to 2000 rows and columns");
    std::string claims = with(one);
    claims.replace(128 + 8 + 16 + 8, 8, mat_word(2000) + mat_word(2000));
    EXPECT_EQ(said(claims, mat), "m: the file is truncated");
    std::string complex = with(one);
    complex.replace(128 + 8 + 8, 4, mat_word(0x0806));
    EXPECT_EQ(said(complex, mat), "m:K: the numbers must be real");
    std::string cells = with(one);
    cells.replace(128 + 8 + 8, 4, mat_word(1));
    EXPECT_EQ(said(cells, mat), "m:K: the array must hold numbers, not text, cells or structures");
}

TEST(MatrixFile, SaysWhatIsWrongWithAnArrayOfNumpy) {
    const auto array = [](char version, const std::string& shape) {
        const std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }\n";
        return "\x93NUMPY" + std::string{version, '\0', char(header.size()), '\0'} + header + std::string(32, '\0');
    };
    constexpr auto npy = MatrixFormat::npy;
    EXPECT_EQ(said(array(1, "(2, 2)"), npy), "accepted");
    EXPECT_EQ(said(array(1, "(2L, 2L)"), npy), "accepted");
    EXPECT_EQ(said(array(1, "(-2, -2)"), npy), "m: the shape of the array, (-2, -2), must be two whole numbers");
    EXPECT_EQ(said(array(1, "(2\x1b, 2)"), npy), "m: the shape of the array, (2?, 2), must be two whole numbers");
    EXPECT_EQ(said(array(9, "(2, 2)"), npy), "m: version 9 of the format is not known; 1 to 3 are");
}

TEST(MatrixFile, SaysWhatIsWrongWithTheHeaderOfAnArrayOfNumpy) {
    const auto array = [](const std::string& words) {
        const std::string header = "{" + words + "}\n";
        return "\x93NUMPY" + std::string{'\1', '\0', char(header.size()), '\0'} + header + std::string(32, '\0');
    };
    const std::string type = "'descr': '<f8', ", order = "'fortran_order': False, ", shape = "'shape': (2, 2)";
    constexpr auto npy = MatrixFormat::npy;
    ASSERT_EQ(said(array(type + order + shape), npy), "accepted");
    EXPECT_EQ(said("numbers", npy), "m: not a file of NumPy (.npy)");
    EXPECT_EQ(said(array(order + shape), npy), "m: the header has no descr");
    EXPECT_EQ(said(array(type + shape), npy), "m: the header has no fortran_order");
    EXPECT_EQ(said(array(type + order), npy), "m: the header has no shape");
    EXPECT_EQ(said(array(type + order + "'shape': 4"), npy), "m: the header has no shape");
    EXPECT_EQ(said(array(type + order + "'shape': (4,)"), npy), "m: the array has 1 dimensions; a matrix has 2");
    EXPECT_EQ(said(array(type + order + "'shape': (99999999999999999999, 1)"), npy),
              "m: the shape of the array is too large");
    EXPECT_EQ(said(array("'descr': [('a', '<f8')], " + order + shape), npy),
              "m: the array must hold numbers, not records");
    for (const char* code : {"<c16", "<f2", "|O8", "<i3", "<U4"}) {
        const std::string sentence =
            std::string("m: the type of the array, ") + code + ", must be real or integer numbers of at most 8 bytes";
        EXPECT_EQ(said(array(std::string("'descr': '") + code + "', " + order + shape), npy), sentence);
    }
}

std::string little(std::size_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i, value >>= 8) text += static_cast<char>(value & 0xFF);
    return text;
}

/// A ZIP archive with one member, whose header may claim what is not so.
struct OneMember {
    std::string content;
    std::size_t method = 0;
    std::optional<std::size_t> claimed_size;

    [[nodiscard]] std::string bytes() const {
        const std::string name = "K.npy", size = little(content.size(), 4);
        const std::string sizes = size + little(claimed_size.value_or(content.size()), 4);
        const std::string local = "PK\x03\x04" + std::string(4, '\0') + little(method, 2) + std::string(8, '\0') +
                                  sizes + little(name.size(), 2) + little(0, 2) + name + content;
        const std::string directory = "PK\x01\x02" + std::string(6, '\0') + little(method, 2) + std::string(8, '\0') +
                                      sizes + little(name.size(), 2) + std::string(16, '\0') + name;
        return local + directory + "PK\x05\x06" + std::string(4, '\0') + little(1, 2) + little(1, 2) +
               little(directory.size(), 4) + little(local.size(), 4) + little(0, 2);
    }
};

TEST(MatrixFile, SaysWhatIsWrongWithAnArchiveOfNumpy) {
    const std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1), }\n";
    const std::string array =
        "\x93NUMPY" + std::string{'\1', '\0', char(header.size()), '\0'} + header + std::string(8, '\0');
    constexpr auto npz = MatrixFormat::npz;
    const std::string good = OneMember{.content = array}.bytes();
    ASSERT_EQ(said(good, npz), "accepted");
    EXPECT_EQ(said(good, npz, "M"), "m: no array is called M; it holds K");
    EXPECT_EQ(said(OneMember{.content = array, .method = 12}.bytes(), npz),
              "m: the archive is packed in an unknown way");
    EXPECT_EQ(said(OneMember{.content = array, .method = 8}.bytes(), npz), "m: the archive is damaged");
    EXPECT_EQ(said(OneMember{.content = array, .claimed_size = 70'000'000}.bytes(), npz),
              "m: K.npy has 70000000 bytes, more than a matrix");
    std::string without_local = good, without_directory = good, truncated = good;
    without_local[0] = 'Q';
    EXPECT_EQ(said(without_local, npz), "m: the archive is damaged");
    without_directory[without_directory.find("PK\x01\x02")] = 'Q';
    EXPECT_EQ(said(without_directory, npz), "m: the archive is damaged");
    truncated.replace(truncated.find("PK\x01\x02") + 20, 4, little(100'000, 4));
    EXPECT_EQ(said(truncated, npz), "m: the file is truncated");
    std::string long_name = good;
    long_name.replace(long_name.find("PK\x01\x02") + 28, 2, little(60'000, 2));
    EXPECT_EQ(said(long_name, npz), "m: the file is truncated");
}

TEST(MatrixFile, SaysWhatIsWrongWithAMatrixMarket) {
    const auto told = [](const std::string& text) { return said(text, MatrixFormat::matrix_market); };
    const std::string first = "%%MatrixMarket matrix ";
    EXPECT_EQ(told("%%MatrixMarket vector\n"), "m: the first line must begin with %%MatrixMarket matrix");
    EXPECT_EQ(told(first + "dense real general\n"), "m:1: the layout \"dense\" must be coordinate or array");
    EXPECT_EQ(told(first + "array real hermitian\n"), "m:1: the symmetry \"hermitian\" must be general or symmetric");
    EXPECT_EQ(told(first + "array real general\n% nothing\n"), "m: the line with the size of the matrix is missing");
    EXPECT_EQ(told(first + "array real general\n1 1 1\n1\n"), "m:2: the size has more numbers than it needs");
    EXPECT_EQ(told(first + "array real symmetric\n1 2\n1\n"), "m:2: a symmetric matrix must be square");
    EXPECT_EQ(told(first + "array real general\n1 1\n1 2\n"), "m:3: a line of an array holds one number");
    EXPECT_EQ(told(first + "array real general\n1 1\n1\n2\n"), "m:4: there are more entries than the size says");
    EXPECT_EQ(told(first + "coordinate real general\n1 1 2\n"),
              "m:2: there cannot be more entries than places in the matrix");
    EXPECT_EQ(told(first + "coordinate real general\n1 1 1\n1 1 1 1\n"),
              "m:3: an entry has three numbers: row, column, value");
    EXPECT_EQ(told(first + "coordinate real general\n1 1 1\n1 x 1\n"), "m:3: \"x\" must be a whole number");
    const Matrix lower = read_matrix(first + "array real symmetric\n2 2\n1\n2\n3\n", "m", MatrixFormat::matrix_market);
    EXPECT_EQ(lower.values, (std::vector<double>{1, 2, 2, 3}));
}

TEST(MatrixFile, OfRowsHasAtMostTwoThousandOfThem) {
    std::string wide, tall;
    for (int i = 0; i < 2001; ++i) {
        wide += "1 ";
        tall += "1\n";
    }
    EXPECT_EQ(said(wide, MatrixFormat::csv), "m:1: the row has more than 2000 numbers");
    EXPECT_EQ(said(tall, MatrixFormat::csv), "m:2001: the matrix has more than 2000 rows");
}

TEST(MatrixFile, ShowsNothingOfAFileButPlainText) {
    EXPECT_EQ(said(std::string("1,2\n3,4\0\x1b[2J\xff\n", 14), MatrixFormat::csv),
              "m:2: \"4??[2J?\" must be a finite number");
}

TEST(MatrixFile, DoesNotUnpackMoreThanAMatrix) {
    // 80 MiB of zeros, packed into a few hundred kilobytes.
    const std::string zeros(std::size_t{5} << 24, '\0');
    const std::string array = mat_array("K", {1, 1, {1.0}}).substr(8);
    const std::string bomb =
        mat_word(14) + mat_word(static_cast<std::uint32_t>(array.size() + zeros.size())) + array + zeros;
    EXPECT_EQ(said(mat_header() + mat_packed(bomb), MatrixFormat::mat), "m: the file is truncated");
}

TEST(MatrixFile, ReadsMatricesOfAbaqusAndCalculixInEveryStyle) {
    std::mt19937 random(6);
    for (int trial = 0; trial < 100; ++trial) {
        const Matrix m = random_symmetric(random, 1 + trial % 9);
        for (const Triangle triangle : {Triangle::both, Triangle::lower, Triangle::upper}) {
            const std::string abaqus = "** written by a test\n*MATRIX INPUT\n" + coordinates(m, triangle, ", ");
            EXPECT_EQ(read_matrix(abaqus, "m", MatrixFormat::abaqus).values, m.values);
            EXPECT_EQ(read_matrix(coordinates(m, triangle, "  "), "m", MatrixFormat::calculix).values, m.values);
        }
    }
}

TEST(MatrixFile, SortsDegreesOfFreedomOfAbaqusByNodeAndDirection) {
    const std::string text =
        "** node 30 comes after node 7\r\n"
        "30,1, 30,1,  9.0e+00\r\n"
        "7,2, 7,2,  4.0\r\n"
        "7,1, 7,1,  3.0\r\n"
        "7,2, 7,1,  -1.0\r\n"
        "30,1, 7,2,  -2.0\r\n"
        "-1,1, -1,1,  5.0\r\n";  // an internal node
    const Matrix m = read_matrix(text, "m", MatrixFormat::abaqus);
    EXPECT_EQ(m.values, (std::vector<double>{5, 0, 0, 0, 0, 3, -1, 0, 0, -1, 4, -2, 0, 0, -2, 9}));
}

TEST(MatrixFile, SaysWhatIsWrongWithMatricesInText) {
    constexpr auto abaqus = MatrixFormat::abaqus, calculix = MatrixFormat::calculix;
    EXPECT_EQ(said("", abaqus), "m: the file holds no entries of a matrix");
    EXPECT_EQ(said("** nothing\n", abaqus), "m: the file holds no entries of a matrix");
    EXPECT_EQ(said("", calculix), "m: the file holds no entries of a matrix");
    EXPECT_NE(said("1 2\n", abaqus).find("m:1: a matrix of Abaqus has lines of five numbers"), std::string::npos);
    EXPECT_EQ(said("1,1,1,1,2\n1,1,2,1\n", abaqus), "m:2: \"\" must be a finite number");
    EXPECT_EQ(said("1,1,1,1,2,3\n", abaqus).substr(0, 4), "m:1:");
    EXPECT_EQ(said("1,1,1,1,2\n1,1,2,1,5,6\n", abaqus),
              "m:2: an entry has five numbers: node, degree of freedom, node, degree of freedom, value");
    EXPECT_EQ(said("1.5,1,1,1,2\n", abaqus), "m:1: \"1.5\" must be the number of a node, a whole number");
    EXPECT_EQ(said("1,0,1,1,2\n", abaqus), "m:1: degrees of freedom of a node are counted from 1");
    EXPECT_EQ(said("1,1,1,1,nan\n", abaqus), "m:1: \"nan\" must be a finite number");
    EXPECT_EQ(said("1,1,1,1,1\n1,1,1,1,1\n", abaqus), "m: the entry at 1, 1 stands there twice");
    // The line of sizes of a Matrix Market file that lost its first line is no entry.
    EXPECT_EQ(said("2 2 3\n1 1 2\n2 1 -1\n2 2 1.5\n", abaqus), "m: the entry at 2, 2 stands there twice");
    EXPECT_EQ(said("1 1 1\n1 0 1\n", calculix),
              "m:2: the entry at 1, 0 is outside the matrix, which has 1 to 2000 rows and columns");
    EXPECT_EQ(said("1 2001 1\n", calculix),
              "m:1: the entry at 1, 2001 is outside the matrix, which has 1 to 2000 rows and columns");
    EXPECT_EQ(said("1 1 1e999\n", calculix), "m:1: \"1e999\" must be a finite number");
    EXPECT_EQ(said("1 1 1 1\n", calculix), "m:1: an entry has three numbers: row, column, value");
    EXPECT_EQ(said("1 1\n", calculix), "m:1: \"\" must be a finite number");
    std::string many;
    for (int node = 1; node <= 2001; ++node) {
        many += std::to_string(node) + ",1," + std::to_string(node) + ",1,1.0\n";
    }
    EXPECT_EQ(said(many, abaqus), "m:2001: the matrix has more than 2000 degrees of freedom; reduce it first");
}

class MatrixFolder : public testing::Test {
protected:
    MatrixFolder() { std::filesystem::create_directories(folder_); }
    ~MatrixFolder() override { std::filesystem::remove_all(folder_); }
    void write(const std::string& file, const std::string& text) const { std::ofstream(folder_ / file) << text; }
    [[nodiscard]] std::string refusal(const std::string& file) const {
        try {
            (void)read_matrix_file(folder_, file);
        } catch (const std::invalid_argument& error) {
            return std::string(error.what()).substr(folder_.string().size() + 1);
        }
        return "accepted";
    }
    const std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() / ("stickslip-matrices-" + std::to_string(::getpid()));
};

TEST_F(MatrixFolder, HasAsManyRowsAsTheDegreesOfFreedomOfCalculix) {
    write("job.sti", "1 1 2.0\n1 2 -1.0\n2 2 2.0\n");
    write("job.mas", "1 1 1.0\n");
    EXPECT_EQ(read_matrix_file(folder_, "job.mas").rows, 1U);
    write("job.dof", "1.1\n1.2\n7.3\n");
    EXPECT_EQ(read_matrix_file(folder_, "job.sti").values, (std::vector<double>{2, -1, 0, -1, 2, 0, 0, 0, 0}));
    EXPECT_EQ(read_matrix_file(folder_, "job.mas").values, (std::vector<double>{1, 0, 0, 0, 0, 0, 0, 0, 0}));
    write("job.dof", "1.1\n");
    EXPECT_EQ(refusal("job.sti"),
              "job.sti:2: the entry at 1, 2 is outside the matrix, which has 1 to 1 rows and columns");
    write("job.dof", "1.1\n12\n");
    EXPECT_EQ(refusal("job.sti"), "job.dof:2: \"12\" must be a node and a direction, as in 12.3");
    write("job.dof", "");
    EXPECT_EQ(refusal("job.sti"), "job.dof: the file holds no degrees of freedom");
}

TEST_F(MatrixFolder, TellsAbaqusFromMatrixMarketByTheFirstLine) {
    write("a.mtx", "1,1, 1,1, 2.0\n2,1, 2,1, 3.0\n2,1, 1,1, -1\n");
    write("b.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 2\n2 1 -1\n2 2 3\n");
    EXPECT_EQ(read_matrix_file(folder_, "a.mtx").values, read_matrix_file(folder_, "b.mtx").values);
}

TEST_F(MatrixFolder, OpensArraysOfMatlabByName) {
    write("frame.mat", mat_header() + mat_array("K", {1, 1, {5.0}}) + mat_array("M", {1, 1, {2.0}}));
    EXPECT_EQ(read_matrix_file(folder_, "frame.mat:M").values, std::vector<double>{2.0});
    EXPECT_NE(refusal("frame.mat").find("say which array is meant"), std::string::npos);
    std::filesystem::create_directory(folder_ / "folder.mat");
    EXPECT_NE(refusal("folder.mat"), "accepted");
}

}  // namespace
}  // namespace stickslip::structure
