"""The engine of engine.py, or a wrong one, as a program: `python tests/mutants/engine/program.py [MUTANT]`.

It reads a request a line and answers each with a line: `sokospec conformance 'python tests/mutants/engine/program.py'`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

if __name__ == "__main__":  # run as a script: make the folder `tests` importable, as it is for the tests
    sys.path[0] = str(Path(__file__).resolve().parents[2])

from mutants.engine.engine import Engine
from mutants.engine.mutants import MUTANTS


def main() -> None:
    """Answer requests until there are no more."""
    engine = MUTANTS[sys.argv[1]]() if sys.argv[1:] else Engine()
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps(engine.answer(request["kind"], request["given"])), flush=True)


if __name__ == "__main__":
    main()
