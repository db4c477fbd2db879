"""XSB and Sok text: which lines are boards, and which titles, properties, notes and plays belong to them."""

from __future__ import annotations

from io import BytesIO

import pytest

from sokospec.board import Level
from sokospec.errors import InvalidLevel, LimitError, ParseError
from sokospec.formats import (
    WRITERS,
    Entry,
    Header,
    Reading,
    Recording,
    entries,
    entry_of,
    lurd,
    read_bytes,
    read_stream,
    stream_entries,
)
from sokospec.formats.boards import Drawing, rows_of
from sokospec.formats.lines import MOST_LINES, Line, kind_of, property_of, split_lines
from unit.formats.readings import collection_of, only

ROOM = "#####\n#@$.#\n#####\n"
ONE = Level.parse(ROOM)
HALL = "######\n#@ $.#\n######\n"
TWO = Level.parse(HALL)
LENIENT = Reading(lenient=True)


def titles(content: str) -> list[str]:
    return [entry.title for entry in read_bytes(content)]


def test_a_file_may_hold_many_levels() -> None:
    collection = read_bytes(f"{ROOM}\n{HALL}\n\n{ROOM}")
    assert len(collection) == 3
    assert [entry.level for entry in collection] == [ONE, TWO, ONE]
    assert [entry.number for entry in collection] == [1, 2, 3]
    assert [entry.line for entry in collection] == [1, 5, 10]
    assert [entry.level for entry in collection[1:]] == [TWO, ONE]
    assert collection[-1].level == ONE


def test_a_level_is_read_without_reading_the_ones_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    def spy(lines: list[Line], reading: Reading) -> Drawing:
        read.append(lines[0].number)
        return rows_of(lines, reading)

    monkeypatch.setattr("sokospec.formats.entries.rows_of", spy)
    collection = read_bytes(f"{ROOM}\n" * 100)
    assert (len(collection), read) == (100, [])
    assert collection[49].level == ONE
    assert read == [1 + 49 * 4]


def test_a_broken_level_does_not_keep_the_next_one_from_being_read() -> None:
    collection = read_bytes(f"#@$(#\n#####\n\n9999999999#@#\n\n{HALL}")
    assert collection[2].level == TWO
    assert [entry.drawn.defects[0].rule for entry in collection[:2]] == ["R2", "R3"]


def test_an_entry_without_a_level_raises_all_its_defects() -> None:
    entry = only("#####\n#@$ #\n## ##\n")
    with pytest.raises(InvalidLevel) as caught:
        _ = entry.level
    assert caught.value.defects == entry.drawn.defects
    assert [defect.rule for defect in entry.drawn.defects] == ["L3", "L5"]


# Boards


@pytest.mark.rule("F16")
@pytest.mark.parametrize(
    "content",
    [
        f"----\n{HALL}----\n",
        f"...\n{HALL}",
        f"{HALL}$$$\n",
        f"@ @\n{HALL}",
        f"#50 (3)\n{HALL}",
        f"# 12\n{HALL}",
        f"** | **\n\n{HALL}",
        f"########\n\n{HALL}",
        f"P.W.\n\n{HALL}\n12 (3)\n",
        f"#a#\n\n{HALL}\n#b#\n",
        f"#  #\n\n#\n\n{HALL}",
    ],
)
def test_lines_that_merely_look_like_rows_are_no_part_of_a_board(content: str) -> None:
    assert only(content).level == TWO


@pytest.mark.rule("F16")
@pytest.mark.parametrize(
    ("content", "rows"),
    [
        (".\n####\n#@ #\n# $#\n####\n", 5),
        ("####\n#@ #\n# $#\n####\n.\n", 5),
        ("*\n####\n#@ #\n# $#\n# .#\n####\n", 6),
        ("** **\n  *\n*@$.*\n  *\n** **\n", 5),
        ("####\n#@.#\n-\n#$ #\n####\n", 5),
        ("#####\n#@x.#\n# $ #\n#####\n", 4),
    ],
)
def test_a_board_has_all_its_rows(content: str, rows: int) -> None:
    drawn = read_bytes(content, Reading(close=True))[0].drawn
    height = drawn.level.board.height if drawn.level else rows
    assert height - 2 * ("L5" in [repair.rule for repair in drawn.repairs]) == rows


@pytest.mark.rule("F16")
@pytest.mark.parametrize(
    "line",
    ["-----", "_____", "*********", "......", "=====", ",", "~~~~", "- - - -", "-=-=-=-", "+++", "\0", "\f", "\x1a"],
)
def test_boards_may_be_separated_by_a_line_of_one_symbol_alone(line: str) -> None:
    collection = read_bytes(f"{line}\n{ROOM}{line}\n{HALL}{line}\n{ROOM}")
    assert [entry.level for entry in collection] == [ONE, TWO, ONE]
    assert [(entry.title, entry.notes) for entry in collection] == [("", ())] * 3


@pytest.mark.rule("F16")
def test_boards_without_a_blank_line_between_them_are_cut_where_each_is_whole() -> None:
    assert [entry.level for entry in read_bytes(ROOM + HALL + ROOM)] == [ONE, TWO, ONE]
    assert len(read_bytes("#####\n#@$.#\n#####\n#####\n#@ .#\n#####\n")) == 1  # L1 and L3 name what is wrong


@pytest.mark.rule("F16")
@pytest.mark.parametrize(
    "marks",
    [
        *(
            ("```", "```"),
            ("```text", "```"),
            ("~~~", "~~~"),
            ("<pre>", "</pre>"),
            ('<pre class="x"><code>', "</code></pre>"),
        ),
        *(("[code]", "[/code]"), ("[code=xsb]", "[/code]"), ("[quote]", "[/quote]"), ("<hr>", "<br />")),
    ],
)
def test_marks_around_quoted_text_are_neither_titles_nor_notes(marks: tuple[str, str]) -> None:
    collection = read_bytes("\n\n".join(f"{marks[0]}\n{board}{marks[1]}" for board in (ROOM, HALL)))
    assert [(entry.level, entry.title, entry.notes) for entry in collection] == [(ONE, "", ()), (TWO, "", ())]


@pytest.mark.rule("F16")
@pytest.mark.parametrize("title", ["1-1", "2010-03-15", "12-3-4", "???", "!", "1 - 2", "<3", "x--x", "[soon]"])
def test_titles_of_digits_and_dashes_are_titles(title: str) -> None:
    assert titles(f"{title}\n{ROOM}\n{title}\n{HALL}") == [title, title]


@pytest.mark.rule("F16")
def test_lines_with_several_rows_and_a_player_each_are_boards_of_their_own() -> None:
    assert [entry.level for entry in read_bytes("5#|#@$.#|5#\n6#|#@-$.#|6#|\n")] == [ONE, TWO]
    assert only("5#|#@$.#\n5#\n").level == ONE
    assert only("5#|\n#@$.#|\n5#|\n").level == ONE


@pytest.mark.parametrize("content", ["#####\n#   #\n#####\n", "$.\n", "#\n", "just text\n", "----\n", "W\n", "2#\n"])
def test_without_a_player_or_pieces_in_three_rows_there_is_no_board(content: str) -> None:
    assert len(read_bytes(content)) == 0


def test_a_board_without_a_player_is_a_board_with_a_defect() -> None:
    assert [str(defect) for defect in only("#####\n# $.#\n#####\n").drawn.defects] == [
        "line 1, column 1: the level has 0 players; it needs exactly one '@' or '+' [L1]"
    ]


@pytest.mark.rule("F6")
@pytest.mark.parametrize("game", ["Hexoban", "TRIOBAN", "multiban"])
def test_boards_of_other_games_are_no_levels(game: str) -> None:
    entry = only(f"{HALL}Game: {game}\n")
    assert str(entry.drawn.defects[0]) == f"line 1: a board of {game} is not a level of Sokoban [F6]"


@pytest.mark.rule("F6")
def test_a_board_may_say_that_it_is_sokoban() -> None:
    assert only(f"{HALL}Game: Sokoban\n").level == TWO


@pytest.mark.rule("F13")
def test_a_text_for_one_level_holds_one_board() -> None:
    assert Level.parse(f"Title: x\n\n{ROOM}") == ONE
    with pytest.raises(ParseError, match="holds 2 levels") as caught:
        Level.parse(f"{ROOM}\n{HALL}")
    assert (caught.value.rule, caught.value.line) == ("F13", 5)


@pytest.mark.rule("F7")
@pytest.mark.parametrize(
    ("content", "error"),
    [
        ("", "there is no level here, as it is empty [F7]"),
        (" \n", "there is no level here, as it is empty [F7]"),
        ("Hello\n", "there is no level here; a board needs walls '#' and a player '@' or '+' [F7]"),
        ("Hello\n5#|3(#\n", "line 2, column 5: an opening bracket that is never closed [R2]"),
    ],
)
def test_a_text_without_a_level_is_refused_with_a_reason(content: str, error: str) -> None:
    with pytest.raises(ParseError) as caught:
        Level.parse(content)
    assert str(caught.value) == error


@pytest.mark.rule("F7")
def test_the_reason_is_sought_in_no_more_characters_than_the_limit() -> None:
    reading = Reading(limit=30)
    content = "3#3#3#3#\n" * 5 + "3(#\n"
    assert entries.explain_no_level(content, reading).rule == "F7"
    assert entries.explain_no_level(content, Reading()).rule == "R2"


# Titles


@pytest.mark.rule("F15")
@pytest.mark.parametrize(
    "content",
    [
        f"The title\n\n{HALL}",
        f"The title\n{HALL}",
        f"; The title\n{HALL}",
        f";;  The title  \n\n\n{HALL}",
        f"notes\nmore notes\n\nThe title\n\n{HALL}",
        f"{HALL}Title: The title\n",
        f"{HALL}notes\nTITLE:The title\n",
        f"{HALL}\ntitle : The title\n",
        f"Title: The title\n{HALL}",
        f"Title: The title\nAuthor: me\n\n{HALL}",
        f"{HALL}; The title\n",
        f"{HALL}The title\nAuthor: me\n",
        f"Another\n\n{HALL}Title: The title\n",
        f"{HALL}\nSolution\nrR\n\nTitle: The title\n",
        f"{HALL}Title:\nTitle: The title\n",
        f":: remark\nThe title\n:: remark\n{HALL}",
        f"> The title\n>\n> {HALL.replace(chr(10), chr(10) + '> ')}",
    ],
)
def test_the_title_is_found_wherever_it_stands(content: str) -> None:
    entry = only(content)
    assert (entry.title, entry.level.title, entry.level) == ("The title", "The title", TWO)
    assert not [key for key, value in entry.properties if (key, value) == ("title", "The title")]


@pytest.mark.rule("F15")
@pytest.mark.parametrize(
    "content",
    [
        f"one\ntwo\n{HALL}",
        f"Author: me\none\n{HALL}",
        f"Comment:\none\nComment-End:\n{HALL}",
        f"{HALL}one\ntwo\n",
        f"x\n\n{ROOM}\n{HALL}one\n",
        f"Author: me\n{HALL}",
    ],
)
def test_text_that_is_no_title_makes_none(content: str) -> None:
    assert list(read_bytes(content))[-1].title == ""


@pytest.mark.rule("F15")
def test_titles_before_and_after_boards_go_to_their_own_boards() -> None:
    before = f"; First\n\n{ROOM}\n; Second\n\n{HALL}\n"
    below = f"{ROOM}; First\n\n{HALL}; Second\n"
    after = f"{ROOM}Title: First\n\n{HALL}Title: Second\n"
    above = f"Title: First\nAuthor: A\n\n{ROOM}\nTitle: Second\nAuthor: B\n\n{HALL}"
    assert titles(before) == titles(below) == titles(after) == titles(above) == ["First", "Second"]
    assert [entry.properties for entry in read_bytes(above)] == [(("author", "A"),), (("author", "B"),)]


@pytest.mark.rule("F15")
def test_a_title_line_beside_a_title_property_becomes_a_note() -> None:
    entry = only(f"Level 1\n\n{HALL}a note\nTitle: The hall\n")
    assert (entry.title, entry.notes) == ("The hall", ("Level 1", "a note"))
    assert only(f"The hall\n\n{HALL}Title: The hall\n").notes == ()


@pytest.mark.rule("F15")
def test_properties_above_boards_leave_notes_and_plays_below_them() -> None:
    content = f"Title: A\nsaid above\n\n{ROOM}\nR\nabout the play\n\nTitle: B\n\n{HALL}Solution: rR\n"
    first, second = read_bytes(content)
    assert (first.title, first.notes) == ("A", ("said above",))
    assert [play.notes for play in first.recordings] == [("about the play",)]
    assert [play.lurd for play in second.recordings] == ["rR"]


def test_the_head_of_a_file_describes_the_collection_but_for_the_first_title() -> None:
    collection = read_bytes(f"A set\nAuthor: me\nCollection: The set\n\n; First\n\n{ROOM}")
    assert (collection.header.title, collection.header.notes) == ("The set", ("A set",))
    assert collection.header.properties == (("author", "me"),)
    assert read_bytes(f"Title: The set\nby me\n\nFirst\n\n{ROOM}Title: x\n").header.title == "The set"
    assert read_bytes(f"First\n\n{ROOM}").header.notes == ()


# Properties, comments, notes


@pytest.mark.rule("F14")
@pytest.mark.parametrize(
    ("line", "pair"),
    [
        ("Author: Me", ("author", "Me")),
        ("AUTHOR:Me", ("author", "Me")),
        ("  Author :  Me  ", ("author", "Me")),
        ("Date of last change: 12:30", ("date of last change", "12:30")),
        ("Author:", ("author", "")),
        ("Größe: 3", ("größe", "3")),
        ("Author: :-)", ("author", ":-)")),
    ],
)
def test_a_key_a_colon_and_a_value_are_a_property(line: str, pair: tuple[str, str]) -> None:
    assert property_of(line) == pair
    assert only(f"{HALL}{line}\n").properties == (pair,)


TWICE = "Title: One\nAuthor: Ann\nAUTHOR: Bob\n\nSolution\nR\n\nTitle: Two\n"
"""Two values of two keys, one of them below a play."""


@pytest.mark.rule("F14")
def test_strict_reading_refuses_a_second_value_of_a_key_and_names_both_with_their_lines() -> None:
    (entry,) = read_bytes(f"{HALL}{TWICE}")
    assert [(defect.line, defect.message) for defect in entry.drawn.defects] == [
        (6, "'author' has the value 'Ann' in line 5, and 'Bob' here; remove one, or keep all with --lenient"),
        (11, "'title' has the value 'One' in line 4, and 'Two' here; remove one, or keep all with --lenient"),
    ]
    (long,) = read_bytes(f"{HALL}Author: {'a' * 500}\nAuthor: {'b' * 500}\n")
    assert len(long.drawn.defects[0].message) < 250


@pytest.mark.rule("F14")
def test_a_second_value_spoils_its_own_level_alone() -> None:
    one, two = read_bytes(f"{HALL}Author: Ann\nAuthor: Bob\n\n{HALL}Author: Bob\n")
    assert one.drawn.level is None
    assert two.level == TWO


@pytest.mark.rule("F14")
@pytest.mark.parametrize(
    "lines",
    [
        "Author: Ann\nAuthor:\nAuthor: Ann\n",  # nothing new is said
        "Author:\nAuthor: Ann\n",
        "Comment: one\nComment: two\n",  # remarks, which may be many
        "Author: Ann\n\nSolution\nR\nAuthor: Bob\n",  # notes of a play
    ],
)
def test_empty_values_equal_values_and_comments_are_no_second_value(lines: str) -> None:
    assert only(f"{HALL}{lines}").level == TWO


@pytest.mark.rule("F14")
def test_lenient_reading_keeps_all_values_and_what_is_written_is_read_strictly_again() -> None:
    (entry,) = read_bytes(f"{HALL}{TWICE}", LENIENT)
    assert (entry.title, entry.properties) == ("One", (("author", "Ann"), ("author", "Bob"), ("title", "Two")))
    assert [repair.line for repair in entry.drawn.repairs] == [6, 11]
    assert all(repair.message.endswith("; all values are kept") for repair in entry.drawn.repairs)
    (back,) = read_bytes(WRITERS["xsb"]([entry]))
    assert (back.level, back.title, back.properties) == (entry.level, "One", (("author", "Ann"),))
    assert back.notes == ("Author: Bob", "Title: Two")


@pytest.mark.rule("F14")
def test_of_a_header_a_second_value_is_a_warning_as_all_levels_can_be_read() -> None:
    collection = read_bytes(f"Collection: Sheds\nAuthor: Ann\nAuthor: Bob\n\n{HALL}")
    assert [(warning.rule, warning.line) for warning in collection.warnings] == [("F14", 3)]
    assert collection.header.properties == (("author", "Ann"), ("author", "Bob"))
    back = read_bytes(WRITERS["xsb"](collection))
    assert (back.warnings, back.header.properties, back.header.notes) == ((), (("author", "Ann"),), ("Author: Bob",))


@pytest.mark.rule("F14")
@pytest.mark.parametrize(
    "line",
    [
        "no colon",
        ": no key",
        "Level 2: digits",
        "http://example.org",
        "a smiley :-)",
        "a; b: c",
        "a::b",
        "one two three four five: x",
        f"{'x' * 41}: y",
        "-x: y",
    ],
)
def test_other_lines_with_colons_are_no_properties(line: str) -> None:
    assert property_of(line) is None


@pytest.mark.rule("F5")
def test_a_comment_block_keeps_its_lines_whatever_they_look_like() -> None:
    content = f"{HALL}Comment: first\n{ROOM}Author: no property\nrrr\n;; marked\n\nCOMMENT-END\nAuthor: me\n"
    entry = only(content)
    assert entry.notes == ("first", "#####", "#@$.#", "#####", "Author: no property", "rrr", "marked")
    assert (entry.properties, entry.recordings) == ((("author", "me"),), ())


@pytest.mark.rule("F5")
@pytest.mark.parametrize("end", ["comment-end:", "Comment_End:", "  COMMENT END : "])
def test_a_comment_block_ends_at_any_spelling_of_its_end(end: str) -> None:
    assert only(f"{HALL}comment:\nx\n{end}\n\nR\n").notes == ("x",)


@pytest.mark.rule("F5")
def test_a_comment_in_mail_quotes_ends_in_mail_quotes() -> None:
    assert only(f"{HALL}> Comment:\n> x\n> Comment-End:\n> Author: me\n").notes == ("x",)


@pytest.mark.rule("F5")
def test_a_comment_on_one_line_is_a_property() -> None:
    collection = read_bytes(f"{ROOM}Comment: one line\n\n{HALL}Comment:\nx\nComment-End:\n")
    assert [entry.properties for entry in collection] == [(("comment", "one line"),), ()]
    assert [entry.notes for entry in collection] == [(), ("x",)]


@pytest.mark.rule("F5")
@pytest.mark.parametrize("reading", [Reading(), LENIENT])
def test_a_comment_block_without_an_end_is_taken_to_end_with_its_paragraph(reading: Reading) -> None:
    collection = read_bytes(f"{HALL}> comment:\nx\nversion a: y\nz\n\nTwo\n\n{ROOM}", reading)
    assert [(repair.rule, repair.line, repair.column) for repair in collection.repairs] == [("F5", 4, 2)]
    assert [entry.level for entry in collection] == [TWO, ONE]
    assert [entry.notes for entry in collection] == [("x", "z"), ()]
    assert [entry.title for entry in collection] == ["", "Two"]


@pytest.mark.rule("F5")
@pytest.mark.parametrize("below", [f"{ROOM}", "Solution: R\n", "Solution\nR\n", "R\n"])
def test_a_comment_block_without_an_end_takes_neither_rows_nor_steps(below: str) -> None:
    collection = read_bytes(f"{ROOM}\n{HALL}Comment:\nnote\n{below}")
    assert [entry.level for entry in collection][:2] == [ONE, TWO]
    assert collection[1].notes[:1] == ("note",)
    assert [play.lurd for play in collection[1].recordings] == ([] if below == ROOM else ["R"])
    assert len(collection) == (3 if below == ROOM else 2)


def test_an_end_of_a_comment_that_nothing_opened_says_nothing() -> None:
    assert only(f"{HALL}a\nb\nComment-End:\n").notes == ("a", "b")


def test_remarks_and_empty_comments_are_left_out() -> None:
    assert only(f":: of the file\n{HALL}:: a remark\n;\n; ;\nfirst\nsecond\n").notes == ("first", "second")


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("", "blank"),
        (" \t", "blank"),
        (";;; ;", "blank"),
        ("#", "row"),
        ("-$", "row"),
        ("3#|", "row"),
        ("W-W", "row"),
        ("*|-", "row"),
        ("12 (3)", "text"),
        ("-", "floor"),
        ("3-|", "floor"),
        ("٣-", "text"),
        ("#٣#", "flawed"),
        ("#abc#", "text"),
        ("2(uR)", "steps"),
        ("rr*", "steps"),
        ("2 3", "text"),
        ("Solution: 2r", "inline"),
        ("Solution: by me", "property"),
        ("comment end", "remark"),
    ],
)
def test_each_line_has_one_kind(line: str, kind: str) -> None:
    assert kind_of(line) == kind


# Plays


@pytest.mark.rule("F17")
@pytest.mark.parametrize(
    ("content", "kind", "title", "steps"),
    [
        ("\nrR\n", "solution", "", "rR"),
        ("rR\n", "solution", "", "rR"),
        ("\nSolution\nrR\n", "solution", "Solution", "rR"),
        ("\nSolution:\n\nrR\n", "solution", "Solution", "rR"),
        ("\nBest Solution 2/1 (by me)\nr\nR\n", "solution", "Best Solution 2/1 (by me)", "rR"),
        ("Solution: rR\n", "solution", "Solution", "rR"),
        ("Solution 1: r\nR\n", "solution", "Solution 1", "rR"),
        ("\nSolution: by me\nrR\n", "solution", "Solution: by me", "rR"),
        ("\nsolution\nrr\n", "solution", "solution", "rr"),
        ("\nSolution\nr1R\n", "solution", "Solution", "rR"),
        ("\nSnapshot 1\nr*\n", "snapshot", "Snapshot 1", "r"),
        ("\nSaveGame 14/1\nr\n", "snapshot", "SaveGame 14/1", "r"),
        ("Saved game: r\n", "snapshot", "Saved game", "r"),
        ("\nwhatever\nrR\n", "solution", "whatever", "rR"),
        ("Author: me\nrR\n", "solution", "", "rR"),
        ("one\ntwo\nrR\n", "solution", "", "rR"),
    ],
)
def test_plays_are_found_with_their_kind_and_title(content: str, kind: str, title: str, steps: str) -> None:
    (play,) = only(HALL + content).recordings
    assert (play.kind, play.title, lurd.parse(play.lurd).steps) == (kind, title, steps)


@pytest.mark.rule("F17", "F2")
def test_plays_in_reverse_mode_are_snapshots_that_are_no_steps() -> None:
    (play,) = only(f"{HALL}\nSolution\n[]lL[uu]r\n").recordings
    assert (play.kind, play.line) == ("snapshot", 6)
    with pytest.raises(ParseError) as caught:
        lurd.parse(play.lurd)
    assert (caught.value.rule, caught.value.line, caught.value.column) == ("F2", 1, 1)


@pytest.mark.rule("F17")
def test_text_belongs_to_the_play_before_it_and_text_before_plays_to_the_level() -> None:
    content = f"{HALL}of the\nlevel\nAuthor: me\n\nSolution A\nrR\nof A\nSolver: x\n\nSolution B\nrR\n:: -\nof B\n"
    entry = only(content)
    assert (entry.notes, entry.properties) == (("of the", "level"), (("author", "me"),))
    assert [(play.title, play.notes, play.line) for play in entry.recordings] == [
        ("Solution A", ("of A", "Solver: x"), 9),
        ("Solution B", ("of B",), 14),
    ]
    assert entry.solutions == entry.recordings


def test_a_file_of_plays_alone_has_no_entries() -> None:
    collection = read_bytes("3r\nU\n\nSnapshot\n2l\n")
    assert len(collection) == 0
    assert [(play.lurd, play.kind) for play in collection.header.recordings] == [
        ("3r\nU", "solution"),
        ("2l", "snapshot"),
    ]


@pytest.mark.rule("F1")
@pytest.mark.parametrize(
    ("content", "steps", "position"),
    [
        ("", "", None),
        ("3r4U", "rrrUUUU", None),
        ("2(3(dr)R)", "drdrdrRdrdrdrR", None),
        (" u\td\nl r", "udlr", None),
        ("1\n0R", "RRRRRRRRRR", None),
        ("uu*D", "uuD", 2),
        ("*u", "u", 0),
        ("u*d*", "u*d*", None),
        ("uxd", "uxd", None),
    ],
)
def test_steps_are_expanded_and_the_current_position_is_kept(content: str, steps: str, position: int | None) -> None:
    assert lurd.parse(content) == lurd.Lurd(steps, position)


@pytest.mark.rule("F2", "R1", "R2", "R3", "R4")
@pytest.mark.parametrize(
    ("content", "rule", "line", "column"),
    [
        ("rr\n {d}", "F2", 2, 2),
        ("r[u]", "F2", 1, 2),
        ("rr\nu 3", "R1", 2, 3),
        ("r\nr)", "R2", 2, 2),
        ("r\n\n 2(r", "R2", 3, 3),
        ("r\n0r", "R4", 2, 2),
        ("r\n 20r", "R3", 2, 4),
        ("r" * 1041, "R3", 1, 1),
    ],
)
def test_flaws_in_steps_are_named_with_line_and_column(content: str, rule: str, line: int, column: int) -> None:
    with pytest.raises(ParseError) as caught:
        lurd.parse(content, limit=20)
    assert (caught.value.rule, caught.value.line, caught.value.column) == (rule, line, column)


# Writing


def test_written_entries_hold_everything_in_the_order_of_the_format() -> None:
    entry = Entry(
        1,
        entry_of(ONE).drawn,
        "A\ntitle",
        (("author", "me"), ("größe", "3\r\n4")),
        ("note", "", "comment: x", "Comment-End"),
        (Recording("rR", notes=("of the play",)), Recording("[]l", "snapshot", "Mine"), Recording("r", title="rr")),
    )
    assert WRITERS["xsb"]([entry, entry_of(ONE)]) == (
        f"{ROOM}Title: A title\nAuthor: me\ngröße: 3 4\nComment:\nnote\n; comment: x\n; Comment-End\nComment-End:\n"
        f"\nSolution\nrR\nComment:\nof the play\nComment-End:\n\nSnapshot\n[]l\n\nSolution\nr\n\n{ROOM}"
    )


KEPT = [
    ("Solution", "solution"),
    ("Snapshot 3", "snapshot"),
    ("Solution: mine", "solution"),
    ("; Solution", "solution"),
]
LOST = [("Mine: solution", "solution"), ("Solution: rr", "solution"), ("Solution", "snapshot"), ("", "solution")]


def test_a_name_is_kept_where_it_would_be_read_back() -> None:
    assert [named for named in (*KEPT, *LOST) if entries.names_play(*named)] == KEPT


def test_a_collection_can_be_made_of_entries() -> None:
    entry = entry_of(ONE, 7)
    collection = collection_of([entry], Header("x"))
    assert (list(collection), collection.header.title, entry.number) == ([entry], "x", 7)


@pytest.mark.rule("R3")
def test_a_text_of_more_than_a_million_lines_is_refused() -> None:
    with pytest.raises(LimitError, match="more than 1,000,000 lines"):
        split_lines("\n" * (MOST_LINES + 1))


@pytest.mark.rule("R3")
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_line_end_at_the_end_of_a_text_begins_no_further_line(end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("lines", "reading"):
        monkeypatch.setattr(f"sokospec.formats.{module}.MOST_LINES", 4)
    for read in (read_bytes, lambda text: read_stream(BytesIO(text.encode())), levels_of_stream):
        assert len(read(end.join(["#####", "#@$.#", "#####", "text"]) + end)) == 1
        assert len(read(end.join(["#####", "#@$.#", "#####", "text"]))) == 1
        for text in (["#####", "#@$.#", "#####", "text", "x"], ["#####", "#@$.#", "#####", "text", "", ""]):
            with pytest.raises(LimitError, match=r"more than 4 lines"):
                read(end.join(text))


def levels_of_stream(text: str) -> list[Level]:
    return [make().level for make in stream_entries(BytesIO(text.encode())).entries]


@pytest.mark.rule("F17")
@pytest.mark.parametrize(
    ("below", "expected"),
    [
        ("Solution\nrxR", ["rxR"]),
        ("Solution\n\nrxR", ["rxR"]),
        ("Solution: rxR", ["rxR"]),
        ("Solution\nrr\nuu,dd\nll", ["rr\nuu,dd\nll"]),
        ("rr\n\nuu,dd\n", ["rr"]),
        ("Solution\nby me, R\n", [""]),  # F34: what the heading announces is missing
        ("Author\nrxR", []),
    ],
)
def test_steps_with_a_mistake_in_them_are_steps_where_steps_are_expected(below: str, expected: list[str]) -> None:
    (entry,) = read_bytes(f"#####\n#@$.#\n#####\n\n{below}\n")
    assert [recording.lurd for recording in entry.recordings] == expected
