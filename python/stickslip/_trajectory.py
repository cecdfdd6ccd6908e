"""What motions on a line and in the plane share: they can be evaluated at any time."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._numbers import Floats, Mask, masked_numbers, with_mask
from ._value import Value, compared_by_value

EVENT_NAMES = np.array(_core.event_kinds)
PHASE_NAMES = np.array(_core.phase_kinds)
_DRAWN = 4000  # equal steps of a drawn curve, besides both sides of every event


class Energy(NamedTuple):
    """Where the energy went between the two ends [J]: input = friction + damping + stored, up to rounding."""

    input: float
    friction: float
    damping: float
    stored: float
    imbalance: float


@compared_by_value
class Final(NamedTuple):
    """The end of a motion; after a last stop x is the residual displacement."""

    t: float
    x: Any
    v: Any
    phase: str


class Trajectory(Value):
    """What motions on a line and in the plane share."""

    __slots__ = ("_motion", "title")

    _motion: Union[_core.Motion, _core.PlanarMotion]
    title: str

    @property
    def end_time(self) -> float:
        """The last time of the motion [s]."""
        return self._motion.end_time

    @property
    def period(self) -> Optional[float]:
        """The period of the load [s]."""
        return self._motion.period

    @property
    def termination(self) -> str:
        """Why it ended: "reached-end", "event-limit" or "diverged"."""
        return self._motion.termination

    @property
    def energy(self) -> Energy:
        """Where the energy went.

        >>> motion = simulate("dlubal-0116")
        >>> abs(motion.energy.imbalance) < 1e-12 * motion.energy.input
        True
        """
        return Energy(*self._motion.energy())

    def _times(self, t: ArrayLike) -> tuple[Floats, Optional[Mask]]:
        """The times, and which of them are masked; those get a time at which there is a motion."""
        return masked_numbers(t, "t", self.end_time)

    def _column(self, t: ArrayLike, which: int) -> Any:
        times, mask = self._times(t)
        return _shaped(self._motion.samples(times.ravel())[which], times.shape, mask)

    def v(self, t: ArrayLike) -> Any:
        """The velocity at these times."""
        return self._column(t, 1)

    def a(self, t: ArrayLike) -> Any:
        """The acceleration at these times; at an event its limit from later times."""
        return self._column(t, 2)

    def friction(self, t: ArrayLike) -> Any:
        """The friction force r at these times."""
        return self._column(t, 3)

    def load(self, t: ArrayLike) -> Any:
        """The load p at these times."""
        times, mask = self._times(t)
        return _shaped(self._motion.load(times.ravel()), times.shape, mask)

    @property
    def final(self) -> Final:
        """Where it ends.

        >>> round(simulate("dlubal-0116").final.x, 12)
        0.32
        """
        x, v, _, _, stuck = self._motion.samples(np.array([self.end_time]))
        return Final(self.end_time, x[0], v[0], "stick" if stuck[0] else "slide")

    def _drawn_times(self) -> Floats:
        """Equal steps and both sides of every event, so that jumps stand upright."""
        events = self._motion.events()[0]
        times = np.concatenate((np.linspace(0.0, self.end_time, _DRAWN), np.nextafter(events, 0.0), events))
        drawn: Floats = np.unique(np.clip(times, 0.0, self.end_time))
        return drawn

    def __repr__(self) -> str:
        events = self._motion.events()[0].size
        return f"<stickslip.{type(self).__name__} {self.title!r}: {events} events in {self.end_time:.6g} s>"


def _shaped(values: NDArray[Any], shape: tuple[int, ...], mask: Optional[Mask]) -> Any:
    """The values, one for each time, in the shape of the times, masked where these are."""
    found = with_mask(values.reshape(shape + values.shape[1:]), mask)
    return found[()] if found.ndim == 0 else found


def structured(dtype: Any, columns: tuple[NDArray[Any], ...]) -> NDArray[np.void]:
    """The columns as a structured array."""
    rows = np.empty(len(columns[0]), dtype=dtype)
    for name, values in zip(rows.dtype.names or (), columns):
        rows[name] = values
    return rows
