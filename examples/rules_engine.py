"""A small Sokoban engine as a program of its own, in any language: it answers each line that it reads with one line.

`sokospec conformance 'python3 examples/rules_engine.py'` puts it to the test. It knows how steps are decided and where
a play goes wrong; to everything else it answers null.
"""

import json
import sys

STEPS = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}


def step(board, boxes, player, letter):
    """Return the rule that decides a step, and the boxes and the player after it."""
    down, right = STEPS[letter]
    ahead, landing = (player[0] + down, player[1] + right), (player[0] + 2 * down, player[1] + 2 * right)
    if board.get(ahead, "#") == "#":
        return "T1", boxes, player
    if ahead not in boxes:
        return "T2", boxes, ahead
    if board.get(landing, "#") == "#" or landing in boxes:
        return "T4", boxes, player
    return "T3", boxes - {ahead} | {landing}, ahead


def answer(kind, given):
    """Return the answer to a request, None for a kind that is not known."""
    if kind not in ("steps", "replay") or given.get("mode") == "lenient":
        return None
    rows = given["level"].split("\n")
    width = max(map(len, rows))
    board = {(y, x): symbol for y, row in enumerate(rows) for x, symbol in enumerate(row.ljust(width))}
    boxes = frozenset(square for square, symbol in board.items() if symbol in "$*")
    [player] = [square for square, symbol in board.items() if symbol in "@+"]
    if kind == "steps":
        return {letter: step(board, boxes, player, letter)[0] for letter in STEPS}
    for at, letter in enumerate(given["lurd"]):
        if letter.lower() not in STEPS:
            return {"verdict": "INVALID", "at": at, "rule": "P1"}
        rule, boxes, player = step(board, boxes, player, letter.lower())
        if rule in ("T2", "T3") and letter.isupper() != (rule == "T3"):
            rule = "P2"
        if rule not in ("T2", "T3"):
            return {"verdict": "INVALID", "at": at, "rule": rule}
    if any(board[box] not in ".*+" for box in boxes):
        return {"verdict": "INVALID", "at": len(given["lurd"]), "rule": "A2"}
    return {"verdict": "VALID", "at": None, "rule": None}


for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps(answer(request["kind"], request["given"])), flush=True)
