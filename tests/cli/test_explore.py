"""`explore` refuses what it cannot serve; what it serves is tested in tests/explorer."""

import os
import signal
import socket
import subprocess

import program


class ExploreTest(program.ProgramTest):
    def page(self):
        (self.folder / "page").mkdir()
        self.write("page/index.html", "<!doctype html><title>page</title>")
        return "page"

    def test_bad_arguments_are_refused_in_one_sentence(self):
        page = self.page()
        self.refuse("explore", "--page", "nowhere", saying="--page nowhere")
        self.refuse("explore", "--page", page, "--port", "65536", saying="--port")
        self.refuse("explore", "--page", page, "--port", "-1", saying="--port")
        self.refuse("explore", "--page", page, "--backend", "abacus", saying=["--backend", "abacus", "cpu"])
        self.refuse("explore", "--page", page, "--address", "example", saying="--address example")
        self.refuse("explore", "--page", page, "--address", "192.0.2.1", "--port", "0", saying="192.0.2.1")

    def test_a_port_in_use_is_refused_if_it_was_asked_for(self):
        page = self.page()
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = str(taken.getsockname()[1])
            self.refuse("explore", "--page", page, "--port", port, saying=f"port {port} on 127.0.0.1 cannot be had")

    def test_without_a_gpu_it_says_so_and_how_to_go_on(self):
        hidden = {**os.environ, "CUDA_VISIBLE_DEVICES": ""}
        run = self.run_program("explore", "--page", self.page(), "--backend", "cuda", environment=hidden)
        self.assertEqual((run.returncode, run.stdout, run.stderr.count("\n")), (1, "", 1), run.stderr)
        self.assertIn("--backend cuda", run.stderr)
        self.assertIn("--backend cpu", run.stderr)

    def test_it_prints_its_address_and_ends_with_0_on_ctrl_c(self):
        run = subprocess.Popen(
            [program.BINARY, "explore", "--page", self.page(), "--port", "0"],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        self.assertRegex(run.stdout.readline(), r"http://127\.0\.0\.1:\d+/")
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=30)
        self.assertEqual((run.returncode, out, err), (0, "", ""))
