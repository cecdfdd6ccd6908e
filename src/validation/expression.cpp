// Formulas of validation files, by muParser.

#include "expression.hpp"

#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <stdexcept>

namespace stickslip::validation {

namespace {

constexpr const char* name_characters = "0123456789_.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

}  // namespace

struct Expression::Parser {
    std::string formula;
    Resolver resolve;
    std::vector<double> arguments;
    std::map<std::string, double> resolved;
    mu::Parser parser;

    /// muParser asks here for every name it does not know.
    static double* resolve_name(const char* name, void* self) {
        auto& p = *static_cast<Parser*>(self);
        return &(p.resolved[name] = p.resolve(name));
    }

    void define_functions() {
        parser.DefineNameChars(name_characters);
        parser.DefineConst("pi", std::numbers::pi);
        parser.DefineFun("floor", [](double x) { return std::floor(x); });
        parser.DefineFun("ceil", [](double x) { return std::ceil(x); });
        parser.DefineFun("hypot", [](double x, double y) { return std::hypot(x, y); });
        parser.DefineFun("atan2", [](double y, double x) { return std::atan2(y, x); });
        parser.DefineFun("mod", [](double x, double y) { return std::fmod(x, y); });
    }
};

Expression::Expression(const std::string& formula, Resolver resolve, const std::vector<std::string>& free)
    : parser_(std::make_unique<Parser>()) {
    Parser& p = *parser_;
    p.formula = formula;
    p.resolve = std::move(resolve);
    p.arguments.resize(free.size());
    try {
        p.define_functions();
        for (std::size_t i = 0; i < free.size(); ++i) p.parser.DefineVar(free[i], &p.arguments[i]);
        p.parser.SetVarFactory(&Parser::resolve_name, &p);
        p.parser.SetExpr(formula);
        static_cast<void>(p.parser.Eval());
    } catch (const mu::Parser::exception_type& error) {
        throw std::invalid_argument("formula \"" + formula + "\": " + error.GetMsg());
    }
}

Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;
Expression::~Expression() = default;

double Expression::operator()(std::span<const double> arguments) const {
    std::ranges::copy(arguments, parser_->arguments.begin());
    try {
        return parser_->parser.Eval();
    } catch (const mu::Parser::exception_type& error) {
        throw std::invalid_argument("formula \"" + parser_->formula + "\": " + error.GetMsg());
    }
}

}  // namespace stickslip::validation
