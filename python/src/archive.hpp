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

// The structs of the engine, with all their fields: the compiler counts them.
#define STICKSLIP_FIELDS(type, ...)     \
    void pass(auto& archive, type& v) { \
        auto& [__VA_ARGS__] = v;        \
        pass(archive, __VA_ARGS__);     \
    }

STICKSLIP_FIELDS(ExactTime, hi, lo)
STICKSLIP_FIELDS(AngularFrequency, hi, lo)
STICKSLIP_FIELDS(planar::Vector, x1, x2)
STICKSLIP_FIELDS(Interval, low, high)
STICKSLIP_FIELDS(Record, times, segments, after)
STICKSLIP_FIELDS(Harmonic, amplitude, frequency, phase)
STICKSLIP_FIELDS(Load, constant, harmonics, record)
STICKSLIP_FIELDS(Ratios, friction, frequency, damping, holding, offset)
STICKSLIP_FIELDS(NormalVariation, mean, ratio, frequency, phase, record)
STICKSLIP_FIELDS(Oscillator, mass, damping, stiffness, equilibrium, bound, static_bound, belt, cubic, law, normal)
STICKSLIP_FIELDS(BaseMotion, surface, displacement, amplitude)
STICKSLIP_FIELDS(Phase, start, duration, position, slip_velocity, kind, direction, stretch)
STICKSLIP_FIELDS(SeriesPiece, start, length, order, kind, position)
STICKSLIP_FIELDS(Event, time, kind, position, direction)
STICKSLIP_FIELDS(Trajectory, oscillator, load, phases, events, pieces, termination, end)
STICKSLIP_FIELDS(MotionFamily, x_max, x_min)
STICKSLIP_FIELDS(State, position, velocity)
STICKSLIP_FIELDS(CoexistingMotion, regime, load_periods, amplitude_ratio, stops_per_cycle, multiplier, start)
STICKSLIP_FIELDS(SteadyState, regime, friction, holding, frequency, damping, amplitude_ratio, velocity_ratio, reversing,
                 passing, reversals, stuck, open, dissipated_ratio, multiplier, map_period, residual, is_plain_coulomb,
                 period, load_periods, x_max, x_min, amplitude, velocity, dissipated, phase_lag, transmissibility,
                 transmitted_force, family, rest, growth, reason, coexists, orbits, at_zero, cycle, multipliers,
                 exponent, exponent_error)
STICKSLIP_FIELDS(planar::Oscillator, mass, damping, stiffness, bound, support, normal)
STICKSLIP_FIELDS(planar::Load, axis1, axis2)
STICKSLIP_FIELDS(planar::State, position, velocity, friction)
STICKSLIP_FIELDS(planar::Piece, start, duration, kind, grade, position, velocity, friction, angle, is_sliding)
STICKSLIP_FIELDS(planar::Event, time, kind, position, direction)
STICKSLIP_FIELDS(planar::Trajectory, oscillator, load, pieces, events, end, termination)

STICKSLIP_FIELDS(structure::ContactState, phase, direction)
STICKSLIP_FIELDS(structure::StructurePhase, start, duration, position, velocity, deflection, contacts)
STICKSLIP_FIELDS(structure::ContactEvent, time, contact, kind, direction)
#undef STICKSLIP_FIELDS

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
