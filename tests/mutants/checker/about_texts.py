"""Laws of every sound checker about whole certificates: what is accepted is a proof, in the form of the format.

As in `about_facts`, a law makes one trial and knows no planted fault.
"""

from __future__ import annotations

import gzip
import io
import re
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from functools import lru_cache
from random import Random

from corrupted import naive
from corrupted.corrupt import CHANGES, corrupted, unpacked
from corrupted.samples import certificates_of
from mutants.checker import grammar
from mutants.checker.changes import CHANGES_OF_FORM, Fickle
from mutants.checker.copies import Checker
from mutants.checker.meetings import careless_balance, careless_meeting
from mutants.checker.provers import Habits, Prover, some_habits
from mutants.checker.sample_levels import solvable_level, some_level
from sokogen.draws import below
from sokospec import Level, replay
from sokospec.answer import Objective
from sokospec.limits import Limits

TEXTS, FORMS = 10, 60
"""So many changed certificates are one trial; those of the second law are cheaper."""
MOST_LINES = 120
MOST_STATES = 25
PROVERS = 60
MEETINGS = 20
BALANCE = re.compile(r"^(meeting [0-9 ]+) by ([0-9]+) ([0-9]+)$", re.MULTILINE)


@lru_cache
def _right() -> Checker:
    return Checker()


@lru_cache(maxsize=50)
def texts(name: str) -> tuple[str, ...]:
    """Return all sorts of certificates of two levels, the long ones left out."""
    rng, found = Random(name), list[str]()
    for level in (some_level(rng), solvable_level(rng)):
        found += certificates_of(level)
        closing = Prover(_right(), level, Habits(Objective.PUSHES, same="region", closing=True), rng).certificate()
        found += [] if closing is None else [closing[0]]
    return tuple(text for text in dict.fromkeys(found) if text.count("\n") <= MOST_LINES)


def changed_certificates_are_proofs(checker: Checker, rng: Random) -> str | None:
    """A certificate with something changed is accepted only if it is a proof by the second checker, and so its claim
    true by the oracle; whether the states are kept in one share or in several.
    """
    some = texts(str(rng.random()))
    for _ in range(TEXTS):
        kind, data = corrupted(rng, some, CHANGES)
        shares = rng.random() < 0.3
        with checker.large_states() if shares else nullcontext():
            found = checker.verify(io.BytesIO(data), limits=Limits(mib=1 << 41) if shares else None)
        if found.accepted:
            try:
                naive.check(unpacked(data))
            except naive.Wrong as wrong:
                return f"accepted, though {wrong}, after the change {kind!r}:\n{unpacked(data)}"
    return None


def _one(some: Sequence[str], rng: Random) -> str:
    """Return a certificate, of each kind of claim as likely as of any other, and rather a long one."""
    kinds = sorted({text.split(" ")[3].split("\n")[0] for text in some})
    kind = kinds[below(rng, len(kinds))]
    listed = [text for text in some if f"\nclaim {kind}" in text]
    return max((listed[below(rng, len(listed))] for _ in range(2)), key=len)


def changed_forms_are_refused(checker: Checker, rng: Random) -> str | None:
    """What is accepted has the form that the documentation describes, to the letter."""
    some = texts(str(rng.random()))
    for _ in range(FORMS):
        lines, other = (_one(some, rng).split("\n")[:-1] for _ in range(2))
        changes = CHANGES_OF_FORM if rng.random() < 0.7 else CHANGES
        changes[below(rng, len(changes))](rng, lines, other)
        if (how := _formless(checker, "\n".join(lines) + "\n" * (rng.random() < 0.9))) is not None:
            return how
    return None


def lines_are_as_the_format_has_them(checker: Checker, rng: Random) -> str | None:
    """Without any of its lines, with something more at the end of it, with a line more before it, or with any other
    symbol in a row of the level, a text is refused, or has the form.
    """
    some = texts(str(rng.random()))
    closing = [text for text in some if re.search("^.* : .* : .* : ", text, re.MULTILINE)]
    text = _one(closing if closing and rng.random() < 0.5 else some, rng)
    lines = text.split("\n")[:-1]
    level = naive.parse(text).level
    prices = " ".join("0" for _ in level.goals)
    places = [line for line in lines if " @ " in line][:1]
    for i, line in enumerate(lines):
        number, at = line.rpartition(" ")[2], below(rng, len(line))
        longer = [[line + more] for more in (" ", " 1", " : 1", f" {number}", f" : {number}", "\r", "#")]
        others = [[line[:at] + symbol + line[at + 1 :]] for symbol in "@+$*.#- " if 3 <= i < 3 + level.board.height]
        more = ("", "start", "end", "solution ", f"prices 999 : {prices}", *places)
        for new in [[], *longer, *others, *([before, line] for before in more)]:
            if (how := _formless(checker, "\n".join([*lines[:i], *new, *lines[i + 1 :], ""]))) is not None:
                return how
    return None


def _formless(checker: Checker, text: str) -> str | None:
    """Return what is amiss with the form of a text that a checker accepts."""
    if checker.verify(io.BytesIO(text.encode())).accepted:
        try:
            grammar.read(text)
        except grammar.Ungrammatical as wrong:
            return f"accepted, though the format wants {wrong}:\n{text}"
    return None


def files_are_whole_and_about_the_level(checker: Checker, rng: Random) -> str | None:
    """A file that is packed and cut, or that changes while it is read, is refused; so is one about another level."""
    some = texts(str(rng.random()))
    for text in some[:: 1 + len(some) // 5]:
        data = text.encode("ascii")
        packed = gzip.compress(data, mtime=0)
        if checker.verify(io.BytesIO(packed[: 1 + below(rng, len(packed) - 1)])).accepted:
            return f"accepted from a file that was cut:\n{text}"
        _, other = corrupted(rng, some, CHANGES)
        other = unpacked(other).encode("latin-1")
        for turn in range(3, 9):  # from when it has been read once
            file = Fickle(data, other, turn)
            if checker.verify(file).accepted and file.getvalue() == other != data:
                return f"accepted from a file that changed at turn {turn}:\n{text}"
        level = naive.parse(some[below(rng, len(some))]).level
        if checker.verify(io.BytesIO(data), level).accepted and level != naive.parse(text).level:
            return f"accepted as about\n{level}\n{text}"
    return None


def careless_provers_are_refused(checker: Checker, rng: Random) -> str | None:
    """What a prover claims who overlooks some of the play is accepted only if no solution costs less."""
    level = solvable_level(rng)
    for _ in range(PROVERS):
        habits = some_habits(rng)
        made = Prover(checker, level, habits, rng).certificate()
        if made is not None and checker.verify(io.BytesIO(made[0].encode("ascii"))).accepted:
            best = naive.truth_of(level).cost(habits.objective)
            if best is None or best < made[1]:
                return f"accepted, though {best} is enough, from a prover with {habits}:\n{made[0]}"
    return None


def careless_meetings_are_refused(checker: Checker, rng: Random) -> str | None:
    """Where two sides meet, a certificate is accepted only if its claim is true."""
    for _ in range(MEETINGS):
        made = careless_meeting(some_level(rng), rng)
        if made is not None and not made[1] and checker.verify(io.BytesIO(made[0].encode())).accepted:
            return f"accepted, though a solution costs less:\n{made[0]}"
    return None


def careless_balances_are_refused(checker: Checker, rng: Random) -> str | None:
    """Where two sides meet, balanced by prices, a certificate is accepted if its claim is true and nothing has been
    left out, and not if its claim is false; nor if the prices of the two directions change places."""
    for _ in range(MEETINGS):
        made = careless_balance(some_level(rng), rng)
        if made is None:
            continue
        text, is_true, is_right = made
        accepted = checker.verify(io.BytesIO(text.encode())).accepted
        if accepted and not is_true:
            return f"accepted, though a solution costs less:\n{text}"
        if is_true and is_right and not accepted:
            return f"refused:\n{text}"
        turned = BALANCE.sub(r"\1 by \3 \2", text)
        if checker.verify(io.BytesIO(turned.encode())).accepted:
            return f"accepted, though balanced by prices of the other direction:\n{turned}"
    return None


def every_state_counts(checker: Checker, rng: Random) -> str | None:
    """Without one of its states, or with one at a higher cost, a certificate is accepted only if it is yet a proof."""
    for text in texts(str(rng.random())):
        lines = text.split("\n")
        states = [i for i, line in enumerate(lines) if line[:1].isdigit() and " : " in line]
        if below(rng, 8) or len(states) > MOST_STATES:
            continue
        for i in states:
            cost, rest = lines[i].split(" : ", 1)
            dearer = [*cost.split(" ")[:-1], str(int(cost.split(" ")[-1]) + 1)]
            for new in ([], [f"{' '.join(dearer)} : {rest}"], [" : ".join(lines[i].split(" : ")[:2])]):
                other = "\n".join([*lines[:i], *new, *lines[i + 1 :]])
                if (how := _no_proof(checker, other)) is not None:
                    return how
    return None


def solutions_solve_at_the_cost(checker: Checker, rng: Random) -> str | None:
    """With a solution that is cut, or has a letter in the other case, or that costs more than is claimed, a certificate
    is accepted only if it is still a proof.
    """
    some = [text for text in texts(str(rng.random())) if "\nsolution " in text]
    for text in some[below(rng, 4) :: 4]:
        head, _, rest = text.partition("\nsolution ")
        lurd, _, after = rest.partition("\n")
        first, claim, level_lines = head.split("\n", 2)
        for new, played in _other_solutions(naive.parse(text).level, claim, lurd):
            how = _no_proof(checker, f"{first}\n{new}\n{level_lines}\nsolution {played}\n{after}")
            if how is not None:
                return how
    return None


def _other_solutions(level: Level, claim: str, lurd: str) -> Iterator[tuple[str, str]]:
    """Yield claims and what is to be their solution: what is left when the end is cut off, at its own cost too."""
    words = claim.split(" ")
    for i, letter in enumerate(lurd):
        yield claim, lurd[:i]
        yield claim, lurd[:i] + letter.swapcase() + lurd[i + 1 :]
        if len(words) > 2:
            played = replay(level, lurd[:i]).metrics
            cost = " ".join(map(str, Objective(words[2]).cost(played.moves, played.pushes)))
            yield f"claim optimal {words[2]} {cost}", lurd[:i]
            yield f"claim optimal {words[2]} {cost}", lurd


def _no_proof(checker: Checker, text: str) -> str | None:
    """Return what is amiss with a certificate that a checker accepts, by the second checker."""
    if checker.verify(io.BytesIO(text.encode("ascii"))).accepted:
        try:
            naive.check(text)
        except naive.Wrong as wrong:
            return f"accepted, though {wrong}:\n{text}"
    return None
