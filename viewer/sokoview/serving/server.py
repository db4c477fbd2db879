"""The server: on 127.0.0.1 alone, with a thread for each of not too many connections."""

from __future__ import annotations

import socket
import socketserver
import sys
import threading
import traceback
from contextlib import suppress
from http.server import ThreadingHTTPServer

from sokocheck.application.terminal_text import warn
from sokospec.formats import Reading
from sokoview.serving.folder import Folder
from sokoview.serving.handler import Handler
from sokoview.serving.jobs import Jobs
from sokoview.serving.overview import Overview

ADDRESS = "127.0.0.1"
SECONDS = 10.0
"""A request must have arrived, and its answer must have been taken, within so many seconds each."""

MOST_CONNECTIONS = 64


class Ended(Exception):  # control flow, which leads out of the base class's loop
    """The server has been told to end."""


class Server(ThreadingHTTPServer):
    """Serves a folder; `close` ends it with all that it started."""

    daemon_threads = True
    request_queue_size = 128
    allow_reuse_address = sys.platform != "win32"  # where that would let two servers have one port

    def __init__(self, folder: Folder, jobs: Jobs, port: int, reading: Reading, seconds: float = SECONDS) -> None:
        """Take the port, or any free one for 0; raises `OSError` when it is in use."""
        super().__init__((ADDRESS, port), Handler)
        self.folder = folder
        self.overview = Overview(folder, reading)
        self.jobs = jobs
        self.reading = reading
        self.seconds = seconds
        self.ended = False
        self._room = threading.BoundedSemaphore(MOST_CONNECTIONS)

    def server_bind(self) -> None:
        """Bind, without asking anybody for the name of the address."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = ADDRESS, self.server_address[1]

    @property
    def address(self) -> str:
        """The address of the first page."""
        return f"http://{ADDRESS}:{self.server_port}/"

    @property
    def hosts(self) -> frozenset[str]:
        """What requests may call the server: a page of another name that leads here must not read the answers."""
        names = [ADDRESS, "localhost"]
        return frozenset(
            [*(f"{name}:{self.server_port}" for name in names), *(names if self.server_port == 80 else ())]
        )

    def serve(self) -> None:
        """Answer until `ended` is set, as a signal may do at any moment."""
        with suppress(Ended):
            self.serve_forever(poll_interval=0.2)

    def service_actions(self) -> None:
        """End if that is wanted: what the base class does between two requests."""
        if self.ended:
            raise Ended

    def close(self) -> None:
        """Give the port free and end all jobs."""
        self.server_close()
        self.jobs.close()

    def process_request(self, request: socket.socket | tuple[bytes, socket.socket], client_address: object) -> None:
        """Answer in a thread of its own, unless there are too many already."""
        assert isinstance(request, socket.socket)
        if not self._room.acquire(blocking=False):
            with suppress(OSError):
                request.settimeout(0.1)
                request.sendall(b"HTTP/1.0 503 Service Unavailable\r\nRetry-After: 5\r\n\r\ntoo many connections\n")
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except RuntimeError:  # no thread could be started
            self._room.release()
            raise

    def process_request_thread(
        self, request: socket.socket | tuple[bytes, socket.socket], client_address: object
    ) -> None:
        """Answer, and make room for another connection."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._room.release()

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of clients that have gone away, of which every `OSError` tells here; tell of everything else."""
        if not isinstance(sys.exc_info()[1], OSError):
            warn(f"internal error, please report it:\n{traceback.format_exc()}")
