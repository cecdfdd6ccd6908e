// The march from event to event: one analytic phase, its first event by proof, one joint decision of what follows.

#include "stickslip/structure/simulate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "event_search.hpp"
#include "phase_library.hpp"
#include "resolve.hpp"
#include "stickslip/interruption.hpp"
#include "vectors.hpp"

namespace stickslip::structure {
namespace {

class March {
public:
    March(const Structure& structure, const StructureState& start, double end_time, const StructureOptions& options)
        : options_(options),
          end_(end_time),
          library_(std::make_shared<PhaseLibrary>(structure)),
          s_(library_->structure),
          zeros_(structure.contacts.size()) {
        path_.structure = std::make_shared<Structure>(structure);
        path_.library = library_;
        now_.position = as_vector(start.position, s_.size);
        now_.velocity = as_vector(start.velocity, s_.size);
        now_.deflection = as_vector(start.contact_deflection, s_.contacts());
        now_.contacts.assign(std::size_t(s_.contacts()), {});
        for (const Contact& contact : structure.contacts) has_normal_.push_back(contact.normal.has_value());
    }

    StructureTrajectory run() {
        local_ = library_->signals.from(now_.time);
        begin();
        while (true) {
            throw_if_interrupted();
            const double left = duration_between(now_.time, {end_, 0.0});
            const double to_sample =
                std::isfinite(local_.end) ? duration_between(now_.time, {local_.end, 0.0}) : local_.end;
            const double horizon = std::min(left, to_sample);
            if (path_.events.size() >= options_.most_events) {
                path_.termination = StructureTermination::event_limit;
                path_.end = now_.time.value();
                break;
            }
            follow_phase(horizon);
            if (options_.progress && path_.phases.size() % progress_interval == 0) options_.progress(now_.time.value());
            if (is_at_end_) {
                path_.end = end_;
                break;
            }
        }
        if (path_.phases.empty()) store_phase(0.0);
        return std::move(path_);
    }

private:
    static constexpr std::size_t progress_interval = 256;
    static constexpr int most_idle_rounds = 3;  // decisions at one instant that change nothing before one is forced

    void begin() {
        for (int j = 0; j < s_.contacts(); ++j) {
            ContactState& state = now_.contacts[std::size_t(j)];
            if (has_normal_[std::size_t(j)] && sign_of_normal(j) <= 0) {
                state.phase = ContactPhase::open;
            } else if (!s_.is_elastic(j)) {
                const double slip = s_.directions.col(j).dot(now_.velocity) - s_.surface_velocity[j];
                const double scale =
                    s_.directions.col(j).cwiseAbs().dot(now_.velocity.cwiseAbs()) + std::abs(s_.surface_velocity[j]);
                constexpr double at_rest = 8.0 * std::numeric_limits<double>::epsilon();
                if (std::abs(slip) > at_rest * scale) state = {ContactPhase::slide, slip > 0.0 ? 1 : -1};
            }
        }
        std::vector<ContactState> before(std::size_t(s_.contacts()));
        for (std::size_t j = 0; j < before.size(); ++j) {
            if (now_.contacts[j].phase == ContactPhase::open) before[j].phase = ContactPhase::open;
        }
        decide({.elastic = elastic_contacts()}, before);
    }

    [[nodiscard]] int sign_of_normal(int j) const {
        return sign_after_start(local_.bounds.row(j), library_->signals.frequencies(), local_.bound_scale[j]).sign;
    }
    [[nodiscard]] std::vector<int> elastic_contacts() const {
        std::vector<int> list;
        for (int j = 0; j < s_.contacts(); ++j) {
            if (s_.is_elastic(j)) list.push_back(j);
        }
        return list;
    }

    void store_phase(double duration) {
        path_.phases.push_back({now_.time, duration, as_list(now_.position), as_list(now_.velocity),
                                as_list(now_.deflection), now_.contacts});
    }

    void follow_phase(double horizon) {
        const PatternFlow& flow = library_->flow(now_.contacts);
        const PhaseMotion phase(s_, library_->signals, flow, local_, now_);
        const FirstEvent event = first_event(s_, phase, zeros_, horizon);
        if (event.time > 0.0) {
            store_phase(event.time);
            move(event);
            idle_rounds_ = 0;
            released_.clear();
        } else {
            constexpr int hopeless = 200;
            if (++idle_rounds_ == hopeless) {
                throw std::runtime_error("the contacts cannot be decided at t = " + std::to_string(now_.time.value()) +
                                         " s: their decision at this instant does not end");
            }
        }
        const bool is_sample = event.happened.empty() && !(horizon < duration_left_of_signals_);
        is_at_end_ = event.happened.empty() && now_.time.value() >= end_;
        if (is_at_end_) return;
        if (is_sample) now_.time = {local_.end, 0.0};
        local_ = library_->signals.from(now_.time);
        duration_left_of_signals_ =
            std::isfinite(local_.end) ? duration_between(now_.time, {local_.end, 0.0}) : local_.end;
        zeros_ = StartZeros(zeros_.slip.size());
        const bool is_disturbed = local_.jumps || local_.bends;
        if (event.happened.empty() && !is_disturbed) return;
        const std::vector<ContactState> before = now_.contacts;
        Occasion occasion;
        if (is_disturbed) {
            for (int j = 0; j < s_.contacts(); ++j) follow_normal(j);
            occasion.elastic = elastic_contacts();
        }
        for (const Watched& w : event.happened) happen(w, occasion);
        released_.insert(released_.end(), occasion.released.begin(), occasion.released.end());
        occasion.released = released_;
        decide(occasion, before);
    }

    void move(const FirstEvent& event) {
        const double tau = event.time;
        const VectorXd& displacement = event.displacement;
        Eigen::RowVectorXd values(library_->signals.columns());
        basis_derivative(library_->signals.frequencies(), tau, 0, values.data());
        for (int j = 0; j < s_.contacts(); ++j) {
            if (!s_.is_elastic(j)) continue;
            const ContactState& state = now_.contacts[std::size_t(j)];
            if (state.phase == ContactPhase::stick) {
                now_.deflection[j] += s_.directions.col(j).dot(displacement) - s_.surface_velocity[j] * tau;
            } else if (state.phase == ContactPhase::slide) {
                now_.deflection[j] = state.direction * local_.bounds.row(j).dot(values) / s_.contact_stiffness[j];
            }
        }
        now_.position += displacement;
        now_.velocity = event.velocity;
        now_.time = advance(now_.time, tau);
    }

    /// Opens a contact without normal force, closes one that has got some. Returns whether it did.
    bool follow_normal(int j) {
        if (!has_normal_[std::size_t(j)]) return false;
        ContactState& state = now_.contacts[std::size_t(j)];
        const bool is_open = sign_of_normal(j) <= 0;
        if (is_open == (state.phase == ContactPhase::open)) return false;
        if (is_open) {
            state = {ContactPhase::open, 0};
            now_.deflection[j] = 0.0;
            return true;
        }
        const double slip = s_.directions.col(j).dot(now_.velocity) - s_.surface_velocity[j];
        const int sign = slip > 0.0 ? 1 : (slip < 0.0 ? -1 : 0);
        const bool sticks = s_.is_elastic(j) || sign == 0;
        state = {sticks ? ContactPhase::stick : ContactPhase::slide, sticks ? 0 : sign};
        return true;
    }

    void happen(const Watched& w, Occasion& occasion) {
        switch (w.what) {
            case Watch::slip:
                occasion.stopped.push_back(w.contact);
                if (s_.is_elastic(w.contact)) occasion.elastic.push_back(w.contact);
                break;
            case Watch::normal:
                if (follow_normal(w.contact) && s_.is_elastic(w.contact)) occasion.elastic.push_back(w.contact);
                break;
            case Watch::deflection:
                occasion.elastic.push_back(w.contact);
                (w.direction > 0 ? occasion.upper : occasion.lower).push_back(w.contact);
                break;
            case Watch::hold: release(w, occasion); break;
        }
    }

    void release(const Watched& w, Occasion& occasion) const {
        for (std::size_t i = 0; i < w.mechanism->contacts.size(); ++i) {
            const int j = w.mechanism->contacts[i];
            if (s_.is_stiction(j)) occasion.released.push_back(j);
            if (idle_rounds_ < most_idle_rounds) continue;
            occasion.forced.push_back(j);
            occasion.direction.push_back(w.mechanism->share[i] > 0.0 ? w.direction : -w.direction);
        }
    }

    void decide(const Occasion& occasion, const std::vector<ContactState>& before) {
        const Resolved resolved = resolve(s_, library_->signals, local_, now_, occasion);
        now_.contacts = resolved.states;
        zeros_.slip = resolved.zeros;
        zeros_.deflection = resolved.deflection_zeros;
        for (std::size_t j = 0; j < before.size(); ++j) {
            const ContactState& was = before[j];
            const ContactState& is = now_.contacts[j];
            if (was == is) continue;
            ContactEventKind kind = ContactEventKind::stick_to_slide;
            if (is.phase == ContactPhase::open) {
                kind = ContactEventKind::open;
            } else if (was.phase == ContactPhase::open) {
                kind = ContactEventKind::close;
            } else if (is.phase == ContactPhase::stick) {
                kind = ContactEventKind::slide_to_stick;
            } else if (was.phase == ContactPhase::slide) {
                kind = ContactEventKind::reversal;
            }
            path_.events.push_back({now_.time.value(), j, kind, is.direction});
        }
    }

    const StructureOptions& options_;
    double end_;
    std::shared_ptr<PhaseLibrary> library_;
    const DenseStructure& s_;
    StructureTrajectory path_;
    Configuration now_;
    LocalSignals local_;
    double duration_left_of_signals_ = 0.0;
    StartZeros zeros_;
    std::vector<int> released_;  // at this instant, so that a second decision does not take it back
    std::vector<bool> has_normal_;
    int idle_rounds_ = 0;
    bool is_at_end_ = false;
};

}  // namespace

StructureTrajectory simulate(const Structure& structure, const StructureState& start, double end_time,
                             const StructureOptions& options) {
    validate(structure);
    validate(structure, start);
    if (!(end_time > 0.0) || !std::isfinite(end_time)) {
        throw std::invalid_argument("end_time = " + std::to_string(end_time) + " s must be positive and finite");
    }
    return March(structure, start, end_time, options).run();
}

}  // namespace stickslip::structure
