"""The module gives the numbers of the command line, bit for bit, and its sentences word for word."""

import csv
import json
import math
import pathlib
import re

import numpy as np
import pytest
import stickslip

from conftest import ROOT


def truth_points():
    """Friction, frequency and damping of the reference points of the C++ tests."""
    text = (ROOT / "tests" / "steady" / "truth_points.inc").read_text(encoding="utf-8")
    rows = re.findall(r'^\{"[^"]*", ([^,]+), ([^,]+), ([^,]+),', text, re.MULTILINE)
    return np.array(rows, dtype=float)


def numbers(rows, name):
    return np.array([float(r[name]) if r[name] else math.nan for r in rows])


def same_bits(a, b):
    return np.array_equal(np.asarray(a, float), np.asarray(b, float), equal_nan=True)


def solved_by_program(program, folder, columns):
    points, answers = folder / "points.csv", folder / "answers.csv"
    with points.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows(zip(*([repr(float(v)) for v in c] for c in columns.values())))
    program("steady", "--points", points, "--out", answers)
    with answers.open(newline="") as file:
        return list(csv.DictReader(file))


OBSERVABLES = [
    "amplitude_ratio", "velocity_ratio", "stops_per_cycle", "stops_then_reverse", "stops_then_same_direction",
    "zero_duration_reversals", "stuck_fraction", "dissipated_ratio", "multiplier", "asymptotic_amplitude_ratio",
    "residual", "x_max", "x_min", "amplitude", "velocity", "dissipated", "phase_lag", "transmissibility",
    "transmitted_force",
]  # fmt: skip


def test_all_reference_points_in_one_call(program, tmp_path):
    points = truth_points()
    assert len(points) > 200
    columns = dict(zip(("friction_ratio", "frequency_ratio", "damping_ratio"), points.T))
    rows = solved_by_program(program, tmp_path, columns)
    states = stickslip.steady(**columns)
    assert states.regime.tolist() == [r["regime"] for r in rows]
    assert states.map_period.tolist() == [r["map_period"] for r in rows]
    for name in OBSERVABLES:
        assert same_bits(getattr(states, name), numbers(rows, name)), name


def test_static_friction_and_special_regimes(program, tmp_path):
    columns = {
        "friction_ratio": [0.3, 0.3, 0.0, 0.0, 0.2, 2.0, 0.5],
        "frequency_ratio": [0.8, 0.8, 1.0, 0.7, 0.5, 0.8, 1.0],
        "damping_ratio": [0.1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        "static_ratio": [0.9, 1.5, 0.0, 0.0, 0.2, 2.0, 0.5],
    }
    rows = solved_by_program(program, tmp_path, columns)
    states = stickslip.steady(**columns)
    assert states.regime.tolist() == [r["regime"] for r in rows]
    assert {"unbounded", "non-unique", "permanent-stick"} <= set(states.regime)
    for name in OBSERVABLES:
        assert same_bits(getattr(states, name), numbers(rows, name)), name
    for i in range(states.size):
        one = states[i]
        for name in OBSERVABLES:
            assert same_bits(getattr(one, name), getattr(states, name)[i]), name


@pytest.mark.parametrize("case", ["riddoch-fig6", "friction-isolator", "block-on-belt", "stefanski-fig3a", "riddoch-fig4"])
def test_steady_state_of_a_case(program, case):
    printed = json.loads(program("steady", case, "--json"))
    state = stickslip.steady(case)
    for name in OBSERVABLES + ["period", "load_periods", "growth_per_cycle"]:
        expected = math.nan if printed[name] is None else printed[name]
        assert same_bits(getattr(state, name), expected), name
    assert state.regime == printed["regime"]
    assert state.map_period == printed["map_period"]
    assert state.coexists == printed["coexists"]
    family = None if printed["family"] is None else {k: tuple(v) for k, v in printed["family"].items()}
    assert state.family == family


def test_planar_steady_state(program):
    printed = json.loads(program("steady", "liu-fig11", "--json"))
    state = stickslip.steady("liu-fig11")
    for name in ("amplitude", "fundamental", "phase_lag", "friction_phase_lag"):
        assert same_bits(getattr(state, name), [math.nan if v is None else v for v in printed[name]]), name
    for name in ("magnification", "dissipated", "stuck_fraction", "stick_intervals_per_cycle", "input", "damped"):
        assert getattr(state, name) == printed[name], name


@pytest.mark.parametrize("case", ["dlubal-0116", "hong-liu-fig10", "synthetic-earthquake", "block-on-belt"])
def test_motion(program, case):
    printed = json.loads(program("simulate", case, "--json"))
    motion = stickslip.simulate(case)
    events = motion.events
    assert events["t"].tolist() == [e["t"] for e in printed["events"]]
    assert events["kind"].tolist() == [e["kind"] for e in printed["events"]]
    assert events["x"].tolist() == [e["x"] for e in printed["events"]]
    assert events["direction"].tolist() == [e["direction"] for e in printed["events"]]
    samples = motion.samples(printed["samples"]["t"])
    for name in ("x", "v", "a", "friction"):
        assert samples[name].tolist() == printed["samples"][name], name
    assert motion(printed["samples"]["t"]).tolist() == printed["samples"]["x"]
    assert motion.final._asdict() == {k: printed["final"][k] for k in ("t", "x", "v", "phase")}
    assert motion.energy._asdict() == printed["energy"]
    peak = motion.peak._asdict()
    assert {k: peak[k] for k in ("x", "v", "total_slip", "slips")} == printed["peak"]


def test_planar_motion(program):
    printed = json.loads(program("simulate", "liu-fig6", "--until", 3, "--json"))
    motion = stickslip.simulate("liu-fig6", until=3.0)
    assert motion.events["t"].tolist() == [e["t"] for e in printed["events"]]
    assert motion.events["x"].tolist() == [e["x"] for e in printed["events"]]
    x = motion(printed["samples"]["t"])
    assert x[:, 0].tolist() == printed["samples"]["x1"]
    assert x[:, 1].tolist() == printed["samples"]["x2"]


def test_sweep(program):
    for over, text in (
        (("frequency_ratio", 0.1, 2.0, 37), "frequency_ratio=0.1:2:37"),
        (("frequency_ratio", 0.1, 2.0, 37, "log"), "frequency_ratio=0.1:2:37:log"),
    ):
        printed = json.loads(program("sweep", "--friction-ratio", 0.3, "--over", text, "--json"))
        curve = stickslip.sweep(friction_ratio=0.3, over=over)
        assert curve.values.tolist() == printed["values"]
        assert curve.regime.tolist() == printed["regime"]
        for name in ("amplitude_ratio", "phase_lag", "stops_per_cycle"):
            assert same_bits(curve[name], [math.nan if v is None else v for v in printed[name]]), name


@pytest.mark.parametrize("direction", ["up", "down", "both"])
def test_a_sweep_that_follows_the_motion(program, direction):
    over = ["--over", "frequency_ratio=0.3:1.2:7", "--direction", direction]
    printed = json.loads(program("sweep", "--friction-ratio", 0.1, "--static-ratio", 0.4, *over, "--json"))
    curve = stickslip.sweep(friction_ratio=0.1, static_ratio=0.4, over=("frequency_ratio", 0.3, 1.2, 7), direction=direction)
    assert list(curve.values) == printed["values"]
    assert list(curve.direction) == printed["direction"]
    assert list(curve.regime) == printed["regime"]
    assert same_bits(curve.amplitude_ratio, [math.nan if v is None else v for v in printed["amplitude_ratio"]])
    data = curve.to_xarray()
    assert data.amplitude_ratio.shape == ((2, 7) if direction == "both" else (7,))
    assert set(np.atleast_1d(data.direction.values)) == set(curve.direction)


@pytest.mark.parametrize(
    "case, over",
    [
        (None, ("frequency_ratio", 0.5, 1.5, 3)),
        ("riddoch-fig5", ("friction_ratio", 0.1, 0.9, 3)),
        ("hong-liu-fig10", ("load.frequency", 4.0, 8.0, 3)),
        ("friction-isolator", ("friction.bound", 20.0, 200.0, 3)),
        ("stefanski-fig3a", ("load.amplitude", 0.1, 0.5, 3)),
        ("block-on-belt", ("oscillator.mass", 1.0, 2.0, 3)),
        ("liu-fig6", ("load.amplitude", 2e5, 6e5, 3)),
    ],
)
def test_usual_observables_of_a_sweep(program, case, over):
    """What is reported where nobody chooses is the same in both, and in the same order."""
    text = f"{over[0]}=" + ":".join(repr(part) for part in over[1:])
    problem = ("--friction-ratio", 0.3) if case is None else (case,)
    printed = json.loads(program("sweep", *problem, "--over", text, "--json"))
    curve = stickslip.sweep(case, over=over, **({"friction_ratio": 0.3} if case is None else {}))
    assert [name for name in printed if name in curve._units] == list(curve.observables)
    for name in curve.observables:
        assert same_bits(curve[name], [math.nan if v is None else v for v in printed[name]]), name


def test_planar_sweep(program):
    printed = json.loads(program("sweep", "liu-fig6", "--over", "load.amplitude=2e5:6e5:5", "--json"))
    curve = stickslip.sweep("liu-fig6", over=("load.amplitude", 2e5, 6e5, 5))
    assert curve.magnification.tolist() == printed["magnification"]


def test_boundaries(program):
    text = ("--x", "friction_ratio=0.5:1.1")
    printed = json.loads(program("boundary", *text, "--at", "frequency_ratio=0.25", "--json"))["crossings"]
    found = stickslip.boundary(x=("friction_ratio", 0.5, 1.1), at=("frequency_ratio", 0.25))
    assert found.value.tolist() == [c["value"] for c in printed]
    assert found.kind.tolist() == [c["kind"] for c in printed]
    assert found.stops_below.tolist() == [c["stops_below"] for c in printed]
    curves = json.loads(program("boundary", *text, "--y", "frequency_ratio=0.8:1.2", "--kind", "C", "--json"))["curves"]
    traced = stickslip.boundary(x=("friction_ratio", 0.5, 1.1), y=("frequency_ratio", 0.8, 1.2), kind="C")
    assert [c.x.tolist() for c in traced.curves] == [c["x"] for c in curves]
    assert [c.y.tolist() for c in traced.curves] == [c["y"] for c in curves]


def test_designs(program):
    printed = json.loads(
        program("design", "friction-isolator", "--vary", "friction.bound=20:2000", "--minimise", "transmissibility",
                "--over", "load.frequency=14.5:30", "--json")
    )  # fmt: skip
    best = stickslip.design(
        "friction-isolator",
        vary=("friction.bound", 20.0, 2000.0),
        minimise="transmissibility",
        over=("load.frequency", 14.5, 30.0),
    )
    for name in ("value", "worst", "at", "regime", "stops_per_cycle"):
        assert getattr(best, name) == printed[name], name
    assert best.values.tolist() == printed["curve"]["values"]
    assert best.nearest_boundary == tuple(printed["nearest_boundary"].values())
    printed = json.loads(program("design", "riddoch-fig5", "--vary", "friction_ratio=0.01:0.99", "--avoid-stick", "--json"))
    limit = stickslip.design("riddoch-fig5", vary=("friction_ratio", 0.01, 0.99), avoid_stick=True)
    assert limit.value == printed["value"]


def test_chaos(program):
    case = "stefanski-fig3b"
    printed = json.loads(program("lyapunov", case, "--periods", 400, "--runs", 4, "--json"))
    found = stickslip.lyapunov(case, periods=400, runs=4)
    assert (found.exponent, found.standard_error, found.label) == tuple(
        printed[k] for k in ("exponent", "standard_error", "label")
    )
    printed = json.loads(program("poincare", case, "--points", 50, "--json"))["points"]
    section = stickslip.poincare(case, points=50)
    assert section.x.tolist() == printed["x"]
    assert section.t.tolist() == printed["t"]
    printed = json.loads(
        program("bifurcation", case, "--over", "load.amplitude=4:8:3", "--laws", "coulomb", "--periods", 200, "--json")
    )["diagrams"][0]["columns"]
    diagram = stickslip.bifurcation(case, over=("load.amplitude", 4.0, 8.0, 3), law="coulomb", periods=200)
    for column, expected in zip(diagram.attractors, printed):
        assert [a.label for a in column] == [a["label"] for a in expected["attractors"]]
        assert [a.x.tolist() for a in column] == [a["x"] for a in expected["attractors"]]
        assert [list(a.met_from) for a in column] == [a["met_from"] for a in expected["attractors"]]
    cells = ("--position=-4:4:5", "--velocity=-6:6:4")
    printed = json.loads(program("basins", case, "--set", "load.amplitude=4", *cells, "--json"))["attractors"]
    found = stickslip.basins(
        stickslip.load_case(case, {"load.amplitude": 4.0}), position=(-4.0, 4.0, 5), velocity=(-6.0, 6.0, 4)
    )
    assert [a.fraction for a in found.attractors] == [a["fraction"] for a in printed]
    assert found.attractor.shape == (4, 5)


@pytest.mark.parametrize(
    "arguments, keywords",
    [
        (
            ("--x", "friction_ratio=0:1.1:37", "--y", "frequency_ratio=0.1:1.5:23"),
            {"x": ("friction_ratio", 0.0, 1.1, 37), "y": ("frequency_ratio", 0.1, 1.5, 23)},
        ),
        (
            ("friction-isolator", "--x", "friction.bound=20:2000:9:log", "--y", "load.frequency=5:40:7",
             "--observables", "transmissibility,stops_per_cycle"),
            {"problem": "friction-isolator", "x": ("friction.bound", 20.0, 2000.0, 9, "log"),
             "y": ("load.frequency", 5.0, 40.0, 7), "observables": ["transmissibility", "stops_per_cycle"]},
        ),
        (
            ("--x", "friction_ratio=0:1.1:12", "--y", "frequency_ratio=0.1:1.5:9", "--certify"),
            {"x": ("friction_ratio", 0.0, 1.1, 12), "y": ("frequency_ratio", 0.1, 1.5, 9), "certify": True},
        ),
    ],
)  # fmt: skip
def test_maps_are_the_files_of_the_program(program, tmp_path, arguments, keywords):
    file = tmp_path / "map.nc"
    program("map", *arguments, "--out", file)
    written = stickslip.open_map(file)
    computed = stickslip.map(keywords.pop("problem", None), **keywords)
    assert set(computed.variables) == set(written.variables)
    for name in written.variables:
        assert computed[name].dims == written[name].dims, name
        assert np.array_equal(computed[name].values, written[name].values, equal_nan=True), name
        for key, value in written[name].attrs.items():
            assert np.array_equal(computed[name].attrs[key], value), (name, key)
    for name in ("title", "source", "version", "case"):
        assert computed.attrs[name] == written.attrs[name], name


def refusal(program, *arguments):
    return program(*arguments, expect=2).removeprefix("stickslip: ").rstrip("\n")


def test_sentences_are_those_of_the_program(program, tmp_path):
    def sentence(work):
        with pytest.raises(stickslip.InputError) as caught:
            work()
        return str(caught.value)

    assert sentence(lambda: stickslip.load_case("nowhere.toml")) == refusal(program, "simulate", "nowhere.toml")
    file = pathlib.Path(tmp_path) / "bad.toml"
    file.write_text("[oscillator]\nmass = 1\nstiffness = -4\n[friction]\nbound = 1\n")
    assert sentence(lambda: stickslip.load_case(file)) == refusal(program, "simulate", file)
    file.write_text("[oscillator]\nmass = 1\nstiffness = 4\n[friction]\nbount = 1\n")
    assert sentence(lambda: stickslip.simulate(str(file))) == refusal(program, "simulate", file)
    for friction, frequency in (("-1", "1"), ("nan", "1"), ("0.5", "0"), ("0.5", "inf")):
        said = refusal(program, "steady", f"--friction-ratio={friction}", f"--frequency-ratio={frequency}")
        given = {"friction_ratio": float(friction), "frequency_ratio": float(frequency)}
        assert sentence(lambda: stickslip.steady(**given)) == said  # noqa: B023
    said = refusal(program, "sweep", "riddoch-fig6", "--over", "load.frequency=1:2:3", "--observables", "size")
    assert sentence(lambda: stickslip.sweep("riddoch-fig6", over=("load.frequency", 1, 2, 3), observables=["size"])) == said
    said = refusal(program, "steady", "dlubal-0116")
    assert sentence(lambda: stickslip.steady("dlubal-0116")) == said
    said = refusal(program, "lyapunov", "liu-fig6")
    assert sentence(lambda: stickslip.lyapunov("liu-fig6")) == said


def test_planar_designs_are_the_corrected_closed_form():
    mass, stiffness, damping = 2279726.6319526, 1e7, 190985.93171027442
    r_w = 4 * math.pi / math.sqrt(stiffness / mass)
    zeta = damping / 2 / math.sqrt(mass * stiffness)
    b = 4 * zeta**2 * r_w**2 + (r_w**2 - 1) ** 2
    least = math.sqrt(1 + 0.4 * (1 - r_w**2) + 0.04 * b)
    friction = stickslip.design("liu-fig6", vary=("friction.bound", 1e4, 9e4), avoid_stick=True)
    assert friction.limit == "largest"
    assert friction.value == pytest.approx(5e5 / least, rel=1e-9)
    force = stickslip.design("liu-fig6", vary=("load.amplitude", 1e5, 9e5), avoid_stick=True)
    assert force.limit == "least"
    assert force.value == pytest.approx(5e4 * least, rel=1e-9)
    reached = stickslip.design("liu-fig6", vary=("friction.bound", 2e4, 8e4), target=("magnification", 2.0))
    case = stickslip.load_case("liu-fig6").with_values({"friction.bound": reached.value})
    assert stickslip.steady(case).magnification == pytest.approx(2.0, rel=1e-12)


def test_planar_boundaries_are_those_of_the_command_line():
    case = stickslip.load_case("liu-fig6")
    found = stickslip.boundary(case, x=("friction.bound", 7e4, 9e4), at=("frequency_ratio", 6.0))
    assert list(found.kind) == ["A"]
    limit = stickslip.design(case, vary=("friction.bound", 7e4, 9e4), avoid_stick=True)
    assert found.value[0] == pytest.approx(limit.value, rel=1e-9)
