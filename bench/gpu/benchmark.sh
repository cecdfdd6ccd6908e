# shellcheck shell=bash disable=SC2034  # its variables are for the scripts
# What the scripts of the GPU benchmarks share. Sourced by them, in the root of the repository.

built=${PREBUILT:-build/gpu}
cuda=/usr/local/cuda/bin
nvcc=$(command -v nvcc || echo $cuda/nvcc)
commit=${COMMIT:-$(git describe --always --dirty 2>/dev/null || echo unknown)}

# For nvcc: that of the device where there is one.
architecture() {
  if [[ -n ${ARCH:-} ]]; then
    echo "$ARCH"
  elif nvidia-smi >/dev/null 2>&1; then
    echo native
  else
    echo sm_90
  fi
}

# sanitize PROGRAM ARGUMENT...: whether compute-sanitizer finds nothing.
sanitize() {
  local sanitizer tool failed=0
  sanitizer=$(command -v compute-sanitizer || echo $cuda/compute-sanitizer)
  for tool in memcheck racecheck; do
    echo "== $tool, $1"
    "$sanitizer" --tool "$tool" --error-exitcode 1 "$@" || failed=1
  done
  return $failed
}

# keep NAME: what comes in is printed, and kept in NAME_DEVICE.txt; fails if it says FAILED.
keep() {
  local device results
  device=$(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -n1 | tr 'A-Z ' 'a-z_' |
    sed 's/^nvidia_//' || true)
  results=${OUT:-bench/results}/$1_${device:-unknown}.txt
  tee "$results"
  ! grep -q FAILED "$results"
}

describe_driver() {
  nvidia-smi --query-gpu=name,driver_version,clocks.max.sm,memory.total --format=csv,noheader 2>/dev/null |
    sed 's/^/driver     /' || true
}
