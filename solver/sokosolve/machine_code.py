"""Machine code of a package's kernels, compiled once for this processor and cached for the user.

A cached result is used only if nobody else could write it, and its SHA-256 fits. That covers the machine code, the
packed code, the processor and the version of LLVM.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from sokosolve.cache_folder import CHECKED_SUFFIX, CODE_SUFFIX, alone, cache_folder
from sokosolve.kernel_arguments import BOOLEAN, INTEGER, kind_of, leaves
from sokosolve.kernel_files import (
    MANIFEST,
    Manifest,
    check_sources,
    explain_outdated,
    read_code,
    read_manifest,
    text_digest,
)
from sokosolve.private_files import read_bounded, write_private

_DIGEST_BYTES = hashlib.sha256().digest_size
_OBJECT_BYTES = 1 << 26
"""Size limit of machine code in the cache; the largest has some 300 kB."""


def is_switched_off() -> bool:
    """Tell whether NUMBA_DISABLE_JIT=1 makes all kernels run in Python."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


class Library:
    """Kernels of a package as machine code loaded on demand."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.is_loaded = False

    @cached_property
    def manifest(self) -> Manifest:
        """Manifest of the machine code; raises `WrongMachineCode` if damaged or outdated."""
        manifest = read_manifest(self.folder)
        texts = text_digest(manifest).encode()
        path = self._cache_path(texts.decode(), CHECKED_SUFFIX)
        if path is None or self._read(path) != texts:
            check_sources(self.folder, manifest)
            self._write(path, texts)
        return manifest

    @cached_property
    def _processor(self) -> dict[str, str]:
        import llvmlite.binding as llvm

        return {"cpu": llvm.get_host_cpu_name(), "features": llvm.get_host_cpu_features().flatten()}

    @cached_property
    def _target(self) -> Any:
        import llvmlite.binding as llvm

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        return llvm.Target.from_default_triple().create_target_machine(**self._processor, opt=3, jit=True)

    @cached_property
    def _key(self) -> str:
        import llvmlite
        import llvmlite.binding as llvm

        compiler = (llvmlite.__version__, llvm.llvm_version_info, llvm.get_default_triple())
        return hashlib.sha256(repr((self.manifest.packed, compiler, *self._processor.values())).encode()).hexdigest()

    @cached_property
    def object_file(self) -> Path | None:
        return self._cache_path(self._key, CODE_SUFFIX)

    @property
    def files_in_cache(self) -> list[Path]:
        """Files of this library in the cache."""
        checked = self._cache_path(text_digest(self.manifest), CHECKED_SUFFIX)
        return [path for path in (self.object_file, checked) if path is not None]

    def _cache_path(self, digest: str, suffix: str) -> Path | None:
        folder = cache_folder()
        return None if folder is None else folder / f"{self.folder.name}-{digest[:16]}{suffix}"

    def is_made(self) -> bool:
        return is_switched_off() or self._read_cached() is not None

    def make(self) -> bool:
        """Compile and cache the machine code if needed; return whether it did."""
        return self._code()[1]

    def load(self) -> None:
        if not is_switched_off():
            _ = self._engine  # made when it is asked for first

    @cached_property
    def _engine(self) -> Any:
        import llvmlite.binding as llvm

        code, _ = self._code()
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), self._target)
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        self.is_loaded = True
        return engine

    def _read_cached(self) -> bytes | None:
        kept = None if self.object_file is None else self._read(self.object_file)
        if kept is None:
            return None
        digest, code = kept[:_DIGEST_BYTES], kept[_DIGEST_BYTES:]
        return code if self._digest(code) == digest else None

    def _digest(self, code: bytes) -> bytes:
        return hashlib.sha256(self._key.encode() + code).digest()

    def _code(self) -> tuple[bytes, bool]:
        kept = self._read_cached()
        if kept is not None:
            return kept, False
        with alone(cache_folder()):
            kept = self._read_cached()  # the other one's
            if kept is not None:
                return kept, False
            code = self._compile()
            self._write(self.object_file, self._digest(code) + code)
            return code, True

    def _compile(self) -> bytes:
        import llvmlite.binding as llvm

        module = llvm.parse_bitcode(read_code(self.folder, self.manifest))
        module.triple = llvm.get_default_triple()
        module.data_layout = str(self._target.target_data)
        code: bytes = self._target.emit_object(module)
        return code

    @staticmethod
    def _read(path: Path) -> bytes | None:
        try:
            return read_bounded(path, _OBJECT_BYTES, private=True)
        except OSError:
            return None

    @staticmethod
    def _write(path: Path | None, content: bytes) -> None:
        if path is not None:
            with suppress(OSError):
                write_private(path, content)

    def entry(self, name: str) -> Callable[..., Any]:
        signature = self.manifest.entries.get(name)
        if signature is None:
            raise explain_outdated(self.folder, f"{MANIFEST} has no {name}")
        call = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)(self._engine.get_function_address(name))

        kinds = [kind_of(item) for item in signature.takes]
        result = _RESULTS[signature.returns]

        def run(*args: object) -> object:
            slots = [0]
            for value, kind in zip(leaves(args), kinds, strict=True):
                kind.put(value, slots)
            buffer = np.array(slots, dtype=np.int64)
            if call(buffer.ctypes.data) != 0:
                raise ArithmeticError(f"{name}: the kernel failed, as it would not do in Python")
            return result(buffer[0])

        return run


_RESULTS: dict[str, Callable[[np.int64], int | bool | None]] = {INTEGER: int, BOOLEAN: bool, "none": lambda _: None}


def load_libraries(*packages: str) -> None:
    """Load machine code before a search needs it."""
    for package in packages:
        library_of(package).load()


@cache
def library_of(package: str) -> Library:
    return Library(Path(next(iter(import_module(package).__path__))))
