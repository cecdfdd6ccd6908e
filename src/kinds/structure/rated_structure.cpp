#include "rated_structure.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "vectors.hpp"

namespace stickslip::structure {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

MatrixXd as_matrix(const Matrix& m) {
    if (m.values.empty()) return {};
    return Eigen::Map<const RowMajor>(m.values.data(), int(m.rows), int(m.columns));
}

void require_fit(const Structure& s, const StructureRate& r) {
    const auto fits = [](std::size_t given, std::size_t wanted) { return given == 0 || given == wanted; };
    const auto refuse = [](const std::string& what, std::size_t given, std::size_t wanted) {
        throw std::invalid_argument(what + " of a rate = " + std::to_string(given) + " must be " +
                                    std::to_string(wanted) + ", as those of the structure, or none");
    };
    for (const Matrix* m : {&r.mass, &r.damping, &r.stiffness}) {
        if (!fits(m->values.size(), s.size() * s.size()))
            refuse("the entries of a matrix", m->values.size(), s.size() * s.size());
    }
    if (!fits(r.contacts.size(), s.contacts.size())) refuse("the contacts", r.contacts.size(), s.contacts.size());
    if (!fits(r.loads.size(), s.loads.size())) refuse("the loads", r.loads.size(), s.loads.size());
    for (const ContactRate& c : r.contacts) {
        if (!fits(c.direction.size(), s.size())) refuse("the direction of a contact", c.direction.size(), s.size());
    }
    for (std::size_t i = 0; i < r.loads.size(); ++i) {
        const std::size_t count = s.loads[i].load.harmonics.size();
        if (!fits(r.loads[i].load.harmonics.size(), count)) {
            refuse("the harmonics of a load", r.loads[i].load.harmonics.size(), count);
        }
        if (!fits(r.loads[i].direction.size(), s.size())) {
            refuse("the direction of a load", r.loads[i].direction.size(), s.size());
        }
    }
    for (const auto* list : {&r.start.position, &r.start.velocity}) {
        if (!fits(list->size(), s.size())) refuse("the numbers of the start", list->size(), s.size());
    }
    if (!fits(r.start.contact_deflection.size(), s.contacts.size())) {
        refuse("the deflections of the start", r.start.contact_deflection.size(), s.contacts.size());
    }
}

/// a·A + b·B of two records at the same times, either of which may be missing.
std::shared_ptr<const Record> combined(double a, const Record& first, double b, const Record* second) {
    Record sum = first;
    const auto mix = [&](Record::Cubic& to, const Record::Cubic* other) {
        for (std::size_t k = 0; k < to.size(); ++k) to[k] = a * to[k] + (other ? b * (*other)[k] : 0.0);
    };
    for (std::size_t i = 0; i < sum.segments.size(); ++i) mix(sum.segments[i], second ? &second->segments[i] : nullptr);
    mix(sum.after, second ? &second->after : nullptr);
    return std::make_shared<const Record>(std::move(sum));
}

/// The bound μ·N of a contact over time.
Load bound_of(const Contact& c) {
    Load bound;
    if (!c.normal) {
        bound.constant = c.bound;
    } else if (c.normal->record) {
        bound.record = combined(c.bound, *c.normal->record, 0.0, nullptr);
    } else {
        bound.constant = c.bound * c.normal->mean;
        bound.harmonics = {{c.bound * c.normal->ratio, c.normal->frequency, c.normal->phase}};
    }
    return bound;
}

LoadRate bound_rate(const Contact& c, const ContactRate& r) {
    if (!c.normal) return {r.bound, {}, nullptr};
    const NormalVariation& n = *c.normal;
    if (n.record) return {0.0, {}, combined(r.bound, *n.record, c.bound, r.normal_record.get())};
    return {r.bound * n.mean + c.bound * r.normal_mean,
            {{r.bound * n.ratio + c.bound * r.normal_ratio, r.normal_frequency, r.normal_phase}},
            nullptr};
}

}  // namespace

RateMap::RateMap(const MatrixXd& m) {
    for (int i = 0; i < m.rows(); ++i) {
        for (int j = 0; j < m.cols(); ++j) {
            if (m(i, j) != 0.0) entries_.push_back({i, j, m(i, j)});
        }
    }
}

void RateMap::add(double factor, const double* in, double* out, int columns, int first, int count) const {
    in += first;
    out += first;
    const auto add_columns = [&](auto exactly) {  // the loop over a known count of columns needs no loop
        for (const Entry& e : entries_) {
            const double share = factor * e.value;
            const double* from = in + std::ptrdiff_t(e.column) * columns;
            double* to = out + std::ptrdiff_t(e.row) * columns;
            const int own = exactly() > 0 ? exactly() : count;
            for (int c = 0; c < own; ++c) to[c] += share * from[c];
        }
    };
    switch (count) {
        case 1: add_columns(std::integral_constant<int, 1>{}); break;
        case 2: add_columns(std::integral_constant<int, 2>{}); break;
        default: add_columns(std::integral_constant<int, 0>{});
    }
}

RatedStructure::RatedStructure(const Structure& s, const DenseStructure& d, std::span<const StructureRate> rates)
    : dense(d), stiffness(d.stiffness_rates.matrix()), damping(d.damping_rates.matrix()) {
    for (const StructureRate& r : rates) {
        require_fit(s, r);
        parameters.push_back(parameter(s, r));
    }
    for (std::size_t j = 0; j < s.contacts.size(); ++j) {
        std::vector<LoadRate> own;
        for (const StructureRate& r : rates) {
            own.push_back(bound_rate(s.contacts[j], r.contacts.empty() ? ContactRate{} : r.contacts[j]));
        }
        bounds.emplace_back(bound_of(s.contacts[j]), std::move(own));
        note_frequencies(bounds.back().load());
    }
    for (std::size_t i = 0; i < s.loads.size(); ++i) {
        std::vector<LoadRate> own;
        std::vector<VectorXd> directions;
        for (const StructureRate& r : rates) {
            own.push_back(r.loads.empty() ? LoadRate{} : r.loads[i].load);
            const bool turns = !r.loads.empty() && !r.loads[i].direction.empty();
            directions.push_back(turns ? VectorXd(d.mass_factor.solve(as_vector(r.loads[i].direction))) : VectorXd());
        }
        loads_.push_back({{s.loads[i].load, std::move(own)},
                          d.mass_factor.solve(as_vector(s.loads[i].direction)),
                          std::move(directions)});
        note_frequencies(s.loads[i].load);
    }
}

void RatedStructure::note_frequencies(const Load& load) {
    for (const Harmonic& h : load.harmonics) fastest_frequency = std::max(fastest_frequency, h.frequency.value());
}

ParameterRate RatedStructure::parameter(const Structure& s, const StructureRate& r) const {
    const int count = dense.contacts();
    ParameterRate p;
    p.damping = as_matrix(r.damping);
    p.surface_velocity = p.contact_stiffness = p.static_factor = VectorXd::Zero(count);
    for (std::size_t j = 0; j < r.contacts.size(); ++j) {
        const ContactRate& c = r.contacts[j];
        const double bound = s.contacts[j].bound;
        const int place = int(j);
        p.surface_velocity[place] = c.surface_velocity;
        p.contact_stiffness[place] = c.stiffness;
        if (s.contacts[j].static_bound && bound > 0.0) {
            p.static_factor[place] = (c.static_bound - dense.static_factor[place] * c.bound) / bound;
        }
        if (c.direction.empty()) continue;
        if (p.directions.size() == 0) p.directions.setZero(dense.size, count);
        p.directions.col(place) = as_vector(c.direction);
    }
    const auto pull = [&](const MatrixXd& m) { return m.size() > 0 ? MatrixXd(dense.mass_factor.solve(m)) : m; };
    p.mass_pull = pull(as_matrix(r.mass));
    p.damping_pull = pull(p.damping);
    p.stiffness_pull = pull(as_matrix(r.stiffness));
    p.directions_pull = pull(p.directions);
    return p;
}

void RatedStructure::add_loads(const ExactTime& time, Side side, RateCoefficients& out) const {
    const std::size_t width = parameters.size() + 1;
    std::vector<double> series((std::size_t(out.order) + 1) * width);
    for (const RatedLoad& l : loads_) {
        std::fill(series.begin(), series.end(), 0.0);
        l.load.add_series(time, side, out.length, out.order, 1.0, series.data(), width);
        for (int n = 0; n <= out.order; ++n) {
            const double* p = series.data() + std::size_t(n) * width;
            for (int i = 0; i < dense.size; ++i) {
                double* row = out.row(n, i);
                for (std::size_t c = 0; c < width; ++c) row[c] += l.direction[i] * p[c];
                for (std::size_t c = 1; c < width; ++c) {
                    if (l.direction_rates[c - 1].size() > 0) row[c] += l.direction_rates[c - 1][i] * p[0];
                }
            }
        }
    }
}

void RatedStructure::add_bounds(const ExactTime& time, Side side, RateCoefficients& out) const {
    for (std::size_t j = 0; j < bounds.size(); ++j) {
        bounds[j].add_series(time, side, out.length, out.order, 1.0, out.row(0, int(j)), out.stride());
    }
}

}  // namespace stickslip::structure
