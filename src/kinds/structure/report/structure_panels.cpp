#include "structure_panels.hpp"

#include <algorithm>

#include "stickslip/structure/case.hpp"

namespace stickslip::cli {

Script plot_list(const std::vector<Script>& parts) {
    Script list("plot ");
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) list += ", ";
        list += parts[i];
    }
    list += "\n";
    return list;
}

Script contact_tics(const structure::Structure& s, Code axis) {
    Script tics("set {}tics ()\n", axis);
    for (std::size_t j = 0; j < std::min(s.contacts.size(), most_bars); ++j) {
        tics += Script("set {}tics add ({} {})\n", axis, shown_at_tic(contact_name(s, j)), j + 1);
    }
    return tics;
}

}  // namespace stickslip::cli
