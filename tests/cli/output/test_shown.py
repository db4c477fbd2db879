"""No text of anybody's steers a terminal, and JSON Lines are UTF-8, whatever files and titles are called."""

from __future__ import annotations

import ast
import json
import os
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.running import ROOT, on_a_terminal, records, sokospec
from sokocheck.application.terminal_text import escape_controls, in_a_line, json_text
from sokocli.main import exit_code

ANY_TEXT = st.text(st.characters(codec=None), max_size=30)  # halves of characters too
NAME = "a\x1b]0;title\x07\x9b31m\u202e\udcff\n\r.xsb"
"""What a file may be called where names are bytes: it has an escape sequence, and a byte that is no UTF-8."""

TITLE = "b\u009b2J\u2066\u202e\x7fc"
LEVEL = f"######\n#@$ .#\n######\nTitle: {TITLE}\n\nSolution\nRR\n"
BROKEN = f"######\n#@$ ##\n######\nTitle: {TITLE}\n"


def steers(text: str) -> list[str]:
    """Return the characters of a text that a terminal may obey, or that cannot be encoded."""
    kinds = {"Cc": "\n\t", "Cs": "", "Zl": "", "Zp": ""}
    turning = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    return [
        letter
        for letter in text
        if letter not in kinds.get(unicodedata.category(letter), letter)
        or unicodedata.bidirectional(letter) in turning
        or letter in "\u200e\u200f\u061c"
    ]


@given(ANY_TEXT)
def test_what_is_shown_steers_nothing_and_leaves_plain_text_alone(text: str) -> None:
    assert steers(escape_controls(text)) == []
    assert "\n" not in in_a_line(text) and "\t" not in in_a_line(text)
    if not steers(text) and "\ufeff" not in text:
        assert escape_controls(text) == text


@given(st.dictionaries(ANY_TEXT, ANY_TEXT | st.integers() | st.none()), st.booleans())
def test_json_is_utf_8_steers_nothing_and_says_the_same(value: dict[str, object], ascii_only: bool) -> None:
    text = json_text(value, ascii_only=ascii_only)
    assert steers(text.encode("utf-8").decode("utf-8")) == [] and "\n" not in text
    assert json.loads(text) == value


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a level, a board that is none, steps that are illegal, and nonsense, each of such a name."""
    folder = tmp_path_factory.mktemp("names")
    for name, text in (("good", LEVEL), ("bad", BROKEN), ("none", "hello\n")):
        (folder / f"{name}{NAME}").write_text(text, encoding="utf-8")
    return folder


COMMANDS = [
    ("solve", "--engine", "reference"),
    ("check",),
    ("improve",),
    ("deadlocks",),
    ("normalize",),
    ("savitch",),
    ("perft", "--depth", "1"),
    ("render",),
    ("verify",),
    ("report",),
    ("reduce", "qbf"),
    ("audit", "sokodead.corner:corner", "--states"),
]


@pytest.mark.parametrize("kind", ["good", "bad", "none", "missing"])
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_no_command_prints_what_steers_a_terminal(
    command: tuple[str, ...], kind: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = exit_code([*command, str(folder / f"{kind}{NAME}")])
    stdout, stderr = capsys.readouterr()
    assert steers(stdout) == [] and steers(stderr) == []
    assert code != 5 and "Traceback" not in stderr


def test_data_for_a_pipe_is_left_alone_and_on_a_terminal_it_is_not(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["convert", "--to", "xsb", str(folder / f"good{NAME}")]
    assert exit_code(arguments) == 0
    assert f"Title: {TITLE}" in capsys.readouterr().out
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert exit_code(arguments) == 0
    printed = capsys.readouterr().out
    assert "Title: b" in printed and steers(printed) == []


@pytest.mark.parametrize("encoding", ["utf-8:strict", "ascii:strict", "latin-1:strict"])
def test_json_lines_are_utf_8_and_tell_the_name(encoding: str, folder: Path) -> None:
    path = folder / f"good{NAME}"
    done = sokospec("solve", "--json", "--engine", "reference", str(path), env={"PYTHONIOENCODING": encoding})
    [record] = records(done)
    assert os.fsencode(str(record["file"])) == os.fsencode(path)
    assert record["title"] == TITLE
    assert steers(done.stdout.decode("utf-8")) == []


def test_the_file_of_a_batch_is_utf_8_and_tells_the_name(folder: Path, tmp_path: Path) -> None:
    out, path = tmp_path / "out.jsonl", folder / f"good{NAME}"
    for _ in range(2):  # the second run reads what the first has written
        done = sokospec("batch", str(path), "--out", str(out), "--jobs", "1", "--engine", "reference")
        assert done.returncode == 0
    [record] = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert os.fsencode(record["file"]) == os.fsencode(path)


def test_the_line_on_a_terminal_is_as_harmless(folder: Path) -> None:
    _, stdout, terminal = on_a_terminal("solve", "--engine", "reference", str(folder / f"good{NAME}"))
    assert "\x1b]0" not in terminal and not set("\x07\x9b\u202e\u2066") & set(terminal)
    assert steers(stdout.decode()) == []


def test_a_page_can_be_written_whatever_its_file_is_called(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    assert sokospec("render", str(folder / f"good{NAME}"), "--to", "html", "--out", str(out)).returncode == 0
    assert out.read_text(encoding="utf-8").startswith("<!")


SPEAKING = {
    "cli/sokocli/results.py": "all others print through it",
    "cli/sokocli/start.py": "one word, when nothing else is imported",
    "cli/sokocli/memory.py": "one error, while a library is imported",
    "cli/sokocli/render.py": "the escapes of coloured text are ours",
    "cli/sokocli/generate.py": "letters of a solution, as they come",
    "cli/sokocli/reduce.py": "letters of a solution, as they come",
    "crosscheck/sokocheck/programs/launcher.py": "a program of its own",
}
"""Files that print without the functions of `results`, and why."""


def test_the_commands_print_through_one_place() -> None:
    printing = {"click.echo", "click.secho", "print", "sys.stdout.write", "sys.stderr.write", "sys.stdout.writelines"}
    found = {
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "cli").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in printing
    }
    assert sorted(found - SPEAKING.keys()) == []
