"""What the proved checker says of files that a checker with a planted fault accepts, and that no checker may accept.

`python tests/mutants/checker/wrongly_accepted.py` repeats the trial that noticed each fault, in a minute. Exit code 1
says that the proved checker accepts a file that the reference checker rejects.
"""

from __future__ import annotations

import io
import sys
from collections import Counter
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

if __name__ == "__main__":  # run as a script: make the folder `tests` importable, as it is for the tests
    sys.path[0] = str(Path(__file__).resolve().parents[2])

from mutants.checker.copies import Checker
from mutants.checker.faults import FAULTS
from mutants.checker.laws import broken
from mutants.checker.run import RECORD
from mutants.fault_records import read_record
from sokocheck.checkers.proved_checker import ask, find_program
from sokospec.certificates.verify import verify
from sokospec.limits import Limits

PACKED = b"\x1f\x8b"


def wrongly_accepted(name: str, law: str, trial: int) -> set[bytes]:
    """Return the plain files that the checker with a fault accepts in a trial, and the reference checker does not."""
    checker = Checker(FAULTS[name].changes)
    verify_wrongly, accepted = checker.verify, set[bytes]()

    def watch(file: Any, *others: Any, **named: Any) -> Any:  # Any: mypy knows no copy of the checker
        outcome = verify_wrongly(file, *others, **named)
        if outcome.accepted and isinstance(file, io.BytesIO):
            accepted.add(file.getvalue())
        return outcome

    checker.verify = watch
    broken(checker, law, trial)
    plain = {text for text in accepted if not text.startswith(PACKED)}
    return {text for text in plain if not verify(io.BytesIO(text)).accepted}


def main() -> int:
    """Print how many faults accept a wrong file, and the verdicts of the proved checker on these."""
    program, verdicts, faults = find_program(), Counter[str](), 0
    for name, row in read_record(RECORD).items():
        texts = wrongly_accepted(name, row["law"], row["trial"])
        faults += bool(texts)
        for text in sorted(texts):
            with NamedTemporaryFile(suffix=".cert") as file:
                file.write(text)
                file.flush()
                verdicts[str(ask(program, Path(file.name), Limits())[0].verdict)] += 1
    print(f"{faults} faults: {dict(verdicts)}")
    return int(verdicts["ACCEPTED"] > 0)


if __name__ == "__main__":
    sys.exit(main())
