"""Two files of a package's kernels, verified before use: the manifest and the packed code.

The digests detect damage and outdated code, but not an attacker who can write in the folder.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from pathlib import Path
from typing import Any, NamedTuple

from sokosolve.kernel_errors import WrongMachineCode
from sokosolve.kernel_meaning import Meaning, digest_meaning, module_text
from sokosolve.private_files import read_bounded

MANIFEST, CODE = "kernels.json", "kernels.bc.xz"
_MANIFEST_BYTES, _PACKED_BYTES, _CODE_BYTES = 1 << 20, 1 << 24, 1 << 27
"""The most that each is read of; they have some 40 kB, 300 kB and 2 MB."""

_KEYS = ("about", "versions", "meaning", "code", "packed", "modules", "entries", "manifest")


class Signature(NamedTuple):
    """Argument and result types of an entry point, flattened.

    Items are "int", "bool", or an array's type and number of dimensions, such as "int32 2"; "none" means no result.
    """

    takes: tuple[str, ...]
    returns: str


class Manifest(NamedTuple):
    """Content of a verified manifest."""

    versions: dict[str, str]
    meaning: str
    code: str
    packed: str
    modules: tuple[str, ...]
    entries: dict[str, Signature]
    manifest: str


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def manifest_digest(fields: dict[str, Any]) -> str:
    others = {key: value for key, value in fields.items() if key != "manifest"}
    return sha256(json.dumps(others, sort_keys=True).encode())


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of a package; raises `WrongMachineCode` if damaged."""
    path = folder / MANIFEST
    try:
        return parse_manifest(read_bounded(path, _MANIFEST_BYTES), folder)
    except OSError as error:
        raise _wrong(path, f"cannot be read ({error.strerror or error})") from None


def parse_manifest(text: bytes, folder: Path) -> Manifest:
    """Return the manifest in a text; raises `WrongMachineCode` if damaged."""
    path = folder / MANIFEST
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise _wrong(path, "is damaged: it is not JSON") from None
    if not isinstance(fields, dict) or sorted(fields) != sorted(_KEYS):
        raise _wrong(path, f"is damaged, or of another version: its keys are not {', '.join(_KEYS)}")
    if manifest_digest(fields) != fields["manifest"]:
        raise _wrong(path, "is damaged: its SHA-256 is not the one in it")
    entries = {name: Signature(tuple(each["takes"]), each["returns"]) for name, each in fields["entries"].items()}
    others = {key: fields[key] for key in ("versions", "meaning", "code", "packed", "manifest")}
    return Manifest(**others, modules=tuple(fields["modules"]), entries=entries)


def read_code(folder: Path, manifest: Manifest) -> bytes:
    """Return the unpacked code; raises `WrongMachineCode` unless it matches the manifest."""
    path = folder / CODE
    try:
        packed = read_bounded(path, _PACKED_BYTES)
    except OSError as error:
        raise _wrong(path, f"cannot be read ({error.strerror or error})") from None
    if sha256(packed) != manifest.packed:
        raise _wrong(path, f"is damaged or of another build: its SHA-256 is not the one in {MANIFEST}")
    try:
        return lzma.LZMADecompressor().decompress(packed, _CODE_BYTES)
    except lzma.LZMAError as error:
        raise _wrong(path, f"is damaged ({error})") from None


def check_sources(folder: Path, manifest: Manifest) -> None:
    """Raise `WrongMachineCode` if the meaning of the sources has changed."""
    try:
        meaning = digest_meaning(manifest.entries)
    except (LookupError, OSError, ImportError, SyntaxError) as error:
        raise explain_outdated(folder, str(error)) from None
    if meaning != Meaning(manifest.meaning, manifest.modules):
        raise explain_outdated(folder, "their meaning has changed")


def text_digest(manifest: Manifest) -> str:
    """Return a digest of the manifest and the sources' text, faster than `digest_meaning`."""
    digest = hashlib.sha256(manifest.manifest.encode())
    for module in manifest.modules:
        try:
            text = module_text(module)
        except (OSError, ImportError):
            text = ""
        digest.update(f"{module}\0{text}\0".encode())
    return digest.hexdigest()


def _wrong(path: Path, what: str) -> WrongMachineCode:
    return WrongMachineCode(f"{path} {what}; {_remedy(path)}")


def explain_outdated(folder: Path, why: str) -> WrongMachineCode:
    return _wrong(folder / CODE, f"is not of the sources beside it: {why}")


def _remedy(path: Path) -> str:
    package = path.parent.name
    if (path.parents[2] / "tools" / "compile_kernels.py").is_file():
        return f"run `python -m tools.compile_kernels {package}` in {path.parents[2]}"
    return "install Sokospec again, with `pip install --force-reinstall` and its wheel or checkout"
