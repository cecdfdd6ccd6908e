"""Many threads of Python call the module at once, without the interpreter's lock, and each gets its own right answer."""

import pickle
import threading

import numpy as np
import pytest
import stickslip as s

CASE = s.load_case("riddoch-fig6")
MOTION = s.simulate("synthetic-earthquake")
STATE = s.steady(friction_ratio=0.6, frequency_ratio=0.105)
STATES = s.steady(friction_ratio=np.linspace(0.1, 0.9, 40), frequency_ratio=0.31)
STRUCTURE = s.steady("three-mass-chain")
PULSE = s.Record([0.0, 1.0, 2.0], [0.0, 5.0, 0.0])
TIMES = np.linspace(0.0, 5.0, 30_000)

WORK = {
    "steady": lambda: s.steady(friction_ratio=np.linspace(0.1, 0.9, 200), frequency_ratio=0.31).amplitude_ratio,
    "steady of a shared case": lambda: s.steady(CASE).amplitude,
    "simulate": lambda: s.simulate("hong-liu-fig10").events["t"],
    "simulate in the plane": lambda: s.simulate("liu-fig6", until=1.0)(0.7),
    "a shared motion": lambda: MOTION(TIMES),
    "steady of a structure": lambda: s.steady("siconos-two-masses").amplitude,
    "the cycle of a shared structure": lambda: STRUCTURE.cycle.friction(TIMES[:300]),
    "the cycle of a shared state": lambda: STATE.phase_lag,
    "the cycles of shared states": lambda: STATES.phase_lag,
    "a shared case, varied": lambda: CASE.with_values({"friction_ratio": 0.3}).ratios.friction_ratio,
    "sweep": lambda: s.sweep(CASE, over=("friction_ratio", 0.1, 0.9, 9)).amplitude,
    "boundary": lambda: s.boundary(x=("friction_ratio", 0.5, 1.1), at=("frequency_ratio", 1.0)).value,
    "map": lambda: s.map(x=("friction_ratio", 0, 1.1, 8), y=("frequency_ratio", 0.1, 1.5, 8))["amplitude_ratio"].values,
    "ensemble": lambda: s.ensemble("synthetic-earthquake", records=[PULSE], scales=[0.5, 1.0, 2.0])["peak"].values,
    "lyapunov": lambda: s.lyapunov("stefanski-fig3b", periods=40, runs=2, transient=5).exponent,
    "pickle": lambda: pickle.loads(pickle.dumps(MOTION)).events["t"],
    "refusal": lambda: refusal(),
    "progress": lambda: shares()[-1],
}


def refusal():
    with pytest.raises(s.InputError) as refused:
        s.steady(friction_ratio=[0.1, -1.0], frequency_ratio=1.0)
    return len(str(refused.value))


def shares():
    told = []
    s.sweep(CASE, over=("friction_ratio", 0.1, 0.9, 9), progress=lambda done, left: told.append(done))
    return told


def test_all_at_once_give_what_each_gives_alone():
    alone = {name: work() for name, work in WORK.items()}
    wrong = []

    def call(names):
        for name in names:
            try:
                if not np.array_equal(WORK[name](), alone[name], equal_nan=True):
                    wrong.append(name)
            except BaseException as error:  # noqa: BLE001 - told by the main thread
                wrong.append((name, error))

    names = list(WORK)
    threads = [threading.Thread(target=call, args=(names[i:] + names[:i],)) for i in range(len(names))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
