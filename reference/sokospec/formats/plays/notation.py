"""Notations of plays besides LURD."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from sokospec.errors import LimitError
from sokospec.formats.plays import LURD
from sokospec.formats.rle import DEFAULT_LIMIT


class _Alphabet(NamedTuple):
    name: str
    letters: Mapping[str, str]
    cased: bool = True
    counts: bool = True


def _alphabet(name: str, up: str, down: str, left: str, right: str, **options: bool) -> _Alphabet:
    pairs = zip("udlr", (up, down, left, right), strict=True)
    return _Alphabet(name, {symbol: letter for letter, symbols in pairs for symbol in symbols.split()}, **options)


ALPHABETS = (
    _alphabet(LURD, "u", "d", "l", "r"),
    _alphabet("compass letters", "n", "s", "w", "e"),
    _alphabet("WASD keys", "w", "s", "a", "d"),
    _alphabet("HJKL keys", "k", "j", "h", "l"),
    _alphabet("arrows", "↑ ⬆ ⇑ ▲ △", "↓ ⬇ ⇓ ▼ ▽", "← ⬅ ⇐ ◀ ◄", "→ ➡ ⇒ ▶ ►", cased=False),
    _alphabet("arrows of ASCII", "^", "v", "<", ">", cased=False),
    _alphabet("keypad digits", "8", "2", "4", "6", cased=False, counts=False),
    _alphabet("words", "up north", "down south", "left west", "right east", cased=False),
)
"""Alphabets in the order of trial. A play that is readable as LURD is in LURD letters."""

_REFUSED = (
    (re.compile(r"[0-9](?:[\s,;-]+[0-9])++"), "numbered directions"),
    (re.compile(r"=?\(?(?:[a-z][0-9]+-[a-z][0-9]+[,;\s]*+)++\)?", re.IGNORECASE), "pushes from square to square"),
)
"""Notations that are recognised but not read."""

_SEPARATORS = "\\s,;.|/'\"·–—\ufe0f-"  # white space, punctuation, and the selector of emoji
_SEPARATOR = re.compile(f"[{_SEPARATORS}]")
_DIGITS = frozenset("0123456789")
_LONGEST_NUMBER = 6
"""Largest number of digits that may be a number instead of a play."""


class Steps(NamedTuple):
    """Reading of a play; `cased` tells whether case tells pushes from moves."""

    letters: str
    notation: str
    cased: bool


def readings(text: str, limit: int = DEFAULT_LIMIT) -> Iterator[Steps]:
    """Yield every reading of a play that is not LURD with run lengths before the letters. Raises `LimitError`.

    Rule F30: plays use the symbols of one alphabet, with counts throughout before or behind them.
    Rule F31: in one case throughout, letters say nothing of pushes.

    >>> [tuple(reading) for reading in readings("r4U1")]
    [('rrrrU', 'LURD, counts last', True)]
    >>> [(reading.letters, reading.notation) for reading in readings("up, right 2")]
    [('urr', 'words, counts last')]
    """
    bare = _without_brackets(text)
    for alphabet in _alphabets_with(bare):
        tokens = _tokens(bare, alphabet)
        if tokens is None:
            continue
        for counted_last, symbols in _apply_counts(tokens, limit):
            name = _name(alphabet, symbols, bare, counted_last=counted_last)
            if name != LURD:
                yield Steps(_letters(alphabet, symbols), name, alphabet.cased and not _is_one_case(symbols))


def recognise(text: str) -> str | None:
    """Return the name of the notation of a text, or None.

    >>> recognise("eE"), recognise("up, up, left"), recognise("3 3"), recognise("by me")
    ('compass letters', 'words', 'numbered directions', None)
    """
    bare = _without_brackets(text)
    for alphabet in _alphabets_with(bare):
        if _tokens(bare, alphabet) is not None:
            return alphabet.name
    return recognise_unread(text)


def recognise_unread(text: str) -> str | None:
    """Return the name of a notation that is recognised but not read, or None."""
    return next((name for pattern, name in _REFUSED if pattern.fullmatch(text.strip())), None)


def may_be_a_number(text: str) -> bool:
    """Tell whether a text is so few digits that it may be a number.

    >>> may_be_a_number("264"), may_be_a_number("2648624"), may_be_a_number("26r")
    (True, False, False)
    """
    return text.strip().isdecimal() and len(text.strip()) <= _LONGEST_NUMBER


def _without_brackets(text: str) -> str:
    bare = text.strip()
    return bare[1:-1] if "," in bare and bare[0] + bare[-1] in ("[]", "()") else bare


def _alphabets_with(text: str) -> Iterator[_Alphabet]:
    used = {character for character in set(text.lower()) if not _SEPARATOR.fullmatch(character)}
    for alphabet in ALPHABETS:
        symbols = {character for letters in alphabet.letters for character in letters.lower()}
        if used & symbols and used <= symbols | _DIGITS:
            yield alphabet


@cache
def _patterns(name: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    alphabet = next(each for each in ALPHABETS if each.name == name)
    symbol = "|".join(sorted(map(re.escape, alphabet.letters), key=len, reverse=True))
    token = rf"{symbol}|[0-9]++" if alphabet.counts else symbol
    whole = rf"(?:{token}|[{_SEPARATORS}])*+"
    return re.compile(whole, re.IGNORECASE), re.compile(token, re.IGNORECASE)


def _tokens(text: str, alphabet: _Alphabet) -> list[str] | None:
    whole, token = _patterns(alphabet.name)
    if not whole.fullmatch(text):
        return None
    tokens = token.findall(text)
    return tokens if any(not _is_count(each) or not alphabet.counts for each in tokens) else None


def _is_count(token: str) -> bool:
    return token[0] in "0123456789"


def _apply_counts(tokens: list[str], limit: int) -> Iterator[tuple[bool, list[str]]]:
    keypad = all(map(_is_count, tokens))
    counts = [not keypad and _is_count(token) for token in tokens]
    if not any(counts):
        if len(tokens) > limit:
            raise _too_long(limit)
        yield False, tokens
        return
    if any(first and second for first, second in pairwise(counts)):
        return
    if any(is_count and not token.strip("0") for token, is_count in zip(tokens, counts, strict=True)):
        return
    for last, order in ((False, 1), (True, -1)):
        if counts[::order][-1]:
            continue
        symbols: list[str] = []
        times = 1
        for token, is_count in zip(tokens[::order], counts[::order], strict=True):
            if is_count:
                times = int(token) if len(token) <= len(str(limit)) else limit + 1
                continue
            if len(symbols) + times > limit:
                raise _too_long(limit)
            symbols.extend([token] * times)
            times = 1
        yield last, symbols[::order]


def _too_long(limit: int) -> LimitError:
    return LimitError("R3", f"the play has more than {limit:,} steps; raise the limit to read it", 1, 1)


def _letters(alphabet: _Alphabet, symbols: list[str]) -> str:
    if not alphabet.cased:
        return "".join(alphabet.letters[symbol.lower()] for symbol in symbols)
    capitals = {symbol.upper(): letter.upper() for symbol, letter in alphabet.letters.items()}
    letter_of = {**alphabet.letters, **capitals}
    return "".join(letter_of[symbol] for symbol in symbols)


def _is_one_case(symbols: list[str]) -> bool:
    text = "".join(symbols)
    return text.islower() or text.isupper()


def _name(alphabet: _Alphabet, symbols: list[str], text: str, *, counted_last: bool) -> str:
    parts = [alphabet.name]
    if alphabet.name == LURD and _is_one_case(symbols):
        parts[0] += " in capitals" if symbols[0].isupper() else " in small letters"
    if counted_last:
        parts.append("counts last")
    elif alphabet.name == LURD and re.search(rf"(?!\s)[{_SEPARATORS}]", text):
        parts.append("with separators")
    return ", ".join(parts)
