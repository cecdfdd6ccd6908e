# Writes OUTPUT, a C++ source whose function FUNCTION gives the text of every .toml and .csv file in FOLDER, in
# alphabetical order.
# cmake -DOUTPUT=… -DFOLDER=… -DFUNCTION=… -P embed_files.cmake
file(GLOB files "${FOLDER}/*.toml" "${FOLDER}/*.csv")
list(SORT files)
set(entries "")
foreach(file IN LISTS files)
  file(READ "${file}" text)
  get_filename_component(name "${file}" NAME)
  string(APPEND entries "    {\"${name}\", R\"embedded(${text})embedded\"},\n")
endforeach()
file(WRITE "${OUTPUT}"
"#include \"model/embedded_files.hpp\"

namespace stickslip {

namespace {
constexpr EmbeddedFile files[] = {
${entries}};
}

std::span<const EmbeddedFile> ${FUNCTION}() { return files; }

}  // namespace stickslip
")
