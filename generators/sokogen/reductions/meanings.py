"""What the parts of a network say of a machine or a graph, so that a configuration is read off at any time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Meaning(NamedTuple):
    """Names with their values: at the start, what each net sets when the player comes into it, what each latch keeps.

    A name is `state` or `head` of a machine, a `cell N` of its tape, or an `edge NAME` of a graph. A value is a state,
    a cell, a symbol, or the vertex that the edge is directed to; it is empty while the player is changing it. A latch
    is open (s0, s1) only while its name has its value.
    """

    start: Mapping[str, str]
    nets: Mapping[str, Mapping[str, str]]
    latches: Mapping[str, tuple[str, str]]


NO_MEANING = Meaning({}, {}, {})
"""That of a network of which nothing else is known."""
