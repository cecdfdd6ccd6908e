#include <algorithm>
#include <utility>

#include "motion_result.hpp"
#include "netcdf/netcdf_file.hpp"
#include "stickslip/version.hpp"

namespace stickslip::cli {

namespace {

/// The names of a dimension as a variable of fixed width, the CF way of labels.
struct Labels {
    int variable = 0;
    std::size_t width = 1;
    const std::vector<std::string>& names;

    Labels(NetcdfFile& file, const Dimension& of, int dimension) : names(of.names) {
        for (const std::string& n : names) width = std::max(width, n.size());
        const int letters = file.add_dimension(of.name + "_name_length", width);
        variable = file.add_variable(of.name + "_name", NC_CHAR, {dimension, letters}, "", of.description);
        file.add_attribute(variable, "_Encoding", "utf-8");
    }
    void write(NetcdfFile& file) const {
        std::string block;
        for (std::string n : names) {
            n.resize(width, '\0');
            block += n;
        }
        if (!names.empty()) file.write_block(variable, {0, 0}, {names.size(), width}, block.data());
    }
};

/// A variable of the file: a column of the table, or one of the values of each of its rows.
struct Variable {
    int id = 0;
    std::size_t column = 0;
    std::size_t size = 1;    ///< numbers in a row of the column
    std::size_t first = 0;   ///< of these, the first that the variable has
    std::size_t length = 1;  ///< and how many
    bool is_matrix = false;
    bool is_small = false;
};

/// The variables of one table and where its next rows go.
class TableFile {
public:
    TableFile(NetcdfFile& file, const MotionResult& motion, const std::vector<int>& dimensions)
        : file_(file), motion_(motion), dimensions_(dimensions) {}

    void add(const Quantity& q, std::size_t column, int rows, const std::string& prefix) {
        const std::string name = prefix + (q.name == "t" ? "time" : q.name);
        const std::size_t size = motion_.size_of(q);
        const bool is_small = q.is_small || !q.words.empty();
        const nc_type type = is_small ? NC_BYTE : NC_DOUBLE;
        if (q.over && motion_.dimensions[*q.over].is_split) {
            for (std::size_t k = 0; k < size; ++k) {
                const std::string words = q.description + ", " + motion_.dimensions[*q.over].names[k];
                const int id = file_.add_variable(name + std::to_string(k + 1), type, {rows}, q.unit, words);
                variables_.push_back({id, column, size, k, 1, false, is_small});
            }
            return;
        }
        std::vector<int> over{rows};
        if (q.over) over.push_back(dimensions_[*q.over]);
        const int id = file_.add_variable(name, type, over, q.unit, q.description);
        variables_.push_back({id, column, size, 0, size, q.over.has_value(), is_small});
        if (q.words.empty()) return;
        std::vector<signed char> values(1 + static_cast<std::size_t>(std::ranges::count(q.words, ' ')));
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<signed char>(i);
        file_.add_flags(id, values, q.words);
    }

    [[nodiscard]] int time() const { return variables_.front().id; }

    void write(const Columns& columns) {
        const std::size_t rows = columns.front().size();
        for (const Variable& v : variables_) {
            std::vector<double> numbers;
            numbers.reserve(rows * v.length);
            for (std::size_t row = 0; row < rows; ++row) {
                const auto begin = columns[v.column].begin() + static_cast<std::ptrdiff_t>(row * v.size + v.first);
                numbers.insert(numbers.end(), begin, begin + static_cast<std::ptrdiff_t>(v.length));
            }
            if (numbers.empty()) continue;
            std::vector<std::size_t> first{next_}, count{rows};
            if (v.is_matrix) first.push_back(0), count.push_back(v.length);
            const std::vector<signed char> bytes(v.is_small ? numbers.begin() : numbers.end(), numbers.end());
            file_.write_block(v.id, first, count, v.is_small ? static_cast<const void*>(bytes.data()) : numbers.data());
        }
        next_ += rows;
    }

private:
    NetcdfFile& file_;
    const MotionResult& motion_;
    const std::vector<int>& dimensions_;
    std::vector<Variable> variables_;
    std::size_t next_ = 0;
};

void add_header(NetcdfFile& file, const MotionResult& motion) {
    file.add_attribute(NC_GLOBAL, "Conventions", "CF-1.8");
    file.add_attribute(NC_GLOBAL, "title", motion.title);
    file.add_attribute(NC_GLOBAL, "source", "stickslip");
    file.add_attribute(NC_GLOBAL, "version", std::string(version()));
    file.add_attribute(NC_GLOBAL, "case", motion.case_text);
}

}  // namespace

void write_netcdf(const MotionResult& motion, const std::string& path) {
    NetcdfFile file(path);
    add_header(file, motion);
    const int time = file.add_dimension("time", motion.times.size());
    std::vector<int> dimensions;
    for (const Dimension& d : motion.dimensions) {
        dimensions.push_back(d.is_split ? -1 : file.add_dimension(d.name, d.names.size()));
    }
    const int event = file.add_dimension("event", motion.event_count);
    TableFile samples(file, motion, dimensions), events(file, motion, dimensions);
    for (std::size_t c = 0; c < motion.samples.size(); ++c) {
        if (motion.samples[c].in_netcdf) samples.add(motion.samples[c], c, time, "");
    }
    file.add_attribute(samples.time(), "axis", "T");
    std::vector<Labels> labels;
    for (std::size_t d = 0; d < dimensions.size(); ++d) {
        if (!motion.dimensions[d].is_split) labels.emplace_back(file, motion.dimensions[d], dimensions[d]);
    }
    for (const bool has_words : {true, false}) {  // what kind of event it is stands first
        for (std::size_t c = 0; c < motion.events.size(); ++c) {
            if (motion.events[c].words.empty() != has_words) events.add(motion.events[c], c, event, "event_");
        }
    }
    file.finish_definitions();
    motion.for_each_piece([&](std::size_t, const Columns& columns) { samples.write(columns); });
    for (const Labels& l : labels) l.write(file);
    if (motion.event_count > 0) events.write(motion.events_from(0, motion.event_count));
    file.close();
}

std::size_t netcdf_bytes(const MotionResult& motion) {
    constexpr std::size_t tables = 262'144;
    std::size_t a_sample = 0, an_event = 0;
    for (const Quantity& q : motion.samples) a_sample += motion.size_of(q);
    for (const Quantity& q : motion.events) an_event += motion.size_of(q);
    return tables + sizeof(double) * (a_sample * motion.times.size() + an_event * motion.event_count);
}

}  // namespace stickslip::cli
