"""Compiler of kernels: Numba and LLVM turn a package's kernels into intermediate code and a manifest.

Numba turns each kernel into LLVM's intermediate code. All of a package is put into one module, in which only the entry
points can be seen from outside, and is optimised once, for no processor in particular; `sokosolve.machine_code` makes
machine code of that on a user's machine.

An index counts from the beginning of an array here, and is never negative: looking for that took a tenth of the time.
"""

from __future__ import annotations

import json
import lzma
import os
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple, cast, get_args, get_type_hints

import numpy as np
from tools.kernel_versions import installed_versions

from sokosolve.kernel import Kernel
from sokosolve.kernel_arguments import BOOLEAN, INTEGER
from sokosolve.kernel_files import Signature, manifest_digest, sha256
from sokosolve.kernel_meaning import digest_meaning

ALLOCATORS = frozenset({"empty", "zeros", "full", "copy"})
"""A kernel that uses none of these makes no arrays, so it need not count references to those that it is given.

Counting is atomic, and happens each time an array is taken out of a tuple: it took half of the time of a search.
"""
ANY_PROCESSOR = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_OPT": "0"}

RUNTIME = """
declare ptr @malloc(i64)
declare void @free(ptr)

define ptr @NRT_Allocate(i64 %size) {
  %place = call ptr @malloc(i64 %size)
  ret ptr %place
}

define void @NRT_Free(ptr %place) {
  call void @free(ptr %place)
  ret void
}

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %wide = zext i32 %align to i64
  %head = add i64 %wide, 64
  %all = add i64 %head, %size
  %info = call ptr @malloc(i64 %all)
  %failed = icmp eq ptr %info, null
  br i1 %failed, label %end, label %fill
fill:
  call void @llvm.memset.p0.i64(ptr %info, i8 0, i64 48, i1 false)
  store i64 1, ptr %info
  %after = getelementptr i8, ptr %info, i64 %head
  %address = ptrtoint ptr %after to i64
  %over = urem i64 %address, %wide
  %place = sub i64 %address, %over
  %data = inttoptr i64 %place to ptr
  %data_field = getelementptr i8, ptr %info, i64 24
  store ptr %data, ptr %data_field
  %size_field = getelementptr i8, ptr %info, i64 32
  store i64 %size, ptr %size_field
  br label %end
end:
  ret ptr %info
}

define void @NRT_MemInfo_call_dtor(ptr %info) {
  call void @free(ptr %info)
  ret void
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
"""
"""What a kernel that makes arrays needs of Numba's runtime: blocks of memory with a count of references before them."""


NEEDED = {"malloc", "free", "memset", "memmove", "memcpy"}
"""What machine code calls outside of itself; every process has these."""


PACKING = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 22}
"""The largest code has 2 MB; unpacking takes as much memory as this dictionary, by default 64 MiB."""


class Entry(NamedTuple):
    """An entry point: its signature, and the name of what Numba made of it."""

    signature: Signature
    symbol: str


def kernels_of(package: Path) -> dict[str, Kernel[..., Any]]:
    """Return all kernels of a package, by name."""
    found: dict[str, Kernel[..., Any]] = {}
    for path in sorted(package.rglob("*.py")):
        if "sokosolve.kernel import" in path.read_text(encoding="utf-8"):
            module = import_module(module_name(package, path))
            for value in vars(module).values():
                if isinstance(value, Kernel) and value.function.__module__ == module.__name__:
                    found[value.name] = value
    return dict(sorted(found.items()))


def module_name(package: Path, path: Path) -> str:
    """Return the name under which a file of a package is imported."""
    return ".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__")


def items_of(hint: Any) -> Iterator[str]:
    """Yield the items of a signature that stand for an annotation.

    >>> from sokosolve.level.floor import Floor
    >>> [*items_of(Floor)]
    ['int', 'int', 'int32 1', 'int32 1', 'uint8 1', 'int32 1', 'int32 1']
    """
    if hint in (int, bool):
        yield BOOLEAN if hint is bool else INTEGER
    elif hasattr(hint, "_fields"):
        for field in get_type_hints(hint, include_extras=True).values():
            yield from items_of(field)
    else:
        array, dimensions = (*get_args(hint), 1)[:2] if hasattr(hint, "__metadata__") else (hint, 1)
        parts = get_args(array)  # the kind of number, in NumPy from 2.5 on; before, a shape, and a dtype of that kind
        [kind] = parts if len(parts) == 1 else get_args(parts[1])
        yield f"{np.dtype(kind)} {dimensions}"


def hints_of(kernel: Kernel[..., Any]) -> tuple[list[Any], str]:
    """Return the annotations of an entry point's parameters, and what it returns."""
    hints = get_type_hints(kernel.function, include_extras=True)
    returned = hints.pop("return")
    return list(hints.values()), {int: INTEGER, bool: BOOLEAN, type(None): "none"}[returned]


class Compiler:
    """Numba, made to hand over what it makes of each function before it goes on to optimise that."""

    def __init__(self, *, checks_bounds: bool) -> None:
        """Load Numba, told to know no processor in particular; nobody else in the process may have done so."""
        if "numba" in sys.modules:
            raise RuntimeError("numba is loaded already, for this processor")
        os.environ.update(ANY_PROCESSOR)
        # Without types: this reaches behind what Numba means others to see.
        codegen: Any = import_module("numba.core.codegen")
        text_of: Any = import_module("numba.core.cgutils").normalize_ir_text
        target: Any = import_module("numba.core.registry").cpu_target
        runtime: Any = import_module("numba.core.runtime").rtsys
        arrays: Any = import_module("numba.np.arrayobj")
        intp: Any = import_module("numba.core.types").intp

        self.checks_bounds = checks_bounds
        self.modules: list[str] = []
        self.dispatchers: dict[str, Any] = {}
        compiled = codegen.CPUCodeLibrary.add_ir_module

        def keep(library: Any, module: Any) -> None:
            self.modules.append(text_of(str(module)))

        def keep_too(library: Any, module: Any) -> None:
            keep(library, module)
            compiled(library, module)

        def end(library: Any) -> None:
            library._finalized = True

        codegen.CPUCodeLibrary.add_ir_module = keep_too
        runtime.initialize(target.target_context)  # compiled and called, for Numba itself needs it
        codegen.CPUCodeLibrary.add_ir_module = keep
        codegen.CPUCodeLibrary.finalize = end
        codegen.JITCodeLibrary.get_pointer_to_function = lambda library, name: 0
        codegen.JITCPUCodegen.set_env = lambda codegen, name, env: None
        arrays.fix_integer_index = lambda context, builder, kind, index, size: context.cast(builder, index, kind, intp)

    def dispatcher(self, kernel: Kernel[..., Any]) -> Any:
        """Return Numba's function for a kernel, a copy whose globals name such functions, where Numba looks them up."""
        import numba

        if kernel.name not in self.dispatchers:
            function = cast(FunctionType, kernel.function)
            used = function.__code__.co_names
            names = {
                name: self.dispatcher(value) if isinstance(value, Kernel) and name in used else value
                for name, value in function.__globals__.items()
            }
            copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
            copy.__qualname__, copy.__module__ = function.__qualname__, function.__module__
            njit: Any = numba.njit  # its types lack three of these options
            self.dispatchers[kernel.name] = njit(
                no_cpython_wrapper=True,
                no_cfunc_wrapper=True,
                forceinline=kernel.is_inline,
                boundscheck=self.checks_bounds,
                _nrt=bool(ALLOCATORS & set(used)),
            )(copy)
        return self.dispatchers[kernel.name]

    def type_of(self, hint: Any) -> Any:
        """Return Numba's type for an annotation."""
        types: Any = import_module("numba.core.types")

        if hasattr(hint, "_fields"):
            fields = get_type_hints(hint, include_extras=True)
            return types.NamedTuple([self.type_of(field) for field in fields.values()], hint)
        [item] = items_of(hint)
        if item in (INTEGER, BOOLEAN):
            return types.int64 if item == INTEGER else types.boolean
        kind, dimensions = item.split()
        return types.Array(getattr(types, kind), int(dimensions), "C")

    def entry(self, kernel: Kernel[..., Any]) -> Entry:
        """Compile an entry point, and all that it calls and that has not been compiled before."""
        hints, returned = hints_of(kernel)
        dispatcher = self.dispatcher(kernel)
        types = tuple(self.type_of(hint) for hint in hints)
        dispatcher.compile(types)
        result = dispatcher.overloads[types]
        takes = tuple(item for hint in hints for item in items_of(hint))
        return Entry(Signature(takes, returned), result.fndesc.llvm_func_name)


def way_in(name: str, entry: Entry) -> str:
    """Return a function of one argument, the slots that `machine_code` fills, which calls an entry point.

    Numba's functions take a place for the result, one for an exception, and for an array its block of memory, owner,
    number and size of items, address, and the size and the stride in each dimension.
    """
    lines = [f'define i32 @"{name}"(ptr %slots) {{', "  %result = alloca i64", "  %raised = alloca ptr"]
    lines.append("  store i64 0, ptr %result")
    given = ["ptr %result", "ptr %raised"]
    types = ["ptr", "ptr"]
    slot = 0

    def load() -> str:
        nonlocal slot
        slot += 1
        lines.append(f"  %place{slot} = getelementptr i64, ptr %slots, i64 {slot}")
        lines.append(f"  %slot{slot} = load i64, ptr %place{slot}")
        return f"%slot{slot}"

    for item in entry.signature.takes:
        value = load()
        if item == INTEGER:
            given.append(f"i64 {value}")
        elif item == BOOLEAN:
            lines.append(f"  %bit{slot} = trunc i64 {value} to i8")
            given.append(f"i8 %bit{slot}")
        else:
            kind, dimensions = item.split()
            first = slot
            lines.append(f"  %array{first} = inttoptr i64 {value} to ptr")
            shape = [load() for _ in range(int(dimensions))]
            size, strides = str(np.dtype(kind).itemsize), list[str]()
            for axis in reversed(range(len(shape))):
                strides.insert(0, size)
                lines.append(f"  %size{first}.{axis} = mul i64 {size}, {shape[axis]}")
                size = f"%size{first}.{axis}"
            lines.append(f"  %items{first} = udiv i64 {size}, {np.dtype(kind).itemsize}")
            given += ["ptr null", "ptr null", f"i64 %items{first}", f"i64 {np.dtype(kind).itemsize}"]
            given += [f"ptr %array{first}", *(f"i64 {each}" for each in [*shape, *strides])]
    types = [each.split()[0] for each in given]
    lines.append(f'  %status = call i32 @"{entry.symbol}"({", ".join(given)})')
    lines += ["  %value = load i64, ptr %result", "  store i64 %value, ptr %slots", "  ret i32 %status", "}"]
    lines.append(f'declare i32 @"{entry.symbol}"({", ".join(types)})')
    return "\n".join(lines)


def linked(modules: list[str], entries: dict[str, Entry]) -> Any:
    """Put modules into one in which only the entry points can be seen from outside, and optimise it."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    whole = llvm.parse_assembly(RUNTIME)
    for text in [*modules, *(way_in(name, entry) for name, entry in entries.items())]:
        whole.link_in(llvm.parse_assembly(text))
    for value in [*whole.functions, *whole.global_variables]:
        if not value.is_declaration and value.name not in entries:
            value.linkage = "internal"
    target = llvm.Target.from_triple(whole.triple or llvm.get_default_triple()).create_target_machine(opt=3)
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(target, options)
    builder.getModulePassManager().run(whole, builder)
    passes = llvm.create_new_module_pass_manager()
    passes.add_strip_symbols_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(whole, builder)
    whole.verify()
    missing = [each.name for each in whole.functions if each.is_declaration and not each.name.startswith("llvm.")]
    if set(missing) - NEEDED:
        raise ValueError(f"kernels would call what nobody gives them: {missing}")
    return whole


def compiled(package: Path, *, checks_bounds: bool) -> tuple[bytes, bytes]:
    """Return what the two files of a package are to hold: the manifest, and the code."""
    compiler = Compiler(checks_bounds=checks_bounds)
    kernels = kernels_of(package)
    entries = {name: compiler.entry(kernel) for name, kernel in kernels.items() if kernel.is_entry}
    code = linked(compiler.modules, entries).as_bitcode()
    packed = lzma.compress(code, filters=[PACKING])
    meaning = digest_meaning(entries)
    manifest = {
        "about": "Written by python -m tools.compile_kernels.",
        "versions": installed_versions(),
        "meaning": meaning.digest,
        "code": sha256(code),
        "packed": sha256(packed),
        "modules": meaning.modules,
        "entries": {name: entry.signature._asdict() for name, entry in entries.items()},
    }
    manifest["manifest"] = manifest_digest(json.loads(json.dumps(manifest)))
    return (json.dumps(manifest, indent=1) + "\n").encode(), packed
