"""Exact motion in the plane."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core, _plot
from ._numbers import Floats
from ._trajectory import EVENT_NAMES, PHASE_NAMES, Trajectory, structured

if TYPE_CHECKING:
    from ._plot import Axes


class PlanarPeak(NamedTuple):
    """The extremes of a planar motion: largest distance and speed, the path of the slip."""

    x: float
    v: float
    total_slip: float


class PlanarMotion(Trajectory):
    """An exact motion in the plane; positions have a last axis of length 2.

    >>> motion = simulate("liu-fig6", until=3.0)
    >>> motion([0.0, 1.0, 2.0]).shape
    (3, 2)
    """

    __slots__ = ()

    _motion: _core.PlanarMotion

    def __init__(self, motion: _core.PlanarMotion, title: str) -> None:
        self._motion = motion
        self.title = title

    def __call__(self, t: ArrayLike) -> Floats:
        """The positions at these times, of shape t.shape + (2,)."""
        found: Floats = self._column(t, 0)
        return found

    @property
    def events(self) -> NDArray[np.void]:
        """All events as a structured array with t, kind, x (2), direction (2).

        >>> simulate("liu-fig6", until=3.0).events["kind"][0]
        'stick-to-slide'
        """
        t, kind, x, direction = self._motion.events()
        dtype = [("t", "f8"), ("kind", EVENT_NAMES.dtype), ("x", "f8", (2,)), ("direction", "f8", (2,))]
        return structured(dtype, (t, EVENT_NAMES[kind], x, direction))

    @property
    def phases(self) -> NDArray[np.void]:
        """Stick and slide as a structured array with t, duration, kind, and x (2), v (2) at their start."""
        t, duration, kind, x, v = self._motion.phases()
        dtype = [
            ("t", "f8"),
            ("duration", "f8"),
            ("kind", PHASE_NAMES.dtype),
            ("x", "f8", (2,)),
            ("v", "f8", (2,)),
        ]
        return structured(dtype, (t, duration, PHASE_NAMES[kind], x, v))

    @property
    def peak(self) -> PlanarPeak:
        """The extremes of the motion."""
        return PlanarPeak(*self._motion.peak())

    def plot(self, ax: _plot.AxesGiven = None, *, axes: _plot.AxesGiven = None) -> NDArray[Any]:
        """The path in the plane, and both coordinates against time; returns the two axes.

        Given a single axes, it draws only the path.

        >>> len(simulate("liu-fig6", until=3.0).plot())
        2
        """
        with _plot.style():
            given = _plot.given_axes(ax, axes)
            made = _plot.row(2, given, height=3.0)
            t = self._drawn_times()
            x = self(t)
            _draw_path(made[0], x)
            for panel in made[1:]:
                self._draw_history(panel, t, x)
            if given is None:
                made[0].figure.suptitle(self.title, x=0.01, ha="left", fontsize=9.0)
        return made

    def _draw_history(self, ax: Axes, t: Floats, x: Floats) -> None:
        _plot.shade_rest(ax, self.phases)
        for axis, color in enumerate((_plot.BLUE, _plot.ORANGE)):
            ax.plot(t, x[:, axis], color=color, label=f"x{'₁₂'[axis]}")
        ax.set_xlim(0.0, self.end_time)
        ax.set_xlabel("t [s]")
        ax.set_ylabel("x [m]")
        _plot.legend_above(ax)


def _draw_path(ax: Axes, x: Floats) -> None:
    ax.plot(x[:, 0], x[:, 1], color=_plot.BLUE, lw=0.9)
    ax.plot(x[0, 0], x[0, 1], "o", color=_plot.BLACK, ms=3.5, label="t = 0")
    ax.set_aspect("equal", adjustable="datalim")
    ax.set_xlabel("x₁ [m]")
    ax.set_ylabel("x₂ [m]")
    _plot.legend_above(ax)
    ax.locator_params(nbins=4)
