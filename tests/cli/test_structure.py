"""Structures on the command line: published values, the documented members, files, matrices from NumPy, refusals."""

import csv
import os

import numpy

from program import ProgramTest

CHAIN = """[structure]
mass = "{mass}"
stiffness = "{stiffness}"
[[contact]]
name = "pad"
on = 1
bound = 0.2
[[load]]
on = 2
kind = "harmonic"
amplitude = 1
frequency = 0.7
"""
MASS = numpy.array([[1.0, 0.0], [0.0, 2.0]])
STIFFNESS = numpy.array([[3.0, -1.0], [-1.0, 1.0]])


def punched(name, matrix):
    """A symmetric matrix as Nastran punches it, one grid point for each row."""
    text = f"DMIG    {name:<8}       0       6       2       0        {'':<8}{len(matrix):>8}\n"
    for j, column in enumerate(matrix.T):
        text += f"DMIG*   {name:<16}{j + 1:>16}{1:>16}\n"
        for i in range(j, len(matrix)):
            if column[i] != 0:
                text += f"*       {i + 1:>16}{1:>16}{column[i]:>16.9E}\n".replace("E", "D")
    return text


class PublishedValues(ProgramTest):
    def test_two_masses_of_sdnd106(self):
        r = self.result("simulate", "sdnd106-two-masses", "--times", "0.02,0.15,0.339965")
        x1, x2 = r["samples"]["x"]
        for computed, exact in [(x2[0], 0.11221), (x2[2], 3.96813)]:
            self.assertAlmostEqual(computed, exact, delta=6e-6)
        self.assertAlmostEqual(x1[1], 1.35333766, delta=6e-9)
        self.assertAlmostEqual(x2[1], 1.80753247, delta=6e-9)
        release, stop = r["events"]
        self.assertEqual((release["contact"], release["kind"], release["direction"]), (1, "stick-to-slide", 1))
        self.assertAlmostEqual(release["t"], 0.035124073655, delta=1e-12)
        self.assertEqual((stop["kind"], stop["direction"]), ("slide-to-stick", 0))
        self.assertAlmostEqual(stop["t"], 0.314923275, delta=1e-9)


class Contract(ProgramTest):
    def test_the_json_object_has_the_documented_members(self):
        r = self.result("simulate", "three-mass-chain", "--samples", "5", "--until", "20")
        self.assertLessEqual({"events", "final", "samples", "energy", "peak", "version"}, set(r))
        self.assertEqual(set(r["final"]), {"t", "x", "v", "contacts"})
        self.assertEqual([len(r["samples"][k]) for k in ("t", "x", "v", "friction")], [5, 3, 3, 2])
        self.assertEqual(len(r["samples"]["x"][0]), 5)
        self.assertEqual(len(r["energy"]["friction"]), 2)
        self.assertEqual(len(r["peak"]["total_slip"]), 2)

    def test_csv_has_the_documented_header(self):
        self.succeed("simulate", "three-mass-chain", "--samples", "4", "--out", "m.csv")
        with open(self.folder / "m.csv") as file:
            rows = list(csv.reader(file))
        self.assertEqual(rows[0], "t,x1,x2,x3,v1,v2,v3,friction1,friction2".split(","))
        self.assertEqual(len(rows), 5)

    def test_overrides_name_contacts_and_springs(self):
        plain = self.result("simulate", "three-mass-chain", "--until", "10")["final"]["x"]
        for key in ["contact.wall.bound=0.5", "contact[2].bound=0.5", "structure.springs[2]=2", "load.frequency=1"]:
            self.assertNotEqual(self.result("simulate", "three-mass-chain", "--until", "10", "--set", key)["final"]["x"], plain)

    def test_every_picture_is_drawn(self):
        for name in ["sdnd106-two-masses", "braced-building"]:
            self.succeed("simulate", name, "--plot", name + ".svg")
            self.assertGreater(os.path.getsize(self.folder / (name + ".svg")), 10_000)


class Matrices(ProgramTest):
    def test_numpy_and_text_files_give_the_same_motion(self):
        folder = self.folder
        numpy.save(os.path.join(folder, "m.npy"), MASS)
        numpy.save(os.path.join(folder, "k.npy"), numpy.asfortranarray(STIFFNESS.astype(">f4")))
        numpy.savez(os.path.join(folder, "plain.npz"), m=MASS.astype(int), k=STIFFNESS)
        numpy.savez_compressed(os.path.join(folder, "packed.npz"), m=MASS, k=STIFFNESS)
        numpy.savetxt(os.path.join(folder, "m.csv"), MASS, delimiter=",")
        numpy.savetxt(os.path.join(folder, "k.csv"), STIFFNESS)
        (folder / "both.pch").write_text(punched("MAAX", MASS) + punched("KAAX", STIFFNESS))
        ends = []
        for mass, stiffness in [("m.npy", "k.npy"), ("both.pch:MAAX", "both.pch:KAAX"), ("plain.npz:m", "plain.npz:k"), ("packed.npz:m", "packed.npz:k"),
                                ("m.csv", "k.csv")]:
            case = self.write("c.toml", CHAIN.format(mass=mass, stiffness=stiffness))
            ends.append(self.result("simulate", case, "--until", "30")["final"])
        for end in ends[1:]:
            self.assertEqual(end, ends[0])

    def test_damaged_files_are_refused_in_a_sentence(self):
        folder = self.folder
        numpy.save(os.path.join(folder, "k.npy"), STIFFNESS)
        whole = (folder / "k.npy").read_bytes()
        numpy.save(os.path.join(folder, "m.npy"), MASS)
        for size in [0, 5, 9, 60, 128, len(whole) - 1]:
            with open(os.path.join(folder, "k.npy"), "wb") as file:
                file.write(whole[:size])
            case = self.write("c.toml", CHAIN.format(mass="m.npy", stiffness="k.npy"))
            self.refuse("simulate", case, saying="structure.stiffness")
