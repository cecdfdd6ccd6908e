#include "march.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "model/bounds.hpp"
#include "stickslip/interruption.hpp"
#include "vectors.hpp"

namespace stickslip::structure {
namespace {

constexpr int most_idle_rounds = 3;  // decisions at one instant that change nothing before one is forced
constexpr int hopeless_rounds = 200;

/// Slip velocities below this share of their terms are zero at the start.
constexpr double at_rest = 8.0 * epsilon;

ContactEventKind kind_of(const ContactState& was, const ContactState& is) {
    if (is.phase == ContactPhase::open) return ContactEventKind::open;
    if (was.phase == ContactPhase::open) return ContactEventKind::close;
    if (is.phase == ContactPhase::stick) return ContactEventKind::slide_to_stick;
    return was.phase == ContactPhase::slide ? ContactEventKind::reversal : ContactEventKind::stick_to_slide;
}

}  // namespace

March::March(PhaseLibrary& library, Configuration start, Contacts contacts, MarchObserver& observer)
    : library_(library),
      s_(library.structure),
      observer_(observer),
      now_(std::move(start)),
      zeros_(std::size_t(s_.contacts())),
      phase_(s_, library.signals),
      search_(s_),
      resolver_(s_, library.signals) {
    library_.signals.look(now_.time, local_);
    begin(contacts);
}

bool March::run(const ExactTime& end, std::size_t most_events) {
    end_ = end;
    is_at_end_ = false;
    while (!is_at_end_) {
        throw_if_interrupted();
        if (events_ >= most_events) return false;
        const double left = duration_between(now_.time, end_);
        const double to_sample =
            std::isfinite(local_.end) ? duration_between(now_.time, {local_.end, 0.0}) : local_.end;
        follow_phase(std::min(left, to_sample));
    }
    return true;
}

void March::begin(Contacts contacts) {
    before_.assign(std::size_t(s_.contacts()), {});
    const std::vector<ContactState> known = now_.contacts;
    now_.contacts.assign(before_.size(), {});
    for (int j = 0; j < s_.contacts(); ++j) {
        ContactState& state = now_.contacts[std::size_t(j)];
        const bool has_rested = contacts == Contacts::known && known[std::size_t(j)].phase == ContactPhase::stick;
        const bool was_open = contacts == Contacts::known && known[std::size_t(j)].phase == ContactPhase::open;
        const bool is_open = s_.is_compliant(j) ? is_spring_open(j, was_open)
                                                : library_.has_normal[std::size_t(j)] && sign_of_normal(j) <= 0;
        zeros_.normal[std::size_t(j)] = s_.is_compliant(j) && is_spring_force_zero(j);
        if (is_open) {
            state.phase = ContactPhase::open;
            if (s_.is_compliant(j)) now_.deflection[j] = 0.0;
        } else if (s_.is_frictionless(j)) {
            state.phase = ContactPhase::slide;
        } else if (!s_.is_elastic(j) && !has_rested) {
            const double slip = s_.directions.col(j).dot(now_.velocity) - s_.surface_velocity[j];
            const double scale =
                s_.directions.col(j).cwiseAbs().dot(now_.velocity.cwiseAbs()) + std::abs(s_.surface_velocity[j]);
            if (std::abs(slip) > at_rest * scale) state = {ContactPhase::slide, slip > 0.0 ? 1 : -1};
        }
        if (state.phase == ContactPhase::open || s_.is_frictionless(j)) before_[std::size_t(j)] = state;
    }
    if (contacts == Contacts::known) {
        before_ = known;
        place_elastic();
    }
    ask_elastic_contacts();
    decide();
}

/// Sliders that slid are at their bounds, and none is beyond one.
void March::place_elastic() {
    Eigen::RowVectorXd values(library_.signals.columns());
    basis_derivative(library_.signals.frequencies(), 0.0, 0, values.data());
    for (int j = 0; j < s_.contacts(); ++j) {
        if (!s_.is_elastic(j)) continue;
        double bound = local_.bounds.row(j).dot(values);
        if (s_.is_compliant(j)) bound = s_.friction_factor[j] * s_.normal_force(j, now_.position);
        const double reach = std::max(bound, 0.0) / s_.contact_stiffness[j];
        now_.deflection[j] = std::clamp(now_.deflection[j], -reach, reach);
    }
}

bool March::is_spring_force_zero(int j) const {
    return std::abs(s_.normal_force(j, now_.position)) <= at_rest * s_.normal_terms(j, now_.position);
}

/// Whether a contact whose normal force the motion decides begins open: by the sign of N; where that is zero by that of
/// N′; where that is zero, too, as it was before.
bool March::is_spring_open(int j, bool was_open) const {
    if (!is_spring_force_zero(j)) return s_.normal_force(j, now_.position) < 0.0;
    const double apart = s_.lift[std::size_t(j)].dot(now_.velocity.data());
    const double terms = s_.lift[std::size_t(j)].absolute_dot(now_.velocity.data());
    return std::abs(apart) > at_rest * terms ? apart > 0.0 : was_open;
}

int March::sign_of_normal(int j) const {
    return sign_after_start(local_.bounds.row(j), library_.signals.frequencies(), local_.bound_scale[j]).sign;
}

void March::ask_elastic_contacts() {
    for (int j = 0; j < s_.contacts(); ++j) {
        if (s_.is_elastic(j)) occasion_.elastic.push_back(j);
    }
}

void March::follow_phase(double horizon) {
    phase_.begin(library_.flow(now_.contacts), local_, now_);
    const FirstEvent& event = search_.first_event(phase_, zeros_, horizon);
    const std::vector<Watched>& happened = event.happened;
    if (event.time > 0.0) {
        observer_.phase(phase_, event);
        move(event);
        idle_rounds_ = 0;
        released_.clear();
        zeros_.normal.assign(zeros_.normal.size(), 0);
        has_just_decided_ = false;
    } else if (++idle_rounds_ == hopeless_rounds) {
        throw std::runtime_error("the contacts cannot be decided at t = " + shortest(now_.time.value()) +
                                 " s: their decision at this instant does not end");
    }
    const bool is_sample = happened.empty() && !(horizon < duration_left_of_signals_);
    is_at_end_ = happened.empty() && duration_between(now_.time, end_) <= 0.0;
    if (is_at_end_) {
        if (has_just_decided_) observer_.phase(phase_, event);
        return;
    }
    if (is_sample) now_.time = {local_.end, 0.0};
    library_.signals.look(now_.time, local_);
    duration_left_of_signals_ = std::isfinite(local_.end) ? duration_between(now_.time, {local_.end, 0.0}) : local_.end;
    zeros_.clear();
    const bool is_disturbed = local_.jumps || local_.bends;
    if (happened.empty() && !is_disturbed) return;
    before_ = now_.contacts;
    occasion_.clear();
    if (is_disturbed) {
        for (int j = 0; j < s_.contacts(); ++j) follow_normal(j);
        ask_elastic_contacts();
    }
    for (const Watched& w : happened) happen(w);
    released_.insert(released_.end(), occasion_.released.begin(), occasion_.released.end());
    occasion_.released = released_;
    decide();
    has_just_decided_ = true;
}

void March::move(const FirstEvent& event) {
    const double tau = event.time;
    const VectorXd& displacement = event.displacement;
    Eigen::RowVectorXd values;
    for (int j = 0; j < s_.contacts(); ++j) {
        if (!s_.is_elastic(j)) continue;
        const ContactState& state = now_.contacts[std::size_t(j)];
        if (state.phase == ContactPhase::stick) {
            now_.deflection[j] += s_.slip[std::size_t(j)].dot(displacement.data()) - s_.surface_velocity[j] * tau;
        } else if (state.phase == ContactPhase::slide) {
            double bound = local_.bounds(j, constant_column);
            if (library_.signals.varies(j)) {
                values.resize(library_.signals.columns());
                basis_derivative(library_.signals.frequencies(), tau, 0, values.data());
                bound = local_.bounds.row(j).dot(values);
            }
            if (s_.is_compliant(j)) {
                bound = s_.friction_factor[j] * s_.normal_force(j, now_.position + displacement);
            }
            now_.deflection[j] = state.direction * bound / s_.contact_stiffness[j];
        }
    }
    now_.position += displacement;
    now_.velocity = event.velocity;
    now_.time = advance(now_.time, tau);
}

/// Opens a contact without normal force, closes one that has got some. Returns whether it did.
bool March::follow_normal(int j) {
    if (!library_.has_normal[std::size_t(j)]) return false;
    const bool is_open = sign_of_normal(j) <= 0;
    if (is_open == (now_.contacts[std::size_t(j)].phase == ContactPhase::open)) return false;
    is_open ? open(j) : close(j);
    return true;
}

void March::open(int j) {
    now_.contacts[std::size_t(j)] = {ContactPhase::open, 0};
    now_.deflection[j] = 0.0;
}

void March::close(int j) {
    ContactState& state = now_.contacts[std::size_t(j)];
    if (s_.is_frictionless(j)) {
        state = {ContactPhase::slide, 0};
        return;
    }
    const double slip = s_.directions.col(j).dot(now_.velocity) - s_.surface_velocity[j];
    const int sign = slip > 0.0 ? 1 : (slip < 0.0 ? -1 : 0);
    const bool sticks = s_.is_elastic(j) || sign == 0;
    state = {sticks ? ContactPhase::stick : ContactPhase::slide, sticks ? 0 : sign};
    if (!sticks) occasion_.closed.push_back(j);
}

void March::happen(const Watched& w) {
    switch (w.what) {
        case Watch::slip:
            occasion_.stopped.push_back(w.contact);
            if (s_.is_elastic(w.contact)) occasion_.elastic.push_back(w.contact);
            break;
        case Watch::normal:
            if (s_.is_compliant(w.contact)) {
                w.direction > 0 ? open(w.contact) : close(w.contact);
                zeros_.normal[std::size_t(w.contact)] = 1;
                if (s_.is_elastic(w.contact)) occasion_.elastic.push_back(w.contact);
                break;
            }
            if (follow_normal(w.contact) && s_.is_elastic(w.contact)) occasion_.elastic.push_back(w.contact);
            break;
        case Watch::deflection:
            occasion_.elastic.push_back(w.contact);
            (w.direction > 0 ? occasion_.upper : occasion_.lower).push_back(w.contact);
            break;
        case Watch::hold: release(w); break;
    }
}

void March::release(const Watched& w) {
    for (std::size_t i = 0; i < w.mechanism->contacts.size(); ++i) {
        const int j = w.mechanism->contacts[i];
        if (s_.is_stiction(j)) occasion_.released.push_back(j);
        if (idle_rounds_ < most_idle_rounds) continue;
        occasion_.forced.push_back(j);
        occasion_.direction.push_back(w.mechanism->share[i] > 0.0 ? w.direction : -w.direction);
    }
}

/// What the contacts do from now on; those that do something else than before have an event.
void March::decide() {
    const Resolved& resolved = resolver_.resolve(local_, now_, occasion_);
    now_.contacts = resolved.states;
    zeros_.slip = resolved.zeros;
    zeros_.deflection = resolved.deflection_zeros;
    for (std::size_t j = 0; j < before_.size(); ++j) {
        const ContactState& is = now_.contacts[j];
        if (before_[j] == is) continue;
        ++events_;
        observer_.event({now_.time.value(), j, kind_of(before_[j], is), is.direction});
    }
}

}  // namespace stickslip::structure
