"""Many clients of one server at once, for ThreadSanitizer: python3 clients.py BINARY.

Every kind of question from several connections together, questions that replace one another, and clients that go away before
they are answered. Each answer must be the one that a client alone gets. How soon it comes is not looked at: an instrumented
server is slow.
"""

import json
import pathlib
import socket
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "explorer"))
from explorer_client import CASE, Server, ask  # noqa: E402

WINDOW = {"x_from": 0.1, "x_to": 1.1, "y_from": 0.5, "y_to": 1.5}
CHAOS = {"case": CASE.replace("bound = 0.7", "bound = 0.2\nstatic_bound = 0.7")}
QUESTIONS = [
    ("/api/cases", {}),
    ("/api/read", {"case": CASE}),
    ("/api/motion", {"case": CASE, "samples": 501}),
    ("/api/steady", {"case": CASE}),
    ("/api/sweep", {"case": CASE, "key": "load.frequency", "from": 3, "to": 9, "count": 20}),
    ("/api/map", {**WINDOW, "x_count": 24, "y_count": 24}),
    ("/api/map", {**WINDOW, "x_count": 6, "y_count": 6, "static": 1.2}),
    ("/api/boundary", {**WINDOW, "seed_lines": 8}),
    ("/api/section", {**CHAOS, "points": 50}),
    ("/api/lyapunov", {**CHAOS, "periods": 50}),
    ("/api/bifurcation", {**CHAOS, "key": "load.frequency", "values": [4.0, 5.0, 6.0]}),
]
ROUNDS = 2
CLIENTS = 4


def answers(port):
    return [ask(port, path, body)[:2] for path, body in QUESTIONS]


def without_times(answer):
    """A status, and the answer without how long it took; maps are answered in bytes."""
    status, text = answer
    try:
        body = json.loads(text)
    except ValueError:
        return status, text
    if isinstance(body, dict):
        body.pop("seconds", None)
    return status, body


def ask_together(port, alone, problems):
    def client(first):
        for i in range(ROUNDS * len(QUESTIONS)):
            n = (first + i) % len(QUESTIONS)
            path, body = QUESTIONS[n]
            answer = without_times(ask(port, path, body)[:2])
            if answer != alone[n] and answer[0] != 429:
                problems.append((path, answer))

    clients = [threading.Thread(target=client, args=(3 * i,)) for i in range(CLIENTS)]
    for c in clients:
        c.start()
    for c in clients:
        c.join()


def ask_again_and_again(port, problems):
    """For one view: a later question ends an earlier one, and someone always leaves early."""

    def client():
        for i in range(5):
            status, _, _ = ask(port, "/api/map", {**WINDOW, "x_count": 60 + i, "y_count": 60}, {"Stickslip-View": "me/map"})
            if status not in [200, 409, 429]:
                problems.append(("a view", status))

    def leaver():
        body = json.dumps({**WINDOW, "x_count": 200, "y_count": 200})
        head = f"POST /api/map HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        for _ in range(10):
            with socket.create_connection(("127.0.0.1", port), timeout=60) as s:
                s.sendall((head + body).encode())

    clients = [threading.Thread(target=t) for t in [client, client, client, leaver, leaver]]
    for c in clients:
        c.start()
    for c in clients:
        c.join()


def main(binary):
    with tempfile.TemporaryDirectory() as page:
        pathlib.Path(page, "index.html").write_text("the page")
        server = Server(binary, page)
        problems = []
        try:
            alone = [without_times(a) for a in answers(server.port)]
            problems += [(QUESTIONS[i][0], a) for i, a in enumerate(alone) if a[0] != 200]
            ask_together(server.port, alone, problems)
            ask_again_and_again(server.port, problems)
        finally:
            code = server.stop()
        for problem in problems:
            print(str(problem)[:300], file=sys.stderr)
        return code or bool(problems)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
