"""z3's proofs of facts and claims: right ones are proved, wrong ones refuted with a state that shows it."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path

import pytest
import z3

import sokoproof
from sokodead import DETECTORS
from sokoproof import Finding, Malformed, Status, confirm_closed, solvable_within
from sokoproof.second_opinion.facts import MILLISECONDS, prove
from sokoproof.second_opinion.finding import never
from sokoproof.second_opinion.meaning import FactMeaning
from sokospec import Level, Square, State, replay, step
from sokospec.board import Direction
from sokospec.certificates import Counting, Evidence, Fact, Frozen, Pattern, Patterns, Prices, Rejected, check_evidence
from sokospec.certificates.evidence import Facts
from sokospec.certificates.grid import INFINITE
from sokospec.certificates.ground import Distances, Ground
from sokospec.errors import IllegalStep
from sokospec.oracle.graph import state_graph

CORNER = Level.parse("#####|#@ .#|#$  #|#####")
PAIR = Level.parse("#####|#.  #|#$ .#|#$ @#|#   #|#####")

FIRES = [
    ("corner", "#####|#@ .#|#$  #|#####"),
    ("corner", "#####|#$ .#|#.$##|# @ #|#####"),
    ("dead-squares", "######|# $  #|#@   #|#  .##|######"),
    ("dead-alley", "#######|#.@$  #|#######"),
    ("one-side", "######|# $  #|#@   #|#  . #|######"),
    ("tunnel", "##########|#@ #### .#|#  $ $  .#|#  ####  #|##########"),
    ("freeze", "#####|#@  #|# $*#|# .$#|# . #|#####"),
    ("local-pattern", "#######|#@  ..#|# #$ .#|# $ $ #|#  $#.#|#######"),
    ("no-goal-reachable", "#######|#. @$ #|#######"),
    ("bipartite", "#####|#.  #|#$ .#|#$ @#|#   #|#####"),
    ("frozen-walls", "####|#@*#|##$#|##.#|####"),
    ("frozen-bipartite", "#######|#  $ *#|#@    #|#    .#|#######"),
    ("immobile", "####|# ##|#  #|#$$#|#.+#|####"),
    ("corral", "####|#. #|#$ #|# $#|##+#|####"),
    ("pi-corral", "####|#  #|# @#|#.$#|#$ #|# .#|####"),
    ("closed-diagonal", "#######|# .@# #|# $ # #|#* $. #|#######"),
    ("deadlock-tables", "#######|# .@# #|# $ # #|#* $. #|#######"),
    ("subsets", "#######|# *   #|#  # ##|# $  ##|#.@####|#######"),
]


def confirm(level: Level, facts: Sequence[Fact], *, milliseconds: int = MILLISECONDS) -> Finding:
    return prove(FactMeaning(level, facts), facts, milliseconds)


def confirm_evidence(level: Level, evidence: Sequence[Fact]) -> Finding:
    """Prove that the last fact shows the level's state dead, and all facts before it."""
    meaning = FactMeaning(level, evidence)
    finding = prove(meaning, evidence)
    if finding.status is not Status.PROVED:
        return finding
    start = meaning.system.constant(level.state)
    part = "the last fact does not rule out the level's state"
    return never(meaning.system, part, MILLISECONDS, [start], z3.Not(meaning.dead(evidence[-1], start)))


def evidence_of(name: str, text: str) -> tuple[Level, Evidence]:
    level = Level.parse(text)
    evidence = DETECTORS[name](level)
    assert evidence is not None
    return level, evidence


def is_accepted(level: Level, evidence: Evidence) -> bool:
    try:
        check_evidence(level, evidence)
    except Rejected:
        return False
    return True


def is_proved(level: Level, evidence: Evidence) -> bool:
    finding = confirm_evidence(level, evidence)
    assert finding.status is not Status.UNKNOWN
    return finding.status is Status.PROVED


@pytest.mark.parametrize(("name", "text"), FIRES)
def test_the_evidence_of_detectors_is_proved(name: str, text: str) -> None:
    level, evidence = evidence_of(name, text)
    assert confirm_evidence(level, evidence) == Finding(Status.PROVED)


def test_every_detector_is_among_them() -> None:
    assert {name for name, _ in FIRES} == DETECTORS.keys()


MANY = [(name, text) for name, text in FIRES if name in ("dead-alley", "no-goal-reachable", "corral", "pi-corral")]


def changed(evidence: Evidence, patterns: tuple[Pattern, ...]) -> Evidence:
    last = evidence[-1]
    assert isinstance(last, Patterns)
    return (*evidence[:-1], Patterns(last.number, patterns, last.by, last.within))


@pytest.mark.parametrize(("name", "text"), MANY)
@pytest.mark.long
def test_a_pattern_that_is_dropped_or_has_another_player_is_seen_by_both(name: str, text: str) -> None:
    level, evidence = evidence_of(name, text)
    last = evidence[-1]
    assert isinstance(last, Patterns)
    verdicts = []
    for at, pattern in enumerate(last.patterns):
        others = last.patterns[:at] + last.patterns[at + 1 :]
        elsewhere = sorted(set(level.board.floor) - pattern.boxes)
        for wrong in (others, *((*others, Pattern(pattern.boxes, square)) for square in elsewhere)):
            verdict = is_accepted(level, changed(evidence, wrong))
            assert verdict == is_proved(level, changed(evidence, wrong))
            verdicts.append(verdict)
    assert set(verdicts) == {False, True}


def test_a_state_that_refutes_a_fact_is_really_a_step_before_one_that_the_fact_does_not_know() -> None:
    wrong = Patterns(1, (Pattern(frozenset({Square(1, 2)}), Square(1, 1)),))
    finding = confirm(CORNER, [wrong])
    assert (finding.status, finding.fact) == (Status.REFUTED, 1)
    assert finding.state is not None and finding.after is not None
    followers = set()
    for direction in Direction:
        try:
            followers.add(step(CORNER.board, finding.state, direction))
        except IllegalStep:
            continue
    assert finding.after in followers
    assert Square(1, 2) in finding.state.boxes - finding.after.boxes


def test_a_pattern_on_goals_alone_is_refuted_by_a_solved_state() -> None:
    finding = confirm(CORNER, [Patterns(1, (Pattern(frozenset({Square(1, 3)}), Square(1, 1)),))])
    assert finding.part == "a solved state is said to be dead"
    assert finding.state is not None and finding.state.boxes <= CORNER.goals


def test_one_goal_too_few_is_no_evidence() -> None:
    both = Counting(1, frozenset({Square(1, 1)}))
    one = Counting(1, frozenset({Square(2, 3)}))
    for fact, right in ((both, True), (one, False)):
        assert is_accepted(PAIR, (fact,)) is is_proved(PAIR, (fact,)) is right
    assert confirm_evidence(PAIR, [one]).part == "the last fact does not rule out the level's state"


def test_a_frozen_box_that_can_be_pushed_is_refuted_by_the_push() -> None:
    level = Level.parse("#####|#@* #|#$. #|#####")
    finding = confirm(level, [Frozen(1, Pattern(frozenset({Square(1, 2)}), Square(1, 1)))])
    assert finding.part == "a push of a frozen box may not be dead"
    assert finding.after is not None and finding.after.player == Square(1, 2)


@pytest.mark.parametrize(
    "facts",
    [
        [Prices(1, (0,)), Prices(1, (0,))],
        [Prices(1, (0, 0))],
        [Counting(1, frozenset({Square(1, 1)}))],
        [Counting(1, frozenset(), within=7)],
        [Prices(1, (0,)), Counting(2, frozenset(), within=1)],
        [Patterns(1, (Pattern(frozenset({Square(0, 0)}), Square(1, 1)),))],
        [Patterns(1, (Pattern(frozenset({Square(1, 1)}), Square(1, 1)),))],
        [Patterns(1, (Pattern(frozenset(), Square(1, 1)),))],
        [Patterns(1, (), by=(1,))],
        [Prices(1, (0,), backwards=True), Patterns(2, (), by=(1,))],
        [Frozen(1, Pattern(frozenset({Square(2, 1)}), Square(1, 1)))],
        [Frozen(1, Pattern(frozenset({Square(1, 3)}), Square(1, 1)), by=(2,))],
    ],
)
def test_facts_that_say_nothing_are_refused_by_both(facts: list[Fact]) -> None:
    assert not is_accepted(CORNER, tuple(facts))
    with pytest.raises(Malformed):
        confirm_evidence(CORNER, facts)


PRICES = [
    Prices(1, (2, -1)),
    Prices(1, (3, 0), backwards=True),
]


@pytest.mark.parametrize("fact", PRICES)
@pytest.mark.parametrize("more", [1, -1])
@pytest.mark.long
def test_prices_are_proved_and_refuted_when_any_one_distance_is_wrong(
    monkeypatch: pytest.MonkeyPatch, fact: Prices, more: int
) -> None:
    level = Level.parse("####|#@.#|#$ #|#$.#|####")
    assert confirm(level, [fact]).status is Status.PROVED
    right = FactMeaning(level, [fact]).least(fact)
    for place in right:
        wrong = right | {place: right[place] + more}
        monkeypatch.setattr(FactMeaning, "least", lambda meaning, fact, wrong=wrong: wrong)
        finding = confirm(level, [fact])
        assert finding.status is Status.REFUTED and finding.state is not None, place


def distances_of_the_checker(level: Level, fact: Prices) -> dict[tuple[Square, Square], int]:
    facts = Facts(level)
    facts.add(fact)
    grid = facts.board_ground.grid
    [bound] = facts.bounds([fact.number])
    floor = sorted(level.board.floor)
    places = [(box, player) for box in floor for player in floor if box != player]
    found = {(box, player): bound(grid.mask([box]), grid.mask([player])) for box, player in places}
    return {place: int(pushes) - sum(fact.prices) for place, pushes in found.items() if pushes < INFINITE}


def test_the_distances_of_the_checker_are_proved_and_those_of_a_wrong_one_refuted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fact = Prices(1, (2, -1))
    table = distances_of_the_checker(PAIR, fact)
    monkeypatch.setattr(FactMeaning, "least", lambda meaning, fact: table)
    assert confirm(PAIR, [fact]).status is Status.PROVED
    right = vars(Ground)["to_goals"].func

    def one_more(ground: Ground) -> Distances:
        return {
            goal: {node: pushes + (pushes > 1) for node, pushes in found.items()}
            for goal, found in right(ground).items()
        }

    monkeypatch.setattr(Ground, "to_goals", property(one_more))
    table = distances_of_the_checker(PAIR, fact)
    finding = confirm(PAIR, [fact])
    assert (finding.status, finding.part) == (Status.REFUTED, "a push takes more than 1 off the bound")


COSTS = [("#####|#@$.#|# $ #|#  .#|#####", 5, 3), ("#####|#@  #|# $.#|#.$ #|#####", 12, 2), ("#####|#@* #|#####", 0, 0)]


@pytest.mark.parametrize(("text", "moves", "pushes"), COSTS)
def test_the_cost_of_the_best_solution_is_proved_and_no_other_one(text: str, moves: int, pushes: int) -> None:
    level = Level.parse(text)
    for finding, cost in (
        (solvable_within(level, "moves", moves), moves),
        (solvable_within(level, "pushes", pushes), pushes),
    ):
        assert finding.status is Status.PROVED and finding.lurd is not None
        played = replay(level, finding.lurd)
        assert played.valid and cost in (played.metrics.moves, played.metrics.pushes)
    assert len(solvable_within(level, "moves", moves + 1).lurd or "") == moves
    if pushes:
        assert solvable_within(level, "pushes", pushes - 1) == Finding(
            Status.REFUTED, f"there is no solution with up to {pushes - 1} pushes"
        )


def test_play_without_any_push_or_solution_has_no_cost() -> None:
    assert solvable_within(Level.parse("####|#@##|##*#|##$#|##.#|####"), "pushes", 2).status is Status.REFUTED
    assert solvable_within(CORNER, "moves", 6).status is Status.REFUTED


ROOM = Level.parse("#####|#$ .#|#@$.#|#####")


def closed_states(level: Level) -> list[tuple[int, State]]:
    return [(0, state) for state in state_graph(level).states]


def test_a_closed_set_is_proved_and_no_smaller_one_is() -> None:
    states = closed_states(ROOM)
    assert len(states) > 1
    assert confirm_closed(ROOM, states).status is Status.PROVED
    parts = {confirm_closed(ROOM, states[:at] + states[at + 1 :]).part for at in range(len(states))}
    assert parts == {"play begins outside", "a step leads out of the set"}


def test_a_set_with_a_solved_state_shows_no_level_unsolvable() -> None:
    level = Level.parse("######|#@$ .#|######")
    assert confirm_closed(level, closed_states(level)).part == "play ends below the limit"


def test_the_second_opinion_does_not_know_the_first_one() -> None:
    forbidden = ("sokospec.certificates", "sokospec.oracle", "sokospec.rules", "sokospec.replay")
    folder = Path(sokoproof.__file__).parent
    knowing = set()
    for path in folder.rglob("*.py"):
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        names = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
        if any(name.startswith(forbidden) for name in names - {"sokospec.certificates.facts"}):
            knowing.add(path.name)
    assert knowing == {"all_proofs.py"}  # which brings proofs and what they are about together


def test_a_question_that_takes_too_long_is_unknown() -> None:
    level = Level.parse("#########|#@  $   #|# $   $ #|#   #   #|# . . . #|#       #|#########")
    assert confirm(level, [Prices(1, (5, 1, -3))], milliseconds=1).status is Status.UNKNOWN
    assert solvable_within(level, "pushes", 9, milliseconds=1).status is Status.UNKNOWN
