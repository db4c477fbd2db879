"""Errors of the machine code that comes with a package."""

from __future__ import annotations


class WrongMachineCode(RuntimeError):
    """The machine code of a package is missing, damaged, or not of its sources: the message says what to do."""


class OutdatedKernels(WrongMachineCode):
    """The machine code in a package was compiled from sources that meant something else."""
