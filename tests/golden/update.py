"""Write the golden files anew: run every command in cases/, keep what it prints. Read the difference, then commit."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from golden.commands import CASES, cases, outcome  # found once the folder of tests is on the path


def main() -> None:
    """Update every case."""
    for case in cases():
        printed = outcome(case.command)
        if printed.startswith("exit code 5"):
            sys.exit(f"{case.name}: an internal error is nothing to keep:\n{printed}")
        (CASES / f"{case.name}.txt").write_text(f"$ sokospec {case.command}\n{printed}", encoding="utf-8")


if __name__ == "__main__":
    main()
