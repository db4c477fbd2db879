"""State graph of a floor with a number of boxes.

A box moves only in the middle of three floor squares in line. Levels start with all boxes on such squares, since a box
elsewhere never moves. States are all that pushes can reach from there, the player anywhere.
"""

from __future__ import annotations

from sokosolve.kernel import kernel
from sokosolve.level.arrays import INT32, INT64, UINT8


@kernel
def lines(n: int, beyond: INT32, line: INT32) -> int:
    """Write all triples of squares in line."""
    count = 0
    for box in range(n):
        for direction in range(4):
            before, after = beyond[box * 4 + (direction ^ 1)], beyond[box * 4 + direction]
            if before < n and after < n:
                line[3 * count], line[3 * count + 1], line[3 * count + 2] = before, box, after
                count += 1
    return count


@kernel
def movable(line: INT32) -> int:
    """Return the squares on which a box can move."""
    middles = 0
    for i in range(line.size // 3):
        middles |= 1 << line[3 * i + 1]
    return middles


@kernel
def box_sets(line: INT32, popcount: INT32, sets: INT32, sizes: INT32) -> None:
    """Write the box sets, fewest boxes first, and their indices to the rest (-1 for others); sizes[k] counts those with
    k boxes.
    """
    half = sets.size // 2
    found, index_of = sets[:half], sets[half:]
    index_of[:] = -1
    sizes[:] = 0
    middles = movable(line)
    size = 0
    mask = middles
    while True:
        found[size] = mask
        size += 1
        index_of[mask] = 0
        if not mask:
            break
        mask = (mask - 1) & middles
    head = 0
    while head < size:
        mask = found[head]
        head += 1
        sizes[popcount[mask]] += 1
        for i in range(line.size // 3):
            before, box, after = line[3 * i], line[3 * i + 1], line[3 * i + 2]
            if mask >> box & 1 and not mask >> before & 1 and not mask >> after & 1:
                other = mask ^ (1 << box) ^ (1 << after)
                if index_of[other] < 0:
                    index_of[other] = 0
                    found[size] = other
                    size += 1
    begin = 0
    for number in range(sizes.size):
        sizes[number], begin = begin, begin + sizes[number]
    for mask in range(half):
        if index_of[mask] >= 0:
            boxes = popcount[mask]
            index_of[mask] = sizes[boxes]
            found[sizes[boxes]] = mask
            sizes[boxes] += 1
    begin = 0
    for number in range(sizes.size):
        for place in range(begin, sizes[number]):
            index_of[found[place]] -= begin
        sizes[number], begin = sizes[number] - begin, sizes[number]


@kernel
def _regions(n: int, beyond: INT32, mask: int, first: INT32, stack: INT32) -> None:
    for square in range(n):
        first[square] = n if mask >> square & 1 else -1
    for square in range(n):
        if first[square] != -1:
            continue
        first[square] = square
        stack[0] = square
        size = 1
        while size:
            size -= 1
            here = stack[size]
            for direction in range(4):
                near = beyond[here * 4 + direction]
                if near < n and first[near] == -1:
                    first[near] = square
                    stack[size] = near
                    size += 1


@kernel
def nodes(n: int, masks: INT32, beyond: INT32, by_moves: bool, first: INT32, node_of: INT32) -> int:
    """Number the states in node_of[i * n + player], -1 under boxes. By pushes, all squares of a region share a node."""
    stack = first[n:]
    count = 0
    for at in range(masks.size):
        if not by_moves:
            _regions(n, beyond, masks[at], first, stack)
        for player in range(n):
            if masks[at] >> player & 1:
                node_of[at * n + player] = -1
            elif by_moves or first[player] == player:
                node_of[at * n + player] = count
                count += 1
            else:
                node_of[at * n + player] = node_of[at * n + first[player]]
    return count


@kernel
def weigh_nodes(n: int, masks: INT32, middles: int, node_of: INT32, weight: INT32, may_begin: UINT8) -> None:
    """Write each node's number of player squares, and whether a level may begin there."""
    weight[:] = 0
    for place in range(node_of.size):
        node = node_of[place]
        if node >= 0:
            weight[node] += 1
            may_begin[node] = 1 if masks[place // n] & ~middles == 0 else 0


@kernel
def predecessors(
    masks: INT32,
    index_of: INT32,
    beyond: INT32,
    line: INT32,
    by_moves: bool,
    node_of: INT32,
    starts: INT64,
    edges: INT32,
) -> None:
    """Write predecessors to edges[starts[node] : starts[node + 1]]; `starts` is zero on entry."""
    n = beyond.size // 4
    for writes in range(2):
        for at in range(masks.size):
            mask = masks[at]
            if by_moves:
                for player in range(n):
                    node = node_of[at * n + player]
                    if node < 0:
                        continue
                    for direction in range(4):
                        near = beyond[player * 4 + direction]
                        if near < n and not mask >> near & 1:
                            if writes:
                                edges[starts[node + 1]] = node_of[at * n + near]
                            starts[node + 1] += 1
            for i in range(line.size // 3):
                before, here, box = line[3 * i], line[3 * i + 1], line[3 * i + 2]
                if mask >> box & 1 and not mask >> here & 1 and not mask >> before & 1:
                    earlier = index_of[mask ^ (1 << box) ^ (1 << here)]
                    if earlier < 0:
                        continue
                    node = node_of[at * n + here]
                    if writes:
                        edges[starts[node + 1]] = node_of[earlier * n + before]
                    starts[node + 1] += 1
        if not writes:  # from how many there are to where the edges of each begin
            begin = 0
            for node in range(starts.size - 1):
                starts[node + 1], begin = begin, begin + starts[node + 1]
