"""Finds sentences about what is wrong that displays could only say in English: every error and every fault must be told
(`companion.sentences`, `hardware.sentences`), for then its template is a message the catalogues must have."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tests.web.messages import COMPANION, HARDWARE

if TYPE_CHECKING:
    from collections.abc import Iterator

# Which argument of what is raised or handed out is the sentence.
SENTENCES = {
    "BadInput": 0, "NotYet": 0, "JournalFull": 0, "CameraError": 0, "HardwareError": 0, "Refused": 1, "Malformed": 1,
    "Refusal": 3,
}  # fmt: skip
FAULTS = ("fault", "problem", "damage", "complaint")  # how what keeps or gives such a sentence is called
# What only a command or the start of the program says, on a terminal, in English.
ON_A_TERMINAL = (
    "cli", "vision/photo.py", "vision/enrol.py", "print/sheets.py", "print/style.py", "machine/doctor.py",
    "machine/checks.py", "cases/case_shelf.py", "cases/parcel.py", "cases/reread.py", "cases/case_learning.py",
    "referee/recording.py", "referee/replay.py", "data_folder.py", "machine/lock.py",
    "web/serving.py", "board.py", "probe.py", "vitals.py",
)  # fmt: skip


def untold() -> list[str]:
    """Each place, as `file:line`, where a sentence is made that is not told."""
    found = []
    for package in (COMPANION, HARDWARE):
        for path in sorted(package.rglob("*.py")):
            name = path.relative_to(package).as_posix()
            if not any(name == part or name.startswith(f"{part}/") for part in ON_A_TERMINAL):
                found += [f"{package.name}/{name}:{line}" for line in untold_in(path.read_text(encoding="utf-8"))]
    return found


def untold_in(source: str) -> list[int]:
    """The lines of a module on which a sentence about what is wrong is not told."""
    tree = ast.parse(source)
    scopes = [tree, *(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))]
    return sorted({text.lineno for scope in scopes for text in _sentences(scope) if not _is_told(text, scope)})


def _sentences(scope: ast.AST) -> Iterator[ast.expr]:
    """The expressions of one function (or module) whose value is a sentence about what is wrong."""
    gives_a_fault = _gives_a_fault(scope)
    for node in _own(scope):
        if isinstance(node, ast.Call):
            at = SENTENCES.get(_called(node))
            yield from [] if at is None else node.args[at : at + 1]
        if isinstance(node, ast.Assign) and any(_keeps_a_fault(target) for target in node.targets):
            yield node.value
        if isinstance(node, ast.Return) and node.value is not None and gives_a_fault:
            yield node.value


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a scope without those of the functions in it."""
    for node in ast.iter_child_nodes(scope):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
            yield from _own(node)


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def _keeps_a_fault(target: ast.expr) -> bool:
    """`self._faults["lamp"]`, `self.damage`, `problem`, and the like."""
    if isinstance(target, ast.Subscript):
        return _keeps_a_fault(target.value)
    name = target.id if isinstance(target, ast.Name) else getattr(target, "attr", "")
    return any(word in name for word in FAULTS)


def _gives_a_fault(scope: ast.AST) -> bool:
    """A function that is called after what it gives, and gives text."""
    name = getattr(scope, "name", "")
    returns = getattr(scope, "returns", None)
    is_text = returns is not None and ast.unparse(returns) in ("str", "str | None")
    return is_text and any(name == word or name.endswith(f"_{word}") for word in FAULTS)


def _is_told(text: ast.expr, scope: ast.AST) -> bool:
    """Whether an expression is told, or text that comes from elsewhere: a parameter, an attribute, another function."""
    if isinstance(text, ast.Constant):
        return not isinstance(text.value, str) or text.value == ""
    if isinstance(text, ast.IfExp):
        return _is_told(text.body, scope) and _is_told(text.orelse, scope)
    if isinstance(text, ast.BoolOp):
        return all(_is_told(value, scope) for value in text.values)
    if isinstance(text, ast.Name):
        given = [node.value for node in _own(scope) if isinstance(node, ast.Assign) and _names(node, text.id)]
        return all(_is_told(value, scope) for value in given)
    if isinstance(text, ast.Call):
        return _called(text) not in ("str", "repr", "format", "join")
    return not isinstance(text, ast.JoinedStr | ast.BinOp)


def _names(node: ast.Assign, name: str) -> bool:
    return any(isinstance(target, ast.Name) and target.id == name for target in node.targets)
