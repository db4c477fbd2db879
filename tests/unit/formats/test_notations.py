"""Plays in other notations than LURD are recognised by name, and read as what solves the level, or refused."""

from __future__ import annotations

from random import Random

import pytest

from sokospec.board import Level
from sokospec.errors import LimitError
from sokospec.formats import Reading, lurd
from sokospec.formats.plays import LURD
from sokospec.formats.plays.notation import ALPHABETS, readings, recognise
from sokospec.formats.plays.play import play
from sokospec.formats.plays.push_notation import items_of, walks
from sokospec.replay import replay

ROOM = Level.parse("#######\n#@    #\n# $   #\n#   . #\n#     #\n#######")
SOLUTION = "rDldRR"
CORRIDOR = Level.parse("######\n#@ $.#\n######")


def in_alphabet(name: str, letters: str) -> list[str]:
    """Return letters of LURD as the symbols of an alphabet, with capitals where it has some."""
    alphabet = next(each for each in ALPHABETS if each.name == name)
    symbol_of = {letter: symbol for symbol, letter in reversed(list(alphabet.letters.items()))}
    return [
        symbol_of[each.lower()].upper() if alphabet.cased and each.isupper() else symbol_of[each.lower()]
        for each in letters
    ]


@pytest.mark.rule("F30")
@pytest.mark.parametrize("alphabet", [alphabet.name for alphabet in ALPHABETS])
@pytest.mark.parametrize("between", ["", " ", ", ", "-", "\n"])
def test_a_play_in_any_alphabet_is_a_solution_and_its_notation_is_named(alphabet: str, between: str) -> None:
    text = between.join(in_alphabet(alphabet, SOLUTION))
    played = play(ROOM, text)
    assert played.replay is not None and played.replay.valid and played.replay.lurd == SOLUTION
    assert str(played.notation).startswith(alphabet) and recognise(text) == alphabet
    assert (played.note is None) is (played.notation == LURD)


@pytest.mark.rule("F30")
@pytest.mark.parametrize("alphabet", [alphabet.name for alphabet in ALPHABETS if alphabet.counts])
@pytest.mark.parametrize("last", [False, True])
def test_counts_stand_before_the_symbols_or_behind_them(alphabet: str, last: bool) -> None:
    pairs = [(1, "r"), (1, "D"), (1, "l"), (1, "d"), (2, "R")]
    symbols = in_alphabet(alphabet, "".join(letter for _, letter in pairs))
    parts = [f"{s}{n}" if last else f"{n}{s}" for (n, _), s in zip(pairs, symbols, strict=True)]
    for between in ("", " ", ","):
        played = play(ROOM, between.join(parts))
        assert played.replay is not None and played.replay.valid
        assert ("counts last" in str(played.notation)) is last


@pytest.mark.rule("F30")
def test_a_list_as_programs_print_it_is_read() -> None:
    for text in ("['r', 'R']", '["right", "right"]', "(6, 6)", "[→, →]"):
        assert (played := play(CORRIDOR, text).replay) is not None and played.valid


@pytest.mark.rule("F31")
@pytest.mark.parametrize(
    ("text", "valid", "notation"),
    [
        ("RR", True, "LURD in capitals"),
        ("rr", True, "LURD in small letters"),
        ("2R", True, "LURD in capitals"),
        ("rR", True, LURD),
        ("Rr", False, LURD),
        ("RRR", False, "LURD in capitals"),
        ("EE", True, "compass letters"),
        ("Ee", False, "compass letters"),
    ],
)
def test_one_case_says_nothing_and_two_cases_are_held_to_the_board(text: str, valid: bool, notation: str) -> None:
    played = play(CORRIDOR, text)
    assert played.replay is not None
    assert (played.replay.valid, played.notation, played.uncertain) == (valid, notation, None)


@pytest.mark.rule("F32")
@pytest.mark.parametrize(
    "text",
    ["3-3d1,3-4r2", "2-2d1 2-3r2", "3:3d;3:4r2", "3-4d1,3-3r2", "2-3d1,2-2r2", "3-3D,4-3R2", "3-3s1,3-4e2"],
)
def test_pushes_of_boxes_are_read_in_every_way_of_counting_squares(text: str) -> None:
    played = play(ROOM, text)
    assert played.replay is not None and played.replay.valid and played.notation == "pushes of boxes"
    assert played.replay.metrics.pushes == 3
    assert "shortest walks" in str(played.note)


@pytest.mark.rule("F32")
def test_numbers_name_boxes_by_their_first_order() -> None:
    level = Level.parse("########\n#@ $ . #\n# $  . #\n#      #\n########")
    solutions = ("1r2,2r3", "0r2,1r3", "2r2,1r3", "1r2,0r3")
    assert all((played := play(level, text).replay) is not None and played.valid for text in solutions)
    assert items_of("3-2d1,r") is None and items_of("rR") is None and items_of("") is None


@pytest.mark.rule("F32")
def test_walks_between_pushes_are_shortest() -> None:
    [first, *_] = walks(ROOM, items_of("3-3d1,3-4r2") or [])
    assert first.lurd == SOLUTION and first.reason is None


@pytest.mark.rule("F33")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("3 3", "numbered directions are not read"),
        ("=(H5-G5,H4-H3)", "pushes from square to square are not read"),
        ("264", "may be a number"),
        ("9-9r1", "fit in no way of counting"),
    ],
)
def test_what_may_be_a_misreading_is_uncertain(text: str, why: str) -> None:
    assert why in str(play(CORRIDOR, text).uncertain)


@pytest.mark.rule("F33")
def test_a_play_that_can_be_read_as_lurd_is_not_read_in_another_alphabet() -> None:
    down = play(CORRIDOR, "dd")  # which are the keys of right and right
    assert down.replay is not None and not down.replay.valid and down.notation == "LURD in small letters"
    assert play(CORRIDOR, "rxR").notation == LURD


@pytest.mark.rule("F33")
def test_of_two_legal_readings_the_one_that_solves_the_level_counts_and_the_other_is_named() -> None:
    level = Level.parse("########\n#@  $. #\n#      #\n########")
    played = play(level, "r2RdRl", Reading())
    assert played.replay is not None and not played.replay.valid
    both = play(Level.parse("########\n#@ $.  #\n########"), "r1R1")
    assert both.notation == "LURD, counts last"
    legal = play(Level.parse("#########\n#@  $.  #\n#########"), "r2R")
    assert legal.notation == "LURD, counts last" and legal.replay is not None and legal.replay.valid


@pytest.mark.rule("F33")
def test_a_true_solution_is_valid_in_every_notation_and_a_false_one_in_none() -> None:
    random = Random(7)
    for _ in range(60):
        letters = lurd.parse("".join(random.choice("udlr") for _ in range(random.randint(4, 12)))).steps
        outcome = replay(ROOM, letters, lenient=True)
        right = outcome.lurd
        texts = [
            right.upper(),
            right.lower(),
            ",".join(right),
            *("".join(in_alphabet(a.name, right)) for a in ALPHABETS),
        ]
        for text in texts:
            played = play(ROOM, text).replay
            if len(right) == len(letters):
                assert played is not None and played.valid is outcome.valid


@pytest.mark.rule("F30")
def test_limits_hold_in_every_notation() -> None:
    few = Reading(limit=5)
    for text in ("e9", "right 9", "4-2r9", "→" * 9):
        with pytest.raises(LimitError):
            play(CORRIDOR, text, few)
    assert list(readings("r0u1")) == [] and recognise("by me") is None
