"""`sokospec deadlocks`: what it prints, in which form, and with which exit code."""

from __future__ import annotations

import io

import pytest

from cli.running import WAREHOUSE, records, sokospec
from sokodead import DETECTORS
from sokospec import Level
from sokospec.certificates import check_evidence
from sokospec.certificates.text import Lines, read_fact

DEAD = "######\n#@   #\n# $$ #\n# $$ #\n#....#\n######\n"
ALIVE = "######\n#@ $.#\n######\n"


def test_each_detector_that_fires_gives_a_line_of_json_with_its_evidence() -> None:
    done = sokospec("deadlocks", "-", "--json", stdin=DEAD)
    found = records(done)
    assert done.returncode == 1
    assert [record["detector"] for record in found] == ["freeze", "local-pattern", "immobile"]
    assert all(record["level"] == 1 and record["evidence"] for record in found)


def test_the_evidence_that_is_printed_can_be_read_and_is_accepted() -> None:
    level = Level.parse(DEAD)
    for record in records(sokospec("deadlocks", "-", "--json", stdin=DEAD)):
        lines = record["evidence"]
        assert isinstance(lines, list)
        stream = Lines(io.BytesIO("".join(f"{line}\n" for line in lines).encode()))
        check_evidence(level, [read_fact(level.board, stream.next(), stream) for line in lines if ":" in line])


def test_the_reason_names_the_boxes_and_their_squares() -> None:
    done = sokospec("deadlocks", "-", "--detector", "freeze", stdin=DEAD)
    assert b"freeze: the boxes at row 2, column 2; row 2, column 3; " in done.stdout
    [record] = records(sokospec("deadlocks", "-", "--detector", "freeze", "--json", stdin=DEAD))
    assert str(record["reason"]).endswith(" block each other for good; none is on a goal")


def test_solve_explains_an_unsolvable_level_and_no_other() -> None:
    command = ("solve", WAREHOUSE, "--engine", "reference", "--explain")
    explained = {
        record["level"]: (record["detector"], record["reason"]) for record in records(sokospec(*command, "--json"))
    }
    reason = "the box at row 2, column 5 can be pushed to no goal"
    assert explained == {1: (None, None), 2: (None, None), 3: (None, None), 4: ("corner", reason)}
    assert sokospec(*command).stdout.count(b"can be pushed to no goal\n") == 1
    assert "reason" not in records(sokospec(*command[:-1], "--json"))[3]


def test_nothing_is_printed_and_the_exit_code_is_0_when_no_detector_fires() -> None:
    done = sokospec("deadlocks", "-", "--json", stdin=ALIVE)
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"no detector flags it" in done.stderr


def test_one_level_with_a_deadlock_outranks_those_without() -> None:
    assert sokospec("deadlocks", WAREHOUSE).returncode == 1
    assert sokospec("deadlocks", WAREHOUSE, "--level", "1").returncode == 0
    assert {record["level"] for record in records(sokospec("deadlocks", WAREHOUSE, "--json"))} == {4}


def test_detectors_can_be_chosen() -> None:
    done = sokospec("deadlocks", "-", "--json", "--detector", "immobile", "--detector", "corner", stdin=DEAD)
    assert [record["detector"] for record in records(done)] == ["immobile"]
    unknown = sokospec("deadlocks", "-", "--detector", "wishful", stdin=DEAD)
    assert unknown.returncode == 2
    assert all(name.encode() in unknown.stderr for name in DETECTORS)


@pytest.mark.parametrize(("text", "code"), [("#####\n#@$ #\n#####\n", 4), ("", 4)])
def test_what_is_no_level_is_malformed(text: str, code: int) -> None:
    done = sokospec("deadlocks", "-", stdin=text)
    assert (done.returncode, done.stdout) == (code, b"")
