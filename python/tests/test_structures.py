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
        (lambda: s.steady("three-mass-chain"), "many masses"),
        (lambda: s.sweep("three-mass-chain", over=("load.frequency", 1, 2, 3)), "many masses"),
    ],
)
def test_what_is_wrong_is_said(make, says):
    with pytest.raises(s.InputError, match=says) as refusal:
        make()
    assert "\n" not in str(refusal.value)
