"""Exact motion: trajectories that can be evaluated at any time."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core, _plot
from ._case import Case
from ._load import Load
from ._numbers import Floats, Pair, numbers, seconds, whole_number
from ._oscillator import Oscillator, PlanarOscillator
from ._problem import Problem, as_case

if TYPE_CHECKING:
    from ._plot import Axes

_EVENT_NAMES = np.array(_core.event_kinds)
_PHASE_NAMES = np.array(_core.phase_kinds)
_DRAWN = 4000  # equal steps of a drawn curve, besides both sides of every event


class Energy(NamedTuple):
    """Where the energy went between the two ends [J]: input = friction + damping + stored, up to rounding."""

    input: float
    friction: float
    damping: float
    stored: float
    imbalance: float


class Peak(NamedTuple):
    """The extremes of a motion: largest |x| and |v|, the path of the slip, the number of slides from rest."""

    x: float
    v: float
    total_slip: float
    slips: int
    x_min: float
    x_max: float


class PlanarPeak(NamedTuple):
    """The extremes of a planar motion: largest distance and speed, the path of the slip."""

    x: float
    v: float
    total_slip: float


class Final(NamedTuple):
    """The end of a motion; after a last stop x is the residual displacement."""

    t: float
    x: Any
    v: Any
    phase: str


class _Evaluated:
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

    def _columns(self, t: ArrayLike) -> tuple[tuple[int, ...], tuple[NDArray[Any], ...]]:
        times = numbers(t, "t")
        return times.shape, self._motion.samples(times.ravel())

    def _column(self, t: ArrayLike, which: int) -> Any:
        shape, columns = self._columns(t)
        found = columns[which].reshape(shape + columns[which].shape[1:])
        return found[()] if found.ndim == 0 else found

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
        times = numbers(t, "t")
        found = self._motion.load(times.ravel())
        found = found.reshape(times.shape + found.shape[1:])
        return found[()] if found.ndim == 0 else found

    @property
    def final(self) -> Final:
        """Where it ends.

        >>> round(simulate("dlubal-0116").final.x, 12)
        0.32
        """
        _, (x, v, _, _, stuck) = self._columns([self.end_time])
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


class Motion(_Evaluated):
    """An exact motion: a list of analytic phases, evaluated at any time.

    >>> motion = simulate(Oscillator(mass=100.0, stiffness=5000.0, friction=100.0), Constant(1500.0), until=5.0)
    >>> float(motion(1.0)) == float(motion([0.0, 1.0])[1])
    True
    >>> motion.events["kind"][-1]
    'slide-to-stick'
    """

    __slots__ = ()

    _motion: _core.Motion

    def __init__(self, motion: _core.Motion, title: str) -> None:
        self._motion = motion
        self.title = title

    @overload
    def __call__(self, t: float) -> float: ...  # type: ignore[misc]

    @overload
    def __call__(self, t: ArrayLike) -> Floats: ...

    def __call__(self, t: ArrayLike) -> Union[float, Floats]:
        """The position at these times, exact; the result has the shape of `t`.

        >>> simulate("dlubal-0116")([[0.0, 1.0], [2.0, 4.0]]).shape
        (2, 2)
        """
        found: Union[float, Floats] = self._column(t, 0)
        return found

    @property
    def events(self) -> NDArray[np.void]:
        """All events as a structured array with t, kind, x, direction.

        >>> simulate("dlubal-0116").events.dtype.names
        ('t', 'kind', 'x', 'direction')
        """
        t, kind, x, direction = self._motion.events()
        dtype = [("t", "f8"), ("kind", _EVENT_NAMES.dtype), ("x", "f8"), ("direction", "i1")]
        return _structured(dtype, (t, _EVENT_NAMES[kind], x, direction))

    @property
    def phases(self) -> NDArray[np.void]:
        """The analytic phases as a structured array with t, duration, kind, direction, and x, v at their start.

        >>> [str(kind) for kind in simulate("dlubal-0116").phases["kind"][:2]]
        ['slide', 'slide']
        """
        t, duration, kind, direction, x, v = self._motion.phases()
        dtype = [
            ("t", "f8"),
            ("duration", "f8"),
            ("kind", _PHASE_NAMES.dtype),
            ("direction", "i1"),
            ("x", "f8"),
            ("v", "f8"),
        ]
        return _structured(dtype, (t, duration, _PHASE_NAMES[kind], direction, x, v))

    def samples(self, t: ArrayLike) -> NDArray[np.void]:
        """Everything at these times as a structured array with t, x, v, a, friction, phase.

        >>> simulate("dlubal-0116").samples([0.0, 1.0])["phase"].tolist()
        ['slide', 'slide']
        """
        times = numbers(t, "t")
        x, v, a, friction, stuck = self._motion.samples(times.ravel())
        dtype = [("t", "f8"), ("x", "f8"), ("v", "f8"), ("a", "f8"), ("friction", "f8"), ("phase", _PHASE_NAMES.dtype)]
        phase = np.where(stuck, _PHASE_NAMES[0], _PHASE_NAMES[1])
        return _structured(dtype, (times.ravel(), x, v, a, friction, phase)).reshape(times.shape)

    @property
    def peak(self) -> Peak:
        """The extremes of the motion.

        >>> simulate("dlubal-0116").peak.slips
        1
        """
        return Peak(*self._motion.peak())

    def base(self, t: ArrayLike) -> Optional[Floats]:
        """The displacement of a shaking base at these times; None without one."""
        times = numbers(t, "t")
        found = self._motion.base(times.ravel())
        return None if found is None else found.reshape(times.shape)

    def stops_in_each_period(self, period: Optional[float] = None) -> list[int]:
        """The finite stops that begin in each load period, from t = 0; the initial rest never counts.

        >>> simulate("hong-liu-fig10").stops_in_each_period()[:5]
        [1, 2, 2, 1, 0]
        """
        length = seconds(self.period if period is None else period, "period")
        return self._motion.stops_in_each_period(length)

    def plot(self, axes: Optional[NDArray[Any]] = None) -> NDArray[Any]:
        """Position, velocity and friction against time, grey where the mass rests; returns the three axes.

        >>> [ax.get_ylabel() for ax in simulate("dlubal-0116").plot()]
        ['x [m]', 'v [m/s]', 'friction [N]']
        """
        with _plot.style():
            made = _plot.panels(3, axes)
            t = self._drawn_times()
            _, (x, v, _, friction, _) = self._columns(t)
            phases = self.phases
            rest = phases[phases["kind"] == "stick"]
            for ax, values, label in zip(made, (x, v, friction), ("x [m]", "v [m/s]", "friction [N]")):
                _plot.shade_stick(ax, rest["t"], rest["duration"])
                ax.plot(t, values, color=_plot.BLUE)
                ax.set_ylabel(label)
                ax.set_xlim(0.0, self.end_time)
            base = self.base(t)
            if base is not None:
                made[0].lines[0].set_label("mass")
                made[0].plot(t, base, color=_plot.ORANGE, lw=0.9, label="base")
                _plot.legend_above(made[0])
            made[-1].set_xlabel("t [s]")
            made[0].set_title(self.title, loc="left")
        return made

    def plot_characteristic(self, ax: Optional[Axes] = None) -> Axes:
        """Friction against velocity, the second half of the motion.

        >>> simulate("stefanski-fig3b", until=60.0).plot_characteristic().get_xlabel()
        'v [m/s]'
        """
        with _plot.style():
            ax = _plot.single(ax, height=3.6, width=4.6)
            t = self._drawn_times()
            _, (_, v, _, friction, _) = self._columns(t[t >= 0.5 * self.end_time])
            ax.plot(v, friction, color=_plot.BLUE, lw=0.7)
            ax.set_xlabel("v [m/s]")
            ax.set_ylabel("friction [N]")
        return ax

    def _repr_html_(self) -> str:
        peak = self.peak
        final = self.final
        events = self.events
        rows = [
            ("events", f"{events.size} in {self.end_time:.6g} s ({self.termination})"),
            ("end", f"x = {final.x:.10g} m, v = {final.v:.6g} m/s, {final.phase}"),
            ("peaks", f"|x| {peak.x:.8g} m, |v| {peak.v:.8g} m/s; {peak.slips} slips, {peak.total_slip:.6g} m of slip"),
        ]
        for event in events[:8]:
            rows.append((f"t = {event['t']:.9g} s", f"{event['kind']} at x = {event['x']:.9g} m"))
        if events.size > 8:
            rows.append(("…", f"{events.size - 8} more"))
        return _plot.html_table(self.title, rows)


class PlanarMotion(_Evaluated):
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
        dtype = [("t", "f8"), ("kind", _EVENT_NAMES.dtype), ("x", "f8", (2,)), ("direction", "f8", (2,))]
        return _structured(dtype, (t, _EVENT_NAMES[kind], x, direction))

    @property
    def phases(self) -> NDArray[np.void]:
        """Stick and slide as a structured array with t, duration, kind, and x (2), v (2) at their start."""
        t, duration, kind, x, v = self._motion.phases()
        dtype = [
            ("t", "f8"),
            ("duration", "f8"),
            ("kind", _PHASE_NAMES.dtype),
            ("x", "f8", (2,)),
            ("v", "f8", (2,)),
        ]
        return _structured(dtype, (t, duration, _PHASE_NAMES[kind], x, v))

    @property
    def peak(self) -> PlanarPeak:
        """The extremes of the motion."""
        return PlanarPeak(*self._motion.peak())

    def plot(self, axes: Optional[NDArray[Any]] = None) -> NDArray[Any]:
        """The path in the plane, and both coordinates against time; returns the two axes.

        >>> len(simulate("liu-fig6", until=3.0).plot())
        2
        """
        with _plot.style():
            made = _plot.grid(1, 2, height=3.0)[0] if axes is None else np.asarray(axes, dtype=object).ravel()
            t = self._drawn_times()
            x = self(t)
            path, history = made[0], made[1]
            path.plot(x[:, 0], x[:, 1], color=_plot.BLUE, lw=0.9)
            path.plot(x[0, 0], x[0, 1], "o", color=_plot.BLACK, ms=3.5, label="t = 0")
            path.set_aspect("equal", adjustable="datalim")
            path.set_xlabel("x₁ [m]")
            path.set_ylabel("x₂ [m]")
            _plot.legend_above(path)
            path.locator_params(nbins=4)
            phases = self.phases
            rest = phases[phases["kind"] == "stick"]
            _plot.shade_stick(history, rest["t"], rest["duration"])
            for axis, color in enumerate((_plot.BLUE, _plot.ORANGE)):
                history.plot(t, x[:, axis], color=color, label=f"x{'₁₂'[axis]}")
            history.set_xlim(0.0, self.end_time)
            history.set_xlabel("t [s]")
            history.set_ylabel("x [m]")
            _plot.legend_above(history)
            path.figure.suptitle(self.title, x=0.01, ha="left", fontsize=9.0)
        both: NDArray[Any] = made[:2]
        return both


def _structured(dtype: Any, columns: tuple[NDArray[Any], ...]) -> NDArray[np.void]:
    rows = np.empty(len(columns[0]), dtype=dtype)
    for name, values in zip(rows.dtype.names or (), columns):
        rows[name] = values
    return rows


@overload
def simulate(
    problem: Oscillator,
    load: Optional[Load] = None,
    *,
    until: Optional[float] = None,
    position: Optional[float] = None,
    velocity: Optional[float] = None,
    max_events: Optional[int] = None,
) -> Motion: ...


@overload
def simulate(
    problem: PlanarOscillator,
    load: Optional[Load] = None,
    *,
    until: Optional[float] = None,
    position: Optional[Pair] = None,
    velocity: Optional[Pair] = None,
    max_events: Optional[int] = None,
    method: str = "exact",
    step: Optional[float] = None,
) -> PlanarMotion: ...


@overload
def simulate(
    problem: Union[Case, str, os.PathLike[str]],
    *,
    until: Optional[float] = None,
    position: Union[float, Pair, None] = None,
    velocity: Union[float, Pair, None] = None,
    max_events: Optional[int] = None,
    method: str = "exact",
    step: Optional[float] = None,
) -> Any: ...


def simulate(
    problem: Problem,
    load: Optional[Load] = None,
    *,
    until: Optional[float] = None,
    position: Union[float, Pair, None] = None,
    velocity: Union[float, Pair, None] = None,
    max_events: Optional[int] = None,
    method: str = "exact",
    step: Optional[float] = None,
) -> Union[Motion, PlanarMotion]:
    """The exact motion of a case (its file, its name, or an Oscillator and a load) from its start to `until` [s].

    Returns a Motion, for a planar case a PlanarMotion. `method` and `step` choose the published fixed-step schemes
    of the planar oscillator.

    >>> motion = simulate("dlubal-0116")
    >>> [round(float(x), 4) for x in motion([1.0, 2.0, 4.0])]
    [0.1389, 0.2806, 0.32]
    >>> simulate(Oscillator(mass=1.0, stiffness=1.0, friction=0.1), position=1.0, until=-3.0)
    Traceback (most recent call last):
        ...
    stickslip.InputError: until = -3.0 must be a finite number > 0 [s]
    """
    case = as_case(problem, load, position, velocity)
    end = float(case._problem.end_time if until is None else seconds(until, "until"))
    if max_events is not None:
        max_events = whole_number(max_events, "max_events", 1)
    if case.is_planar:
        return PlanarMotion(_core.simulate_plane(case._problem, end, max_events, method, step), case.title)
    if method != "exact" or step is not None:
        raise _core.InputError("method and step are for planar cases (oscillator.dimensions = 2)")
    return Motion(_core.simulate(case._problem, end, max_events), case.title)
