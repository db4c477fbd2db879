"""Runs of Coq on the proofs of `proofs/rocq`: a program that is evaluated, a proof with a planted error."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from sokospec.board import Level, Square

FOLDER = Path(__file__).resolve().parents[2] / "proofs" / "rocq"


def needs_coq(*modules: str) -> pytest.MarkDecorator:
    """Skip unless Coq is installed and these modules are compiled."""
    ready = shutil.which("coqc") and all((FOLDER / f"{module}.vo").exists() for module in modules)
    return pytest.mark.skipif(not ready, reason="the proofs are not compiled: make -C proofs/rocq")


def coqc(source: Path, folder: Path = FOLDER) -> subprocess.CompletedProcess[str]:
    """Compile a file with the modules of a folder."""
    command = ["coqc", "-q", "-w", "-abstract-large-number", "-Q", str(folder), "Soko", str(source)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=source.parent)


def evaluate(folder: Path, program: str) -> list[str]:
    """Return the values that the `Eval` commands of a program print, each in one line without its type."""
    path = folder / "Evaluated.v"
    path.write_text(program, encoding="utf-8")
    run = coqc(path)
    assert run.returncode == 0, run.stderr
    values = run.stdout.split("     = ")[1:]
    return [" ".join(value.split("\n     : ")[0].split()) for value in values]


def build_with(folder: Path, changed: str, old: str, new: str, later: tuple[str, ...] = ()) -> str:
    """Build a module with a text replaced, then later modules; return the first error, or an empty text.

    The text must stand once in the module.
    """
    for path in FOLDER.glob("*.vo"):
        if path.stem != changed and path.stem not in later:
            shutil.copy(path, folder)
    source = (FOLDER / f"{changed}.v").read_text(encoding="utf-8")
    assert source.count(old) == 1, f"{old!r} stands {source.count(old)} times in {changed}.v"
    (folder / f"{changed}.v").write_text(source.replace(old, new), encoding="utf-8")
    for module in later:
        shutil.copy(FOLDER / f"{module}.v", folder)
    for module in (changed, *later):
        run = coqc(folder / f"{module}.v", folder)
        if run.returncode:
            return run.stderr
    return ""


COMPARISON = """
From Coq Require Import ZArith List Bool Ascii String.
From Soko Require Import Rules Masks.
Import ListNotations.
Open Scope Z_scope.

Definition scan (rows : list string) (symbols : string) : list square :=
  flat_map (fun row : Z * string => flat_map (fun cell : Z * ascii =>
      if existsb (Ascii.eqb (snd cell)) (list_ascii_of_string symbols) then [(fst row, fst cell)] else [])
    (combine (zrange (Z.of_nat (String.length (snd row)))) (list_ascii_of_string (snd row))))
    (combine (zrange (Z.of_nat (List.length rows))) rows).
Definition same (k l : list square) : bool := if list_eq_dec square_eq k l then true else false.
Definition agrees (l : level) (rows : list string) : bool :=
  (height (on l) =? Z.of_nat (List.length rows)) &&
  forallb (fun row => width (on l) =? Z.of_nat (String.length row)) rows &&
  same (walls (on l)) (scan rows "#") && same (goals (on l)) (scan rows "*.+") &&
  same (boxes (first l)) (scan rows "*$") && same [player (first l)] (scan rows "@+").
"""
"""Says whether a level in Coq has the walls, goals, boxes and player of a drawing."""


def rows_of(level: Level) -> list[str]:
    """Draw a level."""

    def symbol(square: Square) -> str:
        goal = square in level.goals
        if square in level.walls:
            return "#"
        if square in level.boxes:
            return "*" if goal else "$"
        if square == level.player:
            return "+" if goal else "@"
        return "." if goal else " "

    height, width = level.board.height, level.board.width
    return ["".join(symbol(Square(row, column)) for column in range(width)) for row in range(height)]


def in_coq(rows: list[str]) -> str:
    """Return a drawing as a list of Coq's strings."""
    return "[" + "; ".join(f'"{row}"%string' for row in rows) + "]"
