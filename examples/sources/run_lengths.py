"""The run lengths of ShenMian's tutorial ("Level"), as printed; the decoder is wrong on groups with counts inside."""

from __future__ import annotations

from itertools import groupby


def encode(text: str) -> str:
    """Return a text with runs of two or more as a count and the symbol; raises `ValueError` for digits.

    >>> encode("#-##")
    '#-2#'
    """
    if any(symbol.isnumeric() for symbol in text):
        raise ValueError("a text with digits has no run lengths")
    runs = [(symbol, len(list(run))) for symbol, run in groupby(text)]
    return "".join(symbol if count == 1 else f"{count}{symbol}" for symbol, count in runs)


def decode(text: str) -> str:
    """Return the text of run lengths, by repeating each group as it stands and decoding again while there is a `(`.

    A group with counts and no group inside is never decoded again: `2(3#)` gives `3#3#`.

    >>> decode("2(3#)"), decode("2(3(#-)#)")
    ('3#3#', '#-#-#-##-#-#-#')
    """
    decoded, count, symbols = "", "", iter(text)
    for symbol in symbols:
        if symbol.isascii() and symbol.isdigit():
            count += symbol
            continue
        token = symbol
        if symbol == "(":
            token, depth = "", 0
            for inner in symbols:
                if inner == "(":
                    depth += 1
                elif inner == ")":
                    if depth == 0:
                        break
                    depth -= 1
                token += inner
        decoded += token * int(count or 1)
        count = ""
    if count:
        raise ValueError(f"the text ends with the digits {count}")
    return decode(decoded) if "(" in decoded else decoded
