"""`sokospec audit` keeps the contract: keys, exit codes, limits, and nothing but results on stdout."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from cli.running import ROOT, WAREHOUSE, on_a_terminal, records, sokospec
from sokospec.conformance import load_levels

KEYS = (
    "detector",
    "levels",
    "states",
    "dead",
    "flagged",
    "false_positives",
    "recall",
    "bad_evidence",
    "counterexample",
)
CORNER = "sokodead.corner:corner"
CORPUS = sum(1 for known in load_levels("killers") for _ in known.boards())

MODULE = """
import sys, time
from sokospec.certificates import Pattern, Patterns
print("imported")
def wall(level):
    print("asked")
    return any(None in level.board.beyond[box] for box in level.boxes - level.goals)
def bad(level):
    return (Patterns(1, ()),) if level.boxes - level.goals and not wall(level) else None
def flags_with_bad_evidence(level):
    from sokodead.corner import corner
    return (Patterns(1, ()),) if corner(level) else None
def silent(level):
    return False
def hangs(level):
    while True:
        time.sleep(0.01)
def recursion(level):
    from sokospec.board import Direction, neighbour
    def frozen(box, visited):
        if box in visited:
            return True
        visited.add(box)
        return all(
            any(level.board.is_wall(end) for end in ends)
            or any(end in level.boxes and frozen(end, visited) for end in ends)
            for ends in ([neighbour(box, way) for way in axis] for axis in (list(Direction)[:2], list(Direction)[2:]))
        )
    return any(frozen(box, set()) for box in sorted(level.boxes - level.goals))
def slow(level):
    time.sleep(0.01)
    return False
"""


def write_module(folder: Path, name: str, text: str) -> dict[str, str]:
    """Write a module into a folder, and return an environment in which it can be imported."""
    (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return {"PYTHONPATH": ":".join([str(folder), *filter(None, sys.path)])}


@pytest.fixture
def mine(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which the module `mine` can be imported."""
    return write_module(tmp_path, "mine", MODULE)


def test_a_sound_detector_gets_the_number_of_states_without_a_counterexample() -> None:
    done = sokospec("audit", CORNER, "--no-corpus", "--levels", "12", "--json")
    [record] = records(done)
    assert tuple(record)[: len(KEYS)] == KEYS
    assert (done.returncode, record["levels"], record["false_positives"], record["bad_evidence"]) == (0, 12, 0, 0)
    assert record["counterexample"] is None
    assert isinstance(record["recall"], float) and 0 < record["recall"] < 1
    causes = record["recall_by_cause"]
    assert isinstance(causes, dict)
    assert sum(share["dead"] for share in causes.values()) == record["dead"]
    assert causes["one box"]["recall"] > 0 and causes["counting"]["flagged"] == 0
    states, searched = record["states"], record["searched"]
    assert isinstance(states, int) and isinstance(searched, int)
    asked = states + searched
    assert record["verdict"] == "NOT_REFUTED" and asked
    text = sokospec("audit", CORNER, "--no-corpus", "--levels", "12").stdout
    assert f"no counterexample found in {asked:,} states".encode() in text


def test_a_detector_that_never_fires_was_not_tested(mine: dict[str, str]) -> None:
    options = ("audit", "mine:silent", "--no-corpus", "--levels", "3")
    done = sokospec(*options, "--json", env=mine)
    [record] = records(done)
    assert (done.returncode, record["verdict"], record["fired"]) == (3, "NOT_TESTED", 0)
    assert b": not tested: " in sokospec(*options, env=mine).stdout


def test_a_wrong_detector_is_refuted_by_a_small_level_and_what_it_prints_stays_off_stdout(mine: dict[str, str]) -> None:
    done = sokospec("audit", "mine:wall", "--levels", "30", "--json", env=mine)
    [record] = records(done)
    assert done.returncode == 1
    shown = record["counterexample"]
    assert isinstance(shown, dict)
    assert (shown["kind"], shown["xsb"].count("\n")) in [("false positive", 2), ("false positive", 4)]
    assert done.stderr.count(b"asked") >= 100
    solved = sokospec("solve", "-", "--engine", "reference", stdin=shown["xsb"])
    assert solved.returncode == 0 and shown["solution"].encode() in solved.stdout


def test_bad_evidence_refutes_too(mine: dict[str, str]) -> None:
    done = sokospec("audit", "mine:flags_with_bad_evidence", "--levels", "5", "--json", env=mine)
    [record] = records(done)
    assert (done.returncode, record["false_positives"]) == (1, 0)
    assert record["bad_evidence"] == record["flagged"] != 0
    assert isinstance(record["counterexample"], dict) and record["counterexample"]["reason"]
    text = sokospec("audit", "mine:flags_with_bad_evidence", "--levels", "5", env=mine).stdout
    assert b": detector refuted\n" in text and b"\nbad evidence: " in text


@pytest.mark.long
def test_a_seed_says_which_levels_are_tried() -> None:
    def figures(*options: str) -> list[object]:
        [record] = records(sokospec("audit", CORNER, "--levels", "20", "--json", *options))
        return [record[key] for key in KEYS]

    assert figures("--seed", "7") == figures("--seed", "7") != figures()


@pytest.mark.long
def test_squares_and_boxes_bound_the_levels() -> None:
    [record] = records(
        sokospec("audit", CORNER, "--no-corpus", "--squares", "4", "--boxes", "1", "--levels", "90", "--json")
    )
    assert record["levels"] == 90
    causes = record["recall_by_cause"]
    assert isinstance(causes, dict)
    assert [cause for cause, share in causes.items() if share["dead"]] == ["one box"]


@pytest.mark.long
def test_the_regression_levels_come_first_and_refute_what_random_boards_do_not(mine: dict[str, str]) -> None:
    """The freeze recursion that takes every visited box for frozen is wrong on boards with many boxes alone."""
    command = ("audit", "mine:recursion", "--levels", "30", "--json")
    [without] = records(sokospec(*command, "--no-corpus", env=mine))
    assert (without["levels"], without["false_positives"]) == (30, 0)
    done = sokospec(*command, env=mine)
    [record] = records(done)
    assert (done.returncode, record["false_positives"]) == (1, 3)
    assert record["levels"] == 30 + CORPUS
    shown = record["counterexample"]
    assert isinstance(shown, dict) and shown["xsb"].count("$") + shown["xsb"].count("*") > 3 and shown["solution"]


def test_states_come_from_a_file() -> None:
    done = sokospec("audit", CORNER, "--states", WAREHOUSE, "--json")
    [record] = records(done)
    assert (done.returncode, record["levels"], record["states"], record["dead"]) == (0, 4, 4, 1)
    level = "#####\n#@ .#\n#$  #\n#####\n"
    [record] = records(sokospec("audit", CORNER, "--states", "-", "--json", stdin=level))
    assert (record["states"], record["dead"], record["flagged"]) == (1, 1, 1)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((), 2),
        (("corner",), 2),
        (("sokodead.corner:no_such_function",), 2),
        (("no_such_module:function",), 2),
        (("cmd:no-such-program",), 2),
        (("cmd:",), 2),
        ((CORNER, "--levels", "0"), 2),
        ((CORNER, "--states", "no-such-file"), 2),
        ((CORNER, "--states", "tests/golden/input/malformed.xsb"), 4),
        ((CORNER, "--states", "tests/golden/input/nothing.txt"), 4),
        ((CORNER, "--time-limit", "0"), 3),
        (("cmd:true", "--levels", "2"), 3),
        (("cmd:sleep 60", "--levels", "2", "--request-limit", "0.1"), 3),
        (("mine:hangs", "--levels", "2", "--request-limit", "0.1"), 3),
    ],
)
def test_exit_codes(arguments: tuple[str, ...], code: int, mine: dict[str, str]) -> None:
    done = sokospec("audit", *arguments, env=mine)
    assert done.returncode == code, done
    assert b"Traceback" not in done.stderr
    assert bool(done.stdout) == (code in (0, 1, 3) or b"malformed.xsb" in done.stderr)


def test_ctrl_c_leaves_the_figures_so_far(mine: dict[str, str]) -> None:
    code, stdout, terminal = on_a_terminal("audit", "mine:slow", "--json", env=mine, interrupt_at=" states, ")
    record = json.loads(stdout)
    assert (code, record["stopped"], record["false_positives"]) == (3, "interrupted", 0)
    assert 0 < record["levels"] < 1500 and record["states"] > 0
    assert f"of {1500 + CORPUS:,} levels" in terminal


@pytest.mark.long
def test_the_examples_that_the_docs_name_can_be_audited() -> None:
    command = f"cmd:{sys.executable} {ROOT}/examples/detector_program.py"
    codes = [
        sokospec("audit", name, "--levels", "3").returncode for name in (command, "examples.my_detector:in_a_corner")
    ]
    assert codes == [0, 0]


# --heuristic

HEURISTICS = """
import math
def twice(level):
    return 2 * len(level.boxes - level.goals)
def none(level):
    return 0
def jumps(level):
    return len(level.boxes - level.goals) * (level.player.row + level.player.column) % 2
def sideways(level):
    return math.inf if all(box.row != goal.row for box in level.boxes for goal in level.goals) else 0
"""
HEURISTIC_KEYS = ("heuristic", "objective", "levels", "states", "dead", "infinite", "violations", "counterexample")


@pytest.fixture
def theirs(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which the module `theirs` can be imported."""
    return write_module(tmp_path, "theirs", HEURISTICS)


@pytest.mark.parametrize(
    ("name", "kind", "value"), [("twice", "overestimate", 2), ("sideways", "infinite", "infinity")]
)
def test_a_wrong_heuristic_is_refuted_with_its_value_the_truth_and_a_solution(
    theirs: dict[str, str], name: str, kind: str, value: object
) -> None:
    done = sokospec("audit", "--heuristic", f"theirs:{name}", "--levels", "30", "--no-corpus", "--json", env=theirs)
    [record] = records(done)
    assert tuple(record)[: len(HEURISTIC_KEYS)] == HEURISTIC_KEYS
    shown = record["counterexample"]
    assert isinstance(shown, dict)
    assert (done.returncode, record["verdict"], shown["kind"], record["value"]) == (1, "REFUTED", kind, value)
    assert record["truth"] == shown["truth"] == sum(letter.isupper() for letter in shown["solution"]) > 0


def test_a_right_heuristic_and_a_silent_one_end_as_detectors_do(theirs: dict[str, str]) -> None:
    options = ("--levels", "3", "--no-corpus")
    right = sokospec("audit", "--heuristic", "examples.my_heuristic:nearest_goals", *options)
    assert right.returncode == 0 and b": no counterexample found in " in right.stdout
    assert b"consistent: " in right.stdout
    silent = sokospec("audit", "--heuristic", "theirs:none", *options, env=theirs)
    assert silent.returncode == 3 and b": not tested: the heuristic was above 0 in none of " in silent.stdout


@pytest.mark.long
def test_an_inconsistency_is_shown_and_refutes_only_on_demand(theirs: dict[str, str]) -> None:
    command = ("audit", "--heuristic", "theirs:jumps", "--levels", "3", "--no-corpus")
    shown = sokospec(*command, env=theirs)
    assert shown.returncode == 0 and b"\ninconsistent: the value is 1, but 0 after the step " in shown.stdout
    assert sokospec(*command, "--consistent", env=theirs).returncode == 1


@pytest.mark.parametrize(
    "arguments",
    [(), (CORNER, "--heuristic", CORNER), (CORNER, "--consistent"), (CORNER, "--objective", "moves")],
)
def test_a_detector_and_a_heuristic_exclude_each_other(arguments: tuple[str, ...]) -> None:
    assert sokospec("audit", *arguments).returncode == 2


@pytest.mark.long
def test_a_program_can_be_a_heuristic(tmp_path: Path) -> None:
    program = tmp_path / "heuristic.py"
    program.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    request = json.loads(line)\n"
        "    print(json.dumps({'id': request['id'], 'value': 3 * request['xsb'].count('$')}), flush=True)\n",
        encoding="utf-8",
    )
    command = ("--levels", "5", "--no-corpus", "--squares", "4", "--json")
    done = sokospec("audit", "--heuristic", f"cmd:{sys.executable} -S {program}", *command)
    [record] = records(done)
    assert (done.returncode, record["value"], record["verdict"]) == (1, 3, "REFUTED")
