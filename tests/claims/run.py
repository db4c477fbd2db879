"""Put the claims of the ledger to the test; with --write, write docs/claims.md and record.json anew.

`python tests/claims/run.py --write` settles all of them in the full scope. With names it settles those alone, and keeps
the other rows of the record.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from claims.catalogue import CLAIMS, SCOPES
from claims.document import RECORD, Row, read_record, row, text, write
from claims.ledger import settle


def work(name: str, scope: str) -> tuple[Row, float]:
    """Settle one claim."""
    started = time.process_time()
    (claim,) = (claim for claim in CLAIMS if claim.name == name)
    return row(claim, settle(claim, SCOPES[scope].of(claim)), scope), time.process_time() - started


def main() -> None:
    """Settle the claims, and say what came of each."""
    parser = argparse.ArgumentParser(description="Put the claims of the ledger to the test.")
    parser.add_argument("names", nargs="*", metavar="CLAIM", help="claims to settle; all of them by default")
    parser.add_argument("--scope", choices=sorted(SCOPES), default="full")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    parser.add_argument("--write", action="store_true", help="write the document and the record")
    options = parser.parse_args()
    known = [claim.name for claim in CLAIMS]
    if unknown := sorted(set(options.names) - set(known)):
        parser.error(f"there is no claim {unknown[0]!r}; tests/claims/catalogue.py names them")
    wanted = options.names or known
    rows: dict[str, Row] = {}
    if options.names and options.write and RECORD.exists():
        rows = {name: kept for name, kept in read_record()[1].items() if name in known}
    failed = False
    with ProcessPoolExecutor(options.jobs) as pool:
        running = {pool.submit(work, name, options.scope): name for name in wanted}
        for done in as_completed(running):
            try:
                found, seconds = done.result()
            except ValueError as error:
                failed = True
                print(error, file=sys.stderr)
                continue
            rows[found.claim] = found
            print(f"{found.claim}: {'holds' if found.holds else 'refuted'}, {found.cases} cases", end="")
            print(f" + {found.random_cases} random, {seconds:.0f} s", flush=True)
    if failed:
        sys.exit(1)
    if options.write:
        write(
            {"scope": options.scope, "seed": SCOPES[options.scope].holding.seed, "command": "tests/claims/run.py"}, rows
        )
        assert text(*read_record())


if __name__ == "__main__":
    main()
