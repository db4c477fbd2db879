"""Status of a proof."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """Result of a proof."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNKNOWN = "unknown"
