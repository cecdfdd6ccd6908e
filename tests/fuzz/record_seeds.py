"""Writes a small record of every form that is read: record_seeds.py FOLDER"""

import pathlib
import sys


def cosmos(values):
    """A file of COSMOS with a short header."""
    lines = ["Corrected acceleration    (Format v01.20 with  2 text lines) Src: 052", "An earthquake"]
    lines += ["  10 Integer-header values follow on  1 lines, Format= (10I8)", "".join(f"{i:8d}" for i in range(10))]
    lines += ["  65 Real-header values follow on  13 lines, Format= (5E15.6)"]
    reals = [5.0 if i == 61 else -999.0 for i in range(65)]
    lines += ["".join(f"{x:15.6E}" for x in reals[i : i + 5]) for i in range(0, 65, 5)]
    lines += ['   1 Comment line(s) follow, each starting with a "|":', "| one"]
    lines += [f"{len(values):8d} acceleration pts, approx   1 secs, units=cm/sec2(04),Format=(8f10.5)"]
    lines += ["".join(f"{x:10.5f}" for x in values[i : i + 8]) for i in range(0, len(values), 8)]
    return "\n".join(lines) + "\nEnd-of-data\n"


def itaca(values):
    """A file of ITACA."""
    header = ["EVENT_NAME: QUAKE", *(f"KEY_{i}: " for i in range(2, 61)), "SAMPLING_INTERVAL_S: 0.005"]
    header += [f"NDATA: {len(values)}", "UNITS: cm/s^2", "DATA_TYPE: ACCELERATION"]
    return "\n".join([*header, *map(str, values)]) + "\n"


def peer(values):
    """A file of PEER."""
    head = f"PEER\nA pulse\nACCELERATION IN UNITS OF G\nNPTS= {len(values)}, DT= .0100 SEC\n"
    return head + "  ".join(map(str, values)) + "\n"


def columns(values):
    """Columns at equal steps."""
    return "# step = 0.01 s, unit = g\n" + " ".join(map(str, values)) + "\n"


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    for form in (cosmos, itaca, peer, columns):
        (folder / form.__name__).write_text(form([0.5, -12.25, 3.0, 4.0, 5.0, -6.0, 7.5, 8.0, 9.0]))
