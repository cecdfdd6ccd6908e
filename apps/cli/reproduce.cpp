#include "reproduce.hpp"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <filesystem>

#include "gnuplot.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "reproduce_page.hpp"
#include "stickslip/interruption.hpp"
#include "tell.hpp"
#include "terminal_text.hpp"
#include "verb.hpp"
#include "written.hpp"

namespace stickslip::cli {

namespace {

/// Those whose id is given, or begins with it.
std::vector<validation::Entry> chosen_entries(const ReproduceRequest& request) {
    std::vector<validation::Entry> all = request.entries_folder.empty()
                                             ? validation::built_in_entries()
                                             : validation::entries_in(request.entries_folder);
    if (request.ids.empty()) return all;
    std::vector<validation::Entry> chosen;
    for (const std::string& id : request.ids) {
        const auto matches = [&](const validation::Entry& e) { return e.id == id || e.id.starts_with(id + "-"); };
        if (std::ranges::none_of(all, matches)) {
            throw std::invalid_argument("there is no item " + id + "; `stickslip reproduce --list` names all");
        }
    }
    std::ranges::copy_if(all, std::back_inserter(chosen), [&](const validation::Entry& e) {
        return std::ranges::any_of(request.ids,
                                   [&](const std::string& id) { return e.id == id || e.id.starts_with(id + "-"); });
    });
    return chosen;
}

Picture drawn(const validation::Entry& entry, const validation::Figure& figure) {
    try {
        return draw(figure);
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(entry.id + ".toml: [figure]: " + error.what());
    }
}

/// Everything, entry by entry on all allowed threads. Figures are drawn only where there is a page to put them.
std::vector<ReproducedEntry> recomputed(const std::vector<validation::Entry>& entries, bool is_quick,
                                        bool with_figures) {
    const validation::RunSettings settings{.is_quick = is_quick};
    const auto progress = parallel_progress("Recomputing");
    std::vector<ReproducedEntry> done(entries.size());
    std::atomic<std::size_t> finished = 0;
    const std::size_t tasks = entries.size() * (with_figures ? 2 : 1);
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, tasks, 1),
        [&](const tbb::blocked_range<std::size_t>& range) {
            for (std::size_t task = range.begin(); task < range.end(); ++task) {
                throw_if_interrupted();
                const std::size_t i = task % entries.size();
                if (task < entries.size()) {
                    done[i].entry = entries[i];
                    done[i].result = validation::evaluate(entries[i], settings);
                } else if (const auto figure = validation::figure_of(entries[i], settings)) {
                    done[i].picture = drawn(entries[i], *figure);
                    done[i].caption = figure->caption;
                }
                progress(static_cast<double>(++finished) / static_cast<double>(tasks));
            }
        },
        tbb::simple_partitioner());
    throw_if_interrupted();
    return done;
}

void write_file(const std::filesystem::path& path, const std::string& text) {
    OutputFile file(path);
    file.write(text);
    file.commit();
}

void write_pictures(const std::filesystem::path& folder, const std::vector<ReproducedEntry>& entries) {
    for (const ReproducedEntry& e : entries) {
        if (e.picture) write_file(folder / picture_file(e), e.picture->bytes);
    }
}

void write_summary(const std::vector<ReproducedEntry>& entries, std::FILE* file) {
    for (const ReproducedEntry& e : entries) {
        const bool is_expected = e.result.is_as_expected(e.entry);
        fmt::print(
            file, "{:<34}{}{}\n", printable(e.entry.id), name(e.result.verdict),
            is_expected ? "" : fmt::format(", expected: {}. {}", name(e.entry.expected), printable(e.result.failure)));
        if (is_expected) continue;
        for (const validation::CheckResult& c : e.result.checks) {
            if (c.holds()) continue;
            fmt::print(file, "    {}: printed {:.12g}{}, computed {:.12g}, tolerance {:.3g}\n", printable(c.what),
                       c.printed, c.right ? fmt::format(", corrected {:.12g}", *c.right) : "", c.computed, c.tolerance);
        }
    }
}

int run_reproduce(const ReproduceRequest& request) {
    const std::vector<validation::Entry> entries = chosen_entries(request);
    const std::filesystem::path folder = request.folder;
    if (!request.folder.empty()) {
        require_gnuplot();
        std::error_code error;
        std::filesystem::create_directories(folder / "figures", error);
        if (error) throw std::invalid_argument(request.folder + ": cannot be created: " + error.message());
        OutputFile(folder / "index.html");  // refused before any work if it cannot be written
    }
    const std::vector<ReproducedEntry> results = recomputed(entries, request.is_quick, !request.folder.empty());
    if (!request.folder.empty()) {
        write_pictures(folder, results);
        write_file(folder / "report.json", report_json(results));
        write_file(folder / "index.html", report_page(results, request.is_quick));
    }
    const auto unexpected =
        std::ranges::count_if(results, [](const ReproducedEntry& e) { return !e.result.is_as_expected(e.entry); });
    if (request.is_json) {
        fmt::print("{}", report_json(results));
    } else {
        write_summary(results, stdout);
        fmt::print("\n{} items, {} not as expected\n", results.size(), unexpected);
        if (!request.folder.empty()) tell_written({(folder / "index.html").string()}, request.is_json);
    }
    if (unexpected == 0) return done;
    tell_on_stderr("stickslip: {} of {} published items did not come out as they should\n", unexpected, results.size());
    return no_result;
}

int list_entries(const ReproduceRequest& request) {
    for (const validation::Entry& e : chosen_entries(request)) {
        fmt::print("{:<34}{}: {}\n", printable(e.id), printable(e.where), printable(e.title));
    }
    return done;
}

}  // namespace

int reproduce(const ReproduceRequest& request) {
    return request.is_list ? list_entries(request) : run_reproduce(request);
}

}  // namespace stickslip::cli
