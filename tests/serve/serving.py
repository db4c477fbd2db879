"""How tests start a server and send it bytes, well-formed or not."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from cli.running import HARD as HARD
from sokocheck.engines.all_engines import Choice
from sokospec.formats import Reading
from sokospec.limits import Limits
from sokoview.serving.folder import Folder
from sokoview.serving.jobs import Jobs
from sokoview.serving.server import ADDRESS, SECONDS, Server

ROOM = "########\n#      #\n# $  . #\n#   @  #\n########"
CORNER = "#####\n#$  #\n# @.#\n#####"


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, Any]:  # whatever JSON holds
        """The body, read."""
        value: dict[str, Any] = json.loads(self.body)
        return value


@contextmanager
def serving(
    folder: Path,
    *,
    processes: int = 1,
    waiting: int = 16,
    seconds: float = SECONDS,
    limit: float = 60.0,
    engine: str = "reference",
) -> Iterator[Server]:
    """Serve a folder on any free port; the reference engine starts at once."""
    jobs = Jobs(Choice(engine), Limits(limit, 4096), processes, waiting)
    server = Server(Folder(folder, Reading()), jobs, 0, seconds)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
        jobs.close()


def connected(server: Server | int) -> socket.socket:
    """Open a connection."""
    return socket.create_connection((ADDRESS, port_of(server)), timeout=900)


def port_of(server: Server | int) -> int:
    """Return the port of a server, or the port that is given instead of one that is a program of its own."""
    return server if isinstance(server, int) else server.server_port


def raw(server: Server | int, data: bytes, *more: bytes) -> Answer:
    """Send bytes, piece by piece, and read the answer."""
    with connected(server) as connection:
        connection.sendall(data)
        for piece in more:
            try:
                connection.sendall(piece)
            except ConnectionError:  # it has answered already
                break
        return received(connection)


def received(connection: socket.socket) -> Answer:
    """Read an answer to its end."""
    data = b""
    while piece := connection.recv(65536):
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    return Answer(int(first.split(" ")[1]), dict(line.split(": ", 1) for line in lines), body)


def get(server: Server | int, path: str, method: str = "GET", **headers: str) -> Answer:
    """Ask for a page."""
    return raw(server, _head(server, method, path, headers))


def post(server: Server | int, path: str, value: object = None, *, body: bytes | None = None, **headers: str) -> Answer:
    """Send JSON, or any other body."""
    return sent(server, path, json.dumps({} if value is None else value).encode() if body is None else body, headers)


def sent(server: Server | int, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send a body; an empty header is left out."""
    fields = {"Content_Type": "application/json", "Content_Length": str(len(body)), **headers}
    return raw(server, _head(server, "POST", path, fields), body)


def _head(server: Server | int, method: str, path: str, headers: Mapping[str, str]) -> bytes:
    fields = {"Host": f"{ADDRESS}:{port_of(server)}", **headers}
    lines = [f"{name.replace('_', '-')}: {value}\r\n" for name, value in fields.items() if value]
    return f"{method} {path} HTTP/1.1\r\n{''.join(lines)}\r\n".encode("latin-1")


def until(server: Server | int, name: str, *states: str, expanding: bool = False) -> dict[str, Any]:
    """Ask after a job until it is at one of some states, and has expanded some if that is asked for."""
    deadline = time.monotonic() + 900
    while time.monotonic() < deadline:
        told = get(server, f"/api/jobs/{name}").json
        if told["state"] in states and (told["expanded"] > 0 or not expanding):
            return told
        time.sleep(0.02)
    raise AssertionError(f"the job {name} did not come to {states}: {told}")
