"""Exact motion of a structure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Optional

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core, _plot
from ._motion_derivative import MotionDerivative
from ._numbers import Floats, masked_numbers, with_mask
from ._trajectory import structured
from ._value import Value, compared_by_value

if TYPE_CHECKING:
    import xarray

    from ._plot import Axes

EVENT_NAMES = np.array(_core.contact_events)
STATE_NAMES = np.array(_core.contact_phases)
_DRAWN = 2000
_MOST_NAMED = 8  # curves that a legend names


@compared_by_value
class StructureEnergy(NamedTuple):
    """Where the energy went between the two ends [J]; `friction` has an entry for each contact."""

    input: float
    friction: Floats
    damping: float
    stored: float
    imbalance: float


@compared_by_value
class StructurePeak(NamedTuple):
    """The extremes of a motion: largest |x| and |v| of each degree of freedom, the path of slip of each contact."""

    x: Floats
    v: Floats
    total_slip: Floats


def event_table(motion: Optional[_core.StructureMotion]) -> NDArray[np.void]:
    """The events of a motion, none where there is no motion: t, contact (from 1), kind, direction."""
    dtype = [("t", "f8"), ("contact", "i4"), ("kind", EVENT_NAMES.dtype), ("direction", "i1")]
    if motion is None:
        return np.empty(0, dtype)
    t, contact, kind, direction = motion.events()
    return structured(dtype, (t, contact, EVENT_NAMES[kind], direction))


class StructureMotion(Value):
    """An exact motion of a structure; arrays have a last axis over its degrees of freedom or its contacts.

    >>> motion = simulate("three-mass-chain", until=20.0)
    >>> motion([0.0, 1.0, 2.0]).shape, motion.friction(1.0).shape
    ((3, 3), (2,))
    """

    __slots__ = ("_motion", "title")

    _motion: _core.StructureMotion
    title: str

    def __init__(self, motion: _core.StructureMotion, title: str) -> None:
        self._motion = motion
        self.title = title

    def __call__(self, t: ArrayLike) -> Any:
        """The displacements at these times, of shape t.shape + (degrees of freedom,)."""
        return self._rows(t, 0)

    def v(self, t: ArrayLike) -> Any:
        """The velocities at these times."""
        return self._rows(t, 1)

    def a(self, t: ArrayLike) -> Any:
        """The accelerations at these times; at an event their limits from later times."""
        return self._rows(t, 2)

    def friction(self, t: ArrayLike) -> Any:
        """The friction force of each contact; redundant contacts share the force by the least-norm split."""
        return self._rows(t, 3)

    def deflection(self, t: ArrayLike) -> Any:
        """How far the spring of each contact is stretched; 0 for rigid ones."""
        return self._rows(t, 4)

    def state(self, t: ArrayLike) -> Any:
        """What each contact does: "stick", "slide" or "open".

        >>> simulate("siconos-two-masses", until=5.0).state(0.0).tolist()
        ['stick']
        """
        return self._rows(t, 5)

    def derivative(self, key: str, t: Optional[ArrayLike] = None) -> MotionDerivative:
        """The exact derivative of the motion with respect to a key of its case, at these times or at its end.

        Its x, v and a have a last axis over the degrees of freedom. It holds through all events, whose times move as
        well; NaN stands where no derivative exists.

        >>> motion = simulate("siconos-two-masses", until=5.0)
        >>> motion.derivative("contact.floor.bound").x.shape
        (2,)
        """
        if t is None:
            x, v, a, events = self._motion.derivative(key, np.empty(0))
            return MotionDerivative(x[0], v[0], a[0], events)
        times, mask = masked_numbers(t, "t", self.end_time)
        x, v, a, events = self._motion.derivative(key, times.ravel())
        at_times = [with_mask(found.reshape(times.shape + found.shape[1:]), mask) for found in (x, v, a)]
        return MotionDerivative(at_times[0], at_times[1], at_times[2], events)

    def _rows(self, t: ArrayLike, which: int) -> Any:
        times, mask = masked_numbers(t, "t", self.end_time)
        rows = self._motion.samples(times.ravel())[which]
        if which == 5:
            rows = STATE_NAMES[rows]
        return with_mask(rows.reshape(times.shape + rows.shape[1:]), mask)

    @property
    def dof_names(self) -> list[str]:
        """The names of the degrees of freedom, or their numbers from 1."""
        return self._motion.dof_names

    @property
    def contact_names(self) -> list[str]:
        """The names of the contacts, or their numbers from 1."""
        return self._motion.contact_names

    @property
    def end_time(self) -> float:
        """The last time of the motion [s]."""
        return self._motion.end_time

    @property
    def termination(self) -> str:
        """Why it ended: "reached-end" or "event-limit"."""
        return self._motion.termination

    @property
    def events(self) -> NDArray[np.void]:
        """All events as a structured array with t, contact (from 1), kind, direction.

        >>> simulate("sdnd106-two-masses").events["kind"][0]
        'stick-to-slide'
        """
        return event_table(self._motion)

    @property
    def energy(self) -> StructureEnergy:
        """Where the energy went."""
        return StructureEnergy(*self._motion.energy())

    @property
    def peak(self) -> StructurePeak:
        """The extremes of the motion."""
        return StructurePeak(*self._motion.peak())

    def to_xarray(self, t: Optional[ArrayLike] = None) -> xarray.Dataset:
        """The motion at these times, or at 1001 equally spaced ones, as a dataset over time, dof and contact.

        >>> dict(simulate("three-mass-chain", until=20.0).to_xarray([0.0, 5.0, 10.0, 15.0, 20.0]).sizes)
        {'time': 5, 'dof': 3, 'contact': 2}
        """
        import xarray

        times, _ = masked_numbers(np.linspace(0.0, self.end_time, 1001) if t is None else t, "t", self.end_time)
        x, v, a, friction, deflection, states = self._motion.samples(times.ravel())
        data = {
            "x": (("time", "dof"), x, {"units": "m"}),
            "v": (("time", "dof"), v, {"units": "m s-1"}),
            "a": (("time", "dof"), a, {"units": "m s-2"}),
            "friction": (("time", "contact"), friction, {"units": "N"}),
            "deflection": (("time", "contact"), deflection, {"units": "m"}),
            "state": (("time", "contact"), STATE_NAMES[states]),
        }
        axes = {"time": times.ravel(), "dof": self.dof_names, "contact": self.contact_names}
        return xarray.Dataset(data, axes, {"title": self.title, "version": _core.version})

    def plot(self, ax: _plot.AxesGiven = None, *, axes: _plot.AxesGiven = None) -> NDArray[Any]:
        """The displacements, and what each contact does, against time; returns the two axes.

        Given a single axes, it draws only the displacements.

        >>> len(simulate("three-mass-chain", until=20.0).plot())
        2
        """
        with _plot.style():
            made = _plot.panels(2, _plot.given_axes(ax, axes))
            t = self._drawn_times()
            x, _, _, _, _, states = self._motion.samples(t)
            is_named = len(self.dof_names) <= _MOST_NAMED
            for i, name in enumerate(self.dof_names):
                made[0].plot(t, x[:, i], color=_plot.CYCLE[i % len(_plot.CYCLE)], label=name if is_named else None)
            made[0].set_ylabel("x [m]")
            for panel in made[1:]:
                self._draw_states(panel, t, states)
            for panel in made:
                panel.set_xlim(0.0, self.end_time)
            made[-1].set_xlabel("t [s]")
            _plot.title_and_legend(made[0], self.title)
        return made

    def plot_loops(self, ax: Optional[Axes] = None) -> Axes:
        """Friction of each contact against the displacement across it; returns the axes.

        >>> len(simulate("three-mass-chain", until=20.0).plot_loops().lines)
        2
        """
        with _plot.style():
            ax = _plot.single(ax)
            self._draw_loops(ax)
            _plot.title_and_legend(ax, self.title)
        return ax

    def _draw_loops(self, ax: Axes) -> None:
        t = self._drawn_times()
        across = self._motion.across(t)
        friction = self._motion.samples(t)[3]
        for j, name in enumerate(self.contact_names):
            label = name if len(self.contact_names) <= _MOST_NAMED else None
            ax.plot(across[:, j], friction[:, j], color=_plot.CYCLE[j % len(_plot.CYCLE)], lw=1.1, label=label)
        ax.set_xlabel("displacement across the contact [m]")
        ax.set_ylabel("friction [N]")

    def _drawn_times(self) -> Floats:
        """Equal steps, and both sides of every event: friction of a rigid contact jumps there."""
        events = self._motion.events()[0]
        before = np.clip(np.nextafter(events, 0.0), 0.0, self.end_time)
        events = np.clip(events, 0.0, self.end_time)
        times: Floats = np.unique(np.concatenate((np.linspace(0.0, self.end_time, _DRAWN), before, events)))
        return times

    def _draw_states(self, ax: Axes, t: Floats, states: NDArray[np.int8]) -> None:
        """A bar for each contact: grey while it sticks, blue while it slides, empty while it is open."""
        for j in range(states.shape[1]):
            for state, color, label in ((0, "#b0b0b0", "stick"), (1, _plot.BLUE, "slide")):
                inside = states[:, j] == state
                ax.fill_between(t, j + 0.6, j + 1.4, where=inside, step="post", color=color, lw=0, label="" if j else label)
        ax.set_yticks(range(1, states.shape[1] + 1), self.contact_names)
        ax.set_ylim(states.shape[1] + 0.5, 0.5)
        ax.set_ylabel("contact")
        if states.shape[1]:
            _plot.legend_above(ax)

    def __repr__(self) -> str:
        events = self._motion.events()[0].size
        return f"<stickslip.StructureMotion {self.title!r}: {events} events in {self.end_time:.6g} s>"
