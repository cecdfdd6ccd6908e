# Headers of other projects that most files of a target read anyway are compiled once. A compiler cache (ccache) cannot
# see through them and saves more; files are compiled without them wherever one is used, so none comes to rely on them.
function(precompile target)
  if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()
