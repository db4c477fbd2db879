"""The worked examples of docs/background/rules.md, which say what each rule comes to."""

from __future__ import annotations

from pathlib import Path

DOCS = Path(__file__).resolve().parents[3] / "docs" / "background" / "rules.md"


def examples(of: str) -> list[list[str]]:
    """Return the cells of each row of a block of worked examples; those of the optima have one after the level."""
    _, _, section = DOCS.read_text(encoding="utf-8").partition(f"\n### Worked examples: {of}\n")
    rows = [line for line in section.split("```")[1].splitlines() if line[:1].isdigit()]
    return [line.split(maxsplit=1) if of == "optima" else line.split() for line in rows]
