"""Marks of `render --mark`: functions from a level in the shown state to layers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType

from sokodead import DETECTORS, first_evidence
from sokodead.context import Context
from sokodead.corral import corrals
from sokodead.field import Field, field_of
from sokodead.reasons import reason_of
from sokodead.tunnels import tunnels
from sokospec.board import Level, Square, State
from sokospec.certificates import Counting, Evidence, Patterns
from sokospec.errors import SokobanError, quantify
from sokospec.limits import Limits
from sokospec.oracle import Metric, state_graph
from sokospec.rules import reachable
from sokoview.pictures.picture import Layer, Sign, list_squares

_RED, _BLUE, _VIOLET, _TEAL, _ORANGE, _YELLOW = "#c53030", "#2563eb", "#7c3aed", "#0f766e", "#dd6b20", "#d69e2e"


@dataclass(frozen=True, slots=True)
class MarkOptions:
    """Options of marks: a box, a detector, live states only, and limits."""

    box: Square | None = None
    detector: str | None = None
    live: bool = False
    limits: Limits = field(default_factory=Limits)


def _dead_squares(level: Level, _: MarkOptions) -> tuple[Layer, ...]:
    """Mark the squares from which a single box reaches no goal, wherever the player is."""
    ground = field_of(level.board)
    dead = _inside(ground, level) & ~ground.live
    return (_layer("dead squares: a box there gets to no goal", Sign.CROSS, _RED, ground.squares(dead)),)


def _tunnel_squares(level: Level, _: MarkOptions) -> tuple[Layer, ...]:
    walkable = reachable(level.board, State(frozenset(), level.player))
    squares = {square for tunnel in tunnels(level.board) for square in tunnel} & walkable
    return (_layer("tunnels: corridors one square wide", Sign.CORNERS, _BLUE, squares),)


def _corral_squares(level: Level, _: MarkOptions) -> tuple[Layer, ...]:
    context = Context.of(level)
    squares = context.field.squares(sum(corrals(context)))
    return (_layer("corrals: boxes keep the player out", Sign.STRIPES, _VIOLET, squares),)


def _box_squares(level: Level, asked: MarkOptions) -> tuple[Layer, ...]:
    """Mark where one box can be pushed while all others stand still."""
    if asked.box not in level.boxes:
        boxes = list_squares(level.boxes)
        raise SokobanError(f"--mark reach needs --box ROW,COLUMN, counted from 0, of a box; there are boxes at {boxes}")
    ground = field_of(level.board)
    box = ground.mask([asked.box])
    others = ground.mask(level.boxes) & ~box
    seen = {(box, ground.reachable(ground.mask([level.player]), others | box))}
    waiting = list(seen)
    for here, region in waiting:  # the list grows while it is read
        for pushed, landing in ground.pushes(others | here, region):
            node = (landing, ground.reachable(pushed, others | landing))
            if pushed == here and node not in seen:
                seen.add(node)
                waiting.append(node)
    squares = [square for here, _ in seen for square in ground.squares(here) if square != asked.box]
    return (
        _layer("where the marked box can be pushed", Sign.DOT, _TEAL, squares),
        _layer("the marked box", Sign.RING, _TEAL, [asked.box]),
    )


def _evidence_squares(level: Level, asked: MarkOptions) -> tuple[Layer, ...]:
    r"""Mark the boxes, the player's region and the goals of a detector's evidence, by default of the first that flags.

    >>> level = Level.parse("#####\n#@ .#\n#$  #\n#####")
    >>> [layer.label for layer in _evidence_squares(level, MarkOptions(detector="corner"))]
    ['corner: boxes that are dead', 'corner: where the player is']
    """
    if asked.detector is not None:
        evidence = DETECTORS[asked.detector](level)
        named = (asked.detector, evidence) if evidence is not None else None
    else:
        named = first_evidence(level)
    return _evidence_layers(level, *named) if named is not None else ()


def _evidence_layers(level: Level, name: str, evidence: Evidence) -> tuple[Layer, ...]:
    reason = reason_of(level, evidence)
    frozen = _layer(f"{name}: boxes on goals that stand still for good", Sign.RING, _BLUE, reason.frozen)
    match evidence[-1]:
        case Patterns():
            found = [
                _layer(f"{name}: boxes that are dead", Sign.RING, _ORANGE, reason.boxes),
                _layer(f"{name}: where the player is", Sign.TINT, _YELLOW, reason.region),
            ]
        case Counting():
            confined = f"{quantify(len(reason.boxes), 'box')} that can get to no other goals"
            goals = f"the {quantify(len(reason.goals), 'goal')} for them"
            found = [
                _layer(f"{name}: {confined}", Sign.RING, _ORANGE, reason.boxes),
                _layer(f"{name}: {goals}", Sign.STRIPES, _VIOLET, reason.goals),
            ]
        case _:
            found = [_layer(f"{name}: boxes that get to no goal", Sign.RING, _ORANGE, reason.boxes)]
    return (*([frozen] if reason.frozen else []), *found)


def _heat(level: Level, asked: MarkOptions, *, metric: Metric, who: str) -> tuple[Layer, ...]:
    """Mark how often each square holds a box, or the player, in all reachable, or all live, states."""
    graph = state_graph(level, metric, asked.limits)
    counts: dict[Square, int] = {}
    states = 0
    for state, distance in zip(graph.states, graph.distance, strict=True):
        if distance is None and asked.live:
            continue
        states += 1
        for square in state.boxes if metric is Metric.PUSHES else (state.player,):
            counts[square] = counts.get(square, 0) + 1
    kind = "live " if asked.live else ""
    if not counts:
        return (Layer(f"there are no {kind}states", Sign.HEAT, _RED, {}),)
    least, most = min(counts.values()), max(counts.values())
    shades = {square: count / most for square, count in counts.items()}  # from none, so that like shares look alike
    scale = f"from 0% (light) to {most / states:.1%} (dark)"
    found = "" if least == most else f"; the least is {least / states:.1%}"
    return (Layer(f"how often {who} is there in {states:,} {kind}states: {scale}{found}", Sign.HEAT, _RED, shades),)


def _inside(ground: Field, level: Level) -> int:
    return ground.reachable(ground.mask([level.player]), 0)


def _layer(label: str, sign: Sign, colour: str, squares: Iterable[Square]) -> Layer:
    found = dict.fromkeys(sorted(squares), 1.0)
    return Layer(label if found else f"{label} (none)", sign, colour, found)


_Marker = Callable[[Level, MarkOptions], tuple[Layer, ...]]

MARKS: MappingProxyType[str, _Marker] = MappingProxyType(
    {
        "box-heat": partial(_heat, metric=Metric.PUSHES, who="a box"),
        "player-heat": partial(_heat, metric=Metric.MOVES, who="the player"),
        "tunnels": _tunnel_squares,
        "dead": _dead_squares,
        "corrals": _corral_squares,
        "reach": _box_squares,
        "evidence": _evidence_squares,
    }
)
"""All marks by name, those that lie lowest in a picture first."""
