"""Board with frozen boxes as walls, and the facts that justify them."""

from __future__ import annotations

from dataclasses import dataclass

from sokodead.field import Field, field_of
from sokospec.board import Level, Square
from sokospec.certificates import Evidence, Frozen, Prices


@dataclass(frozen=True, slots=True)
class Context:
    """Field, the boxes that are not walls in it, the player, and the facts behind its walls.

    `within` is the number of the last `Frozen` fact.
    """

    field: Field
    boxes: int
    player: int
    facts: Evidence
    within: int | None

    @staticmethod
    def of(
        level: Level, walls: frozenset[Square] = frozenset(), facts: Evidence = (), within: int | None = None
    ) -> Context:
        """Return the context of a level with some of its boxes as walls."""
        field = field_of(level.board, walls)
        return Context(field, field.mask(level.boxes - walls), field.mask([level.player]), facts, within)

    def dead_squares(self) -> Prices:
        """Return the fact that a box which alone reaches no goal is dead: all prices 0."""
        return Prices(next_number(self.facts), (0,) * self.field.goals.bit_count(), self.within)

    def with_dead_squares(self) -> tuple[Evidence, tuple[int, ...]]:
        """Return the facts followed by the dead-squares fact, and its number."""
        fact = self.dead_squares()
        return (*self.facts, fact), (fact.number,)


def next_number(facts: Evidence) -> int:
    """Return the next free fact number."""
    return facts[-1].number + 1 if facts else 1


def unmovable(context: Context, boxes: int) -> tuple[int, bool]:
    """Return the boxes that never need a push while only they hinder the player, and whether a losing push exists.

    It is the largest set such that, without other boxes, every possible push puts its box where it alone reaches no
    goal. Such sets are closed under union.
    """
    field, held = context.field, boxes
    while True:
        released, rests = 0, False
        for box, landing in field.pushes(held, field.reachable(context.player, held)):
            if field.goals_of(landing, box):
                released |= box
            else:
                rests = True
        if not released:
            return held, rests
        held &= ~released


def make_frozen_context(level: Level) -> Context:
    r"""Return the board with all boxes on goals that never need to move as walls.

    >>> level = Level.parse("######\n#*   #\n#@ $.#\n######")
    >>> sorted(make_frozen_context(level).field.walls)
    [Square(row=1, column=1)]
    """
    context = Context.of(level)
    while True:
        field = context.field
        held, rests = unmovable(context, context.boxes & field.goals)
        if not held:
            return context
        facts, by = context.with_dead_squares() if rests else (context.facts, ())
        number = next_number(facts)
        frozen = Frozen(number, field.pattern(held, field.reachable(context.player, held)), by, context.within)
        context = Context.of(level, field.walls.union(field.squares(held)), (*facts, frozen), number)
