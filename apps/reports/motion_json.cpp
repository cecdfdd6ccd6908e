// Written piece by piece: a long motion has millions of events, and a document tree of them would not fit. Numbers are
// the shortest text that reads back as the same double.

#include <fmt/format.h>

#include <algorithm>

#include "motion_result.hpp"
#include "stickslip/version.hpp"

namespace stickslip::cli {

namespace {

/// Collects text and hands it to the file in large pieces.
class JsonWriter {
public:
    JsonWriter(std::FILE* file, NumberStyle style) : file_(file), style_(style) {}
    JsonWriter(const JsonWriter&) = delete;
    JsonWriter& operator=(const JsonWriter&) = delete;
    ~JsonWriter() { flush(); }

    void put(std::string_view text) {
        text_ += text;
        constexpr std::size_t large = std::size_t{1} << 20;
        if (text_.size() >= large) flush();
    }

    void put_number(double value) {
        put(style_ == NumberStyle::plain ? number_text(value) : json_text(json_number(value)));
    }

    /// [item(0),item(1),…]
    template <class Item>
    void put_list(std::size_t count, const Item& item) {
        put("[");
        for (std::size_t i = 0; i < count; ++i) {
            if (i > 0) put(",");
            item(i);
        }
        put("]");
    }

    void put_numbers(const std::vector<double>& all, std::size_t first, std::size_t count, std::size_t stride = 1) {
        put_list(count, [&](std::size_t i) { put_number(all[first + i * stride]); });
    }

    void put_value(const Json& j) {
        if (j.is_number_float()) return put_number(j.get<double>());
        if (j.is_array()) return put_list(j.size(), [&](std::size_t i) { put_value(j[i]); });
        if (!j.is_object()) return put(json_text(j));
        put("{");
        put_members(j, "");
        put("}");
    }

    void put_members(const Json& object, std::string_view end) {
        std::string_view separator = "";
        for (const auto& [name, value] : object.items()) {
            put_name(separator, name);
            put_value(value);
            separator = ",";
        }
        if (!object.empty()) put(end);
    }

    void put_name(std::string_view separator, std::string_view name) {
        put(separator);
        put(quoted_text(name));
        put(":");
    }

private:
    void flush() {
        std::fwrite(text_.data(), 1, text_.size(), file_);
        text_.clear();
    }

    std::FILE* file_;
    NumberStyle style_;
    std::string text_;
};

/// The word of a number in a list of words with spaces between them.
std::string_view word(std::string_view words, std::size_t number) {
    for (; number > 0; --number) words.remove_prefix(words.find(' ') + 1);
    return words.substr(0, words.find(' '));
}

void put_event(JsonWriter& out, const MotionResult& motion, const Columns& columns, std::size_t row) {
    std::string_view separator = "{";
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const Quantity& q = motion.events[c];
        const std::size_t size = motion.size_of(q);
        out.put_name(separator, q.name);
        separator = ",";
        if (q.over) {
            out.put_numbers(columns[c], row * size, size);
        } else if (q.words.empty()) {
            out.put_number(columns[c][row]);
        } else {
            out.put(quoted_text(word(q.words, static_cast<std::size_t>(columns[c][row]))));
        }
    }
    out.put("}");
}

void put_events(JsonWriter& out, const MotionResult& motion) {
    constexpr std::size_t most = 65'536;  // events whose numbers are held at once
    std::size_t first = 0;
    Columns columns;
    out.put_name("", "events");
    out.put_list(motion.event_count, [&](std::size_t i) {
        if (i % most == 0) columns = motion.events_from(first = i, std::min(most, motion.event_count - i));
        put_event(out, motion, columns, i - first);
    });
    out.put(",");
}

void put_samples(JsonWriter& out, const MotionResult& motion) {
    Columns all(motion.samples.size());
    motion.for_each_piece([&](std::size_t, const Columns& columns) {
        for (std::size_t c = 0; c < columns.size(); ++c) {
            if (motion.samples[c].in_json) all[c].insert(all[c].end(), columns[c].begin(), columns[c].end());
        }
    });
    const std::size_t rows = all.front().size();
    std::string_view separator = "";
    const auto put_column = [&](const std::string& name, const auto& put_values) {
        out.put_name(separator, name);
        separator = ",";
        put_values();
    };
    out.put_name("", "samples");
    out.put("{");
    for (std::size_t c = 0; c < all.size(); ++c) {
        const Quantity& q = motion.samples[c];
        if (!q.in_json) continue;
        const std::size_t size = motion.size_of(q);
        const auto put_one = [&](std::size_t k) { out.put_numbers(all[c], k, rows, size); };
        if (!q.over) {
            put_column(q.name, [&] { put_one(0); });
        } else if (motion.dimensions[*q.over].is_split) {
            for (std::size_t k = 0; k < size; ++k) put_column(q.name + std::to_string(k + 1), [&] { put_one(k); });
        } else {
            put_column(q.name, [&] { out.put_list(size, put_one); });
        }
    }
    out.put("},");
}

}  // namespace

void write_json(const MotionResult& motion, std::FILE* file) {
    JsonWriter out(file, motion.numbers);
    out.put("{");
    out.put_members({{"version", version()}, {"title", motion.title}}, ",");
    out.put_members(motion.head, ",");
    put_events(out, motion);
    out.put_members(motion.between, ",");
    put_samples(out, motion);
    out.put_members(motion.tail, "}\n");
}

}  // namespace stickslip::cli
