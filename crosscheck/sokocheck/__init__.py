r"""Judgement of claims about levels, by replay, search and certificates; other programs, batches and reports.

>>> from sokocheck import judge
>>> from sokospec import Level
>>> print(judge(Level.parse("######\n#@$ .#\n######"), "RR", "moves").verdict)
OPTIMAL
"""

from sokocheck.claims.judging import ClaimVerdict, Judge, Judgement, judge

__all__ = ["ClaimVerdict", "Judge", "Judgement", "judge"]
