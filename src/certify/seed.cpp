#include "seed.hpp"

namespace stickslip::proof {

namespace {

/// Follows the motion over half a period and keeps its longest rest and its longest slide.
class LongestPieces {
public:
    explicit LongestPieces(const Plant<0>& plant) : plant_(plant), orbit_(plant, 0.0) {}

    [[nodiscard]] std::optional<Seed> follow(double angle, double x, double v) {
        if (!begin(angle, x, v)) return std::nullopt;
        constexpr double enough = 3.3;  // radians of the load: half a period and the piece that was under way
        for (int piece = 0; piece < most_pieces && angle_.c - angle < enough; ++piece) {
            if (!slide_on()) break;
        }
        if (longest_rest_ > 0.0) return rest_;
        return longest_slide_ > 0.0 ? middle_of_slide() : std::nullopt;
    }

private:
    bool begin(double angle, double x, double v) {
        const Ball here = exactly<0>(angle);
        const Direction<0> load = direction_of(here);
        const double net = load.sin.c - x;
        if (v == 0.0 && std::abs(net) <= plant_.friction.c) return release(exactly<0>(x), here, load);
        side_ = v != 0.0 ? (v > 0.0 ? 1 : -1) : (net > 0.0 ? 1 : -1);
        set_moment(here, exactly<0>(side_ * x), exactly<0>(side_ * v), v == 0.0 ? 1 : 0);
        return true;
    }

    void set_moment(const Ball& angle, const Ball& y, const Ball& v, int zeros) {
        angle_ = thin(angle);
        moment_ = {};
        moment_.y = thin(y);
        moment_.v = thin(v);
        moment_.zeros = zeros;
        moment_.load = facing(side_, direction_of(angle_));
        moment_.a = orbit_.acceleration(moment_.y, moment_.v, moment_.load);
    }

    bool release(const Ball& x, const Ball& angle, const Direction<0>& load) {
        const NextRelease<0> next = orbit_.next_release(x, angle, load, 0.0);
        if (next.doubt != Doubt::none) return false;
        const double rests_for = next.angle.c - angle.c;
        if (rests_for > longest_rest_) {
            longest_rest_ = rests_for;
            rest_ = {true, angle.c + 0.5 * rests_for, x.c, 0.0};
        }
        side_ = next.side;
        moment_ = next.moment;
        angle_ = thin(next.angle);
        return true;
    }

    bool slide_on() {
        const SlideEnd<0> end = orbit_.slide(moment_, side_, angle_, 0.0);
        if (end.doubt != Doubt::none) return false;
        if (end.duration.c > longest_slide_) {
            longest_slide_ = end.duration.c;
            slide_moment_ = moment_;
            slide_angle_ = angle_;
            slide_side_ = side_;
        }
        const Ball x = thin(side_ > 0 ? end.y : -end.y);
        const double net = end.load.sin.c - end.y.c;
        if (net >= -plant_.friction.c) return release(x, thin(end.angle), facing(side_, end.load));
        side_ = -side_;
        set_moment(end.angle, -end.y, Ball{}, 1);
        return true;
    }

    [[nodiscard]] std::optional<Seed> middle_of_slide() {
        const Ball half = exactly<0>(0.5 * longest_slide_);
        const SlideEnd<0> end = orbit_.slide(slide_moment_, slide_side_, slide_angle_, 0.0, &half);
        if (end.doubt != Doubt::none || !end.is_cut) return std::nullopt;
        return Seed{false, slide_angle_.c + plant_.frequency.c * half.c, slide_side_ * end.y.c, slide_side_ * end.v.c};
    }

    Plant<0> plant_;
    Orbit<0> orbit_;
    Moment<0> moment_;
    Ball angle_;
    int side_ = 1;
    double longest_rest_ = 0.0;
    Seed rest_;
    double longest_slide_ = 0.0;
    Moment<0> slide_moment_;
    Ball slide_angle_;
    int slide_side_ = 1;
};

}  // namespace

std::optional<Seed> seed_of(const Plant<0>& plant, const CellSolution<double>& found) {
    if (found.regime == Regime::stick_slip && found.v == 0.0) return Seed{true, found.section, found.x, 0.0};
    if (found.regime != Regime::stick_slip && found.regime != Regime::continuous) return std::nullopt;
    return LongestPieces(plant).follow(found.section, found.x, found.v);
}

}  // namespace stickslip::proof
