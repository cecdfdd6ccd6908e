"""One example of every public type, and another of the same type that differs from it: what the tests of habits run over."""

import numpy as np

import stickslip as s

RATIOS = {"friction_ratio": 0.6, "frequency_ratio": 0.105}
CHAOS = "stefanski-fig3b"
FLOOR = "contact.floor.bound"


def isolator(**choice):
    return s.design("friction-isolator", vary=("friction.bound", 20.0, 2000.0), minimise="transmissibility", **choice)


def reached(amplitude_ratio):
    return s.design("riddoch-fig5", vary=("friction_ratio", 0.05, 0.99), target=("amplitude_ratio", amplitude_ratio))


def joint_design(least):
    ranges = [("contact.wall.bound", least, 3.0), ("contact.joint.bound", least, 3.0)]
    return s.design("three-mass-chain", minimise="amplitude[3]", vary=ranges, evaluations=30)


def stick_limit(low):
    return s.design("riddoch-fig5", vary=("friction_ratio", low, 0.99), avoid_stick=True)


def crossings(at):
    return s.boundary(x=("friction_ratio", 0.5, 1.1), at=("frequency_ratio", at))


def boundaries(low):
    return s.boundary(x=("friction_ratio", 0.5, 1.1), y=("frequency_ratio", low, 1.2))


def bifurcation(points):
    return s.bifurcation(CHAOS, over=("load.amplitude", 1.0, 2.0, 2), periods=200, points=points)


def basins(seed):
    return s.basins(CHAOS, position=(-4.0, 4.0, 3), velocity=(-6.0, 6.0, 3), periods=200, seed=seed)


def law(kind, **changed):
    own = {
        s.BoucWen: {"k_z": 10.0, "beta": 0.5, "gamma": 0.5, "n": 1},
        s.Dahl: {"bound": 1.0, "sigma0": 50.0},
        s.Jenkins: {"bound": 1.0, "k_t": 50.0},
        s.LuGre: {"bound": 1.0, "static_bound": 1.5, "sigma0": 50.0, "stribeck_velocity": 0.1},
        s.PowellWiercigroch: {"bound": 1.0, "static_bound": 1.5, "a": 3.0},
        s.RegularisedTanh: {"bound": 1.0, "transition_velocity": 0.01},
        s.Stefanski: {"bound": 1.0, "static_bound": 1.2, "a1": 12.0, "a2": 0.5},
        s.StefanskiLiteral: {"bound": 1.0, "static_bound": 1.2, "a1": 12.0, "a2": 0.5},
        s.StribeckExponential: {"bound": 1.0, "static_bound": 1.5, "decay": 3.0},
        s.StribeckGaussian: {"bound": 1.0, "static_bound": 1.5, "stribeck_velocity": 0.1},
        s.StribeckRational: {"static_bound": 1.5, "delta": 3.0},
        s.Coulomb: {"bound": 1.0},
    }
    return kind(**{**own[kind], **changed})


def oscillator(mass=1.0):
    return s.Oscillator(mass=mass, stiffness=4.0, friction=0.5)


def chain(bound=0.5):
    load = s.StructureLoad(s.Harmonic(1.0, frequency=0.3, phase=1.5), on=1)
    return s.Structure.chain([1.0, 1.0], [1.0, 1.0], contacts=[s.Contact(on=2, bound=bound)], loads=[load])


def undamped_chain():
    """Driven at a natural frequency by more than friction can take."""
    load = s.StructureLoad(s.Harmonic(1.0, frequency=1.0), on=1)
    return s.Structure.chain([1.0], [1.0], contacts=[s.Contact(on=1, bound=0.1)], loads=[load])


def sticking_chain(bound):
    """Static friction above sliding friction, and a contact that never slips: every field of its steady state says something."""
    contacts = [s.Contact(on=2, bound=bound, static_bound=0.6), s.Contact(between=(1, 2), bound=9.0, stiffness=20.0)]
    load = s.StructureLoad(s.Harmonic(1.0, frequency=0.7), on=1)
    return s.Structure.chain([1.0, 1.0], [1.0, 1.0], [0.1, 0.1], contacts=contacts, loads=[load])


def structure_curve(**choice):
    """Locked offsets at one value and none at the others, and what was asked for by name."""
    return s.sweep("three-mass-chain", over=("load.frequency", 0.3, 2.4, 43), observables=["amplitude[2-1]"], **choice)


def identified(friction):
    t = np.linspace(0.0, 8.0, 200)
    x = s.simulate(s.Oscillator(mass=1.0, stiffness=40.0, friction=friction), position=0.2, until=8.0)(t)
    return s.identify(s.Oscillator(mass=1.0, stiffness=40.0), t, displacement=x, fit="friction.bound")


def planar_motion(until):
    return s.simulate("liu-fig6", until=until)


# Each entry: how to make an example, and how to make one that is not equal to it.
EXAMPLES = {
    "Attractor": (lambda: bifurcation(20).attractors[0][0], lambda: bifurcation(20).attractors[1][0]),
    "Base": (
        lambda: s.Base("moving", displacement=0.01, frequency=10.0),
        lambda: s.Base("moving", displacement=0.02, frequency=10.0),
    ),
    "BaseRecord": (lambda: s.BaseRecord([0.0, 1.0], [0.0, 1.0]), lambda: s.BaseRecord([0.0, 1.0], [0.0, 5.0])),
    "Basins": (lambda: basins(1), lambda: basins(2)),
    "Bifurcation": (lambda: bifurcation(20), lambda: s.bifurcation(CHAOS, over="load.amplitude", values=[1.5], periods=200)),
    "Boundaries": (lambda: boundaries(0.8), lambda: boundaries(0.9)),
    "Case": (lambda: s.load_case("riddoch-fig6"), lambda: s.load_case("riddoch-fig6", {"friction_ratio": 0.31})),
    "Constant": (lambda: s.Constant(1.0), lambda: s.Constant(2.0)),
    "Contact": (lambda: s.Contact(on=1, bound=0.5), lambda: s.Contact(on=1, bound=0.6)),
    "ContactCycles": (lambda: s.steady(chain()).contacts, lambda: s.steady(chain(0.6)).contacts),
    "Crossings": (lambda: crossings(1.0), lambda: crossings(0.25)),
    "Curve": (lambda: boundaries(0.8).curves[0], lambda: boundaries(0.8).curves[1]),
    "Design": (lambda: isolator(over=("load.frequency", 14.5, 30.0)), isolator),
    "JointDesign": (lambda: joint_design(0.2), lambda: joint_design(0.4)),
    "Energy": (lambda: s.simulate("dlubal-0116").energy, lambda: s.simulate("dlubal-0116", until=1.0).energy),
    "Final": (lambda: planar_motion(3.0).final, lambda: planar_motion(2.0).final),
    "Fragility": (lambda: s.fragility([0.8, 1.0, 1.1, 1.5]), lambda: s.fragility([0.8, 1.0, 1.1, 1.6])),
    "Harmonic": (lambda: s.Harmonic(1.0, frequency=1.0), lambda: s.Harmonic((1.0, 1.0), frequency=1.0)),
    "Harmonics": (
        lambda: s.Harmonics([1.0, 2.0], frequency=[1.0, 2.0]),
        lambda: s.Harmonics([1.0, 2.5], frequency=[1.0, 2.0]),
    ),
    "Estimate": (lambda: identified(0.4)["friction.bound"], lambda: identified(0.5)["friction.bound"]),
    "Identification": (lambda: identified(0.4), lambda: identified(0.5)),
    "InputError": (lambda: s.InputError("one"), lambda: s.InputError("two")),
    "Load": (s.Load, s.Constant),
    "Lyapunov": (
        lambda: s.lyapunov(CHAOS, periods=80, runs=2, transient=20),
        lambda: s.lyapunov(CHAOS, periods=90, runs=2, transient=20),
    ),
    "Motion": (lambda: s.simulate("synthetic-earthquake"), lambda: s.simulate("synthetic-earthquake", position=0.01)),
    "MotionDerivative": (
        lambda: s.simulate(oscillator(), position=1.0, until=5.0).derivative("friction.bound"),
        lambda: s.simulate(oscillator(), position=1.0, until=5.0).derivative("friction.bound", [0.5, 1.0]),
    ),
    "SteadyDerivative": (
        lambda: s.steady("riddoch-fig6", derivatives=["friction.bound"]).derivatives["friction.bound"],
        lambda: s.steady("riddoch-fig6", derivatives=["load.frequency"]).derivatives["load.frequency"],
    ),
    "StructureSteadyDerivative": (
        lambda: s.steady("siconos-two-masses", derivatives=[FLOOR]).derivatives[FLOOR],
        lambda: s.steady("siconos-two-masses", derivatives=["load.frequency"]).derivatives["load.frequency"],
    ),
    "NoResultError": (lambda: s.NoResultError("one"), lambda: s.NoResultError("two")),
    "Oscillator": (oscillator, lambda: oscillator(2.0)),
    "Peak": (lambda: s.simulate("dlubal-0116").peak, lambda: s.simulate("dlubal-0116", until=1.0).peak),
    "PeakShape": (lambda: structure_curve().peaks[0], lambda: structure_curve().peaks[1]),
    "PlanarMotion": (lambda: planar_motion(3.0), lambda: planar_motion(2.0)),
    "PlanarOscillator": (s.PlanarOscillator, lambda: s.PlanarOscillator(support_stiffness=5.0)),
    "PlanarPeak": (lambda: planar_motion(3.0).peak, lambda: planar_motion(2.0).peak),
    "PlanarSteadyState": (lambda: s.steady("liu-fig6"), lambda: s.steady("liu-fig11")),
    "Ratios": (lambda: s.load_case("hong-liu-fig10").ratios, lambda: s.load_case("riddoch-fig6").ratios),
    "Record": (lambda: s.Record([0, 1.0], [0, 1.0]), lambda: s.Record([0, 1.0], [0, 5.0])),
    "Rotating": (lambda: s.Rotating(1.0, frequency=2.0), lambda: s.Rotating(1.5, frequency=2.0)),
    "Section": (lambda: s.poincare(CHAOS, points=30), lambda: s.poincare(CHAOS, points=20)),
    "Certificate": (lambda: s.certify(**RATIOS), lambda: s.certify(friction_ratio=0.1, frequency_ratio=0.5)),
    "Certificates": (
        lambda: s.certify(friction_ratio=[0.1, 0.5, 2.0], frequency_ratio=0.5),
        lambda: s.certify(friction_ratio=[0.1, 0.5, 2.0], frequency_ratio=0.3),
    ),
    "SteadyState": (lambda: s.steady(**RATIOS), lambda: s.steady("riddoch-fig6")),
    "SteadyStates": (
        lambda: s.steady(friction_ratio=[0.1, 0.5, 2.0], frequency_ratio=0.3, static_ratio=[0.1, 0.9, 2.0]),
        lambda: s.steady(friction_ratio=[0.1, 0.5, 2.0], frequency_ratio=0.3),
    ),
    "Reached": (lambda: reached(0.5), lambda: reached(0.4)),
    "StickLimit": (lambda: stick_limit(0.01), lambda: stick_limit(0.02)),
    "Structure": (chain, lambda: chain(0.6)),
    "StructureEnergy": (lambda: s.simulate(chain(), until=30.0).energy, lambda: s.simulate(chain(), until=20.0).energy),
    "StructureLoad": (
        lambda: s.StructureLoad(s.Constant(1.0), on=1),
        lambda: s.StructureLoad(s.Constant(1.0), direction=[1.0, 1.0]),
    ),
    "StructureMotion": (lambda: s.simulate(chain(), until=30.0), lambda: s.simulate(chain(0.6), until=30.0)),
    "StructurePeak": (lambda: s.simulate(chain(), until=30.0).peak, lambda: s.simulate(chain(), until=2.0).peak),
    "StructureSteadyState": (lambda: s.steady(chain()), lambda: s.steady(chain(0.6))),
    "StructureSweep": (structure_curve, lambda: s.sweep("three-mass-chain", over=("load.frequency", 0.3, 2.4, 43))),
    "Sweep": (
        lambda: s.sweep("riddoch-fig5", over=("friction_ratio", 0.05, 0.95, 5)),
        lambda: s.sweep("riddoch-fig5", over=("friction_ratio", 0.05, 0.94, 5)),
    ),
    **{
        kind.__name__: (lambda kind=kind: law(kind), lambda kind=kind, changed=changed: law(kind, **changed))
        for kind, changed in {
            s.BoucWen: {"k_z": 11.0},
            s.Coulomb: {"bound": 2.0},
            s.Dahl: {"sigma0": 51.0},
            s.Jenkins: {"k_t": 51.0},
            s.LuGre: {"sigma0": 51.0},
            s.PowellWiercigroch: {"a": 3.1},
            s.RegularisedTanh: {"bound": 2.0},
            s.Stefanski: {"a1": 13.0},
            s.StefanskiLiteral: {"a1": 13.0},
            s.StribeckExponential: {"decay": 4.0},
            s.StribeckGaussian: {"viscous": 0.1},
            s.StribeckRational: {"delta": 4.0},
        }.items()
    },
    "FrictionLaw": (lambda: s.FrictionLaw(bound=1.0), lambda: s.FrictionLaw(bound=2.0)),
}

# Further examples of types whose inside depends on where they come from.
MORE = {
    "motion of a law": lambda: s.simulate(CHAOS, until=20.0),
    "motion on a belt": lambda: s.simulate("block-on-belt"),
    "planar motion on a rigid support": lambda: s.simulate(
        s.PlanarOscillator(friction=0.5), s.Harmonic((1.0, 0.4), frequency=0.7, phase=(0.0, 1.0)), until=20.0
    ),
    "cycle of a steady state": lambda: s.steady(**RATIOS).cycle,
    "steady state of a law": lambda: s.steady("stefanski-fig3a"),
    "steady state on a shaking base": lambda: s.steady("friction-isolator"),
    "steady state that is not unique": lambda: s.steady(friction_ratio=0.2, frequency_ratio=0.5),
    "unbounded steady state": lambda: s.steady(friction_ratio=0.3, frequency_ratio=1.0),
    "steady states over a plane": lambda: s.steady(friction_ratio=[[0.1], [0.5]], frequency_ratio=[0.3, 0.8, 1.2]),
    "one steady state of many": lambda: s.steady(friction_ratio=[0.1, 0.5], frequency_ratio=0.3)[1],
    "case with a record": lambda: s.Case(oscillator(), s.Record([0.0, 1.0, 2.0], [0.0, 9.0, 0.0])),
    "case with a built-in record": lambda: s.load_case("synthetic-earthquake"),
    "case with a start and a title": lambda: s.Case(oscillator(), s.Constant(1.0), position=0.3, title='a "b" \\ c'),
    "planar case": lambda: s.load_case("liu-fig6"),
    "planar record": lambda: s.Record([0.0, 1.0], [[0.0, 1.0], [2.0, 3.0]]),
    "record of a file": lambda: s.Record(file="somewhere.csv", scale=2.0),
    "oscillator with a law": lambda: s.Oscillator(friction=law(s.LuGre), cubic_stiffness=3.0, stiffness=-1.0),
    "planar sweep": lambda: s.sweep("liu-fig6", over=("load.amplitude", 2e5, 6e5, 3)),
    "final of a line": lambda: s.simulate("dlubal-0116").final,
    "case of a structure": lambda: s.load_case("braced-building"),
    "motion of a built-in structure": lambda: s.simulate("three-mass-chain", until=20.0),
    "motion of a structure that ended early": lambda: s.simulate(chain(), until=300.0, max_events=7),
    "steady state with static friction": lambda: s.steady(sticking_chain(0.3)),
    "cycle of a structure": lambda: s.steady("three-mass-chain").cycle,
    "unbounded steady state of a structure": lambda: s.steady(undamped_chain()),
    "sweep of a structure that has no bound at a value": lambda: s.sweep(undamped_chain(), over="load.frequency", values=[0.5, 1.0, 1.5]),
    "one value of a structure": lambda: s.sweep(chain(), over="load.frequency", values=[0.3]),
    "design of a structure": lambda: s.design("three-mass-chain", vary=("contact.wall.bound", 0.5, 2.0), minimise="amplitude[3]"),
    "stick limit of a structure": lambda: s.design(
        s.load_case("siconos-two-masses", {"load.frequency": 0.8}), vary=("contact.floor.bound", 0.01, 2.0), avoid_stick=True
    ),
    "structure with a record": lambda: s.Structure(
        [[2.0, 0.0], [0.0, 1.0]],
        None,
        [[3.0, -1.0], [-1.0, 1.0]],
        contacts=[s.Contact(between=(1, 2), bound=0.1, stiffness=20.0)],
        loads=[s.StructureLoad(s.BaseRecord([0.0, 1.0, 2.0], [0.0, 1.0, 0.0]))],
    ),
    "map": lambda: s.map(x=("friction_ratio", 0, 1.1, 4), y=("frequency_ratio", 0.1, 1.5, 3)),
}
