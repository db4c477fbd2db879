"""`sokospec exercise`: grade an answer to an exercise of the course."""

from __future__ import annotations

from typing import TextIO

import click

from sokocheck.application.terminal_text import warn
from sokocli.completion import complete_names
from sokocli.inputs import json_option
from sokocli.results import Exit, did_you_mean, emit
from sokocourse import FILES
from sokocourse.exercise import NotChecked, Wrong, exercises

_LONGEST = 1_000_000
"""Characters of an answer from a file; the longest right ones have some thousands."""


@click.command()
@click.argument("name", required=False, shell_complete=complete_names(exercises))
@click.argument("answer", required=False)
@click.option(
    "--file", "file", type=click.File(encoding="utf-8", errors="replace"), help="Read the answer from a file."
)
@json_option
def command(name: str | None, answer: str | None, file: TextIO | None, *, as_json: bool) -> int:
    """Check ANSWER to the exercise NAME of the course.

    Without ANSWER, print the question; without NAME, all questions. The places of files that a question names are
    printed on stderr. Exit code 1: the answer is not right. 3: it was not checked, because a limit was reached.
    """
    known = exercises()
    if name is not None and name not in known:
        raise click.UsageError(
            f"there is no exercise {name!r}; `sokospec exercise` lists them{did_you_mean(name, known)}"
        )
    if file is not None:
        if answer is not None or name is None:
            raise click.UsageError("give either --file or ANSWER, not both")
        answer = file.read(_LONGEST + 1)
        if len(answer) > _LONGEST:
            raise click.UsageError(f"the answer is longer than {_LONGEST:,} characters")
    if name is None or answer is None:
        for each in known if name is None else [name]:
            question = known[each].question
            emit({"exercise": each, "question": question}, f"{each}  {question}", as_json=as_json)
        asked = " ".join(known[each].question for each in ([name] if name else known))
        for installed in sorted(FILES.iterdir()):
            if installed.name in asked:
                warn(f"{installed.name} is {installed}")
        return Exit.YES
    try:
        known[name].check(answer)
    except Wrong as wrong:
        emit({"exercise": name, "right": False, "reason": str(wrong)}, f"not right: {wrong}", as_json=as_json)
        return Exit.NO
    except NotChecked as limit:
        emit({"exercise": name, "right": None, "reason": str(limit)}, f"not checked: {limit}", as_json=as_json)
        return Exit.UNKNOWN
    emit({"exercise": name, "right": True, "reason": None}, "right", as_json=as_json)
    return Exit.YES
