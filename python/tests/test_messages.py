"""Errors that the library raises speak the language of whoever calls it: no options of the command line in Python."""

import inspect
import itertools
import re

import numpy as np
import pytest
import stickslip as s

RATIO_AXES = {"x": ("friction_ratio", 0, 1, 5), "y": ("frequency_ratio", 0.1, 1, 5)}
BELT = "block-on-belt"
LAW = "stefanski-fig3b"
PLANE = "liu-fig6"
RECORD = "synthetic-earthquake"
STEPS = {"method": "group-preserving"}

# Calls that the library refuses, one for each reason that can be reached from Python.
REFUSED = {
    "map of one key twice": lambda: s.map(x=("friction_ratio", 0, 1, 5), y=("friction_ratio", 0, 1, 5), frequency_ratio=1.0),
    "map over nothing": lambda: s.map(x=("friction_ratio", 1, 1, 5), y=("frequency_ratio", 0.1, 1, 5)),
    "map of an unknown observable": lambda: s.map(**RATIO_AXES, observables=["size"]),
    "map of an unknown backend": lambda: s.map(**RATIO_AXES, backend="abacus"),
    "map without a GPU": lambda: s.map(**RATIO_AXES, backend="cuda"),
    "map of an unknown key": lambda: s.map("riddoch-fig6", x=("load.frequenzy", 1, 2, 3), y=("friction.bound", 1, 2, 3)),
    "map of attractors of a plane": lambda: s.map(PLANE, x=("load.amplitude", 1e5, 2e5, 3), y=("friction.bound", 1, 2, 3), observables=["exponent"]),
    "map of a record": lambda: s.map(RECORD, x=("friction.mu", 0.1, 0.2, 3), y=("oscillator.mass", 1, 2, 3)),
    "map beyond the ratios": lambda: s.map(x=("friction_ratio", -1, 1, 5), y=("frequency_ratio", 0.1, 1, 5)),
    "sweep of an unknown key": lambda: s.sweep("riddoch-fig6", over=("load.frequenzy", 1, 2, 3)),
    "sweep of a negative mass": lambda: s.sweep("riddoch-fig6", over=("oscillator.mass", -1, 2, 3)),
    "sweep of an unknown observable": lambda: s.sweep("riddoch-fig6", over=("load.frequency", 1, 2, 3), observables=["size"]),
    "sweep of a record": lambda: s.sweep(RECORD, over=("friction.mu", 0.1, 0.2, 3)),
    "sweep of an unknown planar observable": lambda: s.sweep(PLANE, over=("load.amplitude", 1e5, 2e5, 3), observables=["size"]),
    "sweep in no direction": lambda: s.sweep(friction_ratio=0.3, over=("frequency_ratio", 1, 2, 3), direction="left"),
    "sweep that goes on and refines": lambda: s.sweep(
        friction_ratio=0.3, over=("frequency_ratio", 1, 2, 3), direction="up", refine=True
    ),
    "sweep that goes on in the plane": lambda: s.sweep(PLANE, over=("load.amplitude", 1e5, 2e5, 3), direction="up"),
    "sweep without ratios": lambda: s.sweep(over=("frequency_ratio", 1, 2, 3)),
    "boundary of a law": lambda: s.boundary(LAW, x=("friction.normal", 0.1, 0.5), at=("load.frequency", 1.0)),
    "boundary of a record": lambda: s.boundary(RECORD, x=("friction.mu", 0.1, 0.5), at=("oscillator.mass", 1.0)),
    "boundary with static friction": lambda: s.boundary(
        s.Oscillator(friction=s.Coulomb(bound=0.3, static_bound=0.5)), s.Harmonic(1.0, frequency=1.0),
        x=("friction.bound", 0.1, 0.5), at=("load.frequency", 1.0)),
    "boundary of an unknown key": lambda: s.boundary("riddoch-fig6", x=("friction.bount", 0.1, 0.5), at=("load.frequency", 1.0)),
    "design of an unknown observable": lambda: s.design("riddoch-fig5", vary=("friction_ratio", 0.1, 0.9), minimise="size"),
    "design of an unknown key": lambda: s.design("riddoch-fig5", vary=("friction.bount", 0.1, 0.9), minimise="amplitude"),
    "design of a record": lambda: s.design(RECORD, vary=("friction.mu", 0.1, 0.9), avoid_stick=True),
    "ensemble without a record": lambda: s.ensemble("riddoch-fig5", records=[s.Record([0.0, 1.0], [0.0, 1.0])]),
    "ensemble of an unknown number": lambda: s.ensemble(RECORD, records=[s.Record([0.0, 1.0], [0.0, 1.0])], observables=["size"]),
    "ensemble of a zero scale": lambda: s.ensemble(RECORD, records=[s.Record([0.0, 1.0], [0.0, 1.0])], scales=0.0),
    "design that sticks": lambda: s.design("riddoch-fig5", vary=("friction_ratio", 0.98, 0.99), avoid_stick=True),
    "design without a bounded answer": lambda: s.design(frequency_ratio=1.0, vary=("friction_ratio", 0.1, 0.5), minimise="amplitude_ratio"),
    "design over what it varies": lambda: s.design(
        frequency_ratio=1.1, vary=("friction_ratio", 0.1, 0.9), over=("friction_ratio", 0.1, 0.9), minimise="amplitude"),
    "boundary of one key twice": lambda: s.boundary(
        frequency_ratio=1.1, x=("friction_ratio", 0.1, 0.9), y=("friction_ratio", 0.1, 0.9)),
    "design of nothing": lambda: s.design("riddoch-fig5", vary=("friction_ratio", 0.1, 0.9)),
    "steady of a record": lambda: s.steady(RECORD),
    "steady of a constant load": lambda: s.steady("dlubal-0116"),
    "steady of no load": lambda: s.steady(s.Oscillator(), None),
    "steady of a planar record": lambda: s.steady(s.PlanarOscillator(), s.Constant((1.0, 0.0))),
    "steady of static below sliding": lambda: s.steady(friction_ratio=0.5, static_ratio=0.1, frequency_ratio=1.0),
    "steady without ratios": lambda: s.steady(),
    "steady with one ratio": lambda: s.steady(friction_ratio=0.5),
    "steady at infinity": lambda: s.steady(friction_ratio=0.5, frequency_ratio=np.inf),
    "simulate to nowhere": lambda: s.simulate("dlubal-0116", until=-1.0),
    "simulate without an end": lambda: s.simulate(s.Oscillator(stiffness=0.0), s.Constant(1.0)),
    "simulate with steps on a line": lambda: s.simulate("dlubal-0116", **STEPS),
    "simulate with an unknown method": lambda: s.simulate(PLANE, method="magic"),
    "simulate with a step that is not needed": lambda: s.simulate(PLANE, step=0.1),
    "simulate with a step below zero": lambda: s.simulate(PLANE, step=-0.1, **STEPS),
    "simulate a rigid support by boosts": lambda: s.simulate(
        s.PlanarOscillator(), s.Rotating(2.0, frequency=1.0), method="lorentz-composition"),
    "simulate from a pair": lambda: s.simulate("dlubal-0116", position=(1.0, 2.0)),
    "motion before its start": lambda: s.simulate("dlubal-0116")(-1.0),
    "motion after its end": lambda: s.simulate(PLANE, until=1.0)(9.0),
    "stops in periods of nothing": lambda: s.simulate("dlubal-0116").stops_in_each_period(-1.0),
    "samples of a file that is not there": lambda: s.simulate(s.Oscillator(), s.Record(file="nowhere.csv")),
    "displacement on a moving surface": lambda: s.BaseRecord([0.0, 1.0], [0.0, 1.0], quantity="displacement"),
    "lyapunov of a plane": lambda: s.lyapunov(PLANE),
    "lyapunov of no periods": lambda: s.lyapunov(LAW, periods=0),
    "poincare of a plane": lambda: s.poincare(PLANE),
    "poincare of a belt": lambda: s.poincare(BELT),
    "poincare of an unknown section": lambda: s.poincare(LAW, section="moon"),
    "poincare of an impossible phase": lambda: s.poincare(LAW, phase=1.5),
    "bifurcation of a plane": lambda: s.bifurcation(PLANE, over=("load.amplitude", 1e5, 2e5, 3)),
    "bifurcation of a belt": lambda: s.bifurcation(BELT, over=("friction.normal", 1.0, 2.0, 3)),
    "bifurcation of an unknown law": lambda: s.bifurcation(LAW, over=("load.amplitude", 1, 2, 3), law="magic"),
    "basins of a plane": lambda: s.basins(PLANE),
    "basins of too many starts": lambda: s.basins(LAW, position=(0, 1, 100_000), velocity=(0, 1, 100_000)),
    "basins of a belt": lambda: s.basins(BELT),
    "case that is not there": lambda: s.load_case("dlubal-0117"),
    "case without a table": lambda: s.load_case(text="title = 'x'"),
    "case with an unknown key": lambda: s.load_case(text="[oscillator]\nmass = 1\nstiffnes = 1\n"),
    "case that is no TOML": lambda: s.load_case(text="[oscillator\nmass = 1"),
    "case with another value of an unknown key": lambda: s.load_case("riddoch-fig6", {"load.frequenzy": 1.0}),
    "case with a negative ratio": lambda: s.load_case("riddoch-fig6", {"friction_ratio": -1.0}),
    "case with an element beyond the array": lambda: s.load_case("riddoch-fig6", {"load.amplitude[3]": 1.0}),
    "threads": lambda: s.set_threads(0),
    "map that is not there": lambda: s.open_map("nowhere.nc"),
}  # fmt: skip

WORDS_OF_THE_COMMAND_LINE = re.compile(r"--|\bverb\b|stickslip cases|=from:to|KEY=|\bflag\b", re.IGNORECASE)


@pytest.mark.parametrize("name", REFUSED)
def test_no_words_of_the_command_line(name, monkeypatch):
    with pytest.raises((s.InputError, s.NoResultError, RuntimeError, TypeError, ValueError)) as refused:
        REFUSED[name]()
    sentence = str(refused.value)
    assert sentence
    assert not WORDS_OF_THE_COMMAND_LINE.search(sentence), sentence
    assert not re.search(r"\b[a-z]+-ratio\b", sentence), sentence  # friction_ratio, as Python spells it
    assert "std::" not in sentence and "\n" not in sentence.strip(), sentence


def keys_of(function):
    return [name for name in inspect.signature(function).parameters if name in ("x", "y", "over", "vary", "values")]


@pytest.mark.parametrize("function", [s.map, s.sweep, s.boundary, s.design, s.bifurcation], ids=lambda f: f.__name__)
def test_ranges_of_every_wrong_form(function):
    """The sentence names the argument as it is spelt in Python."""
    wrong = ["load.frequency", ("load.frequency",), ("load.frequency", 2.0, 1.0, 3), ("load.frequency", "a", "b", 3), 3, None]
    for name, value in itertools.product(keys_of(function), wrong):
        given = {other: ("load.frequency", 1.0, 2.0, 3)[: 3 if function in (s.boundary, s.design) else 4] for other in keys_of(function)}
        given.pop("values", None)
        if function is s.design:
            given["minimise"] = "amplitude"
        if name == "values":
            continue
        if function in (s.boundary, s.design) and isinstance(value, tuple) and len(value) == 4:
            value = value[:3]
        if value is None and name != "vary":
            continue
        with pytest.raises((s.InputError, TypeError)) as refused:
            function("riddoch-fig6", **{**given, name: value})
        assert not WORDS_OF_THE_COMMAND_LINE.search(str(refused.value)), refused.value
        assert str(refused.value).startswith(name), refused.value
