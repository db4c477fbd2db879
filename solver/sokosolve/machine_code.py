"""The machine code of a package's kernels: made for this processor once, from what Numba made of their sources.

A package with kernels holds two files that `python -m tools.compile_kernels` writes: `kernels.bc.xz`, the kernels as
LLVM's intermediate code, optimised but for no processor in particular, and `kernels.json`, which says what Python can
call, of which sources, and by which versions it was made. LLVM (`llvmlite`) makes machine code of it in one or two
seconds. That is kept in the user's cache, from where it is loaded in a few milliseconds.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple
from weakref import ref

import numpy as np

from sokosolve.cache_folder import alone, cache_folder

MANIFEST, CODE = "kernels.json", "kernels.bc.xz"
INTEGER, BOOLEAN = "int", "bool"
DIGEST_BYTES = hashlib.sha256().digest_size


Array = np.ndarray[Any, Any]  # of any type and shape


def is_switched_off() -> bool:
    """Say whether kernels are to run in Python for good, so that tools can look into them: by NUMBA_DISABLE_JIT=1."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


class OutdatedKernels(RuntimeError):
    """The machine code in a package is not that of its sources, which somebody has changed."""


class Signature(NamedTuple):
    """What an entry point takes, one item for each number and array in turn, and what it returns.

    An item is "int", "bool", or an array's type and number of dimensions, such as "int32 2"; "none" is for no result.
    """

    takes: tuple[str, ...]
    returns: str


def source_digest(modules: list[str]) -> str:
    """Return a digest of the sources of some modules, whatever ends their lines.

    >>> source_digest([])[:16]
    'e3b0c44298fc1c14'
    """
    digest = hashlib.sha256()
    for module in modules:
        spec = find_spec(module)
        assert spec is not None and spec.origin is not None
        digest.update(module.encode() + b"\0" + Path(spec.origin).read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()


def leaves(values: tuple[object, ...]) -> list[object]:
    """Return the numbers and arrays of nested tuples in turn.

    >>> leaves((1, (2, (), (3, 4))))
    [1, 2, 3, 4]
    """
    found: list[object] = []
    for value in values:
        if isinstance(value, tuple):
            found += leaves(value)
        else:
            found.append(value)
    return found


class Library:
    """The kernels of a package that Python can call, as machine code that is loaded when it is asked for."""

    def __init__(self, folder: Path) -> None:
        """Read nothing yet; `folder` is the package's."""
        self.folder = folder
        self.is_loaded = False

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """What the machine code is of; raises `OutdatedKernels` if the sources are others."""
        manifest: dict[str, Any] = json.loads((self.folder / MANIFEST).read_text(encoding="utf-8"))
        if source_digest(manifest["sources"]) != manifest["digest"]:
            raise OutdatedKernels(
                f"{self.folder / CODE} was made of other sources: run `python -m tools.compile_kernels` in the checkout"
            )
        return manifest

    @cached_property
    def signatures(self) -> dict[str, Signature]:
        """What each entry point takes and returns, by name."""
        return {
            name: Signature(tuple(found["takes"]), found["returns"]) for name, found in self.manifest["entries"].items()
        }

    @cached_property
    def _processor(self) -> dict[str, str]:
        """This processor, as LLVM knows it: its name, and what it can do."""
        import llvmlite.binding as llvm

        return {"cpu": llvm.get_host_cpu_name(), "features": llvm.get_host_cpu_features().flatten()}

    @cached_property
    def _target(self) -> Any:
        """What makes machine code for this processor."""
        import llvmlite.binding as llvm

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        return llvm.Target.from_default_triple().create_target_machine(**self._processor, opt=3, jit=True)

    @cached_property
    def object_file(self) -> Path:
        """Where the machine code is kept: a name for these kernels, this processor, and this version of LLVM."""
        import llvmlite
        import llvmlite.binding as llvm

        machine = (*self._processor.values(), llvm.get_default_triple())
        made_of = (self.manifest["digest"], self.manifest["code"], llvmlite.__version__, machine)
        digest = hashlib.sha256(repr(made_of).encode()).hexdigest()
        return cache_folder() / f"{self.folder.name}-{digest[:16]}.o"

    def is_made(self) -> bool:
        """Say whether nothing has to be made: the cache holds the machine code, or none is wanted."""
        return is_switched_off() or self.object_file.exists()

    def make(self) -> bool:
        """Make the machine code and keep it, unless that has been done; returns whether it was made now."""
        return self._code()[1]

    def load(self) -> None:
        """Load the machine code, which is made if the cache does not hold it."""
        if not is_switched_off():
            self._engine  # noqa: B018 - made when it is asked for first

    @cached_property
    def _engine(self) -> Any:
        """What holds the loaded machine code, which lives as long."""
        import llvmlite.binding as llvm

        code, _ = self._code()
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), self._target)
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        self.is_loaded = True
        return engine

    def _kept(self) -> bytes | None:
        """Return the machine code in the cache, None if it is not there, or is not whole."""
        try:
            kept = self.object_file.read_bytes()
        except OSError:
            return None
        digest, code = kept[:DIGEST_BYTES], kept[DIGEST_BYTES:]
        return code if hashlib.sha256(code).digest() == digest else None

    def _code(self) -> tuple[bytes, bool]:
        """Return the machine code, and whether it was made now; another process that makes it already is waited for."""
        kept = self._kept()
        if kept is not None:
            return kept, False
        with alone():
            kept = self._kept()  # the other one's
            if kept is not None:
                return kept, False
            code = self._emitted()
            self._keep(code)
            return code, True

    def _emitted(self) -> bytes:
        """Return machine code for this processor, made of what the package holds."""
        import lzma

        import llvmlite.binding as llvm

        module = llvm.parse_bitcode(lzma.decompress((self.folder / CODE).read_bytes()))
        module.triple = llvm.get_default_triple()
        module.data_layout = str(self._target.target_data)
        code: bytes = self._target.emit_object(module)
        return code

    def _keep(self, code: bytes) -> None:
        """Put machine code into the cache: a crash at any moment leaves it without the file, or with all of it."""
        beside = self.object_file.with_suffix(f".{os.getpid()}")
        with suppress(OSError):  # a full disk: the code serves this process alone
            try:
                beside.write_bytes(hashlib.sha256(code).digest() + code)
                beside.replace(self.object_file)
            finally:
                beside.unlink(missing_ok=True)

    def entry(self, name: str) -> Callable[..., Any]:
        """Return what calls an entry point. O(arrays) besides the call itself."""
        signature = self.signatures[name]
        call = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)(self._engine.get_function_address(name))

        kinds = [kind_of(item) for item in signature.takes]
        result = RESULTS[signature.returns]

        def run(*args: object) -> object:
            slots = [0]
            for value, kind in zip(leaves(args), kinds, strict=True):
                kind.put(value, slots)
            buffer = np.array(slots, dtype=np.int64)
            if call(buffer.ctypes.data) != 0:
                raise ArithmeticError(f"{name}: the kernel failed, as it would not do in Python")
            return result(buffer[0])

        return run


RESULTS: dict[str, Callable[[np.int64], int | bool | None]] = {INTEGER: int, BOOLEAN: bool, "none": lambda _: None}


class Handed(NamedTuple):
    """An array that was handed over and lives: of which kind and shape it was, and what stands for it."""

    array: ref[Array]
    kind: Kind
    shape: tuple[int, ...]
    stands_for: list[int]


_handed: dict[int, Handed] = {}
"""Arrays by their identity: to ask one for its address takes longer than many a kernel."""


def forget(*values: object) -> None:
    """Forget where the arrays in nested tuples stand, which may be resized in place.

    Numpy moves none to which weak references lead.
    """
    for value in leaves(values):
        _handed.pop(id(value), None)


class Kind:
    """What an entry point takes at one place: arrays of a type and a number of dimensions, or numbers."""

    def __init__(self, item: str) -> None:
        """Take an item of a signature."""
        name, _, dimensions = item.partition(" ")
        self._dtype = None if item in (INTEGER, BOOLEAN) else np.dtype(name)
        self._dimensions = int(dimensions or 0)

    def put(self, value: object, slots: list[int]) -> None:
        """Append what stands for a value: a number as it is, an array's address and its size in each dimension.

        Raises `TypeError` for a value of another kind.

        >>> slots = []
        >>> Kind("int").put(7, slots), Kind("float64 2").put(np.zeros((2, 3)), slots)
        (None, None)
        >>> slots[0], slots[2:]
        (7, [2, 3])
        """
        if isinstance(value, np.ndarray):
            handed = _handed.get(id(value))
            if handed is not None and handed[0]() is value and handed[1] is self and handed[2] == value.shape:
                slots += handed[3]
                return
            slots += self._learnt(value)
        elif self._dtype is None and isinstance(value, int | np.integer | np.bool_):
            slots.append(int(value))
        else:
            raise self._refused(repr(value))

    def _learnt(self, array: Array) -> list[int]:
        """Return what stands for an array, and keep it until the array is gone."""
        if array.dtype != self._dtype or array.ndim != self._dimensions or not array.flags.c_contiguous:
            raise self._refused(f"an array of {array.dtype}, shape {array.shape}, strides {array.strides}")
        number, shape, gone = id(array), array.shape, _handed.pop
        stands_for = [array.ctypes.data, *shape]
        _handed[number] = Handed(ref(array, lambda _: gone(number, None)), self, shape, stands_for)
        return stands_for

    def _refused(self, about: str) -> TypeError:
        arrays = f"{self._dimensions}-dimensional contiguous arrays of {self._dtype}"
        return TypeError(f"a kernel takes {arrays if self._dtype else 'whole numbers'} here, not {about}")


kind_of = cache(Kind)
"""The kind of an item: one for all entry points, as they are handed the same arrays."""


@cache
def library_of(package: str) -> Library:
    """Return the machine code of a package's kernels."""
    return Library(Path(next(iter(import_module(package).__path__))))
