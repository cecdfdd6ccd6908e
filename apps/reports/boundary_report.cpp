#include "boundary_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "csv_text.hpp"
#include "json_text.hpp"
#include "stickslip/version.hpp"

namespace stickslip::cli {

std::string boundary_csv(const std::string& x, const std::string& y, const std::vector<BoundaryCurve>& curves) {
    const bool has_contacts = std::ranges::any_of(curves, [](const BoundaryCurve& c) { return !c.contact.empty(); });
    std::string text = fmt::format("curve,kind,{},{}{}\n", csv_cell(x), csv_cell(y), has_contacts ? ",contact" : "");
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const std::string contact = has_contacts ? "," + csv_cell(curves[i].contact) : "";
        for (const BoundaryPoint& p : curves[i].points) {
            text += fmt::format("{},{},{},{}{}\n", i + 1, name(curves[i].kind), p.x, p.y, contact);
        }
    }
    return text;
}

std::string boundary_json(const std::string& x, const std::string& y, const std::vector<BoundaryCurve>& curves) {
    Json j;
    j["version"] = version();
    j["x"] = x;
    j["y"] = y;
    j["curves"] = Json::array();
    for (const BoundaryCurve& c : curves) {
        Json xs = Json::array();
        Json ys = Json::array();
        for (const BoundaryPoint& p : c.points) {
            xs.push_back(p.x);
            ys.push_back(p.y);
        }
        j["curves"].push_back({{"kind", name(c.kind)}, {"closed", c.is_closed}, {"x", xs}, {"y", ys}});
        if (!c.contact.empty()) j["curves"].back()["contact"] = c.contact;
    }
    return json_text(j) + "\n";
}

}  // namespace stickslip::cli
