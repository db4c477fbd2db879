"""PI-corrals: regions the player must open, and can open now in every way there is; so only those pushes matter.

A corral is a set C of squares that the player cannot reach, together with a set S of boxes around it, such that every
push of a box of S that walls, live squares, and the squares of C and S themselves allow, goes into C, and can be made
now. It must be opened if a box of S is off the goals or a goal of C is empty. Then some push of a box of S comes first
in every solution, and it is one of those that can be made now: until then the player stays out of C and the boxes of S
stay where they are, so nothing else decides whether it is legal. Making it first costs no pushes, and hinders none of
the pushes before it, as these are outside C and S, and the player can only reach more. So it is enough to try those
pushes. The walks change, so this is safe for `pushes` alone.

C grows from one region that is out of reach. When a push of a box of S could be made from, or could end on, a further
square out of reach, that square joins C, with what belongs to it; when a box outside S decides, it joins S; when the
push would leave for a square the player can reach, the region is no PI-corral. After the PI-corrals of Brian Damgaard's
YASS, as described in Timo Virkkala, "Solving Sokoban" (2011).
"""

from __future__ import annotations

from sokosolve.kernel import kernel
from sokosolve.level.level_tables import INT32, UINT8, UINT32


@kernel
def corral_pushes(
    n: int,
    k: int,
    boxes: INT32,
    beyond: INT32,
    occupied: UINT8,
    live: UINT8,
    is_goal: UINT8,
    mark: UINT32,
    stamp: int,
    label: INT32,
    queue: INT32,
    found: INT32,
    best: INT32,
    closing: UINT8,
) -> int:
    """Find the PI-corral with the fewest pushes; returns their number (pushes in `best`), -1 when there is none.

    Each push is box index * 4 + direction; `closing` is 1 for the indices of the boxes S.
    """
    closing[:] = 0
    for square in range(n):
        label[square] = 0
    best_count = -1
    corral = 0
    for first in range(n):
        if label[first] != 0 or occupied[first] == 1 or mark[first] == stamp:
            continue
        corral += 1
        label[first] = corral
        queue[0] = first
        head = 0
        tail = 1
        good = True
        while good:
            while head < tail:
                square = queue[head]
                head += 1
                for direction in range(4):
                    near = beyond[square * 4 + direction]
                    if near == n:
                        continue
                    if label[near] != corral and mark[near] != stamp:
                        if occupied[near] == 0:
                            label[near] = corral
                            queue[tail] = near
                            tail += 1
                        else:
                            label[near] = corral
            # boxes with this label touch the corral
            count = 0
            grown = False
            for i in range(k):
                box = boxes[i]
                if label[box] != corral:
                    continue
                for direction in range(4):
                    landing = beyond[box * 4 + direction]
                    behind = beyond[box * 4 + (direction ^ 1)]
                    if landing == n or behind == n or live[landing] == 0:
                        continue
                    if label[behind] == corral and mark[behind] != stamp:
                        continue
                    if label[landing] == corral and mark[landing] != stamp:
                        if occupied[landing] == 1:
                            continue
                        if mark[behind] == stamp:
                            found[count] = i * 4 + direction
                            count += 1
                            continue
                        outer = behind
                    elif mark[landing] != stamp:
                        outer = landing
                    elif mark[behind] != stamp:
                        outer = behind
                    else:
                        good = False
                        break
                    if occupied[outer] == 1:
                        label[outer] = corral
                        grown = True
                        break
                    label[outer] = corral
                    queue[tail] = outer
                    tail += 1
                    grown = True
                    break
                if not good or grown:
                    break
            if grown:
                continue
            break
        if not good:
            continue
        needed = False
        for i in range(k):
            if label[boxes[i]] == corral and is_goal[boxes[i]] == 0:
                needed = True
        for i in range(tail):
            if is_goal[queue[i]] == 1:
                needed = True
        if needed and (best_count < 0 or count < best_count):
            best_count = count
            for i in range(k):
                closing[i] = label[boxes[i]] == corral
            for i in range(count):
                best[i] = found[i]
            if count == 0:
                return 0
    return best_count
