"""Attractors, as bifurcation diagrams and basins list them."""

from __future__ import annotations

import dataclasses

from ._numbers import Floats
from ._value import Result


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Attractor(Result):
    """What a motion tends to, recorded once a load period: P1, P2, …, chaotic, diverging or unresolved."""

    label: str
    multiplier: float
    exponent: float
    x: Floats
    v: Floats
    met_from: tuple[str, ...] = ()
    fraction: float = float("nan")
    standard_error: float = float("nan")
