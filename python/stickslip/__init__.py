"""Exact motion of a mass on a spring with dry friction.

>>> import stickslip
>>> stickslip.steady(friction_ratio=0.6, frequency_ratio=0.105).stops_per_cycle
4
>>> motion = stickslip.simulate("dlubal-0116")
>>> round(float(motion(1.0)), 6)
0.13893
"""

from ._attractor import Attractor
from ._basins import Basins, basins
from ._bifurcation import Bifurcation, bifurcation
from ._boundary import Boundaries, Crossings, Curve, boundary
from ._case import Case, Ratios, cases, load_case
from ._certify import Certificate, Certificates, certify
from ._core import InputError, NoResultError
from ._core import version as __version__
from ._core import set_threads as _set_threads
from ._core import threads
from ._design import Design, Reached, StickLimit, design
from ._ensemble import ensemble
from ._fragility import Fragility, fragility
from ._friction_law import (
    BoucWen,
    Coulomb,
    Dahl,
    FrictionLaw,
    Jenkins,
    LuGre,
    PowellWiercigroch,
    RegularisedTanh,
    Stefanski,
    StefanskiLiteral,
    StribeckExponential,
    StribeckGaussian,
    StribeckRational,
)
from ._identify import Estimate, Identification, identify
from ._joint_design import JointDesign
from ._load import Base, BaseRecord, Constant, Harmonic, Harmonics, Load, Record, Rotating
from ._lyapunov import Lyapunov, lyapunov
from ._map import map, open_map
from ._motion import Motion, Peak
from ._motion_derivative import MotionDerivative, SteadyDerivative
from ._oscillator import Oscillator, PlanarOscillator
from ._planar_motion import PlanarMotion, PlanarPeak
from ._planar_steady_state import PlanarSteadyState
from ._poincare import Section, poincare
from ._signature import known_keywords as _known_keywords
from ._simulate import simulate
from ._steady import steady
from ._steady_state import SteadyState
from ._steady_states import SteadyStates
from ._structure import Contact, Structure, StructureLoad
from ._structure_motion import StructureEnergy, StructureMotion, StructurePeak
from ._structure_steady_state import ContactCycles, StructureSteadyDerivative, StructureSteadyState
from ._structure_sweep import PeakShape, StructureSweep
from ._sweep import Sweep, sweep
from ._trajectory import Energy, Final


@_known_keywords
def set_threads(count: int | None) -> None:
    """Limits the number of threads of the engine; None lifts the limit.

    >>> set_threads(1)
    >>> threads()
    1
    >>> set_threads(None)
    """
    _set_threads(count)


__all__ = [
    "Attractor",
    "Base",
    "BaseRecord",
    "Basins",
    "Bifurcation",
    "BoucWen",
    "Boundaries",
    "Case",
    "Certificate",
    "Certificates",
    "Constant",
    "Contact",
    "ContactCycles",
    "Coulomb",
    "Crossings",
    "Curve",
    "Dahl",
    "Design",
    "Energy",
    "Estimate",
    "Final",
    "Fragility",
    "FrictionLaw",
    "Harmonic",
    "Harmonics",
    "Identification",
    "InputError",
    "Jenkins",
    "JointDesign",
    "Load",
    "LuGre",
    "Lyapunov",
    "Motion",
    "MotionDerivative",
    "NoResultError",
    "Oscillator",
    "Peak",
    "PeakShape",
    "PlanarMotion",
    "PlanarOscillator",
    "PlanarPeak",
    "PlanarSteadyState",
    "PowellWiercigroch",
    "Ratios",
    "Reached",
    "Record",
    "RegularisedTanh",
    "Rotating",
    "Section",
    "SteadyDerivative",
    "SteadyState",
    "SteadyStates",
    "Stefanski",
    "StefanskiLiteral",
    "StickLimit",
    "StribeckExponential",
    "StribeckGaussian",
    "StribeckRational",
    "Structure",
    "StructureEnergy",
    "StructureLoad",
    "StructureMotion",
    "StructurePeak",
    "StructureSteadyDerivative",
    "StructureSteadyState",
    "StructureSweep",
    "Sweep",
    "__version__",
    "basins",
    "bifurcation",
    "boundary",
    "cases",
    "certify",
    "design",
    "ensemble",
    "fragility",
    "identify",
    "load_case",
    "lyapunov",
    "map",
    "open_map",
    "poincare",
    "set_threads",
    "simulate",
    "steady",
    "sweep",
    "threads",
]
