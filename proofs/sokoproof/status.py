"""The outcome of a proof."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """Whether a claim was proved, or refuted, or neither in the time there was."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNKNOWN = "unknown"
