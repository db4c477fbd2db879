"""SECURITY.md names tests that exist, and its messages are those of the program."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (.*) \| (.*) \| (`test_.*`) \|$", PAGE, re.MULTILINE)


def test_each_test_that_the_table_names_exists() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    names = {name for row in ROWS for name in re.findall(r"`(test_\w+)`", row[2])}
    assert len(ROWS) == 8 and len(names) >= 8
    assert [name for name in sorted(names) if not any(f"def {name}(" in text for text in texts)] == []


def test_each_message_in_the_table_is_in_the_source_that_prints_it() -> None:
    source = (ROOT / "solver" / "sokosolve" / "kernel_files.py").read_text(encoding="utf-8")
    messages = [message for row in ROWS for message in re.findall(r'"kernels\.\S+ (.*?)"', row[1])]
    assert len(messages) == 3
    for message in messages:
        ending = message.replace("is not the one in kernels.json", "is not the one in {MANIFEST}")
        assert ending.partition(": ")[0] in source and ending.partition(": ")[2] in source
