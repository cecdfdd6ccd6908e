"""Steady states: one, or as many as the ratios broadcast to."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Optional, Union, overload

import numpy as np
from numpy.typing import NDArray

from . import _core, _plot
from ._case import Case
from ._load import Load
from ._motion import Motion, PlanarMotion
from ._numbers import Floats, Pair
from ._oscillator import Oscillator, PlanarOscillator
from ._problem import Problem, as_case

if TYPE_CHECKING:
    import xarray
    from ._plot import Axes

Scalar = Union[float, "np.floating[Any]", "np.integer[Any]"]
Numbers = Union[Scalar, Sequence[float], Sequence[Sequence[float]], NDArray[Any]]

_REGIMES = np.array(_core.regimes)
_MAP_PERIODS = np.array(["half", "full", ""])
_RATIOS = ("friction_ratio", "frequency_ratio", "damping_ratio", "static_ratio")


class _Value:
    """A number of one steady state; NaN where it is undefined."""

    def __init__(self, text: str) -> None:
        self.__doc__ = text

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, state: Optional[SteadyState], owner: Optional[type] = None) -> float:
        if state is None:
            return self  # type: ignore[return-value]
        found: float = getattr(state._result, self._name)
        return found


class _Column:
    """A number of many steady states; NaN where it is undefined."""

    def __init__(self, text: str) -> None:
        self.__doc__ = text

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, states: Optional[SteadyStates], owner: Optional[type] = None) -> Floats:
        if states is None:
            return self  # type: ignore[return-value]
        if self._name in _RATIOS:
            return states._table.ratio(_RATIOS.index(self._name))
        return states._table.observable(self._name)


class SteadyState:
    """The long run of an oscillator under a periodic load. Undefined values are NaN; `regime` says why.

    >>> state = steady(friction_ratio=0.6, frequency_ratio=0.105)
    >>> state.regime, state.stops_per_cycle
    ('stick-slip', 4)
    """

    __slots__ = ("_result", "_title")

    _result: _core.SteadyResult
    _title: Optional[str]  # of its case; None for ratios

    friction_ratio = _Value("r_y/p₀")
    static_ratio = _Value("r_s/p₀")
    frequency_ratio = _Value("ω_d/ωₙ")
    damping_ratio = _Value("c/(2√(mk))")
    amplitude_ratio = _Value("k·X/p₀, X half of peak to peak")
    velocity_ratio = _Value("k·V/(ω_d·p₀), V the largest speed")
    stops_per_cycle = _Value("stops of finite duration per load period")
    stops_then_reverse = _Value("those after which the motion turns round")
    stops_then_same_direction = _Value("those after which it goes on")
    zero_duration_reversals = _Value("reversals without a finite stop, per load period")
    stuck_fraction = _Value("share of the period at rest")
    dissipated_ratio = _Value("friction loss per load period in p₀²/k")
    multiplier = _Value("largest modulus of the multipliers over `map_period`")
    asymptotic_amplitude_ratio = _Value("what the amplitude ratio tends to at resonance")
    residual = _Value("closure error of the periodic motion in p₀/k")
    x_max = _Value("largest position [m]")
    x_min = _Value("smallest position [m]")
    amplitude = _Value("half of peak to peak [m]")
    velocity = _Value("largest speed [m/s]")
    dissipated = _Value("friction loss per load period [J]")
    phase_lag = _Value("of the fundamental behind the load, in (−π, π]")
    transmissibility = _Value("|x_abs|/Y for base motion")
    transmitted_force = _Value("largest force on the support [N]")
    period = _Value("of the load, or of a limit cycle [s]")
    growth_per_cycle = _Value("unbounded motion: growth of the amplitude per load period in p₀/k")
    exponent = _Value("not converged: estimate of the largest Lyapunov exponent [1/s]")

    def __init__(self, result: _core.SteadyResult, title: Optional[str] = None) -> None:
        self._result = result
        self._title = title

    @property
    def regime(self) -> str:
        """What the long run is: "permanent-stick", "continuous", "stick-slip", "unbounded", "non-unique" …"""
        return self._result.regime

    @property
    def map_period(self) -> Optional[str]:
        """"half" where the motion is half-period antisymmetric, else "full"; None where there is no motion."""
        return self._result.map_period

    @property
    def load_periods(self) -> int:
        """The load periods that the motion takes to repeat; 0 for a limit cycle."""
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
        """Permanent stick: where the mass can rest [m]."""
        return self._result.rest_positions

    @property
    def coexists(self) -> list[str]:
        """The regimes that other starts lead to."""
        return self._result.coexists

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

    def plot(self, axes: Optional[NDArray[Any]] = None) -> NDArray[Any]:
        """The steady cycle: position and velocity over a period, and the path in the plane of both; three axes.

        >>> len(steady(friction_ratio=0.3, frequency_ratio=0.8).plot())
        3
        """
        cycle = self.cycle
        if cycle is None:
            raise _core.NoResultError(f"there is no steady cycle to draw: the regime is {self.regime}")
        with _plot.style():
            made = _plot.grid(1, 3, height=2.5, width=7.2)[0] if axes is None else np.asarray(axes, object).ravel()
            t = cycle._drawn_times()
            x, v = cycle(t), cycle.v(t)
            phases = cycle.phases
            rest = phases[phases["kind"] == "stick"]
            units = ("p₀/k", "p₀/√(km)", "1/ωₙ") if self._title is None else ("m", "m/s", "s")
            for ax, values, label in ((made[0], x, f"x [{units[0]}]"), (made[1], v, f"v [{units[1]}]")):
                _plot.shade_stick(ax, rest["t"], rest["duration"])
                ax.plot(t, values, color=_plot.BLUE)
                ax.set_ylabel(label)
                ax.set_xlabel(f"t [{units[2]}]")
                ax.set_xlim(0.0, cycle.end_time)
            made[2].plot(x, v, color=_plot.BLUE)
            made[2].set_xlabel(f"x [{units[0]}]")
            made[2].set_ylabel(f"v [{units[1]}]")
            made[0].set_title(f"{self._name()}: {self.regime}", loc="left")
        three: NDArray[Any] = made[:3]
        return three

    def __repr__(self) -> str:
        return (
            f"<stickslip.SteadyState {self._name()}: {self.regime}, amplitude {self.amplitude:.6g}, "
            f"{self.stops_per_cycle} stops per cycle>"
        )

    def _repr_html_(self) -> str:
        rows = [("regime", self.regime)]
        for name, (unit, description) in _core.observables.items():
            value = getattr(self._result, name)
            if value == value:
                rows.append((description, f"{value:.10g}" + ("" if unit == "1" else f" {unit}")))
        return _plot.html_table(self._name(), rows)


class SteadyStates:
    """Steady states of arrays of ratios: every attribute is an array of the shape they broadcast to.

    >>> states = steady(friction_ratio=[[0.1], [0.5]], frequency_ratio=[0.3, 0.8, 1.2])
    >>> states.shape, states.amplitude_ratio.shape
    ((2, 3), (2, 3))
    >>> states[1, 0].regime
    'stick-slip'
    """

    __slots__ = ("_table",)

    _table: _core.SteadyTable

    friction_ratio = _Column("r_y/p₀")
    static_ratio = _Column("r_s/p₀")
    frequency_ratio = _Column("ω_d/ωₙ")
    damping_ratio = _Column("c/(2√(mk))")
    amplitude_ratio = _Column("k·X/p₀, X half of peak to peak")
    velocity_ratio = _Column("k·V/(ω_d·p₀), V the largest speed")
    stops_per_cycle = _Column("stops of finite duration per load period")
    stops_then_reverse = _Column("those after which the motion turns round")
    stops_then_same_direction = _Column("those after which it goes on")
    zero_duration_reversals = _Column("reversals without a finite stop, per load period")
    stuck_fraction = _Column("share of the period at rest")
    dissipated_ratio = _Column("friction loss per load period in p₀²/k")
    multiplier = _Column("largest modulus of the multipliers over `map_period`")
    asymptotic_amplitude_ratio = _Column("what the amplitude ratio tends to at resonance")
    residual = _Column("closure error of the periodic motion in p₀/k")
    x_max = _Column("largest position in p₀/k")
    x_min = _Column("smallest position in p₀/k")
    amplitude = _Column("half of peak to peak in p₀/k")
    velocity = _Column("largest speed in p₀/√(km)")
    dissipated = _Column("friction loss per load period in p₀²/k")
    phase_lag = _Column("of the fundamental behind the load, in (−π, π]; found when first asked for")
    transmissibility = _Column("NaN: ratios have no base")
    transmitted_force = _Column("largest force on the support in p₀; found when first asked for")

    def __init__(self, table: _core.SteadyTable) -> None:
        self._table = table

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of all attributes."""
        return self._table.shape

    @property
    def size(self) -> int:
        """How many states there are."""
        return int(self._table.regimes.size)

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def regime(self) -> NDArray[np.str_]:
        """What the long run is, as text.

        >>> steady(friction_ratio=[0.5, 2.0], frequency_ratio=0.8).regime.tolist()
        ['continuous', 'permanent-stick']
        """
        found: NDArray[np.str_] = _REGIMES[self._table.regimes]
        return found

    @property
    def map_period(self) -> NDArray[np.str_]:
        """"half" or "full"; empty where there is no motion."""
        found: NDArray[np.str_] = _MAP_PERIODS[self._table.map_periods]
        return found

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, index: Union[int, tuple[int, ...]]) -> SteadyState:
        """One of the states, with its cycle."""
        ratios = [getattr(self, name)[index] for name in _RATIOS]
        if any(np.ndim(r) for r in ratios):
            raise IndexError(f"index {index} must name one state of shape {self.shape}; take slices of the attributes")
        static = None if ratios[3] == ratios[0] else ratios[3]
        found = _core.solve_ratios(ratios[0], ratios[1], ratios[2], static)
        assert isinstance(found, _core.SteadyResult)
        return SteadyState(found)

    def to_xarray(self, *observables: str) -> xarray.Dataset:
        """The states as a dataset; all observables that need no cycle unless some are named.

        >>> steady(friction_ratio=[0.1, 0.2], frequency_ratio=0.8).to_xarray("amplitude_ratio")["amplitude_ratio"].shape
        (2,)
        """
        import xarray

        for name in observables:
            _core.check_observable(name)
        quick = [name for name in _core.observables if name not in ("phase_lag", "transmitted_force", "transmissibility")]
        dims = tuple(f"dim_{i}" for i in range(self.ndim))
        data: dict[str, Any] = {}
        for name in observables or quick:
            unit, description = _core.observables[name]
            data[name] = (dims, getattr(self, name), {"units": unit, "long_name": description})
        data["regime"] = (dims, self.regime)
        coords = {name: (dims, getattr(self, name)) for name in _RATIOS}
        return xarray.Dataset(data, coords, {"version": _core.version})

    def _axes_of(self) -> list[str]:
        """Which ratio varies along each dimension."""
        names = []
        for dimension in range(self.ndim):
            varying = [n for n in _RATIOS[:3] if np.ptp(np.take(getattr(self, n), [0, -1], axis=dimension), axis=dimension).any()]
            if len(varying) != 1:
                raise _core.InputError(f"plot needs one ratio that varies along dimension {dimension}, not {varying}")
            names.append(varying[0])
        return names

    def plot(self, observable: str = "amplitude_ratio", ax: Optional[Axes] = None) -> Axes:
        """An observable along one dimension as a curve, over two as a coloured map; returns the axes.

        >>> import numpy as np
        >>> steady(friction_ratio=0.3, frequency_ratio=np.linspace(0.5, 1.5, 50)).plot().get_xlabel()
        'frequency ratio ω_d/ωₙ'
        """
        _core.check_observable(observable)
        unit, description = _core.observables[observable]
        if self.ndim not in (1, 2):
            raise _core.InputError(f"plot draws one or two dimensions, not the {self.ndim} of shape {self.shape}")
        names = self._axes_of()
        values = getattr(self, observable)
        with _plot.style():
            ax = _plot.single(ax)
            if self.ndim == 1:
                x = getattr(self, names[0])
                _plot.shade_where(ax, x, self.stuck_fraction > 0.0)
                ax.plot(x, values, color=_plot.BLUE)
                ax.set_xlabel(_plot.key_label(names[0]))
                ax.set_ylabel(_plot.label_of(observable, unit, description))
                ax.set_title("grey: it sticks", loc="right", fontsize=8.0)
                if _plot.is_count(observable):
                    _plot.whole_ticks(ax.yaxis)
                ax.set_xlim(float(x.min()), float(x.max()))
            else:
                x, y = getattr(self, names[1])[0, :], getattr(self, names[0])[:, 0]
                _plot.color_mesh(ax, x, y, values, observable, _plot.label_of(observable, unit, description), "nearest")
                ax.set_xlabel(_plot.key_label(names[1]))
                ax.set_ylabel(_plot.key_label(names[0]))
                ax.grid(False)
        return ax

    def __repr__(self) -> str:
        return f"<stickslip.SteadyStates of shape {self.shape}>"


class PlanarSteadyState:
    """The long run of a planar oscillator; what belongs to both axes is a pair.

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

    def plot(self, axes: Optional[NDArray[Any]] = None) -> NDArray[Any]:
        """The steady cycle in the plane and against time; returns the two axes."""
        if self._cycle is None:
            raise _core.NoResultError(f"there is no steady cycle to draw: the regime is {self.regime}")
        return self._cycle.plot(axes)

    def __repr__(self) -> str:
        return f"<stickslip.PlanarSteadyState {self._title!r}: {self.regime}, magnification {self.magnification:.6g}>"

    def _repr_html_(self) -> str:
        names = [n for n in self.__slots__ if not n.startswith("_")]
        return _plot.html_table(self._title, [(n, str(getattr(self, n))) for n in names])


@overload
def steady(  # type: ignore[misc]
    *,
    friction_ratio: Scalar,
    frequency_ratio: Scalar,
    damping_ratio: Scalar = ...,
    static_ratio: Optional[Scalar] = ...,
) -> SteadyState: ...


@overload
def steady(
    *,
    friction_ratio: Numbers,
    frequency_ratio: Numbers,
    damping_ratio: Numbers = ...,
    static_ratio: Optional[Numbers] = ...,
) -> SteadyStates: ...


@overload
def steady(
    problem: Oscillator,
    load: Load,
    *,
    position: Optional[float] = ...,
    velocity: Optional[float] = ...,
) -> SteadyState: ...


@overload
def steady(
    problem: PlanarOscillator,
    load: Load,
    *,
    position: Optional[Pair] = ...,
    velocity: Optional[Pair] = ...,
) -> PlanarSteadyState: ...


@overload
def steady(
    problem: Union[Case, str, os.PathLike[str]],
    *,
    position: Union[float, Pair, None] = ...,
    velocity: Union[float, Pair, None] = ...,
) -> Any: ...


def steady(
    problem: Optional[Problem] = None,
    load: Optional[Load] = None,
    *,
    friction_ratio: Any = None,
    frequency_ratio: Any = None,
    damping_ratio: Any = None,
    static_ratio: Any = None,
    position: Union[float, Pair, None] = None,
    velocity: Union[float, Pair, None] = None,
) -> Union[SteadyState, SteadyStates, PlanarSteadyState]:
    """The steady state of ratios, or of a case (its file, its name, or an Oscillator and a load).

    Ratios broadcast like the arguments of a NumPy function and are solved in parallel; plain numbers give one
    SteadyState, arrays give SteadyStates.

    >>> round(steady(friction_ratio=0.3, frequency_ratio=0.8).amplitude_ratio, 6)
    2.626105
    >>> steady(friction_ratio=[0.1, float("nan")], frequency_ratio=0.8)
    Traceback (most recent call last):
        ...
    stickslip.InputError: friction_ratio[1] = nan must be a finite number ≥ 0
    >>> steady("riddoch-fig6").regime
    'stick-slip'
    """
    if problem is None:
        if load is not None or position is not None or velocity is not None:
            raise TypeError("load, position and velocity belong to a problem; ratios start at rest")
        found = _core.solve_ratios(friction_ratio, frequency_ratio, damping_ratio, static_ratio)
        return SteadyState(found) if isinstance(found, _core.SteadyResult) else SteadyStates(found)
    if not (friction_ratio is None and frequency_ratio is None and damping_ratio is None and static_ratio is None):
        raise TypeError("ratios stand alone; a case takes them by case.with_values({\"friction_ratio\": …})")
    case = as_case(problem, load, position, velocity)
    if case.is_planar:
        return PlanarSteadyState(_core.steady_plane(case._problem), case.title)
    return SteadyState(_core.solve_case(case._problem), case.title)
