"""Meanings of a network's parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class NetworkMeaning(NamedTuple):
    """Names with their values at the start, the values that nets set, and those that latches store.

    A value is empty while the player is changing it. A latch is open (s0, s1) only while its name has its value.
    """

    start: Mapping[str, str]
    nets: Mapping[str, Mapping[str, str]]
    latches: Mapping[str, tuple[str, str]]


NO_MEANING = NetworkMeaning({}, {}, {})
"""The meaning of a network about which nothing is known."""
