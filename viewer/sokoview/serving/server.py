"""Local HTTP server on 127.0.0.1, with one thread for each of a limited number of connections."""

from __future__ import annotations

import socket
import socketserver
import sys
import threading
import traceback
from contextlib import suppress
from http.server import ThreadingHTTPServer

from sokocheck.application.terminal_text import warn
from sokoview.serving.folder import Folder
from sokoview.serving.handler import Handler
from sokoview.serving.jobs import Jobs
from sokoview.serving.overview import Overview

ADDRESS = "127.0.0.1"
SECONDS = 10.0
"""Seconds for a request to arrive, and for its answer to be read."""

MOST_CONNECTIONS = 64


class _Ended(Exception):  # control flow, which leads out of the base class's loop
    """The server was told to end."""


class Server(ThreadingHTTPServer):
    """Server of a folder; port 0 takes a free one. Raises `OSError` if the port is in use."""

    daemon_threads = True
    request_queue_size = 128
    allow_reuse_address = sys.platform != "win32"  # where that would let two servers have one port

    def __init__(self, folder: Folder, jobs: Jobs, port: int, seconds: float = SECONDS) -> None:
        super().__init__((ADDRESS, port), Handler)
        self.folder = folder
        self.overview = Overview(folder)
        self.jobs = jobs
        self.seconds = seconds
        self.ended = False
        self._room = threading.BoundedSemaphore(MOST_CONNECTIONS)

    def server_bind(self) -> None:
        """Bind without a name lookup."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = ADDRESS, self.server_address[1]

    @property
    def address(self) -> str:
        return f"http://{ADDRESS}:{self.server_port}/"

    @property
    def hosts(self) -> frozenset[str]:
        """Accepted Host headers; others could read answers by DNS rebinding."""
        names = [ADDRESS, "localhost"]
        return frozenset(
            [*(f"{name}:{self.server_port}" for name in names), *(names if self.server_port == 80 else ())]
        )

    def serve(self) -> None:
        """Serve until `ended` is set, possibly by a signal."""
        with suppress(_Ended):
            self.serve_forever(poll_interval=0.2)

    def service_actions(self) -> None:
        if self.ended:
            raise _Ended

    def process_request(self, request: socket.socket | tuple[bytes, socket.socket], client_address: object) -> None:
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
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._room.release()

    def handle_error(self, request: object, client_address: object) -> None:
        """Report errors other than lost connections."""
        if not isinstance(sys.exc_info()[1], OSError):
            warn(f"internal error, please report it:\n{traceback.format_exc()}")
