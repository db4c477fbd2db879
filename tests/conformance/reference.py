"""The answers of the reference engine to the requests of the conformance suite: where every expectation comes from."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from io import BytesIO
from typing import cast

from conformance.schema import OBJECTIVES
from sokospec.board import Board, Direction, Level, Square, level_defects
from sokospec.certificates.verify import verify
from sokospec.conformance import Fields, Json
from sokospec.errors import Defect, IllegalStep, InvalidLevel, ParseError
from sokospec.formats import Reading, Recording, Row, level_of, parse_level, read_bytes
from sokospec.formats import lurd as lurd_text
from sokospec.formats.xsb import board_rows
from sokospec.history import History
from sokospec.limits import require_verdict
from sokospec.oracle import Metric, Objective, Verdict, perft, search_exhaustively, state_graph
from sokospec.replay import DIRECTION_OF, Replay, replay
from sokospec.rules import is_push, normalise, pushes, reachable, step


def game(given: Fields) -> Level:
    """Return the level of a request, which draws it in plain XSB, one row a line, without any margin."""
    drawing = cast(str, given["level"])
    level = level_of(rows(drawing), Reading(lenient=bool(given.get("open", False)))).level
    # Nothing may be trimmed away, or squares would be counted from another corner than the text's.
    if level is None or board_rows(level.board, level.state) != padded(drawing):
        raise ValueError(f"not a level in plain XSB without a margin:\n{drawing}")
    return level


def padded(drawing: str) -> list[str]:
    """Return the lines of a drawing, all as long as the longest."""
    lines = drawing.split("\n")
    return [line.ljust(max(map(len, lines))) for line in lines]


def rows(drawing: str) -> list[Row]:
    """Return the rows of a drawing in plain XSB."""
    return [Row(line, number, range(1, len(line) + 1)) for number, line in enumerate(drawing.split("\n"), start=1)]


def squares(found: Iterable[Square]) -> list[list[int]]:
    """Return squares as lists [row, column], in row order."""
    return [list(square) for square in sorted(found)]


def rule_ids(defects: Iterable[Defect]) -> list[str]:
    """Return the rules that are broken, each once, in order."""
    return sorted({defect.rule for defect in defects})


def placed(defects: Iterable[Defect]) -> list[Json]:
    """Return defects with their places; where the XML of an SLC file is wrong (F11) depends on who reads the XML."""
    return [
        {"rule": rule, "line": None if rule == "F11" else line, "column": None if rule == "F11" else column}
        for rule, _, line, column in defects
    ]


def answer_defects(given: Fields) -> Fields:
    """Return the rules that a drawing breaks, and the warnings about one that is a level."""
    drawn = level_of(rows(cast(str, given["level"])), Reading())
    return {"defects": rule_ids(drawn.defects), "warnings": rule_ids(drawn.warnings)}


def answer_pieces(given: Fields) -> Fields:
    """Return the rules that a board with pieces breaks, walls and pieces given as squares."""

    def listed(key: str) -> list[Square]:
        return [Square(row, column) for row, column in cast(Sequence[Sequence[int]], given[key])]

    board = Board(
        cast(int, given["width"]), cast(int, given["height"]), frozenset(listed("walls")), frozenset(listed("goals"))
    )
    return {"defects": rule_ids(level_defects(board, listed("boxes"), listed("players")))}


def answer_steps(given: Fields) -> Fields:
    """Return, for each direction, the rule that decides a step in it."""
    level = game(given)

    def deciding(direction: Direction) -> str:
        try:
            return "T3" if is_push(level.state, step(level.board, level.state, direction)) else "T2"
        except IllegalStep as error:
            return error.rule

    return {direction.letter: deciding(direction) for direction in Direction}


def answer_walk(given: Fields) -> Fields:
    """Return the reachable squares, the player of the normalised state, and the possible pushes."""
    level = game(given)
    return {
        "reachable": squares(reachable(level.board, level.state)),
        "normalised": list(normalise(level.board, level.state).player),
        "pushes": [
            {"box": list(push.box), "direction": push.direction.letter} for push, _ in pushes(level.board, level.state)
        ],
    }


def answer_replay(given: Fields) -> Fields:
    """Return what a replay says."""
    outcome = replay(game(given), cast(str, given["lurd"]), lenient=given["mode"] == "lenient")
    return {
        "verdict": "VALID" if outcome.valid else "INVALID",
        "at": outcome.at,
        "rule": outcome.rule,
        "solved": outcome.solved,
        "metrics": asdict(outcome.metrics),
        "boxes": squares(outcome.final.boxes),
        "player": list(outcome.final.player),
        "corrected": outcome.lurd,
        "repairs": [repair.at for repair in outcome.repairs],
    }


def answer_same(given: Fields) -> Fields:
    """Return whether two plays end in the same state, exactly and up to walking."""
    level = game(given)
    plays = [replay(level, lurd) for lurd in cast(Sequence[str], given["lurds"])]
    if any(play.rule not in (None, "A2") for play in plays):
        raise ValueError(f"not both legal: {given['lurds']}")
    one, other = (play.final for play in plays)
    return {
        "same": one == other,
        "same_up_to_walking": normalise(level.board, one) == normalise(level.board, other),
    }


def answer_play(given: Fields) -> Fields:
    """Return the result of each action of a play, `<` for undo and `>` for redo, and where it ends."""
    level = game(given)
    history = History(level)
    results: list[str] = []
    for action in cast(str, given["actions"]):
        if action in "<>":
            results.append("done" if (history.undo() if action == "<" else history.redo()) else "nothing")
            continue
        try:
            history.do(DIRECTION_OF[action])
            results.append("done")
        except IllegalStep:
            results.append("illegal")
    return {
        "results": results,
        "lurd": history.lurd,
        "metrics": asdict(replay(level, history.lurd).metrics),
        "boxes": squares(history.state.boxes),
        "player": list(history.state.player),
    }


def answer_level(given: Fields) -> Fields:
    """Return what the oracle finds out about a level."""
    level = game(given)
    depth = cast(dict[str, int], given["depth"])
    graph = state_graph(level)
    solvable = graph.distance[0] is not None
    optima: dict[str, Json] = {}
    solutions: dict[str, Json] = {}
    for name in OBJECTIVES:
        optima[name] = None
        # A level without a solution is searched once more by each kind of search: pushes, and steps.
        if solvable or name in ("moves", "pushes"):
            answer = require_verdict(search_exhaustively(level, Objective(name)))
            if (answer.verdict is Verdict.OPTIMAL) is not solvable:
                raise ValueError(f"the oracle contradicts its own state graph:\n{level}")
            if answer.lurd is not None and answer.moves is not None and answer.pushes is not None:
                optima[name] = list(answer.objective.cost(answer.moves, answer.pushes))
                solutions[name] = {"lurd": answer.lurd, "metrics": asdict(_solution(level, answer.lurd).metrics)}
    return {
        "solvable": solvable,
        "optima": optima,
        "solutions": solutions,
        "perft": {metric.value: perft(level, depth[metric.value], metric) for metric in Metric},
        "states": len(graph.states),
        "dead": graph.dead,
    }


def _solution(level: Level, lurd: str) -> Replay:
    outcome = replay(level, lurd)
    if not outcome.valid:
        raise ValueError(f"the oracle's solution {lurd} is none:\n{level}")
    return outcome


def reading_of(given: Fields) -> Reading:
    """Return how a text is to be read."""
    reading = cast(dict[str, int], given["reading"])
    return Reading(bool(reading["lenient"]), bool(reading["close"]), reading["limit"])


def answer_single(given: Fields) -> Fields:
    """Return the only level of a text."""
    try:
        level = parse_level(cast(str, given["text"]), reading_of(given))
    except ParseError as error:
        return {"level": None, "defects": [], "error": placed([error.defect])[0]}
    except InvalidLevel as error:
        return {"level": None, "defects": placed(error.defects), "error": None}
    return {"level": str(level), "defects": [], "error": None}


def answer_read(given: Fields) -> Fields:
    """Return everything that a reader finds in a text, or in bytes."""
    text = given.get("text")
    data = base64.b64decode(cast(str, given["base64"])) if text is None else cast(str, text)
    how = reading_of(given)
    try:
        collection = read_bytes(data, how)
    except ParseError as error:
        return {"title": "", "levels": [], "plays": [], "repairs": [], "error": placed([error.defect])[0]}
    levels: list[Json] = [
        {
            "title": entry.title,
            "level": None if entry.drawn.level is None else str(entry.drawn.level),
            "properties": [list(pair) for pair in entry.properties],
            "notes": list(entry.notes),
            "recordings": [_play(recording, how.limit) for recording in entry.recordings],
            "defects": placed(entry.drawn.defects),
            "warnings": placed(entry.drawn.warnings),
            "repairs": placed(entry.drawn.repairs),
        }
        for entry in collection
    ]
    plays = [_play(recording, how.limit) for recording in collection.header.recordings]
    repairs = placed(collection.repairs)
    return {"title": collection.header.title, "levels": levels, "plays": plays, "repairs": repairs, "error": None}


def _play(recording: Recording, limit: int) -> Json:
    expanded = answer_lurd({"text": recording.lurd, "limit": limit})
    return {
        "kind": recording.kind,
        "title": recording.title,
        "lurd": expanded["steps"],
        "error": expanded["error"],
    }


def answer_lurd(given: Fields) -> Fields:
    """Return the steps that a LURD text stands for."""
    try:
        steps, position = lurd_text.parse(cast(str, given["text"]), cast(int, given["limit"]))
    except ParseError as error:
        return {"steps": None, "position": None, "error": placed([error.defect])[0]}
    return {"steps": steps, "position": position, "error": None}


def answer_certificate(given: Fields) -> Fields:
    """Return whether a text is a certificate that shows what it claims."""
    accepted = verify(BytesIO(cast(str, given["text"]).encode())).accepted
    return {"verdict": "ACCEPTED" if accepted else "REJECTED"}


ANSWERS: dict[str, Callable[[Fields], Fields]] = {
    "defects": answer_defects,
    "pieces": answer_pieces,
    "steps": answer_steps,
    "walk": answer_walk,
    "replay": answer_replay,
    "same": answer_same,
    "play": answer_play,
    "level": answer_level,
    "read": answer_read,
    "single": answer_single,
    "lurd": answer_lurd,
    "certificate": answer_certificate,
}
"""The function that answers each kind of request."""


def answer(kind: str, given: Fields) -> Fields:
    """Return the reference engine's answer to a request."""
    return ANSWERS[kind](given)
