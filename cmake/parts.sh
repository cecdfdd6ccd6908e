# The parts of the project that ./stickslip builds, each when it is first asked for: the program; the programs it goes on as
# for `explore`, for `reproduce` and for structures of many masses; the Python module; the module for maps under mpirun. A
# Python module that has been built once is kept current. Sourced after packages.sh, with $root set.

source "$root/cmake/page.sh"

engine=(include src cases cmake CMakeLists.txt CMakePresets.json)

program_target=stickslip_cli
program_words="the program"
program_product='bin/stickslip'
program_sources=("${engine[@]}" apps/cli apps/reports)
program_seconds=170 # of one core, without a compiler cache

# The library of structures, which several of the other parts link.
structures_seconds=120
[[ ! -e $root/build/src/kinds/structure/libstickslip_structure.a ]] || structures_seconds=0

structure_target=stickslip_structure_cli
structure_words="what follows structures of many masses"
structure_product='bin/stickslip-structure'
structure_sources=("${program_sources[@]}")
structure_seconds=$((structures_seconds + 15))

explore_target=stickslip_explore
explore_words="the server of the page"
explore_product='bin/stickslip-explore'
explore_sources=("${program_sources[@]}" apps/explorer)
explore_seconds=$((structures_seconds + 35))

reproduce_target=stickslip_reproduce
reproduce_words="what judges published results"
reproduce_product='bin/stickslip-reproduce'
reproduce_sources=("${program_sources[@]}" src/validation validation)
reproduce_seconds=$((structures_seconds + 40))

python_target=stickslip_python
python_words="the Python module"
python_product='python/stickslip/_core*.so'
python_sources=("${engine[@]}" python/src python/stickslip python/CMakeLists.txt)
python_seconds=$((structures_seconds + 30))
[[ -e $root/build/src/libstickslip.a ]] || python_seconds=$((python_seconds + 90)) # with the engine

# Where MPI is installed this is built with the program.
mpi_target=stickslip_mpi
mpi_words="the module for mpirun"
mpi_product='bin/stickslip_mpi.so'
mpi_seconds=2

# As old as the sources of the last complete build.
stamp_of() { echo "$root/build/.$1-built"; }

is_built() {
  local -n product=$1_product
  (cd "$root/build" 2>/dev/null && compgen -G "$product" >/dev/null)
}

is_current() {
  is_built "$1" || return
  [[ $1 != mpi ]] || return 0
  local -n sources=$1_sources
  [[ -e $(stamp_of "$1") && -z $(cd "$root" && find "${sources[@]}" -newer "$(stamp_of "$1")" -print -quit) ]]
}

# Until the Python module is built, what Python finds in its place builds it.
prepare_import() {
  local package=$root/build/python/stickslip
  [[ -e $package/__init__.py ]] || { mkdir -p "$package" && cp "$root/cmake/first_import.py" "$package/__init__.py"; }
}

packages_of() {
  case $1 in
    program | structure | explore | reproduce) echo "${release_packages[@]}" ;;
    python) echo "${release_packages[@]} ${python_packages[@]}" ;;
    mpi) command -v mpicxx >/dev/null || echo "${mpi_packages[@]}" ;;
  esac
}

# "about 2 minutes on 2 cores"
estimate() {
  local cores seconds
  cores=$(nproc)
  seconds=$((($1 + cores - 1) / cores))
  if ((seconds < 50)); then
    echo "less than a minute"
  else
    echo "about $(((seconds + 40) / 60)) minute$( ((seconds < 80)) || echo s) on $cores core$( ((cores == 1)) || echo s)"
  fi
}

# Compiles; what the tools say goes to the log, how far they are to show_progress.
compile() {
  local log=$root/build/build.log
  if (cd "$root" && cmake --preset release && NINJA_STATUS='%p ' cmake --build build --target "$@") 2>&1 |
    tee "$log" | sed -un 's/^ *\([0-9]*%\) .*/building, \1/p' | show_progress; then
    return 0
  fi
  grep -v '^ *[0-9]*% ' "$log" | tail -n 40 >&2
  return 1
}

# Builds the parts given, and installs what they need.
build_parts() {
  local part seconds=0 words="" targets=() packages=() began
  for part in "$@"; do
    local -n part_seconds=${part}_seconds part_words=${part}_words part_target=${part}_target
    seconds=$((seconds + part_seconds))
    words+="${words:+ and }$part_words"
    targets+=("$part_target")
    packages+=($(packages_of "$part"))
  done
  install_missing "${packages[@]}" || return
  command -v cmake >/dev/null || { echo "stickslip: cmake is missing; docs/dependencies.md lists what the build needs" >&2 && return 1; }
  echo "stickslip: building $words, once ($(estimate "$seconds"))" >&2
  began=$SECONDS
  for part in "$@"; do touch "$(stamp_of "$part").new"; done
  if ! compile "${targets[@]}"; then
    echo "stickslip: the build failed; the lines above say why" >&2
    return 1
  fi
  for part in "$@"; do mv "$(stamp_of "$part").new" "$(stamp_of "$part")"; done
  prepare_import
  echo "stickslip: built in $((SECONDS - began)) s" >&2
}
