"""The map of a level says where everything lies: read off the squares again, it is the network."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import Any

import pytest

from cli import schemas
from sokogen.reductions.formula_network import network_of
from sokogen.reductions.formulas.formula_text import parse_formula
from sokogen.reductions.instances import instance_of
from sokogen.reductions.level_map import level_map, text_of_map
from sokogen.reductions.meanings import NO_MEANING, NetworkMeaning
from sokogen.reductions.network_level import NetworkLevel, by_channels, network_level
from sokoview.pictures.maps import LevelMap

WRITE = "states: a b yes\nalphabet: 0 1\nstart: a\naccept: yes\na 0 -> b 1 S\nb 1 -> yes 1 S"
EDGE = "vertex p free\nvertex q free\nedge a 2 p q\ntarget a"
NAMES = ("formula", "machine", "graph")

Map = dict[str, Any]  # Any: values of JSON


@cache
def drawn(name: str) -> tuple[NetworkLevel, NetworkMeaning]:
    if name == "formula":
        return network_level(network_of(parse_formula("exists x. (x)(not x)")), tries=1, rounds=1), NO_MEANING
    instance = instance_of("lba", WRITE, "0", direct=True) if name == "machine" else instance_of("ncl", EDGE)
    return by_channels(instance.network), instance.meaning


@cache
def made(name: str) -> Map:
    level, meaning = drawn(name)
    return level_map(level, name, meaning)


def squares(span: list[int]) -> list[tuple[int, int]]:
    row, column, height, width = span
    return [(row + down, column + right) for down in range(height) for right in range(width)]


@pytest.mark.parametrize("name", NAMES)
def test_each_square_of_floor_is_in_one_wire_or_in_a_gadget_or_crossing(name: str) -> None:
    level, found = drawn(name)[0], made(name)
    wires = Counter(square for wire in found["wires"] for span in wire["spans"] for square in squares(span))
    ports = {tuple(square) for gadget in found["gadgets"] for square in gadget["ports"].values()}
    boxed = {square for part in (*found["gadgets"], *found["crossings"]) for square in squares(part["span"])}
    floor = {
        (row, column) for row, text in enumerate(level.rows()) for column, symbol in enumerate(text) if symbol != "#"
    }
    assert set(wires.values()) == {1}
    assert ports <= set(wires) <= floor
    assert floor - set(wires) <= boxed


@pytest.mark.parametrize("name", NAMES)
def test_the_ports_on_a_wire_are_those_of_its_net(name: str) -> None:
    network, found = drawn(name)[0].network, made(name)
    wire_at = {square: wire["name"] for wire in found["wires"] for span in wire["spans"] for square in squares(span)}
    net_of = {
        (gadget["name"], port): wire_at[tuple(square)]
        for gadget in found["gadgets"]
        for port, square in gadget["ports"].items()
    }
    assert net_of == network.net_of
    assert [wire["name"] for wire in found["wires"]] == list(network.nets)


@pytest.mark.parametrize("name", NAMES)
def test_where_wires_touch_they_are_parts_of_one(name: str) -> None:
    found = made(name)
    ports = {tuple(square) for gadget in found["gadgets"] for square in gadget["ports"].values()}
    wire_at = {square: wire["name"] for wire in found["wires"] for span in wire["spans"] for square in squares(span)}
    for (row, column), wire in wire_at.items():
        for beside in ((row + 1, column), (row, column + 1)):
            if (row, column) not in ports or beside not in ports:  # two ports side by side are joined in their gadget
                assert wire_at.get(beside, wire) == wire


@pytest.mark.parametrize("name", NAMES)
def test_a_map_is_read_back_and_fits_its_level_alone(name: str) -> None:
    level, found = drawn(name)[0], made(name)
    text = text_of_map(found)
    assert json.loads(text) == found
    schemas.check("map", found)
    read = LevelMap.parse(text)
    read.check(level.level)
    assert {one.name: one.state(level.level.boxes) for one in read.gadgets if one.kind != "crossing"} == {
        tile.name: tile.start for tile in level.network.tiles
    }
    assert read.values(level.level.boxes) == {
        name: value for name, value in read.start.items() if name not in ("state", "head")
    }


def test_the_meaning_of_a_machine_names_every_latch_and_where_it_is_opened() -> None:
    level, meaning = drawn("machine")
    network = level.network
    assert set(meaning.latches) == {tile.name for tile in network.tiles if tile.kind == "LATCH"}
    for latch, (name, value) in meaning.latches.items():
        assert meaning.nets[network.net_of[latch, "O"]] == {name: value}
    assert meaning.nets[network.start] == {"state": "a", "head": "cell 1"}
    assert meaning.nets["accepted"] == {"state": "yes", "head": ""}


def test_every_key_of_the_schema_of_maps_is_in_some_map() -> None:
    schema = schemas.schema("map")
    listed = set(schemas.keys_of_schema(schema, schema))
    assert listed == schemas.keys_of_records([made(name) for name in NAMES], listed)
