#pragma once

// Maps of attractors on a GPU: what one thread does for one cell in one pass. A pass is a portion of the search that
// the processor runs as a whole (steady/attractor_search.hpp); between passes the search and its motion wait in memory,
// so that cells which march, which ask Newton, and which have chaos do not wait for each other.

#include <cstdint>

#include "kinds/line/attractor_search.hpp"
#include "kinds/series/law_field.hpp"
#include "kinds/series/series_driver.hpp"
#include "maps/map_device.hpp"

namespace stickslip::cuda {

/// One cell: a law, a spring, a constant and a harmonic load, a start.
template <class Law>
struct AttractorCell {
    Law law;
    Mechanics mechanics;
    HarmonicLoadSeries forcing;
    double period;      ///< of the load [s]
    StateVector start;  ///< x, w, z
};

/// Whether a device can follow an oscillator with this law: those with an inner state are left to the processor.
template <class Law>
inline constexpr bool is_for_device = !BristleLaw<Law> && !std::is_same_v<Law, Jenkins>;

template <class Law>
AttractorCell<Law> attractor_cell(const Law& law, const AttractorTask& t) {
    return {law, mechanics_of(t.oscillator), {t.constant_load, t.harmonic}, t.period, vector_of(t.start)};
}

/// Cells with their searches, all in the memory of the device.
template <class Law>
struct AttractorCells {
    const AttractorCell<Law>* cells;
    AttractorSearch* searches;
    PausedMotion<double>* motions;
    StateVector* points;  ///< `search.kept()` for each cell
    SearchBounds search;
    SeriesBounds series;

    template <class Scalar>
    using Motion = SeriesDriver<FieldOf<Law, Scalar, HarmonicLoadSeries>>;

    [[nodiscard]] STICKSLIP_KERNEL StateVector* points_of(std::uint32_t i) const {
        return points + static_cast<std::size_t>(i) * search.kept();
    }
};

/// Of a motion without an inner state.
inline constexpr int state_size = 2;

/// Puts the mass where it starts.
template <class Law>
STICKSLIP_KERNEL AttractorSearch::Stage begin_cell(const AttractorCells<Law>& work, std::uint32_t i) {
    const AttractorCell<Law>& cell = work.cells[i];
    typename AttractorCells<Law>::template Motion<double> motion(cell.law, cell.mechanics, cell.forcing, work.series);
    motion.start({}, state_of(cell.start));
    work.motions[i] = motion.pause();
    work.searches[i] = AttractorSearch(work.search, cell.period, state_size);
    return work.searches[i].stage();
}

/// A stretch of the march.
template <class Law>
STICKSLIP_KERNEL AttractorSearch::Stage march_cell(const AttractorCells<Law>& work, std::uint32_t i) {
    const AttractorCell<Law>& cell = work.cells[i];
    typename AttractorCells<Law>::template Motion<double> motion(cell.law, cell.mechanics, cell.forcing, work.series);
    motion.resume(work.motions[i]);
    AttractorSearch& search = work.searches[i];
    search.march(motion, work.points_of(i));
    work.motions[i] = motion.pause();
    return search.stage();
}

/// What a tangent is needed for: one image for Newton, or the growth.
template <class Law>
STICKSLIP_KERNEL AttractorSearch::Stage vary_cell(const AttractorCells<Law>& work, std::uint32_t i) {
    const AttractorCell<Law>& cell = work.cells[i];
    typename AttractorCells<Law>::template Motion<Dual> motion(cell.law, cell.mechanics, cell.forcing, work.series);
    AttractorSearch& search = work.searches[i];
    if (search.stage() == AttractorSearch::Stage::shoot) {
        search.shoot(motion, work.points_of(i));
    } else {
        search.grow(motion, work.points_of(i));
    }
    return search.stage();
}

}  // namespace stickslip::cuda
