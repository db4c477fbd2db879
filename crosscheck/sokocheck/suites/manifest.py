"""Manifest of a suite, and its verification."""

from __future__ import annotations

import hashlib
import io
import os
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from sokocheck.application import json_fields
from sokocheck.application.input_levels import content_of
from sokocheck.batch.keys import level_key
from sokocheck.suites.entry import BestAnswer
from sokospec.answer import Objective, Verdict
from sokospec.board import Level
from sokospec.certificates.packed import GZIP, plain
from sokospec.certificates.verify import verify
from sokospec.errors import SokobanError
from sokospec.formats import read
from sokospec.limits import Limits

MANIFEST = "manifest.json"
_UNSOLVABLE = "unsolvable"
_PIECE = 1 << 16
"""Bytes of a text that are read at once."""
_VERDICTS = (Verdict.OPTIMAL, Verdict.SOLVED, Verdict.UNSOLVABLE)


class PackedCertificate(NamedTuple):
    """Packed file in the suite's folder, and the SHA-256 of the unpacked text."""

    file: str
    sha256: str


class ListedLevel(NamedTuple):
    """Level as listed in the manifest."""

    number: int
    group: str
    key: str
    answers: Mapping[Objective, BestAnswer]
    certificates: Mapping[str, PackedCertificate]


@dataclass(frozen=True, slots=True)
class Manifest:
    """Content of a manifest."""

    folder: Path
    suite: str
    version: int
    seed: int
    file: str
    sha256: str
    levels: tuple[ListedLevel, ...]

    @property
    def name(self) -> str:
        return f"{self.suite} {self.version}, seed {self.seed}"

    def read_levels(self) -> list[Level]:
        """Return the levels. Raises `SokobanError` if they are not those of the manifest."""
        path = self.folder / self.file
        if hashlib.sha256(content_of(str(path))).hexdigest() != self.sha256:
            raise SokobanError(f"{path} is not what the manifest lists: its SHA-256 differs")
        levels = list(read(path))
        if len(levels) != len(self.levels):
            raise SokobanError(f"{path} has {len(levels)} levels, the manifest {len(self.levels)}")
        return levels


def manifest_of(path: Path) -> Manifest:
    """Return the manifest in a file or folder. Raises `SokobanError`."""
    path = path / MANIFEST if path.is_dir() else path
    if not path.exists():
        raise SokobanError(f"there is no {path}; name the folder of a suite, or its manifest")
    content = content_of(str(path))
    try:
        return _read_manifest(path.parent, json_fields.as_object(json_fields.json_value(content), "it"))
    except KeyError as error:
        why = f"there is no {error}"
    except ValueError as error:
        why = str(error)
    raise SokobanError(f"{path} is not the manifest of a suite: {why}")


def _read_manifest(folder: Path, found: Mapping[str, object]) -> Manifest:
    levels = found["levels"]
    if not isinstance(levels, list):
        raise ValueError("'levels' is not a list")
    return Manifest(
        folder,
        json_fields.text(found, "suite"),
        json_fields.number(found, "version"),
        json_fields.number(found, "seed"),
        _file_name(found),
        json_fields.text(found, "sha256"),
        tuple(_read_level(json_fields.as_object(one, "a level")) for one in levels),
    )


def _read_level(found: Mapping[str, object]) -> ListedLevel:
    answers = {Objective(name): _read_answer(one) for name, one in _objects(found, "answers")}
    if not answers:
        raise ValueError("a level has no answers")
    certificates = {
        name: PackedCertificate(_file_name(one), json_fields.text(one, "sha256"))
        for name, one in _objects(found, "certificates")
    }
    for name in certificates:
        if name != _UNSOLVABLE and name not in answers:
            raise ValueError(f"a level has a certificate for {name!r}, but no answer")
    group, key = (json_fields.text(found, name) for name in ("group", "key"))
    return ListedLevel(json_fields.count(found, "number"), group, key, answers, certificates)


def _objects(found: Mapping[str, object], name: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    for key, value in json_fields.as_object(found[name], repr(name)).items():
        yield key, json_fields.as_object(value, repr(key))


def _read_answer(found: Mapping[str, object]) -> BestAnswer:
    counts = [
        None if found[name] is None else json_fields.count(found, name) for name in ("moves", "pushes", "lower_bound")
    ]
    answer = BestAnswer(Verdict(json_fields.text(found, "verdict")), *counts)
    if answer.verdict not in _VERDICTS:
        raise ValueError(f"an answer of a suite is {', '.join(_VERDICTS)}, not {answer.verdict}")
    if answer.verdict is not Verdict.UNSOLVABLE and None in (answer.moves, answer.pushes):
        raise ValueError(f"an answer is {answer.verdict}, without moves and pushes")
    return answer


def _file_name(found: Mapping[str, object]) -> str:
    name = json_fields.text(found, "file")
    if b"\0" in os.fsencode(name):
        raise ValueError("'file' has a NUL character")
    return name


@dataclass(frozen=True, slots=True)
class LevelCheck:
    """Check of a level: accepted certificates, and the first defect if any."""

    level: ListedLevel
    accepted: int
    wrong: str | None


def check_levels(manifest: Manifest, limits: Limits) -> Iterator[LevelCheck]:
    """Yield for each level whether it matches the manifest and its certificates prove its answers.

    Raises `SokobanError` if the levels are not those of the manifest.
    """
    for level, listed in zip(manifest.read_levels(), manifest.levels, strict=True):
        yield _check_level(manifest, level, listed, limits)


def _check_level(manifest: Manifest, level: Level, listed: ListedLevel, limits: Limits) -> LevelCheck:
    if level_key(level, Objective.MOVES) != listed.key:
        return LevelCheck(listed, 0, "the level's key is another")
    accepted = 0
    for name, certificate in listed.certificates.items():
        packed = io.BytesIO(content_of(str(manifest.folder / certificate.file)))
        digest = _digest_of_text(packed)
        if digest is None:
            return LevelCheck(listed, accepted, f"{certificate.file} is not a packed certificate")
        if digest != certificate.sha256:
            return LevelCheck(listed, accepted, f"{certificate.file}: its SHA-256 differs")
        found = verify(packed, level, limits)
        if not found.accepted:
            return LevelCheck(listed, accepted, f"{certificate.file}: line {found.line}: {found.reason}")
        wanted = _claims(listed, name)
        if found.claim not in wanted:
            return LevelCheck(listed, accepted, f"{certificate.file} shows '{found.claim}', not '{wanted[0]}'")
        accepted += 1
    return LevelCheck(listed, accepted, None)


def _digest_of_text(packed: io.BytesIO) -> str | None:
    """Return the SHA-256 of the unpacked text, or None if the file is not packed or not whole."""
    if not packed.getvalue().startswith(GZIP):
        return None
    digest = hashlib.sha256()
    try:
        for piece in iter(partial(plain(packed).read, _PIECE), b""):
            digest.update(piece)
    except (EOFError, zlib.error):
        return None
    return digest.hexdigest()


def _claims(listed: ListedLevel, name: str) -> tuple[str, ...]:
    """Return the claims that would prove an answer, the usual one first."""
    if name == _UNSOLVABLE:
        return ("unsolvable", "dead")
    objective = Objective(name)
    cost = listed.answers[objective].cost(objective)
    return (f"optimal {objective} {' '.join(map(str, cost))}",)
