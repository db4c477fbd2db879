"""`python -m tools.compile_kernels`: compile the machine code that comes with the packages from their kernels.

The same meaning of the sources and the same versions give the same bytes. `--check` compiles everything again and
compares; `.ci/run` does that for every change. It takes about three CPU minutes. Versions other than those in
`tools/kernels.lock` are not used: the pinned ones are installed into `.venv-kernels` first.

With `--bounds` the code fails where an index is negative, or too large.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from tools.kernel_versions import PACKAGES, ROOT, environment, installed_versions, pinned_python, pinned_versions


def files_of(package: Path, checks_bounds: bool) -> tuple[bytes, bytes]:
    """Return what the two files of a package are to hold; runs in a process of its own."""
    sys.path[:0] = [str(ROOT / "tests")]
    from tools.kernel_compiler import compiled

    return compiled(package, checks_bounds=checks_bounds)


def differences(package: Path, manifest: bytes, packed: bytes) -> list[str]:
    """Return what differs between the files of a package and what the compiler gives.

    Packed code is compared unpacked, as another version of the packer gives other bytes.
    """
    from lzma import decompress

    from sokosolve.kernel_errors import WrongMachineCode
    from sokosolve.kernel_files import parse_manifest, read_code, read_manifest

    try:
        old = read_manifest(package)
        code = read_code(package, old)
    except WrongMachineCode as error:
        return [str(error)]
    new = parse_manifest(manifest, package)
    fields = [name for name in new._fields if name not in ("packed", "manifest")]
    differ = [f"{name} differs" for name in fields if getattr(old, name) != getattr(new, name)]
    if code != decompress(packed):
        differ.append("the code differs")
    return differ


def with_old_packing(package: Path, manifest: bytes) -> tuple[bytes, bytes]:
    """Return the two files of a package whose code is the same as before, with the packed code as it is already.

    So a change of the sources that leaves the code alone changes no large file.
    """
    from sokosolve.kernel_files import CODE, manifest_digest, sha256

    packed = (package / CODE).read_bytes()
    fields = json.loads(manifest) | {"packed": sha256(packed)}
    fields["manifest"] = manifest_digest(fields)
    return (json.dumps(fields, indent=1) + "\n").encode(), packed


def compile_packages(packages: list[Path], *, check: bool, checks_bounds: bool) -> bool:
    """Compile packages and write their files, or compare them; return whether any differ."""
    from sokosolve.kernel_files import CODE, MANIFEST

    any_differ = False
    # each in a process of its own: what Numba has compiled before would change the bytes
    with ProcessPoolExecutor(mp_context=get_context("spawn"), max_tasks_per_child=1) as processes:
        made = processes.map(files_of, packages, [checks_bounds] * len(packages))
        for package, (manifest, packed) in zip(packages, made, strict=True):
            differ = differences(package, manifest, packed)
            any_differ |= bool(differ)
            name = package.relative_to(ROOT)
            print(f"{name}: {len(packed):,} bytes packed, {'; '.join(differ) or 'the same'}", flush=True)
            if differ and not check:
                if differ == ["meaning differs"]:
                    manifest, packed = with_old_packing(package, manifest)
                (package / CODE).write_bytes(packed)
                (package / MANIFEST).write_bytes(manifest)
    return any_differ


def main() -> int:
    """Write the files, or compare them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit code 1 where the files hold anything else"
    )
    parser.add_argument(
        "--bounds",
        action="store_true",
        help="make slower code, for a run of the tests, that fails where a kernel goes beyond an array",
    )
    names = [package.name for package in PACKAGES]
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help=f"of {', '.join(names)}; all, if none is named")
    arguments = parser.parse_args()
    if unknown := set(arguments.packages) - set(names):
        parser.error(f"there is no package {', '.join(sorted(unknown))}; packages are {', '.join(names)}")
    if installed_versions() != pinned_versions():
        command = [str(pinned_python()), "-m", "tools.compile_kernels", *sys.argv[1:]]
        return subprocess.run(command, cwd=ROOT, env=environment(), check=False).returncode
    packages = [package for package in PACKAGES if package.name in (arguments.packages or names)]
    differ = compile_packages(packages, check=arguments.check, checks_bounds=arguments.bounds)
    return int(arguments.check and differ)


if __name__ == "__main__":
    sys.exit(main())
