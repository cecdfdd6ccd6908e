"""Structures: many masses, many contacts, with the words of a case file."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, Optional, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._keys import toml
from ._load import Load, Sampled
from ._numbers import Floats, numbers
from ._signature import known_keywords, with_known_keywords
from ._value import Value, short

Degree = Union[int, str]  # counted from 1, or by its name


def _place_keys(described: Any, name: str, words: Sequence[str]) -> dict[str, str]:
    """Where a contact or a load acts, as TOML; exactly one of `words` must be given."""
    given = [word for word in words if getattr(described, word) is not None]
    if len(given) != 1:
        raise _core.InputError(f"{name}: give one of {', '.join(words)}, not {' and '.join(given) or 'none of them'}")
    value = getattr(described, given[0])
    if given[0].endswith("direction"):
        return {given[0]: toml(numbers(value, f"{name}: {given[0]}"))}
    return {given[0]: _degrees(value)}


def _degrees(value: Any) -> str:
    if isinstance(value, (list, tuple, np.ndarray)):
        return "[" + ", ".join(_degrees(part) for part in value) + "]"
    return str(int(value)) if isinstance(value, (int, np.integer)) else toml(value)


@with_known_keywords
@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Contact(Value):
    """A contact with dry friction: `on` a degree of freedom, `between` two (0 is the ground), or along a `direction`.

    The bound is given [N], or as `mu` and `normal` force; `stiffness` makes the contact elastic [N/m]. With a
    `normal_stiffness` [N/m] the motion decides the normal force: `normal_on`, `normal_between` or `normal_direction`
    says what moves the surfaces apart, and `preload` [N] or `gap` [m] where they are at rest. Without `mu` that is a
    stop, which needs no place of slip.

    >>> Contact(on=1, bound=0.5).bound
    0.5
    >>> Contact(between=(1, 2), bound=1.0, stiffness=20.0)
    Contact(between=(1, 2), bound=1.0, stiffness=20.0)
    """

    on: Optional[Degree] = None
    between: Optional[Sequence[Degree]] = None
    direction: Optional[ArrayLike] = None
    bound: Optional[float] = None
    mu: Optional[float] = None
    normal: Optional[float] = None
    static_bound: Optional[float] = None
    mu_static: Optional[float] = None
    stiffness: Optional[float] = None
    surface_velocity: Optional[float] = None
    normal_amplitude: Optional[float] = None
    normal_ratio: Optional[float] = None
    normal_frequency: Optional[float] = None
    normal_phase: Optional[float] = None
    normal_record: Optional[str] = None
    normal_on: Optional[Degree] = None
    normal_between: Optional[Sequence[Degree]] = None
    normal_direction: Optional[ArrayLike] = None
    normal_stiffness: Optional[float] = None
    preload: Optional[float] = None
    gap: Optional[float] = None
    name: Optional[str] = None

    def __repr__(self) -> str:
        return _shown(self)

    def _toml(self) -> str:
        slips = ("on", "between", "direction")
        lifts = ("normal_on", "normal_between", "normal_direction")
        lifted = self.normal_stiffness is not None or any(getattr(self, word) is not None for word in lifts)
        slides = not lifted or bool(self.mu) or any(getattr(self, word) is not None for word in slips)
        keys = _place_keys(self, "Contact", slips) if slides else {}
        if lifted:
            keys.update(_place_keys(self, "Contact", lifts))
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if value is not None and field.name not in slips + lifts:
                keys[field.name] = toml(value)
        return "[[contact]]\n" + _lines(keys)


@with_known_keywords
@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class StructureLoad(Value):
    """A load of a structure: `on` a degree of freedom or along a `direction`; a Base takes an `influence` instead.

    >>> StructureLoad(Harmonic(amplitude=1.0, frequency=0.3), on=1).on
    1
    """

    load: Load
    on: Optional[Degree] = None
    direction: Optional[ArrayLike] = None
    influence: Optional[ArrayLike] = None
    name: Optional[str] = None

    def __post_init__(self) -> None:
        if not isinstance(self.load, Load):
            raise TypeError(f"load must be a load such as Harmonic, not {self.load!r}")

    def __repr__(self) -> str:
        return _shown(self)

    def _toml(self, samples: str) -> str:
        """The table; a record given as arrays is called `samples` in it."""
        keys: dict[str, str] = {}
        if self.load.kind != "base":
            keys = _place_keys(self, "StructureLoad", ("on", "direction"))
        elif self.influence is not None:
            keys["influence"] = toml(numbers(self.influence, "StructureLoad: influence"))
        if self.name is not None:
            keys["name"] = toml(self.name)
        for key, value in self.load._keys().items():
            if not (self.load.kind == "base" and key == "surface"):
                keys[key] = toml(value)
        if isinstance(self.load, Sampled) and self.load.file is None:
            keys["file"] = toml(samples)
        return "[[load]]\n" + _lines(keys)


class Structure(Value):
    """M·x″ + C·x′ + K·x + friction of the contacts = loads; matrices are NumPy arrays or SciPy sparse ones.

    `Structure.chain` makes masses in a row. `simulate` gives its motion.

    >>> stiffness = [[2.0, -1.0], [-1.0, 1.0]]
    >>> load = StructureLoad(Harmonic(amplitude=1.0, frequency=0.3), on=1)
    >>> two = Structure([[1.0, 0.0], [0.0, 1.0]], None, stiffness, contacts=[Contact(on=2, bound=0.5)], loads=[load])
    >>> two.size, len(two.contacts)
    (2, 1)
    """

    __slots__ = ("_problem", "contacts", "loads", "names")

    contacts: tuple[Contact, ...]
    loads: tuple[StructureLoad, ...]
    names: tuple[str, ...]

    @known_keywords
    def __init__(
        self,
        mass: Any,
        damping: Any,
        stiffness: Any,
        *,
        contacts: Sequence[Contact] = (),
        loads: Sequence[StructureLoad] = (),
        modal_damping: Optional[float] = None,
        rayleigh: Optional[Sequence[float]] = None,
        names: Sequence[str] = (),
        title: str = "",
    ) -> None:
        matrices = {"mass": _rows(mass, "mass"), "stiffness": _rows(stiffness, "stiffness")}
        if damping is not None:
            matrices["damping"] = _rows(damping, "damping")
        self._read(matrices, contacts, loads, modal_damping, rayleigh, names, title)

    @classmethod
    @known_keywords
    def chain(
        cls,
        masses: ArrayLike,
        springs: ArrayLike,
        dampers: Optional[ArrayLike] = None,
        *,
        contacts: Sequence[Contact] = (),
        loads: Sequence[StructureLoad] = (),
        modal_damping: Optional[float] = None,
        rayleigh: Optional[Sequence[float]] = None,
        names: Sequence[str] = (),
        title: str = "",
    ) -> Structure:
        """Masses in a row: springs[i] joins mass i − 1 and mass i, and springs[0] the ground and mass 0.

        A further spring joins the last mass to the ground.

        >>> Structure.chain([1.0, 1.0], [1.0, 1.0], contacts=[Contact(on=2, bound=0.5)]).size
        2
        """
        links = {"masses": toml(numbers(masses, "masses")), "springs": toml(numbers(springs, "springs"))}
        if dampers is not None:
            links["dampers"] = toml(numbers(dampers, "dampers"))
        structure = cls.__new__(cls)
        structure._read(links, contacts, loads, modal_damping, rayleigh, names, title)
        return structure

    def _read(
        self,
        keys: dict[str, str],
        contacts: Sequence[Contact],
        loads: Sequence[StructureLoad],
        modal_damping: Optional[float],
        rayleigh: Optional[Sequence[float]],
        names: Sequence[str],
        title: str,
    ) -> None:
        for given, kind in ((contacts, Contact), (loads, StructureLoad)):
            for one in given:
                if not isinstance(one, kind):
                    raise TypeError(f"{one!r} must be a {kind.__name__}")
        if modal_damping is not None:
            keys["modal_damping"] = toml(modal_damping)
        if rayleigh is not None:
            keys["rayleigh"] = toml(numbers(rayleigh, "rayleigh"))
        if len(names):
            keys["names"] = "[" + ", ".join(toml(str(name)) for name in names) + "]"
        text = f"title = {toml(title)}\n[structure]\n" + _lines(keys)
        text += "".join(contact._toml() for contact in contacts)
        text += "".join(load._toml(f"samples {i}") for i, load in enumerate(loads))
        document = _core.Document.parse(text, "Structure", "")
        for i, load in enumerate(loads):
            sampled = load.load
            if isinstance(sampled, Sampled) and sampled.file is None:
                time, value = np.asarray(sampled.time), np.asarray(sampled.value)
                document = document.with_samples(f"samples {i}", time, value.ravel(), np.empty(0))
        self._problem = _core.Problem(document)
        self.contacts = tuple(contacts)
        self.loads = tuple(loads)
        self.names = tuple(str(name) for name in names)

    @property
    def size(self) -> int:
        """The number of degrees of freedom."""
        return self._problem.degrees

    @property
    def text(self) -> str:
        """The structure as the TOML of a case file."""
        return self._problem.document.text

    def __repr__(self) -> str:
        return f"<stickslip.Structure of {self.size} degrees of freedom with {len(self.contacts)} contacts>"


def _rows(matrix: Any, name: str) -> str:
    """A matrix as TOML: rows of numbers."""
    dense = matrix.toarray() if hasattr(matrix, "toarray") else matrix
    array: Floats = numbers(dense, name)
    if array.ndim != 2:
        raise _core.InputError(f"{name} of shape {array.shape} must have rows and columns")
    return "[" + ", ".join(toml(row) for row in array) + "]"


def _lines(keys: dict[str, str]) -> str:
    return "".join(f"{key} = {value}\n" for key, value in keys.items())


def _shown(described: Any) -> str:
    given = {f.name: getattr(described, f.name) for f in dataclasses.fields(described)}
    shown = ", ".join(f"{name}={short(value)}" for name, value in given.items() if value is not None)
    return f"{type(described).__name__}({shown})"
