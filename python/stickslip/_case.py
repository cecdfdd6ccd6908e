"""The case: an oscillator, its load and its start. It says what a case file says; the engine reads and checks it."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping
from typing import Optional, Union

from . import _core
from ._keys import KeyValue, document_of, toml, with_keys, with_values
from ._load import Load
from ._numbers import Pair
from ._oscillator import Oscillator, PlanarOscillator
from ._signature import known_keywords
from ._value import Value


class Case(Value):
    """One problem: an oscillator, its load and its start.

    >>> case = Case(Oscillator(mass=1.0, stiffness=4.0, friction=0.5), Harmonic(amplitude=1.0, frequency=1.0))
    >>> case.ratios
    Ratios(friction_ratio=0.5, frequency_ratio=0.5, damping_ratio=0.0, static_ratio=0.5)
    >>> case.with_values({"load.frequency": 3.0}).ratios.frequency_ratio
    1.5
    """

    __slots__ = ("_problem",)

    _problem: _core.Problem

    @known_keywords
    def __init__(
        self,
        oscillator: Union[Oscillator, PlanarOscillator],
        load: Optional[Load] = None,
        *,
        position: Union[float, Pair, None] = None,
        velocity: Union[float, Pair, None] = None,
        friction_force: Optional[Pair] = None,
        until: Optional[float] = None,
        title: str = "",
    ) -> None:
        if not isinstance(oscillator, (Oscillator, PlanarOscillator)):
            raise TypeError(f"oscillator must be an Oscillator or a PlanarOscillator, not {oscillator!r}")
        document = document_of(oscillator._tables(), type(oscillator).__name__, title, "Case")
        if load is not None:
            if not isinstance(load, Load):
                raise TypeError(f"load must be a load such as Harmonic, not {load!r}")
            document = load._with_samples(with_keys(document, "load", load._keys(), type(load).__name__))
        start = {"position": position, "velocity": velocity, "friction_force": friction_force}
        document = with_keys(document, "start", {k: v for k, v in start.items() if v is not None}, "start")
        if until is not None:
            document = document.with_text("run.until", toml(until), "run")
        self._problem = _core.Problem(document)

    @classmethod
    def _of(cls, document: _core.Document) -> Case:
        case = cls.__new__(cls)
        case._problem = _core.Problem(document)
        return case

    @property
    def title(self) -> str:
        """The title of the case."""
        return self._problem.document.title

    @property
    def text(self) -> str:
        """The case as TOML."""
        return self._problem.document.text

    @property
    def is_planar(self) -> bool:
        """Whether the oscillator moves in the plane."""
        return self._problem.is_planar

    @property
    def is_structure(self) -> bool:
        """Whether it is a structure of many masses."""
        return self._problem.is_structure

    @property
    def period(self) -> Optional[float]:
        """The period of the load [s], None where it has none."""
        return self._problem.period

    @property
    def ratios(self) -> Optional[Ratios]:
        """The dimensionless form; None where it does not exist."""
        found = self._problem.ratios
        return None if found is None else Ratios(*found)

    def with_values(self, values: Mapping[str, KeyValue]) -> Case:
        """The case with other values of these keys, such as "load.amplitude" or "friction_ratio".

        >>> load_case("riddoch-fig6").with_values({"friction_ratio": 0.3}).ratios.friction_ratio
        0.3
        """
        return Case._of(with_values(self._problem.document, values))

    def __repr__(self) -> str:
        return f"<stickslip.Case {self.title!r}>"

    def _repr_html_(self) -> str:
        from html import escape

        return f"<b>{escape(self.title)}</b><pre>{escape(self.text)}</pre>"


@dataclasses.dataclass(frozen=True)
class Ratios:
    """The dimensionless form of a case.

    >>> load_case("hong-liu-fig10").ratios.frequency_ratio > 0.0
    True
    """

    friction_ratio: float
    frequency_ratio: float
    damping_ratio: float
    static_ratio: float


@known_keywords
def load_case(
    file_or_name: Union[str, os.PathLike[str], None] = None,
    overrides: Optional[Mapping[str, KeyValue]] = None,
    *,
    text: Optional[str] = None,
) -> Case:
    """Reads a case from a TOML file, a built-in case by its name, or TOML text; `overrides` replace keys.

    >>> load_case("dlubal-0116").title
    'Mass on a rough floor under a constant push: seven slides, then rest — Dlubal 0116'
    >>> load_case("no-such-case")
    Traceback (most recent call last):
        ...
    stickslip.InputError: no-such-case: no such case file, and no built-in case of that name
    """
    if (file_or_name is None) == (text is None):
        raise TypeError("load_case() takes either the name of a case or text")
    if file_or_name is not None:
        if not isinstance(file_or_name, (str, os.PathLike)):
            raise TypeError(f"file_or_name = {file_or_name!r} must be the name of a case or of a file")
        document = _core.Document.open(os.fspath(file_or_name))
    else:
        assert text is not None
        document = _core.Document.parse(text, "text", "")
    return Case._of(with_values(document, overrides or {}))


def cases() -> dict[str, str]:
    """The built-in cases: their names and titles.

    >>> "dlubal-0116" in cases()
    True
    """
    return _core.built_in_cases()
