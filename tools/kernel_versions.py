"""The versions of Python, Numba, llvmlite and NumPy that compile the kernels: `tools/kernels.lock` pins them.

Other versions give other bytes. So where others are installed, the compiler runs in a virtual environment of its own,
`.venv-kernels`, into which pip installs the pinned ones, checked by their SHA-256. Standard library alone, so that it
runs anywhere.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "tools" / "kernels.lock"
ENVIRONMENT = ROOT / ".venv-kernels"

PACKAGES = (
    ROOT / "solver" / "sokosolve",
    ROOT / "generators" / "sokogen",
    ROOT / "tests" / "property",
    ROOT / "verifier" / "sokoverify",
)
"""The folders with kernels; `tests/property` has one by which tests ask the solver's about many states at once."""

PYTHON = "3.11"
SOURCE_FOLDERS = (ROOT, ROOT / "reference", *(package.parent for package in PACKAGES))
"""The folders from which the compiler imports, in place of installing the project."""


def pinned_versions() -> dict[str, str]:
    """Return the versions that compile the kernels, by name."""
    lines = [line.split()[0] for line in LOCK.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    return {"python": PYTHON, **{name: number for name, _, number in (line.partition("==") for line in lines)}}


def installed_versions() -> dict[str, str]:
    """Return the versions that this process has of what is pinned; "none" for what is not installed."""
    found = {"python": ".".join(platform.python_version_tuple()[:2])}
    for name in pinned_versions():
        if name != "python":
            try:
                found[name] = version(name)
            except PackageNotFoundError:
                found[name] = "none"
    return found


def environment() -> dict[str, str]:
    """Return the variables for a process that compiles."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, SOURCE_FOLDERS)), "PYTHONNOUSERSITE": "1"}


def pinned_python() -> Path:
    """Return a Python with the pinned versions, and install these if that has not been done.

    Raises `SystemExit` where there is no such Python, and `subprocess.CalledProcessError` if pip fails.
    """
    python, note = ENVIRONMENT / "bin" / "python", ENVIRONMENT / "kernels.lock"
    if note.exists() and note.read_bytes() == LOCK.read_bytes():
        return python
    base = shutil.which(f"python{PYTHON}")
    if (platform.system(), platform.machine()) != ("Linux", "x86_64") or base is None:
        raise SystemExit(f"error: the kernels are compiled on Linux for x86-64 with python{PYTHON}, which is not here")
    print(f"installing the versions of {LOCK.relative_to(ROOT)} into {ENVIRONMENT.relative_to(ROOT)}", file=sys.stderr)
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    subprocess.run([base, "-m", "venv", ENVIRONMENT], check=True)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--require-hashes", "--only-binary", ":all:", "-r", str(LOCK)], check=True, stdout=sys.stderr)
    note.write_bytes(LOCK.read_bytes())
    return python
