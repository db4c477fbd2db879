"""The exercises of the course: right answers are accepted, wrong ones and nonsense refused with a reason."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from docs.course import answers_1, answers_2, answers_3, answers_4, answers_5, answers_6, answers_7, answers_8
from sokocourse import FILES
from sokocourse.exercise import LESSONS, NotChecked, Wrong, exercises

PAGES = sorted((Path(__file__).parents[3] / "docs" / "background" / "course").glob("[0-9]*.md"))
ANSWERS = {
    1: answers_1, 2: answers_2, 3: answers_3, 4: answers_4, 5: answers_5, 6: answers_6, 7: answers_7, 8: answers_8,
}  # fmt: skip
EXERCISES = exercises()
TOO_LONG = ("9" * 50, "99999999999(ud)", "9" * 5000, "0" * 100_000, "(" * 100_000, "#" * 100_000)
"""Nonsense that some checks do not read."""

NONSENSE = (
    *("", " ", "   ", "\0", "x", "abc", "²", "🙂", "-1", *TOO_LONG),
    *("#####\n#@$ #", "#####\n#@ .#\n#####"),
)


def named(answers: Mapping[int, Mapping[int, Iterable[str]]]) -> list[tuple[str, str]]:
    """Return the answers of all lessons, each behind the name of its exercise."""
    return [
        (f"{lesson}.{number}", answer)
        for lesson, given in answers.items()
        for number, ones in given.items()
        for answer in ones
    ]


RIGHT = named({lesson: given.RIGHT for lesson, given in ANSWERS.items()})
WRONG = named({lesson: given.WRONG for lesson, given in ANSWERS.items()})
TOO_LARGE = named({lesson: given.TOO_LARGE for lesson, given in ANSWERS.items() if hasattr(given, "TOO_LARGE")})


@pytest.mark.parametrize(("name", "answer"), RIGHT)
def test_right_answers_are_accepted(name: str, answer: str) -> None:
    EXERCISES[name].check(answer)


@pytest.mark.parametrize(("name", "answer"), WRONG)
def test_wrong_answers_are_refused(name: str, answer: str) -> None:
    with pytest.raises(Wrong) as wrong:
        EXERCISES[name].check(answer)
    assert str(wrong.value)


@pytest.mark.parametrize(("name", "answer"), TOO_LARGE)
def test_answers_that_reach_a_limit_are_neither_right_nor_wrong(name: str, answer: str) -> None:
    with pytest.raises(NotChecked) as limit:
        EXERCISES[name].check(answer)
    assert str(limit.value)


@pytest.mark.parametrize("name", EXERCISES)
def test_nonsense_is_refused(name: str) -> None:
    for answer in (*NONSENSE, *ANSWERS[int(name[0])].NONSENSE):
        with pytest.raises((Wrong, NotChecked) if answer in TOO_LONG else Wrong):
            EXERCISES[name].check(answer)


@pytest.mark.parametrize("name", EXERCISES)
def test_every_exercise_has_a_right_and_two_wrong_answers_here(name: str) -> None:
    assert any(name == one for one, _ in RIGHT)
    assert sum(name == one for one, _ in WRONG) >= 2


def test_the_exercises_are_those_on_the_pages() -> None:
    assert list(ANSWERS) == list(LESSONS) == [int(page.name[0]) for page in PAGES]
    asked = [line.split("*")[2].removeprefix("Exercise ").removesuffix(".") for line in _headings()]
    assert asked == list(EXERCISES)


@pytest.mark.parametrize("file", sorted(FILES.iterdir()), ids=lambda file: file.name)
def test_each_file_that_is_installed_is_the_one_on_a_page_and_named_by_an_exercise(file: Path) -> None:
    said = f"ave this as `{file.name}`"
    shown = [text for page in PAGES for text in page.read_text(encoding="utf-8").split(said)[1:]]
    assert file.read_text(encoding="utf-8") in [text.split("```")[1].partition("\n")[2] for text in shown]
    assert any(file.name in exercise.question for exercise in EXERCISES.values())


def test_every_file_that_a_question_names_is_installed() -> None:
    named = {name for each in EXERCISES.values() for name in re.findall(r"\w+\.(?:xsb|lba|txt)\b", each.question)}
    assert named == {file.name for file in FILES.iterdir()}


def _headings() -> list[str]:
    lines = [line for page in PAGES for line in page.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if line.startswith("**Exercise ")]
