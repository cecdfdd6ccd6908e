"""Steady states with 50 digits, by a method that shares nothing with the proofs.

    /usr/bin/python3 tests/certify/many_digits.py COUNT SEED > tests/certify/many_digits.inc

Closed forms of every slide in mpmath; the first zero of the velocity from a fine scan, then bisection and secant; the
periodic motion from marching in doubles, then Newton's method with numerical derivatives on the map over half a period.
"""

import math
import random
import sys

from mpmath import mp, mpf

mp.dps = 50
SCAN = 0.004  # of a slide, in 1/omega_n


class Arithmetic:
    """Doubles, or 50 digits."""

    def __init__(self, is_exact):
        self.number = mpf if is_exact else float
        source = mp if is_exact else math
        self.sin, self.cos, self.exp, self.sqrt, self.asin = source.sin, source.cos, source.exp, source.sqrt, source.asin
        self.pi = mp.pi if is_exact else math.pi


class Cell:
    def __init__(self, f, W, z, is_exact):
        self.m = Arithmetic(is_exact)
        self.f, self.W, self.z = self.m.number(f), self.m.number(W), self.m.number(z)
        m, W, z = self.m, self.W, self.z
        self.eta = m.sqrt(1 - z * z)
        d = (1 - W * W) ** 2 + (2 * z * W) ** 2
        self.in_phase, self.behind = (1 - W * W) / d, 2 * z * W / d

    def forced(self, angle):
        s, c = self.m.sin(angle), self.m.cos(angle)
        return self.in_phase * s - self.behind * c, self.W * (self.in_phase * c + self.behind * s)

    def slide(self, x, v, angle, side):
        """Position, velocity and acceleration as functions of the time since."""
        m, z, eta, W = self.m, self.z, self.eta, self.W
        p, q = self.forced(angle)
        y, w = x + side * self.f - p, v - q

        def at(u):
            e, c, s = m.exp(-z * u), m.cos(eta * u), m.sin(eta * u)
            h, g = e * (c + z / eta * s), e * s / eta
            px, pv = self.forced(angle + W * u)
            X, V = h * y + g * w + px - side * self.f, -g * y + (h - 2 * z * g) * w + pv
            return X, V, m.sin(angle + W * u) - X - 2 * z * V - side * self.f

        return at


def first_stop(exact, rough, x, v, angle, side, until):
    """The first zero of the velocity in (0, until], or None."""
    scan = rough.slide(float(x), float(v), float(angle), side)
    at = exact.slide(x, v, angle, side)
    u, fine = 1e-9, min(SCAN, float(until) / 8)
    while u < float(until) + fine:
        following = u + fine
        X, V, A = scan(following)
        if side * V < 0 or (side * V < 1e-3 and side * A < 0 and side * (V + 2 * fine * A) < 0):
            low, high = mpf(u), mpf(following)
            while side * at(high)[1] > 0:
                low, high = high, high + fine / 8
                if high > until + 1:
                    return None
            for _ in range(25):
                middle = (low + high) / 2
                low, high = (middle, high) if side * at(middle)[1] > 0 else (low, middle)
            t = (low + high) / 2
            for _ in range(8):
                _, V, A = at(t)
                t -= V / A
            return t if t <= until else None
        u = following
    return None


def half_map(exact, rough, x, v, section):
    """The state half a period later, the counts, and the furthest position."""
    m, f, W = exact.m, exact.f, exact.W
    counts, furthest = [0, 0, 0], mpf(0)
    angle, end, before = mpf(section), mpf(section) + m.pi, 0
    while True:
        if v == 0 and abs(m.sin(angle) - x) <= f:
            releases = []
            for level, side in ((x + f, 1), (x - f, -1)):
                if abs(level) < 1:
                    first = m.asin(level) if side > 0 else m.pi - m.asin(level)
                    turns = mp.ceil((angle - first) / (2 * m.pi))
                    releases.append((first + 2 * m.pi * turns, side))
            release, side = min(releases)
            if before:
                counts[1 if side == before else 0] += 1
            if release >= end:
                return x, v, counts, furthest
            angle = release
        elif v == 0:
            side = 1 if m.sin(angle) > x else -1
        else:
            side = 1 if v > 0 else -1
        until = (end - angle) / W
        u = first_stop(exact, rough, x, v, angle, side, until)
        if u is None:
            X, V, _ = exact.slide(x, v, angle, side)(until)
            return X, V, counts, furthest
        x, v, before = exact.slide(x, v, angle, side)(u)[0], mpf(0), side
        angle += W * u
        furthest = max(furthest, abs(x))
        if abs(m.sin(angle) - x) > f:
            counts[2] += 1


def steady(f, W, z):
    exact, rough = Cell(f, W, z, True), Cell(f, W, z, False)
    mp.dps = 15
    fast = Cell(f, W, z, True)
    x, v, section = mpf(0), mpf(0), mpf("0.3")
    for _ in range(60):
        x, v, _, _ = half_map(fast, rough, -x, -v, section)
        x, v = x, v
    mp.dps = 50
    x, v = -mpf(x), -mpf(v)
    for _ in range(12):
        X, V, counts, furthest = half_map(exact, rough, x, v, section)
        ex, ev = x + X, v + V
        if abs(ex) + abs(ev) < mpf(10) ** -38:
            return 2 * counts[0], 2 * counts[1], 2 * counts[2], furthest
        h = mpf(10) ** -22
        if v == 0 and V == 0:
            slope = 1 + (half_map(exact, rough, x + h, v, section)[0] - X) / h
            x -= ex / slope
            continue
        a = half_map(exact, rough, x + h, v, section)
        b = half_map(exact, rough, x, v + h, section)
        xx, vx, xv, vv = 1 + (a[0] - X) / h, (a[1] - V) / h, (b[0] - X) / h, 1 + (b[1] - V) / h
        d = xx * vv - xv * vx
        x, v = x - (vv * ex - xv * ev) / d, v - (xx * ev - vx * ex) / d
    return None


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    dice = random.Random(seed)
    made = 0
    print("// {f, Ω, ζ, stops then reverse, stops then same direction, reversals, amplitude}")
    print("// clang-format off")
    while made < count:
        f, W, z = round(dice.uniform(0.02, 0.98), 6), round(dice.uniform(0.1, 1.5), 6), dice.choice([0.0, 0.0, 0.05, 0.3])
        try:
            found = steady(f, W, z)
        except (ValueError, ZeroDivisionError):
            found = None
        if found is None:
            continue
        made += 1
        print('{"%r", "%r", "%r", %d, %d, %d, "%s"},' % (f, W, z, *found[:3], mp.nstr(found[3], 35)), flush=True)


if __name__ == "__main__":
    main()
