#pragma once

// A matrix that is multiplied by vectors again and again, kept by its entries where most of them are zero.

#include <Eigen/Dense>
#include <cmath>
#include <vector>

namespace stickslip::structure {

class LinearMap {
public:
    LinearMap() = default;
    explicit LinearMap(const Eigen::MatrixXd& m) : dense_(m) {
        constexpr double most_filled = 0.3;  // share of entries up to which a list of them is faster
        const auto filled = (m.array() != 0.0).count();
        is_sparse_ = double(filled) <= most_filled * double(m.size());
        begin_.push_back(0);
        for (int i = 0; i < m.rows() && is_sparse_; ++i) {
            for (int j = 0; j < m.cols(); ++j) {
                if (m(i, j) != 0.0) entries_.push_back({j, m(i, j)});
            }
            begin_.push_back(int(entries_.size()));
        }
    }

    /// y += factor·A·x.
    void add(double factor, const double* x, double* y) const {
        const int rows = int(dense_.rows());
        const int columns = int(dense_.cols());
        if (is_sparse_) {
            for (int i = 0; i < rows; ++i) {
                double sum = 0.0;
                for (int k = begin_[std::size_t(i)]; k < begin_[std::size_t(i) + 1]; ++k) {
                    const Entry& entry = entries_[std::size_t(k)];
                    sum += entry.value * x[entry.column];
                }
                y[i] += factor * sum;
            }
        } else if (rows > small_size) {
            Eigen::Map<Eigen::VectorXd>(y, rows).noalias() +=
                factor * (dense_ * Eigen::Map<const Eigen::VectorXd>(x, columns));
        } else {
            const double* entry = dense_.data();
            for (int j = 0; j < columns; ++j) {
                const double share = factor * x[j];
                for (int i = 0; i < rows; ++i) y[i] += share * *entry++;
            }
        }
    }

    /// y += |A|·|x|.
    void add_sizes(const double* x, double* y) const {
        if (is_sparse_) {
            for (int i = 0; i < int(dense_.rows()); ++i) {
                for (int k = begin_[std::size_t(i)]; k < begin_[std::size_t(i) + 1]; ++k) {
                    y[i] += std::abs(entries_[std::size_t(k)].value * x[entries_[std::size_t(k)].column]);
                }
            }
            return;
        }
        const double* entry = dense_.data();
        for (int j = 0; j < int(dense_.cols()); ++j) {
            for (int i = 0; i < int(dense_.rows()); ++i) y[i] += std::abs(*entry++ * x[j]);
        }
    }

    /// xᵀ·A·x.
    [[nodiscard]] double quadratic(const double* x) const {
        double sum = 0.0;
        if (is_sparse_) {
            for (int i = 0; i < int(dense_.rows()); ++i) {
                for (int k = begin_[std::size_t(i)]; k < begin_[std::size_t(i) + 1]; ++k) {
                    sum += x[i] * entries_[std::size_t(k)].value * x[entries_[std::size_t(k)].column];
                }
            }
            return sum;
        }
        const double* entry = dense_.data();
        for (int j = 0; j < int(dense_.cols()); ++j) {
            double column = 0.0;
            for (int i = 0; i < int(dense_.rows()); ++i) column += x[i] * *entry++;
            sum += column * x[j];
        }
        return sum;
    }

    [[nodiscard]] const Eigen::MatrixXd& matrix() const { return dense_; }

private:
    static constexpr int small_size = 12;
    struct Entry {
        int column;
        double value;
    };
    Eigen::MatrixXd dense_;
    bool is_sparse_ = false;
    std::vector<int> begin_;
    std::vector<Entry> entries_;
};

/// A vector by its entries that are not zero.
class SparseVector {
public:
    struct Entry {
        int place;
        double value;
    };

    explicit SparseVector(const Eigen::VectorXd& v) {
        for (int i = 0; i < v.size(); ++i) {
            if (v[i] != 0.0) entries_.push_back({i, v[i]});
        }
    }
    [[nodiscard]] double dot(const double* x) const {
        double sum = 0.0;
        for (const Entry& entry : entries_) sum += entry.value * x[entry.place];
        return sum;
    }
    /// Σ |entry|·|x|.
    [[nodiscard]] double absolute_dot(const double* x) const {
        double sum = 0.0;
        for (const Entry& entry : entries_) sum += std::abs(entry.value * x[entry.place]);
        return sum;
    }
    [[nodiscard]] double sum_of_sizes() const {
        double sum = 0.0;
        for (const Entry& entry : entries_) sum += std::abs(entry.value);
        return sum;
    }
    void add_to(double factor, double* y) const {
        for (const Entry& entry : entries_) y[entry.place] += factor * entry.value;
    }
    [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }

private:
    std::vector<Entry> entries_;
};

}  // namespace stickslip::structure
