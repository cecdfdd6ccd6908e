// The GPU is reached through a module that is loaded when it is asked for: the program runs where CUDA is not
// installed.

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "map_device.hpp"

namespace stickslip {

namespace {

constexpr const char* module_name = "stickslip_cuda.so";

/// Names that launchers give to the rank on its machine, and to the rank where they give no other.
constexpr const char* rank_variables[] = {"OMPI_COMM_WORLD_LOCAL_RANK",
                                          "MV2_COMM_WORLD_LOCAL_RANK",
                                          "MPI_LOCALRANKID",
                                          "SLURM_LOCALID",
                                          "PMIX_RANK",
                                          "PMI_RANK"};

/// The file that this code is part of: the program, or the module of Python.
std::filesystem::path this_file() {
    std::error_code error;
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void*>(&this_file), &info) != 0 && info.dli_fname != nullptr) {
        const std::filesystem::path file = std::filesystem::canonical(info.dli_fname, error);
        if (!error && file.extension() == ".so") return file;
    }
    return std::filesystem::read_symlink("/proc/self/exe", error);
}

/// Beside this file, or where `cmake --install` puts it; empty where there is none.
std::filesystem::path find_module() {
    std::error_code error;
    for (const std::filesystem::path& folder :
         {this_file().parent_path(), std::filesystem::path(STICKSLIP_MODULE_FOLDER)}) {
        if (std::filesystem::exists(folder / module_name, error)) return folder / module_name;
    }
    return {};
}

}  // namespace

int rank_on_this_machine() {
    for (const char* variable : rank_variables) {
        if (const char* text = std::getenv(variable)) return std::max(0, std::atoi(text));
    }
    return 0;
}

std::shared_ptr<MapDevice> open_cuda_device() {
    const std::filesystem::path file = find_module();
    if (file.empty()) {
        throw NoDevice("this build has no CUDA; the CMake preset cuda makes one that has");
    }
    // Never closed: what it returns lives in it.
    void* const module = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (module == nullptr) throw NoDevice(std::string("CUDA cannot be loaded: ") + dlerror());
    using Open = MapDevice*(int rank);
    auto* const open = reinterpret_cast<Open*>(dlsym(module, "stickslip_open_cuda_device"));
    if (open == nullptr) throw NoDevice(file.string() + " is not the CUDA module of this program");
    try {
        return std::shared_ptr<MapDevice>(open(rank_on_this_machine()));
    } catch (const std::runtime_error& error) {
        throw NoDevice(std::string("no GPU can be used here (") + error.what() + ")");
    }
}

}  // namespace stickslip
