"""A reader and player of PDDL that knows nothing of Sokoban: what an export means is what it says here."""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

Fact = tuple[str, ...]
Facts = frozenset[Fact]
Tree = str | list["Tree"]
TOKEN = re.compile(r"[()]|[^\s()]+")


class Action(NamedTuple):
    """An action with variables: what must hold, what it takes away, what it adds, what it costs."""

    name: str
    parameters: tuple[tuple[str, str], ...]
    needs: tuple[Fact, ...]
    removes: tuple[Fact, ...]
    adds: tuple[Fact, ...]
    cost: int


class Task(NamedTuple):
    """A domain with a problem: the actions, the types of each object, the first state, and the goal."""

    actions: tuple[Action, ...]
    types_of: dict[str, frozenset[str]]
    start: Facts
    goal: Facts


def forms(text: str) -> list[Tree]:
    """Return the bracketed forms of a text."""
    stack: list[list[Tree]] = [[]]
    for token in TOKEN.findall(re.sub(";[^\n]*", "", text.lower())):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    (top,) = stack
    return top


def listed(tree: Tree) -> list[Tree]:
    assert isinstance(tree, list)
    return tree


def fact(tree: Tree) -> Fact:
    words = [word for word in listed(tree) if isinstance(word, str)]
    assert len(words) == len(tree), f"a fact has names alone: {tree}"
    return tuple(words)


def sections(form: Tree) -> dict[str, list[list[Tree]]]:
    found: dict[str, list[list[Tree]]] = {}
    for part in listed(form)[1:]:
        name, *rest = listed(part)
        assert isinstance(name, str)
        found.setdefault(name, []).append(rest)
    return found


def typed(words: list[Tree]) -> Iterator[tuple[str, str]]:
    """Yield each name of a typed list with its type."""
    names: list[str] = []
    rest = iter(words)
    for word in rest:
        assert isinstance(word, str)
        if word == "-":
            kind = next(rest)
            assert isinstance(kind, str)
            yield from ((name, kind) for name in names)
            names = []
        else:
            names.append(word)
    assert not names, f"{names} have no type"


def conjuncts(tree: Tree) -> list[list[Tree]]:
    parts = listed(tree)
    return [listed(part) for part in (parts[1:] if parts[0] == "and" else [parts])]


def action_of(words: list[Tree]) -> Action:
    name, *rest = words
    assert isinstance(name, str)
    fields = {key: value for key, value in zip(rest[::2], rest[1::2], strict=True) if isinstance(key, str)}
    removes, adds, cost = [], [], 0
    for effect in conjuncts(fields[":effect"]):
        if effect[0] == "not":
            removes.append(fact(effect[1]))
        elif effect[0] == "increase":
            assert effect[1] == ["total-cost"] and isinstance(effect[2], str)
            cost += int(effect[2])
        else:
            adds.append(fact(effect))
    needs = tuple(map(fact, conjuncts(fields[":precondition"])))
    return Action(name, tuple(typed(listed(fields[":parameters"]))), needs, tuple(removes), tuple(adds), cost)


def task_of(domain: str, problem: str) -> Task:
    """Return what a domain and a problem say; fails on what it does not understand."""
    (domain_form,), (problem_form,) = forms(domain), forms(problem)
    said, asked = sections(listed(domain_form)[1:]), sections(listed(problem_form)[1:])
    assert said[":requirements"] == [[":typing", ":action-costs"]]
    above = dict(typed(said[":types"][0]))
    known = {str(listed(predicate)[0]): len(list(typed(listed(predicate)[1:]))) for predicate in said[":predicates"][0]}
    types_of = {}
    for name, kind in typed(asked[":objects"][0]):
        kinds = [kind]
        while kinds[-1] in above:
            kinds.append(above[kinds[-1]])
        assert kinds[-1] == "object"
        types_of[name] = frozenset(kinds)
    assert asked[":metric"] == [["minimize", ["total-cost"]]]
    start = []
    for one in asked[":init"][0]:
        if listed(one)[0] == "=":
            assert one == ["=", ["total-cost"], "0"]
            continue
        said_fact = fact(one)
        assert known[said_fact[0]] == len(said_fact) - 1 and set(said_fact[1:]) <= types_of.keys()
        start.append(said_fact)
    assert len(set(start)) == len(start)
    goal = frozenset(map(fact, conjuncts(asked[":goal"][0][0])))
    return Task(tuple(map(action_of, said[":action"])), types_of, frozenset(start), goal)


def bindings(task: Task, action: Action, held: dict[str, list[Fact]]) -> Iterator[dict[str, str]]:
    """Yield every way to give the parameters objects such that what the action needs is among the facts held."""

    def match(needs: list[Fact], bound: dict[str, str]) -> Iterator[dict[str, str]]:
        if not needs:
            if all(kind in task.types_of[bound[name]] for name, kind in action.parameters):
                yield bound
            return
        # What has the fewest names still open goes next, so that few facts fit.
        pattern = min(needs, key=lambda need: sum(variable not in bound for variable in need[1:]))
        rest = [need for need in needs if need is not pattern]
        for one in held.get(pattern[0], ()):
            more = dict(bound)
            pairs = zip(pattern[1:], one[1:], strict=True)
            if all(more.setdefault(variable, value) == value for variable, value in pairs):
                yield from match(rest, more)

    yield from match(list(action.needs), {})


def successors(task: Task, state: Facts) -> Iterator[tuple[str, int, Facts]]:
    """Yield every action that can be taken, as a line of a plan, with its cost and the state after it."""
    held: dict[str, list[Fact]] = {}
    for one in state:
        held.setdefault(one[0], []).append(one)
    for action in task.actions:
        for bound in bindings(task, action, held):

            def filled(facts: tuple[Fact, ...], bound: dict[str, str] = bound) -> Facts:
                return frozenset((one[0], *(bound[variable] for variable in one[1:])) for one in facts)

            line = " ".join((action.name, *(bound[name] for name, _ in action.parameters)))
            yield f"({line})", action.cost, state - filled(action.removes) | filled(action.adds)


def cheapest_plan(task: Task) -> tuple[int, list[str]] | None:
    """Return the least cost of a plan and such a plan, None where there is none: Dijkstra's algorithm."""
    ticket = count()
    queue: list[tuple[int, int, Facts, list[str]]] = [(0, next(ticket), task.start, [])]
    done: set[Facts] = set()
    while queue:
        cost, _, state, plan = heapq.heappop(queue)
        if task.goal <= state:
            return cost, plan
        if state in done:
            continue
        done.add(state)
        for line, more, after in successors(task, state):
            if after not in done:
                heapq.heappush(queue, (cost + more, next(ticket), after, [*plan, line]))
    return None
