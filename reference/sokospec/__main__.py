"""Command `python -m sokospec`: the whole program, or only the checker where packages are missing."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec

PACKAGES = ("click", "llvmlite", "numpy", "rich")
"""The dependencies that pip installs; each package's module has the same name."""

_NO_PROGRAM = "only the reference engine is installed here; for the command line run `pip install .` in the repository"
_ALONE = "with Python alone only `python -m sokospec verify CERTIFICATE...` runs"


def main() -> int:
    """Run the program; without its packages only `verify` works, other commands return 5."""
    if any(find_spec(name) is None for name in ("sokocli", "click")):
        return main_without_packages(sys.argv[1:])
    import_module("sokocli.start").run()  # by name: this package needs the standard library alone
    return 0


def main_without_packages(arguments: Sequence[str]) -> int:
    """Run `verify` with Python alone; return 5 for any other command."""
    if arguments[:1] == ["verify"]:
        from sokospec.certificates.__main__ import main as check_certificates

        return check_certificates(arguments[1:], program="python -m sokospec verify")
    missing = " ".join(name for name in PACKAGES if find_spec(name) is None)
    needed = _NO_PROGRAM if find_spec("sokocli") is None else f"this command needs packages: pip install {missing}"
    print(f"error: {needed}; {_ALONE}", file=sys.stderr)
    return 5


if __name__ == "__main__":
    sys.exit(main())
