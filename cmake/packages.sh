# The Debian packages the project needs, and how missing ones are installed. Sourced by ./stickslip and ./test.

# To build and run the program.
release_packages=(
  g++ cmake ninja-build pkg-config
  libboost-dev libcli11-dev libfmt-dev libhwy-dev libmuparser-dev libnetcdf-dev libtbb-dev libtomlplusplus-dev
  nlohmann-json3-dev
  gnuplot-nox fonts-dejavu-core
  python3-dev pybind11-dev python3-numpy python3-xarray python3-matplotlib
)

# To build the page of `explore`, where npm is not there yet.
page_packages=(nodejs npm)

# To build and run the tests and benchmarks, besides those.
test_packages=(
  libgtest-dev librapidcheck-dev libsundials-dev
  libopenmpi-dev openmpi-bin procps
  python3-netcdf4 python3-pytest mypy python3-nbclient python3-ipykernel
  python3-pip python3-venv python3-setuptools
  clang-format clang-16 libclang-rt-16-dev libomp-16-dev
  dpkg-dev file
  chromium
)

as_root() {
  if ((EUID == 0)); then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    echo "stickslip: installing packages needs root or sudo; please install: ${missing[*]}" >&2
    return 1
  fi
}

apt_install() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >&2
}

# Installs those of the packages given that are missing; refreshes the package lists only if that is what it takes.
install_missing() {
  command -v dpkg-query >/dev/null || return 0
  local package
  missing=()
  for package in "$@"; do
    [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
  done
  ((${#missing[@]})) || return 0
  echo "stickslip: installing ${missing[*]}" >&2
  apt_install "${missing[@]}" || { as_root apt-get update >&2 && apt_install "${missing[@]}"; }
}
