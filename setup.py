"""Builds the compiled part with CMake, as ./stickslip does: a module that it has built already is not built again."""

import fcntl
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent
DEBIAN_PYTHON = "/usr/bin/python3"


def version():
    """The one of CMakeLists.txt."""
    return re.search(r"project\(stickslip VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


def suffix_of(python):
    command = "import sysconfig; print(sysconfig.get_config_var('EXT_SUFFIX'))"
    found = subprocess.run([python, "-c", command], capture_output=True, text=True, check=False)
    return found.stdout.strip()


class CMakeBuild(build_ext):
    """Configures and builds in build/, or beside it for a Python that is not Debian's."""

    def build_extension(self, ext):
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        is_debians = suffix == suffix_of(DEBIAN_PYTHON)
        folder = ROOT / "build" if is_debians else ROOT / "build" / f"python{suffix}"
        folder.mkdir(parents=True, exist_ok=True)
        options = [] if is_debians else [f"-DPython_EXECUTABLE={sys.executable}"]
        with open(ROOT / "build" / ".lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            subprocess.run(["cmake", "--preset", "release", "-B", folder, *options], cwd=ROOT, check=True)
            subprocess.run(["cmake", "--build", folder, "--target", "stickslip_python"], cwd=ROOT, check=True)
        target = pathlib.Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(folder / "python" / "stickslip" / f"_core{suffix}", target)
        gpu = folder / "bin" / "stickslip_cuda.so"  # where the build has it
        if gpu.exists():
            shutil.copy2(gpu, target.parent)


setup(version=version(), ext_modules=[Extension("stickslip._core", sources=[])], cmdclass={"build_ext": CMakeBuild})
