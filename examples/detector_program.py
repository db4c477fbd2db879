"""A deadlock detector as a program of its own, in any language: it answers each line that it reads with one line.

`sokospec audit 'cmd:python3 examples/detector_program.py'` tries it.
"""

import json
import sys

for line in sys.stdin:
    request = json.loads(line)
    rows = request["xsb"].split("\n")
    dead = False
    for y, row in enumerate(rows):
        for x, symbol in enumerate(row):
            if symbol == "$":
                beside = rows[y][x - 1] == "#" or rows[y][x + 1] == "#"
                dead |= beside and (rows[y - 1][x] == "#" or rows[y + 1][x] == "#")
    print(json.dumps({"id": request["id"], "dead": dead}), flush=True)
