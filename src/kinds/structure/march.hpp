#pragma once

// The march from event to event: one analytic phase, its first event by proof, one joint decision of what follows.

#include <limits>
#include <vector>

#include "event_search.hpp"
#include "phase_library.hpp"
#include "resolve.hpp"

namespace stickslip::structure {

/// Told of what a march comes across.
class MarchObserver {
public:
    virtual ~MarchObserver() = default;

    /// A phase of positive duration has ended by an event, or by a sample or the end where nothing happened. A march
    /// that ends with a decision reports the phase after it with an event at its start.
    virtual void phase(const PhaseMotion&, const FirstEvent&) {}
    virtual void event(const ContactEvent&) {}
};

class March {
public:
    /// What the contacts do at the start: to be told from the velocities, or known from the motion that led there.
    enum class Contacts { unknown, known };

    March(PhaseLibrary&, Configuration start, Contacts, MarchObserver&);

    /// Follows the motion until the time `end`, or until there have been `most_events` events. Returns whether it came
    /// to its end.
    bool run(const ExactTime& end, std::size_t most_events = std::numeric_limits<std::size_t>::max());

    [[nodiscard]] const Configuration& now() const { return now_; }
    [[nodiscard]] std::size_t events() const { return events_; }

private:
    void begin(Contacts);
    void place_elastic();
    [[nodiscard]] int sign_of_normal(int contact) const;
    [[nodiscard]] bool is_spring_force_zero(int contact) const;
    [[nodiscard]] bool is_spring_open(int contact, bool was_open) const;
    void ask_elastic_contacts();
    void follow_phase(double horizon);
    void move(const FirstEvent&);
    bool follow_normal(int contact);
    void open(int contact);
    void close(int contact);
    void happen(const Watched&);
    void release(const Watched&);
    void decide();

    PhaseLibrary& library_;
    const DenseStructure& s_;
    MarchObserver& observer_;
    Configuration now_;
    ExactTime end_;
    LocalSignals local_;
    double duration_left_of_signals_ = 0.0;
    StartZeros zeros_;
    PhaseMotion phase_;
    EventSearch search_;
    Resolver resolver_;
    Occasion occasion_;
    std::vector<ContactState> before_;  // the last decision
    std::vector<int> released_;         // at this instant, so that a second decision does not take it back
    std::size_t events_ = 0;
    int idle_rounds_ = 0;
    bool is_at_end_ = false;
    bool has_just_decided_ = false;
};

}  // namespace stickslip::structure
