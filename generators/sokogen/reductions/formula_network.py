"""The network of gadgets for a quantified Boolean formula: it can be won exactly if the formula is true.

`docs/background/qbf_network.md` explains it and proves that it is right. In short:

- A literal that occurs in a clause is a LATCH. Its tunnel I-B leads from the net before the clause to the net after it,
  so the clauses are passed one after the other, each through one of its literals. Its port O lies on the *hall* of its
  variable, where the player can open it. Its tunnel C-A lies on a *lane* of its variable and shuts it.
- From the hall two lanes lead on to the next variable: the lane for true shuts all occurrences of the negated variable,
  the lane for false those of the variable itself.
- An existential variable with a literal that occurs just once, and the other one too, has no lanes: that occurrence is
  no latch, but the way through its clause is the lane that shuts the others. So the value is chosen by what is passed.
- A universal variable has two more latches, the *second* and the *done* latch, both shut on the way into the hall. The
  lane for false goes through `second`, which is opened only where the player comes back from the clauses; behind it he
  can open `done`, through which alone he gets back to the variables outside. A toggle lets him open it once more there.
- Behind the outermost variable is a PLUG, the only box that does not start on its goal. From there a way leads to
  the first variable again: passing all lanes for true puts every latch into its goal state.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from sokogen.reductions.formulas.qbf import Formula, Quantifier
from sokogen.reductions.gadgets.building import NetworkBuilder
from sokogen.reductions.gadgets.network import Flow, Network, Tile

IN, OUT, BOTH = Flow.IN, Flow.OUT, Flow.BOTH


@dataclass(frozen=True, slots=True)
class Names:
    """The names of tiles and nets that belong to a formula.

    >>> Names.literal(1, -2, 0), Names.second(3), Names.hall(1)
    ('c1.1-x2', 's3', 'hall1')
    """

    @staticmethod
    def literal(clause: int, literal: int, place: int) -> str:
        """Return the latch of the literal at a place, from 0, of a clause, from 1."""
        return f"c{clause}.{place + 1}{'+' if literal > 0 else '-'}x{abs(literal)}"

    @staticmethod
    def second(variable: int) -> str:
        """Return the latch that lets the player try the value false: the first trip is over."""
        return f"s{variable}"

    @staticmethod
    def done(variable: int) -> str:
        """Return the latch that lets the player go back to the variables outside: both trips were begun."""
        return f"d{variable}"

    @staticmethod
    def hall(variable: int) -> str:
        """Return the net where the latches of a variable can be opened."""
        return f"hall{variable}"


def network_of(formula: Formula) -> Network:
    """Return the network of a formula. Its size is linear in the formula's: see `size`.

    Variables that occur in no clause have no tiles.

    >>> from sokogen.reductions.formulas.formula_text import parse_formula
    >>> print(network_of(parse_formula("exists x. (x)")))
    plug: PLUG, from shut to open
    c1.1+x1: LATCH, from s0 to s0
    back: plug.V c1.1+x1.B
    hall1: plug.W c1.1+x1.O c1.1+x1.C c1.1+x1.I c1.1+x1.A
    the player starts in hall1
    """
    return _Builder(formula).network


class _Builder(NetworkBuilder):
    def __init__(self, formula: Formula) -> None:
        super().__init__()
        self.formula = formula
        self.lone = lone_literals(formula)
        occurring = {abs(literal) for clause in formula.clauses for literal in clause}
        self.variables = [variable for variable in formula.variables if variable in occurring]

        self.tile("plug", "PLUG", "shut", "open", V=("back", OUT), W=("in", IN))
        back, start = "back", "in"
        for variable in self.variables:
            if formula.quantifier(variable) is Quantifier.EXISTS:
                start = self.exists(variable, start)
            else:
                start, back = self.forall(variable, start, back)
        for number, clause in enumerate(formula.clauses, 1):
            after = f"after{number}"
            if not clause:
                # Nothing satisfies it: a diode against the way lets nobody through.
                self.diode(f"c{number}", after, start)
            for place, literal in enumerate(clause):
                if literal in self.lone:
                    self.shutting_lane(self.latches(abs(literal), literal < 0), start, after)
                    continue
                latch = Names.literal(number, literal, place)
                self.end(start, latch, "I", OUT)
                self.end(after, latch, "B", IN)
            start = after
        self.join(back, start)
        self.network = self.finished("in")

    def exists(self, variable: int, start: str) -> str:
        """Build an existential variable behind the net where the player comes to it, and return where its lanes end."""
        hall = self.join(Names.hall(variable), start)
        self.occurrences(variable, hall)
        if self.lone & {variable, -variable}:
            return hall
        lanes = [self.lane(variable, value, hall) for value in (True, False)]
        end = hall if hall in lanes else f"chosen{variable}"
        for lane in lanes:
            self.join(end, lane)
        return end

    def forall(self, variable: int, start: str, back: str) -> tuple[str, str]:
        """Build a universal variable, and return where its lanes end, and where the player is to come back to it.

        `back` is the net where he is to leave it.
        """
        second, done, hall = Names.second(variable), Names.done(variable), Names.hall(variable)
        end, returned, passed = f"chosen{variable}", f"return{variable}", f"second{variable}"
        between, false = f"shut{variable}", f"false{variable}"
        self.occurrences(variable, hall)
        lane = {value: self.lane(variable, value, hall) for value in (True, False)}
        self.latch(
            second, "s2", C=(start, OUT), A=(between, IN), O=(returned, BOTH), I=(lane[False], OUT), B=(passed, IN)
        )
        self.latch(done, "s2", C=(between, OUT), A=(hall, IN), O=(false, BOTH), I=(returned, OUT), B=(back, IN))
        self.diode(f"t{variable}", lane[True], end)
        self.diode(f"f{variable}", passed, false)
        self.diode(f"e{variable}", false, end)
        self.diode(f"r{variable}", returned, hall)
        self.toggle(f"p{variable}", back, false)
        return end, returned

    def occurrences(self, variable: int, hall: str) -> None:
        """Build the latches of a variable, in its hall."""
        for value in (True, False):
            for latch in self.latches(variable, value):
                # The goals are where the boxes are after a walk through all lanes for true.
                state = "s0" if value or variable in self.lone else "s2"
                self.tiles.append(Tile(latch, "LATCH", state, state))
                self.end(hall, latch, "O", BOTH)

    def lane(self, variable: int, value: bool, hall: str) -> str:
        """Build the lane that gives the variable a value, and return the net at its end: it shuts all that is false."""
        net = hall
        for latch in self.latches(variable, not value):
            self.end(net, latch, "C", OUT)
            net = f"past {latch}"
            self.end(net, latch, "A", IN)
        return net

    def latches(self, variable: int, value: bool) -> list[str]:
        """Return the occurrences of the variable (value True) or of its negation that are latches."""
        wanted = variable if value else -variable
        if wanted in self.lone:
            return []
        return [
            Names.literal(number, literal, place)
            for number, clause in enumerate(self.formula.clauses, 1)
            for place, literal in enumerate(clause)
            if literal == wanted
        ]


def lone_literals(formula: Formula) -> frozenset[int]:
    """Return the literals that get no latch: of an existential variable, there once, and the other one there too.

    Of a variable both of whose literals are there once it is the negative one. Linear in the formula's size.

    >>> from sokogen.reductions.formulas.formula_text import parse_formula
    >>> sorted(lone_literals(parse_formula("exists x y z. (x or y)(not x or y)(z or not y)")))
    [-2, -1]
    """
    count = Counter(literal for clause in formula.clauses for literal in clause)
    existential = (one for one in formula.variables if formula.quantifier(one) is Quantifier.EXISTS)
    both = (one for one in existential if count[one] and count[-one])
    return frozenset(-one if count[-one] == 1 else one for one in both if 1 in (count[one], count[-one]))


def size(formula: Formula) -> dict[str, int]:
    """Return how many tiles of each kind the network of a formula has, without building it.

    >>> from sokogen.reductions.formulas.formula_text import parse_formula
    >>> size(parse_formula("forall x exists y. (x or not y)(not x or y)"))
    {'LATCH': 5, 'DIODE': 4, 'TOGGLE': 1, 'PLUG': 1}
    """
    empty = sum(not clause for clause in formula.clauses)
    occurring = {abs(literal) for clause in formula.clauses for literal in clause}
    universal = len(occurring & set(formula.universals))
    literals = sum(map(len, formula.clauses)) - len(lone_literals(formula))
    return {"LATCH": literals + 2 * universal, "DIODE": 4 * universal + empty, "TOGGLE": universal, "PLUG": 1}


def without(network: Network, prefix: str) -> Network:
    """Return a network without its gadgets of two ports whose names begin so; the nets at their ports become one each.

    This is for showing that they are needed.
    """
    gone = [tile.name for tile in network.tiles if tile.name.rstrip("0123456789") == prefix]
    return network.without(dict.fromkeys(gone, (("A", "B"),)))
