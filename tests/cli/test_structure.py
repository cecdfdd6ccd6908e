"""Structures on the command line: published values, the documented members, files, matrices from NumPy, refusals."""

import csv
import os

import numpy
import scipy.io
import scipy.sparse

from program import ProgramTest
from structure_texts import pad

CHAIN = """[structure]
mass = "{mass}"
stiffness = "{stiffness}"
""" + pad("pad")
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


def labelled(matrix):
    """The lower triangle as Abaqus writes it in the format of matrix input."""
    rows, columns = numpy.nonzero(numpy.tril(matrix))
    lines = (f"{i + 1},1, {j + 1},1, {matrix[i, j]:.15e}\n" for i, j in zip(rows, columns))
    return "** MATRIX INPUT\n" + "".join(lines)


def triangle(matrix):
    """The upper triangle as CalculiX stores it."""
    rows, columns = numpy.nonzero(numpy.triu(matrix))
    return "".join(f"{i + 1} {j + 1} {matrix[i, j]:20.13e}\n" for i, j in zip(rows, columns))


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
        scipy.io.savemat(folder / "full.mat", {"m": MASS.astype("i2"), "k": STIFFNESS, "title": "frame"})
        packed = {"m": MASS, "k": scipy.sparse.csc_matrix(STIFFNESS)}
        scipy.io.savemat(folder / "packed.mat", packed, do_compression=True)
        (folder / "frame_MASS2.mtx").write_text(labelled(MASS))
        (folder / "frame_STIF2.mtx").write_text(labelled(STIFFNESS))
        (folder / "frame.mas").write_text(triangle(MASS))
        (folder / "frame.sti").write_text(triangle(STIFFNESS))
        (folder / "frame.dof").write_text("1.1\n2.1\n")
        (folder / "both.pch").write_text(punched("MAAX", MASS) + punched("KAAX", STIFFNESS))
        ends = []
        for mass, stiffness in [("m.npy", "k.npy"), ("both.pch:MAAX", "both.pch:KAAX"), ("plain.npz:m", "plain.npz:k"), ("packed.npz:m", "packed.npz:k"),
                                ("m.csv", "k.csv"), ("full.mat:m", "full.mat:k"), ("packed.mat:m", "packed.mat:k"),
                                ("frame_MASS2.mtx", "frame_STIF2.mtx"), ("frame.mas", "frame.sti")]:
            case = self.write("c.toml", CHAIN.format(mass=mass, stiffness=stiffness))
            ends.append(self.result("simulate", case, "--until", "30")["final"])
        for end in ends[1:]:
            self.assertEqual(end, ends[0])

    def test_random_arrays_of_scipy_are_read_as_they_were_saved(self):
        random = numpy.random.default_rng(22)
        for trial in range(12):
            size = int(random.integers(1, 9))
            root = random.normal(size=(size, size)) * (random.random((size, size)) < 0.5)
            stiffness = root @ root.T + numpy.eye(size)
            saved = scipy.sparse.csc_matrix(stiffness) if trial % 2 else stiffness
            scipy.io.savemat(self.folder / "frame.mat", {"other": [[1.0]], "K": saved}, do_compression=trial % 4 > 1)
            numpy.save(self.folder / "k.npy", stiffness)
            numpy.save(self.folder / "m.npy", numpy.eye(size))
            ends = []
            for name in ["k.npy", "frame.mat:K"]:
                case = self.write("c.toml", CHAIN.replace("on = 2", "on = 1").format(mass="m.npy", stiffness=name))
                ends.append(self.result("simulate", case, "--until", "3")["final"])
            self.assertEqual(ends[0], ends[1])

    def test_damaged_files_of_other_programs_are_refused_in_a_sentence(self):
        folder = self.folder
        numpy.save(folder / "m.npy", MASS)
        scipy.io.savemat(folder / "whole.mat", {"k": STIFFNESS, "text": "words"}, do_compression=True)
        whole = (folder / "whole.mat").read_bytes()
        files = {f"cut{size}.mat:k": whole[:size] for size in (0, 60, 128, 130, 150)}
        files |= {
            "whole.mat": whole, "whole.mat:text": whole, "whole.mat:none": whole,
            "hdf.mat:k": b"MATLAB 7.3 MAT-file", "abaqus.mtx": b"1,1,1,1\n", "twice.mtx": b"1 1 1\n1 1 1\n",
            "k.sti": b"1 1 3\n2 2 x\n", "outside.sti": b"1 1 3\n0 2 1\n", "k.mas": b"", "k.odb": b"1",
        }
        for name, content in files.items():
            (folder / name.split(":")[0]).write_bytes(content)
            case = self.write("c.toml", CHAIN.format(mass="m.npy", stiffness=name))
            self.refuse("simulate", case, saying=["structure.stiffness", name.split(":")[0]])

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
