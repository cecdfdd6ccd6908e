"""What a user writes, checked by mypy --strict and run: every function, with its keywords and attributes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import stickslip as s


def worst_amplitude(friction: float, band: NDArray[np.float64]) -> float:
    states = s.steady(friction_ratio=friction, frequency_ratio=band, damping_ratio=0.05)
    return float(np.nanmax(states.amplitude_ratio))


def residual_displacement(mass: float) -> float:
    oscillator = s.Oscillator(mass=mass, stiffness=5000.0, friction=s.Coulomb(mu=0.1, normal=9.81 * mass))
    motion = s.simulate(oscillator, s.Constant(1500.0), until=5.0)
    where: float = motion(1.0)
    history: NDArray[np.float64] = motion(np.linspace(0.0, 5.0, 11))
    events = motion.events
    assert events["t"].size > 0 and history.size == 11
    return where + motion.peak.total_slip + motion.energy.friction


def main() -> None:
    one = s.steady(friction_ratio=0.3, frequency_ratio=0.8)
    lag: float = one.phase_lag
    regime: str = one.regime
    if one.cycle is not None:
        lag += one.cycle(0.0)
    best = min((worst_amplitude(f, np.linspace(0.6, 1.4, 50)), f) for f in (0.1, 0.2, 0.4))
    curve = s.sweep(friction_ratio=0.3, over=("frequency_ratio", 0.6, 1.5, 11))
    size: int = curve.amplitude_ratio.size
    plane = s.map(x=("friction_ratio", 0.0, 1.1, 10), y=("frequency_ratio", 0.1, 1.5, 10))
    size += plane["amplitude_ratio"].size
    case = s.load_case("riddoch-fig6", {"friction_ratio": 0.3})
    ratios = case.ratios
    assert ratios is not None and ratios.friction_ratio == 0.3
    named = s.simulate("dlubal-0116")
    if isinstance(named, s.Motion):
        lag += named.peak.slips
    chain = s.Structure.chain([1.0, 1.0], [1.0, 1.0], contacts=[s.Contact(on=2, bound=0.5)], loads=[s.StructureLoad(s.Harmonic(1.0, frequency=0.3), on=1)])
    long_run = s.steady(chain)
    lag += float(long_run.amplitude[0] + long_run.contacts.stuck_fraction.sum())
    if long_run.cycle is not None:
        size += long_run.cycle.events.size + long_run.events.size
    response = s.sweep(chain, over=("load.frequency", 0.2, 0.4, 5), observables=["amplitude[2-1]"])
    size += response.stuck_fraction.size + len(response.peaks) + response["amplitude[2-1]"].size
    drift: float = s.design(chain, vary=("contact[1].bound", 0.1, 0.9), minimise="amplitude[2-1]").worst
    lag += drift
    limit = s.design("riddoch-fig5", vary=("friction_ratio", 0.01, 0.99), avoid_stick=True).value
    best_bound = s.design("riddoch-fig5", vary=("friction_ratio", 0.1, 0.9), minimise="transmissibility").worst
    changes = s.boundary(x=("friction_ratio", 0.5, 1.1), at=("frequency_ratio", 1.0)).value.size
    print(limit, best_bound, changes)
    section = s.poincare("stefanski-fig3b", points=20)
    exponent = s.lyapunov("stefanski-fig3b", periods=100, runs=2).exponent
    try:
        s.load_case("nowhere.toml")
    except s.InputError as error:
        print(error)
    print(lag, regime, best, size, section.x.size, exponent, residual_displacement(100.0))


if __name__ == "__main__":
    main()
