"""Who competes: our solver, with features switched off or not, and other people's programs. No answer is believed."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from common.levels import Problem
from common.record import Parameters
from sokocheck.programs.answers import SHORTEST_CLAIM
from sokocheck.programs.attempt import STOPPED, Trial, understand
from sokocheck.programs.command import words_of
from sokocheck.programs.measure import Allowance, Measured
from sokospec import Level, replay
from sokospec.answer import Objective, Verdict
from sokospec.errors import SokobanError

INVALID, NOTHING, CRASHED = "INVALID", "NOTHING", "CRASHED"
"""What a row says besides the verdicts: the solution is none, there was no answer, the program broke down."""

LIMITS = {"cpu": Verdict.LIMIT_TIME, "wall": Verdict.LIMIT_TIME, "memory": Verdict.LIMIT_MEMORY}

FOLDERS = re.compile(r"(?<![\w./])/(?:[^\s/'\"]++/)++")


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an output turns out to be worth: the columns of a row that do not come from the clock."""

    verdict: str
    note: str = ""
    moves: int | None = None
    pushes: int | None = None
    lower_bound: int | None = None
    expanded: int | None = None
    generated: int | None = None
    lurd: str | None = None


class Contender(Protocol):
    """A solver that can be measured; `without` is None for somebody else's."""

    @property
    def name(self) -> str:
        """What the tables call it."""

    @property
    def without(self) -> tuple[str, ...] | None:
        """What is switched off."""

    def command(self, problem: Problem, drawing: Path) -> list[str]:
        """Return the command for a level, which stands alone in the file `drawing` too."""

    def allowance(self, parameters: Parameters) -> Allowance:
        """Return at what point it is stopped from outside."""

    def judge(self, level: Level, measured: Measured) -> Judgement:
        """Return what its output is worth."""


def wall_seconds(cpu: float) -> float:
    """Return when a program is ended by the clock: so late that a busy machine changes no verdict."""
    return 10 * cpu + 60


@dataclass(frozen=True, slots=True)
class Ours:
    """The fast engine, through the command line, with some features switched off."""

    parameters: Parameters
    without: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What the tables call it."""
        return "sokospec" + (f" without {', '.join(self.without)}" if self.without else "")

    def command(self, problem: Problem, drawing: Path) -> list[str]:
        """Return the command for a level."""
        options = {
            "--level": problem.number,
            "--engine": "fast",
            "--objective": self.parameters.objective,
            "--cpu-limit": f"{self.parameters.time_limit:g}",
            "--memory-limit": f"{self.parameters.memory_limit:g}",
        }
        words = [str(word) for option in options.items() for word in option]
        for name in self.without:
            words += ["--without", name]
        return [sys.executable, "-m", "sokospec", "solve", str(problem.path), "--json", *words]

    def allowance(self, parameters: Parameters) -> Allowance:
        """Return generous limits: it keeps its own, and says more when it ends by itself."""
        seconds = parameters.time_limit
        return Allowance(cpu=seconds + 30, wall=wall_seconds(seconds), mib=1.5 * parameters.memory_limit)

    def judge(self, level: Level, measured: Measured) -> Judgement:
        """Return what its JSON says, unless its solution is none."""
        if measured.ended == "lost":
            return _stopped(measured)
        try:
            said = json.loads(measured.stdout)
            counts = {name: said[name] for name in ("lower_bound", "expanded", "generated")}
            verdict, lurd = Verdict(said["verdict"]), said["lurd"]
            claimed = said["moves"], said["pushes"]
        except (ValueError, KeyError, TypeError):
            return _no_answer(measured) or Judgement(CRASHED, _last_line(measured))
        if lurd is None:
            needs_one = verdict in (Verdict.OPTIMAL, Verdict.SOLVED)
            return Judgement(INVALID, f"{verdict} without a solution") if needs_one else Judgement(verdict, **counts)
        played = replay(level, lurd)
        if not played.valid:
            return Judgement(INVALID, f"step {played.at}: {played.reason}")
        moves, pushes = played.metrics.moves, played.metrics.pushes
        if claimed != (moves, pushes):
            return Judgement(INVALID, f"claims (moves, pushes) {claimed}, they are {(moves, pushes)}")
        return Judgement(verdict, "", moves, pushes, **counts, lurd=lurd)


@dataclass(frozen=True, slots=True)
class Foreign:
    """Somebody else's program; `{level}` in its words stands for a file with the level."""

    name: str
    words: tuple[str, ...]

    @property
    def without(self) -> None:
        """None: what it does is its own affair."""
        return None

    def command(self, problem: Problem, drawing: Path) -> list[str]:
        """Return the command for a level."""
        return [word.replace("{level}", str(drawing)) for word in self.words]

    def allowance(self, parameters: Parameters) -> Allowance:
        """Return the limits themselves; a program that sleeps is ended by the wall clock."""
        seconds = parameters.time_limit
        return Allowance(cpu=seconds, wall=wall_seconds(seconds), mib=parameters.memory_limit)

    def judge(self, level: Level, measured: Measured) -> Judgement:
        """Return whether its output holds a solution, wherever it stands: of several, the one with the fewest moves.

        Output that was not read whole is never invalid.
        """
        if measured.ended == "lost":
            return _stopped(measured)
        saying = understand(Trial(measured, [measured.stdout]), level, Objective.MOVES)
        if saying.lurd is None:
            return _no_answer(measured) or Judgement(NOTHING, _without_answer(measured, saying.unread))
        played = replay(level, saying.lurd, lenient=True)  # the case of letters is not what is measured
        if not played.valid and len(saying.lurd) < SHORTEST_CLAIM:
            return Judgement(NOTHING, _without_answer(measured, ""))
        if not played.valid:
            return Judgement(INVALID, f"{len(saying.lurd)} steps; at {played.at}: {played.reason}")
        return Judgement(Verdict.SOLVED, "", played.metrics.moves, played.metrics.pushes)


def foreign(text: str) -> Foreign:
    """Return the contender that `COMMAND` or `NAME=COMMAND` names; raises `SokobanError` for what cannot be run.

    >>> foreign("echo={}".format("sh -c 'echo RR' {level}")).words
    ('sh', '-c', 'echo RR', '{level}')
    """
    named = re.match(r"([\w.+-]+)=(?=.*\s)", text)
    words = words_of(text[named.end() :] if named else text)
    return Foreign(named[1] if named else Path(words[0]).name, words)


def known(names: Sequence[str]) -> None:
    """Raise `SokobanError` for a name that is no feature of our solver."""
    from sokosolve.features import FEATURES  # the fast engine, as below

    for name in names:
        if name not in FEATURES:
            raise SokobanError(f"{name}: there is no such feature; there are {', '.join(FEATURES)}")


def ablation(parameters: Parameters, without: Sequence[str]) -> list[Ours]:
    """Return our solver without each feature that it uses for the objective, besides those switched off anyway."""
    # Other benchmarks may do without the fast engine.
    from sokosolve.features import FEATURES, select_features

    objective = Objective(parameters.objective)
    on = select_features(objective, without)
    used = [name for name in FEATURES if name in on]
    return [Ours(parameters, (*without, name)) for name in used]


def _no_answer(measured: Measured) -> Judgement | None:
    """Return why a program that was ended, or that broke down, gave none; None if it ended by itself."""
    if measured.ended in LIMITS:
        return Judgement(LIMITS[measured.ended], f"stopped: {measured.ended}")
    if measured.ended in STOPPED:
        return _stopped(measured)
    if measured.code < 0:
        return Judgement(CRASHED, f"signal {-measured.code}")
    return None


def _stopped(measured: Measured) -> Judgement:
    """Return what a run is worth that gave no answer for a reason of its own; of a lost one no figure can be used."""
    return Judgement(NOTHING, f"stopped: {STOPPED[measured.ended]}")


def _without_answer(measured: Measured, unread: str) -> str:
    """Return the note of a program that ended by itself without an answer, as far as its output was read."""
    notes = [f"not all of its output was read: {unread}"] if unread else []
    return "; ".join([*notes, *([_last_line(measured)] if measured.code else [])])


def _last_line(measured: Measured) -> str:
    lines = measured.stderr.split("\n")
    said = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return f"exit code {measured.code}" + (f": {without_folders(said)[:200]}" if said else "")


def without_folders(text: str) -> str:
    """Return a text with the names of files alone where it has whole paths: those of this machine help nobody else.

    >>> without_folders("java -jar /opt/tools/solver.jar {level}")
    'java -jar solver.jar {level}'
    """
    return FOLDERS.sub("", text)
