"""Write the regression levels, reference/sokospec/conformance/killers.json: `python
tests/regression_levels/generate.py`.

`--check` writes nothing and exits with 1 when the file is not what it would write. Levels and certificates that a
search has found are kept as long as they still expose what they did; `--anew` searches for all of them again. Some
minutes, most of them for the wrong fast engines.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

if __name__ == "__main__":  # run as a script: make the folder `tests` importable, as it is for the tests
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from conformance.generate import answered, document, level_case, line_of
from conformance.schema import FOLDER
from regression_levels.sources import SOURCES, Found, Kept
from sokospec.conformance import Case, load

FILE = FOLDER / "killers.json"


def corpus(found: Iterable[Found]) -> list[Case]:
    """Return the cases with the whole answer of the reference engine; what two sources ask is one case."""
    cases: dict[str, Case] = {}
    for each in found:
        key = repr((each.kind, sorted(each.given.items())))
        if key not in cases:
            cases[key] = case_of(each)
        if each.kill not in cases[key].kills:
            cases[key] = replace(cases[key], kills=(*cases[key].kills, each.kill))
    return list(cases.values())


def case_of(found: Found) -> Case:
    """Return the case of a regression level, without its `kills`."""
    if found.kind == "level":
        return level_case(found.id, str(found.given["level"]))
    return answered(Case(found.id, found.kind, found.rules, found.given, {}))


def kept() -> Kept:
    """Return the cases of the corpus as it is, by the names of what they kill."""
    if not FILE.exists():
        return {}
    cases: dict[str, list[Case]] = {}
    for case in load("killers"):
        for kill in case.kills:
            cases.setdefault(kill.name, []).append(case)
    return cases


def content(known: Kept, sources: Sequence[Callable[[Kept], Iterator[Found]]] = SOURCES) -> str:
    """Return the file."""
    found = [each for source in sources for each in source(known)]
    return document("killers", map(line_of, corpus(found)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the file, or say whether it differs."""
    parser = argparse.ArgumentParser(prog="generate.py", description="Write the corpus of regression levels.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if the file differs")
    parser.add_argument("--anew", action="store_true", help="keep nothing of what was found before")
    options = parser.parse_args(arguments)
    written = content({} if options.anew else kept())
    if options.check:
        if FILE.exists() and FILE.read_text(encoding="ascii") == written:
            return 0
        print(f"{FILE.name} is not what generate.py writes", file=sys.stderr)
        return 1
    FILE.write_text(written, encoding="ascii", newline="\n")
    print(f"{FILE.name}: {written.count(chr(10)) - 7} cases, {len(written):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
