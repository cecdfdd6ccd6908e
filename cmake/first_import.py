"""Stands in for the package until it is first imported: builds the Python module, then becomes the package."""

import importlib
import pathlib
import subprocess
import sys

_launcher = pathlib.Path(__file__).resolve().parents[3] / "stickslip"
if subprocess.run([_launcher, "python", "--version"], stdout=sys.stderr).returncode != 0:
    raise ImportError("the Python module of stickslip could not be built; the lines above say why")
importlib.invalidate_caches()
exec(compile(pathlib.Path(__file__).read_text(encoding="utf-8"), __file__, "exec"))
