// Each mistake is refused in one sentence with the name, the value and the bound.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>

#include "stickslip/model/load.hpp"
#include "stickslip/model/oscillator.hpp"
#include "stickslip/model/ratios.hpp"
#include "stickslip/model/record.hpp"

namespace stickslip {
namespace {

const double nan = std::nan("");
const double infinity = std::numeric_limits<double>::infinity();

struct Mistake {
    std::function<void()> call;
    const char* name;
    const char* value;
    const char* bound;
};

void expect_refused(const Mistake& m) {
    try {
        m.call();
        ADD_FAILURE() << m.name << " = " << m.value << " was accepted";
    } catch (const std::invalid_argument& e) {
        const std::string text = e.what();
        for (const char* part : {m.name, m.value, m.bound}) EXPECT_NE(text.find(part), std::string::npos) << text;
    }
}

TEST(Oscillator, RefusesParametersOutOfRange) {
    const auto check = [](Oscillator o) { return [o] { validate(o); }; };
    const Mistake mistakes[] = {
        {check({.mass = 0.0}), "mass", "0", "> 0 kg"},
        {check({.mass = -2.5}), "mass", "-2.5", "> 0 kg"},
        {check({.mass = nan}), "mass", "nan", "finite"},
        {check({.mass = infinity}), "mass", "inf", "finite"},
        {check({.damping = -0.1}), "damping", "-0.1", "≥ 0 N·s/m"},
        {check({.stiffness = -1.0}), "stiffness", "-1", "≥ 0 N/m"},
        {check({.equilibrium = nan}), "equilibrium", "nan", "finite"},
        {check({.friction_bound = -3.0}), "friction bound", "-3", "≥ 0 N"},
        {check({.friction_bound = 2.0, .static_bound = 1.5}), "static bound", "1.5", "2 N"},
        {check({.static_bound = infinity}), "static bound", "inf", "finite"},
        {check({.belt_velocity = -infinity}), "belt velocity", "-inf", "finite"},
        {[] { validate(State{.position = nan}); }, "position", "nan", "finite"},
        {[] { validate(State{.velocity = infinity}); }, "velocity", "inf", "finite"},
    };
    for (const Mistake& m : mistakes) expect_refused(m);
    EXPECT_NO_THROW(validate(Oscillator{.stiffness = 0.0, .friction_bound = 1.0, .static_bound = 1.0}));
}

TEST(Ratios, RefusesParametersOutOfRange) {
    const auto check = [](Ratios r) { return [r] { validate(r); }; };
    const Mistake mistakes[] = {
        {check({.friction = -1.0}), "friction_ratio", "-1", "≥ 0"},
        {check({.friction = nan}), "friction_ratio", "nan", "finite"},
        {check({.frequency = 0.0}), "frequency_ratio", "0", "> 0"},
        {check({.frequency = infinity}), "frequency_ratio", "inf", "finite"},
        {check({.damping = -0.5}), "damping_ratio", "-0.5", "≥ 0"},
        {check({.friction = 0.5, .static_friction = 0.25}), "static_ratio", "0.25", "≥ friction_ratio = 0.5"},
        {check({.offset = nan}), "offset", "nan", "finite"},
    };
    for (const Mistake& m : mistakes) expect_refused(m);
    EXPECT_NO_THROW(validate(Ratios{.friction = 0.5, .static_friction = 0.5}));
}

TEST(Load, RefusesParametersOutOfRange) {
    const auto check = [](Load l) { return [l] { validate(l); }; };
    const Mistake mistakes[] = {
        {check({.constant = nan}), "constant load", "nan", "finite"},
        {check({.harmonics = {{infinity, 1.0}}}), "load amplitude", "inf", "finite"},
        {check({.harmonics = {{1.0, 0.0}}}), "load frequency", "0", "> 0 rad/s"},
        {check({.harmonics = {{1.0, -2.0}}}), "load frequency", "-2", "> 0 rad/s"},
        {check({.harmonics = {{1.0, 1.0}, {1.0, 1.0, nan}}}), "load phase", "nan", "finite"},
    };
    for (const Mistake& m : mistakes) expect_refused(m);
}

TEST(Record, RefusesSamplesThatMakeNoFunctionOfTime) {
    const auto check = [](std::vector<double> times, std::vector<double> values, double scale = 1.0) {
        return [=] { (void)linear_record(times, values, scale); };
    };
    const Mistake mistakes[] = {
        {check({}, {}), "record", "0", "at least two"},
        {check({1.0}, {2.0}), "record", "1", "at least two"},
        {check({0.0, 1.0}, {1.0}), "record", "1", "at least two"},
        {check({0.0, 1.0, 1.0}, {1.0, 2.0, 3.0}), "record time", "1", "later than 1"},
        {check({0.0, 1.0, 0.5}, {1.0, 2.0, 3.0}), "record time", "0.5", "later than 1"},
        {check({0.0, nan}, {1.0, 2.0}), "record time", "nan", "finite"},
        {check({0.0, 1.0}, {1.0, infinity}), "record value", "inf", "finite"},
        {check({0.0, 1.0}, {1.0, 1.0}, nan), "record scale", "nan", "finite"},
    };
    for (const Mistake& m : mistakes) expect_refused(m);
}

// Found by the fuzzer of records: finite samples with an infinite slope between them.
TEST(Record, RefusesFiniteSamplesWithoutAFiniteFunctionBetweenThem) {
    const auto check = [](std::vector<double> times, std::vector<double> values, double scale = 1.0) {
        return [=] { (void)linear_record(times, values, scale); };
    };
    const auto twice = [](std::vector<double> times, std::vector<double> values) {
        return [=] { (void)integrated_twice(linear_record(times, values)); };
    };
    const Mistake mistakes[] = {
        {check({0.0, 1e-323}, {1.0, 2.0}), "record", "from 0 s", "too steep"},
        {check({0.0, 2.0, 3.0}, {0.0, 1e308, -1e308}), "record", "from 2 s", "too steep"},
        {check({0.0, 1.0}, {1e200, 1e200}, 1e200), "record", "from 0 s", "too large"},
        {twice({0.0, 1e200, 2e200}, {1.0, 1.0, 1.0}), "record", "from 1e+200 s", "too large"},
        {[] {
             (void)scaled(linear_record({0.0, 1.0}, {1e200, 0.0}), 1e200);
         },
         "record", "from 0 s", "too large"},
    };
    for (const Mistake& m : mistakes) expect_refused(m);
}

}  // namespace
}  // namespace stickslip
