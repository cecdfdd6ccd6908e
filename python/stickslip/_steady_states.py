"""As many steady states as the ratios broadcast to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np
from numpy.typing import NDArray

from . import _core, _plot
from ._numbers import Floats, Mask, with_mask, without_mask
from ._quantity import Quantity
from ._steady_state import SteadyState
from ._value import Value

if TYPE_CHECKING:
    import xarray

    from ._plot import Axes

_REGIMES = np.array(_core.regimes)
_MAP_PERIODS = np.array(["half", "full", ""])
_RATIOS = ("friction_ratio", "frequency_ratio", "damping_ratio", "static_ratio")


class SteadyStates(Value):
    """Steady states of arrays of ratios: every attribute is an array of the shape they broadcast to.

    >>> states = steady(friction_ratio=[[0.1], [0.5]], frequency_ratio=[0.3, 0.8, 1.2])
    >>> states.shape, states.amplitude_ratio.shape
    ((2, 3), (2, 3))
    >>> states[1, 0].regime
    'stick-slip'
    """

    __slots__ = ("_mask", "_table")

    _table: _core.SteadyTable
    _mask: Optional[Mask]  # of the ratios, where some are masked: every attribute is a masked array then

    friction_ratio = Quantity[Floats]("r_y/p₀")
    static_ratio = Quantity[Floats]("r_s/p₀")
    frequency_ratio = Quantity[Floats]("ω_d/ωₙ")
    damping_ratio = Quantity[Floats]("c/(2√(mk))")
    amplitude_ratio = Quantity[Floats]("k·X/p₀, X half of peak to peak")
    velocity_ratio = Quantity[Floats]("k·V/(ω_d·p₀), V the largest speed")
    stops_per_cycle = Quantity[Floats]("stops of finite duration per load period")
    stops_then_reverse = Quantity[Floats]("those after which the motion turns round")
    stops_then_same_direction = Quantity[Floats]("those after which it goes on")
    zero_duration_reversals = Quantity[Floats]("reversals without a finite stop, per load period")
    stuck_fraction = Quantity[Floats]("share of the period at rest")
    dissipated_ratio = Quantity[Floats]("friction loss per load period in p₀²/k")
    load_periods = Quantity[Floats]("load periods until the motion repeats")
    multiplier = Quantity[Floats]("largest modulus of the multipliers over `map_period`")
    asymptotic_amplitude_ratio = Quantity[Floats]("what the amplitude ratio tends to at resonance")
    residual = Quantity[Floats]("closure error of the periodic motion in p₀/k")
    x_max = Quantity[Floats]("largest position in p₀/k")
    x_min = Quantity[Floats]("smallest position in p₀/k")
    amplitude = Quantity[Floats]("half of peak to peak in p₀/k")
    velocity = Quantity[Floats]("largest speed in p₀/√(km)")
    dissipated = Quantity[Floats]("friction loss per load period in p₀²/k")
    phase_lag = Quantity[Floats]("of the fundamental behind the load, in (−π, π]; found when first asked for")
    transmissibility = Quantity[Floats]("NaN: ratios have no base")
    transmitted_force = Quantity[Floats]("largest force on the support in p₀; found when first asked for")

    def __init__(self, table: _core.SteadyTable, mask: Optional[Mask] = None) -> None:
        self._table = table
        self._mask = mask

    def _quantity(self, name: str) -> Floats:
        table = self._table
        found: Floats = with_mask(
            table.ratio(_RATIOS.index(name)) if name in _RATIOS else table.observable(name), self._mask
        )
        return found

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of all attributes."""
        return self._table.shape

    @property
    def size(self) -> int:
        """The number of states."""
        return int(self._table.regimes.size)

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def regime(self) -> NDArray[np.str_]:
        """What kind of motion each steady state is, as text.

        >>> steady(friction_ratio=[0.5, 2.0], frequency_ratio=0.8).regime.tolist()
        ['continuous', 'permanent-stick']
        """
        found: NDArray[np.str_] = with_mask(_REGIMES[self._table.regimes], self._mask)
        return found

    @property
    def map_period(self) -> NDArray[np.str_]:
        """"half" or "full"; empty where there is no motion."""
        found: NDArray[np.str_] = with_mask(_MAP_PERIODS[self._table.map_periods], self._mask)
        return found

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, index: Union[int, tuple[int, ...]]) -> SteadyState:
        """One of the states, with its cycle."""
        ratios = [getattr(self, name)[index] for name in _RATIOS]
        if any(np.ndim(r) for r in ratios):
            raise IndexError(f"index {index} must name one state of shape {self.shape}; take slices of the attributes")
        if self._mask is not None and self._mask[index]:
            raise IndexError(f"the ratios of index {index} are masked")
        static = None if ratios[3] == ratios[0] else ratios[3]
        found = _core.solve_ratios(ratios[0], ratios[1], ratios[2], static, False, None)
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
            data[name] = (dims, without_mask(getattr(self, name), np.nan), {"units": unit, "long_name": description})
        data["regime"] = (dims, without_mask(self.regime, ""))
        coords = {name: (dims, without_mask(getattr(self, name), np.nan)) for name in _RATIOS}
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
        label = _plot.label_of(observable, *_core.observables[observable])
        if self.ndim not in (1, 2):
            raise _core.InputError(f"plot draws one or two dimensions, not the {self.ndim} of shape {self.shape}")
        names = self._axes_of()
        if self._mask is not None:
            raise _core.InputError("plot needs ratios without masked numbers")
        values = without_mask(getattr(self, observable), np.nan)
        with _plot.style():
            ax = _plot.single(ax)
            if self.ndim == 1:
                x = getattr(self, names[0])
                _plot.draw_response(ax, x, values, without_mask(self.stuck_fraction, np.nan), observable)
                _plot.explain_grey(ax)
                ax.set_xlabel(_plot.key_label(names[0]))
                ax.set_ylabel(label)
            else:
                x, y = getattr(self, names[1])[0, :], getattr(self, names[0])[:, 0]
                _plot.color_mesh(ax, x, y, values, observable, label, "nearest")
                ax.set_xlabel(_plot.key_label(names[1]))
                ax.set_ylabel(_plot.key_label(names[0]))
                ax.grid(False)
        return ax

    def __repr__(self) -> str:
        return f"<stickslip.SteadyStates of shape {self.shape}>"
