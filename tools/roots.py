"""The source roots of the repository, as pyproject.toml lists them, with the one package in each."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def _package_in(root: str) -> str:
    """Return the one package in a source root."""
    [init] = (ROOT / root).glob("*/__init__.py")
    return init.parent.name


_BUILD = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
_WHEEL = _BUILD["targets"]["wheel"]
ROOTS: list[str] = _WHEEL["dev-mode-dirs"]
"""The folders that an editable installation puts on the path."""

PACKAGE_IN = {root: _package_in(root) for root in ROOTS}
"""Each source root and the one package in it."""

PACKAGES = {package: ROOT / root / package for root, package in PACKAGE_IN.items()}
"""The packages by name."""

IN_WHEEL = frozenset(Path(folder).name for folder in _WHEEL["packages"])
"""The names of the packages that users install; the course is none of them."""
