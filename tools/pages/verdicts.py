"""The page on verdicts and exit codes, written from the table in `sokocheck.application.vocabulary`.

`python -m tools.pages.verdicts` writes `docs/reference/verdicts.md`; a test compares the page with the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sokocheck.application.vocabulary import COMMANDS, EXIT_MEANINGS, SEVERAL, VERDICTS, Exit

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "verdicts.md"
TITLES = {
    "search": "Searches",
    "claim": "Claims",
    "program": "Other programs",
    "improvement": "Improved solutions",
    "certificate": "Certificates",
    "suite": "Suites",
    "detector": "Detectors",
    "engine": "Engines",
    "theorem": "Theorems",
    "exercise": "Exercises",
}
BEGINNING = """\
# Verdicts and exit codes

Every result starts with the level and its verdict in words. JSON has the value in the key `verdict` (`status` in
`prove`). `sokospec explain WORD` prints rows of these tables for a verdict, its words, or an exit code such as
`exit-3`.

This page is generated: `python -m tools.pages.verdicts`.
"""


def page() -> str:
    """Return the text of the page."""
    return "\n".join([BEGINNING, *_exit_codes(), *_verdicts()])


def _exit_codes() -> Iterator[str]:
    yield from ["## Exit codes", "", "| code | meaning |", "|---|---|"]
    yield from (f"| {code:d} | {EXIT_MEANINGS[code]} |" for code in Exit)
    yield from ["", SEVERAL, ""]


def _verdicts() -> Iterator[str]:
    for kind, table in VERDICTS.items():
        commands = ", ".join(f"`{command}`" for command in COMMANDS[kind])
        yield from [f"## {TITLES[kind]}", "", f"{commands}:", ""]
        yield from ["| text | JSON value | exit code | meaning |", "|---|---|---|---|"]
        for entry in table.values():
            yield f"| {entry.text} | `{entry.value}` | {entry.codes} | {entry.meaning} |"
        yield ""


if __name__ == "__main__":
    PAGE.write_text(page().rstrip("\n") + "\n", encoding="utf-8")
