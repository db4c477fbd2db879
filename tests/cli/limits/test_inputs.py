"""Files that cannot be read, or that never come: the limits hold, and each error names the file that it is about."""

from __future__ import annotations

import errno
import os
import subprocess
import threading
from io import BufferedReader
from pathlib import Path
from typing import cast

import pytest

from cli.running import PROGRAM, ROOT, sokospec
from sokocheck.application.input_levels import Input, content_of
from sokocheck.application.wrong_use import WrongUse
from sokocheck.suites.all_suites import SUITES
from sokocheck.suites.making import JOURNAL, Making
from sokocli.main import exit_code
from sokospec.errors import SokobanError

LEVEL = "#####\n#@$.#\n#####\n"
MEMORY = Path("/proc/self/mem")
"""A regular file, as far as the system says, whose first bytes cannot be read."""

READERS = {
    "solve": ("solve", "FILE", "--engine", "reference"),
    "check": ("check", "FILE"),
    "check, records": ("check", "LEVEL", "--records", "FILE"),
    "check, solutions": ("check", "LEVEL", "--solutions", "FILE"),
    "convert": ("convert", "FILE", "--to", "xsb"),
    "crosscheck": ("crosscheck", "FILE", "--solver", "true {level}"),
    "deadlocks": ("deadlocks", "FILE"),
    "perft": ("perft", "FILE", "--depth", "1"),
    "plan": ("convert", "FILE", "--to", "lurd", "--of", "LEVEL"),
    "reduce": ("reduce", "qbf", "FILE"),
    "render": ("render", "FILE"),
    "render, map": ("render", "LEVEL", "--to", "svg", "--map", "FILE"),
    "savitch": ("savitch", "FILE"),
    "verify": ("verify", "FILE"),
}


@pytest.mark.skipif(not MEMORY.exists(), reason="the system has no /proc")
@pytest.mark.parametrize("name", READERS)
def test_an_input_that_cannot_be_read_is_named(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "level.xsb").write_text(LEVEL)
    places = {"FILE": str(MEMORY), "LEVEL": str(tmp_path / "level.xsb")}
    assert exit_code([places.get(word, word) for word in READERS[name]]) == 4
    assert f"error: {MEMORY} cannot be read: " in capsys.readouterr().err


@pytest.mark.parametrize("name", READERS)
def test_a_pipe_that_nobody_writes_to_is_waited_for_within_the_limits(name: str, tmp_path: Path) -> None:
    (tmp_path / "level.xsb").write_text(LEVEL)
    os.mkfifo(tmp_path / "pipe.xsb")
    places = {"FILE": str(tmp_path / "pipe.xsb"), "LEVEL": str(tmp_path / "level.xsb")}
    done = sokospec(*(places.get(word, word) for word in READERS[name]), "--time-limit", "0.2")
    assert done.returncode == 3
    assert b"time limit reached" in done.stdout + done.stderr


def test_waiting_for_what_a_writer_says_does_not_count(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.xsb"
    os.mkfifo(pipe)
    command = [*PROGRAM, "solve", str(pipe), "--engine", "reference", "--time-limit", "3"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process, pipe.open("w") as writer:
        waiting = threading.Event()
        waiting.wait(3.5)
        writer.write(LEVEL)
        writer.close()
        assert process.stdout is not None
        assert b"optimal" in process.stdout.read()


def test_errors_in_the_middle_of_a_file_name_it() -> None:
    class Broken:
        def fileno(self) -> int:
            return 0

        def read1(self, size: int) -> bytes:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    with pytest.raises(SokobanError, match=r"a\\x0ab cannot be read: Input/output error"):
        Input("a\nb", cast(BufferedReader, Broken())).read(1)


def test_content_of_a_file_that_went_away_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(SokobanError, match="gone cannot be read: No such file"):
        content_of(str(tmp_path / "gone"))


def test_a_pipe_in_the_place_of_a_journal_is_told(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / JOURNAL)
    with pytest.raises(WrongUse, match="not a regular file"):
        Making(next(iter(SUITES.values())), 1, tmp_path).run()
