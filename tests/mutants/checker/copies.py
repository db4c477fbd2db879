"""Copies of the checker of certificates, as it is or with some of its text replaced, beside the installed one."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import sokospec
from mutants.planting import replaced_once

FOLDER = Path(sokospec.__file__).parent
COPIED = (
    *("certificates/grid", "certificates/ground", "certificates/dead_patterns", "certificates/counting"),
    *(
        "certificates/prices",
        "certificates/groups",
        "certificates/areas",
        "certificates/frozen",
        "certificates/heights",
        "certificates/evidence",
    ),
    "certificates/first_pushes",
    *("certificates/text", "certificates/states", "replay", "certificates/verify"),
)
"""The modules of which there are copies, each after those that it imports. The facts are the installed ones: they are
data without code, and what writes certificates makes them.
"""


class Change(NamedTuple):
    """A module, a text that stands in it once, and the text that replaces it."""

    module: str
    old: str
    new: str


def changed(source: str, change: Change) -> str:
    """Return a source with a fault planted in it, as `replaced_once` does."""
    listed_in = "tests/mutants/checker/faults.py"
    return replaced_once(source, change.old, change.new, file=f"{change.module}.py", listed_in=listed_in)


class Checker:
    """A copy of the checker. What it has is `Any`: mypy knows the installed modules alone."""

    def __init__(self, changes: Sequence[Change] = ()) -> None:
        """Load the modules, under names of their own."""
        modules: dict[str, Any] = {}
        imported = "|".join(name.replace("/", r"\.") for name in COPIED)
        for name in COPIED:
            source = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
            for change in changes:
                source = changed(source, change) if change.module == name else source
            source = re.sub(
                rf"^from sokospec\.({imported}) import", r"from copied.\1 import", source, flags=re.MULTILINE
            )
            module = ModuleType(f"copied.{name.replace('/', '.')}")
            sys.modules[module.__name__] = module  # for the imports of the modules after it, and for dataclasses
            exec(compile(source, f"{name}.py", "exec"), module.__dict__)
            modules[name.rpartition("/")[2]] = module
        self.facts = modules["evidence"].Facts
        self.check_evidence = modules["evidence"].check_evidence
        self.first_pushes = modules["first_pushes"].first_pushes
        self.verify = modules["verify"].verify
        self.rejected: type[Exception] = modules["ground"].Rejected
        self._verify = modules["verify"]

    @contextmanager
    def large_states(self) -> Iterator[None]:
        """Have it take states for so large that a set is dealt out in shares at a limit of 2 ** 41 MiB."""
        size, self._verify.BYTES_A_STATE = self._verify.BYTES_A_STATE, 1 << 60
        try:
            yield
        finally:
            self._verify.BYTES_A_STATE = size
