"""Certificates of levels for pushes by a search forwards alone, and what each of the three checkers needs for them.

    python experiments/checkers/provable_certificates.py --levels FILE --folder FOLDER --time-limit 60 --out RECORD

solves each level forwards alone, as `solve --provable` does, and keeps the certificates in a folder. Each checker runs
in a process of its own: CPU seconds are of the check, without the start of Python and the loading of machine code, and
MiB are the peak of the process. Certificates and measurements that are there already are not made again; so a run may
be interrupted, and `--checkers` and `--only` measure a part. Exit code 1 if a checker rejects a certificate.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import resource
import sys
import time
from collections import Counter
from collections.abc import Sequence
from multiprocessing import get_context
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, BinaryIO, cast

if __name__ == "__main__":  # run as a script: make the folder `experiments` importable
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from common import markdown, runs
from common.levels import Problem, numbers, problems
from sokocheck.application.outputs import write_text
from sokocheck.checkers.proved_checker import ask, find_program
from sokosolve.certify.certificate import solve_with_certificate
from sokosolve.machine_code import load_libraries
from sokospec.answer import Objective
from sokospec.certificates.verify import verify
from sokospec.limits import Limits
from sokoverify import verify as verify_fast

CHECKERS = ("reference", "fast", "proved")
CLOSING = re.compile(rb"[0-9]+ : [0-9 ]+ @ [0-9]+ : [0-9 ]+ : [0-9 ]+\n")
KINDS = ("patterns", "frozen", "counting", "prices", "groups")
Row = dict[str, Any]  # Any: numbers, words, and the figures of each checker


def write_certificate(problem: Problem, path: Path, seconds: float) -> str:
    """Write a packed certificate, which search forwards alone finds; return the verdict."""
    partial = path.with_suffix(".partial")
    with gzip.GzipFile(partial, "wb", 3) as out:
        verdict = solve_with_certificate(
            problem.level, Objective.PUSHES, out.write, Limits(cpu=seconds), provable=True
        ).verdict
    if verdict in ("OPTIMAL", "UNSOLVABLE"):
        partial.rename(path)
    else:
        partial.unlink()
    return str(verdict)


def kinds_of(path: Path) -> dict[str, int]:
    """Return how many facts of each kind a certificate has, and how many states with closing boxes."""
    kinds: Counter[str] = Counter()
    with gzip.open(path, "rb") as lines:
        for line in lines:
            if b"0" <= line[:1] <= b"9":
                kinds["closing"] += CLOSING.fullmatch(line) is not None
            else:
                kinds[line.split(b" ", 1)[0].decode("ascii")] += 1
    return {kind: kinds[kind] for kind in (*KINDS, "closing") if kinds[kind]}


def check_here(checker: str, path: Path) -> Row:
    """Check a certificate in this process by one of the two checkers in Python."""
    check = verify if checker == "reference" else verify_fast
    with gzip.open(path, "rb") as packed, NamedTemporaryFile(suffix=".cert") as plain:
        while piece := packed.read(1 << 20):
            plain.write(piece)
        plain.seek(0)
        before = time.process_time()
        outcome = check(cast(BinaryIO, plain))
        seconds = time.process_time() - before
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    verdict = "ACCEPTED" if outcome.accepted else "REJECTED"
    return {"verdict": verdict, "states": outcome.states, "seconds": round(seconds, 3), "mib": round(peak)}


def check(checker: str, path: Path) -> Row:
    """Check a certificate in a process of its own."""
    if checker != "proved":
        with get_context("fork").Pool(1) as pool:
            return pool.apply(check_here, (checker, path))
    with gzip.open(path, "rb") as packed, NamedTemporaryFile(suffix=".cert") as plain:
        while piece := packed.read(1 << 20):
            plain.write(piece)
        plain.flush()
        finding, measured = ask(find_program(), Path(plain.name), Limits())
    verdict = finding.verdict if finding.kind is None else f"{finding.verdict}: {finding.kind}"
    seconds, mib = measured.cpu_seconds, round(measured.peak_rss_mib)
    return {"verdict": verdict, "states": finding.states, "seconds": seconds, "mib": mib}


def table(rows: Sequence[Row]) -> str:
    """Return the levels by their number of states, and the sums, as a Markdown table."""

    def cells(row: Row) -> list[str]:
        figures = [row.get(checker) for checker in CHECKERS]
        return [
            cell for each in figures for cell in (("", "") if each is None else (f"{each['seconds']:.2f}", each["mib"]))
        ]

    lines = []
    for row in sorted(rows, key=lambda row: int(row["states"])):
        kinds = ", ".join(f"{kind} {count:,}" for kind, count in row["kinds"].items())
        lines.append([row["level"], f"{row['states']:,}", kinds, *cells(row)])
    whole = [row for row in rows if all(checker in row for checker in CHECKERS)]
    for name, chosen in (("by all three", whole), ("all", rows)):
        sums: Row = {}
        for checker in CHECKERS:
            measured = [row[checker] for row in chosen if checker in row]
            if measured and len(measured) == len(chosen):
                seconds = sum(each["seconds"] for each in measured)
                sums[checker] = {"seconds": seconds, "mib": max(each["mib"] for each in measured)}
        lines.append([f"{name}: {len(chosen)}", f"{sum(row['states'] for row in chosen):,}", "", *cells(sums)])
    heads = "level | states | facts, closing states | reference s | MiB | fast s | MiB | proved s | MiB"
    return markdown.table(heads, lines, left=["level", "facts, closing states"])


def main() -> int:
    """Run the experiment and return its exit code."""
    parser = argparse.ArgumentParser(description="What the three checkers need for certificates.")
    parser.add_argument("--levels", type=Path, required=True, metavar="FILE", help="the level file")
    parser.add_argument("--folder", type=Path, required=True, help="where the certificates are kept")
    parser.add_argument("--only", type=numbers, metavar="NUMBERS", help="only these levels: 1,2,5-9")
    parser.add_argument("--checkers", nargs="+", choices=CHECKERS, default=CHECKERS, help="ask only these")
    parser.add_argument("--time-limit", type=float, default=60.0, metavar="S", help="CPU seconds for each level (60)")
    runs.add_out(parser)
    options = parser.parse_args()
    load_libraries("sokosolve", "sokoverify")
    options.folder.mkdir(parents=True, exist_ok=True)
    record: dict[str, Row] = {}
    if options.out is not None and options.out.exists():
        record = {str(row["level"]): row for row in json.loads(options.out.read_text(encoding="utf-8"))["rows"]}
    for problem in problems([options.levels], options.only):
        path = options.folder / f"{problem.number}.cert.gz"
        if not path.exists() and (verdict := write_certificate(problem, path, options.time_limit)):
            runs.told(f"{problem}: {verdict}")
        if not path.exists():
            continue
        row = record.setdefault(str(problem), {"level": str(problem), "kinds": kinds_of(path)})
        for checker in options.checkers:
            if checker not in row:
                row[checker] = check(checker, path)
                row["states"] = row[checker]["states"]
                runs.told(f"{problem}: {checker}: {row[checker]}")
                if options.out is not None:
                    write_text(options.out, json.dumps({"rows": [*record.values()]}, indent=1) + "\n")
    print(table([*record.values()]))
    asked = [entry for row in record.values() for checker in CHECKERS if (entry := row.get(checker)) is not None]
    print("\n", Counter(entry["verdict"] for entry in asked))
    return int(any(entry["verdict"] == "REJECTED" for entry in asked))


if __name__ == "__main__":
    sys.exit(main())
