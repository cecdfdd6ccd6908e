"""Oscillators, friction laws and loads, and the case they make together.

The classes say what a case file says, with the same words; the engine reads and checks them.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Optional, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core

Number = Union[float, int]
Pair = Sequence[float]
KeyValue = Union[float, str, bool, Sequence[float]]


def _toml(value: object) -> str:
    """A value as TOML; what is no number becomes a string, and the engine says what it should have been."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, float, np.integer, np.floating)):
        return repr(float(value))
    if isinstance(value, str):
        escaped = "".join(c if c >= " " and c not in '"\\\x7f' else f"\\u{ord(c):04X}" for c in value)
        return f'"{escaped}"'
    if isinstance(value, (Sequence, np.ndarray)):
        return "[" + ", ".join(_toml(v) for v in np.asarray(value).tolist()) + "]"
    return _toml(repr(value))


@dataclasses.dataclass(frozen=True)
class FrictionLaw:
    """A friction law: the forces that scale it, and its own coefficients.

    `bound` is the friction of sliding [N], `static_bound` the one that holds at rest; or `mu`, `mu_static` and the
    `normal` force.
    """

    law: ClassVar[str] = ""

    bound: Optional[float] = None
    static_bound: Optional[float] = None
    mu: Optional[float] = None
    mu_static: Optional[float] = None
    normal: Optional[float] = None

    def _keys(self) -> dict[str, object]:
        fields = {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}
        return {"law": self.law, **{k: v for k, v in fields.items() if v is not None}}


@dataclasses.dataclass(frozen=True)
class Coulomb(FrictionLaw):
    """Constant friction of sliding, and the same or a larger one at rest.

    >>> Coulomb(bound=2.0, static_bound=2.5).static_bound
    2.5
    >>> Oscillator(mass=1.0, stiffness=4.0, friction=Coulomb(mu=0.2, normal=10.0)).friction.mu
    0.2
    """

    law: ClassVar[str] = "coulomb"


@dataclasses.dataclass(frozen=True)
class StribeckExponential(FrictionLaw):
    """Friction that falls with speed as exp(−decay·|v|), plus `viscous`·|v|.

    >>> StribeckExponential(bound=1.0, static_bound=1.5, decay=3.0).decay
    3.0
    """

    law: ClassVar[str] = "stribeck-exponential"
    decay: Optional[float] = None
    viscous: Optional[float] = None


@dataclasses.dataclass(frozen=True)
class StribeckGaussian(FrictionLaw):
    """Friction that falls with speed as exp(−(v/stribeck_velocity)²), plus `viscous`·|v|.

    >>> StribeckGaussian(bound=1.0, static_bound=1.5, stribeck_velocity=0.1).law
    'stribeck-gaussian'
    """

    law: ClassVar[str] = "stribeck-gaussian"
    stribeck_velocity: Optional[float] = None
    viscous: Optional[float] = None


@dataclasses.dataclass(frozen=True)
class StribeckRational(FrictionLaw):
    """Friction F_s/(1 + delta·|v|), given by its static value.

    >>> StribeckRational(static_bound=1.5, delta=3.0).delta
    3.0
    """

    law: ClassVar[str] = "stribeck-rational"
    delta: Optional[float] = None


@dataclasses.dataclass(frozen=True)
class PowellWiercigroch(FrictionLaw):
    """Friction with another branch for acceleration than for deceleration; the branches meet as exp(−a·|v|).

    >>> PowellWiercigroch(bound=1.0, static_bound=1.5, a=3.0).a
    3.0
    """

    law: ClassVar[str] = "powell-wiercigroch"
    a: Optional[float] = None


@dataclasses.dataclass(frozen=True)
class Stefanski(FrictionLaw):
    """Non-reversible friction that depends on the acceleration itself.

    >>> Stefanski(mu=0.25, mu_static=0.3, normal=0.5, a1=12.0, a2=0.1).a1
    12.0
    """

    law: ClassVar[str] = "stefanski"
    a1: Optional[float] = None
    a2: Optional[float] = None


@dataclasses.dataclass(frozen=True)
class StefanskiLiteral(Stefanski):
    """The same with the sign of the acceleration alone, as it was printed.

    >>> StefanskiLiteral(bound=1.0, static_bound=1.2, a1=12.0, a2=0.1).law
    'stefanski-literal'
    """

    law: ClassVar[str] = "stefanski-literal"


@dataclasses.dataclass(frozen=True)
class Dahl(FrictionLaw):
    """Bristles of stiffness `sigma0` that bend before they slip.

    >>> Dahl(bound=1.0, sigma0=1000.0).sigma0
    1000.0
    """

    law: ClassVar[str] = "dahl"
    sigma0: Optional[float] = None


@dataclasses.dataclass(frozen=True)
class LuGre(FrictionLaw):
    """Bristles with stiffness `sigma0`, damping `sigma1` and viscous friction `sigma2`.

    >>> LuGre(bound=1.0, static_bound=1.5, sigma0=1e4, stribeck_velocity=0.01).law
    'lugre'
    """

    law: ClassVar[str] = "lugre"
    sigma0: Optional[float] = None
    sigma1: Optional[float] = None
    sigma2: Optional[float] = None
    stribeck_velocity: Optional[float] = None


@dataclasses.dataclass(frozen=True)
class BoucWen(FrictionLaw):
    """Hysteresis k_z·z with ż = A·v − beta·|v|·|z|ⁿ⁻¹·z − gamma·v·|z|ⁿ; takes no friction bound.

    >>> BoucWen(k_z=10.0, beta=0.5, gamma=0.5, n=1).n
    1
    """

    law: ClassVar[str] = "bouc-wen"
    k_z: Optional[float] = None
    A: Optional[float] = None
    beta: Optional[float] = None
    gamma: Optional[float] = None
    n: Optional[int] = None


@dataclasses.dataclass(frozen=True)
class Jenkins(FrictionLaw):
    """A spring `k_t` in series with a slider.

    >>> Jenkins(bound=1.0, k_t=50.0).k_t
    50.0
    """

    law: ClassVar[str] = "jenkins"
    k_t: Optional[float] = None


@dataclasses.dataclass(frozen=True)
class RegularisedTanh(FrictionLaw):
    """bound·tanh(v/transition_velocity): for comparison only, it creeps where the others stick.

    >>> RegularisedTanh(bound=1.0, transition_velocity=0.01).law
    'tanh'
    """

    law: ClassVar[str] = "tanh"
    transition_velocity: Optional[float] = None


@dataclasses.dataclass(frozen=True)
class Oscillator:
    """A mass on a spring with dry friction: m·x″ + c·x′ + k·(x − equilibrium) + r = p(t).

    `friction` is a law, or a number for Coulomb friction of that bound [N]. `cubic_stiffness` adds k₃·x³; the spring
    may then have a negative `stiffness`. `belt_velocity` is that of the surface.

    >>> oscillator = Oscillator(mass=100.0, stiffness=5000.0, friction=100.0)
    >>> simulate(oscillator, Constant(1500.0), until=5.0).final.phase
    'stick'
    >>> Case(Oscillator(mass=-1.0, stiffness=1.0))
    Traceback (most recent call last):
        ...
    stickslip.InputError: Oscillator: oscillator.mass = -1 must be a finite number > 0 [kg]
    """

    mass: float = 1.0
    stiffness: float = 1.0
    damping: float = 0.0
    friction: Union[FrictionLaw, float, None] = None
    equilibrium: float = 0.0
    belt_velocity: float = 0.0
    cubic_stiffness: Optional[float] = None

    def _tables(self) -> dict[str, dict[str, object]]:
        oscillator: dict[str, object] = {
            "mass": self.mass,
            "damping": self.damping,
            "equilibrium": self.equilibrium,
        }
        tables: dict[str, dict[str, object]] = {"oscillator": oscillator}
        if self.cubic_stiffness is None:
            oscillator["stiffness"] = self.stiffness
        else:
            tables["spring"] = {"linear": self.stiffness, "cubic": self.cubic_stiffness}
        tables["friction"] = _friction_keys(self.friction)
        if self.belt_velocity != 0.0:
            tables["friction"]["belt_velocity"] = self.belt_velocity
        return tables


@dataclasses.dataclass(frozen=True)
class PlanarOscillator:
    """The same in the plane; `support_stiffness` is that of an elastic support, None a rigid one.

    `friction` is the bound [N], or a Coulomb law.

    >>> PlanarOscillator(mass=1.0, stiffness=1.0, friction=1.0, support_stiffness=5.0).support_stiffness
    5.0
    """

    mass: float = 1.0
    stiffness: float = 1.0
    damping: float = 0.0
    friction: Union[FrictionLaw, float] = 1.0
    support_stiffness: Optional[float] = None

    def _tables(self) -> dict[str, dict[str, object]]:
        oscillator: dict[str, object] = {
            "dimensions": 2,
            "mass": self.mass,
            "stiffness": self.stiffness,
            "damping": self.damping,
        }
        if self.support_stiffness is not None:
            oscillator["support_stiffness"] = self.support_stiffness
        return {"oscillator": oscillator, "friction": _friction_keys(self.friction)}


def _friction_keys(friction: Union[FrictionLaw, float, None]) -> dict[str, object]:
    if friction is None:
        return {"law": "none"}
    return friction._keys() if isinstance(friction, FrictionLaw) else {"law": "coulomb", "bound": friction}


@dataclasses.dataclass(frozen=True)
class Load:
    """What drives the oscillator; the classes below are the kinds of load."""

    kind: ClassVar[str] = "none"

    def _keys(self) -> dict[str, object]:
        fields = {f.name: getattr(self, f.name) for f in dataclasses.fields(self) if f.repr}
        return {"kind": self.kind, **{k: v for k, v in fields.items() if v is not None}}


@dataclasses.dataclass(frozen=True)
class Constant(Load):
    """A constant force [N]; in the plane a pair.

    >>> Constant(force=1500.0).force
    1500.0
    """

    kind: ClassVar[str] = "constant"
    force: Union[float, Pair] = 0.0


@dataclasses.dataclass(frozen=True)
class Harmonic(Load):
    """p = offset + amplitude·sin(ω·t + phase), ω given as `frequency` [rad/s] or `frequency_hz`.

    In the plane amplitude and phase are pairs, and there is no offset.

    >>> Harmonic(amplitude=2.0, frequency_hz=1.5).frequency_hz
    1.5
    """

    kind: ClassVar[str] = "harmonic"
    amplitude: Union[float, Pair] = 1.0
    frequency: Optional[float] = None
    frequency_hz: Optional[float] = None
    phase: Union[float, Pair, None] = None
    offset: Optional[float] = None


@dataclasses.dataclass(frozen=True)
class Harmonics(Load):
    """A sum of harmonics: arrays of amplitudes, frequencies and phases.

    >>> Harmonics(amplitude=[1.0, 0.5], frequency=[2.0, 4.0]).frequency
    [2.0, 4.0]
    """

    kind: ClassVar[str] = "harmonics"
    amplitude: Sequence[float] = ()
    frequency: Optional[Sequence[float]] = None
    frequency_hz: Optional[Sequence[float]] = None
    phase: Optional[Sequence[float]] = None


@dataclasses.dataclass(frozen=True)
class Rotating(Load):
    """amplitude·(cos ωt, sin ωt), for the planar oscillator.

    >>> Rotating(amplitude=10.0, frequency=6.0).amplitude
    10.0
    """

    kind: ClassVar[str] = "rotating"
    amplitude: float = 1.0
    frequency: Optional[float] = None
    frequency_hz: Optional[float] = None


@dataclasses.dataclass(frozen=True, eq=False)
class Record(Load):
    """A sampled force, linear between samples and 0 after the last: arrays, or the name of a CSV file.

    In the plane the values have two columns.

    >>> pulse = Record(time=[0.0, 0.5, 1.0], value=[0.0, 20.0, 0.0])
    >>> simulate(Oscillator(mass=1.0, stiffness=100.0, friction=1.0), pulse).end_time
    1.0
    """

    kind: ClassVar[str] = "record"
    time: Optional[ArrayLike] = dataclasses.field(default=None, repr=False)
    value: Optional[ArrayLike] = dataclasses.field(default=None, repr=False)
    file: Optional[str] = None
    scale: Optional[float] = None


@dataclasses.dataclass(frozen=True)
class Base(Load):
    """A shaking base that moves as a sine: give its `displacement` [m] or its `acceleration` [m/s²] as amplitude.

    Surface "fixed": the friction acts against the ground, the base moves the far end of the spring, x is absolute.
    Surface "moving": the friction acts against the base, x is relative to it.

    >>> Base(surface="moving", displacement=0.01, frequency=10.0).surface
    'moving'
    """

    kind: ClassVar[str] = "base"
    surface: str = "fixed"
    displacement: Optional[float] = None
    acceleration: Optional[float] = None
    frequency: Optional[float] = None
    frequency_hz: Optional[float] = None
    phase: Optional[float] = None


@dataclasses.dataclass(frozen=True, eq=False)
class BaseRecord(Load):
    """A shaking base that follows a record of its `quantity`, "acceleration" or "displacement".

    >>> shock = BaseRecord(time=[0.0, 0.1, 0.2], value=[0.0, 9.0, 0.0], surface="moving", quantity="acceleration")
    >>> simulate(Oscillator(mass=1.0, friction=2.0), shock, until=2.0).peak.x > 0.0
    True
    """

    kind: ClassVar[str] = "base"
    time: Optional[ArrayLike] = dataclasses.field(default=None, repr=False)
    value: Optional[ArrayLike] = dataclasses.field(default=None, repr=False)
    file: Optional[str] = None
    surface: str = "moving"
    quantity: str = "acceleration"
    scale: Optional[float] = None


_SAMPLES = "samples"  # the name under which a record given as arrays stands in the case


def _with_record(document: _core.Document, load: Union[Record, BaseRecord]) -> _core.Document:
    origin = type(load).__name__
    if load.file is not None:
        if load.time is not None or load.value is not None:
            raise _core.InputError(f"{origin}: file and time, value say the same: give one of them")
        return document
    if load.time is None or load.value is None:
        raise _core.InputError(f"{origin}: time and value are missing: give both as arrays, or a file")
    time = _numbers(load.time, f"{origin}: time")
    value = _numbers(load.value, f"{origin}: value")
    if time.ndim != 1 or value.shape not in ((time.size,), (time.size, 2)):
        raise _core.InputError(f"{origin}: value of shape {value.shape} must have one number for each time, {time.shape}")
    columns = value.reshape(time.size, -1)
    second = columns[:, 1] if columns.shape[1] == 2 else np.empty(0)
    return document.with_text("load.file", _toml(_SAMPLES), origin).with_samples(_SAMPLES, time, columns[:, 0], second)


def _numbers(value: ArrayLike, name: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    try:
        array = np.asarray(value)
        if array.dtype.kind not in "biuf":
            raise TypeError
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be an array of real numbers") from None
    return array.astype(np.float64)


class Case:
    """One problem: an oscillator, what drives it, where it starts.

    >>> case = Case(Oscillator(mass=1.0, stiffness=4.0, friction=0.5), Harmonic(amplitude=1.0, frequency=1.0))
    >>> case.ratios
    Ratios(friction_ratio=0.5, frequency_ratio=0.5, damping_ratio=0.0, static_ratio=0.5)
    >>> case.with_values({"load.frequency": 3.0}).ratios.frequency_ratio
    1.5
    """

    __slots__ = ("_problem",)

    _problem: _core.Problem

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
            raise TypeError(f"oscillator must be an Oscillator, not {type(oscillator).__name__}")
        document = _core.Document.blank(_toml(title))
        for table, keys in oscillator._tables().items():
            document = _with_keys(document, table, keys, type(oscillator).__name__)
        if load is not None:
            if not isinstance(load, Load):
                raise TypeError(f"load must be a load such as Harmonic, not {type(load).__name__}")
            document = _with_keys(document, "load", load._keys(), type(load).__name__)
        if isinstance(load, (Record, BaseRecord)):
            document = _with_record(document, load)
        start = {"position": position, "velocity": velocity, "friction_force": friction_force}
        document = _with_keys(document, "start", {k: v for k, v in start.items() if v is not None}, "start")
        if until is not None:
            document = document.with_text("run.until", _toml(until), "run")
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
        return Case._of(_with_values(self._problem.document, values))

    def __repr__(self) -> str:
        return f"<stickslip.Case {self.title!r}>"

    def _repr_html_(self) -> str:
        from html import escape

        return f"<b>{escape(self.title)}</b><pre>{escape(self.text)}</pre>"

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a Case cannot be pickled; its text can: stickslip.load_case(text=case.text)")


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


def _with_keys(
    document: _core.Document, table: str, keys: Mapping[str, object], origin: str
) -> _core.Document:
    for key, value in keys.items():
        document = document.with_text(f"{table}.{key}", _toml(value), origin)
    return document


def _with_values(document: _core.Document, values: Mapping[str, KeyValue]) -> _core.Document:
    for key, value in values.items():
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            document = document.with_value(key, float(value))
        else:
            document = document.with_text(key, _toml(value), "override")
    return document


def load_case(
    file_or_name: Union[str, os.PathLike[str], None] = None,
    overrides: Optional[Mapping[str, KeyValue]] = None,
    *,
    text: Optional[str] = None,
) -> Case:
    """A case from a TOML file, a built-in case by its name, or TOML text; `overrides` replace keys.

    >>> load_case("dlubal-0116").title
    'Dlubal 0116: vibrations with Coulomb friction'
    >>> load_case("no-such-case")
    Traceback (most recent call last):
        ...
    stickslip.InputError: no-such-case: no such case file, and no built-in case of that name
    """
    if (file_or_name is None) == (text is None):
        raise TypeError("load_case() takes either the name of a case or text")
    if file_or_name is not None:
        document = _core.Document.open(os.fspath(file_or_name))
    else:
        assert text is not None
        document = _core.Document.parse(text, "text", "")
    return Case._of(_with_values(document, overrides or {}))


def cases() -> dict[str, str]:
    """The built-in cases: their names and titles.

    >>> "dlubal-0116" in cases()
    True
    """
    return _core.built_in_cases()


Problem = Union[Case, Oscillator, PlanarOscillator, str, "os.PathLike[str]"]


def _as_case(
    problem: Problem,
    load: Optional[Load] = None,
    position: Union[float, Pair, None] = None,
    velocity: Union[float, Pair, None] = None,
) -> Case:
    """What every function takes as its problem, as a case."""
    if isinstance(problem, (Oscillator, PlanarOscillator)):
        return Case(problem, load, position=position, velocity=velocity)
    if load is not None:
        raise TypeError("load belongs to an Oscillator; a case has its own")
    case = problem if isinstance(problem, Case) else load_case(problem)
    start: dict[str, KeyValue] = {}
    if position is not None:
        start["start.position"] = position
    if velocity is not None:
        start["start.velocity"] = velocity
    return case.with_values(start) if start else case


def _document(
    problem: Optional[Problem], load: Optional[Load], ratios: Mapping[str, Optional[float]], varied: Iterable[str]
) -> _core.Document:
    """The problem of a study that varies keys: a case, or ratios alone."""
    if problem is not None:
        document = _as_case(problem, load)._problem.document
        return _with_values(document, {k: v for k, v in ratios.items() if v is not None})
    names = set(varied)
    for name in ("friction_ratio", "frequency_ratio"):
        if ratios.get(name) is None and name not in names:
            raise _core.InputError("without a case the oscillator needs friction_ratio and frequency_ratio")
    friction, frequency, damping, static = (
        ratios.get(k) for k in ("friction_ratio", "frequency_ratio", "damping_ratio", "static_ratio")
    )
    return _core.Document.from_ratios(
        0.0 if friction is None else friction, 1.0 if frequency is None else frequency, damping or 0.0, static
    )
