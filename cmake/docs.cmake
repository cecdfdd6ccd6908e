# The target `docs` writes two references to build/docs: cpp/ from the public headers (Doxygen) and python/ from the docstrings
# (Sphinx). A warning of either fails it, and so does a public name without a sentence. Nothing else needs these programs.
set(reference_folder ${PROJECT_BINARY_DIR}/docs)
set(reference_source ${PROJECT_SOURCE_DIR}/docs/reference)
find_program(DOXYGEN doxygen)
find_program(SPHINX_BUILD sphinx-build)
if(NOT DOXYGEN OR NOT SPHINX_BUILD OR NOT TARGET stickslip_python)
  add_custom_target(docs
    COMMAND ${CMAKE_COMMAND} -E echo "The references need doxygen, sphinx-build and the Python module: docs/dependencies.md names the packages"
    COMMAND ${CMAKE_COMMAND} -E false)
  return()
endif()
configure_file(${reference_source}/Doxyfile.in ${reference_folder}/Doxyfile @ONLY)
add_custom_target(docs
  COMMAND ${DOXYGEN} ${reference_folder}/Doxyfile
  COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${PROJECT_BINARY_DIR}/python
          ${SPHINX_BUILD} -q -W -E -b html ${reference_source} ${reference_folder}/python
  VERBATIM)
add_dependencies(docs stickslip_python)
