"""No solver is believed: what counts as its answer is what the reference engine makes of its output."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import sokocheck.programs.answers
from common.contenders import Foreign, Judgement, Ours, ablation, foreign, without_folders
from common.levels import Problem, numbers, problems
from common.record import Parameters
from sokocheck.programs.answers import TooMuch, candidates
from sokocheck.programs.measure import Measured
from sokospec import Level
from sokospec.errors import InvalidLevel, SokobanError

LIMITS = Parameters("pushes", 10.0, 4096.0)
WALK = Level.parse("######\n#@ $.#\n######")


def printed(text: str, *, ended: str = "exit", code: int = 0, stderr: str = "") -> Measured:
    return Measured(ended, code, 1.0, 1.0, 10.0, text, stderr)


def ours(**said: object) -> Judgement:
    """Return what our solver's answer `rR`, with some keys said otherwise, is worth."""
    right = {
        "verdict": "OPTIMAL",
        "lurd": "rR",
        "moves": 2,
        "pushes": 1,
        "lower_bound": 1,
        "expanded": 2,
        "generated": 3,
    }
    return Ours(LIMITS).judge(WALK, printed(json.dumps(right | said)))


def theirs(text: str, *, ended: str = "exit", code: int = 0, stderr: str = "") -> Judgement:
    return Foreign("x", ("x", "{level}")).judge(WALK, printed(text, ended=ended, code=code, stderr=stderr))


def test_our_right_answer_is_taken_with_its_counts() -> None:
    assert ours() == Judgement("OPTIMAL", "", moves=2, pushes=1, lower_bound=1, expanded=2, generated=3, lurd="rR")


@pytest.mark.parametrize(
    ("said", "note"),
    [
        ({"lurd": "RR"}, "step 0"),
        ({"lurd": "rr"}, "step 1"),
        ({"lurd": "r", "moves": 1, "pushes": 0}, "step 1"),
        ({"moves": 3}, "claims"),
        ({"pushes": 2}, "claims"),
        ({"lurd": None, "moves": None, "pushes": None}, "without a solution"),
        ({"verdict": "SOLVED", "lurd": None}, "without a solution"),
    ],
)
def test_our_wrong_answer_is_invalid_and_says_where(said: dict[str, object], note: str) -> None:
    judged = ours(**said)
    assert judged.verdict == "INVALID"
    assert note in judged.note
    assert judged.moves is None


def test_our_limits_keep_the_lower_bound_and_the_counts() -> None:
    said = {"verdict": "LIMIT_TIME", "lurd": None, "moves": None, "pushes": None, "lower_bound": 7}
    assert ours(**said) == Judgement("LIMIT_TIME", lower_bound=7, expanded=2, generated=3)


@pytest.mark.parametrize(
    "text", ["", "Traceback", "[]", "null", '{"verdict": "OPTIMAL"}', '{"verdict": "MAYBE"}', "{}{}"]
)
def test_our_answer_without_its_keys_is_a_crash(text: str) -> None:
    judged = Ours(LIMITS).judge(WALK, printed(text, code=5, stderr="bang\nAssertionError: oh\n\n"))
    assert judged == Judgement("CRASHED", "exit code 5: AssertionError: oh")


def test_the_command_line_of_our_solver_is_the_contract() -> None:
    problem = Problem(Path("levels.xsb"), 7, "", WALK)
    command = Ours(Parameters("moves", 0.5, 2000.0), ("freeze", "tunnel")).command(problem, Path("level.xsb"))
    assert command[0] == sys.executable
    assert " ".join(command[1:]) == (
        "-m sokospec solve levels.xsb --json --level 7 --engine fast --objective moves --cpu-limit 0.5"
        " --memory-limit 2000 --without freeze --without tunnel"
    )


@pytest.mark.parametrize(
    "text",
    [
        "rR",
        "Solution: rR",
        "LURD=rR;",
        "r\nR\n",
        "r R",
        "found 2 moves\n\n  r\n  R\n\ndone, all good",
        '{"solution": "rR"}',
        "RR",  # the case of letters is worked out anew
        "rr",
        "uuddllrrUUDD\nrR",  # not the longest run
        "rRxuuuuu",
    ],
)
def test_a_solution_is_found_wherever_it_stands_in_an_output(text: str) -> None:
    assert theirs(text) == Judgement("SOLVED", "", moves=2, pushes=1)


def test_the_moves_and_pushes_of_a_solution_are_those_of_its_replay() -> None:
    assert theirs("3 pushes, 99 moves: rlrR") == Judgement("SOLVED", "", moves=4, pushes=1)


@pytest.mark.parametrize("text", ["rrrrllll", "lurdlurdlurd\n", "rrrr llll is it"])
def test_a_run_of_steps_that_solves_nothing_is_an_invalid_answer(text: str) -> None:
    judged = theirs(text)
    assert judged.verdict == "INVALID"
    assert "reason" not in judged.note and "at " in judged.note


@pytest.mark.parametrize("text", ["", "no solution", "see the url, dull", "ld", "\x00\xff" * 99, "12345"])
def test_an_output_without_steps_is_no_answer(text: str) -> None:
    assert theirs(text).verdict == "NOTHING"


@pytest.mark.parametrize(
    ("ended", "code", "verdict"),
    [
        ("cpu", 0, "LIMIT_TIME"),
        ("wall", 0, "LIMIT_TIME"),
        ("memory", 0, "LIMIT_MEMORY"),
        ("output", 0, "NOTHING"),
        ("lost", 0, "NOTHING"),
        ("exit", -11, "CRASHED"),
        ("exit", 3, "NOTHING"),
    ],
)
def test_a_program_that_was_ended_did_not_solve_the_level(ended: str, code: int, verdict: str) -> None:
    judged = theirs("searching\n", ended=ended, code=code, stderr="out of luck\n")
    assert judged.verdict == verdict
    assert judged.note


def test_a_run_without_figures_counts_for_nothing() -> None:
    assert theirs("rR", ended="lost").verdict == "NOTHING"
    said = {"verdict": "OPTIMAL", "lurd": "rR", "moves": 2, "pushes": 1}
    counts = {"lower_bound": 1, "expanded": 2, "generated": 3}
    for text in (json.dumps(said | counts), ""):
        judged = Ours(LIMITS).judge(WALK, printed(text, ended="lost"))
        assert judged.verdict == "NOTHING" and judged.note


def test_a_solution_is_found_behind_many_longer_runs() -> None:
    runs = " . ".join("l" * length for length in range(5, 40))
    assert theirs(f"{runs} . rR") == Judgement("SOLVED", "", moves=2, pushes=1)


def test_an_output_of_more_runs_than_are_read_is_not_invalid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sokocheck.programs.answers, "_MOST_RUNS", 5)
    judged = theirs(" . ".join("l" * length for length in range(5, 40)))
    assert judged.verdict == "NOTHING" and "more than 5 runs of steps" in judged.note


def test_a_solution_counts_even_if_the_program_did_not_end_well() -> None:
    assert theirs("rR", ended="cpu").verdict == "SOLVED"
    assert theirs("rR", code=-11).verdict == "SOLVED"


def test_the_longest_runs_come_first_and_no_more_of_them_than_are_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sokocheck.programs.answers, "_MOST_RUNS", 8)
    output = " . ".join("r" * length for length in range(1, 40))
    runs = []
    with pytest.raises(TooMuch):
        for run in candidates(output):
            runs.append(len(run))
    assert runs == 2 * list(range(39, 39 - 8, -1))  # as words, then as letters


@pytest.mark.parametrize("part", ["u", "u ", "u" + " " * 999, "ux", "uuuuuuuux"])
def test_runs_are_found_in_hostile_outputs(part: str) -> None:
    assert next(candidates(part * (1_000_000 // len(part)))).strip("u") == ""


def test_a_command_is_split_into_words_and_the_level_put_in_without_a_shell(tmp_path: Path) -> None:
    contender = foreign("echo -x 'a b' in={level} '$HOME'")
    assert contender.name == "echo"
    problem = Problem(Path("levels.xsb"), 1, "", WALK)
    assert contender.command(problem, Path("d/level.xsb")) == ["echo", "-x", "a b", "in=d/level.xsb", "$HOME"]


def test_a_command_can_be_given_a_name() -> None:
    assert foreign("JSoko-2.0=echo {level}") == Foreign("JSoko-2.0", ("echo", "{level}"))


@pytest.mark.parametrize("text", ["", "echo", "echo level", "{level}", "echo '{level}", "no-such-program {level}"])
def test_a_command_that_cannot_work_is_refused(text: str) -> None:
    with pytest.raises(SokobanError):
        foreign(text)


def test_an_ablation_switches_off_each_feature_that_is_used_for_the_objective() -> None:
    from sokosolve.features import FEATURES, select_features
    from sokospec.answer import Objective

    for objective in Objective:
        parameters = Parameters(objective.value, 10.0, 4096.0)
        used = select_features(objective, ["freeze"])
        assert [contender.without for contender in ablation(parameters, ["freeze"])] == [
            ("freeze", name) for name in FEATURES if name in used
        ]


def test_paths_of_this_machine_are_left_out() -> None:
    assert (
        without_folders("a=/usr/bin/java -jar '/opt/x/y.jar' b/c ./d 1/2 {level}")
        == "a=java -jar 'y.jar' b/c ./d 1/2 {level}"
    )


@pytest.mark.parametrize(
    ("text", "found"), [("3", {3}), ("1,2,5-9", {1, 2, 5, 6, 7, 8, 9}), ("4-4", {4}), ("2,2", {2})]
)
def test_numbers_and_ranges_are_read(text: str, found: set[int]) -> None:
    assert numbers(text) == found


@pytest.mark.parametrize("text", ["", "0", "-3", "5-3", "a", "1,,2", "1-2-3", "1.5"])
def test_what_names_no_levels_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        numbers(text)


def test_levels_are_chosen_by_number_from_each_file(levels_file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.xsb"
    other.write_text(levels_file.read_text())
    found = list(problems([levels_file, other], numbers("2,1")))
    assert [str(problem) for problem in found] == [
        "levels.xsb:1 One push",
        "levels.xsb:2 A walk",
        "other.xsb:1 One push",
        "other.xsb:2 A walk",
    ]
    assert found[0].digest == found[2].digest != found[1].digest


def test_the_size_of_a_level_counts_the_floor_where_a_player_can_get(levels_file: Path) -> None:
    assert [problem.squares for problem in problems([levels_file])] == [3, 4, 10]
    assert Problem(levels_file, 1, "", Level.parse("#####\n#@$.#\n#####\n#   #\n#####")).squares == 3


def test_levels_that_do_not_exist_or_are_none_are_refused(levels_file: Path, tmp_path: Path) -> None:
    with pytest.raises(SokobanError, match="no level 4, the last is 3"):
        list(problems([levels_file], [4]))
    with pytest.raises(SokobanError, match="same name"):
        list(problems([levels_file, tmp_path / "folder" / "levels.xsb"]))
    levels_file.write_text("####\n#@.#\n####\n")
    with pytest.raises(InvalidLevel):
        list(problems([levels_file]))


def test_contenders_have_the_columns_they_should(fake: Callable[[str], str]) -> None:
    assert Ours(LIMITS).without == () and Ours(LIMITS).name == "sokospec"
    assert Ours(LIMITS, ("a", "b")).name == "sokospec without a, b"
    assert foreign(fake("right")).without is None
