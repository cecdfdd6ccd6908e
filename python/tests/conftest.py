"""Where the program is that the module is compared with; pictures without a screen."""

import os
import pathlib
import signal
import subprocess

import matplotlib
import pytest

matplotlib.use("Agg")
# A shell starts what runs beside it deaf to Ctrl-C, which the interpreters tested here would inherit.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = pathlib.Path(os.environ.get("STICKSLIP_BINARY", ROOT / "build" / "bin" / "stickslip"))


@pytest.fixture
def program():
    """Runs the command line and gives what it prints."""

    def run(*arguments, expect=0):
        done = subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == expect, done.stderr
        return done.stdout if expect == 0 else done.stderr

    return run


@pytest.fixture(autouse=True)
def closed_figures():
    yield
    from matplotlib import pyplot

    pyplot.close("all")


def pytest_addoption(parser):
    parser.addoption("--pictures", type=pathlib.Path, default=None, help="keep the pictures of the tests in this folder")
