"""Faults in the checker of certificates, one for each thing that it looks at: texts of its sources and what replaces
them.

Each text stands exactly once in its module. A test says so when the checker has moved on; then the fault is to be
planted anew, at the place that does that work now.
"""

from __future__ import annotations

from typing import NamedTuple

from mutants.checker.copies import Change


class Fault(NamedTuple):
    """What is wrong, in words, and the changes that make it so."""

    what: str
    changes: tuple[Change, ...]


def fault(what: str, *changes: tuple[str, str, str]) -> Fault:
    """Return a fault in modules of `sokospec.certificates`."""
    return Fault(what, tuple(Change(f"certificates/{module}", old, new) for module, old, new in changes))


FAULTS: dict[str, Fault] = {
    # The board and a box alone on it.
    "grid-wraps-around": fault(
        "A row of the grid has no spare bit, so a step off its end leads into the next row",
        (
            "grid",
            "        stride = board.width + 1\n        self.steps",
            "        stride = board.width\n        self.steps",
        ),
        (
            "grid",
            "        stride = self.board.width + 1\n        return sum(",
            "        stride = self.board.width\n        return sum(",
        ),
        (
            "grid",
            "        stride = self.board.width + 1\n        return [Square(",
            "        stride = self.board.width\n        return [Square(",
        ),
    ),
    "pushes-in-three-directions": fault(
        "Pushes to the right are not looked at",
        (
            "grid",
            "in self._shifts:\n",
            "in self._shifts[:3]:\n",
        ),
    ),
    "pulls-in-three-directions": fault(
        "Pulls to the right are not looked at",
        (
            "grid",
            "        for step in self.steps:\n            for player in",
            "        for step in self.steps[:3]:\n            for player in",
        ),
    ),
    "reach-in-three-directions": fault(
        "The player does not walk up",
        (
            "grid",
            "more |= (more >> stride | more << stride",
            "more |= (more << stride",
        ),
    ),
    "walks-are-longer": fault(
        "Each step of a walk counts as two moves",
        (
            "grid",
            "            moves += 1\n",
            "            moves += 2\n",
        ),
    ),
    "node-forgets-the-player": fault(
        "The node of a box is that of the first part of the floor beside it",
        (
            "ground",
            "            if part & player:\n",
            "            if part:\n",
        ),
    ),
    "distances-from-one-side": fault(
        "The distances to a goal begin with the player on one side of it only",
        (
            "ground",
            "[(goal, part) for part in self.parts[goal]]",
            "[(goal, part) for part in self.parts[goal][:1]]",
        ),
    ),
    "distances-of-two": fault(
        "Each push of a box alone counts as two",
        (
            "ground",
            "found[other] = found[node] + count",
            "found[other] = found[node] + 2 * count",
        ),
    ),
    "backwards-is-forwards": fault(
        "The distances from the first boxes are those to them",
        (
            "ground",
            "after.setdefault(other, []).append((node, count))",
            "after.setdefault(node, []).append((other, count))",
        ),
    ),
    # Facts.
    "fact-numbers-again": fault(
        "A fact may reuse a number, and what rests on the earlier one serves for it",
        (
            "evidence",
            "if fact.number <= self._last:",
            "if fact.number < self._last:",
        ),
    ),
    "facts-in-both-directions": fault(
        "A fact serves in the other direction of play too",
        (
            "evidence",
            "if number not in self._bounds or (number in self._backwards) != backwards:",
            "if number not in self._bounds:",
        ),
    ),
    "backwards-on-a-frozen-board": fault(
        "Prices backwards may be those of the board of frozen boxes",
        (
            "evidence",
            "        if ground.fixed:\n",
            "        if False:\n",
        ),
    ),
    "any-bound-is-evidence": fault(
        "A level is dead when the last fact says that it needs any push",
        (
            "evidence",
            "    if bound(*facts.first) < INFINITE:",
            "    if bound(*facts.first) < 1:",
        ),
    ),
    "price-of-one-more": fault(
        "A price bound is one push too high",
        (
            "prices",
            "        return total\n",
            "        return total + 1\n",
        ),
    ),
    "prices-of-one-sign": fault(
        "Negative prices are left out of the sum",
        (
            "prices",
            "self._sum = sum(prices)",
            "self._sum = sum(price for price in prices if price > 0)",
        ),
    ),
    "goals-without-a-price": fault(
        "A box does not go to goals whose price is 0",
        (
            "prices",
            "in self._distances.items() if (box, part) in to]",
            "in self._distances.items() if (box, part) in to and self.of_goal[goal]]",
        ),
    ),
    "farthest-goal": fault(
        "A box goes to the goal that costs most",
        (
            "prices",
            "(part, min(rests, default=INFINITE))",
            "(part, max(rests, default=INFINITE))",
        ),
    ),
    "large-is-infinite": fault(
        "A price bound of a million means no solution",
        (
            "prices",
            "        return total\n",
            "        return total if total < 1_000_000 else INFINITE\n",
        ),
    ),
    "finite-is-dead": fault(
        "A push of a pattern's box is covered when the next state needs any push",
        (
            "dead_patterns",
            "if all(bound(after, box) < INFINITE for bound in covered):",
            "if all(bound(after, box) < 1 for bound in covered):",
        ),
    ),
    "count-of-as-many": fault(
        "As many confined boxes as goals are too many",
        (
            "counting",
            "INFINITE if inside > self._goals",
            "INFINITE if inside >= self._goals",
        ),
    ),
    "confined-by-one-goal": fault(
        "A box is confined when it cannot reach one of the other goals",
        (
            "counting",
            "self._free: set[Node] = set()\n"
            "        for goal in distances.keys() - chosen:\n"
            "            self._free.update(distances[goal])",
            "others = [set(distances[goal]) for goal in distances.keys() - chosen]\n"
            "        self._free: set[Node] = set.intersection(*others) if others else set()",
        ),
    ),
    "pattern-that-is-solved": fault(
        "A pattern may have all of its boxes on goals",
        (
            "dead_patterns",
            "            if not boxes & ~ground.grid.goals:\n",
            "            if False:\n",
        ),
    ),
    "pattern-that-play-leaves": fault(
        "The pushes of a pattern's boxes are not looked at",
        (
            "dead_patterns",
            "            pushes_are_covered(ground, boxes, region, [self.bound, *earlier])\n",
            "            pass\n",
        ),
    ),
    "pattern-with-any-player": fault(
        "A pattern matches wherever the player is",
        (
            "dead_patterns",
            "if player & region and boxes & pattern == pattern:",
            "if boxes & pattern == pattern:",
        ),
    ),
    "pattern-with-some-boxes": fault(
        "A pattern matches when one of its boxes is there",
        (
            "dead_patterns",
            "boxes & pattern == pattern",
            "boxes & pattern",
        ),
    ),
    "pattern-after-a-push": fault(
        "After a push the player is still in all of his old region",
        (
            "dead_patterns",
            "bound(after, box) < INFINITE for bound in covered",
            "bound(after, region | box) < INFINITE for bound in covered",
        ),
    ),
    "pattern-off-the-frozen-region": fault(
        "The player of a pattern may be where frozen boxes keep him out",
        (
            "dead_patterns",
            "    if ground.region and not player & ground.region:\n",
            "    if False:\n",
        ),
    ),
    # Groups.
    "group-that-needs-two-more": fault(
        "A push may take two off what a group needs",
        ("groups", "count + least(landing, player)", "1 + count + least(landing, player)"),
    ),
    "group-of-the-box-after": fault(
        "Before a push, a box of a group needs alone what it needs where it lands",
        ("groups", "before, after = excess + least(box, region),", "before, after = excess + least(landing, box),"),
    ),
    "dead-group-that-is-left": fault(
        "The pushes of a dead group are not looked at",
        ("groups", "if before > after and", "if before < INFINITE and before > after and"),
    ),
    "group-that-may-stay": fault(
        "A group on goals may need pushes",
        ("groups", "for goal in bits(boxes)) > 0:", "for goal in bits(boxes)) > 2:"),
    ),
    "group-that-may-stay-backwards": fault(
        "Backwards, a group where boxes stood at first may need pushes",
        (
            "groups",
            "not ends and (self._first is None or region & self._first[1])",
            "not ends and self._first is None",
        ),
    ),
    "group-with-any-player": fault(
        "A group counts wherever the player is",
        ("groups", "                    if player & region:\n", "                    if region:\n"),
    ),
    "group-with-some-boxes": fault(
        "A group counts where a box of it is missing",
        (
            "groups",
            "            rest = boxes & begun.later\n",
            "            rest = boxes & begun.later or begun.later\n",
        ),
    ),
    "groups-that-overlap": fault(
        "Groups that share a box add up",
        ("groups", "        if not taken & -group:\n", "        if True:\n"),
    ),
    "groups-backwards-are-pushed": fault(
        "Backwards, pushes of a group are looked at, not pulls",
        ("groups", "        if self._first is None:\n", "        if True:\n"),
    ),
    "groups-though-not-frozen": fault(
        "Groups on the board of frozen boxes count without these",
        ("groups", "if not self._ground.holds(boxes, player) or alone >= INFINITE:", "if alone >= INFINITE:"),
    ),
    "groups-over-prices-of-another-board": fault(
        "Groups may rest on prices of another board",
        ("evidence", "prices is None or prices.ground is not ground or", "prices is None or"),
    ),
    "groups-over-prices-of-another-direction": fault(
        "Groups may rest on prices of the other direction of play",
        (
            "evidence",
            "prices.ground is not ground or (fact.prices in self._backwards) != fact.backwards:",
            "prices.ground is not ground:",
        ),
    ),
    "groups-in-version-one": fault(
        "A certificate of version 1 may hold groups",
        ("verify", "if line.startswith(_SECOND) and", "if False and"),
    ),
    "excess-of-nothing": fault(
        "The excess of a group may be 0",
        ("text", "else number(excess, least=1), read_pattern", "else number(excess), read_pattern"),
    ),
    # Areas.
    "area-without-a-goal": fault(
        "A goal may be outside an area", ("areas", "if ground.grid.goals & ~squares:", "if False:")
    ),
    "waste-of-one-more": fault(
        "Each push wastes one more", ("areas", "else 1 + after - before", "else 2 + after - before")
    ),
    "waste-from-any-side": fault(
        "What a push wastes does not depend on the side from which the box comes",
        ("areas", "behind(box, landing)), self", "landing), self"),
    ),
    "pushes-into-an-area-waste-outside": fault(
        "A push into an area wastes outside",
        ("areas", "0 if landing & area.squares and waste < INFINITE else waste", "waste"),
    ),
    "pushes-outside-forgotten": fault(
        "The pushes of groups outside are not looked at",
        (
            "areas",
            "for box, landing in grid.pushes(boxes, region):\n            waste",
            "for box, landing in ():\n            waste",
        ),
    ),
    "solved-inside": fault(
        "A state inside may be solved", ("areas", "if boxes == self._area.ground.grid.goals:", "if False:")
    ),
    "pushes-inside-forgotten": fault(
        "The pushes of boxes inside are not looked at", ("areas", "        yield from grid.pushes(boxes, region)\n", "")
    ),
    "entries-forgotten": fault(
        "No box enters an area", ("areas", "                if box & outside:\n", "                if False:\n")
    ),
    "boxes-leave-an-area": fault(
        "Boxes that leave an area are forgotten",
        ("areas", "after = (boxes & ~box | landing) & self._area.squares", "after = boxes & ~box | landing"),
    ),
    "player-anywhere-inside": fault(
        "The player of a state inside may be anywhere",
        ("areas", "            if player & region:\n", "            if True:\n"),
    ),
    "outside-another-area": fault(
        "What is wasted outside another area counts", ("evidence", " or outside.area is not self._area_of(fact)", "")
    ),
    # Frozen boxes.
    "frozen-that-can-move": fault(
        "The pushes of frozen boxes are not looked at",
        (
            "frozen",
            "    pushes_are_covered(ground, boxes, region, earlier)\n",
            "",
        ),
    ),
    "frozen-in-any-region": fault(
        "Boxes are frozen wherever the player is",
        (
            "ground",
            "boxes & self.fixed == self.fixed and player & self.region != 0",
            "boxes & self.fixed == self.fixed",
        ),
    ),
    "frozen-though-not-there": fault(
        "What holds where boxes are frozen holds without them",
        (
            "ground",
            "boxes & self.fixed == self.fixed and player & self.region != 0",
            "player & self.region != 0",
        ),
    ),
    "frozen-for-all-states": fault(
        "What holds where boxes are frozen holds in all states",
        ("ground", "return not self.fixed or (", "return True or ("),
    ),
    "frozen-forgets-the-others": fault(
        "Boxes frozen on the board of other frozen ones are frozen without these",
        (
            "frozen",
            "ground.grid.squares(fixed)), fixed, region,",
            "ground.grid.squares(fixed)), boxes, region,",
        ),
    ),
    "frozen-with-the-player-anywhere": fault(
        "The region of frozen boxes is all other floor",
        (
            "frozen",
            "fixed, region, ground.look,",
            "fixed, ground.grid.floor & ~boxes, ground.look,",
        ),
    ),
    # Potentials.
    "too-few-heights": fault(
        "There may be fewer heights than squares",
        ("heights", "if len(heights) != len(squares):", "if len(heights) > len(squares):"),
        ("heights", "zip(squares, heights, strict=True)", "zip(squares, heights)"),
    ),
    "step-of-two": fault(
        "Neighbours may differ by 2",
        ("heights", "height[square])) > 1 for", "height[square])) > 2 for"),
    ),
    "steps-to-the-right-alone": fault(
        "Only the heights of squares side by side in a row are compared",
        ("heights", "for step in ground.grid.steps]", "for step in ground.grid.steps[2:]]"),
    ),
    "count-uphill": fault(
        "Pushes count by the heights the wrong way round",
        (
            "ground",
            "self.height.get(before, 0) - self.height.get(after, 0)",
            "self.height.get(after, 0) - self.height.get(before, 0)",
        ),
    ),
    "count-from-the-box": fault(
        "What a push counts goes by where the box is and comes to",
        ("ground", "return box * box // landing", "return landing"),
    ),
    "player-below": fault(
        "The player's height is not taken off",
        ("evidence", "return {square: -height for", "return {square: 0 for"),
    ),
    "first-height-forgotten": fault(
        "Backwards, the height where the player was first is not taken off",
        ("evidence", "height - ground.height[self.first[1]] for", "height for"),
    ),
    "back-as-forwards": fault(
        "Backwards, the player's height is taken off, not added",
        (
            "evidence",
            "{square: height - ground.height[self.first[1]] for",
            "{square: ground.height[self.first[1]] - height for",
        ),
    ),
    # Balances.
    "balance-the-wrong-way": fault(
        "Where two sides meet, the balance is turned round",
        ("states", "return costs[0] - costs[1] if costs", "return costs[1] - costs[0] if costs"),
    ),
    "balance-of-rests-the-wrong-way": fault(
        "The balance of rests has the sign of the other side",
        ("states", "if 2 * cost - self.balance", "if 2 * cost + self.balance"),
    ),
    "balance-counts-twice": fault(
        "The balance of the states before two sides meet counts twice",
        ("states", "2 * cost + self.rests.balance(boxes, player)", "2 * cost + 2 * self.rests.balance(boxes, player)"),
    ),
    "balance-by-pushes": fault(
        "What a balance shows of pushes counts as moves",
        ("states", "if bound in self._facts.of_moves else self._push for", "if True else self._push for"),
    ),
    "balance-by-any-prices": fault(
        "A balance may be by prices of the other direction, or of the board of frozen boxes",
        (
            "evidence",
            "prices is None or prices.ground.fixed or (number in self._backwards) != backwards:",
            "prices is None:",
        ),
    ),
    # Pushes that come first.
    "closing-without-a-box": fault(
        "A closing square needs no box",
        (
            "first_pushes",
            "if not closing or closing & ~boxes:",
            "if not closing:",
        ),
    ),
    "closing-of-any-kind": fault(
        "Any boxes can be pushed first",
        (
            "first_pushes",
            '            raise Rejected("a closing box may have to wait for another push")\n',
            "            continue\n",
        ),
        ("first_pushes", 'raise Rejected("the closing boxes need not be pushed")', "pass"),
    ),
    "closing-that-may-stay": fault(
        "Closing boxes count though none of them has to be pushed",
        (
            "first_pushes",
            "    if not closing & ~grid.goals and not grid.goals & ~outside & ~boxes:\n",
            "    if False:\n",
        ),
    ),
    "closing-with-goals-outside": fault(
        "An empty goal outside shows that a closing box has to be pushed",
        (
            "first_pushes",
            "not grid.goals & ~outside & ~boxes",
            "not grid.goals & ~boxes",
        ),
    ),
    "closing-that-has-to-wait": fault(
        "A closing box's push that is impossible now is left out for good",
        (
            "first_pushes",
            '            raise Rejected("a closing box may have to wait for another push")\n',
            "            continue\n",
        ),
    ),
    "closing-that-leaves": fault(
        "The push of a closing box may end outside, in the way of the others",
        (
            "first_pushes",
            "if (box, landing) not in now or landing & outside:",
            "if (box, landing) not in now:",
        ),
    ),
    "closing-inside-now": fault(
        "Outside is where the player can walk now, not where he could without the other boxes",
        (
            "first_pushes",
            "    outside = grid.reachable(region, closing)\n",
            "    outside = region\n",
        ),
    ),
    "closing-that-is-dead-now": fault(
        "A closing box's push that is dead now, with all boxes, is left out for good",
        (
            "first_pushes",
            "bound(closing ^ box ^ landing, box) >= INFINITE",
            "bound(boxes ^ box ^ landing, box) >= INFINITE",
        ),
    ),
    "closing-at-a-price": fault(
        "A closing box's push is left out when the next state needs any push",
        (
            "first_pushes",
            "bound(closing ^ box ^ landing, box) >= INFINITE",
            "bound(closing ^ box ^ landing, box) >= 1",
        ),
    ),
    "closing-for-moves": fault(
        "Closing boxes are pushed first where moves count, too",
        (
            "states",
            "            if entry.closing:\n"
            '                raise Rejected("pushes that come first may take more moves")\n',
            "",
        ),
        (
            "states",
            "in grid.pushes(boxes, squares):",
            "in (p for p in grid.pushes(boxes, squares) if not entry.closing or p[0] & entry.closing):",
        ),
    ),
    "closing-backwards": fault(
        "Closing boxes are pulled first in play backwards",
        (
            "states",
            "        if entry.closing:\n"
            '            raise Rejected("backwards there are no closing boxes")\n'
            "        for box, before, player in self._grid.pulls(entry.boxes, self._region",
            "        for box, before, player in self._grid.pulls(entry.boxes, self._region",
        ),
        (
            "states",
            "player in self._grid.pulls(entry.boxes, self._region(entry)):\n",
            "player in self._grid.pulls(entry.boxes, self._region(entry)):\n"
            "            if entry.closing and not box & entry.closing:\n"
            "                continue\n",
        ),
    ),
    # States.
    "fewer-boxes": fault(
        "A state may have another number of boxes, and prices are paid for goals without a box",
        (
            "states",
            "boxes.bit_count() != self._boxes or here.bit_count() != 1",
            "here.bit_count() != 1",
        ),
    ),
    "two-players": fault(
        "A state may have several squares for its player",
        (
            "states",
            "or here.bit_count() != 1 or here & boxes",
            "or here & boxes",
        ),
    ),
    "player-on-a-box": fault(
        "The player of a state may stand on a box",
        (
            "states",
            "or here.bit_count() != 1 or here & boxes",
            "or here.bit_count() != 1",
        ),
    ),
    "key-forgets-the-player": fault(
        "States with the same boxes are the same",
        (
            "states",
            "if player & entered[0]:",
            "if True:",
        ),
    ),
    "key-forgets-the-square": fault(
        "Where moves count, states with the same region are the same",
        ("states", "here = entry.player if self._move else", "here ="),
    ),
    "walk-is-free": fault(
        "One can walk from a listed state to another one at no cost",
        ("states", "(cost + moves * self._move for moves, part in walks", "(cost for moves, part in walks"),
    ),
    "walk-through-boxes": fault(
        "One can walk from a listed state to another one through boxes",
        ("states", "self._grid.walks(player, boxes) if listed", "self._grid.walks(player, 0) if listed"),
    ),
    "meeting-without-ends": fault(
        "Where two sides meet, ends of solutions need not be listed",
        ("states", "        self.rests.check_start(())\n", ""),
    ),
    "meeting-anywhere": fault(
        "Two sides meet at any cost, also where a rest is deeper than what is listed",
        ("states", "if 2 * cost + self.rests.balance(boxes, player) >= 2 *", "if True or 2 *"),
    ),
    "meeting-too-early": fault(
        "Two sides may meet one too early",
        ("states", "(self._limit - self._aim.depth)", "(self._limit - self._aim.depth - 1)"),
    ),
    "meeting-without-rests": fault(
        "Where two sides meet, what is listed of rests does not matter",
        ("states", "cost + self.rests.nearest(boxes, player) >= self._limit", "True"),
    ),
    "rests-are-open": fault(
        "What a pull leads to need not be listed where two sides meet",
        ("states", "if 2 * cost - self.balance(boxes, player) >= 2 * self._aim.depth:", "if True:"),
    ),
    "rests-without-walks": fault(
        "Where two sides meet, the player does not walk between pulls",
        ("states", "in self._grid.walks(entry.player, entry.boxes):", "in [(0, entry.player)]:"),
    ),
    "state-twice": fault(
        "A state may be in the set twice, with two costs",
        (
            "states",
            "        if self._find_entry(boxes, entry.player):\n",
            "        if False:\n",
        ),
        (
            "states",
            "self._listed[boxes] = (*self._listed.get(boxes, ()), (here, entry.cost))",
            "self._listed[boxes] = ((here, entry.cost), *self._listed.get(boxes, ()))",
        ),
    ),
    "solved-is-not-noticed": fault(
        "A solved state may cost less than claimed",
        (
            "states",
            "        if entry.cost < self._limit and self._ends(boxes, here):\n",
            "        if False:\n",
        ),
    ),
    "solved-at-one-less": fault(
        "A solved state may cost one less than claimed",
        (
            "states",
            "if entry.cost < self._limit and self._ends",
            "if entry.cost + 1 < self._limit and self._ends",
        ),
    ),
    "remembered-of-the-boxes": fault(
        "What a fact shows of a state is remembered for all states with these boxes",
        (
            "states",
            "lru_cache(_REMEMBERED)(self._cost_left)",
            "lambda bound, boxes, player: self._by_boxes.setdefault("
            "(bound, boxes), self._cost_left(bound, boxes, player))",
        ),
        (
            "states",
            "        self._left = ",
            "        self._by_boxes: dict[tuple[Bound, int], float] = {}\n        self._left = ",
        ),
    ),
    "listed-at-any-cost": fault(
        "A listed state may cost more there than on the way to it",
        (
            "states",
            "if entered is not None and entered[1] <= cost:",
            "if entered is not None:",
        ),
    ),
    "ruled-out-at-one-less": fault(
        "A fact rules a state out when it shows one push less than claimed",
        (
            "states",
            "if cost + self._left(bound, boxes, player) >= self._limit:\n",
            "if cost + self._left(bound, boxes, player) + 1 >= self._limit:\n",
        ),
    ),
    "any-fact-rules-out": fault(
        "Of several named facts, one that does not show too much is enough",
        (
            "states",
            "        for bound in bounds:\n            if cost + self._left",
            "        shown: float = 0\n        for bound in bounds:\n            shown += cost + self._left",
        ),
        (
            "states",
            "(bound, boxes, player) >= self._limit:\n                return True\n        return bool(self._move)",
            "(bound, boxes, player)\n        return shown >= self._limit or bool(self._move)",
        ),
    ),
    "one-push-more": fault(
        "A state needs one push more than a fact shows, whatever the parity",
        (
            "states",
            "(least + (least - (boxes & self._black).bit_count() + self._black_ends) % 2)",
            "(least + 1)",
        ),
    ),
    "even-for-odd": fault(
        "The parity of the pushes left is the wrong one",
        ("states", "+ self._black_ends) % 2", "+ self._black_ends + 1) % 2"),
    ),
    "even-or-odd-by-the-boxes-alone": fault(
        "The parity of the pushes ignores where the boxes go",
        ("states", "+ self._black_ends) % 2", ") % 2"),
    ),
    "even-or-odd-by-the-goals-backwards": fault(
        "Backwards, the parity of the pushes is told by the goals, not by the first boxes",
        ("states", "ends = facts.first[0] if self.backwards else self._grid.goals", "ends = self._grid.goals"),
    ),
    "walk-is-counted-twice": fault(
        "The walk to a push is counted twice",
        (
            "states",
            "entry.cost + self._push + moves * self._move, boxes ^",
            "entry.cost + self._push + 2 * moves * self._move, boxes ^",
        ),
    ),
    "costs-of-another-order": fault(
        "The second number of a cost counts first",
        (
            "states",
            "counts[0] * BASE + counts[1]",
            "counts[1] * BASE + counts[0]",
        ),
    ),
    "moves-without-the-push": fault(
        "A push costs two moves",
        (
            "states",
            "(one_cost(each.cost(1, 1)),",
            "(one_cost(each.cost(2, 1)),",
        ),
    ),
    "first-state-is-not-looked-at": fault(
        "The level's first state need not be in the set",
        (
            "verify",
            "            chosen.check_start(start or ())\n",
            "",
        ),
    ),
    "steps-are-not-looked-at": fault(
        "Steps need not lead into the set",
        (
            "verify",
            "self._each(reader, chosen.check_steps), self._each(reader, behind.check_steps)",
            "self._each(reader, lambda entry: None), self._each(reader, lambda entry: None)",
        ),
    ),
    "one-beginning-backwards": fault(
        "Backwards, the player is in the first region of the solved boxes only",
        (
            "states",
            "for part in self._grid.parts(self._grid.goals):",
            "for part in self._grid.parts(self._grid.goals)[:1]:",
        ),
    ),
    "backwards-for-moves": fault(
        "Play backwards shows something of moves, too",
        (
            "verify",
            'elif direction == "backwards" and claim.objective not in (None, Objective.PUSHES):',
            "elif False:",
        ),
    ),
    "one-share": fault(
        "Only the first of several shares is looked at",
        (
            "verify",
            "            chosen.check_start(start or ())\n",
            "            chosen.check_start(start or ())\n            return\n",
        ),
    ),
    # The file.
    "another-level": fault(
        "A certificate may be about another level",
        (
            "verify",
            "if self._wanted is not None and level != self._wanted:",
            "if self._wanted is not None and level.board.width != self._wanted.board.width:",
        ),
    ),
    "solution-that-is-none": fault(
        "The solution need not end with all boxes on goals",
        (
            "verify",
            "            if not played.valid:\n",
            '            if not played.valid and played.rule != "A2":\n',
        ),
    ),
    "solution-of-any-case": fault(
        "The case of the letters of a solution is not looked at",
        (
            "verify",
            "played = replay(level, lurd, look=self._look)",
            "played = replay(level, lurd, lenient=True, look=self._look)",
        ),
    ),
    "solution-of-any-cost": fault(
        "The solution of an optimal claim may cost more than claimed",
        (
            "verify",
            "played.metrics.pushes) != claim.cost:\n",
            "played.metrics.pushes) < claim.cost:\n",
        ),
    ),
    "no-start": fault(
        "A claim about all solutions needs no line for the first state",
        (
            "verify",
            '        if (claim.kind == "solved") != (start is None):\n',
            '        start = () if start is None and claim.kind != "solved" else start\n'
            '        if (claim.kind == "solved") != (start is None):\n',
        ),
    ),
    "second-start": fault(
        "The last of several lines for the first state counts",
        (
            "verify",
            "                if start is not None:\n"
            "                    raise Rejected(\"there is a second line 'start'\")\n",
            "",
        ),
    ),
    "solved-with-more": fault(
        "What follows a solution is not looked at",
        (
            "verify",
            "            if self.states or self.facts_read:\n",
            "            if False:\n",
        ),
    ),
    "file-that-changes": fault(
        "A file may change between two readings",
        (
            "verify",
            "        if self._digest not in (None, digest):\n",
            "        if False:\n",
        ),
    ),
    "file-that-is-cut": fault(
        "A packed file may end too early",
        (
            "verify",
            "    except (EOFError, zlib.error) as error:\n"
            '        accepted, reason = False, f"the packed file is not whole, or something else follows: {error}"\n',
            "    except (EOFError, zlib.error):\n        pass\n",
        ),
    ),
    "any-first-line": fault(
        "The first line may be that of another version",
        (
            "verify",
            "if first not in FIRST_LINES:",
            'if not lines.next().startswith("sokospec"):',
        ),
    ),
    "text-after-the-end": fault(
        "There may be text after the end",
        (
            "text",
            "        if self._stream.read(1):\n",
            "        if False:\n",
        ),
    ),
    "no-line-feed": fault(
        "The last line may end without a line feed",
        (
            "text",
            '        if not line.endswith(b"\\n"):\n',
            "        if not line:\n",
        ),
        (
            "text",
            'return line[:-1].decode("ascii")',
            'return line.rstrip(b"\\n").decode("ascii")',
        ),
    ),
    "leading-zeros": fault(
        "A number may have leading zeros",
        (
            "text",
            'NUMBER = re.compile(r"0|-?[1-9][0-9]{0,8}")',
            'NUMBER = re.compile(r"-?[0-9]{1,9}")',
        ),
    ),
    "digits-of-other-scripts": fault(
        "A line may have letters and digits that are not ASCII",
        (
            "text",
            '        if not line.isascii():\n            raise Rejected("a certificate must be plain ASCII")\n',
            "",
        ),
        (
            "text",
            'return line[:-1].decode("ascii")',
            'return line[:-1].decode("utf-8", "replace")',
        ),
        (
            "text",
            'NUMBER = re.compile(r"0|-?[1-9][0-9]{0,8}")',
            'NUMBER = re.compile(r"0|-?[^\\W0]\\d{0,8}")',
        ),
    ),
    "any-space": fault(
        "Any white space may separate two numbers",
        (
            "text",
            'for part in text.split(" "))\n\n\nclass Lines',
            "for part in text.split())\n\n\nclass Lines",
        ),
    ),
    "claim-with-more": fault(
        "A claim may have more after it",
        (
            "text",
            "match = _CLAIM.fullmatch(line)",
            "match = _CLAIM.match(line)",
        ),
    ),
    "cost-with-more": fault(
        "A claimed cost may have more numbers than its objective",
        (
            "text",
            '    if len(claim.cost) != len(objective.split("-")):\n',
            '    if len(claim.cost) < len(objective.split("-")):\n',
        ),
    ),
    "row-that-is-short": fault(
        "A row of the level may be shorter than the level is wide",
        (
            "text",
            "if len(line) != width or set(line)",
            "if len(line) > width or set(line)",
        ),
    ),
    "level-with-two-players": fault(
        "A level may have two players, of whom the first counts",
        (
            "text",
            "    if len(players) != 1:\n",
            "    if not players:\n",
        ),
    ),
    "square-that-is-a-wall": fault(
        "A square of a fact may be a wall",
        (
            "text",
            "    if found not in board.beyond:\n",
            "    if found.row >= board.height:\n",
        ),
        (
            "ground",
            "not squares <= self.grid.board.beyond.keys() or self.grid.mask(squares) & ~self.grid.floor:",
            "False:",
        ),
    ),
    "squares-in-any-order": fault(
        "The squares of a fact may come in any order",
        (
            "text",
            "    if any(listed[i] >= listed[i + 1] for i in range(len(listed) - 1)):\n",
            "    if len(set(listed)) < len(listed):\n",
        ),
    ),
    "patterns-backwards": fault(
        "Patterns and frozen boxes may be about play backwards",
        (
            "text",
            '    if back and kind not in ("counting", "prices", "groups"):\n',
            "    if False:\n",
        ),
    ),
    "prices-that-rest-on-facts": fault(
        "Prices and counts may name facts that they do not rest on",
        (
            "text",
            '    if by:\n        raise Rejected(f"{kind} rests on no other fact")\n    if kind == "potential"',
            '    if kind == "potential"',
        ),
    ),
    "cost-of-a-state-with-more": fault(
        "The cost of a state may have more numbers than the objective",
        (
            "states",
            "        if len(counts) != self._counts:\n",
            "        if len(counts) < self._counts:\n",
        ),
    ),
    "state-with-more": fault(
        "A state may have more parts than the format knows",
        (
            "states",
            "if not 1 <= len(rest) <= 3:",
            "if not 1 <= len(rest):",
        ),
    ),
    "box-twice": fault(
        "A square may be named twice in a state",
        (
            "states",
            "        mask = sum(map(self._bits.get, listed, repeat(0)))\n",
            "        mask = 0\n        for name in listed:\n            mask |= self._bits.get(name, 0)\n",
        ),
        ("states", "if name not in self._bits or name in seen:", "if name not in self._bits:"),
    ),
}
