"""Board with frozen boxes as walls, and the facts that justify them."""

from __future__ import annotations

from dataclasses import dataclass

from sokodead.field import Field, field_of
from sokospec.board import Board, Level
from sokospec.certificates import Evidence, Frozen, Pattern, Prices


@dataclass(frozen=True, slots=True)
class Context:
    """Field, the facts behind its walls, and the number of the last `Frozen` one."""

    field: Field
    facts: Evidence = ()
    within: int | None = None

    @staticmethod
    def of(board: Board) -> Context:
        """Return the context of a plain board."""
        return Context(field_of(board))

    def masks(self, level: Level) -> tuple[int, int]:
        """Return the boxes that are not walls here, and the player."""
        return self.field.mask(level.boxes - self.field.walls), self.field.mask([level.player])

    def pattern(self, boxes: int, region: int) -> Pattern:
        """Return a pattern with the player on the first square of the region."""
        [player] = self.field.squares(region & -region)
        return Pattern(frozenset(self.field.squares(boxes)), player)

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


def unmovable(field: Field, boxes: int, player: int) -> tuple[int, bool]:
    """Return the boxes that never need a push while only they hinder the player, and whether a losing push exists.

    It is the largest set such that, without other boxes, every possible push puts its box where it alone reaches no
    goal. Such sets are closed under union.
    """
    held = boxes
    while True:
        released, rests = 0, False
        for box, landing in field.pushes(held, field.reachable(player, held)):
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
    context = Context.of(level.board)
    while True:
        field = context.field
        boxes, player = context.masks(level)
        held, rests = unmovable(field, boxes & field.goals, player)
        if not held:
            return context
        facts, by = context.with_dead_squares() if rests else (context.facts, ())
        number = next_number(facts)
        frozen = Frozen(number, context.pattern(held, field.reachable(player, held)), by, context.within)
        context = Context(field_of(level.board, field.walls.union(field.squares(held))), (*facts, frozen), number)
