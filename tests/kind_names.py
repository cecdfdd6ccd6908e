"""No kind of case is named outside its own folders but where it must be: kind_names.py [ROOT].

A new kind is a folder, an entry in each list of kinds, its bindings, its cases and its docs. So what holds for cases of every
kind must not name one. Every file of src, include, apps, python and web is read as text; a file that names a kind must be of its
folders, carry its name, or stand in a list below. A file that is listed and names no kind any more is a failure, too, so that
the lists only shrink.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[1])
CODE = ("src/", "include/", "apps/", "python/", "web/")
# "line" and "series" are words for much else; what includes their folders is for tests/include_graph.py to say.
KINDS = ("planar", "structure")
NAMED = re.compile(rf"({'|'.join(KINDS)})(?!d\b)", re.IGNORECASE)  # a "structured array" is NumPy's
OF_A_KIND = re.compile(rf"(^src/kinds/)|(^include/stickslip/({'|'.join(KINDS)})/)|(({'|'.join(KINDS)})[^/]*$)", re.IGNORECASE)

LISTS = """
CMakeLists of folders and modules that have a part for each kind, and lists with an entry for each:
    apps/cli/CMakeLists.txt
    apps/explorer/answers.cpp
    include/stickslip/stickslip.hpp
    python/CMakeLists.txt
    python/src/binding.hpp
    python/src/module.cpp
    python/stickslip/__init__.py
    python/stickslip/_core.pyi
    src/CMakeLists.txt
    src/bindings/problem.hpp
    src/validation/CMakeLists.txt
    src/validation/run.cpp
    src/validation/run.hpp
    web/src/main.ts
"""

EXCEPTIONS = """
Which tables and keys a case file of each kind has, and which kind a case file is of:
    apps/explorer/answer_cases.cpp
    include/stickslip/model/case.hpp
    src/maps/map_axis.cpp
    src/model/case_document.cpp
    src/model/case_key_path.cpp
    src/model/case_key_path.hpp
    src/model/case_schema.cpp
    src/model/case_schema.hpp
    web/src/case_keys.ts
    web/src/units.ts
The stop of the tour that the companion of structures makes:
    apps/cli/verb_demo.cpp
The Python module has result types for each kind, and functions that choose between them:
    python/src/archive.hpp
    python/src/cases.cpp
    python/stickslip/_case.py
    python/stickslip/_design.py
    python/stickslip/_load.py
    python/stickslip/_oscillator.py
    python/stickslip/_problem.py
    python/stickslip/_simulate.py
    python/stickslip/_steady.py
    python/stickslip/_sweep.py
    python/stickslip/_trajectory.py
Forms of the page that choose between kinds:
    web/src/form.ts
    web/src/forms.ts
"""


def listed(text):
    return {line.strip() for line in text.splitlines() if line.startswith("    ")}


def main():
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True).stdout.splitlines()
    naming = set()
    for name in names:
        if not name.startswith(CODE) or name.startswith("python/tests/") or OF_A_KIND.search(name) or not (ROOT / name).is_file():
            continue
        if NAMED.search((ROOT / name).read_text(errors="replace")):
            naming.add(name)
    allowed = listed(LISTS) | listed(EXCEPTIONS)
    for name in sorted(naming - allowed):
        print(f"{name}: names a kind of case; what holds for all of them asks the descriptor of the kind")
    for name in sorted(allowed - naming):
        print(f"{name}: is listed in tests/kind_names.py, but names no kind of case any more")
    print(f"{len(naming)} files outside the folders of the kinds name one; {len(listed(EXCEPTIONS))} of them are exceptions")
    return 1 if naming != allowed else 0


if __name__ == "__main__":
    sys.exit(main())
