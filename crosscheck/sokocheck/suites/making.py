"""Construction of a suite from a seed, resumable, written whole at the end."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import cast

from sokocheck.application import outputs
from sokocheck.suites.all_suites import Slot, Suite
from sokocheck.suites.entry import Json
from sokocheck.suites.manifest import MANIFEST
from sokosolve.behaviour import BEHAVIOUR
from sokospec import __version__
from sokospec.board import Level
from sokospec.errors import SokobanError
from sokospec.transform.normal_form import normal_form

JOURNAL = "unfinished.jsonl"
LEVELS = "levels.xsb"
_DATASHEET = "README.md"
CERTIFICATES = "certificates"
_LICENCE = "MIT"
_PATIENCE = 20_000
"""Attempts for one level; if none of them succeeds, something is wrong with the suite."""


@dataclass(frozen=True, slots=True)
class Making:
    """Suite under construction in a folder."""

    suite: Suite
    seed: int
    folder: Path

    def run(self, tell: Callable[[Slot, int], None] = lambda *_: None) -> int:
        """Make the missing levels, write the suite, and return the number of levels.

        `tell` is called before each attempt. Raises `SokobanError` for a folder with other content.
        """
        self._begin()
        with (self.folder / JOURNAL).open("a", encoding="ascii") as journal:
            if not outputs.lock(journal.fileno()):
                raise SokobanError(f"another process makes a suite in {self.folder}; name another folder")
            done = self._read_journal()
            known = {_form(Level.parse(str(record["xsb"]))) for record in done}
            for slot in self.suite.slots[len(done) :]:
                record = self._make_level(slot, len(done) + 1, known, tell)
                journal.write(json.dumps(record) + "\n")
                journal.flush()
                done.append(record)
            self._write(done)
        (self.folder / JOURNAL).unlink()
        return len(done)

    def _make_level(self, slot: Slot, number: int, known: set[str], tell: Callable[[Slot, int], None]) -> Json:
        rng = Random(f"{self.suite.name} {self.suite.version} {self.seed} {slot.group} {slot.number}")
        for tried in range(1, _PATIENCE + 1):
            tell(slot, tried)
            entry = self.suite.attempt(rng, slot)
            if entry is None:
                continue
            form = _form(entry.level)
            if self.suite.drawn and form in known:
                continue
            known.add(form)
            if entry.certificates:
                outputs.folder(self.folder / CERTIFICATES)
            for name, text in entry.certificates.items():
                path = self.folder / CERTIFICATES / f"{number:03}-{name}.cert.gz"
                with outputs.open_draft(path) as draft, gzip.GzipFile("", "wb", 9, draft.file, mtime=0) as packed:
                    packed.write(text)
            return entry.record(slot.group, number, f"{CERTIFICATES}/{number:03}")
        raise SokobanError(f"no level for {slot.group} in {_PATIENCE:,} attempts")

    @property
    def _head(self) -> Json:
        engine = {"version": __version__, "behaviour": BEHAVIOUR}
        return {"suite": self.suite.name, "version": self.suite.version, "seed": self.seed, "engine": engine}

    def _begin(self) -> None:
        outputs.folder(self.folder)
        path = self.folder / JOURNAL
        outputs.regular_or_new(path)
        if not path.exists():
            if (self.folder / MANIFEST).exists():
                raise SokobanError(f"{self.folder} holds a suite already; name another folder")
            if any(self.folder.iterdir()):
                raise SokobanError(f"{self.folder} holds other files; name an empty folder, or a new one")
            outputs.write_text(path, json.dumps(self._head) + "\n")

    def _read_journal(self) -> list[Json]:
        path = self.folder / JOURNAL
        lines = path.read_text(encoding="ascii").split("\n")
        if lines[0] != json.dumps(self._head):
            raise SokobanError(f"{path} is of another suite, version, seed or engine; name another folder")
        whole = lines[:-1]  # what stands behind the last end of a line was torn
        os.truncate(path, sum(len(line) + 1 for line in whole))
        try:
            return [cast(Json, json.loads(line)) for line in whole[1:]]
        except ValueError as error:
            raise SokobanError(f"{path} is damaged ({error}); name another folder") from None

    def _write(self, records: list[Json]) -> None:
        levels = "\n".join(_xsb(self.suite, records))
        manifest = {
            **self._head,
            "summary": self.suite.summary,
            "licence": _LICENCE,
            "file": LEVELS,
            "sha256": hashlib.sha256(levels.encode("ascii")).hexdigest(),
            "levels": [{key: value for key, value in record.items() if key != "xsb"} for record in records],
        }
        outputs.write_text(self.folder / LEVELS, levels)
        outputs.write_text(self.folder / _DATASHEET, self.suite.datasheet + "\n" + _table(records))
        outputs.write_text(self.folder / MANIFEST, json.dumps(manifest, indent=1) + "\n")


def _form(level: Level) -> str:
    return str(normal_form(level).level)


def _xsb(suite: Suite, records: list[Json]) -> Iterator[str]:
    for record in records:
        yield f"{record['xsb']}\nTitle: {suite.name} {record['number']}\nComment: {record['group']}\n"


def _table(records: list[Json]) -> str:
    groups: dict[str, list[Json]] = {}
    for record in records:
        groups.setdefault(str(record["group"]), []).append(record)
    lines = ["| group | levels | squares | boxes | pushes |", "|---|--:|--:|--:|--:|"]
    for group, members in groups.items():
        answers = [cast(dict[str, Json], record["answers"])["pushes"]["pushes"] for record in members]
        spans = (
            _span([record["squares"] for record in members]),
            _span([record["boxes"] for record in members]),
            _span([pushes for pushes in answers if pushes is not None]),
        )
        lines.append(f"| {group} | {len(members)} | {' | '.join(spans)} |")
    return "\n".join(lines) + "\n"


def _span(values: list[object]) -> str:
    numbers = sorted(cast(list[int], values))
    if not numbers:
        return "-"
    return f"{numbers[0]:,}" if numbers[0] == numbers[-1] else f"{numbers[0]:,} to {numbers[-1]:,}"
