# The Debian packages the project needs, and how missing ones are installed. Sourced by ./stickslip, ./test and others.

# To build and run the program.
release_packages=(
  g++ cmake ninja-build pkg-config
  libboost-dev libcli11-dev libeigen3-dev libfmt-dev libhwy-dev libmuparser-dev libnetcdf-dev libnlopt-dev libtbb-dev libtomlplusplus-dev
  nlohmann-json3-dev zlib1g-dev
  gnuplot-nox fonts-dejavu-core
)

# To build and use the Python module, besides those.
python_packages=(python3-dev pybind11-dev python3-numpy python3-xarray python3-matplotlib)

# To build the page of `explore`, where npm is not there yet.
page_packages=(nodejs npm)

# To build the module for maps under mpirun, where there is no MPI compiler yet.
mpi_packages=(libopenmpi-dev openmpi-bin)

# To build and run the tests and benchmarks, besides all of these.
test_packages=(
  "${mpi_packages[@]}"
  libgtest-dev librapidcheck-dev libsundials-dev
  procps
  python3-netcdf4 python3-pytest mypy python3-nbclient python3-ipykernel python3-pandas python3-scipy python3-tqdm
  python3-pip python3-venv python3-setuptools
  clang-format clang-16 libclang-rt-16-dev libomp-16-dev
  dpkg-dev file groff-base
  gfortran valgrind
  octave octave-dev fonts-freefont-otf
  chromium
)

# To write the references (cmake --build build --target docs), besides the first two.
docs_packages=(doxygen python3-sphinx)

install_log=${BASH_SOURCE[0]%/*}/../build/install.log

# Shows the last word of its input as one line that is written over, where somebody watches.
show_progress() {
  local text
  if [[ ! -t 2 ]]; then
    cat >/dev/null
    return
  fi
  while read -r text; do printf '\r\033[Kstickslip: %s' "$text" >&2; done
  printf '\r\033[K' >&2
}

as_root() {
  if ((EUID == 0)); then "$@"; else sudo "$@"; fi
}

# root, or sudo that asks for no password or has somebody to ask.
can_become_root() {
  ((EUID == 0)) || { command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [[ -t 0 && -t 2 ]]; }; }
}

# Installs quietly; what apt says goes to the log, how far it is to show_progress. apt tells its progress on a channel of its
# own: dpkg closes that channel to the scripts of packages, and some of them fail without a standard output.
apt_install() {
  local kind package percent
  as_root bash -c 'exec 3>&1 >>"$0"; DEBIAN_FRONTEND=noninteractive exec apt-get -qq -y -o APT::Status-Fd=3 -o Dpkg::Use-Pty=0 \
    install --no-install-recommends "$@"' "$install_log" "$@" 2>>"$install_log" </dev/null |
    tee -a "$install_log" |
    while IFS=: read -r kind package percent _; do
      case $kind in
        dlstatus) echo "downloading packages, ${percent%.*} %" ;;
        pmstatus) echo "unpacking packages, ${percent%.*} %" ;;
      esac
    done | show_progress
}

# "85.3 MB", as far as apt knows before it has looked for newer lists.
download_size() {
  apt-get --no-install-recommends -o Debug::NoLocking=1 --assume-no install "$@" 2>/dev/null |
    sed -n 's/^Need to get \(.*\) of archives.*/, \1 to download/p'
}

# Installs those of the packages given that are missing; refreshes the package lists only if that is what it takes.
install_missing() {
  command -v dpkg-query >/dev/null || return 0
  local package missing=() began=$SECONDS
  for package in "$@"; do
    [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
  done
  ((${#missing[@]})) || return 0
  if ! can_become_root; then
    printf 'stickslip: packages are missing, and installing them needs root; please run this, then call again:\n%s\n' \
      "  sudo apt-get install --no-install-recommends ${missing[*]}" >&2
    return 1
  fi
  mkdir -p "${install_log%/*}"
  : >"$install_log"
  echo "stickslip: installing ${#missing[@]} packages$(download_size "${missing[@]}"): ${missing[*]}" >&2
  if ! apt_install "${missing[@]}" &&
    ! { as_root apt-get -qq update >>"$install_log" 2>&1 && apt_install "${missing[@]}"; }; then
    grep -v '^[dp][lm]status:' "$install_log" | tail -n 20 >&2
    echo "stickslip: the packages could not be installed; the lines above are apt's" >&2
    return 1
  fi
  echo "stickslip: installed in $((SECONDS - began)) s" >&2
}
