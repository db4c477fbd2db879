"""A claim is judged by what was replayed: an engine that contradicts a replay settles nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import records, sokospec
from sokocheck.claims.judging import CLAIMS, Judge, judge
from sokocheck.engines.all_engines import Choice, Watch, check_answer
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Level
from sokospec.formats import Reading
from sokospec.limits import Limits

LEVEL = Level.parse("#######\n#     #\n#@$ . #\n#     #\n#######")
SOLUTION = "RR"
DETOUR = "udRR"


def answering(verdict: Verdict, lurd: str | None, bound: int | None) -> Judge:
    """Return a judge whose engine knows one answer."""

    def engine(level: Level, objective: Objective, watch: Watch) -> Answer:
        return check_answer(level, Answer(verdict, objective, lurd, bound, 7, 7, 0.1, 20.0))

    return Judge(engine, Reading())


def verdict_on(judge: Judge, lurd: str | None, objective: str) -> str:
    return judge.judge(LEVEL, lurd, objective, Watch(Limits(), print)).verdict


@pytest.mark.parametrize(
    ("answer", "lurd", "objective", "verdict"),
    [
        ((Verdict.OPTIMAL, SOLUTION, 2), SOLUTION, "moves", "OPTIMAL"),
        ((Verdict.OPTIMAL, SOLUTION, 2), DETOUR, "moves", "NOT_OPTIMAL"),
        ((Verdict.OPTIMAL, SOLUTION, 2), DETOUR, "pushes", "OPTIMAL"),
        ((Verdict.OPTIMAL, SOLUTION, 2), DETOUR, "pushes-moves", "NOT_OPTIMAL"),
        ((Verdict.OPTIMAL, SOLUTION, 2), "R", "moves", "INVALID"),
        ((Verdict.LIMIT_TIME, None, 1), SOLUTION, "moves", "UNKNOWN"),
        ((Verdict.LIMIT_MEMORY, None, 2), SOLUTION, "moves", "OPTIMAL"),
        ((Verdict.LIMIT_MEMORY, None, 2), SOLUTION, "moves-pushes", "UNKNOWN"),
        ((Verdict.LIMIT_TIME, None, 2), None, "unsolvable", "UNKNOWN"),
        ((Verdict.OPTIMAL, SOLUTION, 2), None, "unsolvable", "INVALID"),
        ((Verdict.UNSOLVABLE, None, None), None, "unsolvable", "VALID"),
    ],
)
def test_a_claim_gets_the_verdict_that_follows_from_the_replay_and_the_engines_answer(
    answer: tuple[Verdict, str | None, int | None], lurd: str | None, objective: str, verdict: str
) -> None:
    assert verdict_on(answering(*answer), lurd, objective) == verdict


@pytest.mark.parametrize(
    ("answer", "lurd", "objective"),
    [
        ((Verdict.OPTIMAL, "RrR", 3), SOLUTION, "moves"),  # no solution at all
        ((Verdict.OPTIMAL, DETOUR, 4), SOLUTION, "moves"),  # the claim is better than the "optimum"
        ((Verdict.OPTIMAL, DETOUR, 2), SOLUTION, "pushes-moves"),
        ((Verdict.UNSOLVABLE, None, None), SOLUTION, "pushes"),
        ((Verdict.LIMIT_TIME, None, 3), SOLUTION, "moves"),  # a bound above what was replayed
    ],
)
def test_an_engine_that_contradicts_a_replay_is_an_error_and_no_verdict(
    answer: tuple[Verdict, str | None, int | None], lurd: str, objective: str
) -> None:
    with pytest.raises(AssertionError, match="engine"):
        verdict_on(answering(*answer), lurd, objective)


def test_the_search_knows_the_solution_that_is_claimed_and_searches_again_only_where_a_better_one_may_settle_more() -> (
    None
):
    known: list[str | None] = []

    def engine(level: Level, objective: Objective, watch: Watch) -> Answer:
        known.append(watch.known)
        limited = watch.known != SOLUTION
        verdict = Verdict.LIMIT_TIME if limited else Verdict.OPTIMAL
        return Answer(verdict, objective, None if limited else SOLUTION, 1 if limited else 2, 7, 7, 0.1, 20.0)

    judge = Judge(engine, Reading())
    longer, longest = DETOUR, "udud" + SOLUTION
    claims = (None, "unsolvable"), (longer, "moves"), (longest, "moves"), (SOLUTION, "moves"), (longest, "moves")
    verdicts = [verdict_on(judge, lurd, claim) for lurd, claim in claims]
    assert verdicts == ["UNKNOWN", "UNKNOWN", "UNKNOWN", "OPTIMAL", "NOT_OPTIMAL"]
    assert known == [None, longer, SOLUTION]


def test_the_fast_engine_only_has_to_prove_that_nothing_is_cheaper() -> None:
    level = Level.parse("########\n#      #\n# $ $$ #\n#  .. .#\n# $ @. #\n#      #\n########")
    answer = Choice("fast").create().solve(level, Objective.PUSHES, Watch(Limits()))
    known = Choice("fast").create().solve(level, Objective.PUSHES, Watch(Limits(), known=answer.lurd))
    assert (known.verdict, known.lurd, known.lower_bound) == (Verdict.OPTIMAL, answer.lurd, answer.pushes)
    assert known.expanded < answer.expanded


FEW = Reading(limit=3)


def test_a_play_is_judged_however_many_steps_its_text_has() -> None:
    assert judge(LEVEL, "ud" * 10 + "RR", reading=FEW).verdict == "VALID"
    assert judge(LEVEL, "ud" * 10 + "R", reading=FEW).verdict == "INVALID"


def test_a_play_that_expands_beyond_the_limit_is_unknown_and_not_invalid() -> None:
    for claim in (None, *CLAIMS):
        judgement = judge(LEVEL, "99(ud)RR", claim, reading=FEW)
        assert (judgement.verdict, judgement.rule) == ("UNKNOWN", "R3")
    assert judge(LEVEL, "99(ud)RR").verdict == "VALID"


@pytest.mark.parametrize("command", ["check", "improve"])
def test_a_limit_on_steps_gives_exit_code_3(tmp_path: Path, command: str) -> None:
    file = tmp_path / "level.sok"
    file.write_text(f"{LEVEL}\n\nSolution\n99(ud)RR\n", encoding="utf-8")
    done = sokospec(command, str(file), "--limit", "40", "--json")
    assert done.returncode == 3
    assert [record["verdict"] for record in records(done)] == ["UNKNOWN"]


CONTEST = "#######\n#@$ . #\n# $ . #\n#     #\n#######"


@pytest.mark.source(145)
@pytest.mark.parametrize(
    ("lurd", "verdict", "boxes_off"),
    [
        ("RRuu", "INVALID", None),  # a step into the wall
        ("RRlldRR", "VALID", 0),
        ("RRlldR", "INVALID", 1),  # all boxes but one are home: the lesser answer of a contest
        ("R", "INVALID", 2),
        ("RRr", "INVALID", None),  # the case of a letter is wrong, so the answer ends nowhere
        ("", "INVALID", 2),
    ],
)
def test_how_many_boxes_are_off_the_goals_at_the_end_is_a_key_of_its_own(
    tmp_path: Path, lurd: str, verdict: str, boxes_off: int | None
) -> None:
    answers = tmp_path / "answers.jsonl"
    answers.write_text(json.dumps({"level": 1, "lurd": lurd}), encoding="utf-8")
    done = sokospec("check", "-", "--solutions", str(answers), "--json", stdin=CONTEST)
    assert [(record["verdict"], record["boxes_off"]) for record in records(done)] == [(verdict, boxes_off)]
