"""The PDDL of a level means the level: played by rules that know nothing of Sokoban, it has the same optimum."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from random import Random

import pytest

from planning.strips import Facts, cheapest_plan, successors, task_of
from sokogen.random.random_levels import random_mixed_level
from sokospec import Level, State, replay
from sokospec.oracle import Verdict, search_exhaustively
from sokospec.planning import domain, lurd_of_plan, problem
from sokospec.rules import is_push, steps

EXPECTED_SOLVABLE = 15
MOST_STATES = 40


def unnamed(facts: Facts) -> Facts:
    """Return facts with boxes and player called by where they are, for boxes have no identity."""
    place_of = {fact[1]: fact[2] for fact in facts if fact[0] == "at"}
    names = {thing: f"{thing.partition('-')[0]} on {place}" for thing, place in place_of.items()}
    return frozenset(tuple(names.get(word, word) for word in fact) for fact in facts)


def compare_with_the_rules(level: Level, text: str, most: int = MOST_STATES) -> None:
    """Fail unless the actions of a domain in up to `most` states are the legal steps, and lead to the same states."""
    task = task_of(text, problem(level))
    facts_of = {level.state: task.start}
    written: dict[State, Facts] = {}
    for state in (queue := [level.state]):  # the list grows while it is read
        found = {}
        for line, cost, facts in successors(task, facts_of[state]):
            word = line.removesuffix(")").split()[-1]
            assert word not in found, "one action a direction"
            found[word] = cost, unnamed(facts), facts
        expected = dict(steps(level.board, state))
        assert found.keys() == {f"dir-{direction.name.lower()}" for direction in expected}
        for direction, after in expected.items():
            cost, seen, facts = found[f"dir-{direction.name.lower()}"]
            if after not in written:
                written[after] = unnamed(task_of(text, problem(replace(level, state=after))).start)
            assert (cost, seen) == (is_push(state, after), written[after])
            if after not in facts_of and len(facts_of) < most:
                facts_of[after] = facts
                queue.append(after)


@pytest.mark.parametrize("seed", range(8))
def test_actions_are_the_legal_steps_and_lead_to_the_same_states(seed: int) -> None:
    compare_with_the_rules(random_mixed_level(Random(seed), max_height=3, max_width=4, max_boxes=3), domain())


TELLING = Level.parse("#######\n#@$*$ #\n# $ ..#\n#   . #\n#######")
"""A level whose first states have pushes onto goals and off them, and boxes behind boxes."""


def damaged_domains() -> list[tuple[str, str]]:
    """Return the domain without each of the conditions and effects that stand on a line of their own."""
    lines = domain().split("\n")
    first = next(number for number, line in enumerate(lines) if ":action" in line)
    found = []
    for number, line in enumerate(lines):
        fact = line.strip()
        if number > first and fact.startswith("(") and not fact.startswith("(:"):
            depths = list(accumulate({"(": 1, ")": -1}.get(symbol, 0) for symbol in fact))
            end = depths.index(0) + 1
            found.append(
                (f"{number + 1}: {fact[:end]}", "\n".join((*lines[:number], fact[end:], *lines[number + 1 :])))
            )
    return found


def test_the_telling_level_is_played_by_the_rules() -> None:
    compare_with_the_rules(TELLING, domain())


@pytest.mark.parametrize(("missing", "text"), damaged_domains(), ids=lambda value: value[:30].strip("; "))
@pytest.mark.long
def test_each_condition_and_each_effect_is_needed(missing: str, text: str) -> None:
    with pytest.raises((AssertionError, KeyError)):  # KeyError: a parameter that nothing gives a value
        compare_with_the_rules(TELLING, text)


def test_cheapest_plans_have_as_many_pushes_as_optimal_solutions() -> None:
    rng = Random(7)
    solvable = 0
    for _ in range(30):
        level = random_mixed_level(rng, max_height=3, max_width=3, max_boxes=2)
        found = cheapest_plan(task_of(domain(), problem(level)))
        answer = search_exhaustively(level)
        if answer.verdict is Verdict.UNSOLVABLE:
            assert found is None, level
            continue
        assert found is not None, level
        cost, plan = found
        lurd = lurd_of_plan(level, "\n".join([*plan, f"; cost = {cost} (general cost)"]))
        outcome = replay(level, lurd)
        assert outcome.valid and outcome.metrics.pushes == cost == answer.pushes, level
        solvable += 1
    assert solvable >= EXPECTED_SOLVABLE


@pytest.mark.parametrize(
    ("drawing", "cost"),
    [
        ("#######\n#@$.#*#\n#######", 1),
        ("########\n#@$.#$.#\n########", None),
        ("#######\n#@$ #.#\n#######", None),
    ],
)
def test_what_is_out_of_the_players_reach_counts_as_in_the_rules(drawing: str, cost: int | None) -> None:
    level = Level.parse(drawing)
    found = cheapest_plan(task_of(domain(), problem(level)))
    assert (None if found is None else found[0]) == cost == search_exhaustively(level).pushes


def test_floor_outside_the_walls_is_no_part_of_the_problem() -> None:
    text = problem(Level.parse("#####  \n#@$.###\n#####  "))
    assert [f"pos-{column}-2" in text for column in range(1, 8)] == [False, True, True, True, False, False, False]
    assert text.count(" - location") == 3


def test_a_push_costs_one_and_a_move_nothing() -> None:
    level = Level.parse("######\n# @$.#\n######")
    task = task_of(domain(), problem(level))
    steps = {line.split()[0]: cost for line, cost, _ in successors(task, task.start)}
    assert steps == {"(move": 0, "(push-to-goal": 1}


def test_names_of_stones_have_at_least_two_digits_and_are_never_ambiguous() -> None:
    text = problem(Level.parse("#" * 108 + "\n#@ " + "*" * 103 + " #\n" + "#" * 108))
    assert "(at stone-01 " in text and "(at stone-10 " in text and "(at stone-103 " in text


def test_a_title_stays_a_comment() -> None:
    level = replace(Level.parse("#####\n#@$.#\n#####"), title="a\n(b")
    assert problem(level).splitlines()[:2] == [";; a (b", "(define (problem level)"]
