#pragma once

// Random cases of one kind, each checked against something independent of what it is computed by. A check is a function
// of its random numbers alone, so that a seed and a number bring every case back.

#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stickslip::soak {

/// What a check found wrong, and how the program shows the same case.
struct Doubt {
    std::string what;
    std::string command;
};

/// The random numbers of one case.
class Dice {
public:
    Dice(std::uint64_t seed, std::uint64_t index) {
        std::seed_seq mixed{seed & 0xffffffffU, seed >> 32U, index & 0xffffffffU, index >> 32U};
        engine_.seed(mixed);
    }
    double uniform(double low, double high) {
        return low + (high - low) * std::ldexp(static_cast<double>(engine_() >> 11U), -53);
    }
    double log_uniform(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }
    bool chance(double probability) { return uniform(0.0, 1.0) < probability; }
    int below(int count) { return static_cast<int>(uniform(0.0, count)); }

private:
    std::mt19937_64 engine_;
};

/// What a check left out, or did with more effort than usual, and why. The program counts them, so that "no doubts"
/// says what was looked at.
class Notes {
public:
    void add(std::string what) { all_.push_back(std::move(what)); }
    [[nodiscard]] const std::vector<std::string>& all() const { return all_; }

private:
    std::vector<std::string> all_;
};

using Check = std::optional<Doubt> (*)(Dice&, Notes&);

struct Kind {
    std::string_view name;
    std::string_view meaning;
    Check check;
};

std::optional<Doubt> check_static(Dice&, Notes&);
std::optional<Doubt> check_line(Dice&, Notes&);
std::optional<Doubt> check_law(Dice&, Notes&);
std::optional<Doubt> check_derivative(Dice&, Notes&);
std::optional<Doubt> check_structure_derivative(Dice&, Notes&);
std::optional<Doubt> check_planar(Dice&, Notes&);
std::optional<Doubt> check_structure(Dice&, Notes&);
std::optional<Doubt> check_same_structure(Dice&, Notes&);
std::optional<Doubt> check_one_mass(Dice&, Notes&);
std::optional<Doubt> check_cycle(Dice&, Notes&);
std::optional<Doubt> check_certificate(Dice&, Notes&);

inline constexpr Kind kinds[] = {
    {"line", "Coulomb friction: steady state against marching, energy, mirror image", check_line},
    {"static", "static above sliding friction: the attractor against a plain simulation", check_static},
    {"law", "other friction laws: energy, mirror image, steady state against marching", check_law},
    {"derivative", "Coulomb friction: derivatives through events against extended precision", check_derivative},
    {"rate", "structures: derivatives of motions and steady states against differences", check_structure_derivative},
    {"planar", "two dimensions: energy, rotation of the axes, steady state against marching", check_planar},
    {"structure", "structures: energy, and the laws of their contacts in a fine scan", check_structure},
    {"same", "structures: other coordinates, split contacts, uncoupled parts", check_same_structure},
    {"one-mass", "structures of one mass: the events of the line oscillator", check_one_mass},
    {"cycle", "structures: steady states from three starts, energy, the march to them", check_cycle},
    {"certify", "certificates: what is proved against the answer, and wrong claims", check_certificate},
};

}  // namespace stickslip::soak
