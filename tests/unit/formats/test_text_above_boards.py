"""Paragraphs of text above boards, fences of words around boards, and lines between a heading and a board."""

from __future__ import annotations

from io import BytesIO
from itertools import product

import pytest

from sokospec.formats import Collection, read_bytes, stream_entries

ROOM = "#####\n#@$.#\n#####\n"
HALL = "######\n#@ $.#\n######\n"
HEADERS = {
    "no header": "",
    "text": "Sheds by Ann\nin two parts\n\n",
    "a set": "Set: Sheds by Ann\n\nFree to pass on.\n\n",
    "comments": "; Sheds\n; by Ann\n\n",
    "a block": "Comment:\nSheds by Ann\nComment-End:\n\n",
}


def texts_of(collection: Collection) -> list[tuple[str, tuple[str, ...]]]:
    return [(entry.title, entry.notes) for entry in collection]


@pytest.mark.rule("F15")
@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize("mark", ["", "; "])
@pytest.mark.parametrize("below", ["", "\nSolution\nR\n", "\nSolution\n→\n", "Solution: R\n", "Password: x\n"])
def test_a_paragraph_above_every_board_is_a_title_and_notes_of_the_board_below_it(
    header: str, mark: str, below: str
) -> None:
    for blank, gap, count in product(("", "\n"), ("\n", "\n\n", "-----\n"), (2, 3)):
        levels = [f"{mark}Shed {number}\n{mark}day {number}\n{blank}{ROOM}{below}" for number in range(count)]
        text = HEADERS[header] + gap.join(levels)
        collection = read_bytes(text)
        assert texts_of(collection) == [(f"Shed {number}", (f"day {number}",)) for number in range(count)]
        assert [len(entry.recordings) for entry in collection] == [int("Solution" in below)] * count
        assert collection.warnings == ()
        said = "".join([collection.header.title, *collection.header.notes])
        assert ("Ann" in said) == ("Ann" in HEADERS[header])
        stream = stream_entries(BytesIO(text.encode()))
        assert (stream.header, [make() for make in stream.entries]) == (collection.header, list(collection))


@pytest.mark.rule("F15")
@pytest.mark.parametrize("texts", [("A\n1\n2\n", "B\n", "C\n3\n"), ("A\n", "B\n4\n", "C\n")])
def test_paragraphs_above_boards_may_differ_in_length(texts: tuple[str, ...]) -> None:
    collection = read_bytes("\n".join(f"{text}\n{ROOM}" for text in texts))
    assert texts_of(collection) == [(text.split()[0], tuple(text.split()[1:])) for text in texts]
    assert collection.warnings == ()


@pytest.mark.rule("F15")
def test_text_directly_below_boards_stays_there_when_paragraphs_stand_above() -> None:
    collection = read_bytes("\n".join(f"A{number}\nB{number}\n\n{ROOM}C{number}\n" for number in range(3)))
    assert texts_of(collection) == [(f"A{number}", (f"B{number}", f"C{number}")) for number in range(3)]


@pytest.mark.rule("F15")
@pytest.mark.parametrize("blank", ["", "\n"])
def test_a_paragraph_below_every_board_is_notes_of_the_board_above_it(blank: str) -> None:
    collection = read_bytes("Sheds\nby Ann\n\n" + "\n".join(f"{ROOM}{blank}A{n}\nB{n}\n" for n in range(3)))
    assert texts_of(collection) == [("", (f"A{number}", f"B{number}")) for number in range(3)]
    assert (collection.header.notes, collection.warnings) == (("Sheds", "by Ann"), ())


@pytest.mark.rule("F15")
@pytest.mark.parametrize(
    ("texts", "levels", "message"),
    [
        (("A\n1\n", "B\n2\n", ""), [("", ("B", "2")), ("", ()), ("", ())], "but 1 board of 3 have none above them"),
        (("A\n1\n", "B\n", "C\n"), [("", ()), ("B", ()), ("C", ())], "above each of the other boards is one line"),
    ],
)
def test_paragraphs_above_some_boards_are_read_with_a_warning(
    texts: tuple[str, ...], levels: list[tuple[str, tuple[str, ...]]], message: str
) -> None:
    collection = read_bytes("\n".join(f"{text}\n{ROOM}" for text in texts))
    assert texts_of(collection) == levels
    assert collection.header.notes == ("A", "1")
    (warning,) = collection.warnings
    assert (warning.rule, warning.line) == ("F15", 1)
    assert message in warning.message


@pytest.mark.rule("F15")
@pytest.mark.parametrize(
    "marks", [("BEGIN", "END"), ("-- start of level --", "-- end of level --"), ("<map>", "</map>")]
)
@pytest.mark.parametrize("title", ["A\n", "A\n\n", "; A\n", "A\nB\n", "Title: A\n"])
def test_the_same_lines_around_every_board_are_a_fence(marks: tuple[str, str], title: str) -> None:
    opening, closing = marks
    for head, play in product(("", "Author: Ann\n\n"), ("", "Solution: R\n")):
        for count in (2, 4):
            level = f"{opening}\n{ROOM}{closing}\n{play}"
            collection = read_bytes(head + "\n".join([title + level] * count))
            assert [entry.title for entry in collection] == ["A"] * count
            assert {entry.notes for entry in collection} <= {(), ("B",)}
            assert collection.warnings == ()


@pytest.mark.rule("F15")
def test_a_fence_that_may_be_a_title_and_a_note_is_taken_off_with_a_warning() -> None:
    collection = read_bytes(f"A\n{ROOM}by Ann\n\nA\n{HALL}by Ann\n")
    assert texts_of(collection) == [("", ()), ("", ())]
    (warning,) = collection.warnings
    assert (warning.rule, warning.line) == ("F15", 1)
    assert "'A' above and 'by Ann' below every board are taken to be marks" in warning.message


@pytest.mark.rule("F15")
@pytest.mark.parametrize(
    "text",
    [
        f"BEGIN\n{ROOM}END\n",  # one board
        f"BEGIN\n{ROOM}END\n\nBEGIN\n{HALL}",  # the last one is open
        f"BEGIN\n{ROOM}END\n\nSTART\n{HALL}END\n",
        f"BEGIN\n{ROOM}END\n{HALL}END\n",
        f"BEGIN\n{ROOM}END\nBEGIN\n5#|#@$.#|5#\n5#|#@$.#|5#\nEND\n",  # boards without a line between them
        f"BEGIN\n{ROOM}BEGIN\n{HALL}BEGIN\n",
    ],
)
def test_lines_that_are_not_the_same_around_every_board_are_no_fence(text: str) -> None:
    collection = read_bytes(text)
    said = [
        collection.header.title,
        *collection.header.notes,
        *(part for entry in collection for part in (entry.title, *entry.notes)),
    ]
    assert len(list(filter(None, said))) == text.count("BEGIN") + text.count("START") + text.count("END")


@pytest.mark.rule("F15", "F34")
@pytest.mark.parametrize("title", ["1-2", "2-1 3-1", "5 6"])
def test_a_title_below_a_play_with_its_steps_is_no_further_play(title: str) -> None:
    collection = read_bytes(f"1-1\n{ROOM}Solution: R\n\n{title}\n{HALL}Solution: rR\n")
    assert [entry.title for entry in collection] == ["1-1", title]
    assert [len(entry.recordings) for entry in collection] == [1, 1]


@pytest.mark.rule("F16", "F34")
@pytest.mark.parametrize("separator", ["", "-----\n", "*****\n"])
def test_steps_of_the_letter_w_below_a_heading_are_no_walls_of_the_board_below(separator: str) -> None:
    west = "#####\n#.$@#\n#####\n"
    collection = read_bytes(f"{west}\nSolution\nW\n{separator}{ROOM}")
    assert [entry.level.board.height for entry in collection] == [3, 3]
    assert collection[0].recordings[0].lurd == "W"
    assert [entry.line for entry in collection][1] == 7 + len(separator) // 6
    (sok,) = read_bytes("Solution\nWWWWW\nWpb.W\nWWWWW\n")
    assert sok.line == 2


@pytest.mark.rule("F15")
def test_a_separator_of_words_below_a_header_makes_its_last_line_no_title() -> None:
    head = "Set: Sheds\n\nFree to pass on.\n\n"
    collection = read_bytes(f"{head}{ROOM}\n##### next #####\n\n{HALL}")
    assert (collection.header.notes, collection[0].title) == (("Free to pass on.",), "")
    titled = read_bytes(f"Set: Sheds\n\n*** A ***\n\n{ROOM}\n*** B ***\n\n{HALL}")
    assert [entry.title for entry in titled] == ["*** A ***", "*** B ***"]


@pytest.mark.rule("F15")
def test_titles_below_boards_are_compared_from_the_second_board_on_though_all_have_been_read() -> None:
    collection = read_bytes(f"A\nB\n\n{ROOM}Author: Ann\n\nC\n{HALL}D\n\nE\n\n{ROOM}F\n")
    assert [entry.title for entry in collection] == ["", "C", "E"]
