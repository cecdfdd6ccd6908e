#pragma once

#include <span>
#include <string>
#include <vector>

#include "gnuplot_script.hpp"

namespace stickslip::cli {

/// A curve to be drawn: y where it is defined, NaN where it is not, +∞ where it grows without bound.
struct PlottedCurve {
    std::span<const double> x;  ///< rising
    std::span<const double> y;
};

/// Where the vertical axis of some curves ends: nowhere in particular, or below a resonance that would make everything
/// else look flat.
class AxisEnd {
public:
    /// Everything is shown. Curves that hardly change get a range whose numbers can still be told apart.
    explicit AxisEnd(const std::vector<PlottedCurve>&);

    /// The axis ends at `top`; what is higher is marked.
    AxisEnd(double top, const std::vector<PlottedCurve>&);

    [[nodiscard]] bool is_clipped() const { return !exits_.empty(); }

    /// The range, and on a clipped axis an arrow at the peak of each stretch beyond it and a sentence above the panel
    /// that says how far it goes. Numbers of arrows and labels begin at `first_number`.
    [[nodiscard]] Script script(const std::string& x_name, int first_number) const;

private:
    /// The largest value of a stretch, and where the curve has it.
    struct Peak {
        double value, from, to;
        void take(double x, double y);
    };
    double bottom_ = 0.0;
    double top_ = 0.0;         ///< not above `bottom_` where gnuplot chooses
    std::vector<Peak> exits_;  ///< one for each stretch above `top_`
};

/// For quantities that a resonance may drive to any height: if the highest value is far above what four fifths of the
/// range stay below, the axis ends at a few times that.
[[nodiscard]] AxisEnd end_below_resonance(const PlottedCurve&);

}  // namespace stickslip::cli
