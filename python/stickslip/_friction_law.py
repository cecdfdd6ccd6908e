"""Friction laws, with the words of a case file."""

from __future__ import annotations

import dataclasses
import math
import numbers
from typing import ClassVar, Optional, Union

from . import _core
from ._keys import given_keys
from ._signature import with_known_keywords
from ._value import Value


@with_known_keywords
@dataclasses.dataclass(frozen=True, eq=False)
class FrictionLaw(Value):
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

    def __post_init__(self) -> None:
        for name, value in given_keys(self).items():
            if name == "normal_record" and isinstance(value, str):
                continue
            if not isinstance(value, numbers.Real) or not math.isfinite(value):
                raise _core.InputError(f"{type(self).__name__}: {name} = {value!r} must be a finite number")

    def _keys(self) -> dict[str, object]:
        return {"law": self.law, **given_keys(self)}


@with_known_keywords
@dataclasses.dataclass(frozen=True, eq=False)
class Coulomb(FrictionLaw):
    """Constant friction of sliding, and the same or a larger one at rest.

    >>> Coulomb(bound=2.0, static_bound=2.5).static_bound
    2.5
    >>> Oscillator(mass=1.0, stiffness=4.0, friction=Coulomb(mu=0.2, normal=10.0)).friction.mu
    0.2

    The normal force may vary, N = `normal` + `normal_amplitude`·sin(`normal_frequency`·t + `normal_phase`), where a
    `bound` takes the `normal_ratio` of amplitude and mean; it has the frequency of the load unless it has its own.
    `normal_record` names a file of times and normal forces. Where N would be negative there is no contact.

    >>> pressed = Oscillator(mass=1.0, stiffness=1.0, friction=Coulomb(bound=0.5, normal_ratio=1.5))
    >>> motion = simulate(pressed, Harmonic(amplitude=1.0, frequency=0.7), until=20.0)
    >>> "open" in motion.events["kind"]
    True
    """

    law: ClassVar[str] = "coulomb"
    normal_amplitude: Optional[float] = None
    normal_ratio: Optional[float] = None
    normal_frequency: Optional[float] = None
    normal_phase: Optional[float] = None
    normal_record: Optional[str] = None

    def _varies_with_the_load(self) -> bool:
        """Whether the normal force has its frequency from a load."""
        return bool(self.normal_amplitude or self.normal_ratio) and self.normal_frequency is None


@with_known_keywords
@dataclasses.dataclass(frozen=True, eq=False)
class StribeckExponential(FrictionLaw):
    """Friction that falls with speed as exp(−decay·|v|), plus `viscous`·|v|.

    >>> StribeckExponential(bound=1.0, static_bound=1.5, decay=3.0).decay
    3.0
    """

    law: ClassVar[str] = "stribeck-exponential"
    decay: Optional[float] = None
    viscous: Optional[float] = None


@with_known_keywords
@dataclasses.dataclass(frozen=True, eq=False)
class StribeckGaussian(FrictionLaw):
    """Friction that falls with speed as exp(−(v/stribeck_velocity)²), plus `viscous`·|v|.

    >>> StribeckGaussian(bound=1.0, static_bound=1.5, stribeck_velocity=0.1).law
    'stribeck-gaussian'
    """

    law: ClassVar[str] = "stribeck-gaussian"
    stribeck_velocity: Optional[float] = None
    viscous: Optional[float] = None


@with_known_keywords
@dataclasses.dataclass(frozen=True, eq=False)
class StribeckRational(FrictionLaw):
    """Friction F_s/(1 + delta·|v|), given by its static value.

    >>> StribeckRational(static_bound=1.5, delta=3.0).delta
    3.0
    """

    law: ClassVar[str] = "stribeck-rational"
    delta: Optional[float] = None


@with_known_keywords
@dataclasses.dataclass(frozen=True, eq=False)
class PowellWiercigroch(FrictionLaw):
    """Friction with different branches for acceleration and deceleration, which meet as exp(−a·|v|).

    >>> PowellWiercigroch(bound=1.0, static_bound=1.5, a=3.0).a
    3.0
    """

    law: ClassVar[str] = "powell-wiercigroch"
    a: Optional[float] = None


@with_known_keywords
@dataclasses.dataclass(frozen=True, eq=False)
class Stefanski(FrictionLaw):
    """Non-reversible friction that depends on the acceleration itself.

    >>> Stefanski(mu=0.25, mu_static=0.3, normal=0.5, a1=12.0, a2=0.1).a1
    12.0
    """

    law: ClassVar[str] = "stefanski"
    a1: Optional[float] = None
    a2: Optional[float] = None


@with_known_keywords
@dataclasses.dataclass(frozen=True, eq=False)
class StefanskiLiteral(Stefanski):
    """The law of `Stefanski` with the sign of the acceleration alone, as it was printed.

    >>> StefanskiLiteral(bound=1.0, static_bound=1.2, a1=12.0, a2=0.1).law
    'stefanski-literal'
    """

    law: ClassVar[str] = "stefanski-literal"


@with_known_keywords
@dataclasses.dataclass(frozen=True, eq=False)
class Dahl(FrictionLaw):
    """Bristles of stiffness `sigma0` that bend before they slip.

    >>> Dahl(bound=1.0, sigma0=1000.0).sigma0
    1000.0
    """

    law: ClassVar[str] = "dahl"
    sigma0: Optional[float] = None


@with_known_keywords
@dataclasses.dataclass(frozen=True, eq=False)
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


@with_known_keywords
@dataclasses.dataclass(frozen=True, eq=False)
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


@with_known_keywords
@dataclasses.dataclass(frozen=True, eq=False)
class Jenkins(FrictionLaw):
    """A spring `k_t` in series with a slider.

    >>> Jenkins(bound=1.0, k_t=50.0).k_t
    50.0
    """

    law: ClassVar[str] = "jenkins"
    k_t: Optional[float] = None


@with_known_keywords
@dataclasses.dataclass(frozen=True, eq=False)
class RegularisedTanh(FrictionLaw):
    """bound·tanh(v/transition_velocity): for comparison only, it creeps where the others stick.

    >>> RegularisedTanh(bound=1.0, transition_velocity=0.01).law
    'tanh'
    """

    law: ClassVar[str] = "tanh"
    transition_velocity: Optional[float] = None


def friction_keys(friction: Union[FrictionLaw, float, None]) -> dict[str, object]:
    """What an oscillator takes as its friction, as keys."""
    if friction is None:
        return {"law": "none"}
    return friction._keys() if isinstance(friction, FrictionLaw) else {"law": "coulomb", "bound": friction}
