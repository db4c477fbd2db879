"""Each detector on levels made for it: it fires where its reason holds, and is silent where that just fails."""

from __future__ import annotations

import pytest

from sokodead import DETECTORS, first_evidence
from sokospec import Level
from sokospec.certificates import Counting, Evidence, Fact, Frozen, Patterns, Prices, check_evidence

FIRES = [
    ("corner", "#####|#@ .#|#$  #|#####"),
    ("corner", "#####|#$ .#|#.$##|# @ #|#####"),  # in the presence of another box
    ("dead-squares", "######|# $  #|#@   #|#  .##|######"),  # along a wall without goals
    ("dead-squares", "#######|#    .#|#@# ###|#   $##|#######"),  # at the end of an alley
    ("dead-alley", "#######|#.@$  #|#######"),  # pushed away from the goal, to the end
    ("one-side", "######|# $  #|#@   #|#  . #|######"),
    ("one-side", "########|### ####|#   $  #|#@     #|#   .  #|########"),  # a gap in the wall where it would be stuck
    ("tunnel", "##########|#@ #### .#|#  $ $  .#|#  ####  #|##########"),
    ("tunnel", "##########|#@ ####  #|#  $.$  .#|#  ####  #|##########"),  # one goal between is not enough
    ("freeze", "######|#@   #|# $$ #|# $$ #|#....#|######"),
    ("freeze", "#####|#@  #|# $*#|# .$#|# . #|#####"),  # a chain by way of a box on a goal
    ("closed-diagonal", "#########|#@      #|#  $#   #|# # $ $ #|#  $ #  #|#  #$ ..#|#    ...#|#########"),
    ("local-pattern", "########|#@  ...#|# #$   #|# $ $  #|#  $#  #|#  .   #|########"),
    ("no-goal-reachable", "#######|#. @$ #|#######"),
    ("bipartite", "#####|#.  #|#$ .#|#$ @#|#   #|#####"),
    ("frozen-walls", "#######|#  $ *#|#@    #|#    .#|#######"),
    ("frozen-bipartite", "#######|#  $ *#|#@    #|#    .#|#######"),
    ("immobile", "######|#@   #|# $$ #|# $$ #|#....#|######"),
    ("corral", "####|#. #|#$ #|# $#|##+#|####"),
    ("pi-corral", "####|#  #|# @#|#.$#|#$ #|# .#|####"),
    ("deadlock-tables", "######|#.$$ #|#@   #|#   .#|######"),
    ("subsets", "######|#.$$ #|#@   #|#   .#|######"),
]


@pytest.mark.parametrize(("name", "text"), FIRES)
def test_a_detector_fires_with_evidence_that_is_accepted(name: str, text: str) -> None:
    level = Level.parse(text)
    evidence = DETECTORS[name](level)
    assert evidence is not None
    check_evidence(level, evidence)


def test_every_detector_has_a_level_on_which_it_fires() -> None:
    assert {name for name, _ in FIRES} == DETECTORS.keys()


BEYOND = [
    ("dead-alley", {"dead-squares"}, "#######|#.@$  #|#######"),
    ("one-side", {"dead-squares", "dead-alley"}, "####|#+##|#$ #|# ##|####"),
    ("no-goal-reachable", {"one-side", "dead-squares", "dead-alley"}, "#######|# # ###|#  $@*#|# .# ##|#######"),
    ("bipartite", {"no-goal-reachable"}, "#####|#.  #|#$ .#|#$ @#|#   #|#####"),
    ("freeze", {"bipartite"}, "####|#@*#|##$#|##.#|####"),
    ("frozen-walls", {"bipartite"}, "####|#@*#|##$#|##.#|####"),
    (
        "frozen-bipartite",
        {"frozen-walls", "bipartite"},
        "#######|#  *  #|##+$ ##|##$ .##|#     #|## $. #|#######",
    ),
    ("immobile", {"freeze", "bipartite", "no-goal-reachable"}, "####|# ##|#  #|#$$#|#.+#|####"),
    ("closed-diagonal", {"corral", "immobile", "bipartite"}, "#######|# .@# #|# $ # #|#* $. #|#######"),
    ("corral", {"immobile", "bipartite"}, "####|#. #|#$ #|# $#|##+#|####"),
    ("pi-corral", {"corral", "immobile", "bipartite"}, "####|#  #|# @#|#.$#|#$ #|# .#|####"),
    ("tunnel", {"immobile", "bipartite", "freeze"}, "##########|#@ #### .#|#  $ $  .#|#  ####  #|##########"),
    ("deadlock-tables", {"corral", "pi-corral", "immobile", "bipartite"}, "#######|# .@# #|# $ # #|#* $. #|#######"),
    (
        "subsets",
        {"pi-corral", "immobile", "bipartite", "corral", "closed-diagonal"},
        "#######|# *   #|#  # ##|# $  ##|#.@####|#######",
    ),
]


@pytest.mark.parametrize(("name", "others", "text"), BEYOND)
def test_a_detector_sees_what_others_do_not(name: str, others: set[str], text: str) -> None:
    level = Level.parse(text)
    fired = {name for name, detector in DETECTORS.items() if detector(level)}
    assert name in fired
    assert not fired & others


SILENT = [
    ("corner", "#####|#@  #|# $.#|#####"),
    ("dead-squares", "######|# $ .#|#@   #|######"),  # the wall has a goal
    ("dead-alley", "#######|#@$ . #|#######"),  # the alley has a goal
    ("dead-alley", "#######|#     #|# ### #|# $@  #|#.#####|#######"),  # the player gets round the box
    ("dead-alley", "########|###  . #|#@$    #|###    #|########"),  # the alley leads into a room
    ("one-side", "#######|##. ###|#  $  #|#@    #|#     #|#######"),  # the box can leave through the gap
    ("tunnel", "##########|#@ ####  #|#  $..$  #|#  ####  #|##########"),  # both boxes belong in the tunnel
    ("tunnel", "##########|#. ####  #|#  $ @$ .#|#  ####  #|##########"),  # the player is between the boxes
    ("freeze", "######|#@   #|# ** #|# ** #|#    #|######"),  # all on goals
    ("freeze", "######|#@   #|# $$ #|#  .##|#  . #|######"),
    ("bipartite", "#####|#.  #|#$ .#|# $@#|#   #|#####"),
    ("local-pattern", "########|#@  $.#|# #*   #|# * *  #|#  *#  #|#      #|########"),  # all around it on goals
    ("frozen-walls", "#######|#* $ .#|#  @###|#######"),
    ("corral", "######|#    #|# $$@#|#  ..#|######"),
]


@pytest.mark.parametrize(("name", "text"), SILENT)
def test_a_detector_is_silent_where_its_reason_fails(name: str, text: str) -> None:
    assert DETECTORS[name](Level.parse(text)) is None


KINDS: dict[str, set[type[Fact]]] = {
    "dead-squares": {Prices},
    "bipartite": {Counting},
    "frozen-walls": {Frozen, Prices},
    "frozen-bipartite": {Frozen, Prices, Counting},
    "immobile": {Frozen, Prices, Patterns},
}


def kinds(evidence: Evidence) -> set[type[Fact]]:
    return {type(fact) for fact in evidence}


@pytest.mark.parametrize(("name", "text"), FIRES)
def test_evidence_is_of_the_kinds_that_the_detector_deals_in(name: str, text: str) -> None:
    evidence = DETECTORS[name](Level.parse(text))
    assert evidence is not None
    assert kinds(evidence) <= KINDS.get(name, {Prices, Patterns})


@pytest.mark.parametrize("name", DETECTORS)
def test_nothing_is_said_about_solved_levels(name: str) -> None:
    assert DETECTORS[name](Level.parse("#####|#*@ #|##*##|##*##|#####")) is None


def test_a_box_that_the_player_can_never_get_to_is_dead_off_the_goals() -> None:
    level = Level.parse("#######|#@$.#$#|#   #.#|#######")
    for name in ("no-goal-reachable", "bipartite", "immobile", "deadlock-tables", "subsets"):
        evidence = DETECTORS[name](level)
        assert evidence is not None, name
        check_evidence(level, evidence)


def test_the_first_evidence_is_that_of_the_cheapest_detector_that_fires() -> None:
    level = Level.parse("######|#@   #|# $$ #|# $$ #|#....#|######")
    found = first_evidence(level)
    assert found is not None and found[0] == "freeze"
    assert first_evidence(Level.parse("#####|#@$.#|#####")) is None
