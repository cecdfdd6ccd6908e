"""Everything that can take long says how far it is, and how long it will take, to whoever asks."""

import inspect
import math
import os
import pty
import subprocess
import sys
import time

import numpy as np
import pytest
import stickslip as s

# What takes a second or so; each is stopped by its third report.
LONG = {
    "simulate": lambda tell: s.simulate(s.Oscillator(friction=0.3), s.Harmonic(1.0, frequency=0.03), until=3e8, progress=tell),
    "simulate a law": lambda tell: s.simulate("stefanski-fig3b", until=1e8, progress=tell),
    "simulate in the plane": lambda tell: s.simulate("liu-fig6", until=1e8, progress=tell),
    "steady": lambda tell: s.steady(friction_ratio=np.linspace(0.01, 1.1, 2_000_000), frequency_ratio=0.31, progress=tell),
    "certify": lambda tell: s.certify(friction_ratio=np.linspace(0.01, 0.99, 400_000), frequency_ratio=0.031, progress=tell),
    "sweep": lambda tell: s.sweep("stefanski-fig3a", over=("load.amplitude", 0.1, 1.0, 100_000), progress=tell),
    "sweep in the plane": lambda tell: s.sweep(
        s.PlanarOscillator(friction=0.5), s.Harmonic((1.0, 0.3), frequency=0.7), over=("load.amplitude[0]", 0.6, 2.0, 50_000), progress=tell
    ),
    "sweep of a structure": lambda tell: s.sweep("three-mass-chain", over=("load.frequency", 0.3, 2.4, 20_000), progress=tell),
    "design of a structure": lambda tell: s.design(
        "three-mass-chain", vary=("contact.joint.bound", 0.2, 3.0), minimise="amplitude[3]", over=("load.frequency", 0.3, 2.0), progress=tell
    ),
    "joint design": lambda tell: s.design(
        "three-mass-chain",
        vary=[("contact.joint.bound", 0.2, 3.0), ("contact.wall.bound", 0.2, 3.0)],
        minimise="amplitude[3]",
        over=("load.frequency", 0.3, 2.0),
        evaluations=100_000,
        progress=tell,
    ),
    "ensemble": lambda tell: s.ensemble(
        "synthetic-earthquake", records=[s.Record([0.0, 1.0, 2.0], [0.0, 5.0, 0.0])], scales=np.linspace(0.1, 2.0, 300_000), progress=tell
    ),
    "boundary": lambda tell: s.boundary(x=("friction_ratio", 0.001, 1.1), y=("frequency_ratio", 0.005, 0.2), progress=tell),
    "crossings": lambda tell: s.boundary(x=("friction_ratio", 0.001, 1.1), at=("frequency_ratio", 0.0002), progress=tell),
    "minimise": lambda tell: s.design(
        "stefanski-fig3b", vary=("friction.normal", 0.1, 0.5), minimise="amplitude", over=("load.frequency", 0.5, 2.0), progress=tell
    ),
    "avoid stick": lambda tell: s.design(
        "stefanski-fig3b", vary=("friction.normal", 0.01, 0.5), avoid_stick=True, over=("load.frequency", 0.5, 2.0), progress=tell
    ),
    "map": lambda tell: s.map(x=("friction_ratio", 0.01, 1.1, 3000), y=("frequency_ratio", 0.05, 1.5, 3000), progress=tell),
    "lyapunov": lambda tell: s.lyapunov("stefanski-fig3b", periods=10_000_000, progress=tell),
    "poincare": lambda tell: s.poincare("stefanski-fig3b", points=5_000_000, progress=tell),
    "bifurcation": lambda tell: s.bifurcation("stefanski-fig3b", over=("load.amplitude", 0.5, 15.0, 10_000), progress=tell),
    "basins": lambda tell: s.basins("stefanski-fig3b", position=(-4.0, 4.0, 300), velocity=(-6.0, 6.0, 300), progress=tell),
}


class Enough(Exception):
    """Raised by a listener: the work ends with it."""


@pytest.mark.parametrize("name", LONG)
def test_long_work_tells_and_can_be_ended(name):
    told = []

    def listen(done, seconds_left):
        told.append((done, seconds_left))
        if len(told) == 4:
            raise Enough

    started = time.monotonic()
    with pytest.raises(Enough):
        LONG[name](listen)
    assert time.monotonic() - started < 20.0
    shares = [done for done, _ in told]
    assert all(0.0 <= done <= 1.0 for done in shares), shares
    assert shares == sorted(shares)
    for done, left in told:
        assert math.isnan(left) if done == 0.0 else left >= 0.0


def test_every_long_function_takes_progress():
    quick = {"cases", "fragility", "load_case", "open_map", "set_threads"}
    for name in s.__all__:
        function = getattr(s, name)
        if inspect.isfunction(function):
            assert ("progress" in inspect.signature(function).parameters) == (name not in quick), name


TIMES = np.linspace(0.0, 8.0, 200)
SHORT = {
    "simulate": lambda tell: s.simulate("dlubal-0116", progress=tell),
    "steady": lambda tell: s.steady(friction_ratio=[0.1, 0.2], frequency_ratio=0.8, progress=tell),
    "steady of a case": lambda tell: s.steady("riddoch-fig6", progress=tell),
    "steady of a structure": lambda tell: s.steady("three-mass-chain", progress=tell),
    "sweep": lambda tell: s.sweep("riddoch-fig5", over=("friction_ratio", 0.05, 0.95, 5), progress=tell),
    "sweep of a structure": lambda tell: s.sweep("siconos-two-masses", over=("load.frequency", 0.2, 0.4, 3), progress=tell),
    "design of a structure": lambda tell: s.design(
        "siconos-two-masses", vary=("contact.floor.bound", 0.1, 0.9), target=("amplitude[1]", 0.8), progress=tell
    ),
    "boundary": lambda tell: s.boundary(x=("friction_ratio", 0.5, 1.1), at=("frequency_ratio", 1.0), progress=tell),
    "map": lambda tell: s.map(x=("friction_ratio", 0, 1, 4), y=("frequency_ratio", 0.1, 1, 4), progress=tell),
    "identify": lambda tell: s.identify(
        s.Oscillator(mass=1.0, stiffness=4.0),
        TIMES,
        displacement=s.simulate(s.Oscillator(mass=1.0, stiffness=4.0, friction=0.1), position=1.01, until=8.0)(TIMES),
        fit="friction.bound",
        progress=tell,
    ),
    "poincare": lambda tell: s.poincare("stefanski-fig3b", points=20, progress=tell),
}


@pytest.mark.parametrize("name", SHORT)
def test_the_last_report_is_that_all_is_done(name):
    told = []
    SHORT[name](lambda *report: told.append(report))
    assert told[-1] == (1.0, 0.0)


def test_the_time_left_is_about_right():
    """Half-way through equal work about as much time is left as went by."""
    told = []
    started = time.monotonic()

    def listen(done, left):
        told.append((time.monotonic() - started, done, left))

    s.steady(friction_ratio=np.full(300_000, 0.3), frequency_ratio=0.105, progress=listen)
    whole = time.monotonic() - started
    middle = [(at, left) for at, done, left in told if 0.3 < done < 0.9]
    assert middle
    for at, left in middle:
        assert 0.5 * whole < at + left < 2.0 * whole


WATCHED = """
import sys
{before}
import stickslip as s, stickslip._progress as p
p._PATIENCE = 0.1
s.lyapunov("stefanski-fig3b", periods=3000{keyword})
"""


def on_a_terminal(before="", keyword=""):
    """What a script writes to stderr where that is a terminal."""
    there, here = pty.openpty()
    script = WATCHED.format(before=before, keyword=keyword)
    with subprocess.Popen([sys.executable, "-c", script], stderr=here, stdout=subprocess.DEVNULL) as process:
        os.close(here)
        text = b""
        while True:
            try:
                part = os.read(there, 4096)
            except OSError:
                break
            if not part:
                break
            text += part
        process.wait()
    os.close(there)
    assert process.returncode == 0, text
    return text.decode()


def test_a_bar_appears_on_a_terminal():
    text = on_a_terminal()
    assert "lyapunov" in text and "%" in text and "<" in text  # tqdm writes elapsed<left


def test_without_tqdm_a_line_appears():
    text = on_a_terminal(before="sys.modules['tqdm'] = sys.modules['tqdm.auto'] = None")
    assert "lyapunov: " in text and " s left" in text and "|" not in text
    assert text.endswith("\r")


def test_no_bar_where_it_is_not_wanted():
    assert on_a_terminal(keyword=", progress=False") == ""


def test_nothing_is_written_where_nobody_watches(capfd):
    subprocess.run([sys.executable, "-c", WATCHED.format(before="", keyword="")], check=True)
    assert capfd.readouterr().err == ""


def test_a_bar_in_a_notebook(tmp_path, monkeypatch):
    import pathlib

    import nbformat
    from nbclient import NotebookClient

    monkeypatch.setenv("PYTHONPATH", str(pathlib.Path(s.__file__).resolve().parents[1]))
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(WATCHED.format(before="", keyword=""))])
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = "".join(str(output) for output in notebook.cells[0].outputs)
    assert "lyapunov" in shown and "%" in shown
