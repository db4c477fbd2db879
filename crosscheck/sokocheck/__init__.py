"""Claims about levels, judged: by replay, by search and by certificates; other programs, batches and reports.

`application` is what every command needs, `engines` and `checkers` are those by name, `claims` judges, `programs` runs
what other people wrote, `batch` does many levels, and `reports`, `suites` and `optima` are about many levels.

>>> from sokocheck import judge
>>> from sokospec import Level
>>> print(judge(Level.parse("######\\n#@$ .#\\n######"), "RR", "moves").verdict)
OPTIMAL
"""

from sokocheck.claims.judging import ClaimVerdict, Judge, Judgement, judge

__all__ = ["ClaimVerdict", "Judge", "Judgement", "judge"]
