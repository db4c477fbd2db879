"""Boards as people paste them: with row numbers, frames, quotation marks, look-alike characters, or other symbols."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sokospec.board import Level
from sokospec.errors import ParseError
from sokospec.formats import Reading, read_bytes
from unit.formats.readings import flaws, only

Rows = list[str]
Habit = Callable[[Rows], Rows]

YARD = ["#######", "#@    #", "# $#  #", "#   . #", "#######"]
NOOK = [" ######", " #@   #", "##  $ #", "#  .  #", "#######"]
TOWER = ["#####", *(f"#{symbol}  #" for symbol in "@  $  .  "), "#####"]
BOARDS = [YARD, NOOK, TOWER]
FULL_WIDTH = {ord(symbol): chr(ord(symbol) + 0xFEE0) for symbol in "#@+$*."} | {ord(" "): "\u3000"}


def numbered(form: str, start: int = 1) -> Habit:
    """Return a habit that writes the number of each row in this form before it."""
    return lambda rows: [form.format(number) + row for number, row in enumerate(rows, start)]


def around(before: str, after: str) -> Habit:
    """Return a habit that writes the same text before, and after, each row."""
    return lambda rows: [before + row + after for row in rows]


def between(symbol: str) -> Habit:
    """Return a habit that writes a symbol between those of a row."""
    return lambda rows: [symbol.join(row) for row in rows]


def instead(old: str, new: str) -> Habit:
    """Return a habit that draws a symbol in another way."""
    return lambda rows: [row.replace(old, new) for row in rows]


def framed(top: str, left: str, right: str, bottom: str) -> Habit:
    """Return a habit that draws a frame around a board."""

    def draw(rows: Rows) -> Rows:
        width = max(map(len, rows)) + 2
        edges = [edge[0] + edge[1] * width + edge[2] for edge in (top, bottom)]
        return [edges[0], *(f"{left} {row.ljust(width - 2)} {right}" for row in rows), edges[1]]

    return draw


def in_file(above: str, form: str, below: str) -> Habit:
    """Return a habit that writes each row in this form, with a line above and one below."""
    return lambda rows: [above, *map(form.format, rows), below]


WRAPPED: dict[str, Habit] = {
    "numbers": numbered("{} "),
    "numbers from zero": numbered("{} ", 0),
    "numbers of two digits": numbered("{:02} "),
    "numbers at the right of their column": numbered("{:3} "),
    "numbers at the left of their column": numbered("{:<3}"),
    "numbers and colons": numbered("{}:", 12),
    "numbers and dots": numbered("{}. "),
    "numbers and brackets": numbered("({}) "),
    "numbers and bars": numbered("{:2}|"),
    "numbers and tabs": numbered("{}\t"),
    "numbers alone": numbered("{}"),
    "numbers with a word": numbered("row {}: "),
    "numbers that go down": lambda rows: [f"{len(rows) - index} {row}" for index, row in enumerate(rows)],
    "numbers behind": lambda rows: [f"{row} {number}" for number, row in enumerate(rows, 1)],
    "numbers directly behind": lambda rows: [f"{row}{number}" for number, row in enumerate(rows, 1)],
    "numbers on both sides": lambda rows: [f"{number}|{row}|{number}" for number, row in enumerate(rows, 1)],
    "letters": lambda rows: [f"{chr(65 + index)} {row}" for index, row in enumerate(rows)],
    "ruler above": lambda rows: ["0123456", *rows],
    "ruler below": lambda rows: [*rows, "1234567"],
    "rulers and numbers": lambda rows: ["   abcdefg", "  +-------", *numbered("{:2}|")(rows), "   abcdefg"],
    "bars": around("| ", " |"),
    "bars at the left": around("|", ""),
    "frame of signs": framed("+-+", "|", "|", "+-+"),
    "frame of lines": framed("┌─┐", "│", "│", "└─┘"),
    "frame of double lines": framed("╔═╗", "║", "║", "╚═╝"),
    "frame of stars": framed("***", "*", "*", "***"),
    "frame and numbers": lambda rows: framed("+-+", "|", "|", "+-+")(numbered("{:02} ")(rows)),
    "list": around("* ", ""),
    "comment of C": in_file("/**", " * {}", " */"),
    "comment of a shell": around("# ", ""),
    "difference": around("+", ""),
    "quote with colons": around(": ", ""),
    "strings of C": in_file("char *level[] = {", '    "{}",', "};"),
    "strings with line ends": around('"', '\\n"'),
    "strings of JSON": in_file("[", '  "{}",', "]"),
    "strings in one line": lambda rows: [f"[{', '.join(f'{chr(34)}{row}{chr(34)}' for row in rows)}]"],
    "strings that are added": around("'", "' +"),
    "string with line ends": lambda rows: ['"' + "\\n".join(rows) + '"'],
    "string of many lines": lambda rows: [f'level = """{rows[0]}', *rows[1:-1], f'{rows[-1]}"""'],
    "array of characters": lambda rows: ["[" + ",".join(f"'{symbol}'" for symbol in row) + "]," for row in rows],
    "typographic quotation marks": around("\u201c", "\u201d"),
    "guillemets": around("« ", " »"),
    "commas": around("", ","),
    "backslashes": lambda rows: [*(row + "\\" for row in rows[:-1]), rows[-1]],
    "line breaks of HTML": around("", "<br />"),
    "paragraphs of HTML": around("<p>", "</p>"),
    "tags in the rows": lambda rows: [f"<pre>{rows[0]}", *rows[1:-1], f"{rows[-1]}</pre>"],
    "entities": instead(" ", "&nbsp;"),
    "spaces that do not break": instead(" ", "\xa0"),
    "spaces without width": around("\u200b", ""),
    "wide characters": lambda rows: [row.translate(FULL_WIDTH) for row in rows],
    "blocks": instead("#", "█"),
    "squares": instead("#", "■"),
    "backslashes before signs": lambda rows: [row.replace("#", "\\#").replace("$", "\\$") for row in rows],
    "comma-separated values": between(","),
    "tab-separated values": between("\t"),
    "spaces between symbols": between(" "),
}
ALIKE: dict[str, Habit] = {
    "spaces": around("    ", "   "),
    "floor at the left": around("- ", ""),
    "mail": around("> > ", ""),
    "form feed": lambda rows: ["\f", *rows, "\f"],
    "byte order mark": lambda rows: ["\ufeff", *rows],
    "string of many lines": in_file('level = """', "{}", '"""'),
    "text of JavaScript": in_file("const level = `", "{}", "`;"),
}


def test_boards_are_what_they_are_said_to_be() -> None:
    assert [len(read_bytes("\n".join(rows))) for rows in BOARDS] == [1, 1, 1]


@pytest.mark.rule("F23")
@pytest.mark.parametrize("name", WRAPPED)
@pytest.mark.parametrize("rows", BOARDS, ids=["yard", "nook", "tower"])
@pytest.mark.parametrize("reading", [Reading(), Reading(lenient=True)], ids=["strict", "lenient"])
def test_wrappings_of_rows_are_taken_off_and_reported(name: str, rows: Rows, reading: Reading) -> None:
    entry = only("\n".join(WRAPPED[name](rows)) + "\n", reading)
    assert entry.level == Level.parse("\n".join(rows))
    assert {repair.rule for repair in entry.drawn.repairs} == {"F23"}
    assert (entry.title, entry.notes) == ("", ())


@pytest.mark.rule("F23")
@pytest.mark.parametrize("name", ["numbers", "frame of signs", "strings of C", "comma-separated values", "blocks"])
def test_a_title_stands_above_wrapped_rows_and_boards_follow_each_other(name: str) -> None:
    boards = ["\n".join([f"Shed {'abc'[index]}", *WRAPPED[name](rows)]) for index, rows in enumerate(BOARDS)]
    collection = read_bytes("\n\n".join(boards))
    assert [entry.level for entry in collection] == [Level.parse("\n".join(rows)) for rows in BOARDS]
    if name != "strings of C":
        assert [entry.title for entry in collection] == ["Shed a", "Shed b", "Shed c"]


@pytest.mark.parametrize("name", ALIKE)
@pytest.mark.parametrize("rows", BOARDS, ids=["yard", "nook", "tower"])
def test_other_habits_change_nothing(name: str, rows: Rows) -> None:
    entry = only("\n".join(ALIKE[name](rows)) + "\n")
    assert entry.level == Level.parse("\n".join(rows))
    assert (entry.drawn.repairs, entry.title, entry.notes) == ((), "", ())


@pytest.mark.rule("F23")
@pytest.mark.parametrize("start", [2, 7])
def test_numbers_that_may_be_run_lengths_are_refused(start: int) -> None:
    for reading in (Reading(), Reading(lenient=True, close=True)):
        entry = only("\n".join(numbered("{} ", start)(YARD)), reading)
        assert [flaw[:2] for flaw in flaws(entry.drawn)] == [("F23", 1)]
        assert "write the board without them" in entry.drawn.defects[0].message


@pytest.mark.rule("F23")
def test_wrapped_rows_that_are_no_level_are_refused_for_what_is_wrong_with_them() -> None:
    two = ["#####", "#@@.#", "# $ #", "#####"]
    entry = only("\n".join(numbered("{}|")(two)))
    assert flaws(entry.drawn) == [("L1", 2, 5)]
    open_ = ["#####", "#@$.", "#####"]
    entry = only("\n".join(numbered("{} ")(open_)), Reading(close=True))
    assert entry.level.board.width == 7


@pytest.mark.rule("F23")
@pytest.mark.parametrize("content", ["3#|#@$.#|5#", "5#\n#@$.#\n5#", "7#\n#@2-$.#\n7#", "***\n*@*\n***\n"])
def test_rows_without_wrappings_stay_as_they_are(content: str) -> None:
    assert "F23" not in {repair.rule for repair in read_bytes(content, Reading(close=True))[0].drawn.repairs}


@pytest.mark.rule("F16")
@pytest.mark.parametrize("rows", ["#####\n#@$.#\n#####", "5#\n#@$.#\n5#", "WWWWW\nWpb.W\nWWWWW", "5#|#@$.#|5#"])
def test_a_line_of_stars_beside_a_closed_board_is_left_out_and_reported(rows: str) -> None:
    entry = only(f"*****\n{rows}\n***\n")
    assert str(entry.level) == "#####\n#@$.#\n#####"
    assert [(repair.rule, repair.line) for repair in entry.drawn.repairs] == [("F23", 2)]


@pytest.mark.rule("F9")
@pytest.mark.parametrize("letters", ["#&BX ", "Ha$._", "WPBG ", "14230", "+*@X-", "#@$.~", "#@$.·", "#@$.–", "#@$.,"])
@pytest.mark.parametrize("rows", BOARDS, ids=["yard", "nook", "tower"])
def test_a_board_in_other_symbols_is_refused_with_one_message(letters: str, rows: Rows) -> None:
    drawn = [row.translate(str.maketrans("#@$. ", letters)) for row in rows]
    forms = [drawn] if letters.startswith("#@") else [drawn, [" ".join(row) for row in drawn]]
    for form in forms:
        collection = read_bytes("\n".join(["#####\n#@$.#\n#####\n", "Shed", *form, "", "#####\n#@$.#\n#####"]))
        assert [entry.line for entry in collection] == [1, 6, 7 + len(rows)]
        assert flaws(collection[1].drawn) == [("F9", 6, 1)]
        assert "write # for wall, @ player, $ box" in collection[1].drawn.defects[0].message


@pytest.mark.rule("F9")
@pytest.mark.parametrize(
    "text",
    [
        "#########\n# A shed #\n#########",
        "XXXXXXXXX\nX from me X\nXXXXXXXXX",
        "*****\n*a.b*\n*****",
        "HHH\nHiH\nHHH",
        "WWWWW\nWpb.W\nWWWWW",
    ],
)
def test_text_in_frames_is_no_board_in_other_symbols(text: str) -> None:
    assert all(entry.drawn.level for entry in read_bytes(f"{text}\n\n#####\n#@$.#\n#####\n"))


@pytest.mark.rule("F11")
def test_xml_of_another_program_is_refused_with_its_name() -> None:
    with pytest.raises(ParseError, match=r"its root is <Shelf>.*save the levels as text") as caught:
        read_bytes("<?xml version='1.0'?><Shelf><Row>#####</Row></Shelf>")
    assert caught.value.rule == "F11"


@pytest.mark.rule("F19")
def test_a_board_in_one_quoted_line_begins_after_the_space() -> None:
    assert str(only("> 5#|#@$.#|5#\n").level) == "#####\n#@$.#\n#####"


@pytest.mark.rule("L5")
def test_an_open_board_says_once_what_to_do() -> None:
    messages = [defect.message for defect in only("@  \n$ .\n# #\n").drawn.defects]
    assert ["--close" in message for message in messages] == [True] + [False] * (len(messages) - 1)
    assert len(messages) > 2 and all("the player can walk off the grid here" in message for message in messages)
