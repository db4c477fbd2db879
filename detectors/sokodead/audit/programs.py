"""Detectors and heuristics as external programs."""

from __future__ import annotations

import contextlib
import json
import os
import select
import selectors
import shlex
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from io import BytesIO
from types import TracebackType
from typing import IO, TypeVar

from sokodead.audit.replies import BadEvidence, CallFailed, NotCallable, TooSlow
from sokospec.board import Board, Level
from sokospec.certificates import Evidence
from sokospec.certificates.text import Lines, read_fact

_Read = TypeVar("_Read")

_LONGEST_ANSWER = 1 << 20
"""So many bytes an answer may have, its line feed included."""
_LAST_WORDS = 2_000
"""So many bytes of what a program wrote last to its stderr are kept for messages."""


class Program:
    r"""Detector or a heuristic that is a program, called with levels; `read` reads its answers.

    A request is `{"id": 1, "xsb": "#####\n#@$.#\n#####"}`, an answer `{"id": 1, "dead": false}`, with certificate lines
    of facts as optional `evidence`. The program runs in its own process group. It is restarted after an exit, and after
    an answer that is malformed, too long, or missing for `seconds`.

    >>> with Program("sed -u s/xsb.*/dead\\\":false}/") as program:
    ...     program(Level.parse("#####\n#@$.#\n#####"))
    False
    """

    def __init__(
        self,
        command: str,
        seconds: float = 10.0,
        read: Callable[[bytes, int, Board], object] | None = None,
    ) -> None:
        self._read = read or read_answer
        try:
            self._arguments = shlex.split(command)
        except ValueError as error:
            raise NotCallable(f"the command {command!r} cannot be split into words: {error}") from error
        if not self._arguments:
            raise NotCallable("the command names no program")
        self.seconds = seconds
        self.starts = 0
        self._asked = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._start()

    def __enter__(self) -> Program:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def __call__(self, level: Level) -> object:
        """Return the program's answer, or raise `CallFailed`."""
        self._asked += 1
        request = {"id": self._asked, "xsb": str(level)}
        return self.answer(request, lambda line: self._read(line, self._asked, level.board))

    def answer(self, request: Mapping[str, object], read: Callable[[bytes], _Read]) -> _Read:
        """Send a request and return `read` of the answer line.

        Raises `CallFailed`, with the program ended.
        """
        if self._process is None:
            self._start()
        try:
            return read(self._exchange(json.dumps(request).encode() + b"\n"))
        except BaseException:  # an interruption too leaves an unread answer behind
            self.close()
            raise

    def close(self) -> None:
        """End the program and its process group."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    def _start(self) -> None:
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                self._arguments, bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
            )
        except OSError as error:
            raise NotCallable(f"cannot start {self._arguments[0]}: {error.strerror}") from error
        self.starts += 1
        for end in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert end is not None
            os.set_blocking(end.fileno(), False)

    def _exchange(self, request: bytes) -> bytes:
        process = self._process
        assert process is not None and process.stdin and process.stdout and process.stderr
        answer, words, unsent = _unread(process.stdout), bytearray(), memoryview(request)
        if answer:
            raise CallFailed(f"it wrote before the first request: {bytes(answer[:40])!r}")
        ends_at = time.monotonic() + self.seconds
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdin, selectors.EVENT_WRITE)
            selector.register(process.stdout, selectors.EVENT_READ)
            selector.register(process.stderr, selectors.EVENT_READ)
            while b"\n" not in answer:
                left = ends_at - time.monotonic()
                if left <= 0:
                    raise TooSlow(f"no answer within {self.seconds:g} s" + _deaf(process.stdin) + _stderr_text(words))
                for key, _ in selector.select(left):
                    if key.fileobj is process.stdin:
                        try:
                            unsent = unsent[os.write(key.fd, unsent) :]
                        except BrokenPipeError:
                            unsent = unsent[
                                :0
                            ]  # the program reads no more; the end of stdout or the clock will show it
                        if not unsent:
                            selector.unregister(process.stdin)
                        continue
                    chunk = os.read(key.fd, 1 << 16)
                    if key.fileobj is process.stderr:
                        words = (words + chunk)[-_LAST_WORDS:]
                        if not chunk:
                            selector.unregister(process.stderr)
                        continue
                    answer += chunk
                    if len(answer) > _LONGEST_ANSWER:
                        raise CallFailed(f"an answer of more than {_LONGEST_ANSWER:,} bytes")
                    if not chunk:
                        raise CallFailed("the program ended without an answer" + _stderr_text(words))
        line, _, more = answer.partition(b"\n")
        if more:
            raise CallFailed("more than one line for one request")
        return bytes(line)


def read_answer(line: bytes, number: int, board: Board) -> bool | Evidence | BadEvidence:
    """Return the answer of a line to request `number`, or raise `CallFailed`.

    >>> board = Level.parse("#####\\n#@ .#\\n#$  #\\n#####").board
    >>> read_answer(b'{"id": 7, "dead": true, "evidence": ["patterns 1 : 1", "11 @ 6"]}', 7, board)
    (Patterns(number=1, patterns=(Pattern(boxes=frozenset({Square(row=2, column=1)}), \
player=Square(row=1, column=1)),), by=(), within=None),)
    """
    answer = _read_object(line)
    if not isinstance(answer.get("dead"), bool):
        raise CallFailed(f"an answer without 'dead', true or false: {line[:100]!r}")
    _check_number(answer, number)
    evidence = answer.get("evidence")
    if evidence is None or not answer["dead"]:
        return bool(answer["dead"])
    if not isinstance(evidence, list) or not all(isinstance(part, str) for part in evidence):
        raise CallFailed("the evidence is not a list of lines")
    try:
        return _read_facts(evidence, board)
    except ValueError as error:
        return BadEvidence(str(error))


def read_value_answer(line: bytes, number: int, board: Board) -> object:
    """Return the value in the answer of a heuristic to request `number`, or raise `CallFailed`.

    >>> board = Level.parse("#####\\n#@ .#\\n#$  #\\n#####").board
    >>> read_value_answer(b'{"id": 7, "value": "infinity"}', 7, board)
    inf
    """
    answer = _read_object(line)
    value = answer.get("value")
    if value == "infinity":
        value = float("inf")
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise CallFailed(f"an answer without 'value', a number or \"infinity\": {line[:100]!r}")
    _check_number(answer, number)
    return value


def _read_object(line: bytes) -> dict[str, object]:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise CallFailed(f"an answer that is not JSON: {line[:100]!r}") from None
    return answer if isinstance(answer, dict) else {}


def _check_number(answer: Mapping[str, object], number: int) -> None:
    if answer.get("id") != number:
        raise CallFailed(f"an answer to request {answer.get('id')!r} instead of request {number}")


def _read_facts(written: list[str], board: Board) -> Evidence:
    lines = Lines(BytesIO("".join(f"{line}\n" for line in written).encode()))
    facts = []
    while lines.at < len(written):
        facts.append(read_fact(board, lines.next(), lines))
    lines.expect_end()
    return tuple(facts)


def _deaf(pipe: IO[bytes]) -> str:
    """Return the error message for a closed stdin pipe; empty while the program still reads."""
    poll = select.poll()
    poll.register(pipe.fileno(), 0)  # of no event but the errors, which are always told
    return "; it has closed its standard input" if poll.poll(0) else ""


def _unread(pipe: IO[bytes]) -> bytearray:
    try:
        return bytearray(os.read(pipe.fileno(), 1 << 16))
    except BlockingIOError:
        return bytearray()


def _stderr_text(words: bytearray) -> str:
    text = words.decode(errors="replace").strip()
    return f"; it wrote: {text}" if text else ""
