"""`convert` keeps headers with their licences, and reports what the format has no place for."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import sokospec
from sokospec.formats import WRITERS, read_bytes

ROOM = "#####\n#@$.#\n#####\n"
HALL = "######\n#@ $.#\n######\n"
SHEDS = (
    "Set: Two sheds\nAuthor: Ann\nCopyright: 2011 Ann\n\nFree to pass on with this notice.\n\n"
    f"{ROOM}Title: First\nDate: 2011\nnot easy\nbut short\n\nSolution\nR\n\n"
    f"{HALL}Title: Second\nDate: 2012\n\nSnapshot\nr\n"
)
BARNS = f"Title: Barns\nAuthor: Bob\n\n{ROOM}Title: Barn\nAuthor: Cy\n\n{HALL}Title: Silo\n"


@pytest.fixture
def sheds(tmp_path: Path) -> str:
    path = tmp_path / "sheds.sok"
    path.write_text(SHEDS)
    return str(path)


@pytest.fixture
def barns(tmp_path: Path) -> str:
    path = tmp_path / "barns.sok"
    path.write_text(BARNS)
    return str(path)


@pytest.mark.parametrize(
    ("target", "report"),
    [
        ("xsb", ""),
        ("sok", ""),
        ("slc", "date of 2 levels, notes of 1 level, 1 solution, 1 snapshot"),
        *(
            (
                name,
                "the collection's title, author, copyright, notes; "
                "2 titles, date of 2 levels, notes of 1 level, 1 solution, 1 snapshot",
            )
            for name in (*(name for name in WRITERS if name not in ("xsb", "sok", "slc")), "pddl")
        ),
    ],
)
def test_what_a_format_has_no_place_for_is_reported_once(sheds: str, target: str, report: str) -> None:
    done = sokospec("convert", sheds, "--to", target)
    expected = f"left out, because {target} cannot hold them: {report}\n" if report else ""
    assert (done.returncode, done.stderr.decode()) == (0, expected)


@pytest.mark.parametrize("target", ["xsb", "sok", "slc"])
@pytest.mark.parametrize("chosen", [(), ("--level", "2")])
def test_the_header_stays_with_all_levels_and_with_one(sheds: str, target: str, chosen: tuple[str, ...]) -> None:
    header = read_bytes(SHEDS).header
    written = sokospec("convert", sheds, "--to", target, *chosen).stdout
    back = read_bytes(written)
    assert back.header == header
    assert [entry.title for entry in back] == (["Second"] if chosen else ["First", "Second"])
    assert sokospec("convert", "-", "--to", target, stdin=written).stdout == written


@pytest.mark.parametrize("target", ["sok", "slc"])
def test_there_and_back_is_the_same_but_for_what_was_reported(barns: str, target: str) -> None:
    plain = sokospec("convert", barns, "--to", "xsb").stdout
    there = sokospec("convert", barns, "--to", target)
    back = sokospec("convert", "-", "--to", "xsb", stdin=there.stdout).stdout
    lost = b"" if target == "sok" else b"Author: Cy\n"
    assert back == plain.replace(lost, b"") if lost else back == plain
    assert (b"author of 1 level" in there.stderr) == bool(lost)


def test_of_several_files_each_level_gets_what_its_header_says(sheds: str, barns: str) -> None:
    done = sokospec("convert", sheds, barns, "--to", "xsb")
    collection = read_bytes(done.stdout)
    assert (done.returncode, done.stderr, collection.header) == (0, b"", read_bytes(ROOM).header)
    assert [dict(entry.properties)["collection"] for entry in collection] == ["Two sheds"] * 2 + ["Barns"] * 2
    assert [dict(entry.properties)["author"] for entry in collection] == ["Ann", "Ann", "Cy", "Bob"]
    notices = ["Free to pass on with this notice." in entry.notes for entry in collection]
    assert notices == [True, False, False, False]


def test_of_several_files_slc_keeps_the_copyright_of_each_level(sheds: str, barns: str) -> None:
    done = sokospec("convert", sheds, barns, "--to", "slc")
    collection = read_bytes(done.stdout)
    assert [dict(entry.properties).get("copyright") for entry in collection] == ["2011 Ann"] * 2 + [None] * 2
    assert collection.header.title == ""
    assert b"the collection's title, author, notes; date of 2 levels" in done.stderr


def test_of_several_files_a_header_never_changes_a_level(tmp_path: Path, barns: str) -> None:
    path = tmp_path / "other.sok"
    path.write_text(f"Collection: Sheds\nTitle: Other\nGame: Hexoban\n\n{ROOM}\n{HALL}")
    done = sokospec("convert", str(path), barns, "--to", "xsb")
    assert [entry.title for entry in read_bytes(done.stdout)] == ["", "", "Barn", "Silo"]
    assert [entry.drawn.level is None for entry in read_bytes(done.stdout)] == [False] * 4
    assert b"the collection's title, game" in done.stderr


def test_a_header_stands_before_the_first_level_that_is_written(tmp_path: Path) -> None:
    path = tmp_path / "open.sok"
    path.write_text(f"Set: Sheds\nAuthor: Ann\n\n#####\n#@$.\n#####\n\n{HALL}")
    done = sokospec("convert", str(path), "--to", "xsb")
    assert (done.returncode, done.stdout.decode()) == (4, f"Collection: Sheds\nAuthor: Ann\n\n{HALL}")
    path.write_text("Set: Sheds\n\n#####\n#@$.\n#####\n")
    assert sokospec("convert", str(path), "--to", "xsb").stdout == b""


def test_properties_above_boards_stay_with_their_boards(tmp_path: Path) -> None:
    path = tmp_path / "class.txt"
    path.write_text("; for the class\n" + "\n".join(f"Level: {n}\nPassword: pw{n}\n\n{ROOM}" for n in (1, 2, 3)))
    written = sokospec("convert", str(path), "--to", "xsb").stdout.decode()
    levels = "\n".join(f"{ROOM}Level: {n}\nPassword: pw{n}\n" for n in (1, 2, 3))
    assert written == f"Comment:\nfor the class\nComment-End:\n\n{levels}"


@pytest.mark.parametrize("command", [("convert", "--to", "xsb"), ("solve",), ("check",)])
def test_a_doubt_about_properties_is_told(tmp_path: Path, command: tuple[str, ...]) -> None:
    path = tmp_path / "doubt.txt"
    path.write_text(f"Level: 1\n\n{ROOM}Level: 2\n\n{ROOM}Level: 3\n\n{ROOM}")
    done = sokospec(command[0], str(path), *command[1:])
    assert b"doubt.txt: warning: line 1: the properties above the first board are taken to describe" in done.stderr
    assert b"F15, Titles" in done.stderr


def test_normalize_keeps_what_is_said_and_reports_plays(sheds: str) -> None:
    done = sokospec("normalize", sheds)
    back = read_bytes(done.stdout)
    assert back.header == read_bytes(SHEDS).header
    assert [(entry.title, entry.properties[0], entry.notes) for entry in back] == [
        ("First", ("date", "2011"), ("not easy", "but short")),
        ("Second", ("date", "2012"), ()),
    ]
    assert [entry.properties[1][0] for entry in back] == ["changed", "changed"]
    assert done.stderr == b"left out, because the normal form cannot hold them: 1 solution, 1 snapshot\n"


def test_a_report_names_a_limited_number_of_things(tmp_path: Path) -> None:
    path = tmp_path / "many.sok"
    names = [f"Key {chr(97 + n // 26)}{chr(97 + n % 26)}: x\n" for n in range(100)]
    path.write_text(ROOM + "".join(names))
    report = sokospec("convert", str(path), "--to", "rle").stderr.decode()
    assert report.count("key ") == 20 and report.endswith("and 80 more\n")


def test_every_writer_can_be_given_a_header(sheds: str) -> None:
    for name, writer in WRITERS.items():
        text = writer(read_bytes(SHEDS))
        assert sokospec("convert", sheds, "--to", name).stdout.decode() == text
