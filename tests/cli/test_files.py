"""What the program writes: CSV, JSON, NetCDF, pictures."""

import csv
import json
import signal
import subprocess
import time

import program
from program import ProgramTest


class DataFiles(ProgramTest):
    def test_csv_holds_the_samples_of_the_json(self):
        result = self.result("simulate", "hong-liu-fig10", "--samples", "101", "--out", "motion.csv")
        with open(self.folder / "motion.csv", newline="") as file:
            rows = list(csv.reader(file))
        self.assertEqual(rows[0], ["t", "x", "v", "a", "friction"])
        for i, name in enumerate(rows[0]):
            self.assertEqual([float(row[i]) for row in rows[1:]], result["samples"][name])

    def test_json_file_is_what_is_printed(self):
        printed = self.result("simulate", "dlubal-0116", "--out", "motion.json")
        self.assertEqual(json.loads((self.folder / "motion.json").read_text()), printed)

    def test_netcdf_opens_in_xarray(self):
        import xarray

        result = self.result("simulate", "riddoch-fig5", "--samples", "50", "--out", "motion.nc")
        with xarray.open_dataset(self.folder / "motion.nc") as data:
            self.assertEqual(data["x"].dims, ("time",))
            self.assertEqual(data["time"].values.tolist(), result["samples"]["t"])
            for name in ["x", "v", "a", "friction", "x_absolute", "base"]:
                self.assertEqual(data[name].values.tolist(), result["samples"][name])
                self.assertIn("units", data[name].attrs)
                self.assertIn("long_name", data[name].attrs)
            self.assertEqual(data["event_time"].values.tolist(), [e["t"] for e in result["events"]])
            self.assertEqual(data["event_x"].values.tolist(), [e["x"] for e in result["events"]])
            self.assertEqual(data["event_direction"].values.tolist(), [e["direction"] for e in result["events"]])
            meanings = data["event_kind"].attrs["flag_meanings"].split()
            self.assertEqual([meanings[k] for k in data["event_kind"].values], [e["kind"] for e in result["events"]])
            self.assertEqual(data.attrs["title"], result["title"])
            self.assertEqual(data.attrs["version"], result["version"])
            self.write("again.toml", data.attrs["case"])
        self.assertEqual(self.result("simulate", "again.toml", "--samples", "50"), result)

    def test_netcdf_of_a_motion_without_events(self):
        import xarray

        self.succeed("simulate", "dlubal-0116", "--set", "load.force=1", "--out", "still.nc")
        with xarray.open_dataset(self.folder / "still.nc") as data:
            self.assertEqual(data.sizes["event"], 0)

    def test_only_the_files_asked_for_appear(self):
        self.succeed("simulate", "dlubal-0116", "--out", "a.csv", "--plot", "b.svg")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["a.csv", "b.svg"])

    def test_an_interrupted_run_leaves_nothing(self):
        command = [program.BINARY, "simulate", "hong-liu-fig6-stick", "--until", "1e6", "--out", "long.csv"]
        run = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL)
        while not list(self.folder.iterdir()):
            time.sleep(0.01)
        run.send_signal(signal.SIGINT)
        self.assertEqual(run.wait(timeout=program.SECONDS), 130)
        self.assertEqual(list(self.folder.iterdir()), [])


class Pictures(ProgramTest):
    def test_plots_are_files_of_their_kind(self):
        for suffix, start in [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")]:
            self.succeed("simulate", "hong-liu-fig10", "--plot", "motion." + suffix)
            self.assertTrue((self.folder / ("motion." + suffix)).read_bytes().startswith(start))

    def test_a_motionless_mass_and_an_odd_title_can_be_drawn(self):
        self.succeed("simulate", "dlubal-0116", "--set", "load.force=1", "--set", "title=it's {odd} & <x>_^", "--plot", "a.svg")

    def test_the_demo_writes_its_pictures_where_it_says(self):
        text = self.succeed("demo")
        pictures = [line.split()[1] for line in text.splitlines() if line.startswith("  picture:")]
        self.assertTrue(pictures)
        for picture in pictures:
            self.assertTrue((self.folder / picture).is_file())
        elsewhere = self.result("demo", "--out", "here")["pictures"]
        self.assertTrue(all(entry["file"].startswith("here/") for entry in elsewhere))
