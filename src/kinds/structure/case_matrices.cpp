// The matrices of a case: a chain of masses, rows of numbers or files; damping in one of four ways.

#include "case_matrices.hpp"

#include <algorithm>

#include "stickslip/model/built_in_cases.hpp"
#include "stickslip/structure/case.hpp"
#include "stickslip/structure/matrix_file.hpp"

namespace stickslip::structure {
namespace {

class MatrixReader {
public:
    MatrixReader(const CaseReader& in, const std::filesystem::path& folder, std::size_t most)
        : in_(in), folder_(folder), most_(most) {}

    Structure run() {
        const bool is_chain = in_.has("structure.masses");
        if (is_chain == in_.has("structure.mass")) {
            in_.refuse_case("[structure] needs either masses, springs and dampers of a chain, or mass and stiffness");
        }
        if (is_chain) {
            read_chain();
        } else {
            for (const char* key : {"structure.springs", "structure.dampers"}) {
                if (in_.has(key)) in_.refuse(key, "belongs to a chain: it needs structure.masses");
            }
            s_.mass = matrix("structure.mass", 0);
            require_size("structure.mass", s_.mass.rows);
            s_.stiffness = matrix("structure.stiffness", s_.mass.rows);
        }
        read_damping();
        return std::move(s_);
    }

private:
    void read_chain() {
        for (const char* key : {"structure.mass", "structure.stiffness", "structure.damping"}) {
            if (in_.has(key)) in_.refuse(key, "cannot stand beside structure.masses: give springs and dampers");
        }
        const std::vector<double> masses = in_.numbers("structure.masses", Range::positive, "kg");
        require_size("structure.masses", masses.size());
        s_.mass = Matrix::zero(masses.size(), masses.size());
        for (std::size_t i = 0; i < masses.size(); ++i) s_.mass(i, i) = masses[i];
        if (!in_.has("structure.springs")) {
            in_.refuse_case("structure.springs is missing: it must be an array of " + links_of(masses.size()) +
                            " numbers ≥ 0 [N/m]");
        }
        s_.stiffness = chain("structure.springs", "N/m");
    }

    void require_size(std::string_view key, std::size_t size) const {
        if (size > most_) {
            in_.refuse_case(std::string(key) + " has " + std::to_string(size) + " entries; at most " +
                            std::to_string(most_) + " degrees of freedom are allowed");
        }
    }

    static std::string links_of(std::size_t masses) {
        return std::to_string(masses) + " or " + std::to_string(masses + 1);
    }

    [[nodiscard]] Matrix chain(std::string_view key, std::string_view unit) const {
        const std::vector<double> links = in_.numbers(key, Range::not_negative, unit);
        if (links.size() != size() && links.size() != size() + 1) {
            in_.refuse(key, "must have " + links_of(size()) + " numbers for " + std::to_string(size()) + " masses");
        }
        return chain_matrix(size(), links);
    }

    void read_damping() {
        constexpr std::string_view ways[] = {"structure.dampers", "structure.damping", "structure.modal_damping",
                                             "structure.rayleigh"};
        const auto given = std::ranges::count_if(ways, [&](std::string_view key) { return in_.has(key); });
        if (given > 1) {
            in_.refuse_case(
                "[structure] has damping in several ways; give one of dampers (of a chain), damping, "
                "modal_damping and rayleigh");
        }
        s_.damping = Matrix::zero(size(), size());
        if (in_.has("structure.dampers")) s_.damping = chain("structure.dampers", "N·s/m");
        if (in_.has("structure.damping")) s_.damping = matrix("structure.damping", size());
        if (const auto ratio = in_.number("structure.modal_damping", Range::not_negative, "")) {
            check_linear();
            s_.damping = modal_damping(s_.mass, s_.stiffness, *ratio);
        }
        if (in_.has("structure.rayleigh")) {
            const std::vector<double> factors = in_.numbers("structure.rayleigh", Range::not_negative, "");
            if (factors.size() != 2) in_.refuse("structure.rayleigh", "must be two numbers, [α in 1/s, β in s]");
            s_.damping = rayleigh_damping(s_.mass, s_.stiffness, factors[0], factors[1]);
        }
        check_linear();
    }

    /// M, C and K before anything is built on them.
    void check_linear() const {
        Structure linear{.mass = s_.mass, .damping = s_.damping, .stiffness = s_.stiffness};
        try {
            validate(linear);
        } catch (const std::invalid_argument& error) {
            in_.refuse_case("[structure] " + std::string(error.what()));
        }
    }

    /// A matrix as rows or as the name of a file; `size` rows and columns unless that is 0.
    [[nodiscard]] Matrix matrix(std::string_view key, std::size_t size) const {
        const CaseValue* value = in_.find(key);
        if (value == nullptr) in_.refuse_case(std::string(key) + " is missing: it must be a matrix");
        Matrix m;
        if (const auto* file = std::get_if<std::string>(&value->content)) {
            m = matrix_from_file(key, *file);
        } else if (const auto* rows = std::get_if<NumberRows>(&value->content)) {
            m = matrix_from_rows(key, *rows);
        } else {
            in_.refuse(key, "must be an array of rows, [[…], …], or the name of a file");
        }
        if (m.rows != m.columns || (size > 0 && m.rows != size)) {
            const std::string wanted = size > 0 ? std::to_string(size) + " × " + std::to_string(size) : "square";
            in_.refuse_case(std::string(key) + " has " + std::to_string(m.rows) + " × " + std::to_string(m.columns) +
                            " entries; it must be " + wanted);
        }
        return m;
    }

    [[nodiscard]] Matrix matrix_from_file(std::string_view key, const std::string& file) const {
        if (folder_ == only_built_in_records()) in_.refuse(key, "must be an array of rows here, not a file");
        try {
            return read_matrix_file(folder_, file);
        } catch (const std::invalid_argument& error) {
            in_.refuse(key, "cannot be read: " + std::string(error.what()));
        }
    }

    [[nodiscard]] Matrix matrix_from_rows(std::string_view key, const NumberRows& rows) const {
        Matrix m = Matrix::zero(rows.size(), rows.front().size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (rows[i].size() != m.columns) {
                in_.refuse(key, "must have rows of one length: row " + std::to_string(i + 1) + " has " +
                                    std::to_string(rows[i].size()) + " numbers, the first " +
                                    std::to_string(m.columns));
            }
            std::ranges::copy(rows[i], m.values.begin() + static_cast<std::ptrdiff_t>(i * m.columns));
        }
        return m;
    }

    [[nodiscard]] std::size_t size() const { return s_.mass.rows; }

    const CaseReader& in_;
    const std::filesystem::path& folder_;
    const std::size_t most_;
    Structure s_;
};

}  // namespace

Structure read_matrices(const CaseReader& in, const std::filesystem::path& folder, std::size_t most) {
    return MatrixReader(in, folder, most).run();
}

}  // namespace stickslip::structure
