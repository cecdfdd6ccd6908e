"""Every law and every load can be said in Python, and means what the case file means."""

import numpy as np
import pytest
import stickslip as s

LAWS = [
    s.Coulomb(bound=0.3, static_bound=0.4),
    s.Coulomb(mu=0.1, mu_static=0.15, normal=3.0),
    s.StribeckExponential(bound=0.3, static_bound=0.4, decay=2.0, viscous=0.05),
    s.StribeckGaussian(bound=0.3, static_bound=0.4, stribeck_velocity=0.2),
    s.StribeckRational(static_bound=0.4, delta=3.0),
    s.PowellWiercigroch(bound=0.3, static_bound=0.4, a=2.0),
    s.Stefanski(bound=0.3, static_bound=0.4, a1=3.0, a2=0.5),
    s.StefanskiLiteral(bound=0.3, static_bound=0.4, a1=3.0, a2=0.5),
    s.Dahl(bound=0.3, sigma0=50.0),
    s.LuGre(bound=0.3, static_bound=0.4, sigma0=50.0, sigma1=0.2, sigma2=0.05, stribeck_velocity=0.1),
    s.BoucWen(k_z=1.0, A=1.0, beta=0.5, gamma=0.5, n=2),
    s.Jenkins(bound=0.3, k_t=20.0),
    s.RegularisedTanh(bound=0.3, transition_velocity=0.01),
]


def test_all_laws_are_here():
    spelled = {law.law for law in LAWS}
    classes = {c.law for c in vars(s).values() if isinstance(c, type) and issubclass(c, s.FrictionLaw)} - {""}
    assert spelled == classes
    with pytest.raises(s.InputError) as refused:
        s.load_case("dlubal-0116", {"friction.law": "magic"})
    for name in spelled:
        assert name in str(refused.value)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.law)
def test_law(law):
    case = s.Case(s.Oscillator(mass=1.0, stiffness=1.0, friction=law), s.Harmonic(1.0, frequency=0.7))
    keys = "".join(f"{k} = {v if isinstance(v, float) else repr(v)}\n".replace("'", '"') for k, v in law._keys().items())
    text = f"[oscillator]\nmass = 1\nstiffness = 1\n[friction]\n{keys}[load]\nkind = \"harmonic\"\namplitude = 1\nfrequency = 0.7\n"
    t = np.linspace(0.0, 20.0, 101)
    x = s.simulate(case, until=20.0)(t)
    assert x.tolist() == s.simulate(s.load_case(text=text), until=20.0)(t).tolist()
    assert np.ptp(x) > 0.1


LOADS = {
    "none": (None, lambda t: 0.0 * t),
    "constant": (s.Constant(1.5), lambda t: 1.5 + 0.0 * t),
    "harmonic": (s.Harmonic(2.0, frequency=3.0, phase=0.4, offset=0.5), lambda t: 0.5 + 2.0 * np.sin(3.0 * t + 0.4)),
    "hertz": (s.Harmonic(2.0, frequency_hz=0.5), lambda t: 2.0 * np.sin(np.pi * t)),
    "harmonics": (
        s.Harmonics(amplitude=np.array([1.0, 0.5]), frequency=[1.0, 2.0], phase=(0.0, 0.3)),
        lambda t: np.sin(t) + 0.5 * np.sin(2.0 * t + 0.3),
    ),
    "record": (s.Record([0.0, 1.0, 2.0], [0.0, 2.0, 0.0], scale=2.0), lambda t: 4.0 * np.interp(t, [0, 1, 2], [0, 1, 0])),
    "fixed base": (s.Base("fixed", displacement=0.2, frequency=1.5), lambda t: 4.0 * 0.2 * np.sin(1.5 * t)),
    "moving base": (
        s.Base("moving", acceleration=0.7, frequency=1.5),
        lambda t: -0.7 * np.sin(1.5 * t),
    ),
    "base record": (
        s.BaseRecord([0.0, 1.0, 2.0], [0.0, 1.0, 0.0], surface="moving", quantity="acceleration"),
        lambda t: -np.interp(t, [0, 1, 2], [0, 1, 0]),
    ),
}


@pytest.mark.parametrize("name", LOADS)
def test_load(name):
    load, expected = LOADS[name]
    motion = s.simulate(s.Oscillator(mass=1.0, stiffness=4.0, friction=0.1), load, position=1.0, until=3.0)
    t = np.linspace(0.0, 1.9, 20)
    assert np.allclose(motion.load(t), expected(t), rtol=1e-13, atol=1e-13)
    assert (motion.base(t) is not None) == ("base" in name)


def test_planar_problems():
    oscillator = s.PlanarOscillator(mass=1.0, stiffness=1.0, damping=0.04, friction=1.0, support_stiffness=5.0)
    state = s.steady(oscillator, s.Rotating(10.0, frequency=6.0))
    assert round(state.amplitude[0], 12) == round(0.3035639681263525, 12)  # tabulated independently
    motion = s.simulate(oscillator, s.Harmonic((3.0, 1.0), frequency=2.0, phase=(0.0, 1.0)), position=(0.1, 0.0), until=5.0)
    assert motion(0.0).tolist() == [0.1, 0.0]
    assert np.allclose(motion.load(1.0), [3.0 * np.sin(2.0), np.sin(3.0)])
    pushed = s.simulate(oscillator, s.Record([0.0, 1.0], [[0.0, 0.0], [5.0, 2.0]]), until=2.0)
    assert np.allclose(pushed.load(0.5), [2.5, 1.0])
    both = s.Harmonics([1.0, 2.0, 0.5], frequency=[2.0, 4.0, 2.0], axis=[1, 2, 2], offset=(0.0, 0.1))
    assert np.allclose(s.simulate(oscillator, both, until=2.0).load(0.3), [np.sin(0.6), 2.0 * np.sin(1.2) + 0.5 * np.sin(0.6) + 0.1])
    scheme = s.simulate(oscillator, s.Rotating(10.0, frequency=6.0), until=1.0, method="group-preserving", step=1e-3)
    exact = s.simulate(oscillator, s.Rotating(10.0, frequency=6.0), until=1.0)
    assert 0.0 < np.abs(scheme(1.0) - exact(1.0)).max() < 0.02


def test_planar_ratios_are_a_case():
    """The dimensionless form of the plane, m = k = r_y = 1, and what it says."""
    case = s.load_case(text="[ratios]\ndimensions = 2\nforce = 10\nfrequency = 6\ndamping = 0.02\nstiffness = 0.2\n")
    plain = s.steady(
        s.PlanarOscillator(damping=0.04, friction=1.0, support_stiffness=5.0), s.Rotating(10.0, frequency=6.0)
    )
    state = s.steady(case)
    assert case.is_planar
    assert np.allclose(state.amplitude, plain.amplitude, rtol=1e-12)
    assert np.isclose(state.magnification, plain.magnification, rtol=1e-12)
    curve = s.sweep(case, over=("ratios.force", 5.0, 10.0, 3))
    assert np.isclose(curve.magnification[-1], plain.magnification, rtol=1e-12)


def test_a_case_survives_its_text():
    case = s.Case(s.Oscillator(mass=2.0, stiffness=8.0, friction=s.Coulomb(0.5)), s.Harmonic(1.0, frequency=1.0), title='a "b" \\ c')
    again = s.load_case(text=case.text)
    assert again.title == case.title == 'a "b" \\ c'
    assert again.ratios == case.ratios


def test_start_of_a_case_can_be_chosen():
    assert s.simulate("dlubal-0116", position=0.7)(0.0) == 0.7
    assert s.simulate("dlubal-0116", velocity=0.3).v(0.0) == 0.3


def test_values_of_keys_that_are_no_numbers():
    case = s.load_case("stefanski-fig3b").with_values({"friction.law": "none", "load.amplitude": 2})
    assert 'law = "none"' in case.text
    with pytest.raises(s.InputError, match="friction.lav"):
        case.with_values({"friction.lav": "none"})
