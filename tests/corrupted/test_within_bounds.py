"""No kernel goes beyond an array: machine code that fails there runs over certificates and searches."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from tools.compile_kernels import files_of
from tools.kernel_versions import PACKAGES, installed_versions, pinned_versions

from sokosolve.kernel_files import CODE, MANIFEST

ROOT = Path(__file__).parents[2]
NAMES = ("sokosolve", "sokoverify")


@pytest.mark.long
@pytest.mark.skipif(installed_versions() != pinned_versions(), reason="the compiler is of other versions")
def test_kernels_stay_within_their_arrays(tmp_path: Path) -> None:
    packages = [package for package in PACKAGES if package.name in NAMES]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn"), max_tasks_per_child=1) as processes:
        made = [*processes.map(files_of, packages, [True] * len(packages))]
    for package, (manifest, packed) in zip(packages, made, strict=True):
        shutil.copytree(package, tmp_path / package.name, ignore=shutil.ignore_patterns("__pycache__"))
        (tmp_path / package.name / MANIFEST).write_bytes(manifest)
        (tmp_path / package.name / CODE).write_bytes(packed)
    program = [sys.executable, str(ROOT / "tests" / "corrupted" / "within_bounds.py"), "150", str(tmp_path)]
    path = {"PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    done = subprocess.run(program, env=os.environ | path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "certificates" in done.stdout and "searches" in done.stdout
