// A map whose cells are proved: each cell is solved like any other, and its ratios get a certificate of their own,
// which knows nothing of that solution.

#include "proved_cells.hpp"

#include "maps/map_device.hpp"
#include "maps/proof_names.hpp"
#include "ratio_plane.hpp"
#include "stickslip/certify/certify.hpp"
#include "stickslip/interruption.hpp"
#include "stickslip/model/field_error.hpp"

namespace stickslip {

namespace {

std::vector<MapQuantity> proof_quantities() {
    MapQuantity proof{proof_names()[0],
                      "1",
                      "whether regime, stops and bounds of the amplitude are proved",
                      QuantityType::flag,
                      {"unproved", "proved"}};
    MapQuantity because{proof_names()[3], "1", "why nothing is proved", QuantityType::flag, {}};
    for (const Unproved why : all_unproved) because.meanings.emplace_back(name(why));
    return {std::move(proof),
            {proof_names()[1], "1", "proved lower bound of the amplitude ratio kX/p₀", QuantityType::real, {}},
            {proof_names()[2], "1", "proved upper bound of the amplitude ratio kX/p₀", QuantityType::real, {}},
            std::move(because)};
}

class ProvedCells : public CellEvaluator {
public:
    ProvedCells(const CasePlane& plane, RatioPlane ratios, std::unique_ptr<const CellEvaluator> solved)
        : plane_(plane), ratios_(std::move(ratios)), solved_(std::move(solved)), quantities_(solved_->quantities()) {
        for (MapQuantity& q : proof_quantities()) quantities_.push_back(std::move(q));
    }

    [[nodiscard]] const std::vector<MapQuantity>& quantities() const override { return quantities_; }
    [[nodiscard]] int failure_flag() const override { return solved_->failure_flag(); }
    [[nodiscard]] TileShape tile_shape() const override { return solved_->tile_shape(); }

    void evaluate(std::span<const CellIndex> cells, std::size_t columns, TileValues& values) const override {
        solved_->evaluate(cells, columns, values);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            throw_if_interrupted();
            store(certificate_of(cells[i]), i, values);
        }
    }

private:
    [[nodiscard]] Certificate certificate_of(CellIndex cell) const {
        const std::optional<PreparedCell> prepared = ratios_.at(plane_, cell);
        if (prepared) return certify(prepared->ratios);
        Certificate none;
        none.why = Unproved::no_seed;  // without a load there are no ratios
        return none;
    }

    void store(const Certificate& c, std::size_t i, TileValues& values) const {
        const std::size_t first = solved_->quantities().size();
        values.set(first, i, c.is_proved ? 1 : 0);
        values.set(first + 1, i, c.amplitude_ratio.low);
        values.set(first + 2, i, c.amplitude_ratio.high);
        values.set(first + 3, i, static_cast<int>(c.why));
    }

    CasePlane plane_;
    RatioPlane ratios_;
    std::unique_ptr<const CellEvaluator> solved_;
    std::vector<MapQuantity> quantities_;
};

}  // namespace

std::unique_ptr<const CellEvaluator> make_proved_cells(const MapRequest& request,
                                                       std::unique_ptr<const CellEvaluator> solved) {
    if (request.is_adaptive) {
        throw FieldError("adaptive", " interpolates cells, and nothing is proved of these; leave out one of the two");
    }
    if (request.device) {
        throw FieldError("backend", " " + request.device->backend() +
                                        " has no proofs; the backend cpu, the default, "
                                        "proves");
    }
    const CasePlane plane(request);
    std::optional<RatioPlane> ratios = RatioPlane::from(plane);
    if (!ratios) refuse_proofs(proof_names(), "and this case is another one");
    return std::make_unique<ProvedCells>(plane, std::move(*ratios), std::move(solved));
}

}  // namespace stickslip
