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
        "A state is tested for the goal when it is generated, not when it is the cheapest",
        (
            "astar.py",
            "            set_cost(states, child, child_1, child_2, state, move)\n",
            "            set_cost(states, child, child_1, child_2, state, move)\n"
            "            if misplaced(world, scratch) + world.is_target[box] - world.is_target[landing] == 0:\n"
            "                if world.backwards == 0:\n"
            "                    states.counts[GOAL] = child\n"
            "                    lift_boxes(world, scratch)\n"
            "                    return SOLVED\n",
        ),
    ),
    "first-way-is-kept": mutant(
        "A state that is known already is skipped when it is generated again, though at less cost",
        ("astar.py", "if weight == 0 or bound >= FAR or child_1 > states.of[child, FIRST]:", "if True:"),
    ),
    "second-cost-is-ignored": mutant(
        "Of two ways of equal first cost the one found first is kept, whatever their second costs",
        ("astar.py", "(not lexicographic or child_2 >= states.of[child, SECOND])", "True"),
    ),
    "second-cost-has-no-order": mutant(
        "The queue goes on at the second cost where it was, past a state that came in below it",
        (
            "queue.py",
            "        to_layer(entry, inner, entry_state, entry_next, place, of, lexicographic, most_a_push)\n"
            "    else:\n",
            "        before = place[LEAST_RANK]\n"
            "        to_layer(entry, inner, entry_state, entry_next, place, of, lexicographic, most_a_push)\n"
            "        place[LEAST_RANK] = before\n    else:\n",
        ),
    ),
    "first-rank-is-the-largest": mutant(
        "A round of the layer begins where it did when the layer was opened, below a state that came in above it",
        (
            "queue.py",
            "        to_layer(entry, inner, entry_state, entry_next, place, of, lexicographic, most_a_push)\n"
            "    else:\n",
            "        before = place[MOST_RANK]\n"
            "        to_layer(entry, inner, entry_state, entry_next, place, of, lexicographic, most_a_push)\n"
            "        place[MOST_RANK] = before\n    else:\n",
        ),
    ),
    "dominance-costs-nothing": mutant(
        "The walk from a dominating state is not counted",
        (
            "astar.py",
            "            walk = scratch.walk[player]\n",
            "            walk = 0\n",
        ),
    ),
    "hash-alone": mutant(
        "States are equal when an unordered hash of their boxes is, their squares by exclusive or",
        (
            "store.py",
            "if states.words[index * w + i] != wanted[i]:",
            "if False:",
        ),
        (
            "store.py",
            "zobrist=rng.integers(0, 1 << 31, world.n, dtype=np.int32)",
            "zobrist=np.arange(world.n, dtype=np.int32)",
        ),
    ),
    "stops-at-the-first-meeting": mutant(
        "The search from both ends stops as soon as the two have met",
        ("astar.py", "(weight != 1 and meeting[COST] < NO_MEETING)", "meeting[COST] < NO_MEETING"),
    ),
    "one-side-meets-in-the-middle": mutant(
        "Of two searches that meet in the middle one is waited for",
        ("best_first.py", "if outcome == astar.MET and middle and", "if outcome == astar.MET and not middle and"),
    ),
    "meets-with-the-other-half-left": mutant(
        "States wait until three times their cost, and the search is over as if it were twice",
        ("astar.py", "early = middle == 1 and 2 * c1 > f1", "early = middle == 1 and 3 * c1 > f1"),
        ("astar.py", "put(states, state, 2 * c1 if early", "put(states, state, 3 * c1 if early"),
        ("astar.py", "middle * 2 * child_1)", "middle * 3 * child_1)"),
    ),
    "one-last-region": mutant(
        "The search backwards begins with the player in one of the regions around the solved boxes only",
        ("best_first.py", "build.regions(back.world, goals)", "build.regions(back.world, goals)[:1]"),
    ),
    "ida-sees-last-iterations": mutant(
        "IDA* takes states for visited that were visited below an earlier threshold",
        (
            "idastar.py",
            "stack.seen_iteration[place] == stack.control[ITERATION] and",
            "stack.seen_iteration[place] > 0 and",
        ),
    ),
    "ida-forgets-costs": mutant(
        "IDA* takes a state for visited that it has come to at a higher cost",
        ("idastar.py", "if same and stack.seen_cost[place] <= stack.cost[depth]:", "if same:"),
    ),
    "ida-next-threshold": mutant(
        "IDA* goes on with a threshold that is the last bound cut off, not the least",
        (
            "idastar.py",
            "            control[FOLLOWING] = min(control[FOLLOWING], first)\n            continue\n",
            "            control[FOLLOWING] = first\n            continue\n",
        ),
    ),
    # Distances and bounds.
    "distances-from-one-side": mutant(
        "The distances to a goal begin with the player on one side of a box on it only",
        ("tables.py", "if distance[goal, part, j] == FAR:\n", "if distance[goal, part, j] == FAR and tail == 0:\n"),
    ),
    "distances-forget-the-player": mutant(
        "Distances are looked up for the player on the first side of a box, wherever he is",
        ("expand.py", "part = world.slot_sides[slot, box, player] if slot == 0", "part = 0 if slot == 0"),
    ),
    "dead-squares-of-one-side": mutant(
        "A square is dead when a box on it cannot get to a goal with the player on its first side",
        ("tables.py", "distance.min(axis=(1, 2), initial=FAR)", "distance[:, 0].min(axis=1, initial=FAR)"),
    ),
    "dead-squares-of-one-goal": mutant(
        "A square is dead when a box on it cannot get to the first goal",
        ("tables.py", "distance.min(axis=(1, 2), initial=FAR)", "distance[:, :, 0].min(axis=1, initial=FAR)"),
    ),
    "bound-off-by-one": mutant(
        "Distances count from 1 at the goal",
        ("tables.py", "distance[goal, part, j] = 0", "distance[goal, part, j] = 1"),
    ),
    "pull-distances-forget-the-player": mutant(
        "Backwards, distances are looked up for the first side of a box",
        (
            "expand.py",
            "part = world.slot_sides[slot, landing, near]",
            "part = world.slot_sides[slot, landing, near] * (1 - world.backwards)",
        ),
    ),
    "assignment-is-not-restored": mutant(
        "Trying another row of the assignment leaves that row's price behind",
        (
            "assignment.py",
            "    return int(total - u[row] + dist[end])\n",
            "    before = u[row]\n    u[row] = dist[end]\n    return int(total - before + dist[end])\n",
        ),
    ),
    "assignment-duals-stay": mutant(
        "The prices of goals are not raised after an augmenting path",
        ("assignment.py", "                v[j] -= least - dist[j]\n", ""),
    ),
    "assignment-stays": mutant(
        "A box that is pushed keeps the goal that it had",
        (
            "assignment.py",
            "return int(total - u[row] + dist[end])",
            "return int(total - cost[row, free] + row_cost[free])",
        ),
    ),
    "pairs-overlap": mutant(
        "The excesses of pairs that share a box are added up",
        (
            "expand.py",
            "if scratch.done[i] == 0 and scratch.done[j] == 0 and scratch.done[h] == 0:",
            "if True:",
        ),
    ),
    "pairs-by-their-worst-goals": mutant(
        "The excess of a pair is the greatest over pairs of goals, not the least",
        (
            "pairs.py",
            "excess[node] = min(int(excess[node]), pushes[node] - least, DEAD - 1)",
            "excess[node] = max(int(excess[node]) % DEAD, pushes[node] - least)",
        ),
    ),
    "pairs-of-one-order": mutant(
        "The excess of a pair is taken from the distances to the goals in one order only",
        ("pairs.py", "                    int(distance[a, in_a, g]) + int(distance[b, in_b, h]),\n", ""),
    ),
    "visits-of-boxes-at-home": mutant(
        "The bound of moves has the player visit the boxes on goals too",
        ("visits.py", "        if is_target[boxes[i]] == 0:\n", "        if True:\n"),
    ),
    "potential-without-its-end": mutant(
        "Pushes count the player's ways back, and where he stands now is not taken off",
        ("expand.py", "return max(0, int(bound + world.lean_left[player]))", "return bound"),
    ),
    "potential-that-is-too-steep": mutant(
        "The potential falls by two a square, so that a push counts three",
        ("potential.py", "lean[ahead] = lean[square] + 1", "lean[ahead] = lean[square] + 2"),
    ),
    "potential-for-pushes": mutant(
        "Ways back are counted where pushes are minimised",
        (
            "features.py",
            "pushes count the player's way back too\", MOVES_FIRST, MOVES_FIRST)",
            "pushes count the player's way back too\")",
        ),
    ),
    "approach-for-pushes": mutant(
        "The walk to the next push is counted where pushes are minimised",
        (
            "features.py",
            '"bound: the walk to the next push", MOVES_FIRST, frozenset())',
            '"bound: the walk to the next push")',
        ),
    ),
    # Prunings.
    "pi-corral-for-moves": mutant(
        "PI-corral pruning is on where moves are minimised",
        ("features.py", 'where these come first", PUSHES_ALONE)', 'where these come first")'),
    ),
    "pi-corral-that-boxes-may-leave": mutant(
        "A corral passes for a PI-corral though one of its boxes can be pushed away from it",
        (
            "corral.py",
            "                    else:\n                        good = False\n                        break\n",
            "                    else:\n                        continue\n",
        ),
    ),
    "pi-corral-that-is-solved": mutant(
        "A corral is opened first though its boxes are on goals and no goal of it is empty",
        ("corral.py", "if needed and (", "if ("),
    ),
    "tunnel-for-moves": mutant(
        "The tunnel macro is on where moves are minimised",
        ("features.py", 'into a one-way tunnel is pushed on", PUSHES_ALONE)', 'into a one-way tunnel is pushed on")'),
    ),
    "tunnel-through-a-box": mutant(
        "The tunnel macro pushes on through a box in the tunnel",
        (
            "tunnel.py",
            "if occupied[ahead] == 1 or world.live[ahead] == 0:",
            "if world.live[ahead] == 0:",
        ),
    ),
    "tunnel-over-a-goal": mutant(
        "The tunnel macro pushes a box over a goal in the tunnel",
        ("tunnel.py", "while world.is_target[landing] == 0:", "while True:"),
    ),
    "no-influence-before-a-way-out": mutant(
        "A push counts as one of no influence though its box comes from a square with a way out at its side",
        ("tunnel.py", "walls[0] and walls[1] and (walls[2] or walls[3])", "walls[2] and walls[3]"),
    ),
    "no-influence-onto-a-goal": mutant(
        "A push onto a goal counts as one of no influence",
        ("tunnel.py", " or is_goal[landing] == 1:", ":"),
    ),
    "no-influence-needs-one-more": mutant(
        "A push of no influence is left out when there is no room to push on twice",
        (
            "tunnel.py",
            "if occupied[ahead] == 1 or live[ahead] == 0:",
            "if occupied[ahead] == 1 or occupied[beyond[ahead * 4 + (push & 3)]] == 1 or live[ahead] == 0:",
        ),
    ),
    "no-influence-rests-nowhere": mutant(
        "Backwards, no box stops between two walls, though it stood there at first",
        ("tunnel.py", "    rests[tables.boxes] = 1\n", ""),
    ),
    "freeze-on-goals": mutant(
        "Boxes that hold each other are dead even when all of them are on goals",
        ("freeze.py", "if held[square] == 1 and is_goal[square] == 0:", "if held[square] == 1:"),
    ),
    "freeze-by-one-dead-square": mutant(
        "A box cannot move along an axis when one of the two squares is dead",
        ("freeze.py", "(live[a] == 0 and live[b] == 0)", "live[a] == 0 or live[b] == 0"),
    ),
    "freeze-by-one-axis": mutant(
        "A box is frozen when it cannot move along the vertical axis",
        ("freeze.py", "for axis in range(0, 4, 2):", "for axis in range(0, 2, 2):"),
    ),
    "walls-that-can-move": mutant(
        "Every box on a goal counts as a wall, though it could still be pushed",
        (
            "expand.py",
            "        scratch.walls[scratch.boxes[i]] = 1\n",
            "        scratch.walls[scratch.boxes[i]] = world.is_target[scratch.boxes[i]]\n",
        ),
        ("expand.py", "    release(k, scratch.boxes, world.n, world.beyond, world.live, scratch.walls)\n", ""),
    ),
    "corral-without-a-solution": mutant(
        "The small search of a corral takes it for dead though its boxes get to goals",
        ("enclosure.py", "        sealed = off > 0\n", "        sealed = True\n"),
    ),
    "corral-never-entered": mutant(
        "The small search of a corral gives up when it has seen enough states, and takes it for dead",
        (
            "enclosure.py",
            "if states > MOST_STATES:\n                        sealed = False\n",
            "if states > 3:\n                        return True\n",
        ),
    ),
    # States and answers.
    "region-before-the-push": mutant(
        "A state is named by the region of the square on which the player's name stood before the push",
        (
            "children.py",
            "        if after < 0:\n            after = region_of(world, scratch, near)\n",
            "        if after < 0:\n            after = region_of(world, scratch, player)\n",
        ),
    ),
    "region-that-is-cut": mutant(
        "A push that cuts the player's region in two is taken for one that does not",
        ("reach.py", "if arcs > 1:", "if arcs > 2:"),
    ),
    "what-is-out-of-reach-is-forgotten": mutant(
        "Boxes and goals that the player can never get to are left out, though they do not fit together",
        ("tables.py", "        return None\n", "        pass\n"),
    ),
    "limit-is-unsolvable": mutant(
        "A search that is interrupted says that there is no solution",
        (
            "solver.py",
            "verdict, interrupted = Verdict.LIMIT_TIME, True",
            "verdict, interrupted = Verdict.UNSOLVABLE, True",
        ),
    ),
    "tunnel-is-lost-in-the-solution": mutant(
        "The solution has one push for a push through a tunnel",
        ("solution.py", "        count += 1\n", "        count = 1\n"),
    ),
    "bound-of-a-side": mutant(
        "The bound of a search from both ends is that of a side, though the meeting has proved more",
        ("best_first.py", "max(self.proved, ", "max(0, "),
    ),
    "bound-of-another-weight": mutant(
        "The bound of a search that hurries is the least of its open list, where the bounds of states have a weight",
        ("best_first.py", "-(-side.bound // self.weight)", "side.bound"),
    ),
}
