"""Sokoverify: a second, fast checker of certificates (`docs/background/certificates.md`).

It shares no code with the reference checker or the solver, except the runner of kernels in `sokosolve` and the model of
levels in `sokospec`.
"""

from sokoverify.verify import verify

__all__ = ["verify"]
