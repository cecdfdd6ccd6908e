// A measured record as the load: an isolated building in the built-in synthetic earthquake, with more and more friction
// in its bearings. A case document is read once and varied by its keys.

#include <cstdio>

#include "stickslip/stickslip.hpp"

int main() {
    // The name of a case file works here too; a record is found beside it.
    const stickslip::CaseDocument document = stickslip::CaseDocument::open("synthetic-earthquake");
    std::printf("   mu  slips  peak [mm]  total slip [mm]  residual [mm]\n");
    for (const double mu : {0.03, 0.05, 0.1, 0.4}) {
        const stickslip::Case earthquake = document.with_value("friction.mu", mu).read();
        const stickslip::Trajectory motion =
            stickslip::simulate(earthquake.oscillator, earthquake.load, earthquake.start, earthquake.end_time());
        const stickslip::Peaks peaks = stickslip::peaks(motion);
        std::printf("%5.2f  %5d  %9.3f  %15.3f  %13.3f\n", mu, peaks.slips, 1e3 * peaks.position,
                    1e3 * peaks.total_slip, 1e3 * motion.at(motion.end_time()).position);
    }
}
