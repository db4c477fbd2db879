"""What a detector reasons on: the board, or the board on which frozen boxes are walls, with the facts that say so."""

from __future__ import annotations

from dataclasses import dataclass

from sokodead.field import Field, field_of
from sokospec.board import Board, Level
from sokospec.certificates import Evidence, Frozen, Pattern, Prices


@dataclass(frozen=True, slots=True)
class Context:
    """A field, the facts that turned boxes into walls, and the number of the last `Frozen` among them."""

    field: Field
    facts: Evidence = ()
    within: int | None = None

    @staticmethod
    def of(board: Board) -> Context:
        """Return the board as it is.

        >>> Context.of(Level.parse("#####\\n#@$.#\\n#####").board).facts
        ()
        """
        return Context(field_of(board))

    def masks(self, level: Level) -> tuple[int, int]:
        """Return the level's boxes that are no walls here, and its player."""
        return self.field.mask(level.boxes - self.field.walls), self.field.mask([level.player])

    def pattern(self, boxes: int, region: int) -> Pattern:
        """Return a pattern; its player stands on the first square of the region."""
        [player] = self.field.squares(region & -region)
        return Pattern(frozenset(self.field.squares(boxes)), player)

    def dead_squares(self) -> Prices:
        """Return the fact that a state is dead in which a box, were it alone, could get to no goal: all prices 0."""
        return Prices(next_number(self.facts), (0,) * self.field.goals.bit_count(), self.within)

    def with_dead_squares(self) -> tuple[Evidence, tuple[int, ...]]:
        """Return the facts with that fact at the end, and its number for those that rest on it."""
        fact = self.dead_squares()
        return (*self.facts, fact), (fact.number,)


def next_number(facts: Evidence) -> int:
    """Return the number of the fact that comes after these.

    >>> next_number(()), next_number((Prices(7, ()),))
    (1, 8)
    """
    return facts[-1].number + 1 if facts else 1


def unmovable(field: Field, boxes: int, player: int) -> tuple[int, bool]:
    """Return those boxes that never need to be pushed as long as none but they hinder the player.

    The largest set of boxes such that, with no others on the board, each push that the player can make leads to where
    the box alone could get to no goal; and whether there is such a push. Every set of this kind is a part of it: a push
    that is possible in a set is possible in each of its parts that has the box.
    """
    held = boxes
    while True:
        released, rests = 0, False
        for box, landing in field.pushes(held, field.region(player, held)):
            if field.goals_of(landing, box):
                released |= box
            else:
                rests = True
        if not released:
            return held, rests
        held &= ~released


def frozen_context(level: Level) -> Context:
    """Return the board with all boxes as walls that stand on goals and never need to move, step by step.

    Boxes that have become walls may leave others without a way, so this is repeated until nothing changes.

    >>> level = Level.parse("######\\n#*   #\\n#@ $.#\\n######")
    >>> sorted(frozen_context(level).field.walls)
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
        frozen = Frozen(number, context.pattern(held, field.region(player, held)), by, context.within)
        context = Context(field_of(level.board, field.walls.union(field.squares(held))), (*facts, frozen), number)
