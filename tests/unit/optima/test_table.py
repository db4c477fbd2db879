"""Tables of optima are read as they were written, know turned levels, and what is none is refused with its line."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optima.proved_rows import Wish, pack, prove_row, table_text
from sokocheck.optima.table import FIRST_LINE, NEEDED, OptimaRow, OptimaTable, Optimum, key_of, read_lines
from sokospec.answer import Objective
from sokospec.board import Level
from sokospec.errors import SokobanError
from sokospec.formats import read
from sokospec.limits import Limits
from sokospec.transform.symmetry import SYMMETRIES

WAREHOUSE, TABLE = Path("examples/warehouse.xsb"), Path("examples/warehouse.optima.tsv")
LEVEL = read(WAREHOUSE)[1]
ROW = OptimaRow("warehouse.xsb", 2, key_of(LEVEL), Optimum(2, True, 11), Optimum(9, True, 4))
NUMBERS = st.integers(0, 10**6)


@given(
    st.just(Optimum(None))
    | st.builds(Optimum, NUMBERS, st.just(False), st.none())
    | st.builds(Optimum, NUMBERS, st.just(True), st.none() | NUMBERS)
)
def test_an_optimum_is_read_as_it_was_written(optimum: Optimum) -> None:
    assert Optimum.read(str(optimum)) == optimum


@pytest.mark.parametrize("text", ["", "2", "2/", "/2", "?/3", "> 4", "-3", "2/3/4", "２/3", "2/3 "])
def test_no_other_text_is_an_optimum(text: str) -> None:
    with pytest.raises(ValueError):
        Optimum.read(text)


def test_the_table_of_the_examples_is_what_the_fast_engine_proves() -> None:
    wish = Wish()
    lines = [
        prove_row(WAREHOUSE.name, number, level, wish, Limits()).cells(wish)
        for number, level in enumerate(read(WAREHOUSE), 1)
    ]
    assert table_text(lines, wish.columns) == TABLE.read_text(encoding="ascii")


@pytest.mark.parametrize("suffix", ["tsv", "tsv.xz", "tsv.gz"])
def test_a_table_is_read_plain_or_packed_and_knows_levels_that_play_alike(tmp_path: Path, suffix: str) -> None:
    text = table_text([[*ROW.cells, "5"]], ["states:moves"])
    path = tmp_path / f"a.{suffix}"
    plain = text.encode()
    path.write_bytes(pack(text) if suffix == "tsv.xz" else gzip.compress(plain) if suffix == "tsv.gz" else plain)
    table = OptimaTable(path)
    assert len(table) == 1
    for symmetry in SYMMETRIES:
        known = table.look_up(symmetry.level(LEVEL))
        assert known is not None and known.where == f"a.{suffix}, warehouse.xsb:2"
        assert known.optima[Objective.MOVES].cost(Objective.MOVES) == (9,)
        assert known.optima[Objective.PUSHES_MOVES].cost(Objective.PUSHES_MOVES) == (2, 11)
    assert table.look_up(Level.parse("#####\n#@$.#\n#####")) is None


@pytest.mark.parametrize(
    ("text", "line", "advice"),
    [
        ("", "line 1", "name such a table"),
        ("sokospec optima 2\n", "line 1", "begins with 'sokospec optima 1'"),
        (f"{FIRST_LINE}\n", "line 2", "no column 'file'"),
        (f"{FIRST_LINE}\nfile\tlevel\tkey\tpushes-moves\n", "line 2", "no column 'moves-pushes'"),
        (table_text([ROW.cells]) + "warehouse.xsb\t1\n", "line 4", "take the line out"),
        (table_text([replace(ROW, level=0).cells]), "line 3", "number from 1"),
        (table_text([replace(ROW, key="abc").cells]), "line 3", "16 hexadecimal digits"),
        (table_text([[*ROW.cells[:3], "2/11", "9"]]), "line 3", "such as 23/104"),
        (
            table_text([ROW.cells, replace(ROW, level=3, moves_first=Optimum(9, True, 5)).cells]),
            "same key",
            "make the table anew",
        ),
        (table_text([ROW.cells]) + "é", "not ASCII", "name another file"),
    ],
)
def test_what_is_no_table_is_refused_with_its_place_and_what_to_do(
    tmp_path: Path, text: str, line: str, advice: str
) -> None:
    path = tmp_path / "a.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SokobanError, match=r"a\.tsv") as raised:
        OptimaTable(path)
    assert line in str(raised.value) and advice in str(raised.value)


@pytest.mark.parametrize("suffix", ["xz", "gz"])
def test_a_packed_table_that_is_not_whole_is_refused(tmp_path: Path, suffix: str) -> None:
    text = table_text([ROW.cells])
    whole = pack(text) if suffix == "xz" else gzip.compress(text.encode())
    path = tmp_path / f"a.tsv.{suffix}"
    for bad in (whole[:-9], b"", text.encode()):
        path.write_bytes(bad)
        with pytest.raises(SokobanError, match=r"a\.tsv"):
            OptimaTable(path)


@pytest.mark.parametrize("suffix", ["xz", "gz"])
def test_a_packed_table_is_unpacked_piece_by_piece(tmp_path: Path, suffix: str) -> None:
    text = table_text([replace(ROW, level=number).cells for number in range(1, 10_000)])
    path = tmp_path / f"a.tsv.{suffix}"
    path.write_bytes((pack(text) if suffix == "xz" else gzip.compress(text.encode()))[:-9])
    lines = read_lines(path)
    assert [next(lines), next(lines)] == text.split("\n")[:2]
    with pytest.raises(SokobanError, match="not whole"):
        list(lines)


def test_the_same_lines_make_the_same_bytes() -> None:
    lines = [replace(ROW, level=number).cells for number in range(1, 50)]
    assert pack(table_text(lines)) == pack(table_text(lines))
    assert table_text(lines).split("\n")[1] == "\t".join(NEEDED)
