"""A client that goes away at whatever moment is no error of the server, whatever the system calls it."""

from __future__ import annotations

import errno
import os
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest

from serve.serving import ROOM, connected, get, serving
from sokoview.serving.server import ADDRESS, Server

ERRORS = ("ENOTCONN", "EPIPE", "ECONNRESET", "ECONNABORTED", "ESHUTDOWN", "ETIMEDOUT", "EBADF", "EHOSTUNREACH")
OPERATIONS = ("recv_into", "sendall", "shutdown", "recv", "settimeout")
LEAVE_AT_ONCE = struct.pack("ii", 1, 0)
"""The option SO_LINGER for an end of the connection that throws away what is on its way."""

BODY = b'{"xsb": "' + ROOM.replace("\n", "\\n").encode() + b'"}'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("levels")
    (folder / "one.xsb").write_text(ROOM)
    with serving(folder) as server:
        yield server


def requests(server: Server) -> list[bytes]:
    """Return requests of all kinds, whole and broken off, welcome and not."""
    head = f"Host: {ADDRESS}:{server.server_port}\r\n"
    post = f"POST /api/solve HTTP/1.1\r\n{head}Content-Type: application/json\r\nContent-Length: {len(BODY)}\r\n\r\n"
    return [
        b"",
        b"GET / HT",
        f"GET / HTTP/1.1\r\n{head}\r\n".encode(),
        f"GET /nothing HTTP/1.1\r\n{head}\r\n".encode(),
        b"\x00\x01 nonsense\r\n\r\n",
        f"DELETE / HTTP/1.1\r\n{head}\r\n".encode(),
        post.encode(),
        post.encode() + BODY[:20],
        post.replace("POST", "PUT").encode() + BODY,
    ]


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("operation", OPERATIONS)
def test_whatever_fails_on_a_connection_nothing_is_printed_and_others_are_served(
    operation: str, error: str, server: Server, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    number, true_one, ours = getattr(errno, error), getattr(socket.socket, operation), threading.current_thread()

    def failing(connection: socket.socket, *arguments: object) -> object:
        if threading.current_thread() is ours or threading.current_thread().name == "jobs":
            return true_one(connection, *arguments)
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patched:
        patched.setattr(socket.socket, operation, failing, raising=False)
        for request in requests(server):
            with connected(server) as connection, suppress(OSError):  # the server may have closed it already
                connection.sendall(request)
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(65536):
                    pass
    assert get(server, "/").status == 200
    assert capfd.readouterr().err == ""


def test_clients_that_break_off_print_nothing_and_others_are_served(
    server: Server, capfd: pytest.CaptureFixture[str]
) -> None:
    for request in requests(server) * 3:
        with connected(server) as connection, suppress(OSError):
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, LEAVE_AT_ONCE)
            connection.sendall(request)
    assert get(server, "/").status == 200
    assert capfd.readouterr().err == ""
