#include "period_map.hpp"

namespace stickslip::structure {
namespace {

class MapObserver final : public MarchObserver {
public:
    MapObserver(const DenseStructure& s, const MatrixXd& directions)
        : contacts(std::size_t(s.contacts())), travel(VectorXd::Zero(s.size)), s_(s) {
        if (directions.cols() > 0) tangent.emplace(s, directions);
    }

    void phase(const PhaseMotion& motion, const FirstEvent& event) override {
        if (tangent) tangent->phase(motion, event);
        if (!(event.time > 0.0)) return;
        const VectorXd& moved = event.displacement;
        travel += moved.cwiseAbs();
        for (std::size_t j = 0; j < contacts.size(); ++j) {
            const auto& [phase, direction] = motion.start().contacts[j];
            ContactHistory& history = contacts[j];
            history.has_stuck = history.has_stuck || phase == ContactPhase::stick;
            history.was_open = history.was_open || phase == ContactPhase::open;
            history.has_slid_up = history.has_slid_up || direction > 0;
            history.has_slid_down = history.has_slid_down || direction < 0;
            if (phase != ContactPhase::slide) continue;
            history.path += std::abs(s_.directions.col(int(j)).dot(moved) - s_.surface_velocity[int(j)] * event.time);
        }
    }

    std::optional<Tangent> tangent;
    std::vector<ContactHistory> contacts;
    VectorXd travel;

private:
    const DenseStructure& s_;
};

}  // namespace

MappedState PeriodMap::map(Configuration start, double duration, Derivative derivative) const {
    const int size = layout_.size();
    return map(std::move(start), duration, MatrixXd::Identity(size, derivative == Derivative::with ? size : 0));
}

MappedState PeriodMap::map(Configuration start, double duration, const MatrixXd& directions) const {
    start.time = {};
    const auto contacts = start.contacts.empty() ? March::Contacts::unknown : March::Contacts::known;
    MapObserver observer(library_.structure, directions);
    March march(library_, std::move(start), contacts, observer);
    MappedState mapped;
    mapped.is_complete = march.run({duration, 0.0}, most_events_);
    mapped.end = march.now();
    mapped.contacts = std::move(observer.contacts);
    mapped.travel = std::max(observer.travel.maxCoeff(), mapped.end.position.cwiseAbs().maxCoeff());
    if (!observer.tangent) return mapped;
    mapped.derivative = observer.tangent->derivative();
    const PhaseMotion last(library_.structure, library_.signals, library_.flow(mapped.end.contacts),
                           library_.signals.from(mapped.end.time), mapped.end);
    last.evaluate(0.0);
    mapped.rates = observer.tangent->rates(last);
    return mapped;
}

}  // namespace stickslip::structure
