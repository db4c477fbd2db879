"""Constraints that install the oldest version that pyproject.toml allows of each package that it names.

`python -m tools.oldest` writes `tools/oldest.txt`; `pip install --editable '.[test]' --constraint tools/oldest.txt`
makes the environment.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "tools" / "oldest.txt"
REQUIREMENT = re.compile(r"([\w-]+)>=([\d.]+)")


def oldest() -> str:
    """Return the constraints, a line for each package; where several bounds are given, the highest counts."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions: dict[str, str] = {}
    for requirements in (project["dependencies"], *project["optional-dependencies"].values()):
        for requirement in requirements:
            if match := REQUIREMENT.fullmatch(requirement):
                name, version = match.groups()
                versions[name] = max(versions.get(name, version), version, key=_numbers)
    return "".join(f"{name}=={versions[name]}\n" for name in sorted(versions))


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


if __name__ == "__main__":
    FILE.write_text(oldest(), encoding="utf-8")
