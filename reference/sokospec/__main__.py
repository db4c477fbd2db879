"""`python -m sokospec`: the program `sokospec`, where the package of the command line is installed."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec

NEEDED = ("sokocli", "click")
MISSING = "only the reference engine is installed here; for the command line run `pip install .` in the repository"


def main() -> int:
    """Run the program and exit; return 5 with a message where it is not installed."""
    if any(find_spec(name) is None for name in NEEDED):
        print(f"error: {MISSING}", file=sys.stderr)
        return 5
    import_module("sokocli.start").run()  # by name: this package needs the standard library alone
    return 0


if __name__ == "__main__":
    sys.exit(main())
