"""Structures: the numbers of the command line, from NumPy and SciPy, and what is refused."""

import json

import numpy as np
import pytest
import stickslip as s

CASES = ["braced-building", "sdnd106-two-masses", "siconos-two-masses", "sliding-base-frame", "three-mass-chain"]


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
    assert np.abs(back - there - state.drift).max() <= state.residual + 1e-14


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
        (lambda: s.sweep("three-mass-chain", over=("load.frequency", 1, 2, 3)), "many masses"),
    ],
)
def test_what_is_wrong_is_said(make, says):
    with pytest.raises(s.InputError, match=says) as refusal:
        make()
    assert "\n" not in str(refusal.value)
