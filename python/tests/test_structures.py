"""Structures: the numbers of the command line, from NumPy and SciPy, and what is refused."""

import json

import numpy as np
import pytest
import stickslip as s

CASES = ["braced-building", "sdnd106-two-masses", "siconos-two-masses", "sliding-base-frame", "three-mass-chain"]
CASES += ["mass-against-a-stop", "mode-coupling", "rubbing-blade"]


@pytest.mark.parametrize("case", CASES)
def test_built_in_cases_have_the_numbers_of_the_program(program, case):
    printed = json.loads(program("simulate", case, "--samples", "51", "--json"))
    motion = s.simulate(case)
    events = motion.events
    assert events["t"].tolist() == [e["t"] for e in printed["events"]]
    assert events["kind"].tolist() == [e["kind"] for e in printed["events"]]
    assert events["contact"].tolist() == [e["contact"] for e in printed["events"]]
    t = printed["samples"]["t"]
    assert motion(t).T.tolist() == printed["samples"]["x"]
    assert motion.v(t).T.tolist() == printed["samples"]["v"]
    assert motion.friction(t).T.tolist() == printed["samples"]["friction"]
    assert motion.state(motion.end_time).tolist() == printed["final"]["contacts"]
    assert motion.energy.friction.tolist() == printed["energy"]["friction"]
    assert motion.energy.imbalance == printed["energy"]["imbalance"]
    assert motion.peak.total_slip.tolist() == printed["peak"]["total_slip"]


TWO_MASSES, CHAIN = "siconos-two-masses", "three-mass-chain"
DAMPED = {"structure.dampers": [0.05, 0.05]}
LOCKED = {"contact.wall.bound": 50.0, "contact.joint.bound": 60.0}
STATIC = {"contact.floor.bound": 0.2, "contact.floor.static_bound": 1.2}
CHAOS = {"contact.floor.bound": 0.02, "contact.floor.static_bound": 0.6, "load.frequency": 0.45}
BELT = {"contact.floor.static_bound": 1.5, "contact.floor.surface_velocity": 0.3, "load.amplitude": 0.0}
EVERY_KIND = {
    "undamped": (TWO_MASSES, {}),
    "elastic contacts": (CHAIN, {}),
    "contacts that never slip": (CHAIN, LOCKED),
    "motions beside rest": (TWO_MASSES, {**STATIC, "load.frequency": 0.5, **DAMPED}),
    "a contact that opens": (CHAIN, {"contact.wall.normal_ratio": 1.4}),
    "a limit cycle": (TWO_MASSES, {**BELT, **DAMPED}),
    "chaos": (TWO_MASSES, {**CHAOS, **DAMPED}),
    "a drift": (TWO_MASSES, {"structure.springs": [0.0, 1.0], "contact.floor.surface_velocity": 0.1, **DAMPED}),
    "rest": (CHAIN, {"load.amplitude": 0.0}),
    "a contact that the motion opens": ("rubbing-blade", {}),
    "an unstable equilibrium beside a limit cycle": ("mode-coupling", {}),
}


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_steady_states_have_the_numbers_of_the_program(program, kind):
    case, changed = EVERY_KIND[kind]
    overrides = [part for key, value in changed.items() for part in ("--set", f"{key}={value}")]
    printed = json.loads(program("steady", case, *overrides, "--json"))
    state = s.steady(s.load_case(case, changed))
    for name in ["regime", "dof_names", "free_offsets", "residual", "damping_loss", "input", "coexists"]:
        assert getattr(state, name) == printed[name], name
    for name in ["period", "multiplier", "exponent", "exponent_error"]:
        found = getattr(state, name)
        assert (None if np.isnan(found) else found) == printed[name], name
    assert state.load_periods == (printed["load_periods"] or 0)
    for name in ["amplitude", "x_max", "x_min", "velocity", "acceleration", "drift"]:
        assert getattr(state, name).tolist() == printed[name], name
    for j, contact in enumerate(printed["contacts"]):
        assert set(contact) == set(state.contacts._fields)
        for name, told in contact.items():
            found = getattr(state.contacts, name)[j]
            if name == "offset_bounds":
                found = None if np.isnan(found).all() else found.tolist()
            assert found == told, name
    events = [dict(zip(state.events.dtype.names, event)) for event in state.events.tolist()]
    assert events == printed["events"]
    cycle = state.cycle
    assert cycle.events.tolist() == state.events.tolist()
    assert cycle.end_time == state.period or np.isnan(state.period)
    there, back = cycle(0.0), cycle(cycle.end_time)
    if state.regime == "chaotic":
        assert np.abs(back - there).max() > 1e-3
        return
    rounding = 8 * np.finfo(float).eps * max(1.0, np.abs(back).max())  # of a sum of offset, phase and drift
    assert np.abs(back - there - state.drift).max() <= state.residual + rounding


def test_every_name_of_the_program_is_an_attribute(program):
    printed = json.loads(program("steady", "three-mass-chain", "--json"))
    state = s.steady("three-mass-chain")
    assert {name for name in printed if not hasattr(state, name)} <= {"version", "title"}


def test_the_kinds_are_what_they_are_called():
    found = {kind: s.steady(s.load_case(*told)) for kind, told in EVERY_KIND.items()}
    assert found["contacts that never slip"].free_offsets > 0
    assert found["motions beside rest"].coexists
    assert found["a contact that opens"].contacts.open_fraction.max() > 0.0
    assert found["a limit cycle"].is_limit_cycle
    assert found["chaos"].regime == "chaotic" and found["chaos"].exponent > 0.0
    assert "chaotic" not in [other["regime"] for other in found["chaos"].coexists]
    assert np.abs(found["a drift"].drift).max() > 0.0
    assert np.isnan(found["rest"].period)


def test_a_steady_state_is_a_dataset():
    state = s.steady("three-mass-chain")
    data = state.to_xarray()
    assert dict(data.sizes) == {"dof": 3, "contact": 2, "side": 2}
    assert data.contact.values.tolist() == state.contacts.name == ["wall", "joint"]
    assert data.amplitude.values.tolist() == state.amplitude.tolist()
    assert data.stuck_fraction.sel(contact="joint") == state.contacts.stuck_fraction[1]
    assert data.attrs["regime"] == "stick-slip"
    assert all(variable.attrs["units"] for variable in data.data_vars.values())


def test_energy_of_a_load_period_closes():
    state = s.steady("three-mass-chain")
    assert abs(state.input - state.contacts.dissipated.sum() - state.damping_loss) <= 1e-12 * state.input


def test_the_start_decides_offsets_of_contacts_that_never_slip():
    case = s.load_case(CHAIN, LOCKED)
    here, there = s.steady(case), s.steady(case, position=[0.01, 0.0, 0.0])
    assert here.free_offsets == there.free_offsets > 0
    assert np.abs(here.x_max - there.x_max).max() > 1e-4
    assert here.amplitude == pytest.approx(there.amplitude, rel=1e-9)
    assert (here.contacts.offset_bounds[:, 0] < 0.0).all() and (here.contacts.offset_bounds[:, 1] > 0.0).all()


def test_what_does_not_exist_is_nan():
    load = s.StructureLoad(s.Harmonic(1.0, frequency=1.0), on=1)
    chain = s.Structure.chain([1.0], [1.0], contacts=[s.Contact(on=1, bound=0.1)], loads=[load])
    state = s.steady(chain)
    assert state.regime == "unbounded" and state.cycle is None and state.events.size == 0
    assert "friction" in state.reason
    assert np.isnan(state.amplitude).tolist() == np.isnan(state.contacts.stuck_fraction).tolist() == [True]
    assert np.isnan([state.period, state.multiplier, state.residual, state.input]).all()
    assert state.load_periods == 0
    assert state.to_xarray().amplitude.isnull().all()


SWEPT = {
    "usual observables": (CHAIN, {}, ("load.frequency", 0.3, 2.4, 23), []),
    "a logarithmic range": (CHAIN, {}, ("contact.joint.bound", 0.01, 10.0, 9, "log"), []),
    "a difference, a power and the whole": (CHAIN, {}, ("load.frequency", 0.5, 2.0, 7), ["amplitude[2-1]", "contact.joint.power", "multiplier"]),
    "what offsets change": (CHAIN, {}, ("load.frequency", 0.5, 2.0, 7), ["x_max[3]", "contact.wall.transmitted_force"]),
    "static friction": (TWO_MASSES, {**STATIC, **DAMPED}, ("load.frequency", 0.2, 0.6, 5), []),
    "a resonance without a bound": (TWO_MASSES, {"contact.floor.bound": 0.01}, ("load.frequency", 0.618033988749895, 0.7, 2), []),
}  # fmt: skip


def range_text(key, low, high, count, *log):
    return f"{key}={low!r}:{high!r}:{count}" + "".join(":" + word for word in log)


@pytest.mark.parametrize("kind", SWEPT)
def test_sweeps_have_the_numbers_of_the_program(program, kind):
    case, changed, over, observables = SWEPT[kind]
    overrides = [part for key, value in changed.items() for part in ("--set", f"{key}={value}")]
    asked = ["--observables", ",".join(observables)] if observables else []
    printed = json.loads(program("sweep", case, *overrides, "--over", range_text(*over), *asked, "--json"))
    curve = s.sweep(s.load_case(case, changed), over=over, observables=observables)
    assert curve.values.tolist() == printed["values"]
    assert curve.regime.tolist() == printed["regime"]
    assert set(curve.observables) == set(printed) - {"version", "over", "values", "regime", "title", "key"}
    for name in curve.observables:
        expected = [np.nan if value is None else value for value in printed[name]]
        assert np.array_equal(curve[name], expected, equal_nan=True), name


def test_every_quantity_of_a_sweep_is_that_of_the_steady_state():
    values = [0.5, 0.8, 1.2, 1.8]
    curve = s.sweep(CHAIN, over="load.frequency", values=values, observables=["x_max[1]"])
    states = [s.steady(s.load_case(CHAIN, {"load.frequency": value})) for value in values]
    data = curve.to_xarray()
    assert data.amplitude.dims == ("load.frequency", "dof") and data.slip.dims == ("load.frequency", "contact")
    assert data.contact.values.tolist() == ["wall", "joint"]
    compared = 0
    for name in set(data.data_vars) - {"regime", "power", "x_max[1]"}:
        told = [getattr(state, name) if hasattr(state, name) else getattr(state.contacts, name) for state in states]
        assert np.shape(getattr(curve, name)) == np.shape(told), name
        assert getattr(curve, name) == pytest.approx(np.array(told), rel=1e-8, abs=1e-9), name
        assert data[name].attrs["units"] and data[name].attrs["long_name"]
        compared += 1
    assert compared > 18
    power = [state.contacts.dissipated / state.period for state in states]
    assert curve.power == pytest.approx(np.array(power), rel=1e-8, abs=1e-12)


def test_offsets_that_nobody_asked_for_are_nan():
    """Below 0.7 rad/s no contact of the chain slips, and the start decides where they lie."""
    values = [0.5, 1.8]
    plain = s.sweep(CHAIN, over="load.frequency", values=values)
    asked = s.sweep(CHAIN, over="load.frequency", values=values, observables=["x_max[1]"])
    assert plain.free_offsets[0] > 0 and plain.free_offsets[1] == 0
    for name in ("x_max", "x_min", "transmitted_force"):
        assert np.isnan(getattr(plain, name)[0]).all() and np.isfinite(getattr(plain, name)[1]).all()
        assert np.isfinite(getattr(asked, name)).all()
    assert np.isfinite(plain.amplitude).all() and np.isfinite(plain.velocity).all()


def test_shapes_at_the_peaks_of_a_linear_chain_are_its_modes():
    """Weak friction, two modes far apart: the structure stands as its mode shapes do."""
    load = s.StructureLoad(s.Harmonic(1.0, frequency=1.0), on=1)
    contacts = [s.Contact(on=1, bound=1e-9)]
    chain = s.Structure.chain([1.0, 1.0], [1.0, 1.0], contacts=contacts, loads=[load], modal_damping=0.005)
    curve = s.sweep(chain, over=("load.frequency", 0.3, 2.0, 1001))
    golden = (1.0 + np.sqrt(5.0)) / 2.0
    assert [peak.value for peak in curve.peaks] == pytest.approx([1.0 / golden, golden], abs=0.003)
    for peak, ratio in zip(curve.peaks, [golden, -1.0 / golden]):
        assert peak.shape[1] / peak.shape[0] == pytest.approx(ratio, abs=0.03)
        assert np.abs(peak.shape).max() == pytest.approx(peak.amplitude.max(), rel=1e-9)
        assert (np.abs(peak.shape) <= peak.amplitude * (1.0 + 1e-9)).all()


def test_a_stretch_without_a_bound_has_no_peak():
    chain = s.Structure.chain([1.0], [1.0], contacts=[s.Contact(on=1, bound=0.1)], loads=[s.StructureLoad(s.Harmonic(1.0, frequency=1.0), on=1)])
    curve = s.sweep(chain, over="load.frequency", values=[0.5, 1.0, 1.5])
    assert curve.regime.tolist()[1] == "unbounded" and np.isnan(curve.amplitude[1]).all()
    assert curve.peaks == []


def test_designs_have_the_numbers_of_the_program(program):
    asked = ["--vary", "contact.floor.bound=0.01:2", "--minimise", "velocity[2-1]", "--over", "load.frequency=0.45:0.5"]
    printed = json.loads(program("design", TWO_MASSES, *asked, "--json"))
    vary, over = ("contact.floor.bound", 0.01, 2.0), ("load.frequency", 0.45, 0.5)
    best = s.design(TWO_MASSES, vary=vary, minimise="velocity[2-1]", over=over)
    for name in ("value", "worst", "at", "regime", "stops_per_cycle", "nearest_boundary"):
        assert getattr(best, name) == printed[name], name
    assert best.values.tolist() == printed["curve"]["values"]
    assert best.worsts.tolist() == printed["curve"]["worst"]
    changed = ["--set", "load.frequency=0.8"]
    printed = json.loads(program("design", TWO_MASSES, *changed, "--vary", "contact.floor.bound=0.01:2", "--avoid-stick", "--json"))
    case = s.load_case(TWO_MASSES, {"load.frequency": 0.8})
    limit = s.design(case, vary=("contact.floor.bound", 0.01, 2.0), avoid_stick=True)
    assert (limit.value, limit.limit, limit.end_of_range) == (printed["value"], printed["limit"], printed["end_of_range"])
    printed = json.loads(program("design", CHAIN, "--vary", "contact.wall.bound=0.2:3", "--target", "contact.wall.slip=0.05", "--json"))
    reached = s.design(CHAIN, vary=("contact.wall.bound", 0.2, 3.0), target=("contact.wall.slip", 0.05))
    assert reached.values.tolist() == printed["values"]


def test_a_structure_a_case_and_a_file_are_the_same_to_studies(tmp_path):
    structure = two_masses(np.eye(2), np.array([[2.0, -1.0], [-1.0, 1.0]]))
    file = tmp_path / "two.toml"
    file.write_text(structure.text, encoding="utf-8")
    for study in (
        lambda problem: s.sweep(problem, over=("load.frequency", 0.2, 0.4, 5)).amplitude.tolist(),
        lambda problem: s.design(problem, vary=("contact.floor.bound", 0.1, 0.9), target=("amplitude[1]", 0.8)).value,
        lambda problem: s.design(problem, vary=("contact.floor.bound", 0.1, 0.9), minimise="amplitude[1]").worst,
    ):
        assert study(structure) == study(s.load_case(text=structure.text)) == study(file)


class Sparse:
    """What a sparse matrix of SciPy is to us."""

    def __init__(self, matrix):
        self.matrix = matrix

    def toarray(self):
        return self.matrix


def two_masses(mass, stiffness, **more):
    contacts = [s.Contact(on=2, bound=0.5, name="floor")]
    loads = [s.StructureLoad(s.Harmonic(1.0, frequency=0.3, phase=np.pi / 2), on=1)]
    return s.Structure(mass, None, stiffness, contacts=contacts, loads=loads, **more)


def test_arrays_sparse_matrices_and_chains_are_the_same_structure():
    stiffness = np.array([[2.0, -1.0], [-1.0, 1.0]])
    dense = s.simulate(two_masses(np.eye(2), stiffness), until=40.0)
    sparse = s.simulate(two_masses(Sparse(np.eye(2)), Sparse(stiffness)), until=40.0)
    built_in = s.simulate("siconos-two-masses", until=40.0)
    assert dense.events["t"].tolist() == sparse.events["t"].tolist() == built_in.events["t"].tolist()
    assert dense.contact_names == ["floor"]
    assert dense.dof_names == ["1", "2"]


def test_axes_of_the_results():
    motion = s.simulate("three-mass-chain", until=20.0)
    t = np.linspace(0.0, 20.0, 6).reshape(2, 3)
    assert motion(t).shape == motion.v(t).shape == motion.a(t).shape == (2, 3, 3)
    assert motion.friction(t).shape == motion.deflection(t).shape == motion.state(t).shape == (2, 3, 2)
    masked = motion(np.ma.array([1.0, 2.0], mask=[False, True]))
    assert masked.mask.tolist() == [[False] * 3, [True] * 3]
    data = motion.to_xarray()
    assert dict(data.sizes) == {"time": 1001, "dof": 3, "contact": 2}
    assert set(np.unique(data.state)) <= {"stick", "slide", "open"}
    energy = motion.energy
    assert abs(energy.imbalance) <= 1e-12 * abs(energy.input)


def test_start_and_length():
    chain = s.Structure.chain([1.0, 1.0], [1.0, 0.0], contacts=[s.Contact(on=1, bound=0.1)])
    motion = s.simulate(chain, until=5.0, position=[1.0, 0.0], velocity=[0.0, 2.0])
    assert motion(0.0).tolist() == [1.0, 0.0]
    assert motion.v(0.0).tolist() == [0.0, 2.0]
    assert motion(5.0)[1] == 10.0


def test_an_override_may_hold_names_beside_numbers():
    by_number = s.load_case("braced-building", {"contact[3].between": [1, 4], "structure.masses": [5e4] * 5})
    by_name = s.load_case("braced-building", {"contact[3].between": ["floor 1", 4], "structure.masses": (5e4,) * 5})
    assert s.simulate(by_name).events["t"].tolist() == s.simulate(by_number).events["t"].tolist()


def incommensurate():
    loads = [s.StructureLoad(s.Harmonic(1.0, frequency=w), on=1) for w in (1.0, np.sqrt(2.0))]
    return s.Structure.chain([1.0], [1.0], [0.1], contacts=[s.Contact(on=1, bound=0.1)], loads=loads)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: s.Structure([[1.0, 0.5], [0.0, 1.0]], None, np.eye(2)), "symmetric"),
        (lambda: s.Structure(np.eye(2), None, -np.eye(2)), "eigenvalue -1; none may be negative"),
        (lambda: s.Structure(np.eye(2), None, [[1.0, np.nan], [np.nan, 1.0]]), "finite"),
        (lambda: s.Structure(np.ones(2), None, np.eye(2)), "rows and columns"),
        (lambda: s.Structure.chain([1.0], [1.0], contacts=[s.Contact(bound=1.0)]), "on, between, direction"),
        (lambda: s.Structure.chain([1.0], [1.0], contacts=[s.Contact(on=1, bound=-1.0)]), "bound"),
        (lambda: s.Structure.chain([1.0], [1.0], loads=[s.StructureLoad(s.Constant(1.0))]), "on, direction"),
        (lambda: s.steady("three-mass-chain", all_orbits=True), "one mass on a line"),
        (lambda: s.steady("braced-building"), "record"),
        (lambda: s.steady(incommensurate()), "no common period"),
        (lambda: s.sweep("braced-building", over=("contact[1].bound", 1, 2, 3)), "record"),
        (lambda: s.sweep("three-mass-chain", over=("load.frequency", 1, 2, 3), observables=["size"]), "observable of a structure"),
        (lambda: s.sweep("three-mass-chain", over=("load.frequency", 1, 2, 3), observables=["amplitude[4]"]), "counted from 1 to 3"),
        (lambda: s.sweep("three-mass-chain", over=("load.frequency", -1, 2, 3)), "frequency"),
        (lambda: s.sweep("three-mass-chain", over=("contact.wal.bound", 1, 2, 3)), "wal"),
        (lambda: s.sweep("three-mass-chain", over=("load.frequency", 1, 2, 3), direction="up"), "one mass"),
        (lambda: s.sweep("three-mass-chain", over=("load.frequency", 1, 2, 3), refine=True), "one mass"),
        (lambda: s.design("three-mass-chain", vary=("load.frequency", 1, 2), minimise="amplitude"), "observable of a structure"),
        (lambda: s.design("braced-building", vary=("contact[1].bound", 1, 2), avoid_stick=True), "record"),
    ],
)
def test_what_is_wrong_is_said(make, says):
    with pytest.raises(s.InputError, match=says) as refusal:
        make()
    assert "\n" not in str(refusal.value)


def test_a_contact_that_presses_is_that_of_the_case():
    stop = s.Contact(name="stop", normal_direction=[-1.0], normal_stiffness=1e6)
    chain = s.Structure.chain([100.0], [1e4], contacts=[stop])
    motion = s.simulate(chain, velocity=[1.0], until=0.7)
    assert motion.events["t"].tolist() == s.simulate("mass-against-a-stop").events["t"].tolist()
    matrices = [[1.0, 0.0], [0.0, 1.0]], [[0.1, 0.0], [0.0, 0.1]], [[11.0, -2.0], [-2.0, 4.0]]
    press = {"normal_on": "across", "normal_stiffness": 6.0, "preload": 5.0}
    pad = s.Contact(name="pad", on="along", mu=0.45, surface_velocity=0.5, **press)
    squeal = s.Structure(*matrices, contacts=[pad], names=["along", "across"])
    state = s.steady(squeal, position=[0.2, 0.1])
    assert state.period == s.steady("mode-coupling").period


def test_a_contact_that_presses_needs_what_parts_it():
    with pytest.raises(s.InputError, match="give one of normal_on, normal_between, normal_direction"):
        s.Structure.chain([1.0], [1.0], contacts=[s.Contact(on=1, mu=0.1, normal_stiffness=1.0)])
    with pytest.raises(s.InputError, match="needs normal_stiffness"):
        s.Structure.chain([1.0], [1.0], contacts=[s.Contact(on=1, normal_on=1, mu=0.1)])
