#include "problem.hpp"

#include <cmath>
#include <cstring>
#include <span>
#include <stdexcept>

#include "decimal.hpp"
#include "failure.hpp"
#include "result.hpp"
#include "stickslip/model/built_in_cases.hpp"
#include "stickslip/model/ratios.hpp"

using stickslip::CaseDocument;
using stickslip::RecordSamples;

CaseDocument stickslip_problem::document() const {
    const std::lock_guard lock(mutex_);
    if (added_.empty()) return document_;
    CaseDocument whole = CaseDocument::parse(document_.text() + added_, document_.name(), document_.folder());
    for (const auto& [key, value] : document_.ratio_overrides()) whole = whole.with_value(key, value);
    for (const NamedSamples& r : records_) whole = whole.with_samples(r.file, r.samples);
    document_ = whole;
    added_.clear();
    return whole;
}

void stickslip_problem::add(std::string_view lines) {
    const std::lock_guard lock(mutex_);
    added_ += lines;
    added_ += '\n';
}

void stickslip_problem::set(std::string_view key, double value) { document_ = document().with_value(key, value); }

void stickslip_problem::set(std::string_view key, std::string_view text) {
    document_ = document().with_text(key, text, "override");
}

void stickslip_problem::put_record(const std::string& file, RecordSamples samples) {
    document_ = document().with_samples(file, samples);
    records_.push_back({file, std::move(samples)});
}

stickslip_problem* stickslip_problem::copy() const {
    auto made = std::make_unique<stickslip_problem>(document());
    made->records_ = records_;
    return made.release();
}

namespace stickslip::c {

namespace {

/// A new problem, in the place that the caller names.
template <class Make>
int made(stickslip_problem** problem, const Make& make) {
    return guarded([&] {
        require(problem, "problem");
        *problem = nullptr;
        *problem = new stickslip_problem(make());
        return STICKSLIP_OK;
    });
}

std::string toml_row(std::span<const double> numbers) {
    std::string text = "[";
    for (const double number : numbers) text += (text.size() > 1 ? ", " : "") + decimal(number);
    return text + "]";
}

std::string toml_matrix(const char* name, const double* numbers, std::size_t size) {
    std::string text = std::string(name) + " = [";
    for (std::size_t row = 0; row < size; ++row) {
        text += (row > 0 ? ", " : "") + toml_row({numbers + row * size, size});
    }
    return text + "]\n";
}

CaseDocument document_of_matrices(std::size_t degrees, const double* mass, const double* damping,
                                  const double* stiffness) {
    if (degrees < 1 || degrees > structure::most_degrees) {
        throw std::invalid_argument("degrees = " + std::to_string(degrees) + " must be from 1 to " +
                                    std::to_string(structure::most_degrees));
    }
    require(mass, "mass");
    require(stiffness, "stiffness");
    std::string text = "title = \"structure\"\n[structure]\n" + toml_matrix("mass", mass, degrees) +
                       toml_matrix("stiffness", stiffness, degrees);
    if (damping != nullptr) text += toml_matrix("damping", damping, degrees);
    return CaseDocument::parse(text, "structure");
}

/// Lines for a table that acts along a direction.
int add_directed(stickslip_problem* problem, const double* direction, std::size_t degrees, std::string lines,
                 const char* keys) {
    return guarded([&] {
        require(problem, "problem");
        require(direction, "direction");
        lines += "direction = " + toml_row({direction, degrees}) + "\n";
        if (keys != nullptr) lines += keys;
        problem->add(lines);
        return STICKSLIP_OK;
    });
}

}  // namespace

}  // namespace stickslip::c

using namespace stickslip::c;

extern "C" {

int stickslip_cases(stickslip_result** cases) {
    return guarded([&] {
        require(cases, "cases");
        *cases = nullptr;
        const std::vector<std::string_view> names = stickslip::built_in_case_names();
        auto result = std::make_unique<stickslip_result>();
        result->add_words("name", texts_of(names, [](std::string_view name) { return name; }));
        result->add_words("title", texts_of(names, [](std::string_view name) {
                              return CaseDocument::open(std::string(name)).title();
                          }));
        *cases = result.release();
        return STICKSLIP_OK;
    });
}

int stickslip_problem_open(const char* file_or_name, stickslip_problem** problem) {
    return made(problem, [&] {
        require(file_or_name, "file_or_name");
        return CaseDocument::open(file_or_name);
    });
}

int stickslip_problem_from_text(const char* toml, const char* folder, stickslip_problem** problem) {
    return made(problem, [&] {
        require(toml, "toml");
        return CaseDocument::parse(toml, "case", folder == nullptr ? "" : folder);
    });
}

int stickslip_problem_from_ratios(double friction_ratio, double frequency_ratio, double damping_ratio,
                                  double static_ratio, stickslip_problem** problem) {
    return made(problem, [&] {
        stickslip::Ratios ratios{friction_ratio, frequency_ratio, damping_ratio, std::nullopt, 0.0};
        if (!std::isnan(static_ratio)) ratios.static_friction = static_ratio;
        validate(ratios);
        return CaseDocument::from_ratios(ratios);
    });
}

int stickslip_problem_from_matrices(size_t degrees, const double* mass, const double* damping, const double* stiffness,
                                    stickslip_problem** problem) {
    return made(problem, [&] { return document_of_matrices(degrees, mass, damping, stiffness); });
}

int stickslip_problem_add_contact(stickslip_problem* problem, const double* direction, size_t degrees, double bound,
                                  const char* keys) {
    return add_directed(problem, direction, degrees, "[[contact]]\nbound = " + decimal(bound) + "\n", keys);
}

int stickslip_problem_add_harmonic(stickslip_problem* problem, const double* direction, size_t degrees,
                                   double amplitude, double frequency, double phase, const char* keys) {
    return add_directed(problem, direction, degrees,
                        "[[load]]\nkind = \"harmonic\"\namplitude = " + decimal(amplitude) +
                            "\nfrequency = " + decimal(frequency) + "\nphase = " + decimal(phase) + "\n",
                        keys);
}

int stickslip_problem_add_text(stickslip_problem* problem, const char* toml) {
    return guarded([&] {
        require(problem, "problem");
        require(toml, "toml");
        problem->add(toml);
        return STICKSLIP_OK;
    });
}

int stickslip_problem_set_number(stickslip_problem* problem, const char* key, double value) {
    return guarded([&] {
        require(problem, "problem");
        require(key, "key");
        problem->set(key, value);
        return STICKSLIP_OK;
    });
}

int stickslip_problem_set_text(stickslip_problem* problem, const char* key, const char* value) {
    return guarded([&] {
        require(problem, "problem");
        require(key, "key");
        require(value, "value");
        problem->set(key, std::string_view(value));
        return STICKSLIP_OK;
    });
}

int stickslip_problem_set_record(stickslip_problem* problem, const char* file, size_t count, const double* times,
                                 const double* values, const double* second) {
    return guarded([&] {
        require(problem, "problem");
        require(file, "file");
        require(times, "times");
        require(values, "values");
        RecordSamples samples{{times, times + count}, {values, values + count}, {}};
        if (second != nullptr) samples.second.assign(second, second + count);
        problem->put_record(file, std::move(samples));
        return STICKSLIP_OK;
    });
}

int stickslip_problem_check(const stickslip_problem* problem) {
    return guarded([&] {
        require(problem, "problem");
        static_cast<void>(stickslip::Problem(problem->document()));
        return STICKSLIP_OK;
    });
}

int stickslip_problem_text(const stickslip_problem* problem, char* to, size_t capacity, size_t* needed) {
    return guarded([&] {
        require(problem, "problem");
        const std::string text = problem->document().text();
        if (needed != nullptr) *needed = text.size() + 1;
        if (capacity == 0 && needed != nullptr) return STICKSLIP_OK;
        if (capacity < text.size() + 1) {
            throw std::invalid_argument("the text takes " + std::to_string(text.size() + 1) +
                                        " bytes, and there is room for " + std::to_string(capacity));
        }
        require(to, "to");
        std::memcpy(to, text.c_str(), text.size() + 1);
        return STICKSLIP_OK;
    });
}

int stickslip_problem_copy(const stickslip_problem* problem, stickslip_problem** copy) {
    return guarded([&] {
        require(copy, "copy");
        *copy = nullptr;
        require(problem, "problem");
        *copy = problem->copy();
        return STICKSLIP_OK;
    });
}

void stickslip_problem_free(stickslip_problem* problem) { delete problem; }
}
