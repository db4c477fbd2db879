"""The status of a proof."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """Proved, refuted, or neither within the time limit."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNKNOWN = "unknown"
