"""What each folder of tests costs, for the table in CONTRIBUTING.md.

`python -m tools.test_costs` runs the tests of each folder by themselves, two folders at a time: those that run by
default, or with --long those that take long. It prints their CPU seconds, other programs that they start included, and
with --write puts them into the table, whose rows begin with a folder's name. Some five minutes on two cores, each time.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "CONTRIBUTING.md"
ROW = re.compile(
    r"^\| `tests/(?P<folder>\w+)` \| (?P<what>.*) \| (?P<usual>[^|]*) \| (?P<long>[^|]*) \|$", re.MULTILINE
)


def cost(folder: str, *, long: bool) -> str:
    """Return the CPU seconds of a folder's tests; raises `RuntimeError` if one fails."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", *(["--long"] if long else []), f"tests/{folder}"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    code = os.waitstatus_to_exitcode(status)
    if code not in (0, 5):  # 5: there are none
        raise RuntimeError(f"{' '.join(command)}: exit code {code}")
    return f"{used.ru_utime + used.ru_stime:.0f}" if code == 0 else "0"


def main() -> None:
    """Print the figures, and with --write put them into the page."""
    parser = argparse.ArgumentParser(description="Measure the CPU seconds of each folder of tests.")
    parser.add_argument("--long", action="store_true", help="measure the tests that take long")
    parser.add_argument("--write", action="store_true", help="put the figures into CONTRIBUTING.md")
    options = parser.parse_args()
    text = PAGE.read_text(encoding="utf-8")
    rows = [*ROW.finditer(text)]
    with ThreadPoolExecutor(2) as pool:
        for row, seconds in zip(
            rows, pool.map(partial(cost, long=options.long), (row["folder"] for row in rows)), strict=True
        ):
            usual, long = (row["usual"], seconds) if options.long else (seconds, row["long"])
            print(f"{row['folder']}: {seconds} s", flush=True)
            text = text.replace(row[0], f"| `tests/{row['folder']}` | {row['what']} | {usual} | {long} |")
    if options.write:
        PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
