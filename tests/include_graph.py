"""The folders use each other as the table in CONTRIBUTING.md says, in one direction: include_graph.py [ROOT].

Every #include of the project is read as text. A folder may include public headers of the folders it may use, and of
their private headers only those that they lend. No path through ".." leaves a folder of the table, public headers include
public headers only, every public header is listed for installation, and the table itself has no circle.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[1])
SOURCES = (".hpp", ".cpp", ".cu", ".cuh")
PUBLIC = "include/stickslip/"


def rows_of_table(text):
    """folder → (folders it may use, private headers it lends); a folder is named by its last path. And every path → its folder."""
    table, owners = {}, {}
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith("| folder | holds | may use | lends |"):
            break
    else:
        sys.exit("CONTRIBUTING.md has no table | folder | holds | may use | lends |")
    next(lines)
    for line in lines:
        if not line.startswith("|"):
            break
        folder, _, uses, lends = (cell.strip() for cell in line.strip("|").split("|"))
        names = re.findall(r"`([^`]+)/`", folder)
        table[names[-1]] = (set(re.findall(r"`([^`]+)`", uses)), set(re.findall(r"`([^`]+)`", lends)))
        owners.update({name: names[-1] for name in names})
    return table, owners


def folder_of(path, owners):
    """The folder of the table that a file of the project belongs to; a public header belongs to the folder of its sources."""
    if path.startswith("src/") and path.count("/") == 1:
        return PUBLIC.rstrip("/")  # the sources of the headers that every folder needs
    return owners.get(max((f for f in owners if path.startswith(f + "/")), key=len, default=None))


def reachable(table, folder, among=None):
    """All folders below `folder`, by the table."""
    below = set() if among is None else among
    for used in table[folder][0]:
        if used not in table:
            sys.exit(f"CONTRIBUTING.md: {folder} may use {used}, which is no row of the table")
        if used not in below:
            below.add(used)
            reachable(table, used, below)
    return below


def resolved(name, path, files):
    """The file of the project that an include means; None for one of another project or a generated one."""
    beside = str(Path(path).parent / name)
    for candidate in (beside, f"include/{name}", f"src/{name}", f"bench/{name}", f"src/cuda/{name}",
                      f"tests/cuda/host/{name}", *(f"apps/{part}/{name}" for part in ("cli", "explorer", "reports"))):
        if candidate in files:
            return candidate
    return None


def complaints(table, owners, files):
    for folder in table:
        if folder in reachable(table, folder):
            yield f"CONTRIBUTING.md: {folder} may use itself by a circle of the table"
    for path in sorted(files):
        own = folder_of(path, owners)
        if own is None:
            yield f"{path}: its folder is no row of the table in CONTRIBUTING.md"
            continue
        allowed = reachable(table, own)
        for number, line in enumerate((ROOT / path).read_text().splitlines(), 1):
            match = re.match(r'\s*#\s*include\s+"([^"]+)"', line) or re.match(r"\s*#\s*include\s+<(stickslip/[^>]+)>", line)
            if not match:
                continue
            name, where = match[1], f"{path}:{number}"
            if ".." in name:
                if folder_of(os.path.normpath(f"{Path(path).parent}/{name}"), owners) == own:
                    continue
                yield f"{where}: {name} leaves its folder; include it by its place below include/ or src/"
                continue
            used = resolved(name, path, files)
            if used is None:
                continue
            other = folder_of(used, owners)
            if path.startswith(PUBLIC) and not used.startswith(PUBLIC):
                yield f"{where}: a public header includes the private {used}"
            if other == own or path == PUBLIC + "stickslip.hpp":
                continue
            if other not in allowed:
                yield f"{where}: {own} may not use {other} ({used})"
            elif used.startswith("src/") and not table[other][1] & {"all", Path(used).name}:
                yield f"{where}: {used} is private to {other}; the table says what it lends"


def unlisted(files):
    listed = set(re.findall(r"\$\{public\}/(\S+?\.hpp)", (ROOT / "src/CMakeLists.txt").read_text()))
    present = {f.removeprefix(PUBLIC) for f in files if f.startswith(PUBLIC)}
    for name in sorted(listed ^ present):
        yield f"include/stickslip/{name}: " + ("not listed in src/CMakeLists.txt" if name in present else "listed, but missing")
    umbrella = set(re.findall(r'#include "stickslip/([^"]+)"', (ROOT / PUBLIC / "stickslip.hpp").read_text()))
    for name in sorted(present - umbrella - {"stickslip.hpp"}):
        yield f"include/stickslip/stickslip.hpp: does not include {name}"


def main():
    listing = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True)
    names = listing.stdout.splitlines() or [str(p.relative_to(ROOT)) for p in ROOT.rglob("*")]
    code = ("include/", "src/", "apps/", "c/", "python/", "tests/", "bench/", "examples/")
    files = {n for n in names if n.endswith(SOURCES) and n.startswith(code) and (ROOT / n).exists()}
    table, owners = rows_of_table((ROOT / "CONTRIBUTING.md").read_text())
    found = [*complaints(table, owners, files), *unlisted(files)]
    print(*found, sep="\n")
    print(f"{len(files)} files, {len(table)} folders, {len(found)} violations")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
