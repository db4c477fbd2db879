"""Fast engine: compiled searches over packed states, exact for every objective but `any`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sokosolve.features import Algorithm, Direction
    from sokosolve.solver import solve

__all__ = ["Algorithm", "Direction", "solve"]

_MODULE_OF = {
    "Algorithm": "sokosolve.features",
    "Direction": "sokosolve.features",
    "solve": "sokosolve.solver",
}


def __getattr__(name: str) -> object:
    if name in _MODULE_OF:
        return getattr(import_module(_MODULE_OF[name]), name)
    raise AttributeError(f"module 'sokosolve' has no attribute {name!r}")
