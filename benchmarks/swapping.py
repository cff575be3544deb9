"""A changed module in the place of the module: what `benchmarks/mutants.py` and `benchmarks/laws.py` do with a mutant.

A change in a function is another body for it, in a process that has loaded everything. One outside of functions
(numbers, the fields of options) has to be there before the module is imported.
"""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_loader
from types import FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import CodeType, ModuleType

    from benchmarks.mutating import Mutant


def swap(mutant: Mutant, module: ModuleType) -> None:
    """Give the function of a loaded module the mutant's body."""
    owner: Any = module
    *classes, name = mutant.within.split(".")
    for each in classes:
        owner = vars(owner)[each]
    function = _plain_function(vars(owner)[name])
    code = next(code for code in _all_code(mutant.code()) if code.co_qualname == mutant.within)
    if code.co_freevars == function.__code__.co_freevars:
        function.__code__ = code
        return
    # A body without `super()` no longer knows its class, so it takes another function to have it.
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    closure = tuple(cells[name] for name in code.co_freevars)
    setattr(owner, name, FunctionType(code, function.__globals__, name, function.__defaults__, closure))


def _plain_function(found: Any) -> FunctionType:
    found = found.fget if isinstance(found, property) else found
    found = getattr(found, "__func__", found)
    while hasattr(found, "__wrapped__"):
        found = found.__wrapped__
    return found  # type: ignore[no-any-return]


def _all_code(code: CodeType) -> Iterable[CodeType]:
    for constant in code.co_consts:
        if hasattr(constant, "co_qualname"):
            yield constant
            yield from _all_code(constant)


class _Loader(SourceFileLoader):
    def __init__(self, name: str, mutant: Mutant) -> None:
        super().__init__(name, str(mutant.path))
        self.mutant = mutant

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 (as importlib calls it)
        return self.mutant.code()


class _Finder:
    """Finds one module in its changed form, and leaves the rest to others."""

    def __init__(self, name: str, mutant: Mutant) -> None:
        self.name, self.mutant = name, mutant

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        if name != self.name:
            return None
        is_package = self.mutant.path.stem == "__init__"
        return spec_from_loader(name, _Loader(name, self.mutant), is_package=is_package)


def import_changed(game: str, mutant: Mutant) -> None:
    """Have the module of a game imported in its changed form; it must not have been imported yet."""
    module = f"companion.games.{game}" + (f".{mutant.path.stem}" if mutant.path.stem != "__init__" else "")
    assert module not in sys.modules, "it would not be imported anew"
    sys.meta_path.insert(0, _Finder(module, mutant))
