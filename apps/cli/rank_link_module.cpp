#include "rank_link_module.hpp"

#include <dlfcn.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace stickslip::cli {

namespace {

/// Names that OpenMPI, PMIx (SLURM) and PMI launchers give to the rank.
constexpr const char* rank_variables[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"};

const char* rank_text() {
    for (const char* variable : rank_variables) {
        if (const char* text = std::getenv(variable)) return text;
    }
    return nullptr;
}

/// Beside the program, or where `cmake --install` puts it.
std::array<std::filesystem::path, 2> module_places() {
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
    return {program.parent_path() / "stickslip_mpi.so", STICKSLIP_MODULE_FOLDER "/stickslip_mpi.so"};
}

}  // namespace

bool is_one_of_several() { return rank_text() != nullptr; }

int rank_in_environment() {
    const char* text = rank_text();
    return text == nullptr ? 0 : std::atoi(text);
}

std::unique_ptr<RankLink> open_rank_link() {
    for (const std::filesystem::path& place : module_places()) {
        if (!std::filesystem::exists(place)) continue;
        // Never closed: MPI cannot be unloaded. Global: its own plugins look for its symbols.
        void* const module = dlopen(place.c_str(), RTLD_NOW | RTLD_GLOBAL);
        if (module == nullptr) throw std::runtime_error(std::string("MPI cannot be loaded: ") + dlerror());
        using Open = RankLink*();
        auto* const open = reinterpret_cast<Open*>(dlsym(module, "stickslip_open_rank_link"));
        if (open == nullptr) throw std::runtime_error(place.string() + ": is not the MPI module of this program");
        return std::unique_ptr<RankLink>(open());
    }
    throw std::runtime_error("this build has no MPI; install libopenmpi-dev and build again, or start without mpirun");
}

}  // namespace stickslip::cli
