"""Meanings of a network's nets and latches as parts of a machine or graph configuration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class NetworkMeaning(NamedTuple):
    """Names with their values at the start, the values that each net sets, and the value that each latch stores.

    A name is `state`, `head`, `cell N` or `edge NAME`; a value is a state, cell, symbol or vertex, or empty while the
    player is changing it. A latch is open (s0, s1) only while its name has its value.
    """

    start: Mapping[str, str]
    nets: Mapping[str, Mapping[str, str]]
    latches: Mapping[str, tuple[str, str]]


NO_MEANING = NetworkMeaning({}, {}, {})
"""The meaning of a network about which nothing is known."""
