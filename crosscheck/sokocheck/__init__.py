"""Claims about levels, settled: by replay, by search and by certificates; other programs, batches and reports.

>>> from sokocheck import judge
>>> from sokospec import Level
>>> print(judge(Level.parse("######\\n#@$ .#\\n######"), "RR", "moves").verdict)
OPTIMAL
"""

from sokocheck.claims import ClaimVerdict, Judge, Judgement, judge

__all__ = ["ClaimVerdict", "Judge", "Judgement", "judge"]
