"""Time, threads, signals and memory."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import stickslip

RANDOM = np.random.default_rng(7)


def points(count):
    return {"friction_ratio": RANDOM.uniform(0.01, 1.1, count), "frequency_ratio": RANDOM.uniform(0.1, 2.0, count)}


def test_other_threads_run_while_the_engine_works():
    """A thread of Python goes on counting while another is in one long call."""
    given = points(60_000)
    counted = 0
    finished = threading.Event()

    def solve():
        stickslip.steady(**given)
        finished.set()

    worker = threading.Thread(target=solve)
    worker.start()
    while not finished.is_set():
        counted += 1
        time.sleep(0.001)
    worker.join()
    assert counted > 20


def states_of_tasks():
    """How the kernel sees the threads of this process: R runs or could run, S waits."""
    states = {}
    for task in os.listdir("/proc/self/task"):
        with contextlib.suppress(FileNotFoundError), open(f"/proc/self/task/{task}/stat", encoding="ascii") as file:
            states[int(task)] = file.read().rpartition(")")[2].split()[0]
    return states


def test_two_threads_use_two_cores():
    """Two threads in long calls, or those that work for them, both run: neither waits for the interpreter. (How much they get of a machine
    that others use as well is not ours to say.)"""
    stickslip.set_threads(1)
    try:
        workers = [threading.Thread(target=stickslip.steady, kwargs=points(60_000)) for _ in range(2)]
        for worker in workers:
            worker.start()
        both = []
        while all(worker.is_alive() for worker in workers):
            states = states_of_tasks()
            both.append(sum(state == "R" for state in states.values()) >= 3)  # this thread is one of them
            time.sleep(0.002)
        for worker in workers:
            worker.join()
    finally:
        stickslip.set_threads(None)
    assert len(both) > 20
    assert np.mean(both) > 0.8


LONG_WORK = {
    "map": "s.map(x=('friction_ratio', 0.01, 1.1, 6000), y=('frequency_ratio', 0.05, 1.5, 6000))",
    "map of a law": "s.map('stefanski-fig3b', x=('load.amplitude', 1, 15, 300), y=('load.frequency', 0.5, 2, 300))",
    "steady": "s.steady(friction_ratio=np.random.uniform(0.01, 1.1, 20_000_000), frequency_ratio=0.31)",
    "simulate": "s.simulate(s.Oscillator(friction=0.3), s.Harmonic(1.0, frequency=0.03), until=3e8)",
    "simulate a law": "s.simulate('stefanski-fig3b', until=1e8)",
    "simulate in the plane": "s.simulate('liu-fig6', until=1e8)",
    "steady of a law": "[s.steady(s.load_case('stefanski-fig3b', {'load.amplitude': a})) for a in np.linspace(6.0, 7.0, 1000)]",
    "steady in the plane": "[s.steady(s.PlanarOscillator(friction=0.5), s.Harmonic((1.0, 0.3), frequency=w)) for w in np.linspace(0.001, 2.0, 100_000)]",
    "steady of a structure": "s.steady(s.Structure.chain([1.0] * 150, [1.0] * 150, [0.01] * 150, contacts=[s.Contact(on=i, bound=0.02, static_bound=0.03) for i in range(1, 21)], loads=[s.StructureLoad(s.Harmonic(1.0, frequency=0.3), on=75)]))",
    "sweep of a structure": "s.sweep('three-mass-chain', over=('load.frequency', 0.3, 2.4, 100_000))",
    "one value of a sweep of a structure": "s.sweep(s.Structure.chain([1.0] * 150, [1.0] * 150, [0.01] * 150, contacts=[s.Contact(on=i, bound=0.02, static_bound=0.03) for i in range(1, 21)], loads=[s.StructureLoad(s.Harmonic(1.0, frequency=0.3), on=75)]), over='load.frequency', values=[0.3])",
    "design of a structure": "s.design('three-mass-chain', vary=('contact.joint.bound', 0.2, 3.0), minimise='amplitude[3]', over=('load.frequency', 0.3, 2.0))",
    "evaluation": "s.simulate('dlubal-0116')(np.random.uniform(0.0, 4.0, 60_000_000))",
    "evaluation in the plane": "s.simulate('liu-fig6', until=3.0)(np.random.uniform(0.0, 3.0, 30_000_000))",
    "sweep in the plane": "s.sweep(s.PlanarOscillator(friction=0.5), s.Harmonic((1.0, 0.3), frequency=0.7), over=('load.amplitude[0]', 0.6, 2.0, 100_000))",
    "crossings": "s.boundary(x=('friction_ratio', 0.001, 1.1), at=('frequency_ratio', 0.0002))",
    "stick limit": "s.design('stefanski-fig3b', vary=('friction.normal', 0.01, 0.5), avoid_stick=True, over=('load.frequency', 0.5, 2.0))",
    "sweep": "s.sweep('stefanski-fig3a', over=('load.amplitude', 0.1, 1.0, 1_000_000))",
    "ensemble": "s.ensemble('synthetic-earthquake', records=[s.Record([0.0, 1.0, 2.0], [0.0, 5.0, 0.0])], scales=np.linspace(0.1, 2.0, 1_000_000))",
    "boundary": "s.boundary(x=('friction_ratio', 0.001, 1.1), y=('frequency_ratio', 0.005, 0.2))",
    "design": "s.design('stefanski-fig3b', vary=('friction.normal', 0.1, 0.5), minimise='amplitude', over=('load.frequency', 0.5, 2.0))",
    "lyapunov": "s.lyapunov('stefanski-fig3b', periods=100_000_000)",
    "poincare": "s.poincare('stefanski-fig3b', points=50_000_000)",
    "bifurcation": "s.bifurcation('stefanski-fig3b', over=('load.amplitude', 0.5, 15.0, 100_000))",
    "basins": "s.basins('stefanski-fig3b', position=(-4.0, 4.0, 1000), velocity=(-6.0, 6.0, 1000))",
}

SCRIPT = """
import sys, time
import numpy as np, stickslip as s
print("ready", flush=True)
try:
    {work}
    print("finished", flush=True)
except KeyboardInterrupt:
    print("stopped", flush=True)
print(s.steady(friction_ratio=0.3, frequency_ratio=0.8).regime, flush=True)
print(len(s.steady(friction_ratio=np.linspace(0.1, 0.9, 500), frequency_ratio=0.8).regime), flush=True)
"""


@pytest.mark.parametrize("work", LONG_WORK)
def test_ctrl_c_stops_long_work(work):
    """And the interpreter can be used afterwards."""
    script = SCRIPT.format(work=LONG_WORK[work])
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(1.2)
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "stopped\n"
        assert process.stdout.readline() == "continuous\n"
        assert process.stdout.readline() == "500\n"
    assert process.returncode == 0


LEAK_SCRIPT = """
import numpy as np, stickslip as s
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096
case = s.load_case("dlubal-0116")
motion = s.simulate(case)
few = np.array([0.2, 0.4])
def refused():
    try:
        s.steady(friction_ratio=[0.1, float("nan")], frequency_ratio=1.0)
    except s.InputError:
        pass
work = {{
    "scalar": lambda: s.steady(friction_ratio=0.3, frequency_ratio=0.8),
    "array": lambda: s.steady(friction_ratio=few, frequency_ratio=0.8).phase_lag,
    "motion": lambda: s.simulate(case).events,
    "evaluation": lambda: motion(few),
    "cycle": lambda: s.steady(friction_ratio=0.3, frequency_ratio=0.8).cycle,
    "refused": refused,
}}["{name}"]
for _ in range(10_000):
    work()
before = resident()
for _ in range(100_000):
    work()
print(resident() - before)
"""


@pytest.mark.parametrize("name", ["scalar", "array", "motion", "evaluation", "cycle", "refused"])
def test_a_hundred_thousand_calls_leave_nothing_behind(name):
    """A leak of one small object a call would be 1.6 MB; what is seen is a fraction of a page per thousand calls."""
    grown = int(subprocess.check_output([sys.executable, "-c", LEAK_SCRIPT.format(name=name)], text=True))
    assert grown < 1_000_000, grown
