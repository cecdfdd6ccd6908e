"""Oscillators, on a line and in the plane, with the words of a case file."""

from __future__ import annotations

import dataclasses
from typing import Optional, Union

from . import _core
from ._friction_law import Coulomb, FrictionLaw, friction_keys
from ._keys import document_of
from ._signature import with_known_keywords
from ._value import Value


_Tables = dict[str, dict[str, object]]


def _without_load(tables: _Tables, friction: Union[FrictionLaw, float, None]) -> _Tables:
    """What can be checked before there is a load, whose frequency a normal force may have: here any will do."""
    if isinstance(friction, Coulomb) and friction._varies_with_the_load():
        tables["friction"]["normal_frequency"] = 1.0
    return tables


@with_known_keywords
@dataclasses.dataclass(frozen=True, eq=False)
class Oscillator(Value):
    """A mass on a spring with dry friction: m·x″ + c·x′ + k·(x − equilibrium) + r = p(t).

    `friction` is a law, or a number for Coulomb friction of that bound [N]. `cubic_stiffness` adds k₃·x³; the spring
    may then have a negative `stiffness`. `belt_velocity` is that of the surface.

    >>> oscillator = Oscillator(mass=100.0, stiffness=5000.0, friction=100.0)
    >>> simulate(oscillator, Constant(1500.0), until=5.0).final.phase
    'stick'
    >>> Oscillator(mass=-1.0)
    Traceback (most recent call last):
        ...
    stickslip.InputError: Oscillator: oscillator.mass = -1 must be a finite number > 0 [kg]
    """

    mass: float = 1.0
    stiffness: float = 1.0
    damping: float = 0.0
    friction: Union[FrictionLaw, float, None] = None
    equilibrium: float = 0.0
    belt_velocity: float = 0.0
    cubic_stiffness: Optional[float] = None

    def __post_init__(self) -> None:
        _core.Problem(document_of(_without_load(self._tables(), self.friction), "Oscillator"))

    def _tables(self) -> dict[str, dict[str, object]]:
        oscillator: dict[str, object] = {
            "mass": self.mass,
            "damping": self.damping,
            "equilibrium": self.equilibrium,
        }
        tables: dict[str, dict[str, object]] = {"oscillator": oscillator}
        if self.cubic_stiffness is None:
            oscillator["stiffness"] = self.stiffness
        else:
            tables["spring"] = {"linear": self.stiffness, "cubic": self.cubic_stiffness}
        tables["friction"] = friction_keys(self.friction)
        if self.belt_velocity != 0.0:
            tables["friction"]["belt_velocity"] = self.belt_velocity
        return tables


@with_known_keywords
@dataclasses.dataclass(frozen=True, eq=False)
class PlanarOscillator(Value):
    """The same in the plane; `support_stiffness` is that of an elastic support, None a rigid one.

    `friction` is the bound [N], or a Coulomb law.

    >>> PlanarOscillator(mass=1.0, stiffness=1.0, friction=1.0, support_stiffness=5.0).support_stiffness
    5.0
    """

    mass: float = 1.0
    stiffness: float = 1.0
    damping: float = 0.0
    friction: Union[FrictionLaw, float] = 1.0
    support_stiffness: Optional[float] = None

    def __post_init__(self) -> None:
        _core.Problem(document_of(_without_load(self._tables(), self.friction), "PlanarOscillator"))

    def _tables(self) -> dict[str, dict[str, object]]:
        oscillator: dict[str, object] = {
            "dimensions": 2,
            "mass": self.mass,
            "stiffness": self.stiffness,
            "damping": self.damping,
        }
        if self.support_stiffness is not None:
            oscillator["support_stiffness"] = self.support_stiffness
        return {"oscillator": oscillator, "friction": friction_keys(self.friction)}
