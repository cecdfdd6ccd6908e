"""Wrong shapes, NaN, wrong types and wrong keywords: exceptions that name the argument."""

import inspect
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


FUNCTIONS = [getattr(stickslip, name) for name in stickslip.__all__ if inspect.isfunction(getattr(stickslip, name))]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_unknown_keywords_of_functions(function):
    """For each of its keywords, with one letter missing."""
    for word in inspect.signature(function).parameters:
        if len(word) > 3:
            with pytest.raises(TypeError, match=rf"^{function.__name__}\(\) has no keyword {word[:2] + word[3:]}; did you mean {word}\?$"):
                function(**{word[:2] + word[3:]: 1.0})


CONSTRUCTORS = [stickslip.Case, Oscillator, PlanarOscillator] + [
    kind
    for kind in vars(stickslip).values()
    if inspect.isclass(kind) and issubclass(kind, (stickslip.Load, stickslip.FrictionLaw)) and kind is not stickslip.Load
]


@pytest.mark.parametrize("kind", CONSTRUCTORS, ids=lambda kind: kind.__name__)
def test_unknown_keywords_of_inputs(kind):
    for word in inspect.signature(kind).parameters:
        if len(word) > 5:
            with pytest.raises(TypeError, match=rf"^{kind.__name__}\(\) has no keyword {word[:2] + word[3:]}; did you mean {word}\?$"):
                kind(**{word[:2] + word[3:]: 1.0})


def test_a_keyword_like_no_other():
    with pytest.raises(TypeError, match=r"^load_case\(\) has no keyword zebra; it takes file_or_name, overrides, text$"):
        stickslip.load_case(zebra=1)


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
    "make, named",
    [
        (lambda: Oscillator(mass=-1), "^Oscillator: oscillator.mass = -1 must be a finite number > 0"),
        (lambda: Oscillator(mass=0.0), "mass"),
        (lambda: Oscillator(mass=float("nan")), "mass"),
        (lambda: Oscillator(mass="heavy"), "mass"),
        (lambda: Oscillator(stiffness=-1.0), "stiffness"),
        (lambda: Oscillator(damping=-1.0), "damping"),
        (lambda: Oscillator(friction=-1.0), "bound"),
        (lambda: Oscillator(friction=stickslip.Coulomb(mu=0.1)), "mu"),
        (lambda: Oscillator(friction=stickslip.Stefanski(bound=1.0, static_bound=1.2, a1=1.0)), "a2"),
        (lambda: Oscillator(friction=stickslip.Coulomb(bound=2.0, static_bound=1.0)), "static_bound"),
        (lambda: stickslip.Coulomb(bound=float("nan")), "^Coulomb: bound = nan must be a finite number$"),
        (lambda: stickslip.Dahl(bound=1.0, sigma0="stiff"), "^Dahl: sigma0 = 'stiff' must be a finite number$"),
        (lambda: PlanarOscillator(friction=0.0), "friction"),
        (lambda: PlanarOscillator(mass=-1.0), "^PlanarOscillator: oscillator.mass = -1 must"),
        (lambda: Harmonic(amplitude=1.0), "^Harmonic: load.frequency is missing"),
        (lambda: Harmonic(amplitude=float("inf"), frequency=1.0), "amplitude"),
        (lambda: Harmonic(amplitude=(1.0, 2.0, 3.0), frequency=1.0), "amplitude"),
        (lambda: Harmonics(amplitude=[1.0, 2.0], frequency=[1.0]), "frequency"),
        (lambda: Rotating(amplitude=1.0, frequency=-1.0), "frequency"),
        (lambda: Constant(force=[1.0, 2.0, 3.0]), "force"),
        (lambda: stickslip.Base(surface="wet", displacement=1.0, frequency=1.0), "surface"),
        (lambda: Record(time=[0.0, 1.0], value=[1.0]), r"^Record: time of shape \(2,\) and value of shape \(1,\)"),
        (lambda: Record(time=[0.0, 0.0], value=[1.0, 2.0]), r"^Record: time\[1\] = 0.0 must be later than time\[0\] = 0.0$"),
        (lambda: Record(time=[0.0, 1.0], value=[1.0, np.nan]), r"^Record: value\[1\] = nan must be a finite number$"),
        (lambda: Record(time=[0.0], value=[1.0]), "^Record: a record needs at least two samples, not 1$"),
        (lambda: Record(time=[0.0, 1.0]), "^Record: value is missing"),
        (lambda: Record("push.csv"), "file='push.csv'"),
        (lambda: Record([0.0, 1.0], [0.0, 1.0], file="push.csv"), "^Record: time, value and file are too many"),
        (lambda: Record([0.0, 1.0], [0.0, 1.0], scale="large"), "scale"),
        (lambda: Record(), "time"),
        (lambda: stickslip.BaseRecord([0.0, 1.0], [0.0, 1.0], quantity="jerk"), "quantity"),
        (lambda: Case(Oscillator(), Rotating(amplitude=1.0, frequency=1.0)), "kind"),
        (lambda: Case(Oscillator(), Constant(1.0), position="left"), "position"),
    ],
)
def test_bad_problems_are_refused_at_once(make, named):
    with pytest.raises(stickslip.InputError, match=named):
        make()


@pytest.mark.parametrize(
    "call, sentence",
    [
        (lambda: stickslip.steady(0.5, 0.5), r"^problem = 0.5 must be .*; ratios are given by their names: friction_ratio=…"),
        (lambda: stickslip.steady([0.5], [0.5]), r"^problem = \[0.5\] must be .*friction_ratio=…"),
        (lambda: stickslip.sweep(0.5, over=("frequency_ratio", 1, 2, 3)), "friction_ratio=…"),
        (lambda: stickslip.simulate(3), "^problem = 3 must be an Oscillator with its load, a Structure, a Case, or the name of [^;]*$"),
        (lambda: stickslip.lyapunov(None), "^problem = None must be"),
        (lambda: stickslip.simulate(Harmonic(1.0, frequency=1.0)), r"^problem = Harmonic\(.* must be an Oscillator"),
        (lambda: stickslip.simulate(Oscillator(), 3), "^load must be a load such as Harmonic, not 3$"),
        (lambda: stickslip.simulate("dlubal-0116", Constant(1.0)), "^load belongs to an Oscillator"),
        (lambda: stickslip.load_case(3), "^file_or_name = 3 must be the name of a case"),
        (lambda: Case("dlubal-0116"), "^oscillator must be an Oscillator"),
        (lambda: Record([0.0, 1.0], [0.0, "a"]), r"^Record: value\[1\] = 'a' must be a real number$"),
        (lambda: stickslip.simulate("dlubal-0116")("now"), "^t must be an array of real numbers, not 'now'$"),
        (lambda: stickslip.simulate("dlubal-0116", progress="yes"), "^progress = 'yes' must be a function"),
    ],
)
def test_the_message_is_about_the_mistake(call, sentence):
    with pytest.raises(TypeError, match=sentence):
        call()


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


def test_a_single_observable_is_a_name_and_not_its_letters():
    curve = stickslip.sweep("riddoch-fig5", over=("friction_ratio", 0.2, 0.8, 3), observables="amplitude")
    assert curve.observables == ("amplitude",)
    chain = stickslip.sweep("three-mass-chain", over=("load.frequency", 0.3, 2.0, 3), observables="amplitude[2-1]")
    assert chain["amplitude[2-1]"].shape == (3,)
    axes = {"x": ("friction_ratio", 0.2, 0.8, 3), "y": ("frequency_ratio", 0.4, 0.8, 3)}
    plane = stickslip.map(**axes, observables="amplitude_ratio")
    assert set(plane.data_vars) == {"regime", "amplitude_ratio"}
