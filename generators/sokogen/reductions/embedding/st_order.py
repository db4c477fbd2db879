"""Upward drawing of a plane graph: each vertex in its row, each edge in its column (Tamassia and Tollis 1986)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from sokogen.draws import below
from sokogen.reductions.embedding.embedding import PlaneGraph


@dataclass(frozen=True, slots=True)
class Upward:
    """Darts of each vertex from left to right, and an order of the vertices.

    `left_of` and `right_of` are the faces beside each edge.
    """

    order: tuple[int, ...]
    down: Mapping[int, tuple[int, ...]]
    up: Mapping[int, tuple[int, ...]]
    left_of: Mapping[int, int]
    right_of: Mapping[int, int]

    def sides(self, vertex: int) -> tuple[int, int]:
        darts = self.up[vertex] or self.down[vertex]
        first, last = darts[0] >> 1, darts[-1] >> 1
        if not self.up[vertex] or not self.down[vertex]:
            return _OUTER_LEFT, _OUTER_RIGHT
        return self.left_of[first], self.right_of[last]


_OUTER_LEFT, _OUTER_RIGHT = -1, -2


def make_biconnected(plane: PlaneGraph) -> None:
    """Add edges until the graph is biconnected. O(edges^2) at worst."""
    while True:
        block = blocks(plane)
        for vertex, darts in plane.rotation.items():
            for index, dart in enumerate(darts):
                before = darts[index - 1]
                if block[before >> 1] != block[dart >> 1]:
                    # In the face between these two: from the head of the one to the head of the other.
                    tail, head = plane.head[before], plane.head[dart]
                    turn = plane.rotation[tail]
                    at_tail = turn[turn.index(before ^ 1)]
                    turn = plane.rotation[head]
                    at_head = turn[(turn.index(dart ^ 1) + 1) % len(turn)]
                    plane.connect(tail, at_tail, head, at_head, None)
                    break
            else:
                continue
            del vertex
            break
        else:
            return


def blocks(plane: PlaneGraph) -> dict[int, int]:
    """Return each edge's biconnected component."""
    found: dict[int, int] = {}
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    waiting: list[int] = []
    count = 0
    for root in plane.rotation:
        if root in number:
            continue
        number[root] = low[root] = len(number)
        path = [(root, 0, iter(plane.rotation[root]))]
        while path:
            vertex, entry, darts = path[-1]
            for dart in darts:
                if dart == entry ^ 1 and entry:
                    continue
                head = plane.head[dart]
                if head not in number:
                    number[head] = low[head] = len(number)
                    waiting.append(dart >> 1)
                    path.append((head, dart, iter(plane.rotation[head])))
                    break
                if number[head] < number[vertex]:
                    waiting.append(dart >> 1)
                    low[vertex] = min(low[vertex], number[head])
            else:
                path.pop()
                if path:
                    above = path[-1][0]
                    low[above] = min(low[above], low[vertex])
                    if low[vertex] >= number[above]:
                        count += 1
                        while True:
                            edge = waiting.pop()
                            found[edge] = count
                            if edge == entry >> 1:
                                break
    return found


def st_order(plane: PlaneGraph, dart: int, rng: Random) -> list[int]:
    """Return an st-order of a biconnected graph, from a dart's tail to its head (Tarjan 1986). O(edges)."""
    first, last = plane.head[dart ^ 1], plane.head[dart]
    number = {first: 0, last: 1}
    low = {first: first, last: first}
    parent = {last: first}
    preorder = [first, last]

    def shuffle(vertex: int) -> list[int]:
        darts = plane.rotation[vertex][:]
        turn = below(rng, len(darts))
        darts = darts[turn:] + darts[:turn]
        return darts[::-1] if below(rng, 2) else darts

    path = [(last, iter(shuffle(last)))]
    while path:
        vertex, darts = path[-1]
        for one in darts:
            head = plane.head[one]
            if head not in number:
                number[head] = len(number)
                low[head] = head
                parent[head] = vertex
                preorder.append(head)
                path.append((head, iter(shuffle(head))))
                break
            if number[head] < number[low[vertex]] and head != parent[vertex]:
                low[vertex] = head
        else:
            path.pop()
            if path:
                above = path[-1][0]
                if number[low[vertex]] < number[low[above]]:
                    low[above] = low[vertex]
    after: dict[int, int | None] = {first: last, last: None}
    before: dict[int, int | None] = {first: None, last: first}
    behind = {first: True}  # whether to put a vertex before its parent
    for vertex in preorder[2:]:
        above = parent[vertex]
        left: int | None = above
        right: int | None = above
        if behind.get(low[vertex], False):
            left = before[above]
            behind[above] = False
        else:
            right = after[above]
            behind[above] = True
        before[vertex], after[vertex] = left, right
        if left is not None:
            after[left] = vertex
        if right is not None:
            before[right] = vertex
    order: list[int] = []
    at: int | None = first
    while at is not None:
        order.append(at)
        at = after[at]
    return order


def upward(plane: PlaneGraph, dart: int, rng: Random) -> Upward:
    """Return the upward drawing with this dart on the far left."""
    order = st_order(plane, dart, rng)
    rank = {vertex: index for index, vertex in enumerate(order)}
    face_of = {one: index for index, face in enumerate(plane.faces()) for one in face}
    outer = face_of[dart]
    down: dict[int, tuple[int, ...]] = {}
    up: dict[int, tuple[int, ...]] = {}
    left_of: dict[int, int] = {}
    right_of: dict[int, int] = {}
    for vertex in order:
        darts = plane.rotation[vertex]
        rises = [rank[plane.head[one]] > rank[vertex] for one in darts]
        if all(rises) or not any(rises):
            # Clockwise around the lowest vertex is from left to right, around the highest one from right to left.
            start = darts.index(dart if all(rises) else dart ^ 1)
            turned = darts[start:] + darts[:start]
            up[vertex] = tuple(turned) if all(rises) else ()
            down[vertex] = () if all(rises) else tuple(turned[:1] + turned[:0:-1])
            continue
        start = next(index for index in range(len(darts)) if rises[index] and not rises[index - 1])
        turned = darts[start:] + darts[:start]
        count = sum(rises)
        up[vertex] = tuple(turned[:count])
        down[vertex] = tuple(reversed(turned[count:]))
        assert all(rank[plane.head[one]] > rank[vertex] for one in up[vertex]), "edges from below are not in one piece"
    for rising in up.values():
        for one in rising:
            left_of[one >> 1] = _OUTER_LEFT if one == dart else face_of[one]
            right_of[one >> 1] = _OUTER_RIGHT if face_of[one ^ 1] == outer else face_of[one ^ 1]
    return Upward(tuple(order), down, up, left_of, right_of)


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of vertices, columns of edges and faces."""

    row: Mapping[int, int]
    column: Mapping[int, int]
    face: Mapping[int, int]
    height: int
    width: int


def assign_rows(plane: PlaneGraph, drawing: Upward, rooms: Mapping[int, tuple[int, int]]) -> Rows:
    """Return rows and columns with the space given by `rooms`."""
    row: dict[int, int] = {}
    for vertex in drawing.order:
        row[vertex] = max(
            (row[low] + rooms[low][0] + 1 for one in drawing.down[vertex] for low in [plane.head[one]]), default=1
        )
    # The room between the faces on both sides of a vertex, and of an edge.
    between: dict[int, list[tuple[int, int]]] = {}
    for vertex in drawing.order:
        left, right = drawing.sides(vertex)
        between.setdefault(left, []).append((right, rooms[vertex][1] + 1))
    for edge, left in drawing.left_of.items():
        between.setdefault(left, []).append((drawing.right_of[edge], 2))
    face = face_columns(between)
    column = {edge: face[left] + 1 for edge, left in drawing.left_of.items()}
    top = max(row[vertex] + rooms[vertex][0] for vertex in row)
    return Rows(row, column, face, top + 1, face[_OUTER_RIGHT] + 1)


def face_columns(between: Mapping[int, Sequence[tuple[int, int]]]) -> dict[int, int]:
    """Return the least column of each face; `between` has the faces to its right, each with the room up to it."""
    face = {_OUTER_LEFT: 0}
    blocked = Counter(right for ends in between.values() for right, _ in ends)
    waiting = [_OUTER_LEFT]
    while waiting:
        left = waiting.pop()
        for right, room in between.get(left, ()):
            face[right] = max(face.get(right, 0), face[left] + room)
            blocked[right] -= 1
            if not blocked[right]:
                waiting.append(right)
    return face
