"""A machine and a graph as levels with their maps, for the page."""

from __future__ import annotations

from functools import cache

from sokogen.reductions.instances import Instance, instance_of
from sokogen.reductions.level_map import level_map
from sokogen.reductions.network_level import by_channels, network_level
from sokogen.reductions.walks import lurd
from sokoview.player import Offer

ZERO = """\
states: go yes
alphabet: 0 1 x
start: go
accept: yes
go 0 -> go x R
go 1 -> go 1 R
go x -> yes x S
"""
"""The machine of lesson 7."""

EDGE = "vertex p free\nvertex q free\nedge a 2 p q\ntarget a"


@cache
def machine() -> Instance:
    """Return the machine on 10; it takes three steps to accept."""
    return instance_of("lba", ZERO, "10", direct=True)


@cache
def graph() -> Instance:
    """Return the graph, whose only edge can be reversed at once."""
    return instance_of("ncl", EDGE)


@cache
def offered(instance: Instance, *, compact: bool = False) -> Offer:
    """Return the level of an instance with its solution and its map, drawn quickly unless it is to be compact."""
    made = network_level(instance.network, tries=2) if compact else by_channels(instance.network)
    found = level_map(made, instance.title, instance.meaning)
    return Offer(instance.title, made.level, "".join(lurd(made, instance.play())), found)
