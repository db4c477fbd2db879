"""Judgement of claims about levels, by replay, search and certificates; other programs, batches and reports.

`sokospec.judge` is the entrance for users.
"""
