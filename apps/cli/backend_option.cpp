#include "backend_option.hpp"

#include <CLI/CLI.hpp>

namespace stickslip::cli {

void BackendOption::add_to(CLI::App& command) {
    command
        .add_option("--backend", name, "Compute maps on the processor (cpu, the default) or on an NVIDIA GPU (cuda)")
        ->type_name("cpu|cuda")
        ->check(CLI::IsMember({"cpu", "cuda"}));
}

std::shared_ptr<MapDevice> BackendOption::open() const {
    if (name != "cuda") return nullptr;
    try {
        return open_cuda_device();
    } catch (const NoDevice& error) {
        throw NoDevice(std::string("--backend cuda: ") + error.what() +
                       "; --backend cpu, the default, computes on the processor");
    }
}

}  // namespace stickslip::cli
