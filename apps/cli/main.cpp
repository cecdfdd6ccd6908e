// The program and each of its companions begin here.

#include "command_line.hpp"

int main(int argc, char** argv) { return stickslip::cli::run_command_line(argc, argv); }
