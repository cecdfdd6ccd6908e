"""Exact motion on a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core, _plot
from ._motion_derivative import MotionDerivative
from ._numbers import Floats, seconds, with_mask
from ._trajectory import EVENT_NAMES, PHASE_NAMES, Trajectory, structured

if TYPE_CHECKING:
    from ._plot import Axes


class Peak(NamedTuple):
    """The extremes of a motion: largest |x| and |v|, the path of the slip, the number of slides from rest."""

    x: float
    v: float
    total_slip: float
    slips: int
    x_min: float
    x_max: float


class Motion(Trajectory):
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
        dtype = [("t", "f8"), ("kind", EVENT_NAMES.dtype), ("x", "f8"), ("direction", "i1")]
        return structured(dtype, (t, EVENT_NAMES[kind], x, direction))

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
            ("kind", PHASE_NAMES.dtype),
            ("direction", "i1"),
            ("x", "f8"),
            ("v", "f8"),
        ]
        return structured(dtype, (t, duration, PHASE_NAMES[kind], direction, x, v))

    def samples(self, t: ArrayLike) -> NDArray[np.void]:
        """Everything at these times as a structured array with t, x, v, a, friction, phase.

        >>> simulate("dlubal-0116").samples([0.0, 1.0])["phase"].tolist()
        ['slide', 'slide']
        """
        times, mask = self._times(t)
        x, v, a, friction, stuck = self._motion.samples(times.ravel())
        dtype = [("t", "f8"), ("x", "f8"), ("v", "f8"), ("a", "f8"), ("friction", "f8"), ("phase", PHASE_NAMES.dtype)]
        phase = np.where(stuck, PHASE_NAMES[0], PHASE_NAMES[1])
        rows = structured(dtype, (times.ravel(), x, v, a, friction, phase)).reshape(times.shape)
        found: NDArray[np.void] = with_mask(rows, mask)
        return found

    @property
    def peak(self) -> Peak:
        """The extremes of the motion.

        >>> simulate("dlubal-0116").peak.slips
        1
        """
        return Peak(*self._motion.peak())

    def derivative(self, key: str, t: Optional[ArrayLike] = None) -> MotionDerivative:
        """The exact derivative of the motion with respect to a key of its case, at these times or at its end.

        It holds through all events, whose times move as well; NaN stands where no derivative exists. Known for Coulomb
        friction, static friction included, and a linear spring.

        >>> motion = simulate(Oscillator(mass=1.0, stiffness=4.0, friction=0.1), position=1.01, until=40.0)
        >>> round(motion.derivative("friction.bound").x, 10)
        -10.0
        """
        if t is None:
            x, v, a, events = self._motion.derivative(key, np.empty(0))
            return MotionDerivative(float(x[0]), float(v[0]), float(a[0]), events)
        times, mask = self._times(t)
        x, v, a, events = self._motion.derivative(key, times.ravel())
        at_times = [with_mask(found.reshape(times.shape), mask) for found in (x, v, a)]
        return MotionDerivative(at_times[0], at_times[1], at_times[2], events)

    def base(self, t: ArrayLike) -> Optional[Floats]:
        """The displacement of a shaking base at these times; None without one."""
        times, mask = self._times(t)
        found = self._motion.base(times.ravel())
        return None if found is None else with_mask(found.reshape(times.shape), mask)

    def stops_in_each_period(self, period: Optional[float] = None) -> list[int]:
        """The finite stops that begin in each load period, from t = 0; the initial rest never counts.

        >>> simulate("hong-liu-fig10").stops_in_each_period()[:5]
        [1, 2, 2, 1, 0]
        """
        length = seconds(self.period if period is None else period, "period")
        return self._motion.stops_in_each_period(length)

    def plot(self, ax: _plot.AxesGiven = None, *, axes: _plot.AxesGiven = None) -> NDArray[Any]:
        """Position, velocity and friction against time, grey where the mass rests; returns the three axes.

        Given fewer axes, it draws the first of these.

        >>> [ax.get_ylabel() for ax in simulate("dlubal-0116").plot()]
        ['x [m]', 'v [m/s]', 'friction [N]']
        """
        with _plot.style():
            made = _plot.panels(3, _plot.given_axes(ax, axes))
            t = self._drawn_times()
            x, v, _, friction, _ = self._motion.samples(t)
            phases = self.phases
            for panel, values, label in zip(made, (x, v, friction), ("x [m]", "v [m/s]", "friction [N]")):
                _plot.shade_rest(panel, phases)
                panel.plot(t, values, color=_plot.BLUE)
                panel.set_ylabel(label)
                panel.set_xlim(0.0, self.end_time)
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
            _, v, _, friction, _ = self._motion.samples(t[t >= 0.5 * self.end_time])
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
