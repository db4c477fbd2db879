"""A second checker of certificates, slow and plain, for small levels: from the definitions, the rules and the truth.

It shares nothing with `sokospec.certificates`. It knows how many pushes every placement of the boxes truly needs, and
from the definition of each fact how many the fact says; so it finds out whether a fact is true by trying it on all of
them. It believes a set of states to be closed only if it finds each successor in it, or ruled out by a true fact that
is named; and where pushes that come first are named, only if one of them is first in a shortest solution.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import combinations
from math import inf

from property.labels import Placements, fewest_steps, placements, pushes_from, pushes_to
from sokospec import Board, Level, Square, State, replay
from sokospec.answer import Objective, Verdict
from sokospec.oracle import search_exhaustively
from sokospec.rules import is_solved, normalise, pushes, reachable, steps

Cost = tuple[float, ...]


class Wrong(Exception):
    """The certificate is no proof."""


def need(condition: object, reason: str) -> None:
    """Raise `Wrong` unless the condition holds."""
    if not condition:
        raise Wrong(reason)


@dataclass
class Truth:
    """What is true of a level: all placements with the pushes to a solved one, and those from the first state."""

    level: Level
    known: Placements
    to_go: dict[State, int]
    from_first: dict[State, int]

    @cached_property
    def moves(self) -> tuple[dict[State, int], dict[State, int]]:
        """The moves to a solved state, and those from the first one, of each placement with the player's square."""
        board, count = self.level.board, len(self.level.boxes)
        every = [
            State(frozenset(boxes), player)
            for boxes in combinations(sorted(board.floor), count)
            for player in board.floor
            if player not in boxes
        ]
        ahead = {state: [after for _, after in steps(board, state)] for state in every}
        back: dict[State, list[State]] = {state: [] for state in every}
        for state, others in ahead.items():
            for other in others:
                back[other].append(state)
        solved = (state for state in every if is_solved(board, state))
        return fewest_steps(solved, back), fewest_steps([self.level.state], ahead)

    def cost(self, objective: Objective) -> tuple[int, ...] | None:
        """Return the least cost of a solution by the oracle; None without one."""
        answer = search_exhaustively(self.level, objective)
        assert answer.verdict in (Verdict.OPTIMAL, Verdict.UNSOLVABLE)
        return None if answer.lurd is None else objective.cost(len(answer.lurd), answer.pushes or 0)


@lru_cache(maxsize=500)
def truth_of(level: Level) -> Truth:
    """Return the truth about a level. Exponential in the number of boxes."""
    known = placements(level.board, level.board.floor, len(level.boxes))
    return Truth(level, known, pushes_to(known, level.goals), pushes_from(level.board, level.state))


@lru_cache(maxsize=20_000)
def alone_to(board: Board, goal: Square) -> dict[State, int]:
    """Return the pushes from every place of a box alone on the board to one square."""
    return pushes_to(_placed(board, 1), frozenset({goal}))


@lru_cache(maxsize=200)
def _placed(board: Board, count: int) -> Placements:
    return placements(board, board.floor, count)


@lru_cache(maxsize=2_000)
def alone_from(board: Board, box: Square, player: Square) -> dict[State, int]:
    """Return the pushes from one place of a box alone on the board to all others."""
    return pushes_from(board, State(frozenset({box}), player))


Heights = tuple[tuple[Square, int], ...]
"""How high each square is; none where pushes count 1 each."""


@lru_cache(maxsize=5_000)
def weighed(board: Board, boxes: frozenset[Square], player: Square | None, heights: Heights) -> dict[State, int]:
    """Return what the pushes count at least between every placement and these boxes: to them, or with a player from
    them."""
    high = dict(heights)

    def count(before: State, after: State) -> int:
        [box], [landing] = before.boxes - after.boxes, after.boxes - before.boxes
        behind = Square(2 * box.row - landing.row, 2 * box.column - landing.column)
        return 1 + high[behind] - high[box]

    known = _placed(board, len(boxes))
    first = None if player is None else normalise(board, State(boxes, player))
    starts = [state for state in known if (state == first if first is not None else state.boxes == boxes)]
    queue, tries = [(0, i, state) for i, state in enumerate(starts)], len(starts)
    found: dict[State, int] = {}
    while queue:
        so_far, _, state = heapq.heappop(queue)
        if state in found:
            continue
        found[state] = so_far
        if first is None:
            others = [(count(before, state), before) for before in known[state]]
        else:
            others = [(count(state, after), normalise(board, after)) for _, after in pushes(board, state)]
        for more, other in others:
            tries += 1
            heapq.heappush(queue, (so_far + more, tries, other))
    return found


Pattern = tuple[frozenset[Square], Square]


@dataclass(frozen=True)
class Said:
    """A fact as it is written; `within` is the chain of frozen patterns, the board's first, with heights if any."""

    kind: str
    back: bool
    within: tuple[Pattern, ...]
    numbers: tuple[int, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    excesses: tuple[float, ...] = ()
    prices: Said | None = None
    heights: Heights = ()

    def board(self, level: Level) -> Board:
        """Return the board on which the frozen boxes are walls."""
        return _with_walls(level.board, frozenset().union(*(boxes for boxes, _ in self.within)))

    def bound(self, level: Level, state: State) -> float:
        """Return the pushes that the fact says a state needs, to a solved one or, `back`, from the first one; with
        heights the moves."""
        frozen: frozenset[Square] = frozenset()
        for pattern in self.within:
            if not _matches(_with_walls(level.board, frozen), pattern, state):
                return 0
            frozen |= pattern[0]
        board = _with_walls(level.board, frozen)
        if self.kind == "patterns":
            return inf if any(_matches(board, pattern, state) for pattern in self.patterns) else 0
        if self.prices is not None:
            return self.prices.bound(level, state) + self._excess(board, state)
        ends = sorted(level.boxes if self.back else board.goals)
        boxes = state.boxes - frozen
        if self.kind == "counting":
            others = [end for end in ends if _number(board, end) not in self.numbers]
            inside = [box for box in boxes if all(self._way(level, end, box, state) == inf for end in others)]
            return inf if len(inside) > len(self.numbers) else 0
        total: float = sum(self.numbers)
        if self.heights:
            high = dict(self.heights)
            total += high[state.player] - high[level.player] if self.back else -high[state.player]
        for box in boxes:
            ways = [self._way(level, end, box, state) - y for end, y in zip(ends, self.numbers, strict=True)]
            total += min(ways, default=inf)
        return total

    def _excess(self, board: Board, state: State) -> float:
        """Return what disjoint groups add, taken by size of excess; the most of those of up to 2 boxes, up to 3, ..."""
        there = [
            (excess, -len(boxes), sorted(boxes, reverse=True))
            for (boxes, player), excess in zip(self.patterns, self.excesses, strict=True)
            if _matches(board, (boxes, player), state)
        ]
        there.sort(key=lambda group: (group[0], group[1], group[2]), reverse=True)
        most = 0.0
        for largest in range(2, len(state.boxes) + 1):
            free, total = set(state.boxes), 0.0
            for excess, size, boxes in there:
                if -size <= largest and free.issuperset(boxes):
                    free.difference_update(boxes)
                    total += excess
            most = max(most, total)
        return most

    def _way(self, level: Level, end: Square, box: Square, state: State) -> float:
        board = self.board(level)
        node = _node(board, box, state.player)
        if self.heights:
            return weighed(board, frozenset({end}), level.player if self.back else None, self.heights).get(node, inf)
        return alone_from(board, end, level.player).get(node, inf) if self.back else alone_to(board, end).get(node, inf)


@lru_cache(maxsize=2_000)
def _with_walls(board: Board, walls: frozenset[Square]) -> Board:
    return Board(board.width, board.height, board.walls | walls, board.goals - walls)


@lru_cache(maxsize=100_000)
def _node(board: Board, box: Square, player: Square) -> State:
    return normalise(board, State(frozenset({box}), player))


@lru_cache(maxsize=100_000)
def _region(board: Board, pattern: Pattern) -> frozenset[Square]:
    return reachable(board, State(*pattern))


def _matches(board: Board, pattern: Pattern, state: State) -> bool:
    return pattern[0] <= state.boxes and state.player in _region(board, pattern)


@lru_cache(maxsize=20_000)
def is_true(level: Level, fact: Said) -> bool:
    """Say whether a fact's bound is at most the truth, for every placement of the boxes."""
    truth = truth_of(level)
    if fact.heights and fact.kind in ("prices", "groups"):
        for state, bound in ((state, fact.bound(level, state)) for state in _every(level)):
            if bound > truth.moves[fact.back].get(state, inf):
                return False
            if not fact.back and (bound + 1) // 2 > truth.to_go.get(normalise(level.board, state), inf):
                return False  # half of the moves are to be pushes
        return True
    right = truth.from_first if fact.back else truth.to_go
    return all(fact.bound(level, state) <= right.get(state, inf) for state in truth.known)


def _every(level: Level) -> list[State]:
    """Return the placements with the player's square, but for those in which he is shut in with nothing to do."""
    to_go, from_first = truth_of(level).moves
    return [*to_go, *(state for state in from_first if state not in to_go)]


@cache
def _square(board: Board, name: str) -> Square:
    need(name.isdigit() and str(int(name)) == name, f"{name} is no number of a square")
    square = Square(*divmod(int(name), board.width))
    need(square in board.beyond, f"square {name} is not floor")
    return square


def _number(board: Board, square: Square) -> int:
    return square.row * board.width + square.column


Line = tuple[Cost, State, list[int], frozenset[Square]]
"""A state: its cost, the facts that it names, and its closing boxes."""


@dataclass
class Parsed:
    """The parts of a certificate."""

    level: Level
    claim: list[str]
    lurd: str | None
    backwards: bool
    depth: Cost | None
    balance: list[int] = field(default_factory=list)
    facts: dict[int, Said] = field(default_factory=dict)
    states: list[Line] = field(default_factory=list)
    rests: list[Line] = field(default_factory=list)
    start: list[int] | None = None


def parse(text: str) -> Parsed:
    """Return the parts of a certificate. Raises `Wrong`."""
    lines = iter(text.split("\n"))
    need((first := next(lines)) in ("sokospec certificate 1", "sokospec certificate 2"), "first line")
    claim = next(lines).split(" ")
    need(claim.pop(0) == "claim", "claim")
    height, width = map(int, next(lines).removeprefix("level ").split(" "))
    level = _drawn([next(lines) for _ in range(height)], width)
    board = level.board
    lurd = next(lines).removeprefix("solution ") if claim[0] in ("solved", "optimal") else None
    direction = next(lines) if claim[0] != "solved" else "forwards"
    is_second, meets = first.endswith("2"), direction.startswith("meeting ")
    need(not meets or (is_second and claim[1] != "pushes"), "a meeting")
    depth, balance = _meeting(direction, len(claim) - 2) if meets else (None, list[int]())
    parsed = Parsed(level, claim, lurd, direction == "backwards", depth, balance)
    states = parsed.states
    grounds: dict[int, tuple[tuple[Pattern, ...], Heights]] = {0: ((), ())}

    def squares(names: str) -> frozenset[Square]:
        return frozenset(_square(board, name) for name in names.split(" "))

    def pattern(line: str) -> Pattern:
        boxes, player = line.split(" @ ")
        return squares(boxes), _square(board, player)

    for line in lines:
        head, *parts = line.split(" : ")
        words = head.split(" ")
        if line == "end":
            break
        if words[0].isdigit():
            named = [int(name) for part in parts[1:2] for name in part.split(" ")]
            closing = squares(parts[2]) if len(parts) > 2 else frozenset()
            states.append((tuple(map(int, words)), State(*pattern(parts[0])), named, closing))
        elif line == "backwards":
            need(depth is not None and states is parsed.states, "nothing is backwards here")
            states = parsed.rests
        elif words == ["start"]:
            need(parsed.start is None, "two starts")
            parsed.start = [int(name) for name in parts[0].split(" ")] if parts else []
        else:
            kind = words.pop(0)
            back = words[0] == "back"
            number = int(words[int(back)])
            need(number not in parsed.facts and number not in grounds, "a number is used again")
            need(is_second or kind not in ("groups", "potential"), f"{kind} in the first version")
            inside = int(words[words.index("in") + 1]) if "in" in words else 0
            chain, high = grounds[inside]
            if kind == "frozen":
                grounds[number] = (*chain, pattern(parts[0])), high
            elif kind == "potential":
                grounds[number] = chain, _heights(board, chain, parts[0])
            elif kind == "patterns":
                listed = tuple(pattern(next(lines)) for _ in range(int(parts[0])))
                parsed.facts[number] = Said(kind, back, chain, patterns=listed)
            elif kind == "groups":
                read = [next(lines) for _ in range(int(parts[0]))]
                parsed.facts[number] = _groups(parsed.facts[int(words[-1])], read, pattern, back, (chain, high))
            else:
                need(kind in ("counting", "prices"), "kind of fact")
                values = () if parts[0] == "none" else tuple(map(int, parts[0].split(" ")))
                parsed.facts[number] = Said(kind, back, chain, values, heights=high)
    need([*lines] == [""], "text after the end")
    return parsed


def _meeting(line: str, numbers: int) -> tuple[Cost, list[int]]:
    """Return the depth of a meeting, a cost of so many numbers, and the facts that balance it."""
    at, *by = line.removeprefix("meeting ").split(" by ")
    depth, balance = tuple(map(int, at.split(" "))), [int(number) for number in by[0].split(" ")] if by else []
    need(len(depth) == numbers, "the depth")
    need(len(by) < 2 and len(balance) in (0, 2), "two facts for the balance")
    return depth, balance


def _drawn(rows: Sequence[str], width: int) -> Level:
    need(all(len(row) == width for row in rows), "rows")
    at = {Square(i, j): symbol for i, row in enumerate(rows) for j, symbol in enumerate(row)}

    def where(symbols: str) -> frozenset[Square]:
        return frozenset(square for square, symbol in at.items() if symbol in symbols)

    [player] = where("@+")
    return Level(Board(width, len(rows), where("#"), where(".*+")), State(where("$*"), player))


def _heights(board: Board, chain: tuple[Pattern, ...], text: str) -> Heights:
    floor = sorted(set(board.floor).difference(*(boxes for boxes, _ in chain)))
    high = dict(zip(floor, map(int, text.split(" ")), strict=True))
    for square, height in high.items():
        beside = (Square(square.row + 1, square.column), Square(square.row, square.column + 1))
        need(height >= 0 and all(abs(height - high.get(near, height)) <= 1 for near in beside), "a step too high")
    return tuple(high.items())


def _groups(
    prices: Said,
    read: list[str],
    pattern: Callable[[str], Pattern],
    back: bool,
    ground: tuple[tuple[Pattern, ...], Heights],
) -> Said:
    need((prices.kind, prices.back, prices.within, prices.heights) == ("prices", back, *ground), "the prices of groups")
    lines = [line.split(" : ") for line in read]
    groups = tuple(pattern(group) for _, group in lines)
    need(all(len(boxes) > 1 for boxes, _ in groups), "a group of one box")
    excesses = tuple(inf if excess == "dead" else int(excess) for excess, _ in lines)
    need(min(excesses) > 0, "an excess of nothing")
    return Said("groups", back, ground[0], patterns=groups, excesses=excesses, prices=prices, heights=prices.heights)


def check(text: str) -> None:
    """Raise `Wrong` unless the certificate is a proof, and what it claims true by the oracle."""
    try:
        _check(parse(text))
    except (ValueError, KeyError, IndexError, StopIteration) as error:
        raise Wrong(f"cannot be read: {error!r}") from error


def _check(parsed: Parsed) -> None:
    level, claim = parsed.level, parsed.claim
    objective = Objective(claim[1]) if len(claim) > 1 else Objective.PUSHES
    claimed = tuple(map(int, claim[2:]))
    if parsed.lurd is not None:
        played = replay(level, parsed.lurd)
        need(played.valid, "the solution is none")
        cost = objective.cost(played.metrics.moves, played.metrics.pushes)
        need(claim == ["solved"] or cost == claimed, "the solution's cost")
    if claim == ["solved"]:
        need(not parsed.facts and not parsed.states and parsed.start is None, "a solution needs nothing else")
        return
    need(claim[0] in ("optimal", "at-least", "unsolvable"), "claim")
    best = truth_of(level).cost(objective)
    if claim[0] == "unsolvable":
        need(best is None, "there is a solution")
    else:
        need(best is None or (best == claimed if claim[0] == "optimal" else best >= claimed), "the optimum")
    for number, fact in parsed.facts.items():
        need(is_true(level, fact), f"fact {number} is false")
    need(parsed.start is not None, "no start")
    _Closure(parsed, objective, claimed or (inf,) * len(objective.cost(0, 0))).check()


def _plus(cost: Cost, more: Cost) -> Cost:
    return tuple(a + b for a, b in zip(cost, more, strict=True))


def _minus(cost: Cost, less: Cost) -> Cost:
    return tuple(a - b for a, b in zip(cost, less, strict=True))


def _nothing(cost: Cost) -> Cost:
    return tuple(0 for _ in cost)


class _Closure:
    """Whether the listed states are closed under what can be played."""

    def __init__(self, parsed: Parsed, objective: Objective, limit: Cost) -> None:
        self.parsed, self.objective, self.limit = parsed, objective, limit
        self.level, self.truth = parsed.level, truth_of(parsed.level)
        self.costs: dict[State, Cost] = {}
        self.rests: dict[State, Cost] = {}

    def key(self, state: State) -> State:
        return normalise(self.level.board, state) if self.objective is Objective.PUSHES else state

    def check(self) -> None:
        self.enter(self.parsed.rests, self.rests)
        self.enter(self.parsed.states, self.costs)
        for cost, state, _, _ in self.parsed.states:
            need(cost >= self.limit or not self.is_end(state), "play ends too cheaply")
            if self.objective is Objective.PUSHES:
                right = self.truth.from_first if self.parsed.backwards else self.truth.to_go
                rest = right.get(normalise(self.level.board, state), inf)
                need(cost[0] + rest >= self.limit[0], "the claim about a state is false")
        nothing = tuple(0 for _ in self.limit)
        for state in self.begins():
            need(self.is_settled(nothing, state, self.parsed.start or []), "a first state")
        for cost, state, named, closing in self.parsed.states:
            for more, after in self.steps(state, closing):
                need(self.is_settled(_plus(cost, more), after, named), f"from {state} to {after}")
        if self.parsed.depth is not None:
            self.check_rests(self.parsed.depth)

    def check_rests(self, depth: Cost) -> None:
        """Check that whatever is left of a cheap solution, and costs less than the depth, is listed."""
        ends = [State(self.level.goals, square) for square in self.inside() - self.level.goals]
        need(all(self.rest(state, _nothing(depth), depth, []) for state in ends), "an end is not listed")
        for cost, state, named, closing in self.parsed.rests:
            need(not closing, "all pulls count")
            for more, before in self.pulled(state):
                need(self.rest(before, _plus(cost, more), depth, named), f"back from {state} to {before}")

    def rest(self, state: State, cost: Cost, depth: Cost, named: list[int]) -> bool:
        """Say whether what is left from a state, at a cost, is listed, or costs too much."""
        if self.is_beyond(cost, state, depth, back=True) or self.nearest(self.rests, state) <= cost:
            return True
        return self.is_ruled_out(cost, state, named, back=True)

    def is_beyond(self, cost: Cost, state: State, end: Cost, *, back: bool) -> bool:
        """Say whether twice a cost, with what a state needs minus what it needed, or `back` the other way round, has
        come to twice the end."""
        total = tuple(2 * each for each in cost)
        for number, behind in zip(self.parsed.balance, (False, True), strict=True) if self.parsed.balance else ():
            fact = self.parsed.facts[number]
            need(fact.kind == "prices" and fact.back == behind and not fact.within, "prices of all boxes")
            bound = fact.bound(self.level, state)
            sign = 1 if behind == back else -1
            unit = self.objective.cost(1, 0 if fact.heights else 1)
            total = tuple(a + sign * bound * b if b else a for a, b in zip(total, unit, strict=True))
        return total >= tuple(2 * each for each in end)

    def inside(self) -> frozenset[Square]:
        """Return where the player could walk if there were no boxes."""
        return reachable(self.level.board, State(frozenset(), self.level.player))

    def nearest(self, listed: dict[State, Cost], state: State) -> Cost:
        """Return the least cost of a listed state with the same boxes, with the walk between the two."""
        best: Cost = (inf,)
        for player, moves in self.walks(state).items():
            known = listed.get(State(state.boxes, player))
            if known is not None:
                best = min(best, _plus(known, self.objective.cost(moves, 0)))
        return best

    def walks(self, state: State) -> dict[Square, int]:
        """Return the moves to each square that the player can walk to."""
        moves = {state.player: 0}
        for player in (queue := [state.player]):
            for _, after in steps(self.level.board, State(state.boxes, player)):
                if after.boxes == state.boxes and after.player not in moves:
                    moves[after.player] = moves[player] + 1
                    queue.append(after.player)
        return moves

    def pulled(self, state: State) -> list[tuple[Cost, State]]:
        """Return what each pull after a walk costs with it, and the state before the push that it undoes."""
        found: list[tuple[Cost, State]] = []
        floor = self.level.board.floor
        for player, moves in self.walks(state).items():
            for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                box = Square(player.row + down, player.column + right)
                behind = Square(player.row - down, player.column - right)
                if box in state.boxes and behind in floor and behind not in state.boxes:
                    before = State(state.boxes - {box} | {player}, behind)
                    found.append((self.objective.cost(moves + 1, 1), before))
        return found

    def enter(self, lines: list[Line], costs: dict[State, Cost]) -> None:
        """Enter states with their costs."""
        for cost, state, _, _ in lines:
            need(len(cost) == len(self.limit), "numbers of a cost")
            need(len(state.boxes) == len(self.level.boxes) and state.player not in state.boxes, "a state")
            need(self.key(state) not in costs, "a state is listed twice")
            costs[self.key(state)] = cost

    def is_end(self, state: State) -> bool:
        if self.parsed.backwards:
            return self.key(state) == self.key(self.level.state)
        return is_solved(self.level.board, state)

    def begins(self) -> list[State]:
        if self.parsed.backwards:
            need(self.objective is Objective.PUSHES, "backwards only pushes, as only the player's region is known")
            return [state for state in self.truth.known if state.boxes == self.level.goals]
        return [self.level.state]

    def is_settled(self, cost: Cost, state: State, named: list[int]) -> bool:
        known = self.costs.get(self.key(state))
        if known is not None and known <= cost:
            return True
        if self.objective is not Objective.PUSHES and self.nearest(self.costs, state) <= cost:
            return True
        depth = self.parsed.depth
        if depth is not None and self.is_beyond(cost, state, _minus(self.limit, depth), back=False):
            rest = self.nearest(self.rests, state)
            if rest == (inf,) or _plus(cost, rest) >= self.limit:
                return True
        return self.is_ruled_out(cost, state, named, back=self.parsed.backwards)

    def is_ruled_out(self, cost: Cost, state: State, named: list[int], *, back: bool) -> bool:
        """Say whether a fact that is named shows that a solution through a state costs too much."""
        a_push = self.objective.cost(1, 1)
        for number in named:
            fact = self.parsed.facts[number]
            need(fact.back == back, "a fact in the other direction")
            if fact.heights and fact.kind in ("prices", "groups"):
                bound = fact.bound(self.level, state)
                more = self.objective.cost(1, 0), self.objective.cost(0, 1)
                half = 0 if back else (bound + 1) // 2
                left = tuple(bound * a + half * b if bound < inf else inf for a, b in zip(*more, strict=True))
                if _plus(cost, left) >= self.limit:
                    return True
                continue
            bound = self.with_parity(fact.bound(self.level, normalise(self.level.board, state)), state, back=back)
            if tuple(a + bound * b for a, b in zip(cost, a_push, strict=True)) >= self.limit:
                return True
        return False

    def with_parity(self, bound: float, state: State, *, back: bool) -> float:
        """Return the least number from a bound on that is even or odd as all numbers of pushes that are left."""
        ends = self.level.boxes if back else self.level.goals
        colours = sum(map(sum, state.boxes)) + sum(map(sum, ends))
        return bound if bound == inf or (bound + colours) % 2 == 0 else bound + 1

    def steps(self, state: State, closing: frozenset[Square]) -> list[tuple[Cost, State]]:
        board = self.level.board
        if self.parsed.backwards:
            need(not closing, "backwards all pulls")
            return [((1,), before) for before in self.truth.known[normalise(board, state)]]
        if self.objective is not Objective.PUSHES:
            need(not closing, "what comes first may take more moves")
            return self.walked(state)
        found = [(push.box, after) for push, after in pushes(board, state) if not closing or push.box in closing]
        if closing:
            need(closing <= state.boxes, "closing boxes")
            to_go = self.truth.to_go
            first = min((1 + to_go.get(normalise(board, after), inf) for _, after in found), default=inf)
            need(first == to_go.get(normalise(board, state), inf), "no shortest solution begins with a closing box")
        return [((1,), after) for _, after in found]

    def walked(self, state: State) -> list[tuple[Cost, State]]:
        """Return what each push after a walk costs with it, and the state after it."""
        found: list[tuple[Cost, State]] = []
        for player, moves in self.walks(state).items():
            for _, after in steps(self.level.board, State(state.boxes, player)):
                if after.boxes != state.boxes:
                    found.append((self.objective.cost(moves + 1, 1), after))
        return found
