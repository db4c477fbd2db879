"""`sokospec reduce`: instances of PSPACE-complete problems, compiled into levels."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from sokocheck.application.guard import Guard, limit_words
from sokocheck.application.input_levels import content_of
from sokocheck.application.outputs import Draft, identities, open_draft
from sokocheck.application.terminal_text import json_text, warn
from sokocli.inputs import json_option, limit_options
from sokocli.options import choice_option, number_option, path_option
from sokocli.results import Exit, show_work, tell, worst
from sokospec.errors import SokobanError, quantify
from sokospec.limits import LimitReached, Limits

if TYPE_CHECKING:
    from sokogen.reductions.box_edges.box_level import BoxLevel
    from sokogen.reductions.instances import Instance
    from sokogen.reductions.network_level import NetworkLevel

_KINDS = ("qbf", "lba", "ncl")
_LAYOUTS = ("latches", "boxes")
_COUNTS = {"boxes": "box", "gadgets": "gadget", "crossings": "crossing"}


@dataclass(frozen=True, slots=True)
class _Order:
    layout: str
    tries: int
    rounds: int
    seed: int
    solution: bool
    undecided: bool
    as_json: bool
    limits: Limits


class _LevelAndSolution(NamedTuple):
    made: NetworkLevel | BoxLevel
    moves: Callable[[], int]
    lurd: Callable[[], Iterator[str]]


@click.command()
@click.argument("kind", type=click.Choice(_KINDS))
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, allow_dash=True), metavar="FILE..."
)
@click.option("--word", default="", metavar="WORD", help="For lba: word on the tape at the start.")
@click.option("--direct", is_flag=True, help="For lba: compile the machine directly, without a formula.")
@choice_option("--by", None, ("ncl",), "For qbf and lba: compile the formula by way of a constraint graph.")
@choice_option(
    "--layout",
    _LAYOUTS[0],
    _LAYOUTS,
    "For ncl and --by ncl: store the direction of each edge in latches (gadgets), or in the places of boxes.",
)
@click.option(
    "--solution",
    is_flag=True,
    help="Also print a solution if there is one, piece by piece; it may be very long.",
)
@click.option(
    "--undecided",
    is_flag=True,
    help="Do not decide the answer, because that can take exponential time.",
)
@number_option("--tries", 3, "Number of random drawings to try; the smallest level is kept.", least=1)
@number_option("--rounds", 12, "Number of rounds that shrink the level.", least=0)
@number_option("--seed", 0, "Seed of the random drawings.")
@path_option("--map OUT", "Also write the positions of gadgets and wires as JSON, for `render --map`.", into="map_file")
@limit_options(None, "for each file")
@json_option
def command(
    kind: str,
    files: tuple[str, ...],
    map_file: Path | None,
    limits: Limits,
    *,
    word: str,
    direct: bool,
    by: str | None,
    layout: str,
    solution: bool,
    undecided: bool,
    as_json: bool,
    tries: int,
    rounds: int,
    seed: int,
) -> int:
    """Compile a PSPACE-complete problem into levels that are solvable if and only if the answer is yes.

    qbf (quantified Boolean formulas): is the formula in FILE true? It is in QDIMACS, or text such as
    'forall x exists y. (x or not y)(not x or y)'.

    lba (linear bounded automata): does the machine in FILE accept --word? The machine becomes a formula that is true
    if and only if it accepts, and the formula a level. With --direct there is no formula: the player acts as the head
    of the machine, and walks from cell to cell.

    ncl (nondeterministic constraint logic): can the target edge of the constraint graph in FILE be reversed? With
    --layout boxes the graph must be planar, and the level is much smaller.

    The page 'Formulas, machines and constraint graphs' of the documentation defines all three.
    """
    if direct and kind != "lba":
        raise click.UsageError(f"--direct is for lba, not for {kind}; leave it out")
    if by and (direct or kind == "ncl"):
        raise click.UsageError("--by is for formulas, and none is compiled here; leave it out")
    if layout == "boxes" and kind != "ncl" and not by:
        raise click.UsageError("--layout boxes is for constraint graphs: ncl, or --by ncl")
    if layout == "boxes" and map_file is not None:
        raise click.UsageError("--map shows gadgets and wires, which --layout boxes does not have; choose one of them")
    if undecided and solution:
        raise click.UsageError("--solution needs the answer, which --undecided does not look for; choose one of them")
    if map_file is not None and len(files) > 1:
        raise click.UsageError("--map is for one FILE; name only one")
    order = _Order(layout, tries, rounds, seed, solution, undecided, as_json, limits)
    with nullcontext() if map_file is None else open_draft(map_file, identities(files)) as draft:
        codes = []
        for file in files:
            read = partial(_instance, kind, file, word, direct=direct, by_graph=by == "ncl")
            codes.append(_reduce_file(file, read, order, draft))
    return worst(codes)


def _instance(kind: str, file: str, word: str, *, direct: bool, by_graph: bool) -> Instance:
    from sokogen.reductions.instances import instance_of

    text = content_of(file).decode("utf-8", errors="replace")
    try:
        return instance_of(kind, text, word, direct=direct, by_graph=by_graph)
    except SokobanError as error:
        raise SokobanError(f"{file}: {error}") from None


def _reduce_file(file: str, read: Callable[[], Instance], order: _Order, draft: Draft | None) -> int:
    guard = Guard(order.limits)
    if draft is not None:
        draft.keep = False  # until all of it is there
    try:
        with guard:
            instance = read()
        return _print_reduction(file, instance, order, guard, draft)
    except LimitReached as reached:
        # What is written of a solution by then has no end: the line of JSON is not closed, and no text says solved.
        warn(f"{file}: {limit_words(reached.verdict, order.limits)}")
        return Exit.UNKNOWN


def _print_reduction(file: str, instance: Instance, order: _Order, guard: Guard, draft: Draft | None) -> int:
    from sokogen.reductions.formulas.expansion import TooManyUniversals

    drawn = None
    if order.layout == "boxes":
        # Before the answer, which may take long: not every graph has such a level.
        with show_work(f"{file}: laying out edges"), guard:
            drawn = _boxes(file, instance, order)
    answer = steps = None
    if not order.undecided:
        try:
            with show_work(f"{file}: deciding"), guard:
                answer, steps = instance.answer, instance.steps
        except TooManyUniversals as error:
            warn(f"{file}: {error}; --undecided makes the level without deciding the instance")
            return Exit.UNKNOWN
    if drawn is None:
        with show_work(f"{file}: laying out gadgets"), guard:
            drawn = _latches(instance, order, draft)
    count = None
    if answer:
        with show_work(f"{file}: counting the moves"), guard:
            count = drawn.moves()
    letters = drawn.lurd() if answer and order.solution else None
    record = {"file": file} | dict(instance.facts) | {"value": answer} | dict(drawn.made.figures)
    with guard:
        if order.as_json:
            _write_json(record | {"moves": count, "steps": steps}, drawn.made, letters)
        else:
            _write_text(instance, record, count, drawn.made)
            if letters is not None:
                tell("Solution:")
                sys.stdout.writelines(letters)
                tell("")
    return Exit.YES


def _latches(instance: Instance, order: _Order, draft: Draft | None) -> _LevelAndSolution:
    from sokogen.reductions.network_level import network_level
    from sokogen.reductions.walks import lurd, moves

    made = network_level(instance.network, tries=order.tries, rounds=order.rounds, seed=order.seed)
    if draft is not None:
        from sokogen.reductions.level_map import level_map, text_of_map

        draft.file.write(text_of_map(level_map(made, instance.title, instance.meaning)).encode())
        draft.keep = True
    return _LevelAndSolution(made, lambda: moves(made, instance.play()), lambda: lurd(made, instance.play()))


def _boxes(file: str, instance: Instance, order: _Order) -> _LevelAndSolution:
    from sokogen.reductions.box_edges.box_level import box_level
    from sokogen.reductions.box_edges.edge_play import lurd, moves
    from sokogen.reductions.box_edges.grid_drawing import CrossingError
    from sokogen.reductions.instances import FormulaByGraph, GraphInstance

    assert isinstance(instance, GraphInstance | FormulaByGraph), "refused as a usage error otherwise"
    try:
        made = box_level(instance.graph, instance.target, tries=order.tries, seed=order.seed)
    except CrossingError as error:
        raise click.UsageError(f"{file}: {error}; use --layout latches, the default, which has crossings") from None
    return _LevelAndSolution(made, lambda: moves(made, instance.reversals), lambda: lurd(made, instance.reversals))


def _write_json(record: Mapping[str, object], made: NetworkLevel | BoxLevel, letters: Iterable[str] | None) -> None:
    r"""Write a long line piece by piece; in level and solution only \n needs an escape."""
    sys.stdout.write(json_text(record)[:-1] + ', "xsb": "')
    for row in made.rows():
        sys.stdout.write(row + "\\n")
    sys.stdout.write('", "lurd": ')
    if letters is None:
        sys.stdout.write("null")
    else:
        sys.stdout.write('"')
        sys.stdout.writelines(letters)
        sys.stdout.write('"')
    sys.stdout.write("}\n")


def _write_text(
    instance: Instance, record: Mapping[str, object], count: int | None, made: NetworkLevel | BoxLevel
) -> None:
    for row in made.rows():
        tell(row)
    tell("")
    tell(f"Title: {instance.title}")
    truth = "not decided" if record["value"] is None else "false, the level has no solution"
    if count is not None:
        truth = f"true, the level has a solution of {quantify(count, 'move')}"
    parts = [quantify(made.figures[name], noun) for name, noun in _COUNTS.items()]
    size = f"{record['height']} x {record['width']} squares"
    tell(f"Comment: {truth}; {', '.join([size, *parts])}")
