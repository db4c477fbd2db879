"""Drawings: symbols, run lengths, tabs, and every defect at once with its line and column; strict, lenient, closing."""

from __future__ import annotations

import pytest

from sokospec.board import Level
from sokospec.errors import InvalidLevel, LimitError, ParseError
from sokospec.formats import Reading, Row, level_of, read_bytes, rle
from unit.formats.readings import flaws, only

ONE = Level.parse("#####\n#@$.#\n#####\n")
ALL_SYMBOLS = Level.parse("#######\n#@ $ .#\n##*.$##\n#######")
LENIENT, CLOSE = Reading(lenient=True), Reading(close=True)


@pytest.mark.rule("F16")
@pytest.mark.parametrize(
    "content",
    [
        "#######\n#@ $ .#\n##*.$##\n#######",
        "#######\n#@-$_.#\n##*.$##\n#######",
        "WWWWWWW\nWp-b-.W\nWWB.bWW\nWWWWWWW",
        "WWWWWWW\n#p $_.#\n##*.b##\nWWWWWWW",
        "7#\n#@-$-.#\n2#*.$2#\n7#",
        "7#|#@-$-.#|2#*.$2#|7#",
        "7#|#@-$-.#|2#*.$2#|7#|",
        "7#|#@-$-.#|\n2#*.$2#|7#|\n",
        "7W|Wp-b-.W|2WB.b2W|7W",
        "1(6(#)#)|#@-$-.#|2(#)*.$2(1#)|(3(2#))#",
        " 7# \n #@ $ .#\n 2#*.$2#\t\n 7#",
        "#######  \n#@ $ .#-\n##*.$##_\n#######\t",
    ],
)
def test_one_board_can_be_drawn_in_many_ways(content: str) -> None:
    assert only(content).level == ALL_SYMBOLS


@pytest.mark.rule("F3")
@pytest.mark.parametrize(
    "content", ["--#####\n--#@$.#--\n--#####", "  #####\n  #@$.#  \n  #####\n  ", "---\n#####\n#@$.#\n#####\n---\n"]
)
def test_empty_rows_and_columns_around_a_level_are_no_part_of_it(content: str) -> None:
    assert only(content).level == ONE


@pytest.mark.rule("F3")
def test_rows_and_columns_around_an_open_level_that_the_player_can_walk_on_stay() -> None:
    board = only("#-\n@$.\n#-\n", LENIENT).level.board
    assert (board.height, board.width, len(board.floor)) == (3, 3, 7)


@pytest.mark.rule("F16")
def test_empty_rows_inside_are_written_with_a_dash() -> None:
    content = "  #\n-\n ###\n - _ \n#####\n#@$.#\n#####\n"
    assert str(only(content).level) == "  #\n-\n ###\n-\n#####\n#@$.#\n#####"


# Defects


def test_all_defects_of_a_level_are_told_at_once() -> None:
    content = "######\n#@  .#\n#  @\n# $$ #\n### ##\n"
    assert flaws(only(content).drawn) == [("L1", 3, 4), ("L3", 1, 1), ("L5", 3, 6), ("L5", 5, 4)]


@pytest.mark.rule("F9")
def test_characters_that_are_no_symbols_are_told_with_all_other_defects() -> None:
    drawn = only("> ######\n> #@?$.#\n> ##x! #\n> ## $ #\n> ######\n").drawn
    assert flaws(drawn) == [("F9", 2, 5), ("F9", 3, 5), ("F9", 3, 6), ("L3", 1, 2)]
    assert drawn.defects[0].message == "'?' is not a symbol of a board"
    assert only("#####\n#@x.#\n#$  #\n#####\n", LENIENT).drawn.level is None


@pytest.mark.rule("R1", "R2", "R4")
def test_all_rows_with_wrong_run_lengths_are_told_at_once() -> None:
    assert flaws(only(">5#|#@$.#|\n> 5#(#\n>0#\n>##3|#\n>5#2\n").drawn) == [("R2", 2, 5), ("R4", 3, 3), ("R1", 5, 4)]


@pytest.mark.rule("L1")
@pytest.mark.parametrize(
    ("content", "line", "column"),
    [("#####\n#@$.#\n#+* #\n#####\n", 3, 2), ("6#|#2@.$#|6#", 1, 6), ("#####\n# $.#\n#####\n", 1, 1)],
)
def test_the_second_player_is_the_one_too_many(content: str, line: int, column: int) -> None:
    assert flaws(only(content).drawn)[0] == ("L1", line, column)


@pytest.mark.rule("L5")
@pytest.mark.parametrize(
    ("content", "line", "column"),
    [
        ("5#|#@$.|5#", 1, 8),
        ("6#|2-@$.#|6#", 1, 5),
        ("2(3#)|2(-)@$.#|6#", 1, 9),
        ("> > ####\n> > #@$.\n> >  .$#\n> > ####\n", 3, 4),
        ("#####\n #@$.\n#####\n", 2, 5),
    ],
)
def test_columns_of_defects_are_those_of_the_text_and_not_of_the_expanded_row(
    content: str, line: int, column: int
) -> None:
    assert ("L5", line, column) in flaws(only(content).drawn)


@pytest.mark.rule("L5")
def test_a_hole_past_the_end_of_a_row_is_named_by_the_column_after_it() -> None:
    assert flaws(only("######\n#@$.\n######\n").drawn) == [("L5", 2, 6)]
    assert flaws(only("6#|#@$.|6#\n").drawn) == [("L5", 1, 9)]


def test_of_very_many_defects_a_hundred_are_told_and_that_there_are_more() -> None:
    defects = only(f"{'#' * 300}\n@$.{' ' * 296}#\n").drawn.defects
    assert len(defects) == 101
    assert defects[-1].message.startswith("and in more places from here on")


@pytest.mark.parametrize("row", ["#@?!%x#######", "##(#"])
def test_of_very_many_rows_with_defects_a_hundred_places_are_told(row: str) -> None:
    defects = only("#####\n" + f"{row}\n" * 200 + "#@$.#\n#####\n").drawn.defects
    assert len(defects[:101]) == 101 and defects[100].message.startswith("and in more places")


@pytest.mark.rule("W1", "W2")
def test_pieces_out_of_reach_are_warnings() -> None:
    drawn = only("#########\n#@$.#$.*#\n#########\n").drawn
    assert drawn.level is not None and not drawn.defects
    assert [(flaw.rule, flaw.line, flaw.column) for flaw in drawn.warnings] == [("W1", 2, 6), ("W2", 2, 7)]


def test_no_rows_draw_no_level() -> None:
    assert flaws(level_of([], Reading())) == [("L1", None, None), ("L2", None, None)]
    assert flaws(level_of([Row("", 3, range(0))], Reading()))[0] == ("L1", 3, 1)


# Strict, lenient, closing


@pytest.mark.rule("L5")
def test_strict_reading_refuses_an_open_level_lenient_takes_it_closing_draws_the_wall() -> None:
    content = "* **\n **\n*@$.\n **\n* **\n"
    assert only(content).drawn.level is None
    lenient, closed = only(content, LENIENT).drawn, only(content, CLOSE).drawn
    assert lenient.level is not None and closed.level is not None
    assert [(repair.rule, repair.line) for repair in lenient.repairs] == [("L5", 1)]
    assert "closed with a ring of walls" in closed.repairs[0].message
    assert (lenient.level.board.width, closed.level.board.width) == (4, 6)
    assert str(closed.level).splitlines()[1:-1] == [
        f"#{row.ljust(4)}#" for row in ("* **", " **", "*@$.", " **", "* **")
    ]


def test_closing_leaves_a_closed_level_alone() -> None:
    drawn = only("#####\n#@$.#\n#####\n", CLOSE).drawn
    assert (drawn.level, drawn.repairs) == (ONE, ())


def test_an_open_level_with_other_defects_is_none_in_any_reading() -> None:
    for reading in (LENIENT, CLOSE):
        drawn = only("####\n#@$\n####\n", reading).drawn
        assert drawn.level is None
        assert [flaw.rule for flaw in drawn.defects] == ["L3"]
        assert [repair.rule for repair in drawn.repairs] == ["L5"]


@pytest.mark.rule("F4")
@pytest.mark.parametrize(
    "content",
    [
        "\t#####\n\t#@$.#\n\t#####\n",
        "\t\t#####\n\t\t#@$.#\n\t\t#####\n",
        "#####\t\n#@$.#\t\t\n#####\n",
        ">\t#####\n>\t#@$.#\n>\t#####\n",
    ],
)
def test_tabs_that_leave_the_shape_alone_do_no_harm(content: str) -> None:
    entry = only(content)
    assert (entry.level, entry.drawn.repairs) == (ONE, ())


@pytest.mark.rule("F4")
def test_a_tab_that_the_shape_depends_on_is_refused_or_taken_as_eight_columns() -> None:
    content = "> #########\n> #@$\t.#\n> #########\n"
    assert flaws(only(content).drawn) == [("F4", 2, 6)]
    drawn = only(content, LENIENT).drawn
    assert [(repair.rule, repair.line, repair.column) for repair in drawn.repairs] == [("F4", 2, 6)]
    assert "tab stops taken every 8 columns" in drawn.repairs[0].message
    assert drawn.level is not None and [*drawn.level.boxes, *drawn.level.goals] == [(1, 2), (1, 7)]


@pytest.mark.rule("F4")
def test_a_tab_reaches_to_the_next_multiple_of_eight_columns() -> None:
    level = only("##########\n#@$\t.#\n##########\n", LENIENT).level
    assert sorted(level.goals) == [(1, 8)]


def test_the_messages_of_level_parse_list_all_defects() -> None:
    with pytest.raises(InvalidLevel) as caught:
        Level.parse("#####\n#@$ #\n###?#\n## ##\n#####\n")
    assert [defect.rule for defect in caught.value.defects] == ["F9", "L3"]
    assert str(caught.value).count("\n") == 1


# Limits on squares


@pytest.mark.rule("R3")
@pytest.mark.parametrize(
    "content",
    [
        "#####\n#@$.#\n#####\n",
        "5#|#@$.#|#####",
        "#@$.#\n-\n-\n#",
        "#@\n##############",
        "#@\t\t#\n#",
        "#@\n12-\n#",
        "#@\n#|#|#|#|#|#|#|#|#\n",
        "#@|#||||||||||",
        "4#|#@|#|#",
    ],
)
def test_a_board_with_more_squares_than_the_limit_is_refused(content: str) -> None:
    assert [flaw.rule for flaw in only(content, Reading(limit=13)).drawn.defects] == ["R3"]
    assert all(flaw.rule != "R3" for flaw in only(content, Reading(limit=40)).drawn.defects)


@pytest.mark.rule("R3")
def test_closing_an_open_level_keeps_to_the_limit() -> None:
    assert only("@$.", Reading(close=True, limit=15)).drawn.level is not None
    assert flaws(only("@$.", Reading(close=True, limit=14)).drawn) == [("R3", 1, None)]


@pytest.mark.rule("R3")
def test_raising_the_limit_lets_a_larger_board_in() -> None:
    content = "1001#|#@$.997-#|" + "999(#999-#|)" + "1001#"
    assert flaws(only(content).drawn)[0][0] == "R3"
    assert read_bytes("40#|#@$.35-#|40#", Reading(limit=122))[0].drawn.level is not None


# Run lengths


@pytest.mark.rule("R1", "R2", "R3", "R4")
@pytest.mark.parametrize(
    ("content", "rule", "column"),
    [
        ("#3", "R1", 2), ("(2)", "R1", 3), ("00", "R1", 2),
        (")", "R2", 1), ("(()", "R2", 1), ("((#)2(", "R2", 6),
        ("11#", "R3", 2), ("6#5#", "R3", 4), ("3(4#)", "R3", 5), ("#" * 11, "R3", 11), ("(" * 2000, "R3", None),
        ("0#", "R4", 2), ("0)", "R4", 2), ("2(0())", "R4", 4),
    ],
)  # fmt: skip
def test_flaws_in_run_lengths_are_named_with_their_column(content: str, rule: str, column: int | None) -> None:
    for use in (rle.expand, rle.measure_expansion):
        with pytest.raises(ParseError) as caught:
            use(content, 10)
        assert (caught.value.rule, caught.value.column) == (rule, column)
        assert isinstance(caught.value, LimitError) == (rule == "R3")


@pytest.mark.parametrize(
    ("content", "meaning"),
    [("", ""), ("#", "#"), ("3#", "###"), ("03#", "###"), ("()", ""), ("3()", ""), ("2(a2(b))c", "abbabbc")],
)
def test_run_lengths_stand_for_repeats(content: str, meaning: str) -> None:
    assert rle.expand(content).symbols == meaning
