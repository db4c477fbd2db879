"""`normalize` with the step `solution`, which searches: its limits are limits, and what it prints holds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import WAREHOUSE, records, sokospec

SOLUTION = ("--steps", "outer-walls,trim,solution", "--engine", "reference")


def test_a_limit_of_the_search_leaves_the_level_out_and_gives_3() -> None:
    done = sokospec("normalize", WAREHOUSE, *SOLUTION, "--time-limit", "0")
    assert (done.returncode, done.stdout) == (3, b"")
    assert done.stderr.count(b"time limit reached; raise --time-limit") == 4
    assert sokospec("normalize", WAREHOUSE, "--time-limit", "60").returncode == 0


@pytest.mark.parametrize("engine", ["reference", "fast"])
def test_what_an_optimal_solution_touches_is_left(engine: str) -> None:
    done = sokospec("normalize", WAREHOUSE, *SOLUTION[:2], "--engine", engine, "--level", "2", "--json")
    record = json.loads(done.stdout)
    assert (done.returncode, record["preserves"]) == (0, "optimal moves")
    assert record["changed"] == ["outer-walls", "trim", "solution"]
    solved = sokospec("solve", "-", "--objective", "moves-pushes", "--json", stdin=record["xsb"].encode())
    assert (json.loads(solved.stdout)["moves"], json.loads(solved.stdout)["pushes"]) == (9, 4)


def test_a_normal_form_can_be_normalised_again_and_says_what_changed_then() -> None:
    once = sokospec("normalize", WAREHOUSE)
    twice = sokospec("normalize", "-", stdin=once.stdout)
    assert (twice.returncode, twice.stdout.count(b"\nChanged: nothing\n"), twice.stdout.count(b"\nChanged: ")) == (
        0,
        4,
        4,
    )


MIRRORED = "####\n#. #\n# $#\n# @#\n####\nTitle: First\n\n#####\n# .##\n#$ ##\n#@ ##\n#####\nTitle: Second\n"
PAIR = ("normalize", "-", "--near-duplicates", "--json")


@pytest.mark.source(47)
def test_near_duplicates_are_printed_as_pairs_within_and_across_files(tmp_path: Path) -> None:
    (pair,) = records(sokospec(*PAIR, stdin=MIRRORED))
    assert (pair["level"], pair["similar_level"], pair["similar_title"], pair["similarity"]) == (2, 1, "First", 1)
    file = tmp_path / "other.xsb"
    file.write_text(MIRRORED.partition("\n\n")[0], encoding="utf-8")
    done = sokospec(*PAIR, str(file), "--level", "1", stdin=MIRRORED)
    assert (done.returncode, [each["similar_file"] for each in records(done)]) == (0, ["-"])
    assert done.stderr == b"2 levels compared, 1 pair with a similarity of at least 0.8\n"


def test_no_pair_prints_nothing_and_the_threshold_decides() -> None:
    done = sokospec("normalize", WAREHOUSE, "--near-duplicates")
    assert (done.returncode, done.stdout) == (0, b"")
    lower = sokospec("normalize", WAREHOUSE, "--near-duplicates", "--threshold", "0.65")
    assert lower.stdout == f"{WAREHOUSE}:1 'Two in a row' and {WAREHOUSE}:2 'Pushes or moves': 0.65\n".encode()


@pytest.mark.parametrize(
    "wrong",
    [("--threshold", "0.5"), *(("--near-duplicates", "--threshold", each) for each in ("0", "1.1", "nan", "x"))],
)
def test_a_wrong_threshold_is_a_usage_error(wrong: tuple[str, ...]) -> None:
    assert sokospec("normalize", WAREHOUSE, *wrong).returncode == 2


def test_limits_hold_for_near_duplicates_too() -> None:
    done = sokospec(*PAIR, *SOLUTION, "--time-limit", "0", stdin=MIRRORED)
    assert (done.returncode, [each["verdict"] for each in records(done)]) == (3, ["LIMIT_TIME"] * 2)
