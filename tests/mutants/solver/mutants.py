"""Fast engines with one bug each, of the kinds that real solvers have had: texts of the sources and their replacements.

Each text stands exactly once in its file. A test says so when the engine has moved on; then the bug is to be planted
anew, at the place that does that work now.
"""

from __future__ import annotations

from typing import NamedTuple


class Change(NamedTuple):
    """A file of sokosolve, a text that stands in it once, and the text that replaces it."""

    file: str
    old: str
    new: str


class Mutant(NamedTuple):
    """What is wrong, in words, and the changes that make it so."""

    what: str
    changes: tuple[Change, ...]


def mutant(what: str, *changes: tuple[str, str, str]) -> Mutant:
    """Return a mutant."""
    return Mutant(what, tuple(Change(*change) for change in changes))


MUTANTS: dict[str, Mutant] = {
    # The search.
    "goal-test-at-generation": mutant(
        "A state is tested for the goal when generated, not when it is the cheapest",
        (
            "search/astar_kernel.py",
            "        set_cost(states, successor, first, second, state)\n",
            "        set_cost(states, successor, first, second, state)\n"
            "        if count_misplaced(world, scratch) + world.is_target[box] - world.is_target[landing] == 0:\n"
            "            if world.backwards == 0:\n"
            "                states.counts[Count.GOAL] = successor\n"
            "                return True\n",
        ),
        (
            "search/astar_kernel.py",
            "            _enter_successors(plan, world, scratch, states, state, opposite, meeting)\n",
            "            if _enter_successors(plan, world, scratch, states, state, opposite, meeting):\n"
            "                lift_boxes(scratch)\n"
            "                return Stop.SOLVED\n",
        ),
    ),
    "first-way-is-kept": mutant(
        "A known state is skipped when generated again, though at less cost",
        (
            "search/astar_kernel.py",
            "if plan.weight == 0 or bound >= INFINITE or first > states.of[successor, Column.FIRST]:",
            "if True:",
        ),
    ),
    "second-cost-is-ignored": mutant(
        "Of two ways of equal first cost the one found first is kept",
        ("search/astar_kernel.py", "lexicographic == 0 or second >= states.of[successor, Column.SECOND]", "True"),
    ),
    "second-cost-has-no-order": mutant(
        "The queue goes on past a state that came in at a lower second cost",
        (
            "search/open_list.py",
            "        _to_layer(queue, order, of, entry)\n    else:\n",
            "        before = queue.place[Place.LEAST_RANK]\n"
            "        _to_layer(queue, order, of, entry)\n"
            "        queue.place[Place.LEAST_RANK] = before\n    else:\n",
        ),
    ),
    "first-rank-is-the-largest": mutant(
        "A round of the layer begins below a state that came in above its first rank",
        (
            "search/open_list.py",
            "        _to_layer(queue, order, of, entry)\n    else:\n",
            "        before = queue.place[Place.MOST_RANK]\n"
            "        _to_layer(queue, order, of, entry)\n"
            "        queue.place[Place.MOST_RANK] = before\n    else:\n",
        ),
    ),
    "dominance-costs-nothing": mutant(
        "The walk from a dominating state is not counted",
        (
            "search/astar_kernel.py",
            "            walk = flood.moves[player]\n            c1 = states.of[other, Column.FIRST] +",
            "            walk = 0\n            c1 = states.of[other, Column.FIRST] +",
        ),
    ),
    "hash-alone": mutant(
        "States are equal when an unordered hash of their boxes is",
        (
            "search/store.py",
            "are_same(states.width, states.words, index, packed, 0)",
            "_hash_of_boxes(states.width, states.words, index) == _hash_of_boxes(states.width, packed, 0)",
        ),
        (
            "search/store.py",
            "        word = words[state * width + i]\n",
            "        for bit in range(64):\n"
            "            key ^= (64 * i + bit) * (int(words[state * width + i]) >> bit & 1)\n"
            "    for i in range(0):\n"
            "        word = words[i]\n",
        ),
    ),
    "stops-at-the-first-meeting": mutant(
        "The search from both ends stops at the first meeting",
        (
            "search/astar_kernel.py",
            "if plan.weight != 1 and meeting[Meeting.COST] < NO_MEETING:",
            "if meeting[Meeting.COST] < NO_MEETING:",
        ),
    ),
    "one-side-meets-in-the-middle": mutant(
        "Only one of two searches that meet in the middle is waited for",
        (
            "search/astar.py",
            "if outcome == Stop.MET and middle and",
            "if outcome == Stop.MET and not middle and",
        ),
    ),
    "meets-with-the-other-half-left": mutant(
        "States wait until three times their cost, and the search ends as if it were twice",
        (
            "search/astar_kernel.py",
            "waits = 2 * states.of[state, Column.FIRST] + scratch.counters[ScratchCounter.BALANCE]",
            "waits = 3 * states.of[state, Column.FIRST] + scratch.counters[ScratchCounter.BALANCE]",
        ),
        (
            "search/astar_kernel.py",
            "due = max(due, 2 * first + balance + plan.shift)",
            "due = max(due, 3 * first + balance + plan.shift)",
        ),
    ),
    "balance-counts-twice": mutant(
        "States wait by twice their balance, which falls along a way",
        (
            "search/astar_kernel.py",
            "waits = 2 * states.of[state, Column.FIRST] + scratch.counters[ScratchCounter.BALANCE]",
            "waits = 2 * states.of[state, Column.FIRST] + 2 * scratch.counters[ScratchCounter.BALANCE]",
        ),
    ),
    "balance-without-the-player": mutant(
        "Pushes count the player's way back in the balance, and his square is forgotten",
        (
            "bounds/balance.py",
            "(forward.potential.gain - backward.potential.gain).astype(np.int32)",
            "(forward.potential.gain - forward.potential.gain).astype(np.int32)",
        ),
    ),
    "nothing-is-hastened": mutant(
        "A side goes farther than before, and what has waited until then waits on",
        ("search/open_list.py", "due = min(f1, max(f1 - by, ", "due = min(f1, max(f1, "),
    ),
    "the-last-state-is-lost": mutant(
        "The state whose cost ends a side's search is taken out, though the other side may leave that part of the way",
        (
            "search/astar_kernel.py",
            "            put(plan, states, state, int(states.queue.place[Place.LEAST_F1]))  # it may be hastened yet\n",
            "",
        ),
    ),
    "pushes-have-ties": mutant(
        "Where both sides have come as far as the meeting costs, its second cost is not asked",
        (
            "search/astar.py",
            "return bound < cost or (bound == cost and is_lexicographic(self.code))",
            "return bound < cost",
        ),
    ),
    "one-last-region": mutant(
        "The search backwards begins with the player in only one of the regions around the solved boxes",
        ("search/astar.py", "build.first_squares(back.world, goals)", "build.first_squares(back.world, goals)[:1]"),
    ),
    "ida-sees-last-iterations": mutant(
        "IDA* takes states for visited that were visited below an earlier threshold",
        (
            "search/idastar.py",
            "visited.iteration[place] == stack.control[_ITERATION] and",
            "visited.iteration[place] > 0 and",
        ),
    ),
    "ida-forgets-costs": mutant(
        "IDA* takes a state for visited that it reached at a higher cost",
        ("search/idastar.py", "if same and visited.cost[place] <= path.cost[depth]:", "if same:"),
    ),
    "ida-next-threshold": mutant(
        "The next threshold of IDA* is the last bound cut off, not the least",
        (
            "search/idastar.py",
            "            control[_FOLLOWING] = min(control[_FOLLOWING], first)\n            continue\n",
            "            control[_FOLLOWING] = first\n            continue\n",
        ),
    ),
    # Upper bounds.
    "known-solution-is-one-less": mutant(
        "A known solution counts as if it cost one less",
        (
            "search/astar.py",
            "            self.learn(known)\n",
            "            self.learn([known[0] - 1, *known[1:]])\n",
        ),
    ),
    "moves-have-a-parity": mutant(
        "Bounds of moves are rounded up to the parity of the known solution, which only pushes have",
        (
            "search/astar_kernel.py",
            "    if counts_pushes_first(plan.objective):\n        f1 = with_parity",
            "    if plan.weight == 1:\n        f1 = with_parity",
        ),
    ),
    "left-out-two-too-early": mutant(
        "States are left out that can still save two on the known solution",
        ("search/astar_kernel.py", "    f1 = first + bound\n", "    f1 = first + bound + 2\n"),
    ),
    "second-cost-of-the-known-solution": mutant(
        "States of the known solution's first cost are left out, though they may cost less second",
        (
            "search/astar_kernel.py",
            "bool(second + bound // plan.order.most_a_push >= meeting[Meeting.COST_2])",
            "bool(second >= 0)",
        ),
    ),
    "ida-stops-at-the-known-first-cost": mutant(
        "IDA* stops below the known first cost, though a solution may cost less second",
        ("search/idastar.py", "following * _PAIR >= self.known", "following >= self.known // _PAIR"),
    ),
    "bound-above-the-known-solution": mutant(
        "The bound is the open list's, though above the known cost",
        ("search/astar.py", "min(together, cost)", "together"),
    ),
    # Distances and bounds.
    "distances-from-one-side": mutant(
        "The distances to a goal begin with the player on one side of it only",
        (
            "level/single_box.py",
            "pushes[target, number] == INFINITE:\n",
            "pushes[target, number] == INFINITE and tail == 0:\n",
        ),
    ),
    "distances-forget-the-player": mutant(
        "Distances are those of the player on a box's first side, wherever he is",
        ("search/evaluate.py", "number = component[walls, box, player] if walls == 0", "number = 0 if walls == 0"),
    ),
    "dead-squares-of-one-side": mutant(
        "A square is dead when it is with the player on its first side",
        (
            "level/level_tables.py",
            "pushes.min(axis=(1, 2), initial=INFINITE)",
            "pushes[:, 0].min(axis=1, initial=INFINITE)",
        ),
    ),
    "dead-squares-of-one-goal": mutant(
        "A square is dead when a box on it cannot reach the first goal",
        (
            "level/level_tables.py",
            "pushes.min(axis=(1, 2), initial=INFINITE)",
            "pushes[:, :, 0].min(axis=1, initial=INFINITE)",
        ),
    ),
    "bound-off-by-one": mutant(
        "Distances count from 1 at the goal",
        ("level/single_box.py", "pushes[target, number] = 0", "pushes[target, number] = 1"),
    ),
    "pull-distances-forget-the-player": mutant(
        "Backwards, distances are those of a box's first side",
        (
            "search/evaluate.py",
            "number = world.distances.component[walls, landing, near]",
            "number = world.distances.component[walls, landing, near] * (1 - world.backwards)",
        ),
    ),
    "assignment-is-not-restored": mutant(
        "Trying another row of the assignment leaves that row's price behind",
        (
            "bounds/assignment.py",
            "    return int(total - matching.u[row] + matching.length[end])\n",
            "    before = matching.u[row]\n    matching.u[row] = matching.length[end]\n"
            "    return int(total - before + matching.length[end])\n",
        ),
    ),
    "assignment-duals-stay": mutant(
        "The prices of goals are not raised after an augmenting path",
        ("bounds/assignment.py", "                v[j] -= least - matching.length[j]\n", ""),
    ),
    "assignment-stays": mutant(
        "A pushed box keeps its goal",
        (
            "bounds/assignment.py",
            "return int(total - matching.u[row] + matching.length[end])",
            "return int(total - matching.cost[row, free] + row_cost[free])",
        ),
    ),
    "groups-overlap": mutant(
        "Excesses of groups that share a box are added up",
        (
            "bounds/group_excess.py",
            "is_free &= chosen[members[which]] == NO_GROUP",
            "is_free &= True",
        ),
    ),
    "group-keeps-its-excess": mutant(
        "A successor keeps the excess of the group from which it took a box",
        ("bounds/group_excess.py", "        before -= choice.excess[choice.chosen[moved]]\n", "        pass\n"),
    ),
    "groups-forget-the-player": mutant(
        "The excess of a group is that of its first component",
        (
            "bounds/box_groups.py",
            "groups.excess[groups.first[group] + groups.component[groups.row[group], player]]",
            "groups.excess[groups.first[group]]",
        ),
    ),
    "pairs-of-the-square-before": mutant(
        "Dead pairs of a successor are looked up where the box was pushed from",
        (
            "bounds/group_excess.py",
            "    bit = bit_of[landing]\n    most = 0\n",
            "    bit = bit_of[scratch.boxes[moved]]\n    most = 0\n",
        ),
    ),
    "prices-are-not-paid": mutant(
        "The prices that boxes save are not charged to the goals",
        ("bounds/group_tables.py", "prices=int(prices.sum()),", "prices=0,"),
    ),
    "prices-of-groups-count-twice": mutant(
        "A group saves the prices of its goals twice",
        ("bounds/box_groups.py", "cost[index] -= prices[chosen[place]]", "cost[index] -= 2 * prices[chosen[place]]"),
    ),
    "groups-end-on-one-side": mutant(
        "The player ends in the first component of a group of goals",
        (
            "bounds/box_groups.py",
            "if sources.player < 0 or world.groups.component[row, sources.player] == number:",
            "if number == 0:",
        ),
    ),
    "alone-in-the-first-component": mutant(
        "What a box of a group needs alone is that of its first component",
        (
            "bounds/box_groups.py",
            "groups.least[box, world.distances.component[0, box, player]]",
            "groups.least[box, 0]",
        ),
    ),
    "neighbours-share-components": mutant(
        "Two boxes that only together divide the floor are said to leave it in one piece",
        (
            "bounds/box_groups.py",
            "if divides[bits[place]] == 0 and _is_apart(size, bits, place, floor):",
            "if divides[bits[place]] == 0:",
        ),
    ),
    "no-box-divides-the-floor": mutant(
        "A box in a corridor is said to leave the floor in one piece",
        (
            "bounds/box_groups.py",
            "divides[bit] = not divides_nothing(floor.square_of[bit], floor, walls)",
            "divides[bit] = 0",
        ),
    ),
    "groups-are-pushed-backwards": mutant(
        "Tables for the search backwards are those of pulls to the goals",
        (
            "bounds/box_groups.py",
            "if world.backwards == 0:  # the box came from",
            "if world.backwards <= 1:  # the box came from",
        ),
    ),
    "boxes-in-no-order": mutant(
        "The number of a group depends on which of its boxes was pushed",
        ("bounds/box_groups.py", "while place > 0 and bits[place - 1] < bit:", "while False:"),
    ),
    "nodes-are-skipped": mutant(
        "The search of groups enters the next bucket where it left the last one",
        ("bounds/box_groups.py", "        at[_TURN] = 0\n", ""),
    ),
    "potential-without-its-end": mutant(
        "The potential of the player's square is not taken off",
        ("search/evaluate.py", "return max(0, int(bound + world.potential.gain[player]))", "return bound"),
    ),
    "potential-that-is-too-steep": mutant(
        "The potential falls by two a square, so that a push counts three",
        (
            "bounds/potential.py",
            "max(0, int(flood.moves[square]) - least)",
            "2 * max(0, int(flood.moves[square]) - least)",
        ),
    ),
    "climbing-past-neighbours": mutant(
        "A step of hill climbing changes the potential of one square, whatever that of its neighbours is",
        (
            "bounds/potential.py",
            "min(max(potential[other], height - distance[other]), height + distance[other])",
            "height if distance[other] == 0 else potential[other]",
        ),
    ),
    "potential-for-pushes": mutant(
        "The potential counts where pushes are minimised",
        (
            "features.py",
            "pushes count the player's way back too\", _MOVES_FIRST, _MOVES_FIRST)",
            "pushes count the player's way back too\", EVERY)",
        ),
    ),
    # Prunings.
    "pi-corral-for-moves": mutant(
        "PI-corral pruning is on where moves are minimised",
        ("features.py", 'where these come first", _PUSHES_ALONE)', 'where these come first", EVERY)'),
    ),
    "pi-corral-that-boxes-may-leave": mutant(
        "A corral passes for a PI-corral though a push takes one of its boxes away",
        (
            "deadlocks/pi_corral.py",
            "            else:\n                return _NO_CORRAL\n",
            "            else:\n                continue\n",
        ),
    ),
    "pi-corral-that-is-solved": mutant(
        "A corral is opened first though its boxes are on goals and it has no empty goal",
        (
            "deadlocks/pi_corral.py",
            "if count == _NO_CORRAL or not _must_be_opened(fence, tail, corral, boxes, is_goal):",
            "if count == _NO_CORRAL:",
        ),
    ),
    "tunnel-for-moves": mutant(
        "The tunnel macro is on where moves are minimised",
        (
            "features.py",
            'into a one-way tunnel is pushed on", _PUSHES_ALONE)',
            'into a one-way tunnel is pushed on", EVERY)',
        ),
    ),
    "tunnel-through-a-box": mutant(
        "The tunnel macro pushes on through a box in the tunnel",
        (
            "search/tunnel.py",
            "if occupied[ahead] == 1 or floor.live[ahead] == 0:",
            "if floor.live[ahead] == 0:",
        ),
    ),
    "tunnel-over-a-goal": mutant(
        "The tunnel macro pushes a box over a goal in the tunnel",
        ("search/tunnel.py", "while world.is_target[landing] == 0:", "while True:"),
    ),
    "no-influence-before-a-way-out": mutant(
        "A push is of no influence though its box leaves a square with a way out at its side",
        ("search/tunnel.py", "walls[0] and walls[1] and (walls[2] or walls[3])", "walls[2] and walls[3]"),
    ),
    "no-influence-onto-a-goal": mutant(
        "A push onto a goal is of no influence",
        ("search/tunnel.py", " or is_goal[landing] == 1:", ":"),
    ),
    "no-influence-needs-one-more": mutant(
        "A push of no influence is left out without room for two more",
        (
            "search/tunnel.py",
            "if occupied[ahead] == 1 or live[ahead] == 0:",
            "if occupied[ahead] == 1 or occupied[beyond[ahead * 4 + (push & 3)]] == 1 or live[ahead] == 0:",
        ),
    ),
    "no-influence-rests-nowhere": mutant(
        "Backwards, no box stops between two walls, not even where it first stood",
        ("search/tunnel.py", "    rests[tables.boxes] = 1\n", ""),
    ),
    "freeze-on-goals": mutant(
        "Boxes that hold each other are dead even when all are on goals",
        ("deadlocks/freeze.py", "if frozen[square] == 1 and is_goal[square] == 0:", "if frozen[square] == 1:"),
    ),
    "freeze-by-one-dead-square": mutant(
        "One dead square of two blocks a box along an axis",
        (
            "deadlocks/freeze.py",
            "(floor.live[a] == 0 and floor.live[b] == 0)",
            "floor.live[a] == 0 or floor.live[b] == 0",
        ),
    ),
    "freeze-by-one-axis": mutant(
        "A box is frozen when blocked along the vertical axis",
        ("deadlocks/freeze.py", "for axis in range(0, 4, 2):", "for axis in range(0, 2, 2):"),
    ),
    "walls-that-can-move": mutant(
        "Every box on a goal counts as a wall, though it can be pushed",
        (
            "search/evaluate.py",
            "    mark_boxes(scratch.boxes, scratch.walls, 1)\n",
            "    for i in range(world.k):\n"
            "        scratch.walls[scratch.boxes[i]] = world.is_target[scratch.boxes[i]]\n",
        ),
        ("search/evaluate.py", "    unfreeze(world.k, scratch.boxes, world.floor, scratch.walls)\n", ""),
    ),
    "corral-without-a-solution": mutant(
        "The small search of a corral says dead though its boxes reach goals",
        (
            "deadlocks/corral.py",
            "        if _is_solved(search, state, size, is_goal):\n            return _UNPROVABLE\n",
            "",
        ),
    ),
    "corral-never-entered": mutant(
        "The small search of a corral says dead when it reaches its limit",
        (
            "deadlocks/corral.py",
            "        if states > most:\n            return _OPEN\n",
            "        if states > 2:\n            return _DEAD\n",
        ),
    ),
    # The search over feature cells.
    "macro-move-through-a-box": mutant(
        "A box on a macro move goes through another one",
        (
            "fess/macro_moves.py",
            "            if occupied[ahead] == 1 or floor.live[ahead] == 0:\n",
            "            if floor.live[ahead] == 0:\n",
        ),
    ),
    "corral-with-one-way-in": mutant(
        "Nothing is tried around a PI-corral with one push only",
        ("fess/fess_kernel.py", "            return pushes > 0\n", "            return pushes > 1\n"),
    ),
    "plan-without-steps": mutant(
        "A position counts as solved one step before the plan ends",
        (
            "fess/fess_kernel.py",
            "    packed = before[Value.PACKING] == 0\n",
            "    packed = before[Value.PACKING] <= 1\n",
        ),
    ),
    "dead-marks-go-up": mutant(
        "What a dead position follows from is marked as dead, not what follows from it",
        (
            "fess/fess_kernel.py",
            "        tree.of[position, Node.CHECKED] = DEAD\n    else:",
            "        tree.of[position, Node.CHECKED] = DEAD\n        tree.of[parent, Node.CHECKED] = DEAD\n    else:",
        ),
    ),
    # States and answers.
    "region-before-the-push": mutant(
        "A state is named by the player's region before the push",
        (
            "search/expand.py",
            "reach_after(near, floor, occupied, flood)",
            "reach_after(player, floor, occupied, flood)",
        ),
    ),
    "region-that-is-cut": mutant(
        "A push that cuts the player's region in two is taken for one that does not",
        ("level/reach.py", "return parts > 1", "return parts > 2"),
    ),
    "what-is-out-of-reach-is-forgotten": mutant(
        "Boxes and goals out of the player's reach are ignored, though they do not fit together",
        ("level/level_tables.py", "        return None\n", "        pass\n"),
    ),
    "limit-is-unsolvable": mutant(
        "An interrupted search says that there is no solution",
        (
            "solver.py",
            "verdict, interrupted = Verdict.LIMIT_TIME, True",
            "verdict, interrupted = Verdict.UNSOLVABLE, True",
        ),
    ),
    "tunnel-is-lost-in-the-solution": mutant(
        "The solution has one push for a push through a tunnel",
        ("search/solution.py", "direction, pushes)\n", "direction, 1)\n"),
    ),
    "bound-of-a-side": mutant(
        "The bound of a search from both ends is a side's, though the meeting has proved more",
        ("search/astar.py", "max(self.proved, ", "max(0, "),
    ),
    "bound-of-another-weight": mutant(
        "The bound of a weighted search is the least of its open list, weight included",
        ("search/astar.py", "-(-side.bound // self.weight)", "side.bound"),
    ),
}
