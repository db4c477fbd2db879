"""Figures by which a change of the fast engine's behaviour is noticed; `python tests/unit/suites/engine_behaviour.py`.

The file beside this one lists the figures of the present behaviour version, and a digest for each version so far.
Run this after `sokosolve.behaviour.BEHAVIOUR` has gone up: it adds the new version, and changes no older one.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from sokocheck.suites.effort import ENGINES, search_states
from sokocheck.suites.proofs import optimum
from sokosolve.behaviour import BEHAVIOUR
from sokospec.answer import Objective
from sokospec.board import Level
from sokospec.formats import read

ROOT = Path(__file__).resolve().parents[3]
FILE = Path(__file__).with_suffix(".json")
MOST = 400
"""States that each engine may expand on a level."""

LEVELS = {
    "two rooms": "##########\n#   #    #\n# $ # $. #\n#        #\n# . # $  #\n#  @#  . #\n##########",
    "hall": "#########\n#  .    #\n# $ $$  #\n#  . .  #\n#   @ # #\n#########",
    "wall": "########\n#.  .  #\n# $$ # #\n#  @$  #\n#.   ###\n######",
    "dead": "#######\n#. $  #\n#.$@  #\n#  #  #\n#######",
}


def figures() -> dict[str, Any]:
    """Return what the engines of suites answer: verdict, solution, bound, states, and digests of certificates."""
    levels = {f"warehouse {number}": level for number, level in enumerate(read(ROOT / "examples" / "warehouse.xsb"), 1)}
    levels |= {name: Level.parse(text) for name, text in LEVELS.items()}
    found: dict[str, Any] = {}
    for name, level in levels.items():
        for objective in Objective:
            if objective is Objective.ANY:
                continue
            for engine in ENGINES:
                answer = search_states(level, objective, engine, MOST)
                figure = (str(answer.verdict), answer.lurd, answer.lower_bound, answer.expanded, answer.generated)
                found[f"{name}, {objective}, {engine}"] = " ".join(map(str, figure))
            if name.startswith("warehouse"):
                _, certificate = optimum(level, objective)
                found[f"{name}, {objective}, certificate"] = hashlib.sha256(certificate).hexdigest()
    return found


def digest(found: dict[str, Any]) -> str:
    """Return a digest of figures."""
    return hashlib.sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()


def main() -> int:
    """Add the present version to the file, unless it is there already."""
    recorded = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {"versions": {}}
    found = figures()
    versions = recorded["versions"]
    if versions.get(str(BEHAVIOUR), digest(found)) != digest(found):
        print(f"behaviour {BEHAVIOUR} has other figures already: raise BEHAVIOUR in sokosolve/behaviour.py first")
        return 1
    versions[str(BEHAVIOUR)] = digest(found)
    FILE.write_text(json.dumps({"versions": versions, "figures": found}, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
