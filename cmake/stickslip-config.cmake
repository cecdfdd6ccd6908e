# What find_package(stickslip) reads: the target stickslip::stickslip, after the libraries it links, and
# stickslip::structure for structures, which needs zlib where it is linked.
include(CMakeFindDependencyMacro)
find_dependency(TBB)
find_package(ZLIB QUIET)
include(${CMAKE_CURRENT_LIST_DIR}/stickslip-targets.cmake)
