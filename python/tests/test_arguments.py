"""Wrong shapes, NaN, wrong types and wrong keywords: exceptions that name the argument."""

import os
import subprocess
import sys

import numpy as np
import pytest
import stickslip
from stickslip import Case, Constant, Harmonic, Harmonics, Oscillator, PlanarOscillator, Record, Rotating

GOOD = {"friction_ratio": 0.3, "frequency_ratio": 0.8}


@pytest.mark.parametrize("name", ["friction_ratio", "frequency_ratio", "damping_ratio", "static_ratio"])
@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -1.0, [0.9, float("nan")], np.array([[-2.0]])])
def test_bad_ratios(name, bad):
    with pytest.raises(stickslip.InputError, match=name):
        stickslip.steady(**{**GOOD, name: bad})


@pytest.mark.parametrize("bad", ["much", None, object(), 1j, [[1.0], [2.0, 3.0]], ["a"], b"1"])
def test_ratios_of_another_kind(bad):
    with pytest.raises((TypeError, stickslip.InputError), match="friction_ratio"):
        stickslip.steady(**{**GOOD, "friction_ratio": bad})


def test_place_of_the_bad_number_is_named():
    friction = np.full((2, 3), 0.5)
    friction[1, 2] = np.nan
    with pytest.raises(stickslip.InputError, match=r"^friction_ratio\[1, 2\] = nan must be a finite number ≥ 0$"):
        stickslip.steady(friction_ratio=friction, frequency_ratio=0.8)


def test_shapes_that_do_not_fit():
    with pytest.raises(stickslip.InputError, match=r"frequency_ratio of shape \(4,\) does not broadcast with friction_ratio"):
        stickslip.steady(friction_ratio=np.ones((2, 3)), frequency_ratio=np.ones(4))


@pytest.mark.parametrize(
    "call",
    [
        lambda: stickslip.steady(frictio_ratio=0.3, frequency_ratio=0.8),
        lambda: stickslip.sweep(frictio_ratio=0.3, over=("frequency_ratio", 1, 2, 3)),
        lambda: Oscillator(frictio_ratio=1.0),
        lambda: Harmonic(1.0, frictio_ratio=1.0),
        lambda: stickslip.simulate("dlubal-0116", frictio_ratio=1.0),
    ],
)
def test_unknown_keywords(call):
    with pytest.raises(TypeError, match="frictio_ratio"):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda load: stickslip.steady(**GOOD, load=load),
        lambda load: stickslip.sweep(friction_ratio=0.3, over=("frequency_ratio", 1, 2, 3), load=load),
        lambda load: stickslip.map(x=("friction_ratio", 0, 1, 3), y=("frequency_ratio", 1, 2, 3), load=load),
        lambda load: stickslip.boundary(x=("friction_ratio", 0.5, 1.1), at=("frequency_ratio", 1.0), load=load),
        lambda load: stickslip.design(frequency_ratio=0.5, vary=("friction_ratio", 0.1, 0.9), avoid_stick=True, load=load),
    ],
)
def test_ratios_take_no_load(call):
    with pytest.raises(TypeError, match="load"):
        call(Harmonic(1.0, frequency=0.8))


@pytest.mark.parametrize(
    "oscillator, load, named",
    [
        (Oscillator(mass=0.0), None, "mass"),
        (Oscillator(mass=float("nan")), None, "mass"),
        (Oscillator(mass="heavy"), None, "mass"),
        (Oscillator(stiffness=-1.0), None, "stiffness"),
        (Oscillator(friction=-1.0), None, "bound"),
        (Oscillator(friction=stickslip.Coulomb(mu=0.1)), None, "mu"),
        (Oscillator(friction=stickslip.Stefanski(bound=1.0, static_bound=1.2, a1=1.0)), None, "a2"),
        (Oscillator(friction=stickslip.Coulomb(bound=2.0, static_bound=1.0)), None, "static_bound"),
        (Oscillator(), Harmonic(amplitude=1.0), "frequency"),
        (Oscillator(), Harmonic(amplitude=float("inf"), frequency=1.0), "amplitude"),
        (Oscillator(), Harmonics(amplitude=[1.0, 2.0], frequency=[1.0]), "frequency"),
        (Oscillator(), Rotating(amplitude=1.0, frequency=1.0), "kind"),
        (Oscillator(), Record(time=[0.0, 1.0], value=[1.0]), "value"),
        (Oscillator(), Record(time=[0.0, 0.0], value=[1.0, 2.0]), "file"),
        (Oscillator(), Record(), "time"),
        (PlanarOscillator(friction=0.0), None, "friction"),
        (PlanarOscillator(), Constant(force=[1.0, 2.0, 3.0]), "force"),
    ],
)
def test_bad_problems(oscillator, load, named):
    with pytest.raises(stickslip.InputError, match=named):
        Case(oscillator, load)


@pytest.mark.parametrize(
    "call, named",
    [
        (lambda: stickslip.simulate("dlubal-0116", until=float("nan")), "until"),
        (lambda: stickslip.simulate("dlubal-0116", max_events=0), "max_events"),
        (lambda: stickslip.simulate("dlubal-0116", max_events=2.5), "max_events = 2.5 must be an integer ≥ 1"),
        (lambda: stickslip.simulate("dlubal-0116", step=0.1), "step"),
        (lambda: stickslip.simulate("dlubal-0116")(99.0), "time"),
        (lambda: stickslip.simulate("dlubal-0116")(float("nan")), "time"),
        (lambda: stickslip.sweep(friction_ratio=0.3, over=("frequency_ratio", 2, 1, 3)), "over"),
        (lambda: stickslip.sweep(friction_ratio=0.3, over=("frequency_ratio", 1, 2, 0)), "count"),
        (lambda: stickslip.sweep(friction_ratio=0.3, over="frequency_ratio", values=[[1.0]]), "values"),
        (lambda: stickslip.sweep(friction_ratio=0.3, over="frequency_ratio", values=[1.0, np.nan]), r"values\[1\]"),
        (lambda: stickslip.sweep(over=("frequency_ratio", 1, 2, 3)), "friction_ratio"),
        (lambda: stickslip.boundary(x=("friction_ratio", 0, 1)), "y ="),
        (lambda: stickslip.boundary(x=("friction_ratio", 0, 1), at=("frequency_ratio", 1.0), kind="D"), "kind"),
        (lambda: stickslip.design("riddoch-fig5", vary=("friction_ratio", 0.1, 0.9)), "minimise"),
        (lambda: stickslip.design("riddoch-fig5", vary=("friction_ratio", 0.1, 0.9), minimise="size"), "size"),
        (lambda: stickslip.lyapunov("stefanski-fig3b", periods=0), "periods"),
        (lambda: stickslip.poincare("stefanski-fig3b", section="moon"), "section"),
        (lambda: stickslip.poincare("stefanski-fig3b", phase=1.5), "phase"),
        (lambda: stickslip.basins("stefanski-fig3b", position=(1.0, 0.0, 3)), "position"),
        (lambda: stickslip.map(x=("friction_ratio", 0, 1), y=("frequency_ratio", 0.1, 1, 5)), "x ="),
        (lambda: stickslip.map(x=("friction_ratio", 0, 1, 5), y=("frequency_ratio", 0, 1, 5, "log")), "y ="),
        (lambda: stickslip.map(x=("friction_ratio", 0, 1, 5), y=("damping_ratio", 0.1, 1, 5)), "frequency_ratio"),
        (
            lambda: stickslip.map(x=("friction_ratio", 0, 1, 5), y=("frequency_ratio", 0.1, 1, 5), observables=["size"]),
            "size",
        ),
        (lambda: stickslip.map(x=("friction_ratio", 0, 1, 5), y=("frequency_ratio", 0.1, 1, 5), backend="abacus"), "abacus"),
        (lambda: stickslip.set_threads(0), "threads"),
    ],
)
def test_bad_requests(call, named):
    with pytest.raises(stickslip.InputError, match=named):
        call()


def test_what_has_no_answer_says_so():
    with pytest.raises(stickslip.NoResultError, match="the regime is permanent-stick"):
        stickslip.steady(friction_ratio=2.0, frequency_ratio=1.0).plot()
    with pytest.raises(stickslip.NoResultError, match="never meets"):
        stickslip.poincare(Oscillator(friction=5.0), Harmonic(1.0, frequency=1.0), section="stop", points=1)
    with pytest.raises(stickslip.NoResultError, match="sticks for"):
        stickslip.design("riddoch-fig5", vary=("friction_ratio", 0.98, 0.99), avoid_stick=True)


def test_without_a_gpu_it_says_so_and_how_to_go_on():
    script = "import stickslip; stickslip.map(x=('friction_ratio', 0, 1, 5), y=('frequency_ratio', 0.1, 1, 5), backend='cuda')"
    hidden = {**os.environ, "CUDA_VISIBLE_DEVICES": ""}
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=hidden, check=False)
    assert run.returncode == 1
    assert 'RuntimeError: backend="cuda": ' in run.stderr
    assert 'backend="cpu"' in run.stderr


def test_input_errors_are_value_errors():
    assert issubclass(stickslip.InputError, ValueError)
    assert issubclass(stickslip.NoResultError, RuntimeError)


def test_broadcasting_is_numpys():
    friction = np.linspace(0.1, 0.9, 6).reshape(2, 3)[:, ::-1]
    frequency = np.array([[0.4], [1.3]], dtype=np.float32)
    states = stickslip.steady(friction_ratio=friction, frequency_ratio=frequency, damping_ratio=0.05)
    assert states.shape == (2, 3)
    for i in range(2):
        for j in range(3):
            one = stickslip.steady(
                friction_ratio=friction[i, j], frequency_ratio=float(frequency[i, 0]), damping_ratio=0.05
            )
            assert states.amplitude_ratio[i, j] == one.amplitude_ratio
    assert stickslip.steady(friction_ratio=np.array(0.3), frequency_ratio=1).regime == "unbounded"
    assert stickslip.steady(friction_ratio=[], frequency_ratio=1.0).amplitude_ratio.shape == (0,)


def test_records_of_arrays_are_records_of_files(tmp_path):
    time = np.linspace(0.0, 3.0, 301)
    value = 5.0 * np.sin(7.0 * time) * np.exp(-time)
    file = tmp_path / "push.csv"
    file.write_text("".join(f"{t!r},{v!r}\n" for t, v in zip(time.tolist(), value.tolist())))
    oscillator = Oscillator(mass=1.0, stiffness=40.0, friction=0.5)
    given = stickslip.simulate(oscillator, Record(time, value), until=5.0)
    read = stickslip.simulate(oscillator, Record(file=str(file)), until=5.0)
    t = np.linspace(0.0, 5.0, 1001)
    assert given(t).tolist() == read(t).tolist()
    assert len(given.events) > 4
