"""Maps that are interrupted: their states, and how they go on."""

import os
import re
import signal
import struct

from slow_map import SlowMap


class Interruption(SlowMap):
    def test_kill_and_resume_give_the_same_bytes_as_one_thread(self):
        self.succeed(*self.SLOW, "--out", "whole.nc", "--threads", "1")
        whole = (self.folder / "whole.nc").read_bytes()
        self.succeed(*self.SLOW, "--out", "two.nc", "--threads", "2")
        self.assertEqual((self.folder / "two.nc").read_bytes(), whole)
        kills = 0
        for threads, tiles in [("2", 3), ("1", 6), ("2", 9)]:
            run = self.start(*self.SLOW, "--out", "m.nc", "--resume", "--threads", threads)
            self.wait_for_tiles("m.nc.partial", tiles, run)
            run.kill()
            run.communicate()
            kills += run.returncode == -signal.SIGKILL
            self.assertFalse((self.folder / "m.nc").exists())
        self.assertEqual(kills, 3)
        self.assertGreaterEqual(self.tiles("m.nc.partial"), 9)
        self.succeed(*self.SLOW, "--out", "m.nc", "--resume")
        self.assertEqual((self.folder / "m.nc").read_bytes(), whole)
        self.assertFalse((self.folder / "m.nc.partial").exists())

    def test_ctrl_c_leaves_a_state_and_says_how_to_go_on(self):
        self.check_that_ctrl_c_leaves_a_state(self.LONG)
        self.refuse(*self.LONG, "--out", "m.nc", saying=["m.nc.partial", "--resume"])

    def interrupted(self):
        run = self.start(*self.LONG, "--out", "m.nc")
        self.wait_for_tiles("m.nc.partial", 2, run)
        run.kill()
        run.communicate()

    def test_a_state_of_another_map_is_refused_with_the_difference(self):
        self.interrupted()
        other = [a.replace("friction_ratio=0.1:0.5:64", "friction_ratio=0.1:0.5:65") for a in self.LONG]
        differences = ["friction_ratio=0.1:0.5:65", "friction_ratio=0.1:0.5:64"]
        self.refuse(*other, "--out", "m.nc", "--resume", saying=differences)
        self.refuse(*self.LONG, "--damping-ratio", "0.1", "--out", "m.nc", "--resume", saying=["damping = 0.1"])
        more = ["--observables", "velocity_ratio"]
        self.refuse(*self.LONG, *more, "--out", "m.nc", "--resume", saying=["observables", "velocity_ratio"])

    def test_a_damaged_state_is_refused(self):
        self.interrupted()
        state = self.folder / "m.nc.partial"
        whole = state.read_bytes()
        for size in [0, 7, 200, len(whole) // 2, len(whole) - 1]:
            state.write_bytes(whole[:size])
            self.refuse(*self.LONG, "--out", "m.nc", "--resume", saying="m.nc.partial")
        state.write_bytes(b"CDF\x01" + bytes(10000))
        self.refuse(*self.LONG, "--out", "m.nc", "--resume", saying="not the state")

    def test_a_state_that_a_run_works_on_is_in_use(self):
        run = self.start(*self.LONG, "--out", "m.nc")
        try:
            self.wait_for_tiles("m.nc.partial", 1, run)
            for more in [[], ["--resume"]]:
                said = self.refuse(*self.LONG, *more, "--out", "m.nc", saying=["m.nc.partial", "is in use"])
                self.assertNotIn("left from an interrupted", said)
                self.assertIn(f"process {run.pid}", said)
        finally:
            run.kill()
            run.communicate()
        self.refuse(*self.LONG, "--out", "m.nc", saying=["m.nc.partial", "left from an interrupted map"])

    def test_a_state_with_values_that_no_map_has_is_refused(self):
        self.interrupted()
        state = self.folder / "m.nc.partial"
        whole = state.read_bytes()
        for regime in [50, 128, 200, 255]:
            state.write_bytes(with_first_regime(whole, regime))
            plot = ["--resume", "--plot", "m.png"]
            self.refuse(*self.LONG, "--out", "m.nc", *plot, saying=["m.nc.partial", f"regime = {regime}"])

    def test_a_pipe_a_device_or_a_link_is_no_state(self):
        state = self.folder / "m.nc.partial"
        os.mkfifo(state)
        for more in [[], ["--resume"]]:
            self.refuse(*self.LONG, *more, "--out", "m.nc", saying=["m.nc.partial", "is not a regular file"])
        state.unlink()
        for target in ["/dev/zero", "elsewhere"]:
            state.symlink_to(target)
            self.refuse(*self.LONG, "--resume", "--out", "m.nc", saying="m.nc.partial")
            state.unlink()
        self.assertFalse((self.folder / "elsewhere").exists())

    VECTORS = ["map", "--x", "friction_ratio=0:1.1:192", "--y", "frequency_ratio=0.001:0.3:192"]
    VECTORS += ["--observables", "stops_per_cycle,multiplier"]

    def test_a_map_goes_on_with_the_vectors_it_was_begun_with(self):
        self.succeed(*self.VECTORS, "--out", "whole.nc", "--vectors", "baseline")
        run = self.start(*self.VECTORS, "--out", "m.nc", "--vectors", "baseline", "--threads", "1")
        self.wait_for_tiles("m.nc.partial", 2, run)
        run.kill()
        run.communicate()
        self.assertEqual(run.returncode, -signal.SIGKILL)
        self.succeed(*self.VECTORS, "--out", "m.nc", "--resume")
        self.assertEqual((self.folder / "m.nc").read_bytes(), (self.folder / "whole.nc").read_bytes())

    def test_vectors_that_the_processor_lacks_are_refused_with_the_way_on(self):
        self.interrupted()
        state = self.folder / "m.nc.partial"
        state.write_bytes(with_other_vectors(state.read_bytes(), b"avx1024"))
        self.refuse(*self.LONG, "--out", "m.nc", "--resume", saying=["avx1024", "continue it on one that has them"])
        self.assertTrue(state.exists())
        self.refuse(*self.LONG, "--out", "n.nc", "--vectors", "avx1024", saying=["--vectors", "avx1024", "baseline"])


def checksum(data):
    """That of states."""
    value = len(data)
    for i in range(0, len(data), 8):
        word = int.from_bytes(data[i : i + 8].ljust(8, b"\0"), "little")
        value = (value ^ word) * 0x9E3779B97F4A7C15 % 2**64
        value ^= value >> 32
    return value % 2**32


def with_first_regime(state, value):
    """The state with this byte as the regime of the first cell of its first tile, and the right checksum."""
    changed = bytearray(state)
    _, tiles, slot = struct.unpack_from("<QQQ", changed, 16)
    values_at = 4096 + (16 * tiles + 4095) // 4096 * 4096
    tile = next(i for i in range(tiles) if any(changed[4096 + 16 * i : 4096 + 16 * i + 8]))
    begin = values_at + tile * slot
    changed[begin] = value
    struct.pack_into("<I", changed, 4096 + 16 * tile + 8, checksum(bytes(changed[begin : begin + slot])))
    return bytes(changed)


def with_other_vectors(state, vectors):
    """A state as another processor would have begun it."""
    name, size, tiles, slot, _, _ = struct.unpack("<16sQQQII", state[:48])
    text = re.sub(rb"vectors: \w+", b"vectors: " + vectors, state[48 : 48 + size])
    header = struct.pack("<16sQQQI", name, len(text), tiles, slot, checksum(text))
    return (header + struct.pack("<I", checksum(header)) + text).ljust(4096, b"\0") + state[4096:]
