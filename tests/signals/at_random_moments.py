"""Ctrl-C at random moments of each command: exit code 3, no traceback, and no word that a whole run would not say.

`python tests/signals/at_random_moments.py` takes some minutes a command; names choose commands. A line for each fault,
exit code 1 if there is any.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from signals.commands import COMMANDS, prepare
from signals.moments import Command, faults, moments, ran

PATIENCE = 10.0
"""After so many seconds Ctrl-C is lost, however busy the machine is."""

ENDLESS = 3.0
"""So long a command runs, in seconds, that comes to no end by itself."""


def tried(name: str, command: Command, files: Path, count: int, seed: int) -> int:
    """Interrupt a command that often, print what came of it, and return the number of faults."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(files, folder, dirs_exist_ok=True)
        started = time.monotonic()
        whole = ran(command, Path(folder), ENDLESS if command.endless else None)
        seconds = time.monotonic() - started
    codes: dict[object, int] = {}
    wrong, latest = 0, 0.0
    for moment in moments(seed, name, count, seconds):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(files, folder, dirs_exist_ok=True)
            ended = ran(command, Path(folder), moment)
        latest = max(latest, ended.after)
        code: object = "before our first line" if ended.too_early else ended.code
        codes[code] = codes.get(code, 0) + 1
        if not ended.too_early:
            went_on = [f"it went on for {ended.after:.0f} s"] if ended.after > PATIENCE else []
            for fault in [*faults(command, whole, ended), *went_on]:
                wrong += 1
                print(f"{name} at {moment:.3f} s: {fault}", flush=True)
    told = ", ".join(f"{number} x {code}" for code, number in sorted(codes.items(), key=str))
    print(f"{name}, {seconds:.1f} s, {count} times: exit codes {told}; ended within {latest:.1f} s; {wrong} faults")
    return wrong


def main() -> int:
    """Try all commands, or those named."""
    parser = argparse.ArgumentParser(description="Ctrl-C at random moments of commands.")
    parser.add_argument("names", nargs="*", metavar="COMMAND", help=f"of {', '.join(COMMANDS)}; all by default")
    parser.add_argument("--moments", type=int, default=20, help="how often each is interrupted (20)")
    parser.add_argument("--seed", type=int, default=1, help="another one, other moments (1)")
    options = parser.parse_args()
    if unknown := set(options.names) - COMMANDS.keys():
        parser.error(f"there is no command {min(unknown)!r}")
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder))
        wrong = sum(
            tried(name, COMMANDS[name], Path(folder), options.moments, options.seed)
            for name in options.names or COMMANDS
        )
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
