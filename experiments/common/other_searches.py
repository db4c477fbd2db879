"""Savitch's question with other amounts of space and time: four metered ways to search.

Each tells whether a goal can be reached from the start in at most `horizon` steps (or at all, without a horizon).
"""

from __future__ import annotations

from itertools import islice

from sokocourse.space_and_time import Account, Cost
from sokospec.limits import Limits
from sokospec.oracle.space import counter_bits
from sokospec.oracle.systems import C, System, configurations


def layers(system: System[C], horizon: int, limits: Limits | None = None) -> Cost:
    """Search breadth first without a closed set: two layers are held, and configurations come up repeatedly.

    >>> from sokospec.oracle.systems import Graph
    >>> layers(Graph([[1], [2], [0]], start=0, goals=[]), horizon=9)
    Cost(answer=False, work=9, peak_bits=10)
    """

    def search(account: Account) -> bool:
        layer = {system.start: None}  # a dict, for the order
        account.space.hold(system.bits + counter_bits(horizon))
        for depth in range(horizon + 1):
            if any(system.is_goal(configuration) for configuration in layer):
                return True
            if depth == horizon:
                break
            following: dict[C, None] = {}
            for configuration in layer:
                for after in system.successors(configuration):
                    account.look(depth)
                    if after not in following:
                        following[after] = None
                        account.space.hold(system.bits)
            account.space.release(len(layer) * system.bits)
            layer = following
        return False

    return Account(system, limits).cost_of(search)


def deepen(system: System[C], horizon: int, limits: Limits | None = None) -> Cost:
    """Search depth first to depth 0, 1, 2, ... up to the horizon: only one path is held, and time is exponential in it.

    A path has the configurations on it, each once, and the successor being tried for each. The last depth is one at
    which nothing was cut off.

    >>> from sokospec.oracle.systems import Graph
    >>> deepen(Graph([[1], [2], [0]], start=0, goals=[2]), horizon=9)
    Cost(answer=True, work=3, peak_bits=22)
    """

    def search(account: Account) -> bool:
        account.space.hold(2 * counter_bits(horizon))  # the horizon, and the depth
        for depth in range(horizon + 1):
            found, cut_off = _deeper(system, [system.start], depth, account)
            if found:
                return True
            if not cut_off:
                return False
        return False

    return Account(system, limits).cost_of(search)


def _deeper(system: System[C], path: list[C], depth: int, account: Account) -> tuple[bool, bool]:
    """Tell whether the path continues to a goal within the given steps, and whether it might with more.

    Only the path and a number for each configuration on it are held: successor i is recomputed from the first. Without
    recursion, as a path may be longer than Python's stack.
    """
    tried = [0]
    cut_off = False
    found = system.is_goal(path[-1])
    account.space.hold(2 * system.bits)
    while path and not found:
        after = None
        if len(tried) <= depth:
            after = next(islice(system.successors(path[-1]), tried[-1], None), None)
        else:
            cut_off = True
        if after is None:
            path.pop()
            tried.pop()
            account.space.release(2 * system.bits)
            continue
        account.look(depth)
        tried[-1] += 1
        if after not in path:
            path.append(after)
            tried.append(0)
            account.space.hold(2 * system.bits)
            found = system.is_goal(after)
    account.space.release(2 * system.bits * len(path))
    return found, cut_off


def marks(system: System[C], limits: Limits | None = None) -> Cost:
    """Search with two bits for every configuration, met and done, by its place in the order.

    >>> from sokospec.oracle.systems import Graph
    >>> marks(Graph([[1], [2], [0]], start=0, goals=[2]))
    Cost(answer=True, work=6, peak_bits=16)
    """

    def search(account: Account) -> bool:
        account.space.hold(4 * system.bits)  # two configurations and their places
        met = [configuration == system.start for configuration in configurations(system)]
        done = [False] * len(met)
        account.space.hold(2 * len(met))
        changed = True
        while changed:
            changed = False
            for here, before in enumerate(configurations(system)):
                if not met[here] or done[here]:
                    continue
                if system.is_goal(before):
                    return True
                done[here] = changed = True
                for there, after in enumerate(configurations(system)):
                    account.look(here)
                    met[there] = met[there] or system.step(before, after)
        return False

    return Account(system, limits).cost_of(search)


def whole_graph(system: System[C], limits: Limits | None = None) -> Cost:
    """Build the graph of all reachable configurations, then label backwards those that lead to a goal.

    Held are the configurations, a label of one bit for each, and the steps as pairs of places.

    >>> from sokospec.oracle.systems import Graph
    >>> whole_graph(Graph([[1], [2], [0]], start=0, goals=[2]))
    Cost(answer=True, work=3, peak_bits=23)
    """

    def search(account: Account) -> bool:
        places = {system.start: 0}
        edges: list[tuple[int, int]] = []
        met = [system.start]
        account.space.hold(system.bits + 1)
        for here, configuration in enumerate(met):  # the list grows while it is read
            for after in system.successors(configuration):
                account.look(here)
                if after not in places:
                    places[after] = len(met)
                    met.append(after)
                    account.space.hold(system.bits + 1)
                account.space.hold(2 * system.bits)
                edges.append((here, places[after]))
        leads = [system.is_goal(configuration) for configuration in met]
        changed = True
        while changed:
            changed = False
            for here, there in reversed(edges):
                if leads[there] and not leads[here]:
                    leads[here] = changed = True
        return leads[0]

    return Account(system, limits).cost_of(search)
