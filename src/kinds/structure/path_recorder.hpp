#pragma once

#include "march.hpp"
#include "vectors.hpp"

namespace stickslip::structure {

/// Writes a march down as a trajectory.
class PathRecorder final : public MarchObserver {
public:
    explicit PathRecorder(StructureTrajectory& path, std::function<void(double)> progress = {})
        : path_(path), progress_(std::move(progress)) {}

    void phase(const PhaseMotion& motion, const FirstEvent& event) override {
        if (event.time > 0.0) store(motion.start(), event.time);
        if (progress_ && path_.phases.size() % progress_interval == 0) {
            progress_(motion.start().time.value() + event.time);
        }
    }
    void event(const ContactEvent& event) override { path_.events.push_back(event); }

    /// A trajectory has at least one phase.
    void finish(const Configuration& now) {
        if (path_.phases.empty()) store(now, 0.0);
    }

private:
    static constexpr std::size_t progress_interval = 256;

    void store(const Configuration& start, double duration) {
        path_.phases.push_back({start.time, duration, as_list(start.position), as_list(start.velocity),
                                as_list(start.deflection), start.contacts});
    }

    StructureTrajectory& path_;
    std::function<void(double)> progress_;
};

}  // namespace stickslip::structure
