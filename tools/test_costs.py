"""What each folder of tests costs, for tests/folder_costs.json.

`python -m tools.test_costs` runs the tests of each folder by themselves, two folders at a time: those that run by
default, or with --long those that take long. It prints their CPU seconds, other programs that they start included, and
with --write puts them into the file. Some five minutes on two cores, each time.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COSTS = ROOT / "tests" / "folder_costs.json"


def cost(folder: str, *, long: bool) -> int:
    """Return the CPU seconds of a folder's tests; raises `RuntimeError` if one fails."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", *(["--long"] if long else []), f"tests/{folder}"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    code = os.waitstatus_to_exitcode(status)
    if code not in (0, 5):  # 5: there are none
        raise RuntimeError(f"{' '.join(command)}: exit code {code}")
    return round(used.ru_utime + used.ru_stime) if code == 0 else 0


def main() -> None:
    """Print the figures, and with --write put them into the file."""
    parser = argparse.ArgumentParser(description="Measure the CPU seconds of each folder of tests.")
    parser.add_argument("--long", action="store_true", help="measure the tests that take long")
    parser.add_argument("--write", action="store_true", help="put the figures into tests/folder_costs.json")
    options = parser.parse_args()
    costs = json.loads(COSTS.read_text(encoding="utf-8"))
    folders = sorted({path.parent.relative_to(ROOT / "tests").parts[0] for path in ROOT.glob("tests/*/**/test_*.py")})
    with ThreadPoolExecutor(2) as pool:
        for folder, seconds in zip(folders, pool.map(partial(cost, long=options.long), folders), strict=True):
            print(f"{folder}: {seconds} s", flush=True)
            costs.setdefault(folder, {"usual": 0, "long": 0})["long" if options.long else "usual"] = seconds
    if options.write:
        lines = (f" {json.dumps(folder)}: {json.dumps(costs[folder])}" for folder in sorted(costs))
        COSTS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
