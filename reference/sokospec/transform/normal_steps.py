"""The steps of the normal form, one function each: it changes a grid and says whether anything changed.

Each docstring says what its step preserves, and why. `sokospec.transform.normal_form` puts them together.
"""

from __future__ import annotations

from itertools import permutations
from operator import add, gt, lt

from sokospec.transform.normal_grid import Grid, Marks
from sokospec.transform.symmetry import SYMMETRIES, Symmetry


def immovable_boxes(grid: Grid) -> set[int]:
    """Return the boxes in the player's room that no sequence of pushes can ever move, as far as one sees at a glance.

    The largest set in which every box is blocked along both axes, by a wall or by another box of the set on either
    side: the first of them to move would have to be pushed along an axis on which it is blocked. O(boxes).
    """
    fixed = {box for box in grid.boxes if grid.room[box]}
    frontier = list(fixed)
    while frontier:
        box = frontier.pop()
        up, down, left, right = around = grid.around(box)
        if box in fixed and any(
            grid.floor[one] and grid.floor[other] and fixed.isdisjoint((one, other))
            for one, other in ((up, down), (left, right))
        ):
            fixed.discard(box)
            frontier += fixed.intersection(around)
    return fixed


def immovable_to_walls(grid: Grid) -> bool:
    """Step `immovable`: boxes on goals in the player's room that can never move become walls.

    Where no box would be left, the level becomes the least one that is solved, `#@*#` within its walls.

    Preserves optimal solutions: such a box blocks what a wall blocks, and is always on a goal. If all boxes are such,
    the empty solution is the optimal one, before and after. O(boxes).

    >>> from sokospec import Level
    >>> from sokospec.transform.normal_form import normal_form
    >>> print(normal_form(Level.parse("######\\n#*@$.#\\n######"), ["immovable"]).level)
    ######
    ##@$.#
    ######
    """
    return grid.remove(immovable_boxes(grid) & grid.goals)


def fill_dead_ends(grid: Grid) -> bool:
    """Step `dead-ends`: squares with at most one floor neighbour, without goal, box or player, become walls, and so on.

    Preserves optimal solutions: the player who enters such a square can only come back, with nothing changed; a box
    pushed into it stays off the goals for good. Where the player may stand anywhere in his region, he walks out of a
    dead end first, if he can; that counts as step `player`. O(area).

    >>> from sokospec import Level
    >>> from sokospec.transform.normal_form import normal_form
    >>> print(normal_form(Level.parse("########\\n#@$ .  #\\n########"), ["dead-ends"]).level)
    ########
    #@$ .###
    ########
    """
    filled = False
    while True:
        pieces = grid.boxes | grid.goals
        ends = {
            square
            for square in grid.suspects
            if grid.room[square] and square not in pieces and sum(grid.floor[side] for side in grid.around(square)) <= 1
        }
        grid.suspects = []
        if grid.player in ends:
            beside = {side for side in grid.around(grid.player) if grid.floor[side]} - grid.boxes
            if grid.free_player and beside - ends:
                grid.walk(beside.pop())
            else:  # he stays, and with him a region of two dead ends, where he may stand on either
                ends -= {grid.player, *beside} if grid.free_player else {grid.player}
        if not ends:
            return filled
        filled = True
        for square in ends:
            grid.fill(square)


def unreachable_to_walls(grid: Grid) -> bool:
    """Step `unreachable`: floor that the player could not walk to without any boxes becomes wall, unless it is
    connected to the edge of the grid. Boxes on goals out of reach go; where no box would be left, the level becomes the
    least one that is solved. A box off the goals, or a goal without a box, stays: it makes the level unsolvable.

    Preserves optimal solutions: no step ever touches such a square. O(area).

    >>> from sokospec import Level
    >>> from sokospec.transform.normal_form import normal_form
    >>> print(normal_form(Level.parse("########\\n#@$.#*##\\n########"), ["unreachable"]).level)
    ########
    #@$.####
    ########
    """
    grid.settle()
    removed = grid.remove({box for box in grid.boxes & grid.goals if not grid.room[box]})
    hidden = Marks(map(gt, grid.floor, grid.in_play()))
    enclosed = grid.marked(Marks(map(gt, hidden, grid.outside(hidden))))
    for square in enclosed:
        grid.fill(square)
    return removed or bool(enclosed)


def least_outer_walls(grid: Grid) -> bool:
    """Step `outer-walls`: one wall around the squares in play, blank floor outside of it, and nothing but wall inside.

    In play are the squares the player could walk to without any boxes, and those that hold a box or a goal. What
    touches one of them, perhaps by a corner, is wall; of the rest the outside, connected to the edge of the grid, is
    blank. Adds rows and columns for the wall where the level had none.

    Preserves optimal solutions: no square in play is opened or closed. O(area).

    >>> from sokospec import Level
    >>> from sokospec.transform.normal_form import normal_form
    >>> print(normal_form(Level.parse("######\\n######\\n##@$.#\\n######", lenient=True), ["outer-walls"]).level)
    -
     #####
     #@$.#
     #####
    """
    framed = _frame_of_walls(grid)
    in_play = grid.in_play()
    blank = grid.outside(Marks(map(lt, _spread(in_play, grid.stride), grid.inside())))
    floor = Marks(map(add, in_play, blank))
    changed = framed or floor != grid.floor
    grid.floor = floor
    return changed


def _frame_of_walls(grid: Grid) -> bool:
    """Take in the ring's rows and columns that touch a square in play: they are walls of the drawing then."""
    in_play, stride, height, width = grid.in_play(), grid.stride, grid.height, grid.width
    top = 0 if any(in_play[stride : 2 * stride]) else 1
    bottom = height + 1 if any(in_play[height * stride : (height + 1) * stride]) else height
    left = 0 if any(in_play[1::stride]) else 1
    right = width + 1 if any(in_play[width::stride]) else width
    return grid.frame(top, bottom, left, right)


def _spread(marks: Marks, stride: int) -> Marks:
    """Mark the marked squares and what touches them, none of them on the ring."""
    line = int.from_bytes(marks, "little")  # whole rows are shifted at once
    line |= line << 8 | line >> 8
    line |= line << 8 * stride | line >> 8 * stride
    return Marks(line.to_bytes(len(marks), "little"))


def trim(grid: Grid) -> bool:
    """Step `trim`: rows and columns at the edge that hold nothing, and where nobody can walk, are cut off.

    Preserves optimal solutions: no square in play is among them. O(area).

    >>> from sokospec import Level
    >>> from sokospec.transform.normal_form import normal_form
    >>> print(normal_form(Level.parse("######\\n######\\n##@$.#\\n######"), ["outer-walls", "trim"]).level)
    #####
    #@$.#
    #####
    """
    blank, stride = Marks(map(gt, grid.floor, grid.in_play())), grid.stride
    rows = [r for r in range(1, grid.height + 1) if 0 in blank[r * stride + 1 : (r + 1) * stride - 1]]
    columns = [c for c in range(1, grid.width + 1) if 0 in blank[stride + c : -stride : stride]]
    return grid.frame(rows[0], rows[-1], columns[0], columns[-1])


def least_symmetric(grid: Grid) -> bool:
    """Step `symmetry`: of the eight levels that turning and mirroring make, the one that is drawn first.

    Drawings with fewer rows come first, then they are compared square by square, with the player's whole region in his
    place, and last by where he stands. So putting him on another square of his region changes nothing here.

    Preserves optimal solutions, turned with the level: the rules look alike from all sides. O(area).

    >>> from sokospec import Level
    >>> from sokospec.transform.normal_form import normal_form
    >>> print(normal_form(Level.parse("###\\n#@#\\n#$#\\n#.#\\n###"), ["symmetry"]).level)
    #####
    #@$.#
    #####
    """
    drawing = Marks(map(add, grid.floor, grid.region()))
    for box in grid.boxes:
        drawing[box] += 4
    for goal in grid.goals:
        drawing[goal] += 8

    def key(symmetry: Symmetry) -> tuple[int, Marks, int]:
        height = grid.width if symmetry.transpose else grid.height
        return height, grid.turned(drawing, symmetry), grid.image(grid.player, symmetry)

    best = min(SYMMETRIES, key=key)
    if best == SYMMETRIES[0]:
        return False
    grid.turn(best)
    return True


def first_player(grid: Grid) -> bool:
    """Step `player`: the player starts on the first square he can reach, in row order.

    Preserves optimal pushes; the walk to the first push changes. O(area).

    >>> from sokospec import Level
    >>> from sokospec.transform.normal_form import normal_form
    >>> print(normal_form(Level.parse("######\\n# @$.#\\n######"), ["player"]).level)
    ######
    #@ $.#
    ######
    """
    first = grid.region().index(1)
    if first == grid.player:
        return False
    grid.walk(first)
    return True


def take_forced_pushes(grid: Grid) -> bool:
    """Step `forced`: as long as the level is not solved and only one push is possible, after any walk, it is made.

    Preserves solvability: every solution begins with these pushes. The fewest pushes fall by their number, the fewest
    moves by their number and the walks to them. Stops where a state comes a second time. O(pushes * area).

    >>> from sokospec import Level
    >>> from sokospec.transform.normal_form import normal_form
    >>> print(normal_form(Level.parse("########\\n#@ $  .#\\n########"), ["forced"]).level)
    ########
    #    @*#
    ########
    """
    start, player = _normalised(grid), grid.player
    here, seen = start, set[tuple[frozenset[int], int]]()
    while here not in seen and grid.boxes != grid.goals and len(possible := _pushes(grid)) == 1:
        seen.add(here)
        ((box, landing),) = possible
        grid.boxes, grid.player = grid.boxes - {box} | {landing}, box
        here = _normalised(grid)
    if here == start:
        grid.player = player
        return False
    grid.suspects = grid.marked(grid.room)
    return True


def _normalised(grid: Grid) -> tuple[frozenset[int], int]:
    return frozenset(grid.boxes), grid.region().index(1)


def _pushes(grid: Grid) -> list[tuple[int, int]]:
    """Return the possible pushes, each as the box's square before and after."""
    region = grid.region()
    return [
        (box, landing)
        for box in grid.boxes
        for behind, landing in permutations(grid.around(box), 2)
        if behind + landing == 2 * box and region[behind] and grid.floor[landing] and landing not in grid.boxes
    ]


def keep_the_solution(grid: Grid) -> bool:
    """Step `solution`: what an optimal solution does not touch becomes wall: boxes on their goals, and floor.

    The solution has the fewest moves, and among those the fewest pushes; a level without solution stays as it is. When
    it is solved at the start, nothing is touched, and it becomes the least level that is solved.

    Preserves optimal moves: a box that the solution leaves alone stands on a goal (rule A1). Nobody can push the wall
    that takes its place, so a solution of what is left takes the same steps in the level as it was, leaves those boxes
    alone and solves it: nothing new is cheaper. The optimal solution itself is still there. Whoever wants the fewest
    pushes may need a square that it does not touch. O(area) besides the search.

    >>> from sokospec import Level
    >>> from sokospec.transform.normal_form import normal_form
    >>> print(normal_form(Level.parse("######\\n#@$ .#\\n#  * #\\n######"), ["solution"]).level)
    ######
    #@$ .#
    ######
    ######
    """
    lurd = grid.solution_of(grid.level())
    if lurd is None:
        return False
    step_of = dict(zip("udlr", grid.around(0), strict=True))
    square, touched, left_alone = grid.player, {grid.player}, set(grid.boxes)
    for letter in lurd:
        step = step_of[letter.lower()]
        square += step
        touched.add(square)
        if letter.isupper():
            touched.add(square + step)
            left_alone.discard(square)
    if left_alone == grid.boxes:
        return grid.remove(left_alone)
    removed = grid.remove(left_alone)
    untouched = set(grid.marked(grid.room)) - touched
    for square in untouched:
        grid.fill(square)
    return removed or bool(untouched)
