#pragma once

// Values of the engine as bytes, field by field: what is pickled, copied and compared. Every struct lists its fields by
// a structured binding, so that a field that is added and not listed here is an error of the compiler.

#include <array>
#include <complex>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "stickslip/model/case.hpp"
#include "stickslip/motion/trajectory.hpp"
#include "stickslip/planar/trajectory.hpp"
#include "stickslip/steady/steady_state.hpp"
#include "stickslip/structure/simulate.hpp"

namespace stickslip::python {

/// Writes values into `bytes`.
class Writer {
public:
    static constexpr bool is_reading = false;
    std::string bytes;

    void raw(void* from, std::size_t size) { bytes.append(static_cast<const char*>(from), size); }
};

/// Reads what a Writer has written.
class Reader {
public:
    static constexpr bool is_reading = true;

    explicit Reader(std::string_view bytes) : left_(bytes) {}

    void raw(void* to, std::size_t size) {
        if (size > left_.size()) throw std::invalid_argument("the pickled value is cut short");
        std::memcpy(to, left_.data(), size);
        left_.remove_prefix(size);
    }
    [[nodiscard]] std::size_t left() const { return left_.size(); }

private:
    std::string_view left_;
};

template <class T>
concept PlainNumber = std::is_arithmetic_v<T> || std::is_enum_v<T>;

void pass(auto& archive, PlainNumber auto& number) { archive.raw(&number, sizeof number); }

template <class T>
void pass(auto& archive, std::complex<T>& number) {
    archive.raw(&number, sizeof number);
}

/// Several values, one after the other.
template <class First, class Second, class... Rest>
void pass(auto& archive, First& first, Second& second, Rest&... rest);

/// How many items follow; never more than the bytes that are left, whatever a file says.
std::size_t pass_count(auto& archive, std::size_t count) {
    pass(archive, count);
    if constexpr (std::remove_reference_t<decltype(archive)>::is_reading) {
        if (count > archive.left()) throw std::invalid_argument("the pickled value is damaged");
    }
    return count;
}

void pass(auto& archive, std::string& text) {
    text.resize(pass_count(archive, text.size()));
    archive.raw(text.data(), text.size());
}

template <class T>
void pass(auto& archive, std::vector<T>& items);
template <class T, std::size_t n>
void pass(auto& archive, std::array<T, n>& items);
template <class T>
void pass(auto& archive, std::optional<T>& value);
template <class T>
void pass(auto& archive, std::shared_ptr<const T>& value);
template <class... Laws>
void pass(auto& archive, std::variant<Laws...>& law);

// The structs of the engine.

void pass(auto& archive, ExactTime& v) {
    auto& [hi, lo] = v;
    pass(archive, hi, lo);
}
void pass(auto& archive, AngularFrequency& v) {
    auto& [hi, lo] = v;
    pass(archive, hi, lo);
}
void pass(auto& archive, planar::Vector& v) {
    auto& [x1, x2] = v;
    pass(archive, x1, x2);
}
void pass(auto& archive, Interval& v) {
    auto& [low, high] = v;
    pass(archive, low, high);
}
void pass(auto& archive, Record& v) {
    auto& [times, segments, after] = v;
    pass(archive, times, segments, after);
}
void pass(auto& archive, Harmonic& v) {
    auto& [amplitude, frequency, phase] = v;
    pass(archive, amplitude, frequency, phase);
}
void pass(auto& archive, Load& v) {
    auto& [constant, harmonics, record] = v;
    pass(archive, constant, harmonics, record);
}
void pass(auto& archive, Ratios& v) {
    auto& [friction, frequency, damping, holding, offset] = v;
    pass(archive, friction, frequency, damping, holding, offset);
}
void pass(auto& archive, Oscillator& v) {
    auto& [mass, damping, stiffness, equilibrium, bound, static_bound, belt, cubic, law] = v;
    pass(archive, mass, damping, stiffness, equilibrium, bound, static_bound, belt, cubic, law);
}
void pass(auto& archive, BaseMotion& v) {
    auto& [surface, displacement, amplitude] = v;
    pass(archive, surface, displacement, amplitude);
}
void pass(auto& archive, Phase& v) {
    auto& [start, duration, position, slip_velocity, kind, direction, stretch] = v;
    pass(archive, start, duration, position, slip_velocity, kind, direction, stretch);
}
void pass(auto& archive, SeriesPiece& v) {
    auto& [start, length, order, kind, position] = v;
    pass(archive, start, length, order, kind, position);
}
void pass(auto& archive, Event& v) {
    auto& [time, kind, position, direction] = v;
    pass(archive, time, kind, position, direction);
}
void pass(auto& archive, Trajectory& v) {
    auto& [oscillator, load, phases, events, pieces, termination, end] = v;
    pass(archive, oscillator, load, phases, events, pieces, termination, end);
}
void pass(auto& archive, MotionFamily& v) {
    auto& [x_max, x_min] = v;
    pass(archive, x_max, x_min);
}
void pass(auto& archive, State& v) {
    auto& [position, velocity] = v;
    pass(archive, position, velocity);
}
void pass(auto& archive, CoexistingMotion& v) {
    auto& [regime, load_periods, amplitude_ratio, stops_per_cycle, multiplier, start] = v;
    pass(archive, regime, load_periods, amplitude_ratio, stops_per_cycle, multiplier, start);
}
void pass(auto& archive, SteadyState& v) {
    auto& [regime, friction, holding, frequency, damping, amplitude_ratio, velocity_ratio, reversing, passing,
           reversals, stuck, dissipated_ratio, multiplier, map_period, residual, is_plain_coulomb, period, load_periods,
           x_max, x_min, amplitude, velocity, dissipated, phase_lag, transmissibility, transmitted_force, family, rest,
           growth, reason, coexists, orbits, at_zero, cycle, multipliers, exponent, exponent_error] = v;
    pass(archive, regime, friction, holding, frequency, damping, amplitude_ratio, velocity_ratio, reversing, passing,
         reversals, stuck, dissipated_ratio, multiplier, map_period, residual, is_plain_coulomb, period, load_periods,
         x_max, x_min, amplitude, velocity, dissipated, phase_lag, transmissibility, transmitted_force, family, rest,
         growth, reason, coexists, orbits, at_zero, cycle, multipliers, exponent, exponent_error);
}
void pass(auto& archive, planar::Oscillator& v) {
    auto& [mass, damping, stiffness, bound, support] = v;
    pass(archive, mass, damping, stiffness, bound, support);
}
void pass(auto& archive, planar::Load& v) {
    auto& [axis1, axis2] = v;
    pass(archive, axis1, axis2);
}
void pass(auto& archive, planar::State& v) {
    auto& [position, velocity, friction] = v;
    pass(archive, position, velocity, friction);
}
void pass(auto& archive, planar::Piece& v) {
    auto& [start, duration, kind, grade, position, velocity, friction, angle, is_sliding] = v;
    pass(archive, start, duration, kind, grade, position, velocity, friction, angle, is_sliding);
}
void pass(auto& archive, planar::Event& v) {
    auto& [time, kind, position, direction] = v;
    pass(archive, time, kind, position, direction);
}
void pass(auto& archive, planar::Trajectory& v) {
    auto& [oscillator, load, pieces, events, end, termination] = v;
    pass(archive, oscillator, load, pieces, events, end, termination);
}

void pass(auto& archive, structure::ContactState& v) {
    auto& [phase, direction] = v;
    pass(archive, phase, direction);
}
void pass(auto& archive, structure::StructurePhase& v) {
    auto& [start, duration, position, velocity, deflection, contacts] = v;
    pass(archive, start, duration, position, velocity, deflection, contacts);
}
void pass(auto& archive, structure::ContactEvent& v) {
    auto& [time, contact, kind, direction] = v;
    pass(archive, time, contact, kind, direction);
}

// What the fields are made of.

template <class T>
void pass(auto& archive, std::vector<T>& items) {
    items.resize(pass_count(archive, items.size()));
    for (T& item : items) pass(archive, item);
}

template <class T, std::size_t n>
void pass(auto& archive, std::array<T, n>& items) {
    for (T& item : items) pass(archive, item);
}

template <class T>
void pass(auto& archive, std::optional<T>& value) {
    bool is_there = value.has_value();
    pass(archive, is_there);
    if (is_there && !value) value.emplace();
    if (is_there) pass(archive, *value);
}

template <class T>
void pass(auto& archive, std::shared_ptr<const T>& value) {
    std::optional<T> copy = value ? std::optional<T>(*value) : std::nullopt;
    pass(archive, copy);
    if (copy && !value) value = std::make_shared<const T>(std::move(*copy));
}

/// A friction law: its name and its coefficients.
template <class... Laws>
void pass(auto& archive, std::variant<Laws...>& law) {
    std::string called(name(law));
    pass(archive, called);
    if constexpr (std::remove_reference_t<decltype(archive)>::is_reading) law = friction_law_named(called);
    std::visit(
        [&]<class Law>(Law& l) {
            for (const auto& c : Law::coefficients()) pass(archive, l.*c.value);
        },
        law);
}

template <class First, class Second, class... Rest>
void pass(auto& archive, First& first, Second& second, Rest&... rest) {
    pass(archive, first);
    pass(archive, second);
    (pass(archive, rest), ...);
}

/// The values as bytes; equal values have equal bytes.
template <class... Values>
[[nodiscard]] std::string bytes_of(const Values&... values) {
    Writer writer;
    (pass(writer, const_cast<Values&>(values)), ...);  // NOLINT: a writer changes nothing
    return std::move(writer.bytes);
}

/// The reverse of `bytes_of`. @throws std::invalid_argument for bytes that it did not make.
template <class... Values>
void read_bytes(std::string_view bytes, Values&... values) {
    Reader reader(bytes);
    (pass(reader, values), ...);
    if (reader.left() != 0) throw std::invalid_argument("the pickled value is damaged");
}

}  // namespace stickslip::python
