// Formulas of validation files.

#include "validation/expression.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace stickslip::validation {
namespace {

double named(const std::string& name) {
    if (name == "f") return 0.25;
    if (name == "s.amplitude_ratio") return 3.0;
    throw std::invalid_argument("the name " + name + " has no meaning");
}

TEST(Expression, IsTheFormulaItSays) {
    EXPECT_DOUBLE_EQ(Expression("sqrt(1 - (4*f/pi)^2)", named)(), std::sqrt(1.0 - std::pow(1.0 / M_PI, 2)));
    EXPECT_DOUBLE_EQ(Expression("2*s.amplitude_ratio - f", named)(), 5.75);
    EXPECT_DOUBLE_EQ(Expression("atan2(1, -1)", named)(), std::atan2(1.0, -1.0));
    EXPECT_DOUBLE_EQ(Expression("f > 0.2 && f < 0.3 ? ceil(7.2) : floor(7.7)", named)(), 8.0);
    EXPECT_TRUE(std::isinf(Expression("1/0", named)()));
}

TEST(Expression, TakesItsArgumentsAnew) {
    const Expression e("x^2 + f*y", named, {"x", "y"});
    const double first[] = {3.0, 4.0};
    const double second[] = {1.0, 2.0};
    EXPECT_DOUBLE_EQ(e(first), 10.0);
    EXPECT_DOUBLE_EQ(e(second), 1.5);
}

TEST(Expression, NamesWhatIsWrong) {
    const auto message = [](const std::string& formula) -> std::string {
        try {
            return std::to_string(Expression(formula, named)());
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
    };
    EXPECT_NE(message("2*(f").find("2*(f"), std::string::npos);
    EXPECT_NE(message("g + 1").find("the name g has no meaning"), std::string::npos);
}

}  // namespace
}  // namespace stickslip::validation
