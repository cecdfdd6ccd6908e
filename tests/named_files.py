"""Files of the project that its scripts and documents name exist: named_files.py [ROOT].

Scripts that run on other machines only, as those of the GPU benchmarks, are not run by the tests and would keep the
paths of yesterday.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[1])
READERS = ("*.sh", "*.md", "*.toml", "stickslip", "test")
NAMED = re.compile(
    r"(?<![\w./-])((?:src|include|apps|bench|examples|tests|cmake|docs|cases|validation|web/src|python/stickslip)"
    r"/[\w./-]*\.(?:cpp|hpp|cu|cuh|py|ts|sh|toml|md|csv|cmake|bib|png|mjs))(?![\w/-])")


def tracked(*patterns):
    listing = subprocess.run(["git", "-C", ROOT, "ls-files", *patterns], capture_output=True, text=True, check=False)
    return listing.stdout.split("\n")[:-1] if listing.returncode == 0 else []


def main():
    missing = []
    read = 0
    for name in tracked(*READERS):
        if name == "CHANGELOG.md":  # tells of yesterday
            continue
        for number, line in enumerate((ROOT / name).read_text(errors="replace").splitlines(), 1):
            for path in NAMED.findall(line):
                if Path(path).stem.isupper():  # a name that stands for another
                    continue
                read += 1
                if not (ROOT / path).exists() and not (ROOT / name).parent.joinpath(path).exists():
                    missing.append(f"{name}:{number}: {path} does not exist")
    print("\n".join(missing) or f"{read} names of files, all there")
    return 1 if missing or not read else 0


sys.exit(main())
