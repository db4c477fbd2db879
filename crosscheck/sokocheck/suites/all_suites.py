"""Suites by name: groups, generators and the README of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from sokocheck.suites import deadlock, graded, long_solutions, tie, traps
from sokocheck.suites.entry import SuiteEntry


class Slot(NamedTuple):
    """Position of a level in a suite: group, and number from 1."""

    group: str
    number: int


_Attempt = Callable[[Random, Slot], SuiteEntry | None]
"""A generator of a level for a slot; None if the level does not belong there."""


@dataclass(frozen=True, slots=True)
class Suite:
    """Suite; its version changes with the levels of a seed.

    `drawn`: levels are random and distinct; otherwise the seed has no effect.
    """

    name: str
    version: int
    summary: str
    slots: tuple[Slot, ...]
    attempt: _Attempt
    drawn: bool = True

    @property
    def datasheet(self) -> str:
        """Purpose, method and known biases, as Markdown."""
        return files("sokocheck.suites").joinpath(f"{self.name}.md").read_text(encoding="utf-8")


def _slots(counts: Mapping[str, int]) -> tuple[Slot, ...]:
    return tuple(Slot(group, number) for group, count in counts.items() for number in range(1, count + 1))


SUITES = MappingProxyType(
    {
        suite.name: suite
        for suite in (
            Suite(
                "graded",
                2,
                "ten tiers by the effort of six engines, optima for pushes and moves",
                _slots(dict.fromkeys(graded.TIERS, 20)),
                lambda rng, slot: graded.attempt(rng, slot.group),
            ),
            Suite(
                "deadlock",
                1,
                "unsolvable levels, grouped by the first detector that flags them, and some that none flags",
                _slots({group: 20 if group == deadlock.UNDETECTED else 5 for group in deadlock.GROUPS}),
                lambda rng, slot: deadlock.attempt(rng, slot.group),
            ),
            Suite(
                "tie",
                1,
                "levels where no solution has both the fewest moves and the fewest pushes",
                _slots(dict.fromkeys(tie.GROUPS, 20)),
                lambda rng, slot: tie.attempt(rng, slot.group),
            ),
            Suite(
                "traps",
                3,
                "levels on which wrong programs gave wrong answers",
                _slots({"regression": len(traps.levels())}),
                lambda _, slot: traps.entry_of(traps.levels()[slot.number - 1]),
                drawn=False,
            ),
            Suite(
                "long",
                1,
                "families whose solutions grow exponentially, with their lengths",
                _slots({family: len(sizes) for family, sizes in long_solutions.SIZES.items()}),
                lambda _, slot: long_solutions.entry_of(slot.group, long_solutions.SIZES[slot.group][slot.number - 1]),
                drawn=False,
            ),
        )
    }
)
