# Every target of the project links this; -Wno-missing-field-initializers because aggregates with defaults are our
# keyword arguments.
add_library(stickslip_warnings INTERFACE)
target_compile_options(stickslip_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wno-missing-field-initializers)
