#pragma once

// Rectangles of cells on a device, in bands of rows by frequency. Every band has a stream and lists of its own, so that
// its second and third pass run while other bands still march; the slowest band comes first and goes before the others.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "bands.hpp"
#include "device.cuh"
#include "pass_kernel.cuh"

namespace stickslip::cuda {

struct SolverOptions {
    std::vector<double> band_edges{0.02, 0.1, 0.5};  ///< rising frequencies
    SegmentSizes segments;
    unsigned march_block = 256;  ///< threads
    unsigned finish_block = 64;
    unsigned search_block = 32;
    unsigned blocks_per_processor = 8;                 ///< of the second and third pass
    std::size_t smallest_list = std::size_t{1} << 16;  ///< cells set aside, hard or doubtful that always have room
    bool is_serial = false;                            ///< all bands in one stream: each pass is timed by itself
};

/// A cell found in double precision whose digits are in doubt.
struct DoubtfulCell {
    std::uint32_t index = 0;
    CellSolution<double> solution;
};

/// What was done in a band.
struct BandReport {
    double from = 0.0;  ///< frequency; the highest band has no end
    double to = std::numeric_limits<double>::infinity();
    std::size_t rows = 0;
    std::size_t segments = 0;
    std::uint32_t aside = 0;  ///< cells of the second pass
    std::uint32_t hard = 0;   ///< of the third
    std::uint32_t doubtful = 0;
    double march_ms = 0.0;  ///< from begin to end of each pass; other bands ran beside it unless serial
    double finish_ms = 0.0;
    double search_ms = 0.0;
};

/// Keeps its memory between rectangles. One thread at a time; the device must not change.
class PlaneSolver {
public:
    explicit PlaneSolver(SolverOptions options = {}) : options_(std::move(options)) {
        if (!std::ranges::is_sorted(options_.band_edges)) throw std::invalid_argument("band edges must rise");
        const int bands = static_cast<int>(options_.band_edges.size()) + 1;
        for (int i = 0; i < bands; ++i) work_.push_back(std::make_unique<BandWork>(i - bands + 1));
    }

    /// Solves all cells of `rows` rows into `sink`, and lists those in doubt. Returns when all is done.
    template <class Cells, class Sink, class FrequencyOfRow>
    void solve(const Cells& cells, std::uint32_t rows, const FrequencyOfRow& frequency_of, const MarchOptions& options,
               const Sink& sink) {
        solve(cells, rows, frequency_of, options, sink, [](const std::vector<DoubtfulCell>&) {});
    }

    /// The same; `take(cells)` gets the cells in doubt of every band as soon as it is done, while others compute.
    template <class Cells, class Sink, class FrequencyOfRow, class Take>
    void solve(const Cells& cells, std::uint32_t rows, const FrequencyOfRow& frequency_of, const MarchOptions& options,
               const Sink& sink, const Take& take) {
        if (static_cast<std::size_t>(rows) * options.columns > std::numeric_limits<std::uint32_t>::max()) {
            throw std::invalid_argument("a device solves at most 4294967295 cells at once");
        }
        const std::vector<Band> bands =
            bands_of(rows, options_.segments, options.has_rows_of_one_frequency, options_.band_edges, frequency_of);
        for (std::size_t b = 0; b < bands.size(); ++b) {
            constexpr double slow = 0.1;  // below, multipliers of many cells are in doubt; above, hardly any
            const bool is_slow = b < options_.band_edges.size() && options_.band_edges[b] <= slow;
            work_[b]->prepare(bands[b], options.columns, options_.smallest_list, is_slow ? 4 : 64);
        }
        for (const auto& work : work_) launch(*work, cells, options, sink);
        std::vector<BandWork*> open;
        for (const auto& work : work_) open.push_back(work.get());
        while (!open.empty()) {
            const auto is_done = [&](BandWork* work) {
                if (!stream_of(*work).is_idle()) return false;
                if (work->make_room()) {
                    launch(*work, cells, options, sink);
                    return false;
                }
                std::vector<DoubtfulCell> doubtful;
                work->copy_doubtful(doubtful);
                take(doubtful);
                return true;
            };
            if (std::erase_if(open, is_done) == 0) std::this_thread::sleep_for(std::chrono::microseconds(100));
        }
    }

    /// Of the last rectangle. @throws std::runtime_error if the device failed meanwhile.
    [[nodiscard]] std::vector<DoubtfulCell> doubtful() const {
        std::vector<DoubtfulCell> all;
        for (const auto& work : work_) work->copy_doubtful(all);
        return all;
    }

    /// The cells of the second pass and of the third.
    [[nodiscard]] std::vector<std::uint32_t> aside() const { return listed(&BandWork::aside, aside_place); }
    [[nodiscard]] std::vector<std::uint32_t> hard() const { return listed(&BandWork::hard, hard_place); }

    /// Of every band that had rows, the slowest first.
    [[nodiscard]] std::vector<BandReport> reports() const {
        std::vector<BandReport> all;
        for (std::size_t b = 0; b < work_.size(); ++b) {
            if (work_[b]->segment_count == 0) continue;
            BandReport r = work_[b]->report();
            if (b > 0) r.from = options_.band_edges[b - 1];
            if (b < options_.band_edges.size()) r.to = options_.band_edges[b];
            all.push_back(r);
        }
        return all;
    }

private:
    static constexpr int aside_place = 0;  // of the counts
    static constexpr int hard_place = 1;
    static constexpr int doubtful_place = 2;
    static constexpr int count_places = 3;

    struct BandWork {
        Stream stream;
        Event begin, marched, finished, searched;
        PinnedArray<Segment> host_segments;
        DeviceArray<Segment> segments;
        std::uint32_t segment_count = 0;
        std::uint32_t threads = 0;  ///< the most of a segment
        std::size_t rows = 0;
        DeviceArray<std::uint32_t> aside;
        DeviceArray<std::uint32_t> hard;
        DeviceArray<std::uint32_t> doubtful;
        DeviceArray<CellSolution<double>> solutions;
        DeviceArray<std::uint32_t> counts{count_places};
        PinnedArray<std::uint32_t> host_counts{count_places};

        explicit BandWork(int priority) : stream(priority) {}

        /// Lists have room for a part of the cells, `doubtful_part` that of cells in doubt; few cells have room for
        /// all.
        void prepare(const Band& band, std::uint32_t columns, std::size_t smallest_list, std::size_t doubtful_part) {
            segment_count = static_cast<std::uint32_t>(band.segments.size());
            std::fill_n(host_counts.data(), count_places, 0U);
            rows = band.rows();
            threads = band.threads(columns);
            if (segment_count == 0) return;
            host_segments.reserve(segment_count);
            segments.reserve(segment_count);
            std::ranges::copy(band.segments, host_segments.data());
            const std::size_t cells = rows * columns;
            const auto room = [&](std::size_t part) { return std::min(cells, smallest_list + cells / part); };
            aside.reserve(room(8));
            hard.reserve(room(16));
            doubtful.reserve(room(doubtful_part));
            solutions.reserve(doubtful.size());
        }

        [[nodiscard]] Leftovers leftovers() const {
            const auto size = [](const auto& array) { return static_cast<std::uint32_t>(array.size()); };
            return {{aside.data(), counts.data() + aside_place, size(aside)},
                    {hard.data(), counts.data() + hard_place, size(hard)},
                    {doubtful.data(), solutions.data(), counts.data() + doubtful_place, size(doubtful)}};
        }

        /// Whether a list was too short; then there is room for what it counted, and the band is to be solved again.
        [[nodiscard]] bool make_room() {
            const std::uint32_t* count = host_counts.data();
            const bool is_short = count[aside_place] > aside.size() || count[hard_place] > hard.size() ||
                                  count[doubtful_place] > doubtful.size();
            if (!is_short) return false;
            aside.reserve(count[aside_place]);
            hard.reserve(count[hard_place]);
            doubtful.reserve(count[doubtful_place]);
            solutions.reserve(doubtful.size());
            return true;
        }

        void copy_doubtful(std::vector<DoubtfulCell>& all) const {
            const std::vector<std::uint32_t> indices = to_host(doubtful, host_counts.data()[doubtful_place]);
            const std::vector<CellSolution<double>> found = to_host(solutions, indices.size());
            for (std::size_t i = 0; i < indices.size(); ++i) all.push_back({indices[i], found[i]});
        }

        [[nodiscard]] BandReport report() const {
            BandReport r;
            r.rows = rows;
            r.segments = segment_count;
            r.aside = host_counts.data()[aside_place];
            r.hard = host_counts.data()[hard_place];
            r.doubtful = host_counts.data()[doubtful_place];
            r.march_ms = marched.milliseconds_since(begin);
            r.finish_ms = finished.milliseconds_since(marched);
            r.search_ms = searched.milliseconds_since(finished);
            return r;
        }

        template <class T>
        [[nodiscard]] std::vector<T> to_host(const DeviceArray<T>& array, std::size_t size) const {
            std::vector<T> host(size);
            if (size == 0) return host;
            const std::size_t bytes = size * sizeof(T);
            check(cudaMemcpyAsync(host.data(), array.data(), bytes, cudaMemcpyDeviceToHost, stream.get()), "a list");
            stream.wait();
            return host;
        }
    };

    [[nodiscard]] const Stream& stream_of(const BandWork& work) const {
        return options_.is_serial ? work_.front()->stream : work.stream;
    }

    /// Undamped planes have kernels of their own: fixing the damping kind at compile time cuts the code to a third, and
    /// the multiprocessors wait mostly for code.
    template <class Cells, class Sink>
    void launch(const BandWork& work, const Cells& cells, const MarchOptions& options, const Sink& sink) const {
        if (work.segment_count == 0) return;
        if (options.kind == FlowKind::undamped) {
            launch_kind<KnownKind<FlowKind::undamped>>(work, cells, options, sink);
        } else {
            launch_kind<FlowKind>(work, cells, options, sink);
        }
    }

    template <class Kind, class Cells, class Sink>
    void launch_kind(const BandWork& work, const Cells& cells, const MarchOptions& options, const Sink& sink) const {
        const cudaStream_t stream = stream_of(work).get();
        const Leftovers leftovers = work.leftovers();
        constexpr auto kernel = pass_kernel<Kind, Cells, Sink>;
        check(cudaMemcpyAsync(work.segments.data(), work.host_segments.data(), work.segment_count * sizeof(Segment),
                              cudaMemcpyHostToDevice, stream),
              "segments");
        check(cudaMemsetAsync(work.counts.data(), 0, count_places * sizeof(std::uint32_t), stream), "counts");
        work.begin.record(stream);
        const unsigned across = (work.threads + options_.march_block - 1) / options_.march_block;
        constexpr std::uint32_t most_up = 65535;  // blocks of a grid in its second direction
        for (std::uint32_t first = 0; first < work.segment_count; first += most_up) {
            const dim3 grid(across, std::min(most_up, work.segment_count - first));
            const Segment* segments = work.segments.data() + first;
            cuda::launch(kernel, grid, options_.march_block, stream, "the first pass", Pass::march, cells, segments,
                         options, sink, leftovers);
        }
        work.marched.record(stream);
        const unsigned blocks = processors_ * options_.blocks_per_processor;
        const Segment* none = nullptr;
        cuda::launch(kernel, blocks, options_.finish_block, stream, "the second pass", Pass::finish, cells, none,
                     options, sink, leftovers);
        work.finished.record(stream);
        cuda::launch(kernel, blocks, options_.search_block, stream, "the third pass", Pass::search, cells, none,
                     options, sink, leftovers);
        work.searched.record(stream);
        check(cudaMemcpyAsync(work.host_counts.data(), work.counts.data(), count_places * sizeof(std::uint32_t),
                              cudaMemcpyDeviceToHost, stream),
              "counts");
    }

    [[nodiscard]] std::vector<std::uint32_t> listed(DeviceArray<std::uint32_t> BandWork::*list, int place) const {
        std::vector<std::uint32_t> all;
        for (const auto& work : work_) {
            const auto part = work->to_host((*work).*list, work->host_counts.data()[place]);
            all.insert(all.end(), part.begin(), part.end());
        }
        return all;
    }

    SolverOptions options_;
    std::uint32_t processors_ = multiprocessors();
    std::vector<std::unique_ptr<BandWork>> work_;
};

}  // namespace stickslip::cuda
