// The numbers of a case from a record that somebody dropped on the page: what `stickslip identify --json` tells, with
// the record beside the motion and the case that was found.

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "answers.hpp"
#include "identify_report.hpp"
#include "kind_page.hpp"
#include "kinds/case_identification.hpp"
#include "measurement_file.hpp"
#include "question.hpp"

namespace stickslip::explorer {

namespace {

constexpr std::size_t longest_record = 98304;  // bytes, and a body has 131072
constexpr std::size_t longest_words = 400;     // bytes of a list of keys, or of the name of a column
constexpr std::size_t most_keys = 10;
constexpr std::size_t most_rows = 4000;
constexpr std::size_t most_channels = 6;

std::vector<std::string> parts_of(const std::string& text) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        std::string part = text.substr(begin, end - begin);
        std::erase(part, ' ');
        if (!part.empty()) parts.push_back(std::move(part));
        begin = end + 1;
    }
    return parts;
}

std::vector<FittedKey> fitted_keys_of(const Question& q) {
    std::vector<FittedKey> keys;
    for (const std::string& key : parts_of(q.text("fit", longest_words))) keys.push_back({key, {}, {}});
    if (keys.empty() || keys.size() > most_keys) {
        throw std::invalid_argument(fmt::format("fit names {} numbers; it must name 1 to {}", keys.size(), most_keys));
    }
    return keys;
}

MeasuredQuantity quantity_in(const Question& q) {
    const std::string text = q.text_or("quantity", longest_words, "displacement");
    for (const auto one :
         {MeasuredQuantity::displacement, MeasuredQuantity::velocity, MeasuredQuantity::acceleration}) {
        if (text == name(one)) return one;
    }
    throw std::invalid_argument("quantity must be displacement, velocity or acceleration");
}

cli::MeasuredData data_of(const Question& q) {
    cli::MeasuredData data = cli::measurement_in(
        q.text("record", longest_record), "record",
        {q.text_or("column", longest_words, ""), parts_of(q.text_or("channels", longest_words, "")), quantity_in(q)});
    const std::size_t rows = data.curve ? data.curve->frequencies.size() : data.record.times.size();
    if (rows > most_rows || data.record.channels.size() > most_channels) {
        throw std::invalid_argument(
            fmt::format("the record has {} rows and {} channels; at most {} and {} are taken here, and the command "
                        "line has no limit",
                        rows, data.record.channels.size(), most_rows, most_channels));
    }
    return data;
}

}  // namespace

Response answer_identify(const Question& q) {
    const CaseDocument document = q.problem();
    static_cast<void>(page_of(document).ratios(document));  // refuses what is larger than a page follows
    const std::vector<FittedKey> keys = fitted_keys_of(q);
    const cli::MeasuredData data = data_of(q);
    const CaseKind& kind = cli::kind_of(document).studies();
    const Identification found =
        data.curve ? identify(kind, document, *data.curve, keys) : identify(kind, document, data.record, keys);
    const cli::IdentifyReport report{data, found, "the page", document.title()};
    cli::Json shown = cli::Json::array();
    if (found.is_found) {
        for (const cli::ShownChannel& c : cli::shown_channels(report)) {
            shown.push_back({{"name", c.name},
                             {"unit", c.unit},
                             {"places", c.places},
                             {"measured", c.measured},
                             {"modelled", c.modelled},
                             {"noise", c.noise}});
        }
    }
    std::string text = cli::identify_json(report);
    text.resize(text.rfind('}'));
    const std::string toml = found.is_found ? found.result.front().text() : "";
    return as_json(text + ",\"shown\":" + cli::json_text(shown) + ",\"case\":" + cli::json_text(cli::Json(toml)) + "}");
}

}  // namespace stickslip::explorer
