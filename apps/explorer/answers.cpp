#include "answers.hpp"

#include <tbb/task_arena.h>

#include <iterator>
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

#include "question.hpp"
#include "stickslip/interruption.hpp"

namespace stickslip::explorer {

namespace {

struct Route {
    std::string_view target;
    Lane lane;
    Response (*answer)(const Question&);
};

constexpr Route routes[] = {
    {"/api/cases", Lane::interactive, answer_cases},        {"/api/read", Lane::interactive, answer_read},
    {"/api/motion", Lane::interactive, answer_motion},      {"/api/structure", Lane::search, answer_any_motion},
    {"/api/structure-steady", Lane::search, answer_steady}, {"/api/structure-sweep", Lane::bulk, answer_sweep},
    {"/api/steady", Lane::search, answer_steady},           {"/api/sweep", Lane::bulk, answer_sweep},
    {"/api/identify", Lane::bulk, answer_identify},         {"/api/map", Lane::bulk, answer_map},
    {"/api/boundary", Lane::bulk, answer_boundary},         {"/api/section", Lane::bulk, answer_section},
    {"/api/lyapunov", Lane::bulk, answer_lyapunov},         {"/api/bifurcation", Lane::bulk, answer_bifurcation},
};

const Route* find_route(std::string_view target) {
    for (const Route& route : routes) {
        if (route.target == target) return &route;
    }
    return nullptr;
}

/// One line without control characters, as a message should be.
std::string one_line(std::string_view message) {
    constexpr std::size_t longest = 600;
    std::string line;
    for (const char c : message.substr(0, longest)) line += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    return line;
}

Response guarded(const Route& route, const Request& request, const Cancellation& cancellation, MapDevice* device) {
    try {
        const InterruptionScope scope(cancellation.is_wanted);
        const Question question(request.body, device);
        // One thread a question, so that the scope reaches all of its work and the pool bounds the load.
        tbb::task_arena alone(1);
        return alone.execute([&] { return route.answer(question); });
    } catch (const Interrupted&) {
        return cancelled(cancellation);
    } catch (const std::invalid_argument& error) {
        return problem(400, one_line(error.what()));
    } catch (const std::bad_alloc&) {
        return problem(503, "not enough memory for this");
    } catch (const std::exception& error) {
        return problem(500, one_line(error.what()));
    }
}

}  // namespace

Response cancelled(const Cancellation& cancellation) {
    if (cancellation.is_overtime) return problem(503, "this takes too long here; the command line has no limit");
    return problem(409, "a newer request took the place of this one");
}

Response problem(int status, const std::string& sentence) {
    const nlohmann::json j{{"error", sentence}};
    return {status, "application/json", j.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)};
}

Lane lane_of(const std::string& target) {
    const Route* route = find_route(target);
    return route == nullptr ? Lane::page : route->lane;
}

Response answer(const Page& page, const Request& request, const Cancellation& cancellation, MapDevice* device) {
    const Route* route = find_route(request.target);
    if (route == nullptr) {
        return request.method == "POST" ? problem(404, "there is nothing at this address")
                                        : page.answer(request.target);
    }
    if (request.method != "POST") return problem(405, "questions are asked with POST");
    return guarded(*route, request, cancellation, device);
}

}  // namespace stickslip::explorer
