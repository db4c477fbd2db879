"""Packages of other projects that commands import, by their names for pip."""

from __future__ import annotations

PACKAGES = {
    "PIL": "pillow",
    "distributed": "distributed",
    "gymnasium": "gymnasium",
    "llvmlite": "llvmlite",
    "matplotlib": "matplotlib",
    "networkx": "networkx",
    "numpy": "numpy",
    "pyarrow": "pyarrow",
    "rich": "rich",
    "sympy": "sympy",
    "z3": "z3-solver",
}
"""For each module that commands import, the package that pip installs."""

COURSE = "this needs the course, which wheels do not hold: pip install --editable . in a copy of the repository"


def install_advice(error: ModuleNotFoundError) -> str | None:
    """Return a message that says what to install; None unless the module's package is optional.

    >>> install_advice(ModuleNotFoundError("No module named 'z3.z3core'", name="z3.z3core"))
    'this needs z3-solver, which is not installed: pip install z3-solver'
    >>> install_advice(ModuleNotFoundError("No module named 'sokocli.solv'", name="sokocli.solv"))
    """
    module = (error.name or "").partition(".")[0]
    if module == "sokocourse":
        return COURSE
    package = PACKAGES.get(module)
    return package and f"this needs {package}, which is not installed: pip install {package}"
