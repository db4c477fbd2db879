"""Sokoverify: a second checker of certificates, made to be fast.

It reads what `docs/background/certificates.md` describes, and accepts what the reference checker accepts; but it shares
no code with that one, nor with the solver: of `sokosolve` it uses what runs kernels, of `sokospec` what a level is.
"""

from sokoverify.verify import verify

__all__ = ["verify"]
