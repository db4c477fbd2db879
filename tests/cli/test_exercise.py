"""`sokospec exercise`: answers from the command line and from files, and what is no answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sokocli.main import exit_code
from sokocourse import FILES

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    """Run the program in this process; return exit code, stdout and stderr."""
    code = exit_code(list(arguments))
    said = capsys.readouterr()
    return code, said.out, said.err


def test_an_answer_is_right_or_not_and_says_why(capsys: Capture) -> None:
    assert run(capsys, "exercise", "1.1", "dRurD") == (0, "right\n", "")
    code, out, err = run(capsys, "exercise", "1.1", "dR", "--json")
    assert (code, err) == (1, "")
    assert json.loads(out) == {
        "exercise": "1.1",
        "right": False,
        "reason": "the steps end with 1 of 1 boxes off the goals",
    }


def test_without_an_answer_the_question_is_printed_and_without_a_name_all(capsys: Capture) -> None:
    code, out, err = run(capsys, "exercise", "1.1")
    assert err == f"room.xsb is {FILES / 'room.xsb'}\n" and (FILES / "room.xsb").is_file()
    assert code == 0 and out.startswith("1.1  ") and out.count("\n") == 1
    code, out, _ = run(capsys, "exercise", "--json")
    assert code == 0 and len(out.splitlines()) > 40
    assert all(json.loads(line).keys() == {"exercise", "question"} for line in out.splitlines())


def test_an_answer_may_come_from_a_file(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "answer").write_text("dRurD\n")
    assert run(capsys, "exercise", "1.1", "--file", str(tmp_path / "answer"))[0] == 0


@pytest.mark.parametrize("content", [b"", b"\xc1\xff\x00nonsense"], ids=["empty", "no text"])
def test_a_file_of_nonsense_is_a_wrong_answer(capsys: Capture, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "answer").write_bytes(content)
    for name in ("1.1", "1.5", "4.4", "7.1"):
        code, out, err = run(capsys, "exercise", name, "--file", str(tmp_path / "answer"))
        assert (code, err) == (1, "") and out.startswith("not right: ")


LOOP = "states: q r\nalphabet: < > 0\nstart: q\naccept: r\nq < -> q < R\nq 0 -> q 0 L\n"


@pytest.mark.parametrize(
    ("name", "answer", "reason"),
    [
        ("2.5", "9999999(dRurD)", "expands to more than 200,000 symbols"),
        ("1.5", "x" * 999_999, "more than 10,000 characters"),
        ("7.1", "x" * 999_999, "more than 1,000 characters"),
        ("4.4", "0 1\n" * 1_001, "more than 1,000 lines"),
        ("3.3", LOOP + " " * 10_000, "more than 10,000 characters"),
        ("3.4", "9999#", "expands to more than 2,500 symbols"),
        ("8.4", "H 0;" * 11, "more than 10 gates"),
    ],
)
def test_an_answer_beyond_a_limit_is_not_checked_rather_than_not_right(
    capsys: Capture, tmp_path: Path, name: str, answer: str, reason: str
) -> None:
    (tmp_path / "answer").write_text(answer)
    code, out, err = run(capsys, "exercise", name, "--file", str(tmp_path / "answer"))
    assert (code, err) == (3, "") and out.startswith("not checked: ") and reason in out
    code, out, _ = run(capsys, "exercise", name, "--file", str(tmp_path / "answer"), "--json")
    assert code == 3 and json.loads(out)["right"] is None


@pytest.mark.parametrize(
    "arguments",
    [["9.9", "x"], ["1.1", "x", "--file", "-"], ["--file", "-"], ["1.1", "--file", "missing"]],
    ids=lambda arguments: " ".join(arguments),
)
def test_what_cannot_be_asked_is_refused(capsys: Capture, arguments: list[str]) -> None:
    code, out, err = run(capsys, "exercise", *arguments)
    assert (code, out) == (2, "") and "Error: " in err


def test_a_file_that_is_too_long_is_refused(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "answer").write_bytes(b"x" * 1_000_001)
    code, _, err = run(capsys, "exercise", "1.1", "--file", str(tmp_path / "answer"))
    assert code == 2 and "longer than 1,000,000 characters" in err
