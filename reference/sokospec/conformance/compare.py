"""Questions of a case, and comparison of answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, cast

from sokospec.conformance.cases import Case, Fields


class Request(NamedTuple):
    """Question with its right answer."""

    kind: str
    given: Fields
    expected: Fields


def requests(case: Case) -> Iterator[Request]:
    """Yield the questions that a case asks; solutions are replayed, as others may be as good.

    >>> from sokospec.conformance import load
    >>> [request.kind for request in requests(load("levels")[4])]
    ['level', 'replay']
    """
    if case.kind != "level":
        yield Request(case.kind, case.given, case.expected)
        return
    yield Request("level", case.given, {key: value for key, value in case.expected.items() if key != "solutions"})
    solutions = cast(Mapping[str, Mapping[str, Fields]], case.expected["solutions"])
    for lurd, metrics in {str(solution["lurd"]): solution["metrics"] for solution in solutions.values()}.items():
        given = {"level": case.given["level"], "open": False, "lurd": lurd, "mode": "strict"}
        right: Fields = {"verdict": "VALID", "at": None, "rule": None, "solved": True, "metrics": metrics}
        yield Request("replay", given, right)


def find_differences(expected: Fields, answer: Fields) -> list[str]:
    """Return the wrong fields of an answer; missing fields are not compared.

    >>> find_differences({"u": "T1", "d": "T2", "l": "T1"}, {"u": "T1", "d": "T3"})
    ['d']
    """
    return [key for key, value in expected.items() if key in answer and not _same(value, answer[key])]


def _same(one: object, other: object) -> bool:
    """Tell whether two JSON values are equal; unlike in Python, true is not 1.

    >>> _same([1, {"a": None}], [1, {"a": None}]), _same(1, True), _same(0, 0.0)
    (True, False, True)
    """
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return isinstance(one, bool) is isinstance(other, bool) and one == other
