"""Laws of replay and of undo on any small level, with any text for a LURD, and of reconstruction from a LURD."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from property.level_pairs import levels_with_plays
from sokogen.random.random_levels import SolvableLevel
from sokogen.strategies import levels, solvable_levels
from sokospec import (
    Board,
    Direction,
    History,
    IllegalStep,
    Level,
    LimitError,
    ParseError,
    Replay,
    Square,
    State,
    reachable,
    replay,
)
from sokospec.replay import Repair
from sokospec.transform.reconstruct import reconstruct

STEPS = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}

lurds = st.text("udlrUDLR", max_size=20) | st.text("udlrUDLR x", max_size=20)
commands = st.lists(st.sampled_from([*Direction, "undo", "redo"]), max_size=30)


def replayed(level: Level, text: str, *, lenient: bool) -> tuple[bool, int | None, str | None, str, str]:
    """Return (valid, at, rule, corrected LURD, last drawing) by playing on a drawing, one character a square."""
    grid = {
        (row, column): "#" if level.board.is_wall(Square(row, column)) else " "
        for row in range(-1, level.board.height + 1)
        for column in range(-1, level.board.width + 1)
    }
    grid |= {(box.row, box.column): "$" for box in level.boxes}
    row, column = level.player
    corrected = ""

    def ended(at: int | None, rule: str | None) -> tuple[bool, int | None, str | None, str, str]:
        drawn = "".join("@" if square == (row, column) else symbol for square, symbol in sorted(grid.items()))
        return rule is None, at, rule, corrected, drawn

    for at, character in enumerate(text):
        if character not in "udlrUDLR":
            if lenient:
                continue
            return ended(at, "P1")
        down, right = STEPS[character.lower()]
        ahead, landing = (row + down, column + right), (row + 2 * down, column + 2 * right)
        if grid[ahead] == "#":
            return ended(at, "T1")
        pushing = grid[ahead] == "$"
        if pushing and grid[landing] != " ":
            return ended(at, "T4")
        if pushing != character.isupper() and not lenient:
            return ended(at, "P2")
        if pushing:
            grid[ahead], grid[landing] = " ", "$"
        row, column = ahead
        corrected += character.upper() if pushing else character.lower()
    if any(grid[goal] != "$" for goal in level.goals):
        return ended(len(text), "A2")
    return ended(None, None)


def drawing(level: Level, state: State) -> str:
    """Return a state as `replayed` draws it: goals left out, a ring of walls around the grid."""
    symbols = []
    for row in range(-1, level.board.height + 1):
        for column in range(-1, level.board.width + 1):
            square = Square(row, column)
            box = "$" if square in state.boxes else " "
            symbols.append("#" if level.board.is_wall(square) else "@" if square == state.player else box)
    return "".join(symbols)


def outcome(level: Level, found: Replay) -> tuple[bool, int | None, str | None, str, str]:
    return found.valid, found.at, found.rule, found.lurd, drawing(level, found.final)


def mirror(level: Level) -> Level:
    """Return the level with left and right exchanged."""

    def image(square: Square) -> Square:
        return Square(square.row, level.board.width - 1 - square.column)

    walls, goals, boxes = (frozenset(map(image, part)) for part in (level.walls, level.goals, level.boxes))
    return Level(Board(level.board.width, level.board.height, walls, goals), State(boxes, image(level.player)))


@pytest.mark.rule("P1", "P2", "A2", "T1", "T2", "T3", "T4")
@given(levels(), lurds, st.booleans())
def test_replay_says_what_playing_on_a_drawing_says(level: Level, text: str, lenient: bool) -> None:
    assert outcome(level, replay(level, text, lenient=lenient)) == replayed(level, text, lenient=lenient)


@pytest.mark.rule("P1", "P2", "A2")
@given(levels_with_plays(), lurds, st.booleans())
def test_replay_of_a_play_that_goes_wrong_says_what_playing_on_a_drawing_says(
    play: tuple[Level, str], text: str, lenient: bool
) -> None:
    level, lurd = play
    found = replay(level, lurd + text, lenient=lenient)
    assert outcome(level, found) == replayed(level, lurd + text, lenient=lenient)


@given(levels(), st.text(), st.booleans())
def test_replay_never_raises_whatever_the_text(level: Level, text: str, lenient: bool) -> None:
    found = replay(level, text, lenient=lenient)
    assert (found.at is None) == found.valid == (found.rule is None) == (found.reason is None)
    assert found.solved == (found.final.boxes == level.goals)


@pytest.mark.rule("A2")
@given(levels_with_plays())
def test_a_legal_play_is_a_solution_or_fails_only_for_its_unsolved_end(play: tuple[Level, str]) -> None:
    level, lurd = play
    found = replay(level, lurd)
    assert found.lurd == lurd and found.repairs == ()
    assert (found.valid, found.at, found.rule) == ((True, None, None) if found.solved else (False, len(lurd), "A2"))


@pytest.mark.rule("A2")
@given(solvable_levels())
def test_a_level_made_backwards_from_a_solved_state_is_solved_by_its_play(solvable: SolvableLevel) -> None:
    assert replay(solvable.level, solvable.solution).valid


@pytest.mark.rule("P2")
@given(levels_with_plays(), st.data())
def test_lenient_replay_of_a_play_in_any_case_equals_strict_replay_but_for_the_repairs(
    play: tuple[Level, str], data: st.DataObject
) -> None:
    level, lurd = play
    given_text = "".join(data.draw(st.sampled_from([letter.lower(), letter.upper()])) for letter in lurd)
    strict, lenient = replay(level, lurd), replay(level, given_text, lenient=True)
    assert outcome(level, lenient) == outcome(level, strict) and lenient.metrics == strict.metrics
    wrong = [at for at, (letter, right) in enumerate(zip(given_text, lurd, strict=True)) if letter != right]
    assert [repair.at for repair in lenient.repairs] == wrong


@pytest.mark.rule("P1")
@given(levels_with_plays(), st.integers(min_value=0), st.text(" x9ü|", min_size=1))
def test_lenient_replay_drops_other_characters_and_strict_replay_stops_at_the_first(
    play: tuple[Level, str], where: int, dropped: str
) -> None:
    level, lurd = play
    cut = where % (len(lurd) + 1)
    text = lurd[:cut] + dropped + lurd[cut:]
    lenient = replay(level, text, lenient=True)
    assert lenient.lurd == lurd and lenient.valid == replay(level, lurd).valid
    assert lenient.repairs == tuple(
        Repair(cut + at, f"{character!r} is not a step: dropped") for at, character in enumerate(dropped)
    )
    strict = replay(level, text)
    assert (strict.at, strict.rule, strict.lurd) == (cut, "P1", lurd[:cut])


@pytest.mark.rule("P2")
@given(levels(), lurds)
def test_what_lenient_replay_corrected_needs_no_second_correction(level: Level, text: str) -> None:
    once = replay(level, text, lenient=True)
    again = replay(level, once.lurd)
    assert again.lurd == once.lurd and again.final == once.final and again.metrics == once.metrics
    assert again.repairs == ()


@given(levels(), lurds, st.booleans())
def test_the_steps_before_the_bad_one_replay_to_the_same_state_and_metrics(
    level: Level, text: str, lenient: bool
) -> None:
    found = replay(level, text, lenient=lenient)
    before = replay(level, text[: found.at], lenient=lenient)
    assert before.final == found.final and before.metrics == found.metrics and before.lurd == found.lurd
    assert before.at in (None, len(text[: found.at]))


@given(levels(), lurds, st.booleans())
def test_mirroring_a_level_and_its_lurd_commutes_with_replay(level: Level, text: str, lenient: bool) -> None:
    exchange = str.maketrans("lrLR", "rlRL")
    found = replay(level, text, lenient=lenient)
    other = replay(mirror(level), text.translate(exchange), lenient=lenient)
    assert (other.valid, other.at, other.rule) == (found.valid, found.at, found.rule)
    assert other.lurd == found.lurd.translate(exchange) and other.metrics == found.metrics
    assert Level(mirror(level).board, other.final) == mirror(Level(level.board, found.final))


@pytest.mark.rule("U1")
@given(levels(), commands)
def test_do_undo_and_redo_behave_like_a_list_of_steps_with_a_cursor(
    level: Level, wanted: list[Direction | str]
) -> None:
    play = History(level)
    steps: list[Direction] = []
    cursor = 0
    for command in wanted:
        if isinstance(command, Direction):
            tries = replay(level, "".join(direction.letter for direction in (*steps[:cursor], command)), lenient=True)
            legal = len(tries.lurd) == cursor + 1
            if legal:
                play.do(command)
                steps[cursor:] = [command]
                cursor += 1
            else:
                with pytest.raises(IllegalStep):
                    play.do(command)
        elif command == "undo":
            assert play.undo() == (cursor > 0)
            cursor = max(cursor - 1, 0)
        else:
            assert play.redo() == (cursor < len(steps))
            cursor = min(cursor + 1, len(steps))
        expected = replay(level, "".join(direction.letter for direction in steps[:cursor]), lenient=True)
        assert (play.state, play.lurd) == (expected.final, expected.lurd)


@pytest.mark.rule("U1")
@given(levels_with_plays())
def test_undo_restores_exactly_the_state_before_every_step(pair: tuple[Level, str]) -> None:
    level, lurd = pair
    play = History(level)
    states = [play.state]
    for letter in lurd:
        play.do(next(direction for direction in Direction if direction.letter == letter.lower()))
        states.append(play.state)
    while states:
        assert play.state == states.pop()
        assert play.undo() == bool(states)


@given(case=solvable_levels())
def test_a_solution_solves_the_level_made_from_it(case: SolvableLevel) -> None:
    assume(any(letter.isupper() for letter in case.solution))
    assert replay(reconstruct(case.solution), case.solution).valid


@given(case=solvable_levels())
def test_the_level_made_from_a_solution_has_no_square_or_box_that_the_solution_does_not_need(
    case: SolvableLevel,
) -> None:
    level, lurd = case
    assume(any(letter.isupper() for letter in lurd))
    least = reconstruct(lurd)
    rows, columns = level.player.row - least.player.row, level.player.column - least.player.column

    def moved(squares: frozenset[Square]) -> set[tuple[int, int]]:
        return {(row + rows, column + columns) for row, column in squares}

    enclosed = reachable(least.board, State(frozenset(), least.player))
    assert moved(enclosed) <= set(level.board.floor)
    assert moved(least.boxes) <= level.boxes


@given(lurd=st.text(alphabet="udlrUDLR", max_size=30))
def test_any_steps_give_a_level_they_solve_or_an_error_at_the_first_step_that_fits_no_level(lurd: str) -> None:
    error = None
    try:
        level = reconstruct(lurd)
    except ParseError as caught:
        error = caught
    else:
        assert replay(level, lurd).valid
    if error is not None and error.rule == "L2":
        assert lurd == lurd.lower()
    elif error is not None:
        before = lurd[: (error.column or 0) - 1]
        assert before == before.lower() or replay(reconstruct(before), before).valid


@pytest.mark.parametrize(
    ("lurd", "rule", "column"),
    [("", "L2", 1), ("udlr", "L2", 1), ("Rx", "P1", 2), ("RLr", "P2", 2), ("Rr", "P2", 2), ("RdrrruL", "T4", 7)],
)
def test_what_fits_no_level_is_named_with_its_rule_and_step(lurd: str, rule: str, column: int) -> None:
    with pytest.raises(ParseError) as caught:
        reconstruct(lurd)
    assert (caught.value.rule, caught.value.column) == (rule, column)


def test_a_level_larger_than_the_limit_is_refused() -> None:
    with pytest.raises(LimitError, match="more than the limit of 100"):
        reconstruct("d" * 50 + "R" * 50, limit=100)
