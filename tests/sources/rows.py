"""What the five sources state, row by row, in our words, and what settles each row."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """What the project says of a statement."""

    HOLDS = "holds"
    REFUTED = "refuted"
    DECIDED = "decided otherwise"  # a choice of format or rule: ours differs, and says so
    PARTLY = "partly settled"
    OUTSIDE = "outside"  # nothing about Sokoban to settle


@dataclass(frozen=True, slots=True)
class Row:
    """A statement: its number, what the source says, our verdict, and references that settle it.

    A reference is a kind and a name: `claim`, `rule`, `detector`, `theorem`, `page` of docs, `example` of examples.
    `remark` says what is left open, or how our decision differs.
    """

    number: int
    says: str
    verdict: Verdict
    settled_by: tuple[str, ...] = ()
    remark: str = ""


def holds(number: int, says: str, *settled_by: str, remark: str = "") -> Row:
    """Return a row of a statement that holds, or of a thing that is built."""
    return Row(number, says, Verdict.HOLDS, settled_by, remark)


def refuted(number: int, says: str, *settled_by: str, remark: str = "") -> Row:
    """Return a row of a statement that is wrong."""
    return Row(number, says, Verdict.REFUTED, settled_by, remark)


def decided(number: int, says: str, *settled_by: str, remark: str) -> Row:
    """Return a row of a choice that we make differently."""
    return Row(number, says, Verdict.DECIDED, settled_by, remark)


def partly(number: int, says: str, *settled_by: str, remark: str) -> Row:
    """Return a row that is not settled to the end; the remark says what is left."""
    return Row(number, says, Verdict.PARTLY, settled_by, remark)


def outside(number: int, says: str) -> Row:
    """Return a row with nothing to settle."""
    return Row(number, says, Verdict.OUTSIDE)


DEADLOCKS = (
    holds(
        1,
        "A deadlock is a box that can never be pushed again; off a goal it loses the level.",
        "rule D2",
        "claim freeze",
    ),
    holds(2, "All successors of a lost state are lost.", "rule D2"),
    holds(3, "Deadlock detection prunes a solver's search.", "page background/solver.md"),
    holds(4, "A game can warn of squares where a box would be lost.", "page guides/player.md"),
    holds(5, "Dead squares follow from walls and goals alone.", "claim dead-squares", "detector dead-squares"),
    holds(
        6,
        "Frozen boxes count as walls, and dead squares are computed again.",
        "claim dead-squares-dynamic",
        "detector frozen-walls",
    ),
    holds(
        7,
        "Otherwise no live state is flagged, but deadlocks are missed.",
        "claim dead-squares-are-static",
        "claim dead-squares-are-complete",
    ),
    holds(
        8,
        "Dead squares do not depend on the squares of boxes and player.",
        "claim dead-squares",
        remark="But the test is not complete: `dead-squares-complete`.",
    ),
    refuted(
        9,
        "The printed recursion finds static deadlocks.",
        "claim static-windows",
        "example deadlocks.py",
        remark="It reads the fourth of three directions.",
    ),
    holds(10, "Bipartite deadlock: boxes cannot be matched with goals.", "claim bipartite", "detector bipartite"),
    holds(
        11,
        "A box is frozen if walls or frozen boxes hold it on both axes.",
        "claim freeze",
        "detector freeze",
        "theorem lemma-freeze-step",
    ),
    refuted(
        12,
        "In the recursion, visited boxes may count as frozen.",
        "claim freeze-recursion",
        "example deadlocks.py",
    ),
    refuted(
        13,
        "It argues for that with three boxes.",
        "claim freeze-recursion",
        "claim freeze-chain",
        remark="True of the boxes of the present chain.",
    ),
    holds(14, "Freezing spreads from box to box.", "claim frozen-stay"),
    holds(15, "Only the pushed box needs to be tested for freezing.", "claim freeze-at-the-pushed-box"),
    holds(
        16,
        "Corral deadlock: the boxes around a place out of reach are dead.",
        "claim corral",
        "detector corral",
        "detector pi-corral",
    ),
    refuted(
        17,
        "Corrals need a test only when the area out of the player's reach shrinks.",
        "claim corral-when-out-of-reach-shrinks",
        "claim corral-when-reach-shrinks",
        "claim corral-when-area-changes",
        remark="Test beside the pushed box: `corral-at-the-pushed-box`.",
    ),
    refuted(18, "Boxes around a corral can only be pushed inwards.", "claim corral-inwards"),
    holds(
        19,
        "Closed diagonals are deadlocks.",
        "claim diagonal",
        "detector closed-diagonal",
        "theorem lemma-closed-diagonal",
    ),
    refuted(
        20,
        "Corral and closed-diagonal deadlocks end as freeze deadlocks.",
        "claim corral-ends-frozen",
        "claim diagonal-ends-frozen",
    ),
)

ESSAY = (
    holds(21, "A detector stops lost plays and searches early.", "page background/solver.md", "page guides/player.md"),
    outside(22, "In variants of the game a deadlock need not be a defeat."),
    holds(
        23,
        "Three drawings of boxes in corners are deadlocks.",
        "claim corner",
        "detector corner",
        "theorem lemma-corner",
    ),
    refuted(
        24,
        "Walls on any two adjacent sides suffice.",
        "claim corner",
        "claim adjacent-walls",
        remark="True of sides that meet; two opposite walls do not suffice.",
    ),
    holds(25, "The first alley is a dead one.", "claim alley", "detector dead-alley"),
    refuted(26, "The second alley is no deadlock, as the player gets around the box.", "claim alley-round"),
    holds(
        27,
        "The alley procedure detects deadlocks by virtual pushes.",
        "claim alley",
        "detector dead-alley",
        "example alleys.py",
    ),
    holds(28, "The first box at one wall is lost.", "detector one-side"),
    holds(29, "The second box at one wall escapes."),
    holds(30, "The third box escapes downwards.", "detector one-side"),
    refuted(
        31,
        "The procedure detects deadlocks of boxes at one wall.",
        "claim one-side",
        "claim one-side-to-and-fro",
        "example alleys.py",
        remark="The box may pass the end of the wall and come back.",
    ),
    holds(32, "Lost boxes become walls, and lost squares are updated.", "detector frozen-walls"),
    holds(
        33,
        "A tree of deadlocks for quick look-ups, after Cazenave and Jouandeau.",
        "detector deadlock-tables",
        "claim table",
    ),
    holds(
        34,
        "Brute force: breadth-first, depth-first and beam search.",
        "example searching.py",
        remark="Beam search is incomplete, depth-first search finds long solutions.",
    ),
    holds(35, "Informed search: A*, IDA*, both sides.", "page background/solver.md"),
    holds(
        36,
        "A box is lost if brute force finds no way to a goal for it.",
        "claim single-box-exact",
        "detector no-goal-reachable",
    ),
)

TUTORIAL = (
    outside(45, "History of the game, licence."),
    outside(46, "Classes for map, actions and level; bit flags; a one-dimensional array."),
    holds(
        47,
        "The similarity of two maps is an operation on maps.",
        "page background/rules.md",
        "page records/experiments.md",
        remark="It defines none; ours is `sokospec normalize --near-duplicates`.",
    ),
    holds(48, "An index rejects negative coordinates and coordinates beyond the width.", "rule B1"),
    holds(49, "Steps are done and undone.", "rule U1"),
    holds(50, "The symbols of XSB, with three for floor.", "page reference/formats.md"),
    holds(51, "Comment lines begin with `;`.", "rule F15"),
    holds(52, "Metadata: `key: value`, keys without case.", "rule F14"),
    holds(53, "`comment:` to `comment-end:` holds several lines.", "rule F5"),
    decided(
        54,
        "`comment_end:` is not valid.",
        "rule F5",
        remark="We accept it: files have it, and it can mean nothing else.",
    ),
    holds(
        55,
        "The same key twice is an error.",
        "rule F14",
        remark="Only in strict reading, with two values.",
    ),
    holds(56, "A file has many levels, with blank lines between.", "page reference/formats.md"),
    holds(57, "The printed encoder of run lengths, without groups.", "example run_lengths.py"),
    refuted(
        58,
        "The example level and its run lengths are the same level.",
        "page reference/formats.md",
        remark="The player's column differs.",
    ),
    holds(59, "`|` ends a row.", "rule F16"),
    holds(60, "A decoder of nested groups.", "rule R2"),
    refuted(
        61,
        "The printed decoder of run lengths.",
        "example run_lengths.py",
        remark="Wrong on `(2#)`.",
    ),
    holds(62, "Digits at the end are an error.", "rule R1"),
    holds(63, "The example in Sok is the level of the example in XSB.", "page reference/formats.md"),
    holds(64, "The example in MF8 is, too.", "rule F8"),
    holds(65, "A level may have boxes out of the player's reach.", "rule W1"),
    holds(66, "A level may have a row of floor alone.", "rule F16"),
    holds(67, "A level without an outer wall is invalid; walls make it valid.", "rule L5"),
    holds(68, "The n-th level is read without parsing those before.", "page reference/formats.md"),
    holds(
        69,
        "3,371 levels in 23.7 ms, the last alone in 3.27 ms.",
        "page records/experiments.md",
        remark="In Rust; ours takes 40 times as long.",
    ),
    holds(
        70,
        "Errors: players, boxes and goals, symbols, no map, an open block.",
        "rule L1",
        "rule L2",
        "rule L3",
        "rule F9",
        "rule F7",
        "rule F5",
    ),
    holds(71, "White space at the right and a common margin do not count.", "rule F3"),
    holds(72, "Floor is the area that the player reaches up to walls.", "rule L5"),
    holds(73, "A level can be built from a solution.", "page reference/cli.md"),
    refuted(
        74,
        "It is one square larger than the player's range.",
        "claim reconstruct-range",
        "example levels_from_solutions.py",
    ),
    refuted(
        75,
        "Replaying the steps in it finds wrong solutions.",
        "claim reconstruct-by-directions",
        "example levels_from_solutions.py",
        remark="Only with the case of letters.",
    ),
    refuted(
        76,
        "Normalising 1: boxes that cannot move become walls.",
        "claim normal-immovable",
        remark="True of boxes on goals, if another box is left.",
    ),
    refuted(
        77,
        "Normalising 2: squares with three walls around become walls.",
        "claim normal-dead-ends",
        "claim normal-empty-dead-ends",
        remark="True without a goal there.",
    ),
    holds(78, "Normalising 3: walls out of reach go.", "claim normal-steps"),
    holds(79, "Normalising 4: one form of the outer wall.", "claim normal-steps"),
    refuted(
        80, "Normalising 5: boxes out of reach go, without influence on the solution.", "claim normal-unreachable-boxes"
    ),
    holds(81, "Normalising 6: the size is trimmed.", "claim normal-steps"),
    holds(82, "Normalising 7: one of eight symmetric forms.", "claim normal-steps"),
    holds(
        83,
        "Normalising 8: the player on his first square, which may change the solution.",
        "claim normal-player-pushes",
        "claim normal-player-moves",
    ),
    refuted(
        84,
        "Ideally, levels with optimal solutions of the same steps have one normal form.",
        "page background/rules.md",
        remark="A level with two optimal solutions shares each with another level.",
    ),
    decided(
        85,
        "The simplest level becomes a level without boxes.",
        "claim normal-first-push",
        remark="We keep a box, as rule L2 asks for one.",
    ),
    holds(86, "The graph of an example has three states.", "rule N2", "rule D1"),
    holds(87, "Breadth-first search.", "claim bfs-marks-early"),
    holds(88, "A* search.", "claim astar-marks-late"),
    holds(89, "IDA* search.", "page background/solver.md"),
    holds(90, "Feature space search (FESS).", "page background/solver.md"),
    holds(
        91,
        "At worst A* takes the time of breadth-first search; IDA* takes little space.",
        "example memory.py",
        "page records/experiments.md",
        remark="So it is where the bound is 0; IDA* pays in time.",
    ),
    holds(92, "A state is the player's square and those of the boxes.", "rule S1"),
    holds(
        93,
        "The player's square is normalised to the first of his region.",
        "rule N2",
        remark="By row, as in its code; its text says by column.",
    ),
    holds(94, "Successors are states after pushes.", "rule N3"),
    holds(
        95,
        "The printed A* decides whether there is a solution.",
        "claim astar-marks-early",
        "example searching.py",
        remark="Its solution need not be the shortest.",
    ),
    refuted(96, "Hashes of visited states are enough.", "claim visited-hashes"),
    holds(97, "Strategies: any solution, fewest pushes, fewest moves, and both orders.", "rule O1", "rule O2"),
    holds(
        98,
        "A heavier heuristic finds some solution sooner.",
        "claim astar-overestimate-best",
        "page records/experiments.md",
    ),
    holds(99, "With an admissible heuristic A* finds the shortest.", "claim astar-marks-late"),
    refuted(
        100,
        "With another it certainly misses the shortest; and it may find it.",
        "claim astar-overestimate-skips",
        "claim astar-overestimate-best",
        "page records/experiments.md",
        remark="The second sentence is true.",
    ),
    holds(101, "Without a heuristic A* is uniform-cost search.", "claim astar-marks-late-moves"),
    holds(102, "Bounds of each box alone are computed before.", "claim bound-nearest"),
    refuted(
        103,
        "Bounds for pushes serve for moves, not the reverse, and are less.",
        "claim bound-pushes-of-moves",
        "claim bound-moves-of-pushes",
        "claim bound-pushes-fewer",
        remark="Less or equal.",
    ),
    holds(104, "The sum of distances to the nearest goals is a bound.", "claim bound-nearest"),
    holds(105, "Pruning, memory of states, and tables made before.", "page background/solver.md"),
    holds(106, "A game that is played with the mouse alone.", "page guides/player.md"),
    holds(107, "Reverse play.", "page guides/player.md"),
    holds(108, "A glossary in Chinese and English.", "page records/sources.md"),
)

TUNNELS = (
    holds(37, "In a tunnel pushes have no influence on the other boxes.", "claim tunnel-pushes"),
    holds(
        38,
        "The first pattern: walls beside the player and beside the box.",
        "claim tunnel-pushes",
        "example tunnels.py",
    ),
    holds(
        39,
        "The second pattern: a wall beside the box on one side.",
        "claim tunnel-pushes-one-wall",
        "example tunnels.py",
    ),
    holds(40, "A state with n boxes has at most 4n successors.", "claim successors-four-n"),
    holds(
        41,
        "A tunnel holds one parked box; two are a deadlock.",
        "claim tunnel-one-box",
        "claim tunnel-two-boxes",
        remark="Not so with the player between two boxes.",
    ),
    holds(42, "The best place to park is the mouth.", "claim tunnel-parking", "claim tunnel-parking-state"),
    holds(43, "A push into a tunnel has influence.", "claim tunnel-no-states", remark="The opposite is refuted."),
    holds(44, "Tunnel squares are computed once.", "page background/solver.md"),
)

BLOG = (
    partly(
        109,
        "Quantum computers give no fast algorithm for Sokoban.",
        "page background/course/8_quantum.md",
        remark="Open: nobody can separate BQP from PSPACE.",
    ),
    partly(
        110,
        "Factoring is easy for Shor's algorithm; a line of Aaronson's parts easy from hard.",
        "page background/course/8_quantum.md",
        remark="Factoring is; the line is no mathematics.",
    ),
    holds(
        111,
        "Go is complete for exponential time under Japanese rules; parts of it are PSPACE-hard.",
        "page background/course/3_classes.md",
    ),
    holds(
        112,
        "Every finite game of two players without chance has a determined value.",
        "page background/course/3_classes.md",
    ),
    holds(113, "Checkers is a draw; boards of one size have no complexity.", "page background/course/3_classes.md"),
    outside(114, "To win is not to decide; a level named after AlphaGo."),
    refuted(
        115,
        "To show a level unsolvable, all ways must be tried.",
        "page background/certificates.md",
        remark="A certificate without states does it.",
    ),
    holds(116, "PSPACE-complete, and how reductions show it.", "page background/course/3_classes.md"),
    holds(117, "An example formula with quantifiers is true.", "page background/reductions.md"),
    holds(118, "Whether a linear bounded automaton accepts.", "page background/machines.md"),
    holds(119, "In Culberson's proof the player's way is the machine.", "page background/machines.md"),
    holds(
        120,
        "In Hearn's proof the bits are boxes on a goal or one square off.",
        "page background/reductions.md",
        remark="`reduce ncl --layout boxes` builds such levels.",
    ),
    holds(121, "Cut squares by the numbers of a depth-first walk.", "claim cut-squares-by-numbers"),
    holds(122, "The depth serves as well as the number.", "claim cut-squares-by-depth", "example one_box.py"),
    holds(123, "Blocks say whether the player gets around a box.", "claim blocks-join-sides"),
    holds(124, "With blocks the paths of one box take linear time.", "page records/experiments.md"),
    holds(
        125,
        "A search over box and player's side has at most 4n nodes.",
        "claim nodes-four-n",
        "claim nodes-two-n",
        "example one_box.py",
    ),
    holds(126, "That search finds the fewest pushes, not always the fewest moves.", "example one_box.py"),
    holds(127, "An example level, as a link.", "rule F10"),
    holds(
        128,
        "The problem: is there a solution? Its size: width times height.",
        "page background/course/1_decision_problems.md",
    ),
    holds(129, "At most 3^n positions, so 3^n steps.", "claim states-three-to-the-n"),
    refuted(130, "3^n is of the order of the truth.", "claim states-same-order", "claim states-exact"),
    holds(
        131, "The stack of depth-first search may be exponential.", "example searching.py", "theorem rooms-moves-fewest"
    ),
    holds(132, "The procedure Savitch(c1, c2, t).", "example searching.py", "page background/savitch.md"),
    refuted(
        133,
        "It takes (4 log2 3) n^2 of space.",
        "claim savitch-three-to-the-n",
        "claim savitch-cells",
        "claim savitch-bits",
        remark="A little more, by rounding.",
    ),
    holds(134, "P, NP, and PSPACE = NPSPACE.", "page background/course/5_nondeterminism.md"),
    holds(
        135,
        "In a chain of rooms the n-th is entered 2^n times.",
        "theorem rooms-automaton",
        "page background/families.md",
    ),
    holds(136, "The classical column is solvable for even numbers of boxes alone.", "theorem fibonacci-classical-odd"),
    holds(
        137,
        "The adapted family and its recurrences.",
        "theorem fibonacci-moves-recurrence",
        "theorem fibonacci-pushes-recurrence",
    ),
    holds(
        138,
        "Closed forms of moves and pushes.",
        "theorem fibonacci-moves-closed-form",
        "theorem fibonacci-pushes-closed-form",
    ),
    holds(
        139,
        "Seven boxes take 306 moves and 102 pushes, by the printed solution.",
        "theorem fibonacci-moves-fewest",
        "theorem fibonacci-pushes-fewest",
    ),
    holds(
        140, "To end on the left takes two moves more.", "claim fibonacci-other-side", "theorem fibonacci-other-side"
    ),
    refuted(
        141,
        "With seven boxes the first six steps must be ldDDRU.",
        "claim fibonacci-must-begin",
        "claim fibonacci-begins",
        "theorem fibonacci-begins",
    ),
    holds(
        142,
        "After the shorter column must come uuuuurrDDLU.",
        "claim fibonacci-goes-on",
        "theorem fibonacci-goes-on",
        remark="For every number of boxes.",
    ),
    holds(143, "M(7) is 6 + M(5) + 2 + 11 + M(6).", "page background/fibonacci_optimality.md"),
    holds(144, "A solution as a GIF.", "page reference/cli.md"),
    holds(
        145,
        "In a contest, all boxes but one on goals was a lesser answer.",
        "page reference/cli.md",
        remark="`check`: `INVALID`, `boxes_off` 1.",
    ),
    outside(146, "Visitors, sponsors and hosts of a site."),
)

SOURCES = {
    "ShenMian, sokoban-tutorial: deadlocks": DEADLOCKS,
    "lifecheckpoint, a note on detecting deadlocks": ESSAY,
    "ShenMian, sokoban-tutorial: tunnels": TUNNELS,
    "ShenMian, sokoban-tutorial: levels, normal forms, solver": TUTORIAL,
    "Yang Chao, blog at sokoban.ws": BLOG,
}

ROWS = tuple(sorted((row for rows in SOURCES.values() for row in rows), key=lambda row: row.number))
