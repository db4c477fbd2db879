"""What each folder of tests costs, for the table in CONTRIBUTING.md.

`python -m tools.test_costs` runs the tests of each folder by themselves, in one process, those that run by default and
those of `--long`, and prints their CPU seconds, other programs that they start included; with --write it puts them into
the table, whose rows begin with a folder's name. Takes some twenty minutes.
"""

from __future__ import annotations

import argparse
import re
import resource
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "CONTRIBUTING.md"
ROW = re.compile(r"^\| `tests/(?P<folder>\w+)` \| (?P<what>.*) \| [^|]* \| [^|]* \|$", re.MULTILINE)


def cost(folder: str, *options: str) -> float:
    """Return the CPU seconds of a folder's tests; raises `RuntimeError` if one fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", *options, f"tests/{folder}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 5):  # 5: there are none
        raise RuntimeError(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout[-2000:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime if done.returncode == 0 else 0.0


def main() -> None:
    """Print the table's rows, and with --write put them into the page."""
    parser = argparse.ArgumentParser(description="Measure the CPU seconds of each folder of tests.")
    parser.add_argument("--write", action="store_true", help="put the figures into CONTRIBUTING.md")
    options = parser.parse_args()
    text = PAGE.read_text(encoding="utf-8")
    for row in ROW.finditer(text):
        usual, long = cost(row["folder"]), cost(row["folder"], "--long")
        line = f"| `tests/{row['folder']}` | {row['what']} | {usual:.0f} | {long:.0f} |"
        print(line, flush=True)
        text = text.replace(row[0], line)
    if options.write:
        PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
