"""The optima of Boxoban's levels for all four objectives, each proved by a certificate that is checked at once.

    python experiments/boxoban.py FOLDER --out RUN

FOLDER is a checkout of https://github.com/google-deepmind/boxoban-levels. The sets are done one after the other, those
that are wanted by `--set`. RUN/portions.jsonl keeps what is done, 25 levels a line; a run that was ended goes on when
the same command is given again. At the end of each set RUN gets its table, such as hard.tsv.xz, and RUN/summary.json
what all sets came to. `docs/boxoban.md` says what the tables hold.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random

from common import runs
from sokocheck.batch.pool import Lost, Pool, Workers
from sokocheck.batch.results_file import Record, ResultsFile
from sokocheck.optima.certified import Wish
from sokocheck.optima.making import Portion, Sums, TableRun, lines_of, portions
from sokocheck.optima.table import packed, table_text
from sokocheck.outputs import writing
from sokospec.errors import SokobanError
from sokospec.formats import read
from sokospec.limits import Limits

THOROUGH = Wish(each=True, backward=True)
SETS = {
    "hard": THOROUGH,
    "unfiltered/test": THOROUGH,
    "medium/valid": Wish(),
    "unfiltered/valid": Wish(),
    "medium/train": Wish(),
    "unfiltered/train": Wish(),
}
"""The sets, and what is done with each of their levels besides the two certificates that show all four optima."""

PUBLISHED = ("hard", "unfiltered/test", "medium/valid", "unfiltered/valid")
SECONDS, MIB = 60.0, 2048.0


def files_of(folder: Path, name: str) -> list[Path]:
    """Return the files of a set; raises `SokobanError` if there are none."""
    files = sorted((folder / name).glob("*.txt"))
    if not files:
        raise SokobanError(f"{folder / name}: there are no levels; FOLDER must be a checkout of boxoban-levels")
    return files


def portions_of(folder: Path, name: str, limits: Limits, reference_each: int) -> Iterator[Portion]:
    """Yield the levels of a set, in portions."""
    for path in files_of(folder, name):
        yield from portions(f"{name}/{path.name}", read(path), SETS[name], limits, reference_each=reference_each)


def sample_of(folder: Path, name: str, count: int, seed: int, limits: Limits) -> Iterator[Portion]:
    """Yield random levels of a set, in portions that are named by the set alone."""
    rng = Random(seed)
    files = files_of(folder, name)
    drawn = []
    for path in sorted(rng.choices(files, k=count)):
        levels = read(path)
        drawn.append(levels[rng.randrange(len(levels))])
    yield from portions(f"{name} (sample)", drawn, SETS[name], limits)


def records_of(run: TableRun, name: str) -> list[Record]:
    """Return what is done of a set."""
    return [record for place, record in run.done.items() if place.file.rpartition("/")[0] == name]


def keep(run: TableRun, name: str, out: Path) -> None:
    """Write the table of a set."""
    text = table_text(lines_of(records_of(run, name)), SETS[name].columns)
    with writing(out / f"{name.replace('/', '_')}.tsv.xz") as draft:
        draft.file.write(packed(text))


def summary(records: Sequence[Record]) -> dict[str, object]:
    """Return what some portions come to."""
    sums = Sums()
    for record in records:
        sums.add(record)
    rows = lines_of(records)
    still_open = [f"{row[0]}:{row[1]} {row[3]} {row[4]}" for row in rows if set(row[3] + row[4]) & set("?>")]
    return {
        "levels": sums.levels,
        "optimal": sums.levels - len(still_open) - sum(row[3] == "-" for row in rows),
        "unsolvable": sum(row[3] == "-" for row in rows),
        "open": still_open,
        "certificates": sums.certificates,
        "certificate_bytes": sums.bytes,
        "wrong": sums.wrong,
        "failed": sums.failed,
        "cpu_seconds": round(sums.cpu_seconds, 1),
        "cpu_seconds_a_level": round(sums.cpu_seconds / max(1, sums.levels), 4),
    }


def workers(jobs: int, scheduler: str | None) -> Workers[Portion]:
    """Return processes here, or the workers of a Dask scheduler."""
    if scheduler is None:
        return Pool(jobs)
    from sokocheck.batch.cluster import Cluster

    return Cluster(scheduler)


def parser() -> argparse.ArgumentParser:
    """Return the reader of the command line."""
    made = argparse.ArgumentParser(description="The optima of Boxoban's levels, proved.")
    made.add_argument("folder", type=Path, metavar="FOLDER", help="a checkout of boxoban-levels")
    made.add_argument("--out", type=Path, required=True, metavar="RUN", help="the folder for what is done")
    made.add_argument("--set", action="append", choices=SETS, help="one of the sets; the four published ones otherwise")
    made.add_argument("--sample", type=int, metavar="N", help="only so many levels of each set, drawn at random")
    made.add_argument("--seed", type=int, default=1, metavar="S", help="seed for --sample (1)")
    made.add_argument("--jobs", type=int, default=1, metavar="N", help="worker processes (1)")
    made.add_argument("--scheduler", metavar="ADDRESS", help="let the workers of this Dask scheduler do it")
    made.add_argument("--cpu-limit", type=float, default=SECONDS, metavar="S", help="CPU seconds for a search (60)")
    made.add_argument("--memory-limit", type=float, default=MIB, metavar="MIB", help="memory of a search (2048)")
    made.add_argument(
        "--reference", type=int, default=0, metavar="N", help="let the reference checker see every N-th portion as well"
    )
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the experiment and return its exit code: 1 where something is wrong, 3 where something stays open."""
    options = parser().parse_args(arguments)
    limits = Limits(cpu=options.cpu_limit, mib=options.memory_limit)
    names = options.set or PUBLISHED
    options.out.mkdir(parents=True, exist_ok=True)
    found: dict[str, dict[str, object]] = {}
    with (
        ResultsFile(options.out / "portions.jsonl") as results,
        closing(workers(options.jobs, options.scheduler)) as crew,
    ):
        results.repaired()
        run = TableRun(results, crew, lambda record: runs.told(f"{record['file']}:{record['first']}"))
        try:
            for name in names:
                if options.sample is not None:
                    run.through(sample_of(options.folder, name, options.sample, options.seed, limits))
                    found[name] = summary([run.done[place] for place in run.done if place.file == f"{name} (sample)"])
                    continue
                run.through(portions_of(options.folder, name, limits, options.reference))
                keep(run, name, options.out)
                found[name] = summary(records_of(run, name))
        except (KeyboardInterrupt, Lost) as ended:
            print(f"{str(ended) or 'interrupted'}: what is done is kept; the same command goes on", file=sys.stderr)
            return 3
    (options.out / "summary.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(found, indent=1))
    if any(each["wrong"] or each["failed"] for each in found.values()):
        return 1
    return 3 if any(each["open"] for each in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
