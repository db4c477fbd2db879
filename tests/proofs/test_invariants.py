"""Tiny levels: z3's invariants, plays and bounds say what the oracle says; what Spacer gets wrong is not believed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sokoproof.second_opinion import invariants
from sokoproof.second_opinion.bounded import solvable_within
from sokoproof.second_opinion.invariants import prove_unsolvable
from sokoproof.second_opinion.step_relation import Formula, StateFrame
from sokoproof.second_opinion.tiny_levels import tiny_levels
from sokoproof.status import Status
from sokospec import Board, Level, Square, State, replay
from sokospec.oracle import Objective, search_exhaustively


def every_state_of(board: Board, boxes: frozenset[Square]) -> list[Level]:
    return [Level(board, State(boxes, player)) for player in board.floor if player not in boxes]


def drawn(text: str) -> Level:
    return Level.parse(text.replace("|", "\n"))


LEVELS = [
    "######|#@ $.#|######",
    "#####|#@$ #|# . #|#####",
    "#####|#@* #|#####",
    "#####|#@$.#|# $ #|#  .#|#####",
    "######|#@   #|# $$ #|# ..##|######",
    "#####|#.  #|#$ .#|#$ @#|#   #|#####",
    "#######|#. @$ #|#######",
    "#####|#@$.#|#.$ #|#   #|#####",
    "####|#@*#|##$#|##.#|####",
]


@pytest.mark.parametrize("text", LEVELS)
def test_a_level_is_proved_unsolvable_exactly_if_the_oracle_finds_no_solution(text: str) -> None:
    level = drawn(text)
    finding = prove_unsolvable(level)
    if search_exhaustively(level, Objective.ANY).lurd is None:
        assert (finding.status, finding.lurd) == (Status.PROVED, None)
    else:
        assert finding.status is Status.REFUTED and finding.lurd is not None
        assert replay(level, finding.lurd).valid


@pytest.mark.parametrize("text", LEVELS)
def test_a_level_is_solvable_within_as_many_pushes_and_moves_as_the_oracle_finds(text: str) -> None:
    level = drawn(text)
    best = {"pushes": search_exhaustively(level).pushes, "moves": search_exhaustively(level, Objective.MOVES).moves}
    for most in range(5):
        for metric in ("pushes", "moves"):
            least = best[metric]
            finding = solvable_within(level, metric, most)
            assert finding.status is (Status.PROVED if least is not None and least <= most else Status.REFUTED)
            assert (finding.lurd is None) == (finding.status is Status.REFUTED)


def test_all_players_beside_a_box_in_a_corner_and_one_that_is_free() -> None:
    board = Board(3, 3, frozenset(), frozenset({Square(2, 1)}))
    for box, status in ((Square(0, 0), Status.PROVED), (Square(1, 1), Status.REFUTED)):
        for level in every_state_of(board, frozenset({box})):
            assert prove_unsolvable(level).status is status


def test_a_wrong_invariant_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    level = drawn("#####|#@$ #|# . #|#####")
    assert prove_unsolvable(level).status is Status.PROVED
    wrong: list[Callable[[StateFrame], object]] = [
        lambda frame: True,  # holds of solved states
        lambda frame: frame.boxes_on(level.boxes),  # is left by a push
        lambda frame: frame.boxes_on([Square(2, 1)]),  # does not hold first
    ]
    for formula in wrong:
        monkeypatch.setattr(invariants, "_formula_of", lambda answer, formula=formula: formula)
        assert prove_unsolvable(level).status is Status.UNKNOWN
    nothing: Formula | None = None
    monkeypatch.setattr(invariants, "_formula_of", lambda answer: nothing)
    assert prove_unsolvable(level).status is Status.UNKNOWN


def test_a_wrong_play_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    level = drawn("#######|#@ $ .#|#######")
    right = invariants._ground
    for cut in (slice(1, None), slice(None, -1), slice(None, None, 2), slice(0, 0)):
        monkeypatch.setattr(invariants, "_ground", lambda *arguments, cut=cut: right(*arguments)[cut])
        assert prove_unsolvable(level).status is Status.UNKNOWN


def test_what_takes_too_long_is_unknown() -> None:
    level = drawn("#########|#@  $   #|# $   $ #|#   #   #|# . . . #|#       #|#########")
    assert prove_unsolvable(level, milliseconds=1).status is Status.UNKNOWN
    proof = tiny_levels("large", lambda: [(level, None)], milliseconds=1)
    assert proof.status is Status.UNKNOWN and "Undecided: " in str(proof)


def test_an_oracle_that_is_right_is_confirmed() -> None:
    solvable, unsolvable = drawn(LEVELS[0]), drawn(LEVELS[1])
    assert tiny_levels("levels", lambda: [(solvable, 1), (unsolvable, None)]).status is Status.PROVED


@pytest.mark.parametrize(("text", "pushes"), [(LEVELS[0], None), (LEVELS[0], 2), (LEVELS[0], 0), (LEVELS[1], 3)])
def test_an_oracle_that_is_wrong_about_a_level_is_refuted_and_the_level_shown(text: str, pushes: int | None) -> None:
    proof = tiny_levels("levels", lambda: [(drawn(text), pushes)])
    assert proof.status is Status.REFUTED
    assert str(drawn(text)) in proof.reason
