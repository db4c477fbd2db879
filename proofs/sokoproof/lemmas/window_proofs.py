"""Proofs that the library's patterns are dead: their reachable configurations are an invariant of play.

On the infinite board only the pattern's walls are known, and one non-goal in each end. There z3 proves that the pattern
is among the configurations, that each has a box off the goals, and that no legal step leaves them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

import z3

from sokoproof.lemmas.infinite_board import Moment, Plane, around
from sokoproof.lemmas.windows import Game, LibraryPattern, order
from sokoproof.proof import Proof, run_proof
from sokospec.errors import quantify


def dead_windows(name: str, library: Callable[[], Sequence[LibraryPattern]]) -> Proof:
    """Prove that all patterns of a library are dead in all surroundings.

    >>> from sokoproof.lemmas.windows import PatternWindow
    >>> corner = LibraryPattern(PatternWindow.parse("#$ / ?#"), (((0, 1),),))
    >>> print(dead_windows("corners", lambda: [corner]))
    corners: proved
      Claim (1 pattern, any surroundings, any legal step): each pattern of the library, unless it has an end on \
goals alone, is dead
      1. windows of 2x2: 1 pattern, all of whose places have a box off the goals and are left by no legal step
    """
    found = sorted(library(), key=lambda entry: order(entry.window))
    claim = "each pattern of the library, unless it has an end on goals alone, is dead"
    with run_proof(Proof(name, claim, f"{quantify(len(found), 'pattern')}, any surroundings, any legal step")) as proof:
        for (height, width), group in groupby(found, lambda entry: (entry.window.height, entry.window.width)):
            of_size = list(group)
            for entry in of_size:
                prove_window(entry)
            text = f"windows of {height}x{width}: {quantify(len(of_size), 'pattern')}"
            proof.step(f"{text}, all of whose places have a box off the goals and are left by no legal step")
    return proof


def prove_window(entry: LibraryPattern) -> None:
    """Prove a pattern dead, or raise `Refuted`.

    >>> from sokoproof.lemmas.windows import PatternWindow
    >>> with run_proof(Proof("box", "a box beside a wall is dead", "everywhere")) as proof:
    ...     prove_window(LibraryPattern(PatternWindow.parse("$#"), (((0, 0),),)))
    >>> print(proof.reason.splitlines()[0])
    in the pattern $#, a step leads out of what is dead:
    """
    window = entry.window
    game, plane, area = Game(window), Plane(), around(window.height, window.width)
    inside = [(row, column) for row in range(window.height) for column in range(window.width)]
    walls = [plane.wall(spot) for spot in window.squares("#")]
    goals = [z3.Not(z3.And([plane.goal(spot) for spot in end])) for end in entry.ends]
    here = f"in the pattern {' / '.join(window.rows)}, "

    def on(moment: Moment, boxes: Sequence[tuple[int, int]]) -> z3.BoolRef:
        return z3.And([moment.box(spot) for spot in boxes])

    def occurs(moment: Moment) -> z3.BoolRef:
        away = [z3.Not(moment.player_on(spot)) for spot in window.squares("-")]
        return z3.And(on(moment, window.squares("$")), *away)

    def is_dead(moment: Moment) -> z3.BoolRef:
        ways = []
        for boxes, region in game.nodes:
            if region & game.play.outside:
                free = set(game.play.squares(region)) | set(game.play.squares(boxes)) | set(window.squares("#"))
                player = z3.And([z3.Not(moment.player_on(spot)) for spot in inside if spot not in free])
            else:
                player = z3.Or([moment.player_on(spot) for spot in game.play.squares(region)])
            ways.append(z3.And(on(moment, game.play.squares(boxes)), player))
        return z3.Or(ways)

    def off_goals(moment: Moment) -> z3.BoolRef:
        return z3.Or([plane.off_goal(moment, spot) for spot in inside])

    known = [*walls, *goals]
    begins = [*known, occurs(plane.before), plane.step]
    plane.exclude(begins, z3.Not(is_dead(plane.before)), area, here + "play begins outside of what is dead")
    inductive = [*known, is_dead(plane.before), plane.step]
    plane.exclude(inductive, z3.Not(off_goals(plane.before)), area, here + "all boxes are on goals")
    plane.exclude(inductive, z3.Not(is_dead(plane.after)), area, here + "a step leads out of what is dead")
