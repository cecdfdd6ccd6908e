// Any bytes are a record or are refused with std::invalid_argument; the samples of a record are in order and finite,
// and so are the polynomials between them.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string>

#include "model/peer_record.hpp"
#include "model/strong_motion_record.hpp"
#include "require.hpp"
#include "stickslip/model/record.hpp"

namespace {

using namespace stickslip;

void check(const RecordSamples& samples, RecordComponents components) {
    require(samples.times.size() >= 2, "a record has two samples");
    require(samples.times.size() == samples.values.size(), "every time has a value");
    require(samples.second.size() == (components == RecordComponents::two ? samples.times.size() : 0),
            "every time of a planar record has a second value");
    for (std::size_t i = 0; i < samples.times.size(); ++i) {
        require(std::isfinite(samples.times[i]) && std::isfinite(samples.values[i]), "samples are finite");
        require(samples.second.empty() || std::isfinite(samples.second[i]), "second components are finite");
        require(i == 0 || samples.times[i] > samples.times[i - 1], "times increase");
    }
}

void check(const Record& record) {
    require(record.segments.size() + 1 == record.times.size(), "a segment lies between two samples");
    for (const Record::Cubic& segment : record.segments) {
        for (const double c : segment) require(std::isfinite(c), "coefficients are finite");
    }
    for (const double c : record.after) require(std::isfinite(c), "what follows is finite");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    for (const RecordComponents components : {RecordComponents::one, RecordComponents::two}) {
        std::istringstream in(text);
        try {
            const RecordSamples samples = read_record(in, "fuzz", components);
            check(samples, components);
            const Record record = linear_record(samples.times, samples.values);
            check(record);
            check(integrated_twice(record));
        } catch (const std::invalid_argument&) {
            // Refused in one sentence.
        }
    }
    using Reader = RecordSamples (*)(const std::string&);
    const Reader readers[] = {
        [](const std::string& all) { return read_peer_record(all, "fuzz"); },
        [](const std::string& all) { return read_strong_motion_record(RecordForm::columns, all, "fuzz"); },
        [](const std::string& all) { return read_strong_motion_record(RecordForm::cosmos, all, "fuzz"); },
        [](const std::string& all) { return read_strong_motion_record(RecordForm::itaca, all, "fuzz"); },
    };
    for (const Reader read : readers) {
        try {
            check(read(text), RecordComponents::one);
        } catch (const std::invalid_argument&) {
            // Refused in one sentence.
        }
    }
    return 0;
}
