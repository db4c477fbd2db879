"""A program may do what it wants: it gets one verdict, nothing of it is left, and the next level is done."""

from __future__ import annotations

import json
import os
import secrets
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.running import sokospec
from hostile.programs import MODES, RIGHT
from processes import wait_until
from sokocheck.claims.judging import Judge
from sokocheck.claims.program_claims import check
from sokocheck.engines.all_engines import Choice, Watch
from sokocheck.programs.attempt import Trial, run_on, understand
from sokocheck.programs.measure import Allowance
from sokocheck.programs.scratch import scratch_folder
from sokospec import Level, Objective
from sokospec.formats import Reading
from sokospec.limits import Limits

PROGRAMS = Path(__file__).with_name("programs.py")
LEVEL = Level.parse("######\n#    #\n#@ $.#\n#    #\n######")
ALLOWANCE = Allowance(cpu=1, wall=3, mib=200, file_mib=16)
ONCE_FATAL = ("kills_its_launcher", "stops_its_launcher", "writes_to_what_its_launcher_has_open", "removes_its_folder",
              "nests_folders")  # fmt: skip


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which the folders of runs are made."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def command(mode: str, mark: str) -> tuple[str, ...]:
    return sys.executable, "-S", str(PROGRAMS), mode, mark, "{level}", "{solution}", "{folder}"


def marked(mark: str) -> list[str]:
    """Return the processes that have a mark in their command."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            words = Path("/proc", pid, "cmdline").read_bytes()
        except OSError:
            continue
        if mark.encode() in words and int(pid) != os.getpid():
            found.append(pid)
    return found


def verdict_on(trial: Trial) -> str:
    saying = understand(trial, LEVEL, Objective.PUSHES)
    judge = Judge(Choice("reference").create().solve, Reading(lenient=True))
    checked = check(LEVEL, saying, None, judge, Watch(Limits()))
    assert checked.verdict != "NO_ANSWER" or checked.reason
    return checked.verdict


@pytest.mark.long
@pytest.mark.parametrize("mode", MODES)
def test_a_hostile_program_gets_its_verdict_and_leaves_nothing(mode: str, place: Path) -> None:
    mark = f"mark-{secrets.token_hex(8)}"
    programs = sorted(PROGRAMS.parent.iterdir())
    trial = run_on(command(mode, mark), LEVEL, ALLOWANCE)
    assert verdict_on(trial) == MODES[mode][0]
    assert sorted(place.iterdir()) == []
    assert marked(mark) == []
    assert sorted(PROGRAMS.parent.iterdir()) == programs


@pytest.mark.parametrize("mode", ONCE_FATAL)
def test_the_next_level_is_done(mode: str, place: Path) -> None:
    file = place / "levels.xsb"
    file.write_text(f"{LEVEL}\nTitle: one\n\n{LEVEL}\nTitle: two\n", encoding="utf-8")
    words = [sys.executable, "-S", "-c", NEXT, "{level}", RIGHT, *command(mode, "mark")[2:]]
    solver = " ".join(f"'{word}'" for word in words)
    done = sokospec("crosscheck", str(file), "--solver", solver, "--engine", "reference", "--json")
    assert [json.loads(line)["verdict"] for line in done.stdout.splitlines()] == [MODES[mode][0], "HOLDS"]
    assert done.returncode == {"HOLDS": 0, "NO_ANSWER": 3}[MODES[mode][0]]


NEXT = """import sys, os
level, right, *words = sys.argv[1:]
if "two" in open(level).read():
    print(right)
else:
    os.execv(sys.executable, [sys.executable, "-S", *words])"""


@pytest.fixture
def as_a_user(place: Path) -> Iterator[Path]:
    """Let the test run without the privileges of root, where it has them, in a folder that it may write to."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        os.chmod(folder, 0o777)
        before = os.geteuid()
        if before == 0:
            os.seteuid(65534)
        try:
            yield Path(folder)
        finally:
            os.seteuid(before)


def test_folders_that_are_closed_to_all_are_removed_without_privileges(
    as_a_user: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(as_a_user))
    with scratch_folder() as scratch:
        inner = scratch.path / "a" / "b" / "c"
        inner.mkdir(parents=True)
        (inner / "file").write_text("text", encoding="utf-8")
        for folder in (inner, *inner.parents[:3]):
            folder.chmod(0)
    assert list(as_a_user.iterdir()) == []


def test_no_link_out_of_a_folder_is_followed_when_it_is_removed(place: Path) -> None:
    outside = place / "outside"
    outside.mkdir(mode=0o750)
    (outside / "file").write_text("text", encoding="utf-8")
    with scratch_folder() as scratch:
        (scratch.path / "folder").mkdir()
        (scratch.path / "link").symlink_to(outside)
        (scratch.path / "folder" / "link").symlink_to(outside)
        os.link(outside / "file", scratch.path / "folder" / "name")
    assert [path.name for path in place.iterdir()] == ["outside"]
    assert (outside / "file").read_text(encoding="utf-8") == "text"
    assert stat.S_IMODE(outside.stat().st_mode) == 0o750


def test_a_lost_run_says_so_and_has_no_figures() -> None:
    trial = run_on(command("stops_its_launcher_and_burns", "mark-lost"), LEVEL, ALLOWANCE)
    assert (trial.measured.ended, trial.measured.cpu_seconds) == ("lost", 0.0)
    assert trial.silent.silence == "it ended or stopped the process that keeps its limits"
    wait_until(lambda: not marked("mark-lost"))
