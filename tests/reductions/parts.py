"""Scripts that check at length, in parts: one command line for all of them."""

from __future__ import annotations

import argparse
from collections.abc import Callable


def run(description: str | None, *functions: Callable[[], bool]) -> int:
    """Run the functions that the command line names, or all; return the exit code."""
    parts = {function.__name__: function for function in functions}
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*parts, []], help="what to check; all by default")
    chosen = parser.parse_args().parts or list(parts)
    results = [parts[part]() for part in chosen]
    return 0 if all(results) else 1
