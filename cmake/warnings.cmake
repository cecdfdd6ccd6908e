# Every target of the project links this; -Wno-missing-field-initializers because aggregates with defaults are our
# keyword arguments.
add_library(stickslip_warnings INTERFACE)
target_compile_options(stickslip_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wno-missing-field-initializers)
# GCC 12 sees overlapping copies, and copies beyond all memory, in sums and ends of strings (its bugs 105651 and 105329).
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(stickslip_warnings INTERFACE -Wno-restrict -Wno-stringop-overflow)
endif()
