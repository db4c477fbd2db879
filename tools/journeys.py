"""Draw the journeys of values: through which functions each is handed on unchanged, as a tree of calls.

`python -m tools.journeys` draws those of `JOURNEYS`; `--root FOLDER` draws them in another checkout, made by `git
worktree add`. Someone who changes the meaning of a value reads all functions of its journey.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import click
from tools.measures.walks_of_arguments import Calls, Place
from tools.roots import ROOT
from tools.structure import calls_between, installed_sources

JOURNEYS: Mapping[str, Place] = {
    "a level in `solve`": ("sokosolve.search.astar_kernel.run", "world"),
    "a claim in `verify`": ("sokoverify.closure.check_states", "world"),
    "a network in `reduce`": ("sokogen.reductions.network_level.network_level", "network"),
}
"""The function and the parameter in which each value has its final form, and from which its journey is longest."""


def draw(calls: Calls, start: Place) -> Iterator[str]:
    """Yield the lines of the tree of a journey; each function is drawn once, where it is reached first.

    >>> import ast
    >>> calls = Calls({"a": ast.parse("def f(x): g(x); h(x)\\ndef g(y): return h(y)\\ndef h(z): return z")})
    >>> print(*draw(calls, ("a.f", "x")), sep="\\n")
    a.f
    ├─ g
    └─ h
    """
    next_places = {place: calls.next_places(place) for place in calls.walk(start)}
    children: dict[Place, list[Place]] = {place: [] for place in next_places}
    seen, waiting = {start}, [start]
    for place in waiting:
        for after in next_places[place]:
            if after not in seen:
                seen.add(after)
                children[place].append(after)
                waiting.append(after)
    yield start[0]
    yield from _branches(children, start, "")


def _branches(children: Mapping[Place, list[Place]], place: Place, margin: str) -> Iterator[str]:
    for number, child in enumerate(children[place], start=1):
        last = number == len(children[place])
        here, there = place[0].rpartition(".")[0], child[0]
        name = there.removeprefix(f"{here}.") if there.startswith(f"{here}.") else there
        yield f"{margin}{'└─' if last else '├─'} {name}"
        yield from _branches(children, child, margin + ("   " if last else "│  "))


@click.command()
@click.option("--root", type=click.Path(exists=True, path_type=Path), default=ROOT, help="The checkout to draw.")
def main(root: Path) -> None:
    """Print each journey with its number of functions."""
    calls = calls_between(installed_sources(root))
    for title, start in JOURNEYS.items():
        places = {name for name, _ in calls.walk(start)}
        modules = {calls.definitions[name].module for name in places}
        click.echo(f"{title}: {len(places)} functions in {len(modules)} modules\n")
        for line in draw(calls, start):
            click.echo(f"    {line}")
        click.echo()


if __name__ == "__main__":
    main()
