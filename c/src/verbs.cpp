// The verbs as C sees them: a function for each, and one that takes the name, for those who read it from somewhere.

#include <array>

#include "verb.hpp"

namespace stickslip::c {

namespace {

struct NamedVerb {
    std::string_view name;
    const Verb* verb;
};

constexpr std::array named_verbs = {NamedVerb{"simulate", &verbs::simulate},
                                    NamedVerb{"steady", &verbs::steady},
                                    NamedVerb{"sweep", &verbs::sweep},
                                    NamedVerb{"map", &verbs::map},
                                    NamedVerb{"boundary", &verbs::boundary},
                                    NamedVerb{"design", &verbs::design},
                                    NamedVerb{"backbone", &verbs::backbone},
                                    NamedVerb{"identify", &verbs::identify},
                                    NamedVerb{"lyapunov", &verbs::lyapunov},
                                    NamedVerb{"poincare", &verbs::poincare},
                                    NamedVerb{"bifurcation", &verbs::bifurcation},
                                    NamedVerb{"basins", &verbs::basins}};

const Verb& verb_named(std::string_view name) {
    std::string known;
    for (const NamedVerb& v : named_verbs) {
        if (v.name == name) return *v.verb;
        known += (known.empty() ? "" : ", ") + std::string(v.name);
    }
    throw std::invalid_argument("name = \"" + std::string(name) + "\" must be one of " + known);
}

/// `pick` finds the verb.
template <class Pick>
int run(const stickslip_problem* problem, const stickslip_request* request, stickslip_result** result,
        const Pick& pick) {
    return guarded([&] {
        require(result, "result");
        *result = nullptr;
        require(problem, "problem");
        const Verb& verb = pick();
        const Options options(request, verb.options);
        return hand_over(verb.find(problem->document(), options), result);
    });
}

}  // namespace

}  // namespace stickslip::c

#define STICKSLIP_VERB(name)                                                                 \
    int stickslip_##name(const stickslip_problem* problem, const stickslip_request* request, \
                         stickslip_result** result) {                                        \
        using namespace stickslip::c;                                                        \
        return run(problem, request, result, []() -> const Verb& { return verbs::name; });   \
    }

extern "C" {

int stickslip_run(const char* name, const stickslip_problem* problem, const stickslip_request* request,
                  stickslip_result** result) {
    using namespace stickslip::c;
    return run(problem, request, result, [&]() -> const Verb& {
        require(name, "name");
        return verb_named(name);
    });
}

STICKSLIP_VERB(simulate)
STICKSLIP_VERB(steady)
STICKSLIP_VERB(sweep)
STICKSLIP_VERB(map)
STICKSLIP_VERB(boundary)
STICKSLIP_VERB(design)
STICKSLIP_VERB(backbone)
STICKSLIP_VERB(identify)
STICKSLIP_VERB(lyapunov)
STICKSLIP_VERB(poincare)
STICKSLIP_VERB(bifurcation)
STICKSLIP_VERB(basins)
}
