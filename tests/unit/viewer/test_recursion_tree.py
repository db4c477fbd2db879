"""The recursion tree: its calls are those of the procedure, its bits those of the meter, its picture is well-formed."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from sokospec import Level
from sokospec.limits import Limits
from sokospec.oracle.savitch import Savitch, decide
from sokospec.oracle.sokoban import Sokoban
from sokospec.oracle.systems import Graph
from sokoview.pictures.recursion_tree import level_symbol, recursion_tree, text_symbol, tree_svg
from space import tree_picture

RING = Graph([[1], [2], [3], [0]], start=0, goals=[3])
SVG = "{http://www.w3.org/2000/svg}"
PICTURE = Path(__file__).parents[3] / "docs" / "pictures" / "savitch_tree.svg"


def test_the_nodes_are_the_calls_in_their_order() -> None:
    for c1 in range(4):
        for c2 in range(4):
            for t in range(6):
                tree, run = recursion_tree(RING, c1, c2, t), Savitch(RING, t)
                assert tree.answer == run.reaches(c1, c2, t)
                assert len(tree.nodes) == tree.calls == run.calls
                assert tree.peak_bits == run.space.peak == max(node.live_bits for node in tree.nodes)
                assert max(node.depth for node in tree.nodes) == run.depth


def test_each_node_asks_for_half_the_steps_of_its_parent() -> None:
    tree = recursion_tree(RING, 0, 3, 5)
    assert [node.parent for node in tree.nodes].count(None) == 1
    for index, node in enumerate(tree.nodes):
        if node.parent is None:
            assert (index, node.c1, node.c2, node.t) == (0, 0, 3, 5)
            continue
        parent = tree.nodes[node.parent]
        assert node.parent < index and node.depth == parent.depth + 1
        first, second = node.c1 == parent.c1, node.c2 == parent.c2
        assert first or second
        assert node.t in {parent.t // 2, parent.t - parent.t // 2}
        assert (node.answer is True) == (tree.answer is True and Savitch(RING, 5).reaches(node.c1, node.c2, node.t))


def test_a_node_that_says_yes_has_two_children_that_say_yes_and_the_last_ones() -> None:
    nodes = recursion_tree(RING, 0, 3, 5).nodes
    for index, node in enumerate(nodes):
        children = [child for child in nodes if child.parent == index]
        if node.t <= 1:
            assert not children
        elif node.answer:
            assert children[-2].answer and children[-1].answer and children[-2].c2 == children[-1].c1


def test_only_so_many_nodes_are_kept_and_all_calls_are_counted() -> None:
    whole, part = recursion_tree(RING, 0, 3, 5), recursion_tree(RING, 0, 3, 5, most=4)
    assert part.nodes == whole.nodes[:4]
    assert (part.calls, part.answer) == (whole.calls, whole.answer)
    assert f"and {whole.calls - 4} calls more" in tree_svg(part, text_symbol, "four")


def test_what_a_limit_left_open_has_no_answer() -> None:
    tree = recursion_tree(RING, 0, 3, 5, limits=Limits(seconds=0))
    assert [node.answer for node in tree.nodes] == [None]


def test_the_picture_has_a_row_for_each_call_and_each_configuration_once() -> None:
    tree = recursion_tree(RING, 0, 3, 3)
    picture = ElementTree.fromstring(tree_svg(tree, text_symbol, "<a & b>"))
    assert len(picture.findall(f".//{SVG}use")) == 2 * len(tree.nodes)
    assert len(picture.findall(f"{SVG}defs/{SVG}g")) == 4
    words = [text.text or "" for text in picture.findall(f"{SVG}text")]
    assert sum("✓" in word for word in words) == sum(node.answer is True for node in tree.nodes)
    assert sum("✗" in word for word in words) == sum(node.answer is False for node in tree.nodes)


def test_a_symbol_of_a_level_shows_the_squares_in_play() -> None:
    system = Sokoban(Level.parse("######\n#@$ .#\n######"))
    symbol = level_symbol(system, scale=1)(system.start)
    assert (symbol.width, symbol.height) == (4 * 32 + 16, 32 + 16)
    assert symbol.elements.count('class="box"') == 1
    ElementTree.fromstring(symbol.elements)


def test_a_level_can_be_drawn_as_a_tree() -> None:
    system = Sokoban(Level.parse("######\n#@$ .#\n######"))
    goal = decide(system).goal
    assert goal is not None
    tree = recursion_tree(system, system.start, goal, 2)
    ElementTree.fromstring(tree_svg(tree, level_symbol(system), "two pushes"))


def test_the_picture_in_the_docs_is_the_one_that_is_made_now() -> None:
    assert PICTURE.read_text(encoding="utf-8") == tree_picture()
