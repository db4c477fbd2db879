"""Packages of other projects that commands import, by the name under which pip installs them."""

from __future__ import annotations

PACKAGES = {
    "PIL": "pillow",
    "distributed": "distributed",
    "gymnasium": "gymnasium",
    "llvmlite": "llvmlite",
    "matplotlib": "matplotlib",
    "networkx": "networkx",
    "numpy": "numpy",
    "rich": "rich",
    "sympy": "sympy",
    "z3": "z3-solver",
}
"""What pip installs, by the module that is imported."""


def package_of(error: ModuleNotFoundError) -> str | None:
    """Return what pip must install to make an import succeed; None if the module is not one of a known package.

    >>> package_of(ModuleNotFoundError("No module named 'z3.z3core'", name="z3.z3core"))
    'z3-solver'
    >>> package_of(ModuleNotFoundError("No module named 'sokocli.solv'", name="sokocli.solv"))
    """
    return PACKAGES.get((error.name or "").partition(".")[0])
