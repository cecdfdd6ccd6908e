"""One steady state, of ratios or of a case."""

from __future__ import annotations

from typing import Any, Optional

from numpy.typing import NDArray

from . import _core, _plot
from ._motion import Motion
from ._motion_derivative import SteadyDerivative
from ._quantity import Quantity
from ._value import Value


class SteadyState(Value):
    """The steady state of an oscillator under a periodic load. Undefined values are NaN; `regime` says why.

    >>> state = steady(friction_ratio=0.6, frequency_ratio=0.105)
    >>> state.regime, state.stops_per_cycle
    ('stick-slip', 4)
    """

    __slots__ = ("_result", "_title", "derivatives")

    _result: _core.SteadyResult
    _title: Optional[str]  # of its case; None for ratios
    derivatives: dict[str, SteadyDerivative]  #: by the keys that were asked for

    friction_ratio = Quantity[float]("r_y/p₀")
    static_ratio = Quantity[float]("r_s/p₀")
    frequency_ratio = Quantity[float]("ω_d/ωₙ")
    damping_ratio = Quantity[float]("c/(2√(mk))")
    amplitude_ratio = Quantity[float]("k·X/p₀, X half of peak to peak")
    velocity_ratio = Quantity[float]("k·V/(ω_d·p₀), V the largest speed")
    stops_per_cycle = Quantity[float]("stops of finite duration per load period")
    stops_then_reverse = Quantity[float]("those after which the motion turns round")
    stops_then_same_direction = Quantity[float]("those after which it goes on")
    zero_duration_reversals = Quantity[float]("reversals without a finite stop, per load period")
    stuck_fraction = Quantity[float]("share of the period at rest")
    open_fraction = Quantity[float]("share of the period without contact, under a normal force that varies")
    dissipated_ratio = Quantity[float]("friction loss per load period in p₀²/k")
    multiplier = Quantity[float]("largest modulus of the multipliers over `map_period`")
    asymptotic_amplitude_ratio = Quantity[float]("what the amplitude ratio tends to at resonance")
    residual = Quantity[float]("closure error of the periodic motion in p₀/k")
    x_max = Quantity[float]("largest position [m]")
    x_min = Quantity[float]("smallest position [m]")
    amplitude = Quantity[float]("half of peak to peak [m]")
    velocity = Quantity[float]("largest speed [m/s]")
    dissipated = Quantity[float]("friction loss per load period [J]")
    phase_lag = Quantity[float]("of the fundamental behind the load, in (−π, π]")
    transmissibility = Quantity[float]("|x_abs|/Y for base motion")
    transmitted_force = Quantity[float]("largest force on the support [N]")
    period = Quantity[float]("of the load, or of a limit cycle [s]")
    growth_per_cycle = Quantity[float]("unbounded motion: growth of the amplitude per load period in p₀/k")
    exponent = Quantity[float]("chaotic or not converged: the largest Lyapunov exponent [1/s]")
    exponent_error = Quantity[float]("its standard error [1/s]")

    def __init__(self, result: _core.SteadyResult, title: Optional[str] = None) -> None:
        self._result = result
        self._title = title
        self.derivatives = {}

    def _quantity(self, name: str) -> float:
        found: float = getattr(self._result, name)
        return found

    @property
    def regime(self) -> str:
        """What kind of motion the steady state is: "permanent-stick", "continuous", "stick-slip", "unbounded", "non-unique" …"""
        return self._result.regime

    @property
    def map_period(self) -> Optional[str]:
        """"half" where the motion is half-period antisymmetric, else "full"; None where there is no motion."""
        return self._result.map_period

    @property
    def load_periods(self) -> int:
        """The number of load periods after which the motion repeats; 0 for a limit cycle and for chaos."""
        return self._result.load_periods

    @property
    def family(self) -> Optional[dict[str, tuple[float, float]]]:
        """The ranges of x_max and x_min where the motion is not unique, in p₀/k.

        >>> sorted(steady(friction_ratio=0.2, frequency_ratio=0.5).family)
        ['x_max', 'x_min']
        """
        return self._result.family

    @property
    def rest_positions(self) -> Optional[tuple[float, float]]:
        """Where the mass can rest, for permanent stick [m]."""
        return self._result.rest_positions

    @property
    def coexists(self) -> list[dict[str, Any]]:
        """The motions to which other starts lead: regime, load_periods, amplitude_ratio, stops_per_cycle, multiplier, start."""
        return self._result.coexists

    @property
    def orbits(self) -> Optional[list[dict[str, Any]]]:
        """The unstable periodic motions in the same form, if `all_orbits` was given."""
        return self._result.orbits

    @property
    def reason(self) -> str:
        """Why no answer was found, for the regime "not-converged"; else empty."""
        return self._result.reason

    @property
    def multipliers(self) -> list[complex]:
        """Floquet multipliers, for laws without closed form."""
        return self._result.multipliers

    @property
    def cycle(self) -> Optional[Motion]:
        """One period of the motion, exact; None where nothing moves.

        >>> cycle = steady(friction_ratio=0.3, frequency_ratio=0.8).cycle
        >>> abs(cycle(0.0) - cycle(cycle.end_time)) < 1e-12
        True
        """
        found = self._result.cycle
        return None if found is None else Motion(found, self._name())

    def _name(self) -> str:
        return self._title or f"f = {self.friction_ratio:.6g}, Ω = {self.frequency_ratio:.6g}"

    def plot(self, ax: _plot.AxesGiven = None, *, axes: _plot.AxesGiven = None) -> NDArray[Any]:
        """The steady cycle: position and velocity over a period, and the path in the plane of both; three axes.

        Given fewer axes, it draws the first of these.

        >>> len(steady(friction_ratio=0.3, frequency_ratio=0.8).plot())
        3
        """
        cycle = self.cycle
        if cycle is None:
            raise _core.NoResultError(f"there is no steady cycle to draw: the regime is {self.regime}")
        with _plot.style():
            made = _plot.row(3, _plot.given_axes(ax, axes), height=2.5, width=7.2)
            t = cycle._drawn_times()
            x, v = cycle(t), cycle.v(t)
            phases = cycle.phases
            units = ("p₀/k", "p₀/√(km)", "1/ωₙ") if self._title is None else ("m", "m/s", "s")
            for panel, values, label in zip(made, (x, v), (f"x [{units[0]}]", f"v [{units[1]}]")):
                _plot.shade_rest(panel, phases)
                panel.plot(t, values, color=_plot.BLUE)
                panel.set_ylabel(label)
                panel.set_xlabel(f"t [{units[2]}]")
                panel.set_xlim(0.0, cycle.end_time)
            for panel in made[2:]:
                panel.plot(x, v, color=_plot.BLUE)
                panel.set_xlabel(f"x [{units[0]}]")
                panel.set_ylabel(f"v [{units[1]}]")
            made[0].set_title(f"{self._name()}: {self.regime}", loc="left")
        return made

    def __repr__(self) -> str:
        return (
            f"<stickslip.SteadyState {self._name()}: {self.regime}, amplitude {self.amplitude:.6g}, "
            f"{self.stops_per_cycle} stops per cycle>"
        )

    def _repr_html_(self) -> str:
        rows = [("regime", self.regime)]
        for name, (unit, description) in _core.observables.items():
            value = self._quantity(name)
            if value == value:
                rows.append((description, f"{value:.10g}" + ("" if unit == "1" else f" {unit}")))
        return _plot.html_table(self._name(), rows)
