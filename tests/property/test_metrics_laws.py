"""Laws of the metrics, and a second statement of them that groups runs of named boxes."""

from __future__ import annotations

from dataclasses import astuple
from itertools import groupby, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from property.level_pairs import levels_with_plays
from sokospec import Direction, Level, Metrics, Square, replay
from sokospec.board import neighbour
from sokospec.metrics import PlayedStep, measure

DIRECTION = {letter: direction for direction in Direction for letter in (direction.letter, direction.letter.upper())}

anything_taken = st.lists(
    st.builds(
        PlayedStep,
        st.sampled_from(Direction),
        st.none() | st.builds(Square, st.integers(0, 2), st.integers(0, 2)),
    ),
    max_size=12,
)
"""Sequences of steps that no level need allow."""


def metrics_of(play: tuple[Level, str]) -> Metrics:
    return replay(*play).metrics


def by_groups(level: Level, lurd: str) -> Metrics:
    """Return the metrics of a legal LURD by following every box by name and counting runs of equal neighbours."""
    name_at = {square: name for name, square in enumerate(sorted(level.boxes))}
    player = level.player
    names: list[tuple[int, str]] = []
    for letter in lurd:
        player = neighbour(player, DIRECTION[letter])
        if letter.isupper():
            name = name_at.pop(player)
            name_at[neighbour(player, DIRECTION[letter])] = name
            names.append((name, letter))
    return Metrics(
        moves=len(lurd),
        pushes=len(names),
        box_lines=len(list(groupby(names))),
        box_changes=len(list(groupby(name for name, _ in names))),
        pushing_sessions=len([pushing for pushing, _ in groupby(lurd, str.isupper) if pushing]),
        player_lines=len(list(groupby(lurd.lower()))),
    )


def by_definition(taken: list[PlayedStep]) -> Metrics:
    """Return the metrics as docs/background/rules.md defines them, set by set."""
    pushed = [index for index, step in enumerate(taken) if step.box is not None]
    before = dict(zip(pushed, [None, *pushed], strict=False))

    def same_box(index: int) -> bool:
        previous = before[index]
        if previous is None:
            return False
        direction, box = taken[previous]
        return box is not None and taken[index].box == neighbour(box, direction)

    def same_direction(index: int) -> bool:
        previous = before[index]
        return previous is not None and taken[index].direction == taken[previous].direction

    return Metrics(
        moves=len(taken),
        pushes=len(pushed),
        box_lines=sum(not (same_box(index) and same_direction(index)) for index in pushed),
        box_changes=sum(not same_box(index) for index in pushed),
        pushing_sessions=sum(index - 1 not in pushed for index in pushed),
        player_lines=(1 if taken else 0) + sum(one.direction != other.direction for one, other in pairwise(taken)),
    )


@pytest.mark.rule("M1", "M2", "M3", "M4", "M5", "M6")
@given(levels_with_plays())
def test_metrics_count_the_runs_of_named_boxes_and_directions(play: tuple[Level, str]) -> None:
    assert metrics_of(play) == by_groups(*play)


@pytest.mark.rule("M1", "M2", "M3", "M4", "M5", "M6")
@given(anything_taken)
def test_metrics_are_the_sizes_of_the_sets_that_define_them_whatever_the_steps(taken: list[PlayedStep]) -> None:
    assert measure(taken) == by_definition(taken)


@given(levels_with_plays())
def test_metrics_of_a_legal_play_keep_their_order(play: tuple[Level, str]) -> None:
    metrics = metrics_of(play)
    assert 0 <= metrics.box_changes <= metrics.box_lines <= metrics.pushes <= metrics.moves
    assert metrics.pushing_sessions <= metrics.pushes
    assert metrics.box_lines <= metrics.player_lines <= metrics.moves
    assert metrics.pushing_sessions <= metrics.player_lines


@given(levels_with_plays())
def test_the_four_metrics_of_boxes_are_zero_together(play: tuple[Level, str]) -> None:
    _, pushes, box_lines, box_changes, pushing_sessions, _ = astuple(metrics_of(play))
    assert len({count == 0 for count in (pushes, box_lines, box_changes, pushing_sessions)}) == 1


@given(levels_with_plays(), st.integers(min_value=0))
def test_a_further_step_adds_at_most_one_to_each_metric_and_takes_nothing_away(
    play: tuple[Level, str], cut: int
) -> None:
    level, lurd = play
    length = cut % (len(lurd) + 1)
    part, longer = metrics_of((level, lurd[:length])), metrics_of((level, lurd[: length + 1]))
    assert all(more - less in (0, 1) for less, more in zip(astuple(part), astuple(longer), strict=True))


@given(levels_with_plays())
def test_metrics_look_at_the_steps_and_not_at_how_they_are_stored(play: tuple[Level, str]) -> None:
    level, lurd = play
    player, taken = level.player, []
    for letter in lurd:
        player = neighbour(player, DIRECTION[letter])
        taken.append(PlayedStep(DIRECTION[letter], player if letter.isupper() else None))
    assert measure(iter(taken)) == measure(taken) == metrics_of(play)
