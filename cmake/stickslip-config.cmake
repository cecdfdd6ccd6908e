# What find_package(stickslip) reads: the target stickslip::stickslip, after the libraries it links.
include(CMakeFindDependencyMacro)
find_dependency(TBB)
include(${CMAKE_CURRENT_LIST_DIR}/stickslip-targets.cmake)
