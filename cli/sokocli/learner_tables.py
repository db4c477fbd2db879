"""Table formats and lines of text of `policy` and `dataset`."""

from __future__ import annotations

from importlib.util import find_spec

from sokocheck.application.terminal_text import in_a_line
from sokocheck.application.vocabulary import text_of
from sokocheck.application.wrong_use import WrongUse
from sokocheck.batch.results_file import Record
from sokocheck.batch.whole_run import Counts
from sokocli.options import choice_option
from sokospec.errors import quantify

to_option = choice_option(
    "--to", "npz", ["npz", "parquet"], "Format: a NumPy archive, or Parquet, which needs PyArrow."
)


def require_writer(to: str, where: str = "") -> None:
    """Raise `WrongUse` if the format needs a package that is missing."""
    if to == "parquet" and find_spec("pyarrow") is None:
        raise WrongUse(f"--to parquet needs PyArrow: pip install pyarrow{where}")


def level_text(record: Record, result: str | None) -> str:
    """Return a level's line; None as `result` stands for verdict and reason."""
    if result is None:
        reason = f": {record['reason']}" if "reason" in record else ""
        result = f"{text_of(record['verdict'])}{reason}"
    title = f" {record['title']!r}" if record["title"] else ""
    return f"{in_a_line(str(record['file']))}:{record['level']}{title}: {result}"


def run_text(counts: Counts, seconds: float, nothing: str) -> str:
    """Return the last line of a run; `nothing` is for a run without levels."""
    before = f"{counts.before:,} were done before, {counts.failed:,} failed"
    return f"{quantify(counts.levels, 'level')}: {counts.verdicts_text or nothing}; {before}, {seconds:.1f} s"
