"""Runs the tests of the command line: python3 tests/cli BINARY RESULT_FILE.

RESULT_FILE gets one line: the number of tests that passed and the number that failed.
"""

import pathlib
import signal
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent


def main():
    binary, result_file = sys.argv[1:]
    # A shell starts what runs beside it deaf to Ctrl-C, which the programs tested here would inherit.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.path.insert(0, str(HERE))
    import program

    program.BINARY = str(pathlib.Path(binary).resolve())
    suite = unittest.defaultTestLoader.discover(str(HERE), pattern="test_*.py")
    result = unittest.TextTestRunner(verbosity=1).run(suite)
    failed = len(result.failures) + len(result.errors) + len(result.skipped)
    pathlib.Path(result_file).write_text(f"{result.testsRun - failed} {failed}\n")
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
