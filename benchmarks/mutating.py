"""Small changes to a module that might be somebody's mistake: what `benchmarks/mutants.py` tries on the rulebooks.

One change each: a comparison, a sum or a choice turned round, a number one higher, one part of a condition left out, a
call left out, a part of a new state left as it was, and what is a rulebook's own: another clause cited, another
verdict, a house clause cited as if it were not one. Left alone are types, annotations, assertions, docstrings and the
text of sentences.
"""

from __future__ import annotations

import ast
import hashlib
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import CodeType

COMPARED: dict[type[ast.cmpop], ast.cmpop] = {
    ast.Eq: ast.NotEq(), ast.NotEq: ast.Eq(), ast.Lt: ast.LtE(), ast.LtE: ast.Lt(), ast.Gt: ast.GtE(),
    ast.GtE: ast.Gt(), ast.In: ast.NotIn(), ast.NotIn: ast.In(), ast.Is: ast.IsNot(), ast.IsNot: ast.Is(),
}  # fmt: skip
RECKONED: dict[type[ast.operator], ast.operator] = {
    ast.Add: ast.Sub(), ast.Sub: ast.Add(), ast.Mult: ast.FloorDiv(), ast.FloorDiv: ast.Mult(), ast.Mod: ast.Mult(),
    ast.BitOr: ast.BitAnd(), ast.BitAnd: ast.BitOr(),
}  # fmt: skip
RENAMED = {"min": "max", "max": "min", "any": "all", "all": "any"}
OPTIONAL = {"replace", "sorted", "min", "max"}  # whose keywords can be left out one by one
TEXTS = {"told", "message", "NewType", "TypeVar"}  # whose arguments are told to people, or are types
TYPES = {"Literal", "Annotated", "ClassVar", "Callable", "Mapping", "Sequence"}
SHOWN_CHARS, SHOWN_AT_MOST = 24, 90  # a change is shown with so much around it, if that is not too much


@dataclass(frozen=True)
class Mutant:
    """One change. `within` is the function it is in (`State.longest`), empty outside; `change` says it in code.

    `lines` are those of the statement: where one of them was run, the change could be noticed. `of` is a digest of the
    function, or of the statement outside of all: what was found out about a mutant holds while it does.
    """

    path: Path
    within: str
    lines: range
    change: str
    of: str
    tree: ast.Module = field(repr=False, compare=False)
    spot: Spot = field(repr=False, compare=False)
    changed: ast.AST = field(repr=False, compare=False)

    @property
    def name(self) -> str:
        """What it is called in the list of those that live, whatever line it is on."""
        return f"{self.path.name} {self.within}: {self.change}"

    def code(self) -> CodeType:
        """The module as compiled with the change; the tree is as it was again afterwards."""
        was = self.spot.put(self.changed)
        try:
            return compile(ast.fix_missing_locations(self.tree), str(self.path), "exec")
        finally:
            self.spot.put(was)


@dataclass(frozen=True)
class Spot:
    """A place in a tree: a field of a node, or one of the list in it."""

    parent: ast.AST
    name: str
    index: int | None = None

    def put(self, node: ast.AST) -> ast.AST:
        """Put the node there; what was there before."""
        kept = getattr(self.parent, self.name)
        if self.index is None:
            setattr(self.parent, self.name, node)
            return kept  # type: ignore[no-any-return]
        was, kept[self.index] = kept[self.index], node
        return was  # type: ignore[no-any-return]


def mutants(path: Path) -> list[Mutant]:
    """Every mutant of a module, in the order of its lines; two that would be called alike are counted."""
    tree = ast.parse(path.read_text("utf-8"))
    found = list(_Walk(path, tree).within(tree, ()))
    seen: Counter[str] = Counter()
    named = []
    for mutant in found:
        seen[mutant.name] += 1
        again = f" ({seen[mutant.name]})" if seen[mutant.name] > 1 else ""
        named.append(Mutant(**{**vars(mutant), "change": mutant.change + again}))
    return named


class _Walk:
    """Walks one module and makes its mutants."""

    def __init__(self, path: Path, tree: ast.Module) -> None:
        self.path, self.tree = path, tree
        self.members: dict[str, list[str]] = defaultdict(list)
        for node in ast.walk(tree):
            if (member := _member(node)) and member[1] not in self.members[member[0]]:
                self.members[member[0]].append(member[1])

    def within(self, node: ast.AST, above: tuple[ast.AST, ...]) -> Iterator[Mutant]:
        """All mutants of what is below a node; `above` are the nodes it is in, the module first."""
        for spot, child in _children(node):
            if _is_left_alone(child, node, spot.name):
                continue
            inside = (*above, node)
            for changed in self._changes(child, spot):
                yield self._mutant(spot, child, changed, inside)
            yield from self.within(child, inside)

    def _mutant(self, spot: Spot, node: ast.AST, changed: ast.AST, above: tuple[ast.AST, ...]) -> Mutant:
        statement = next(one for one in (node, *reversed(above)) if isinstance(one, (ast.stmt, ast.match_case)))
        outer = [one for one in above if isinstance(one, ast.FunctionDef) and any(each in above for each in one.body)][
            :1
        ]
        outer = outer or [one for one in above if isinstance(one, ast.FunctionDef) and node in one.body]
        classes = [one for one in above if isinstance(one, ast.ClassDef)] if outer else []
        whole = outer[0] if outer else statement
        header = statement if not hasattr(statement, "body") else node
        return Mutant(
            path=self.path,
            within=".".join([*(one.name for one in classes), *(one.name for one in outer)]),
            lines=range(getattr(header, "lineno", 0), (getattr(header, "end_lineno", 0) or 0) + 1),
            change=_shown(spot, node, changed, above),
            of=hashlib.sha256(ast.dump(whole).encode()).hexdigest()[:12],
            tree=self.tree,
            spot=spot,
            changed=changed,
        )

    def _changes(self, node: ast.AST, spot: Spot) -> Iterator[ast.AST]:
        """What may stand in place of the node."""
        match node:
            case ast.Compare(left, operators, operands):
                for index, operator in enumerate(operators):
                    other = [*operators[:index], COMPARED[type(operator)], *operators[index + 1 :]]
                    yield ast.Compare(left, other, operands)
            case ast.BoolOp(operator, values):
                yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
                for index in range(len(values)):
                    rest = [*values[:index], *values[index + 1 :]]
                    yield rest[0] if len(rest) == 1 else ast.BoolOp(operator, rest)
            case ast.UnaryOp(ast.Not(), operand):
                yield operand
            case ast.BinOp(left, operator, right) if type(operator) in RECKONED:
                yield ast.BinOp(left, RECKONED[type(operator)], right)
            case ast.AugAssign(target, operator, value) if type(operator) in RECKONED:
                yield ast.AugAssign(target, RECKONED[type(operator)], value)
            case ast.Constant(bool() as value):
                yield ast.Constant(not value)
            case ast.Constant(int() as value):
                yield ast.Constant(value + 1)
            case ast.Constant(str() as value):
                yield ast.Constant(value + "X")
            case ast.Attribute(value, "ours"):
                yield value
            case ast.Attribute():
                yield from self._other_member(node)
            case ast.Call():
                yield from _called(node)
            case ast.Expr():
                yield ast.Pass()
            case ast.Break():
                yield ast.Continue()
            case ast.Continue():
                yield ast.Break()
        if spot.name in {"test", "guard", "ifs"} and isinstance(node, (ast.Name, ast.Attribute, ast.Call)):
            yield ast.UnaryOp(ast.Not(), node)

    def _other_member(self, node: ast.Attribute) -> Iterator[ast.AST]:
        """Another clause, verdict or member of an enumeration out of those the module names."""
        member = _member(node)
        if member is None or len(self.members[member[0]]) < 2:
            return
        all_of_it = self.members[member[0]]
        other = all_of_it[(all_of_it.index(member[1]) + 1) % len(all_of_it)]
        yield ast.Attribute(node.value, other, ast.Load())


def _called(node: ast.Call) -> Iterator[ast.AST]:
    called = node.func.id if isinstance(node.func, ast.Name) else ""
    if called in RENAMED:
        yield ast.Call(ast.Name(RENAMED[called], ast.Load()), node.args, node.keywords)
    if called in OPTIONAL:
        for index in range(len(node.keywords)):
            yield ast.Call(node.func, node.args, [*node.keywords[:index], *node.keywords[index + 1 :]])


def _member(node: ast.AST) -> tuple[str, str] | None:
    """What a clause, a verdict or some other constant by its name is out of, and which: `c`, `T5`."""
    match node:
        case ast.Attribute(ast.Name(owner), name) if name.isupper():
            return owner, name
    return None


def _children(node: ast.AST) -> Iterator[tuple[Spot, ast.AST]]:
    for name, value in ast.iter_fields(node):
        if isinstance(value, ast.AST):
            yield Spot(node, name), value
        elif isinstance(value, list):
            yield from ((Spot(node, name, i), one) for i, one in enumerate(value) if isinstance(one, ast.AST))


def _is_left_alone(node: ast.AST, parent: ast.AST, name: str) -> bool:
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Assert() | ast.JoinedStr():
            return True
        case ast.Expr(ast.Constant()):
            return True  # a docstring
        case ast.If(ast.Name("TYPE_CHECKING")):
            return True
        case ast.Call(ast.Name(called)) if called in TEXTS:
            return True
        case ast.Subscript(ast.Name(kind)) if kind in TYPES:
            return True
        case ast.keyword("strict"):
            return True  # an assertion: what is gone through together is as long
        case ast.BinOp(_, ast.BitOr()) if isinstance(parent, ast.Assign):
            return True  # a union of types
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.func.id == "cast":
        return node is parent.args[0]  # a type
    return name in {"annotation", "returns", "decorator_list", "bases", "pattern"}


def _shown(spot: Spot, node: ast.AST, changed: ast.AST, above: tuple[ast.AST, ...]) -> str:
    """What is changed into what, with enough around it to be found."""
    if isinstance(node, ast.Expr):
        return f"{ast.unparse(node)} → (left out)"
    around: ast.AST = node
    for outer in reversed(above):
        if len(ast.unparse(around)) >= SHOWN_CHARS or isinstance(outer, (ast.stmt, ast.match_case, ast.mod)):
            break
        if isinstance(outer, ast.expr) and len(ast.unparse(outer)) <= SHOWN_AT_MOST:
            around = outer
    before = ast.unparse(around)
    if around is node:
        return f"{before} → {ast.unparse(changed)}"
    was = spot.put(changed)
    try:
        return f"{before} → {ast.unparse(around)}"
    finally:
        spot.put(was)
