"""Manifest of a suite, and its verification."""

from __future__ import annotations

import hashlib
import io
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import product
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
from sokospec.errors import SokobanError, quantify
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
    boxes: int
    squares: int
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
    number, boxes, squares = (json_fields.count(found, name) for name in ("number", "boxes", "squares"))
    group, key = (json_fields.text(found, name) for name in ("group", "key"))
    return ListedLevel(number, group, key, boxes, squares, answers, certificates)


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
    """Check of a level: accepted certificates, answers that none of them proves, and the first defect if any."""

    level: ListedLevel
    accepted: int
    unproved: tuple[Objective, ...]
    wrong: str | None


def check_levels(manifest: Manifest, limits: Limits) -> Iterator[LevelCheck]:
    """Yield for each level whether it matches the manifest and its certificates prove its answers.

    Raises `SokobanError` if the levels are not those of the manifest.
    """
    for number, (level, listed) in enumerate(zip(manifest.read_levels(), manifest.levels, strict=True), start=1):
        accepted, proved = 0, set[Objective]()
        wrong = _difference(number, level, listed)
        for name, certificate in listed.certificates.items() if wrong is None else ():
            wrong = _reject(manifest.folder, name, certificate, level, listed, limits)
            if wrong is not None:
                break
            accepted += 1
            proved.update(_answers_of(name, listed))
        wrong = wrong or _contradiction(listed.answers)
        unproved = tuple(objective for objective in listed.answers if objective not in proved)
        yield LevelCheck(listed, accepted, unproved, wrong)


def _difference(number: int, level: Level, listed: ListedLevel) -> str | None:
    """Return how a level differs from the manifest, or None."""
    for name, figure, listed_figure in (
        ("number", number, listed.number),
        ("key", level_key(level, Objective.MOVES), listed.key),
        ("number of boxes", len(level.boxes), listed.boxes),
        ("number of squares", len(level.board.floor), listed.squares),
    ):
        if figure != listed_figure:
            return f"the level's {name} is another: {figure}, not {listed_figure}"
    return None


def _contradiction(answers: Mapping[Objective, BestAnswer]) -> str | None:
    """Return which answers cannot both be true, or None."""
    unsolvable = [objective for objective, answer in answers.items() if answer.verdict is Verdict.UNSOLVABLE]
    solved = [objective for objective in answers if objective not in unsolvable]
    if unsolvable and solved:
        return f"the answer for {unsolvable[0]} says that there is no solution, that for {solved[0]} has one"
    for objective, other in product(solved, repeat=2):
        least, cost = _least(objective, answers[objective]), answers[other].cost(objective)
        if cost < least:
            said = f"the answer for {objective} says that no solution costs less than {' '.join(map(str, least))}"
            return f"{said}, that for {other} costs {' '.join(map(str, cost))}"
    return None


def _least(objective: Objective, answer: BestAnswer) -> tuple[int, ...]:
    """Return the least cost that an answer leaves possible."""
    bound = () if answer.lower_bound is None else (answer.lower_bound,)[: len(objective.counts)]
    return max(bound, answer.cost(objective)) if answer.verdict is Verdict.OPTIMAL else bound


def _answers_of(name: str, listed: ListedLevel) -> Iterable[Objective]:
    """Return the objectives whose answers a certificate must prove."""
    return listed.answers if name == _UNSOLVABLE else (Objective(name),)


def _reject(
    folder: Path, name: str, certificate: PackedCertificate, level: Level, listed: ListedLevel, limits: Limits
) -> str | None:
    """Return why a certificate does not prove the answers it is for, or None if it does."""
    packed = io.BytesIO(content_of(str(folder / certificate.file)))
    digest = _digest_of_text(packed)
    if digest is None:
        return f"{certificate.file} is not a packed certificate"
    if digest != certificate.sha256:
        return f"{certificate.file}: its SHA-256 differs"
    found = verify(packed, level, limits)
    if not found.accepted:
        return f"{certificate.file}: line {found.line}: {found.reason}"
    shown = _UNSOLVABLE if found.claim == "dead" else found.claim
    for objective in _answers_of(name, listed):
        wanted = _claim(objective, listed.answers[objective])
        if shown != wanted:
            return f"{certificate.file} shows {shown!r}, not {wanted!r}"
    return None


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


def _claim(objective: Objective, answer: BestAnswer) -> str:
    """Return the claim that proves an answer; no certificate in a suite proves that a level is only solved."""
    if answer.verdict is Verdict.UNSOLVABLE:
        return _UNSOLVABLE
    if answer.verdict is Verdict.SOLVED:
        return f"solved with {quantify(answer.moves or 0, 'move')}, {quantify(answer.pushes or 0, 'push')}"
    return " ".join(map(str, ("optimal", objective, *answer.cost(objective))))
