"""Handling of one HTTP request: check, then answer or refuse.

Programs may use these requests; the answers to the last 64 jobs are kept:

- `POST /api/solve` with `{"xsb": LEVEL, "objective": "pushes"}` gives 202 and the `id` of a job.
- `GET /api/jobs/ID` gives `state` (`queued`, `running`, `done`, `cancelled`, `failed`), `expanded`, `generated`,
  `bound`, `seconds`, `rss_mib`, `note`, and when done `result`, with the keys of `sokospec solve --json`.
- `POST /api/jobs/ID/cancel` with `{}` ends the job.
- `GET /api/files/PATH` gives `levels`, `solved`, `text`.

A refusal below `/api` gives `{"error": REASON}`. Some statuses mean something particular here:

- 421: a `Host` other than this server's
- 422: a text or file without levels
- 429: more levels than may wait
- 503: more than 64 connections
"""

from __future__ import annotations

import io
import json
import socket
import time
import traceback
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast
from urllib.parse import parse_qs

from sokocheck.application.terminal_text import warn
from sokospec.answer import Objective
from sokospec.board import Level
from sokospec.errors import SokobanError
from sokospec.formats import Entry, parse_level
from sokoview.pictures.svg import placeholder, svg
from sokoview.serving import pages
from sokoview.serving.folder import Folder
from sokoview.serving.jobs import Jobs
from sokoview.serving.overview import Overview
from sokoview.serving.refusal import RequestRefused

LARGEST_BODY = 1024 * 1024
_DRAINED = 4 * LARGEST_BODY
"""The most bytes of a refused body that are discarded, so that the client reads the answer."""

_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = (
    ("Content-Security-Policy", _POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
)


class _Response(NamedTuple):
    status: HTTPStatus
    kind: str
    body: bytes


def _html(text: str) -> _Response:
    return _Response(HTTPStatus.OK, "text/html; charset=utf-8", text.encode("utf-8", errors="replace"))


def _picture(text: str) -> _Response:
    return _Response(HTTPStatus.OK, "image/svg+xml", text.encode())


def _json(value: object, status: HTTPStatus = HTTPStatus.OK) -> _Response:
    return _Response(status, "application/json", json.dumps(value).encode())


class _Punctual(io.RawIOBase):
    """A connection's bytes with a deadline for the whole request."""

    def __init__(self, connection: socket.socket, seconds: float) -> None:
        super().__init__()
        self._connection = connection
        self._deadline = time.monotonic() + seconds

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:  # Any: typeshed's name for it is none at run time
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        try:
            self._connection.settimeout(left)
            return self._connection.recv_into(buffer)
        except TimeoutError:
            raise
        except OSError as error:  # such as ENOTCONN, which has no class of its own
            raise ConnectionAbortedError(error.errno, error.strerror) from None


class _Site(Protocol):
    folder: Folder
    overview: Overview
    jobs: Jobs
    seconds: float

    @property
    def address(self) -> str: ...

    @property
    def hosts(self) -> frozenset[str]: ...


class Handler(BaseHTTPRequestHandler):
    """One request."""

    server_version = "sokospec"
    sys_version = ""

    @property
    def site(self) -> _Site:
        """The part of the server that is used."""
        return cast(_Site, self.server)

    def setup(self) -> None:
        super().setup()
        self.rfile = io.BufferedReader(_Punctual(self.connection, self.site.seconds))
        self.command, self.requestline, self.request_version, self.path = "", "", "HTTP/1.0", ""
        self.close_connection = True
        self._answered = self._late = False

    def handle(self) -> None:
        self.handle_one_request()
        if self._late and not self._answered:
            self.send_error(HTTPStatus.REQUEST_TIMEOUT)

    def log_message(self, format: str, *arguments: object) -> None: ...

    def log_error(self, format: str, *arguments: object) -> None:
        """Print nothing, but note a timeout, which the base class reports only here."""
        self._late = self._late or any(isinstance(argument, TimeoutError) for argument in arguments)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse a malformed request found by the base class."""
        status = HTTPStatus(code)
        self._send(self._refusal(RequestRefused(status, message or status.description or status.phrase)))

    def do_GET(self) -> None:
        self._answer(self._reply_to_get)

    def do_HEAD(self) -> None:
        self._answer(self._reply_to_get)

    def do_POST(self) -> None:
        self._answer(self._reply_to_post)

    def _answer(self, find: Callable[[], _Response]) -> None:
        try:
            self._check()
            reply = find()
        except RequestRefused as refused:
            reply = self._refusal(refused)
        except TimeoutError:
            reply = self._refusal(RequestRefused(HTTPStatus.REQUEST_TIMEOUT, "the request took too long to arrive"))
        except ConnectionError:  # the client is gone; the server's `handle_error` knows
            raise
        except Exception:
            warn(f"internal error, please report it:\n{traceback.format_exc()}")
            reply = self._refusal(
                RequestRefused(HTTPStatus.INTERNAL_SERVER_ERROR, "internal error; the server's terminal tells")
            )
        self._send(reply)

    def _check(self) -> None:
        hosts = self.headers.get_all("Host", [])
        if len(hosts) != 1 or hosts[0].strip().lower() not in self.site.hosts:
            raise RequestRefused(HTTPStatus.MISDIRECTED_REQUEST, f"open {self.site.address}; no other name leads here")
        if not self.path.startswith("/"):
            raise RequestRefused(HTTPStatus.BAD_REQUEST, "the address must be a path")
        if "Transfer-Encoding" in self.headers:
            raise RequestRefused(
                HTTPStatus.LENGTH_REQUIRED, "a body is read by its Content-Length, and never in chunks"
            )
        lengths = self.headers.get_all("Content-Length", ["0"])
        if len(lengths) != 1 or not (lengths[0].isascii() and lengths[0].isdecimal() and len(lengths[0]) < 20):
            raise RequestRefused(HTTPStatus.BAD_REQUEST, "the Content-Length is not a number")
        if int(lengths[0]) > LARGEST_BODY:
            raise RequestRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a body has at most {LARGEST_BODY:,} bytes")
        if int(lengths[0]) and self.command != "POST":
            raise RequestRefused(HTTPStatus.BAD_REQUEST, f"a {self.command} has no body")

    def _reply_to_get(self) -> _Response:
        address, _, query = self.path.partition("?")
        first, _, rest = address.removeprefix("/").partition("/")
        folder, overview = self.site.folder, self.site.overview
        match first:
            case "":
                if folder.file is not None:
                    return self._levels_page(folder.file, query)
                return _html(pages.folder_page(folder, folder.root, overview))
            case "folder":
                path = folder.path(rest.removesuffix("/"))
                if not path.is_dir():
                    raise RequestRefused(HTTPStatus.NOT_FOUND, "there is no such folder")
                return _html(pages.folder_page(folder, path, overview))
            case "levels":
                return self._levels_page(folder.path(rest), query)
            case "cover":
                return _picture(self._cover(folder.path(rest)))
            case "play" | "picture":
                path = folder.path(rest)
                collection = folder.collection(path)
                entry = collection[_number(query, "level", len(collection)) - 1]
                level = _level(entry)
                if first == "picture":
                    return _picture(svg(level))
                return _html(pages.level_page(folder, path, collection, entry, overview))
            case "api" if rest.startswith("files/"):
                summary = overview.summary(folder.path(rest.removeprefix("files/")))
                return _json({"levels": summary.levels, "solved": summary.solved, "text": summary.text})
            case "api" if rest.startswith("jobs/") and rest.count("/") == 1:
                return _json(self.site.jobs.status_of(rest.removeprefix("jobs/")))
            case "favicon.ico":
                return _Response(HTTPStatus.NO_CONTENT, "image/x-icon", b"")
            case "api" if rest == "solve" or rest.endswith("/cancel"):
                raise RequestRefused(HTTPStatus.METHOD_NOT_ALLOWED, "this takes a POST")
        raise RequestRefused(HTTPStatus.NOT_FOUND, "there is no such page")

    def _levels_page(self, path: Path, query: str) -> _Response:
        folder = self.site.folder
        collection = folder.collection(path)
        number = _number(query, "page", pages.page_count(collection))
        return _html(pages.levels_page(folder, path, collection, number, self.site.overview))

    def _cover(self, path: Path) -> str:
        try:
            drawn = self.site.overview.summary(path).drawn
            return placeholder() if drawn is None else svg(self.site.folder.collection(path)[drawn - 1].level)
        except RequestRefused as refused:
            if refused.status is not HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
                raise
            return placeholder()

    def _reply_to_post(self) -> _Response:
        origins = self.headers.get_all("Origin", [])
        if any(origin.strip().lower() not in {f"http://{host}" for host in self.site.hosts} for origin in origins):
            raise RequestRefused(HTTPStatus.FORBIDDEN, "only the pages of this server may ask it to solve")
        kind, parts = self.headers.get_content_type(), self.path.split("/")
        if "Content-Length" not in self.headers:
            raise RequestRefused(HTTPStatus.LENGTH_REQUIRED, "a POST needs a Content-Length")
        if kind != "application/json":  # a form of another page could send anything else without being asked for leave
            raise RequestRefused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "the body must be application/json")
        match parts[1:]:
            case ["api", "solve"]:
                level, objective = self._order()
                return _json(self.site.jobs.submit(level, objective), HTTPStatus.ACCEPTED)
            case ["api", "jobs", name, "cancel"]:
                self._body()
                return _json(self.site.jobs.cancel(name))
            case (
                ["" | "folder" | "levels" | "play" | "picture" | "cover", *_]
                | ["api", "jobs", _]
                | ["api", "files", *_]
            ):
                raise RequestRefused(HTTPStatus.METHOD_NOT_ALLOWED, "this takes a GET")
        raise RequestRefused(HTTPStatus.NOT_FOUND, "there is no such page")

    def _order(self) -> tuple[Level, Objective]:
        order = self._body()
        if not order.keys() <= {"xsb", "objective"}:
            raise RequestRefused(HTTPStatus.BAD_REQUEST, "the keys are 'xsb' and 'objective'")
        text, objective = order.get("xsb"), order.get("objective", "pushes")
        if not isinstance(text, str):
            raise RequestRefused(HTTPStatus.BAD_REQUEST, "'xsb' must be the text of a level")
        if objective not in list(Objective):
            raise RequestRefused(HTTPStatus.BAD_REQUEST, f"'objective' must be one of {', '.join(Objective)}")
        try:
            return parse_level(text, self.site.folder.reading), Objective(str(objective))
        except SokobanError as error:
            raise RequestRefused(HTTPStatus.UNPROCESSABLE_ENTITY, str(error)) from None

    def _body(self) -> dict[str, object]:
        length = int(self.headers["Content-Length"])
        data = self.rfile.read(length)
        if len(data) < length:
            raise RequestRefused(HTTPStatus.BAD_REQUEST, "the body ended before its Content-Length")
        try:
            value = json.loads(data)
        except (ValueError, RecursionError):
            raise RequestRefused(HTTPStatus.BAD_REQUEST, "the body is not JSON") from None
        if not isinstance(value, dict):
            raise RequestRefused(HTTPStatus.BAD_REQUEST, "the body must be a JSON object")
        return value

    def _refusal(self, refused: RequestRefused) -> _Response:
        if self.path.startswith("/api/"):
            return _json({"error": refused.why}, refused.status)
        text = f"{refused.status} {refused.status.phrase}: {refused.why}\n"
        return _Response(refused.status, "text/plain; charset=utf-8", text.encode("utf-8", errors="replace"))

    def _send(self, reply: _Response) -> None:
        self._answered = True
        self.connection.settimeout(self.site.seconds)
        self.send_response(reply.status)
        for name, value in (*_HEADERS, ("Content-Type", reply.kind), ("Content-Length", str(len(reply.body)))):
            self.send_header(name, value)
        if reply.status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
            self.send_header("Retry-After", "5")
        if reply.status is HTTPStatus.METHOD_NOT_ALLOWED:
            self.send_header("Allow", "GET, HEAD" if self.command == "POST" else "POST")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(reply.body)
        if reply.status >= HTTPStatus.BAD_REQUEST:
            self._drain()

    def _drain(self) -> None:
        """Discard the rest of a refused request, so that the client reads the answer."""
        self.connection.shutdown(socket.SHUT_WR)
        self.connection.settimeout(0.5)
        left = _DRAINED
        deadline = time.monotonic() + 2.0
        while left > 0 and time.monotonic() < deadline:
            data = self.connection.recv(65536)
            if not data:
                return
            left -= len(data)


def _number(query: str, key: str, most: int) -> int:
    try:
        values = parse_qs(query, keep_blank_values=True, strict_parsing=bool(query), max_num_fields=4)
    except ValueError:
        values = {"": []}
    text = values.get(key, ["1"])
    if not values.keys() <= {key} or len(text) != 1 or not (text[0].isascii() and text[0].isdecimal()):
        raise RequestRefused(HTTPStatus.BAD_REQUEST, f"the address may end in ?{key}=N behind it, and nothing else")
    if len(text[0]) > 9 or not 1 <= int(text[0]) <= most:
        raise RequestRefused(HTTPStatus.NOT_FOUND, f"there are the numbers 1 to {most:,} here")
    return int(text[0])


def _level(entry: Entry) -> Level:
    if entry.drawn.level is None:
        why = "; ".join(str(defect) for defect in entry.drawn.defects)
        raise RequestRefused(HTTPStatus.UNPROCESSABLE_ENTITY, f"level {entry.number} is not a level: {why}")
    return entry.drawn.level
