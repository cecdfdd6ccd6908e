// Backbone curves of cases of any kind.

#include "case_backbone.hpp"

#include <stdexcept>

#include "kernel/in_parallel.hpp"
#include "stickslip/interruption.hpp"

namespace stickslip {

namespace {

void require_backbone(const CaseKind& kind) {
    if (kind.decay != nullptr && kind.forced != nullptr) return;
    throw std::invalid_argument("backbone curves are for one mass on a line and for structures, not for " +
                                std::string(kind.words));
}

ForcedPoint point_at(ForcedMotion& motion, const ForcedRequest& request, const CaseDocument& document) {
    if (!request.resonance) return motion.at(document);
    return phase_resonance(
        [&](double frequency) { return motion.at(document.with_value(*request.resonance, frequency)); }, request.band);
}

}  // namespace

FreeDecay follow_decay(const CaseKind& kind, const CaseDocument& document, const DecayRequest& request) {
    require_backbone(kind);
    return kind.decay(document, request);
}

std::vector<ForcedPoint> forced_backbone(const CaseKind& kind, const CaseDocument& document,
                                         const ForcedRequest& request) {
    require_backbone(kind);
    std::vector<ForcedPoint> points(request.values.size());
    const std::atomic<bool>& wanted = InterruptionScope::wanted();
    in_parallel(std::size_t{0}, points.size(), [&](std::size_t i) {
        const InterruptionScope scope(wanted);
        const CaseDocument here = document.with_value(request.over, request.values[i]);
        points[i] = point_at(*kind.forced(here, request.of), request, here);
        points[i].value = request.values[i];
        if (request.progress) request.progress();
    });
    return points;
}

}  // namespace stickslip
