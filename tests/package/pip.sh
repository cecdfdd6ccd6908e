#!/usr/bin/env bash
# Installs the Python package with pip, without a network, into a virtual environment that sees Debian's packages, and
# uses it there. What ./stickslip has built already is not built again.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

/usr/bin/python3 -m venv --system-site-packages "$folder/venv"
PIP_NO_INDEX=1 "$folder/venv/bin/pip" install --quiet --no-build-isolation .
cd "$folder" # nothing of the sources is in sight
"$folder/venv/bin/python" - <<'PYTHON'
import pathlib
import sys

import stickslip

assert pathlib.Path(stickslip.__file__).is_relative_to(sys.prefix), stickslip.__file__
assert (pathlib.Path(stickslip.__file__).parent / "py.typed").exists()
assert stickslip.steady(friction_ratio=0.3, frequency_ratio=0.8).regime == "continuous"
print(stickslip.__version__, "installed in a virtual environment")
PYTHON
