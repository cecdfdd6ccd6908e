"""A server of the explorer, and those who ask it, good ones and others."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import threading
import time

PATIENCE = 120.0  # s: an answer that takes longer never comes; how soon a good client is served is printed
CASE = """
[oscillator]
mass = 1
stiffness = 27.4
[friction]
bound = 0.7
[load]
kind = "harmonic"
amplitude = 1
frequency = 6.28
[run]
until = 15
"""


# The search for its steady state takes minutes: it forgets its start slowly, and its friction makes short steps.
LONG_SEARCH = """
[oscillator]
mass = 1
stiffness = 1
damping = 1e-5
[friction]
law = "dahl"
mu_kinetic = 0.001
normal = 1
sigma0 = 1000
[load]
kind = "harmonic"
amplitude = 1
frequency = 0.9131
"""


class Server:
    def __init__(self, binary, page):
        self.process = subprocess.Popen(
            [binary, "explore", "--port", "0", "--page", str(page)], stdout=subprocess.PIPE, text=True
        )
        self.port = int(re.search(r":(\d+)/", self.process.stdout.readline()).group(1))

    def memory(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return 1024 * int(re.search(r"VmRSS:\s+(\d+)", status).group(1))

    def is_computing(self):
        """Whether a thread of the server runs or waits for a processor; seen at once, however busy the machine is."""
        for task in pathlib.Path(f"/proc/{self.process.pid}/task").iterdir():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                if (task / "stat").read_text().rsplit(")", 1)[1].split()[0] == "R":
                    return True
        return False

    def seconds_of_work(self):
        """Of all threads, until now."""
        ticks = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
        return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")

    def wait_until(self, is_computing, seconds):
        """Until that is what is seen for 0.3 s; how long it took, or None."""
        began = time.monotonic()
        since = None
        while time.monotonic() - began < seconds:
            now = time.monotonic()
            since = (since or now) if self.is_computing() == is_computing else None
            if since and now - since > 0.3:
                return now - began
            time.sleep(0.01)
        return None

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(30)
        self.process.stdout.close()
        return code


def ask(port, path, body, headers=None, method="POST", timeout=PATIENCE):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    with contextlib.closing(connection):
        data = body if isinstance(body, (bytes, str)) or body is None else json.dumps(body)
        connection.request(method, path, data, {"Content-Type": "application/json", **(headers or {})})
        response = connection.getresponse()
        return response.status, response.read(), response.headers


def ask_and_leave(port, path, question, clients, seconds):
    """As many clients ask the same at once, read nothing for so long, and are gone; the server ends their work, too."""
    body = json.dumps(question)
    request = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    sockets = [socket.create_connection(("127.0.0.1", port), timeout=5) for _ in range(clients)]
    for s in sockets:
        s.sendall(request.encode())
    time.sleep(seconds)
    for s in sockets:
        s.close()


def raw(port, data, seconds=5.0):
    """Sends bytes and returns what comes back until the server closes or falls silent."""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as s:
        answer = b""
        with contextlib.suppress(OSError):
            s.sendall(data)
        with contextlib.suppress(OSError):
            while piece := s.recv(65536):
                answer += piece
        return answer


class GoodClient(threading.Thread):
    """Asks for a motion every 50 ms, each time on a connection of its own."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.port, self.times, self.problems, self.is_done = port, [], [], threading.Event()

    def run(self):
        while not self.is_done.is_set():
            began = time.monotonic()
            try:
                status, body, _ = ask(self.port, "/api/motion", {"case": CASE, "samples": 501})
                if status != 200 or b'"samples"' not in body:
                    self.problems.append((status, body[:200]))
            except OSError as error:
                self.problems.append(error)
            self.times.append(time.monotonic() - began)
            self.is_done.wait(0.05)
