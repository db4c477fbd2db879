"""The errors: one base class, typed fields, and one line of text that says what, where and by which rule."""

from __future__ import annotations

import pytest

from sokospec import Defect, IllegalStep, InvalidLevel, LimitError, ParseError, SokobanError


@pytest.mark.parametrize("error", [ParseError, LimitError, InvalidLevel, IllegalStep])
def test_every_error_is_a_sokoban_error_and_that_is_a_value_error(error: type[Exception]) -> None:
    assert issubclass(error, SokobanError) and issubclass(SokobanError, ValueError)


def test_a_limit_error_can_be_caught_as_a_parse_error() -> None:
    assert issubclass(LimitError, ParseError)


@pytest.mark.parametrize(
    ("line", "column", "text"),
    [(3, 4, "line 3, column 4: "), (3, None, "line 3: "), (None, None, ""), (None, 4, "")],
)
def test_a_place_names_as_much_as_is_known(line: int | None, column: int | None, text: str) -> None:
    assert str(Defect("L2", "no box", line, column)) == f"{text}no box [L2]"


def test_a_defect_prints_its_place_its_message_and_its_rule() -> None:
    assert str(Defect("L2", "the level has no box", 3, 4)) == "line 3, column 4: the level has no box [L2]"


def test_a_defect_without_a_place_prints_none() -> None:
    assert str(Defect("L2", "the level has no box")) == "the level has no box [L2]"


def test_a_parse_error_keeps_its_fields_and_prints_them() -> None:
    error = ParseError("F4", "a tab", 7, 2)
    assert (error.rule, error.message, error.line, error.column) == ("F4", "a tab", 7, 2)
    assert str(error) == "line 7, column 2: a tab [F4]"
    assert error.defect == Defect("F4", "a tab", 7, 2)


def test_a_parse_error_may_have_no_place() -> None:
    error = ParseError("F7", "no level")
    assert (error.line, error.column) == (None, None) and str(error) == "no level [F7]"


def test_an_invalid_level_lists_all_its_defects_one_a_line() -> None:
    defects = [Defect("L1", "no player"), Defect("L2", "no box", 2, 1)]
    error = InvalidLevel(defects)
    assert error.defects == tuple(defects)
    assert str(error) == "no player [L1]\nline 2, column 1: no box [L2]"


def test_an_illegal_step_names_the_rule_and_the_reason() -> None:
    error = IllegalStep("T1", "wall")
    assert (error.rule, error.reason, str(error)) == ("T1", "wall", "wall [T1]")
