"""Manifest of a suite, and its verification."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from sokocheck.application.input_levels import content_of
from sokocheck.batch.keys import level_key
from sokospec.answer import Objective
from sokospec.board import Level
from sokospec.certificates.verify import verify
from sokospec.errors import SokobanError
from sokospec.formats import read
from sokospec.limits import Limits

MANIFEST = "manifest.json"
_UNSOLVABLE = "unsolvable"


class ListedLevel(NamedTuple):
    """Level as listed in the manifest."""

    number: int
    group: str
    key: str
    answers: Mapping[Objective, Mapping[str, Any]]  # Any: the manifest's texts and numbers
    certificates: Mapping[str, Mapping[str, str]]


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


def manifest_of(path: Path) -> Manifest:
    """Return the manifest in a file or folder. Raises `SokobanError`."""
    path = path / MANIFEST if path.is_dir() else path
    if not path.exists():
        raise SokobanError(f"there is no {path}; name the folder of a suite, or its manifest")
    try:
        found = json.loads(content_of(str(path)))
        return Manifest(
            path.parent,
            str(found["suite"]),
            int(found["version"]),
            int(found["seed"]),
            str(found["file"]),
            str(found["sha256"]),
            tuple(_read_level(one) for one in found["levels"]),
        )
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise SokobanError(f"{path} is not the manifest of a suite: {type(error).__name__}: {error}") from None


def _read_level(found: Mapping[str, Any]) -> ListedLevel:  # Any: JSON
    answers = {Objective(name): dict(answer) for name, answer in found["answers"].items()}
    certificates = {str(name): dict(one) for name, one in found["certificates"].items()}
    return ListedLevel(int(found["number"]), str(found["group"]), str(found["key"]), answers, certificates)


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
    path = manifest.folder / manifest.file
    if hashlib.sha256(content_of(str(path))).hexdigest() != manifest.sha256:
        raise SokobanError(f"{path} is not what the manifest lists: its SHA-256 differs")
    levels = list(read(path))
    if len(levels) != len(manifest.levels):
        raise SokobanError(f"{path} has {len(levels)} levels, the manifest {len(manifest.levels)}")
    for level, listed in zip(levels, manifest.levels, strict=True):
        yield _check_level(manifest, level, listed, limits)


def _check_level(manifest: Manifest, level: Level, listed: ListedLevel, limits: Limits) -> LevelCheck:
    if level_key(level, Objective.MOVES) != listed.key:
        return LevelCheck(listed, 0, "the level's key is another")
    accepted = 0
    for name, certificate in listed.certificates.items():
        packed = content_of(str(manifest.folder / certificate["file"]))
        try:
            text = gzip.decompress(packed)
        except (OSError, EOFError):
            return LevelCheck(listed, accepted, f"{certificate['file']} is not a packed certificate")
        if hashlib.sha256(text).hexdigest() != certificate["sha256"]:
            return LevelCheck(listed, accepted, f"{certificate['file']}: its SHA-256 differs")
        found = verify(io.BytesIO(text), level, limits)
        if not found.accepted:
            return LevelCheck(listed, accepted, f"{certificate['file']}: line {found.line}: {found.reason}")
        wanted = _claims(listed, name)
        if found.claim not in wanted:
            return LevelCheck(listed, accepted, f"{certificate['file']} shows '{found.claim}', not '{wanted[0]}'")
        accepted += 1
    return LevelCheck(listed, accepted, None)


def _claims(listed: ListedLevel, name: str) -> tuple[str, ...]:
    """Return the claims that would prove an answer, the usual one first."""
    if name == _UNSOLVABLE:
        return ("unsolvable", "dead")
    objective = Objective(name)
    answer = listed.answers[objective]
    cost = objective.cost(int(answer["moves"]), int(answer["pushes"]))
    return (f"optimal {objective} {' '.join(map(str, cost))}",)
