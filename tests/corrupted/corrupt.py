"""Corrupts certificates and checks that none is wrongly accepted.

`python tests/corrupted/corrupt.py --count 100000 --seed 1` takes certificates of small levels, plain and packed,
changes each in one to three places, and asks the checker. What it still accepts must be a proof by another checker
(`naive`), which shares no code with it, and its claim true by the oracle. The fast checker must say the same, down to
the line and the reason. One table tells how often which change was rejected, or left a valid proof; the exit code is 1
if one was wrongly accepted, or the checkers disagreed, and those are printed.
"""

from __future__ import annotations

import argparse
import gzip
import io
import re
import sys
import time
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))  # so that it runs as a script

from corrupted import naive
from corrupted.samples import samples
from sokogen.draws import below
from sokospec import Level
from sokospec.certificates.verify import verify
from sokoverify import verify as verify_fast

Lines = list[str]
Change = Callable[[Random, Lines, Lines], None]


def _at(rng: Random, lines: Lines) -> int:
    """Return the number of a line, more often one after the level."""
    head = next((i for i, line in enumerate(lines) if line.endswith("wards")), 0)
    return head + below(rng, len(lines) - head) if rng.random() < 0.7 else below(rng, len(lines))


def drop_line(rng: Random, lines: Lines, other: Lines) -> None:
    """Leave a line out."""
    del lines[_at(rng, lines)]


def repeat_line(rng: Random, lines: Lines, other: Lines) -> None:
    """Have a line twice."""
    lines.insert(_at(rng, lines), lines[_at(rng, lines)])


def swap_lines(rng: Random, lines: Lines, other: Lines) -> None:
    """Exchange two lines."""
    i, j = _at(rng, lines), _at(rng, lines)
    lines[i], lines[j] = lines[j], lines[i]


def move_line(rng: Random, lines: Lines, other: Lines) -> None:
    """Take a line to another place."""
    line = lines.pop(_at(rng, lines))
    lines.insert(below(rng, len(lines) + 1), line)


def insert_line_of_another(rng: Random, lines: Lines, other: Lines) -> None:
    """Put in a line of another certificate."""
    lines.insert(_at(rng, lines), other[_at(rng, other)])


def replace_line_by_one_of_another(rng: Random, lines: Lines, other: Lines) -> None:
    """Have a line of another certificate instead of one, of the same sort if there is one."""
    i = _at(rng, lines)
    sort = lines[i][:5].rstrip("0123456789")
    same = [line for line in other if line.startswith(sort)]
    lines[i] = same[_at(rng, same)] if same else other[_at(rng, other)]


def _numbers(lines: Lines) -> list[tuple[int, re.Match[str]]]:
    return [(i, match) for i, line in enumerate(lines) for match in re.finditer(r"-?\d+", line)]


def _put(rng: Random, lines: Lines, number: Callable[[int], int]) -> None:
    there = _numbers(lines)
    if there:
        i, match = there[max(below(rng, len(there)), below(rng, len(there)))]
        lines[i] = f"{lines[i][: match.start()]}{number(int(match[0]))}{lines[i][match.end() :]}"


def off_by_one(rng: Random, lines: Lines, other: Lines) -> None:
    """Change a number by one."""
    _put(rng, lines, lambda old: old + (1 if rng.random() < 0.5 else -1))


def another_number(rng: Random, lines: Lines, other: Lines) -> None:
    """Have another number of the certificate instead of one."""
    there = _numbers(lines)
    _put(rng, lines, lambda old: int(there[below(rng, len(there))][1][0]))


def drop_word(rng: Random, lines: Lines, other: Lines) -> None:
    """Leave a word out."""
    i = _at(rng, lines)
    words = lines[i].split(" ")
    del words[below(rng, len(words))]
    lines[i] = " ".join(words)


def drop_part(rng: Random, lines: Lines, other: Lines) -> None:
    """Leave out what stands between two colons."""
    there = [i for i, line in enumerate(lines) if " : " in line]
    if there:
        i = there[below(rng, len(there))]
        parts = lines[i].split(" : ")
        del parts[below(rng, len(parts))]
        lines[i] = " : ".join(parts)


def other_symbol(rng: Random, lines: Lines, other: Lines) -> None:
    """Change a square of the level."""
    rows = [i for i, line in enumerate(lines) if line.startswith("#")]
    if rows:
        i = rows[below(rng, len(rows))]
        j = below(rng, len(lines[i]))
        lines[i] = lines[i][:j] + "#-.$*@+"[below(rng, 7)] + lines[i][j + 1 :]


def wrong_level(rng: Random, lines: Lines, other: Lines) -> None:
    """Have the level of another certificate."""
    rows = [i for i, line in enumerate(lines) if line.startswith(("#", "level"))]
    lines[rows[0] : rows[-1] + 1] = [line for line in other if line.startswith(("#", "level"))]


def other_claim(rng: Random, lines: Lines, other: Lines) -> None:
    """Have the claim of another certificate, or another word in it."""
    if rng.random() < 0.5:
        lines[1] = other[1]
    else:
        new = ("optimal", "at-least", "pushes", "moves", "pushes-moves", "moves-pushes", "unsolvable")
        words = lines[1].split(" ")
        words[1 + below(rng, len(words) - 1)] = new[below(rng, len(new))]
        lines[1] = " ".join(words)


def other_direction(rng: Random, lines: Lines, other: Lines) -> None:
    """Turn the play round."""
    turned = {"forwards": "backwards", "backwards": "forwards"}
    lines[:] = [turned.get(line, line) for line in lines]


def bold_claim(rng: Random, lines: Lines, other: Lines) -> None:
    """Claim more than is true as a rule, and say that one of the facts shows it."""
    words = lines[1].split(" ")
    if rng.random() < 0.5 or len(words) < 4:
        lines[1] = "claim unsolvable"
    else:
        lines[1] = " ".join(["claim at-least", *words[2:-1], str(int(words[-1]) + 1)])
    facts = [match[1] for line in lines if (match := re.match(r"(?:patterns|prices|counting)(?: back)? (\d+)", line))]
    if facts:
        lines[:] = [line for line in lines if not line.startswith(("solution", "start"))]
        lines.insert(-1, f"start : {facts[below(rng, len(facts))]}")


def drop_pattern(rng: Random, lines: Lines, other: Lines) -> None:
    """Leave a pattern out, or one of the boxes of a pattern."""
    there = [i for i, line in enumerate(lines) if line.startswith("patterns")]
    if there:
        i = there[below(rng, len(there))]
        head, _, count = lines[i].rpartition(" : ")
        at = i + 1 + below(rng, int(count))
        if count != "1" and rng.random() < 0.5:
            lines[i] = f"{head} : {int(count) - 1}"
            del lines[at]
        else:
            boxes, _, player = lines[at].partition(" @ ")
            names = boxes.split(" ")
            del names[below(rng, len(names))]
            lines[at] = f"{' '.join(names)} @ {player}"


def other_player(rng: Random, lines: Lines, other: Lines) -> None:
    """Have the player of a pattern or a state on a square that is named elsewhere."""
    there = [i for i, line in enumerate(lines) if " @ " in line]
    if there:
        i = there[below(rng, len(there))]
        squares = re.findall(r"\d+(?= @ )|(?<= @ )\d+", "\n".join(lines))
        lines[i] = re.sub(r"(?<= @ )\d+", lambda _: squares[below(rng, len(squares))], lines[i])


def other_closing(rng: Random, lines: Lines, other: Lines) -> None:
    """Have a box of a state pushed first."""
    there = [i for i, line in enumerate(lines) if re.match(r"\d+ : .* : ", line)]
    if there:
        i = there[below(rng, len(there))]
        parts = lines[i].split(" : ")[:3]
        boxes = parts[1].partition(" @ ")[0].split(" ")
        lines[i] = " : ".join([*parts, boxes[below(rng, len(boxes))]])


def other_letter(rng: Random, lines: Lines, other: Lines) -> None:
    """Have a letter of the solution in the other case, or twice."""
    for i, line in enumerate(lines):
        if line.startswith("solution ") and len(line) > 9:
            at = 9 + below(rng, len(line) - 9)
            letter = line[at].swapcase() if rng.random() < 0.7 else 2 * line[at]
            lines[i] = line[:at] + letter + line[at + 1 :]


def cut_off(rng: Random, lines: Lines, other: Lines) -> None:
    """Leave out all lines from one on."""
    del lines[_at(rng, lines) :]


CHANGES: Sequence[Change] = (
    drop_line,
    repeat_line,
    swap_lines,
    move_line,
    insert_line_of_another,
    replace_line_by_one_of_another,
    off_by_one,
    another_number,
    drop_word,
    drop_part,
    other_symbol,
    wrong_level,
    other_claim,
    other_direction,
    bold_claim,
    bold_claim,
    drop_pattern,
    drop_pattern,
    other_player,
    other_closing,
    other_letter,
    cut_off,
)


def flip_bit(rng: Random, data: bytes) -> bytes:
    """Turn one bit of a file."""
    changed = bytearray(data)
    at = below(rng, 8 * len(data))
    changed[at // 8] ^= 1 << at % 8
    return bytes(changed)


def corrupted(rng: Random, texts: Sequence[str], changes: Sequence[Change]) -> tuple[str, bytes]:
    """Return the name of a change and a certificate, plain or packed, with it; with others too now and then."""
    text, other = (texts[below(rng, len(texts))] for _ in range(2))
    packed = rng.random() < 0.3
    if changes is CHANGES and rng.random() < 0.2:
        data = gzip.compress(text.encode("ascii"), mtime=0) if packed else text.encode("ascii")
        return "flip bit, packed" if packed else "flip bit", flip_bit(rng, data)
    change = changes[below(rng, len(changes))]
    lines = text.split("\n")[:-1]
    change(rng, lines, other.split("\n")[:-1])
    while lines and (lines == text.split("\n")[:-1] or rng.random() < 0.2):
        off_by_one(rng, lines, []) if rng.random() < 0.7 else drop_line(rng, lines, [])
    data = "\n".join([*lines, ""]).encode("ascii")
    return change.__name__.replace("_", " "), gzip.compress(data, mtime=0) if packed else data


@dataclass
class Outcome:
    """What became of corrupted certificates, by change; `wrong` lists those that were wrongly accepted, `disagreed`
    those about which the checkers said different things."""

    rejected: Counter[str] = field(default_factory=Counter)
    as_before: Counter[str] = field(default_factory=Counter)
    still_valid: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    disagreed: list[str] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)

    def table(self) -> str:
        """Return the counts as a table in Markdown."""
        rows = [
            "| change | rejected | another valid proof | text as before | wrongly accepted |",
            "|---|---|---|---|---|",
        ]
        kinds = sorted({*self.rejected, *self.as_before, *self.still_valid})
        for kind in kinds:
            counts = (counter[kind] for counter in (self.rejected, self.still_valid, self.as_before))
            wrong = sum(text.startswith(f"{kind}:") for text in self.wrong)
            rows.append(f"| {kind} | {' | '.join(f'{count:,}' for count in counts)} | {wrong} |")
        sums = (counter.total() for counter in (self.rejected, self.still_valid, self.as_before))
        return "\n".join([*rows, f"| all | {' | '.join(f'{count:,}' for count in sums)} | {len(self.wrong)} |"])


def run(seed: int, count: int, texts: Sequence[str], *, chunk: int = 0, changes: Sequence[Change] = CHANGES) -> Outcome:
    """Corrupt so many certificates; the n-th one of a seed is always the same."""
    outcome = Outcome()
    originals = set(texts)
    levels = [naive.parse(text).level for text in texts[:20]]
    for i in range(chunk, chunk + count):
        rng = Random(f"{seed} {i}")  # so that each can be made again alone
        kind, data = corrupted(rng, texts, changes)
        found, fast = verify(io.BytesIO(data)), verify_fast(io.BytesIO(data))
        if asdict(found) != asdict(fast):
            outcome.disagreed.append(f"{kind}: number {i} of seed {seed}: {found} {fast}\n{data!r}")
        if not found.accepted:
            outcome.rejected[kind] += 1
            outcome.reasons[re.sub(r"[0-9]+|'.*'", "…", found.reason or "")] += 1
            continue
        text = unpacked(data)
        if text in originals:
            outcome.as_before[kind] += 1
            continue
        try:
            naive.check(text)
            outcome.still_valid[kind] += 1
            _is_about_one_level(data, levels, naive.parse(text).level)
        except naive.Wrong as wrong:
            outcome.wrong.append(f"{kind}: number {i} of seed {seed}: {wrong}\n{text}")
    return outcome


def unpacked(data: bytes) -> str:
    """Return the text of a file that was accepted; of a packed one as far as it can be read."""
    if data[:2] == b"\x1f\x8b":
        with suppress(EOFError, OSError, zlib.error):
            data = gzip.decompress(data)
    return data.decode("latin-1")


def _is_about_one_level(data: bytes, levels: Sequence[Level], own: Level) -> None:
    """Raise `Wrong` unless the checker says that the certificate is about its own level and no other one."""
    for level in (own, levels[len(data) % len(levels)]):
        naive.need(verify(io.BytesIO(data), level).accepted == (level == own), "the level it is about")


def main() -> int:
    """Corrupt certificates, print the table, and what was wrongly accepted."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--levels", type=int, default=300, help="random levels whose certificates are the samples")
    parser.add_argument("--reasons", action="store_true", help="also count the reasons of the checker")
    arguments = parser.parse_args()
    started = time.process_time()
    texts = samples(arguments.seed, levels=arguments.levels)
    outcome = run(arguments.seed, arguments.count, texts)
    print(outcome.table())
    print(f"\n{len(texts)} certificates, {time.process_time() - started:.0f} CPU seconds")
    if arguments.reasons:
        print(*(f"{count:8,}  {reason}" for reason, count in outcome.reasons.most_common()), sep="\n")
    print(f"{len(outcome.disagreed)} of {arguments.count:,} on which the checkers disagree")
    for text in outcome.wrong:
        print(f"\nWRONGLY ACCEPTED, {text}")
    for text in outcome.disagreed:
        print(f"\nDISAGREED, {text}")
    return 1 if outcome.wrong or outcome.disagreed else 0


if __name__ == "__main__":
    sys.exit(main())
