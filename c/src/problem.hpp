#pragma once

// A case as text with changes.

#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/problem.hpp"
#include "stickslip.h"
#include "stickslip/model/case.hpp"

struct stickslip_problem {
    explicit stickslip_problem(stickslip::CaseDocument document) : document_(std::move(document)) {}

    /// The case with all that was added and changed. @throws CaseError
    [[nodiscard]] stickslip::CaseDocument document() const;

    /// Lines of a case file; they are read when the case is next asked for.
    void add(std::string_view lines);
    void set(std::string_view key, double value);
    void set(std::string_view key, std::string_view text);
    void put_record(const std::string& file, stickslip::RecordSamples);

    [[nodiscard]] stickslip_problem* copy() const;

private:
    struct NamedSamples {
        std::string file;
        stickslip::RecordSamples samples;
    };

    mutable std::mutex mutex_;
    mutable stickslip::CaseDocument document_;
    mutable std::string added_;  ///< lines that `document_` does not have yet
    std::vector<NamedSamples> records_;
};
