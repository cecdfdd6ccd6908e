"""The steady state of an oscillator in the plane."""

from __future__ import annotations

from typing import Any, Optional

from numpy.typing import NDArray

from . import _core, _plot
from ._planar_motion import PlanarMotion
from ._value import Value


class PlanarSteadyState(Value):
    """The steady state of a planar oscillator; a quantity that belongs to both axes is a pair.

    >>> round(steady("liu-fig6").magnification, 10)
    1.5178198406
    """

    __slots__ = ("_cycle", "_title") + (
        "regime",
        "amplitude",
        "fundamental",
        "phase_lag",
        "friction_phase_lag",
        "magnification",
        "dissipated",
        "stuck_fraction",
        "open_fraction",
        "stick_intervals_per_cycle",
        "damped",
        "input",
        "period",
        "multiplier",
        "map_period",
        "residual",
    )

    regime: str
    amplitude: tuple[float, float]
    fundamental: tuple[float, float]
    phase_lag: tuple[float, float]
    friction_phase_lag: tuple[float, float]
    magnification: float
    dissipated: float
    stuck_fraction: float
    open_fraction: float
    stick_intervals_per_cycle: float
    damped: float
    input: float
    period: float
    multiplier: float
    map_period: Optional[str]
    residual: float

    def __init__(self, found: dict[str, Any], title: str) -> None:
        cycle = found.pop("cycle")
        self._cycle = None if cycle is None else PlanarMotion(cycle, title)
        self._title = title
        for name, value in found.items():
            setattr(self, name, value)

    @property
    def cycle(self) -> Optional[PlanarMotion]:
        """One load period of the motion, exact."""
        return self._cycle

    def plot(self, ax: _plot.AxesGiven = None, *, axes: _plot.AxesGiven = None) -> NDArray[Any]:
        """The steady cycle in the plane and against time; returns the two axes."""
        if self._cycle is None:
            raise _core.NoResultError(f"there is no steady cycle to draw: the regime is {self.regime}")
        return self._cycle.plot(ax, axes=axes)

    def __repr__(self) -> str:
        return f"<stickslip.PlanarSteadyState {self._title!r}: {self.regime}, magnification {self.magnification:.6g}>"

    def _repr_html_(self) -> str:
        names = [n for n in self.__slots__ if not n.startswith("_")]
        return _plot.html_table(self._title, [(n, str(getattr(self, n))) for n in names])
