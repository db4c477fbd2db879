"""Writing cases of rules.json down in one line each: what is given, and by hand what must come out.

generate.py compares what is written by hand with the reference engine, and adds the rest of the engine's answer.

Levels are written with `|` between the rows. `replayed` takes the outcome as `VALID`, or as the index of the first bad
step and the rule that it breaks, and the metrics in their usual order; those not written by hand are the engine's.
"""

from __future__ import annotations

from conformance.schema import METRICS
from sokospec.conformance import Case, Fields, Json


def drawing(compact: str) -> str:
    """Return a level as its lines."""
    return compact.replace("|", "\n")


def figures(metrics: str) -> dict[str, int]:
    """Return the metrics that are written by hand, by name."""
    return dict(zip(METRICS, map(int, metrics.split()), strict=False))


def replayed(
    id: str,
    rules: str,
    level: str,
    lurd: str,
    outcome: str,
    metrics: str,
    *,
    open: bool = False,
    lenient: tuple[str, tuple[int, ...]] | None = None,
) -> Case:
    """Return the case of a replay; `lenient` holds the corrected text and the repairs; outcome: `VALID` or `2 T1`."""
    corrected, repairs = lenient or (None, ())
    at, _, rule = outcome.partition(" ")
    valid = outcome == "VALID"
    mode = "strict" if corrected is None else "lenient"
    given: Fields = {"level": drawing(level), "open": open, "lurd": lurd, "mode": mode}
    expected: dict[str, Json] = {
        "verdict": "VALID" if valid else "INVALID",
        "at": None if valid else int(at),
        "rule": None if valid else rule,
        "metrics": figures(metrics),
        "repairs": list(repairs),
    }
    if corrected is not None:
        expected["corrected"] = corrected
    return Case(id, "replay", tuple(rules.split()), given, expected)


def stepped(id: str, rules: str, level: str, deciding: str, *, open: bool = False) -> Case:
    """Return the case of the four steps from a level's first state; the rules that decide up, down, left, right."""
    given: Fields = {"level": drawing(level), "open": open}
    return Case(id, "steps", tuple(rules.split()), given, dict(zip("udlr", deciding.split(), strict=True)))


def defective(id: str, rules: str, level: str, defects: str, warnings: str = "") -> Case:
    """Return the case of a drawing and the rules that it breaks."""
    expected: Fields = {"defects": defects.split(), "warnings": warnings.split()}
    return Case(id, "defects", tuple(rules.split()), {"level": drawing(level)}, expected)


def pieces(id: str, rules: str, level: str, defects: str, **changed: list[list[int]]) -> Case:
    """Return the case of a level given as squares, with some of the sets changed, and the rules that it breaks."""
    lines = level.split("|")

    def where(symbols: str) -> list[list[int]]:
        return [[r, c] for r, line in enumerate(lines) for c, symbol in enumerate(line) if symbol in symbols]

    sets = {"walls": where("#"), "goals": where(".*+"), "boxes": where("$*"), "players": where("@+")} | changed
    given: Fields = {"width": max(map(len, lines)), "height": len(lines), **sets}
    return Case(id, "pieces", tuple(rules.split()), given, {"defects": defects.split()})


def walked(id: str, rules: str, level: str, player: tuple[int, int], pushes: str, *, open: bool = False) -> Case:
    """Return the case of a walk: the player of the normalised state, and the pushes as in `1,2r 3,4u`."""
    listed: list[Fields] = [
        {"box": [int(part) for part in push[:-1].split(",")], "direction": push[-1]} for push in pushes.split()
    ]
    given: Fields = {"level": drawing(level), "open": open}
    return Case(id, "walk", tuple(rules.split()), given, {"normalised": list(player), "pushes": listed})


def compared(id: str, rules: str, level: str, one: str, other: str, same: bool, up_to_walking: bool) -> Case:
    """Return the case of two plays that end in the same state, or not."""
    given: Fields = {"level": drawing(level), "open": False, "lurds": [one, other]}
    return Case(id, "same", tuple(rules.split()), given, {"same": same, "same_up_to_walking": up_to_walking})


def played(id: str, level: str, actions: str, results: str, lurd: str, metrics: str) -> Case:
    """Return the case of a play with undo `<` and redo `>`; results as letters: done, illegal, nothing."""
    words = {"d": "done", "i": "illegal", "n": "nothing"}
    expected: Fields = {
        "results": [words[letter] for letter in results],
        "lurd": lurd,
        "metrics": figures(metrics),
    }
    return Case(id, "play", ("U1",), {"level": drawing(level), "open": False, "actions": actions}, expected)
