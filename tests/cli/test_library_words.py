"""The library names fields and never options: its messages are read in Python and on the page, too."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).parents[2]
STRING = re.compile(r'R"(\w*)\((.*?)\)\1"|"((?:[^"\\\n]|\\.)*)"', re.S)


def literals(path: pathlib.Path) -> list[str]:
    """The string literals of a C++ file, comments and included names left out."""
    text = re.sub(r"(?m)^\s*(///?.*|#include.*)$", "", path.read_text(encoding="utf-8"))
    text = re.sub(r"(?m)//(?=[^\"\n]*$).*$", "", text)
    return [m.group(2) or m.group(3) or "" for m in STRING.finditer(text)]


class LibraryWords(unittest.TestCase):
    def test_no_string_of_the_library_speaks_of_options_or_verbs(self) -> None:
        files = [p for folder in ("src", "include") for p in (ROOT / folder).rglob("*") if p.suffix in (".cpp", ".hpp", ".cu", ".cuh")]
        # What the program prints of a kind of case is written in that kind's folder report/, and may name its options.
        files = [p for p in files if "report" not in p.parts]
        self.assertGreater(len(files), 100)
        found = [f"{p.relative_to(ROOT)}: {s!r}" for p in files for s in literals(p)
                 if re.search(r"--|\bverbs?\b", s)]
        self.assertEqual(found, [])
