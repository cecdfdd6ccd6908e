#include "scope.hpp"

#include <algorithm>
#include <stdexcept>

#include "expression.hpp"

namespace stickslip::validation {

Scope::Scope(Values values, const Tree& runs, const RunSettings& settings, const Scope* outer)
    : values_(std::move(values)), runs_(runs), settings_(settings), outer_(outer) {}

double Scope::value(const std::string& name) const {
    if (const auto found = values_.find(name); found != values_.end()) return found->second;
    const std::size_t dot = name.find('.');
    if (dot != std::string::npos && has_run(name.substr(0, dot))) {
        return run(name.substr(0, dot)).quantity(name.substr(dot + 1));
    }
    if (outer_ != nullptr) return outer_->value(name);
    throw std::invalid_argument("the name " + name + " has no meaning");
}

double Scope::evaluate(const Tree& number_or_formula) const {
    if (number_or_formula.is_number()) return number_or_formula.get<double>();
    if (!number_or_formula.is_string()) {
        throw std::invalid_argument(number_or_formula.dump() + " must be a number or a formula");
    }
    return Expression(number_or_formula.get<std::string>(), [this](const std::string& n) { return value(n); })();
}

bool Scope::has_run(const std::string& name) const { return runs_.is_object() && runs_.contains(name); }

Run& Scope::run(const std::string& name) const {
    if (const auto found = started_.find(name); found != started_.end()) return *found->second;
    if (!has_run(name)) {
        if (outer_ != nullptr) return outer_->run(name);
        throw std::invalid_argument("there is no run named " + name);
    }
    if (std::ranges::find(starting_, name) != starting_.end()) {
        std::string circle;
        for (const std::string& other : starting_) circle += other + " needs ";
        throw std::invalid_argument("runs need each other in a circle: " + circle + name);
    }
    starting_.push_back(name);
    std::unique_ptr<Run> made;
    try {
        made = make_run(runs_.at(name), *this);
    } catch (...) {
        starting_.pop_back();
        throw;
    }
    starting_.pop_back();
    return *(started_[name] = std::move(made));
}

Values values_of(const Tree& table, Values known, const RunSettings& settings) {
    for (const auto& [key, value] : table.items()) {
        known[key] = Scope(known, {}, settings).evaluate(value);
    }
    return known;
}

}  // namespace stickslip::validation
