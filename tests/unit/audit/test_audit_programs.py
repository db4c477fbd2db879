"""Detectors that are programs: asked line by line, restarted when they fail, and gone when the audit is."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from sokodead.audit import CallFailed, NotCallable, Program, audit
from sokodead.audit.programs import read_answer
from sokodead.audit.replies import BadEvidence
from sokodead.corner import corner
from sokogen.random.batches import random_batches
from sokospec import Level
from sokospec.certificates import check_evidence

LEVEL = Level.parse("#####\n#@ .#\n#$  #\n#####")

START = """
import json, os, sys, time
def answer(request, dead, **more):
    print(json.dumps({"id": request["id"], "dead": dead, **more}), flush=True)
"""
LOOP = START + "for number, request in enumerate(map(json.loads, sys.stdin), 1):\n    "


def program(tmp_path: Path, body: str, seconds: float = 20.0) -> Program:
    path = tmp_path / "detector.py"
    path.write_text(body, encoding="utf-8")
    return Program(f"{sys.executable} '{path}'", seconds)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not (stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z")


def test_a_program_answers_for_each_level_and_gets_its_text(tmp_path: Path) -> None:
    with program(tmp_path, LOOP + "answer(request, request['xsb'].count('$') == 1)") as detector:
        assert detector(LEVEL) is True
        assert detector(Level.parse("####\n#@*#\n####")) is False
        assert detector.starts == 1


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("sys.exit(3)", "ended without an answer"),
        ("raise ValueError('so it is')", "it wrote: (?s:.*)ValueError: so it is"),
        ("print('dead', flush=True)", "not JSON"),
        ("print('[' * 100_000, flush=True)", "not JSON"),
        ("print('[]', flush=True)", "without 'dead'"),
        ("answer(request, 1)", "without 'dead'"),
        ("answer({'id': 99}, True)", "request 99 instead of request 1"),
        ("print('{}\\n{}', flush=True)", "more than one line"),
        ("answer(request, True, evidence='patterns')", "not a list of lines"),
        ("sys.stdout.write('x' * 3_000_000); sys.stdout.flush(); time.sleep(60)", "more than 1,048,576 bytes"),
        ("os.close(1); time.sleep(60)", "ended without an answer"),
    ],
)
def test_what_is_no_answer_is_a_failure_that_ends_the_program(tmp_path: Path, body: str, why: str) -> None:
    with program(tmp_path, LOOP + body) as detector:
        for starts in (1, 2):
            with pytest.raises(CallFailed, match=why.replace("instead of request 1", "instead of request [12]")):
                detector(LEVEL)
            assert detector.starts == starts


@pytest.mark.long
def test_a_program_that_hangs_is_ended_with_its_children_and_started_again(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    body = LOOP + (
        f"import subprocess; child = subprocess.Popen(['sleep', '600']); print(os.getpid(), child.pid, "
        f"file=open({str(pids)!r}, 'a')); time.sleep(600)"
    )
    with program(tmp_path, body, seconds=1.5) as detector:
        for _ in range(2):
            with pytest.raises(CallFailed, match=r"no answer within 1\.5 s"):
                detector(LEVEL)
        assert detector.starts == 2
    found = [int(word) for word in pids.read_text().split()]
    assert len(found) == 4
    ends_at = time.monotonic() + 10
    while any(map(is_running, found)) and time.monotonic() < ends_at:
        time.sleep(0.01)
    assert not any(map(is_running, found))


def test_a_program_that_writes_much_to_stderr_does_not_stand_still(tmp_path: Path) -> None:
    with program(tmp_path, LOOP + "sys.stderr.write('words ' * 200_000); answer(request, True)") as detector:
        assert detector(LEVEL) is True
        assert detector(LEVEL) is True


def test_a_program_that_crashes_now_and_then_is_audited_all_the_same(tmp_path: Path) -> None:
    body = LOOP + "os._exit(1) if number == 9 else answer(request, False)"
    with program(tmp_path, body) as detector:
        report = audit("moody", detector, [(LEVEL.board, [LEVEL.state] * 40)])
    assert (report.states, report.failures, report.stopped) == (36, 4, "")
    assert detector.starts == 5


def test_evidence_of_a_program_is_read_and_checked() -> None:
    line = b'{"id": 1, "dead": true, "evidence": ["patterns 1 : 1", "11 @ 6"]}'
    evidence = read_answer(line, 1, LEVEL.board)
    assert evidence == corner(LEVEL) and isinstance(evidence, tuple)
    check_evidence(LEVEL, evidence)


@pytest.mark.parametrize(
    "written", ['"patterns 1 : 2", "11 @ 6"', '"patterns 1 : 1", "11 @ 0"', '"so it is"', '"\\n"', '"é"']
)
def test_evidence_that_cannot_be_read_is_bad_evidence(written: str) -> None:
    line = f'{{"id": 1, "dead": true, "evidence": [{written}]}}'.encode()
    assert isinstance(read_answer(line, 1, LEVEL.board), BadEvidence)


@pytest.mark.parametrize(
    ("command", "why"), [("", "names no program"), ("'", "cannot be split"), ("no-such-program", "cannot start")]
)
def test_a_command_that_cannot_be_started_says_why(command: str, why: str) -> None:
    with pytest.raises(NotCallable, match=why):
        Program(command)


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    with pytest.raises(CallFailed), Program(f"echo > {tmp_path}/made", seconds=5) as detector:
        detector(LEVEL)
    assert not (tmp_path / "made").exists()


def test_the_example_is_sound(tmp_path: Path) -> None:
    example = Path(__file__).resolve().parents[3] / "examples" / "detector_program.py"
    with Program(f"{sys.executable} '{example}'") as detector:
        report = audit("example", detector, [batch for batch, _ in zip(random_batches(1), range(9), strict=False)])
    assert report.flagged > 100 and not report.refuted and not report.incomplete
