# Headers take most of the time of a build from nothing, so they are read less often. These ways are for builds without a
# compiler cache (ccache), which cannot see through them and saves more; where one is used every file is compiled by itself,
# so none comes to rely on what another includes.

# Headers of other projects that most files of a target read anyway are compiled once.
function(precompile target)
  if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# A target with the same flags takes those of another.
function(precompiled_as target other)
  if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
    target_precompile_headers(${target} REUSE_FROM ${other})
  endif()
endfunction()

# A few files of a target at a time are compiled as one: names in their unnamed namespaces must differ.
function(compile_together target files)
  if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${files})
  endif()
endfunction()

# What reads options and requests and writes results takes longer to optimise than it ever saves: the engine does the work.
function(optimise_little target)
  if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
endfunction()
