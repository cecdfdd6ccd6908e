#include "toml_tree.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "model/toml_library.hpp"

namespace stickslip::validation {

namespace {

Tree tree_of(const toml::node& node) {
    if (const toml::table* table = node.as_table()) {
        // toml++ sorts keys; the order of the file is that of their places.
        std::vector<std::pair<toml::source_position, std::pair<std::string, const toml::node*>>> places;
        for (const auto& [key, value] : *table) {
            places.push_back({value.source().begin, {std::string(key.str()), &value}});
        }
        std::ranges::stable_sort(places, [](const auto& a, const auto& b) { return a.first < b.first; });
        Tree tree = Tree::object();
        for (const auto& [place, item] : places) tree[item.first] = tree_of(*item.second);
        return tree;
    }
    if (const toml::array* array = node.as_array()) {
        Tree tree = Tree::array();
        for (const toml::node& element : *array) tree.push_back(tree_of(element));
        return tree;
    }
    if (node.is_boolean()) return node.as_boolean()->get();
    if (node.is_integer()) return node.as_integer()->get();
    if (node.is_floating_point()) return node.as_floating_point()->get();
    if (node.is_string()) return node.as_string()->get();
    throw std::invalid_argument("dates have no meaning here");
}

}  // namespace

Tree tree_from_toml(std::string_view text, const std::string& name) {
    try {
        return tree_of(toml::parse(text));
    } catch (const toml::parse_error& error) {
        throw std::invalid_argument(name + ":" + std::to_string(error.source().begin.line) +
                                    ": not valid TOML: " + std::string(error.description()));
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(name + ": " + error.what());
    }
}

int count_in(const Tree& value, std::string_view what, int least, int most) {
    if (value.is_number_integer() && value.get<std::int64_t>() >= least && value.get<std::int64_t>() <= most) {
        return value.get<int>();
    }
    throw std::invalid_argument(std::string(what) + " = " + value.dump().substr(0, 40) +
                                " must be a whole number from " + std::to_string(least) + " to " +
                                std::to_string(most));
}

std::string toml_from_tree(const Tree& tree) {
    std::string plain;
    std::string tables;
    for (const auto& [key, value] : tree.items()) {
        if (value.is_object()) {
            tables += "[" + key + "]\n" + toml_from_tree(value);
        } else if (value.is_array() && !value.empty() && value.front().is_object()) {
            for (const Tree& entry : value) tables += "[[" + key + "]]\n" + toml_from_tree(entry);
        } else {
            plain += key + " = " + value.dump() + "\n";
        }
    }
    return plain + tables;
}

}  // namespace stickslip::validation
