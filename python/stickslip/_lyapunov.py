"""The largest Lyapunov exponent."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Optional, Union

import numpy as np

from . import _core, _plot
from ._load import Load
from ._numbers import Floats, Pair, whole_number
from ._problem import Problem, as_case
from ._progress import Progress, reporting
from ._signature import known_keywords
from ._value import Result

if TYPE_CHECKING:
    from ._plot import Axes


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Lyapunov(Result):
    """The largest Lyapunov exponent [1/s], base e, with its standard error.

    >>> found = lyapunov("stefanski-fig3b", periods=2000, runs=8)
    >>> found.label
    'chaotic'
    """

    title: str
    exponent: float
    standard_error: float
    periods: int
    after: Floats
    exponents: Floats

    @property
    def label(self) -> str:
        """"chaotic" where the exponent is positive by more than three standard errors, else "regular"."""
        return "chaotic" if self.exponent > 3.0 * self.standard_error else "regular"

    def plot(self, ax: Optional[Axes] = None) -> Axes:
        """The convergence of the exponent with its standard error; returns the axes."""
        with _plot.style():
            ax = _plot.single(ax, height=2.9)
            if np.isfinite(self.exponent):
                low, high = self.exponent - self.standard_error, self.exponent + self.standard_error
                ax.axhspan(low, high, color=_plot.SKY, alpha=0.35, lw=0, label="standard error")
            ax.plot(self.after, self.exponents, color=_plot.BLUE, label="mean so far")
            ax.axhline(0.0, color=_plot.BLACK, lw=0.7)
            ax.set_xlabel("periods, all runs together")
            ax.set_xlim(0.0, float(self.after[-1]))
            ax.set_ylabel("largest exponent [1/s]")
            ax.set_title(f"{self.title}: {self.exponent:.4g} ± {self.standard_error:.2g}", loc="left")
            ax.legend(loc="best")
        return ax


@known_keywords
def lyapunov(
    problem: Problem,
    load: Optional[Load] = None,
    *,
    periods: int = 80000,
    transient: int = 200,
    runs: int = 32,
    seed: int = 1,
    position: Union[float, Pair, None] = None,
    velocity: Union[float, Pair, None] = None,
    progress: Progress = None,
) -> Lyapunov:
    """The largest Lyapunov exponent of the motion to which the start leads.

    >>> lyapunov("stefanski-fig3a", periods=200, runs=4).label
    'regular'
    """
    case = as_case(problem, load, position, velocity)
    counts = whole_number(periods, "periods", 1), whole_number(transient, "transient", 0), whole_number(runs, "runs", 2)
    with reporting(progress, "lyapunov") as report:
        found = _core.lyapunov(case._problem, *counts, whole_number(seed, "seed", 0), report)
    return Lyapunov(title=case.title, **found)
