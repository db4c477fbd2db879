"""A wheel `sokospec-proved` with the static program of the proved checker, for machines without Coq and OCaml.

`python -m tools.proved_wheel --out wheels` builds the program (`make -C proofs/rocq static`) and writes the wheel. Such
a wheel holds one program and its licence. `pip install` puts the program beside the others of that Python, where
`sokospec verify --proved` finds it.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import platform
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "proofs" / "rocq"
PROGRAM = "sokospec-proved"
NAME = "sokospec_proved"
MOMENT = (2020, 1, 1, 0, 0, 0)
"""The time of each file in the wheel, so that equal programs give equal wheels."""


def build() -> Path:
    """Build the static program, and return its path."""
    subprocess.run(["make", "-C", str(FOLDER), "static"], check=True, stdout=sys.stderr)
    return FOLDER / PROGRAM


def project() -> tuple[str, str, str]:
    """Return version, licence and oldest Python of the project."""
    found = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return found["version"], found["license"], found["requires-python"]


def wheel_name(version: str) -> str:
    """Return the file name of the wheel for this machine."""
    return f"{NAME}-{version}-py3-none-{platform.system().lower()}_{platform.machine()}.whl"


def contents(program: Path) -> dict[str, bytes]:
    """Return the files of the wheel but for its record, by name."""
    version, licence, python = project()
    metadata = (
        f"Metadata-Version: 2.1\nName: {PROGRAM}\nVersion: {version}\nLicense: {licence}\nRequires-Python: {python}\n"
        "Summary: The checker of Sokoban certificates whose soundness is proved in Coq.\n"
    )
    tag = wheel_name(version).removesuffix(".whl").partition(f"-{version}-")[2]
    wheel = f"Wheel-Version: 1.0\nGenerator: {PROGRAM}\nRoot-Is-Purelib: false\nTag: {tag}\n"
    info = f"{NAME}-{version}.dist-info"
    return {
        f"{NAME}-{version}.data/scripts/{PROGRAM}": program.read_bytes(),
        f"{info}/METADATA": metadata.encode(),
        f"{info}/WHEEL": wheel.encode(),
        f"{info}/LICENSE": (ROOT / "LICENSE").read_bytes(),
    }


def record(files: dict[str, bytes], name: str) -> bytes:
    """Return the record of a wheel's files: name, digest and size of each."""
    digests = {
        file: base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        for file, data in files.items()
    }
    lines = [f"{file},sha256={digests[file]},{len(data)}" for file, data in files.items()]
    return "\n".join([*lines, f"{name},,", ""]).encode()


def write_wheel(program: Path, folder: Path) -> Path:
    """Write the wheel of a program into a folder, and return its path."""
    version, _, _ = project()
    files = contents(program)
    name = f"{NAME}-{version}.dist-info/RECORD"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / wheel_name(version)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for file, data in {**files, name: record(files, name)}.items():
            entry = zipfile.ZipInfo(file, MOMENT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if "/scripts/" in file else 0o100644) << 16
            wheel.writestr(entry, data)
    return path


def main() -> None:
    """Build the program and write the wheel."""
    parser = argparse.ArgumentParser(description="Write a wheel with the static program of the proved checker.")
    parser.add_argument("--out", type=Path, default=Path("wheels"), metavar="FOLDER", help="where the wheel goes")
    parser.add_argument("--program", type=Path, help="a static program that is built already")
    options = parser.parse_args()
    print(write_wheel(options.program or build(), options.out))


if __name__ == "__main__":
    main()
