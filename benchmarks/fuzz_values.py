"""What is no good, made from a seed: JSON values of any shape, documents and files with something wrong in them."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

WRONG = 0.12  # how often a value is not of the kind it should be
DEEP = (31, 40, 120, 250)  # levels of a value that is nested on purpose: more than may be
TEXTS = (
    "", " ",
    "\x00", "\n", "\u202e", "é", "ß", "\ud800", "🃏", "Ann", "Bob", "host", "zoo", "A", "?", "*", "7/A", "K/A", "../..",
    "<script>alert(1)</script>", "'; DROP TABLE event; --", "{name}", "%s%n", "x" * 300, "A" * 5000, "1e999", "null",
)  # fmt: skip
NUMBERS = (0, 1, -1, 2, 3, 7, 255, 2**31, 2**53 + 1, -(2**63), 2**64, 10**30, 0.5, -0.0, 1e300, 5e-324)
TOKENS = (
    b"", b"\x00", b"\xff", b"\r\n", b"{", b"}", b"[" * 40, b"[" * 9000, b'"', b"\\u0000", b"NaN", b"-1", b"9" * 400,
    b"1e999", b"\xed\xa0\x80", b"null", b"'''", b"[[cards]]", b"=", b"#", b"a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r = 1\n",
)  # fmt: skip


def value(chance: Random, deep: int = 3) -> Any:
    """Some JSON value, at most `deep` levels of it, or now and then far too many."""
    kind = chance.randrange(9 if deep else 6)
    if kind == 8 and chance.random() < 0.1:
        return _nested(chance)
    if kind >= 6:
        size = chance.randrange(4)
        if kind == 6:
            return [value(chance, deep - 1) for _ in range(size)]
        return {chance.choice(TEXTS): value(chance, deep - 1) for _ in range(size)}
    if kind <= 1:
        return chance.choice(TEXTS)
    return chance.choice(NUMBERS) if kind <= 3 else chance.choice((None, True, False))


def _nested(chance: Random) -> Any:
    inner: Any = 0
    for _ in range(chance.choice(DEEP)):
        inner = [inner] if chance.random() < 0.5 else {"a": inner}
    return inner


def of_schema(schema: Mapping[str, Any], chance: Random, names: Mapping[str, Any]) -> Any:
    """A value that a JSON Schema allows, each part of it now and then wrong. `names` are the schemas it refers to."""
    if chance.random() < WRONG:
        return value(chance)
    if "$ref" in schema:
        return of_schema(names[schema["$ref"].rpartition("/")[2]], chance, names)
    if "enum" in schema:
        return chance.choice(schema["enum"])
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = chance.choice(kind)
    if kind == "object":
        required = schema.get("required", ())
        wanted = [name for name in schema.get("properties", {}) if name in required or chance.random() < 0.5]
        return {name: of_schema(schema["properties"][name], chance, names) for name in wanted}
    if kind == "array":
        return [of_schema(schema.get("items", {}), chance, names) for _ in range(chance.randrange(4))]
    if kind == "integer":
        return chance.choice((0, 1, 2, 3, chance.randrange(100)))
    return chance.choice(TEXTS) if kind == "string" else value(chance)


def altered(document: Any, chance: Random, others: Sequence[Any] = TEXTS) -> Any:
    """A copy of a document with one to three things in it said otherwise, left out, doubled or put elsewhere."""
    result = copy.deepcopy(document)
    for _ in range(chance.randint(1, 3)):
        places = list(_places(result))
        if not places:
            return value(chance)
        at, key = chance.choice(places)
        how = chance.randrange(4)
        if how == 0:
            del at[key]
        elif how == 1:
            at[key] = chance.choice(others)
        elif how == 2:
            there, other = chance.choice(places)
            at[key] = copy.deepcopy(there[other]) if _is_there(there, other) else None
        else:
            at[key] = value(chance)
    return result


def _places(of: Any) -> list[tuple[Any, Any]]:
    """Every container of a document with each of its keys."""
    found, left = [], [of]
    while left:
        one = left.pop()
        keys = list(one) if isinstance(one, dict) else range(len(one)) if isinstance(one, list) else ()
        for key in keys:
            found.append((one, key))
            left.append(one[key])
    return found


def _is_there(at: Any, key: Any) -> bool:
    return key in at if isinstance(at, dict) else key < len(at)


def broken(raw: bytes, chance: Random) -> bytes:
    """Bytes with one to four things wrong: bits, tokens, pieces cut, doubled or moved, an end missing."""
    result = bytearray(raw)
    for _ in range(chance.randint(1, 4)):
        place, to = sorted(chance.randrange(len(result) + 1) for _ in range(2))
        how = chance.randrange(6)
        if how == 0 and result:
            result[place % len(result)] ^= 1 << chance.randrange(8)
        elif how == 1:
            result[place:place] = chance.choice(TOKENS)
        elif how == 2:
            del result[place : min(to, place + chance.randrange(1, 40))]
        elif how == 3:
            result[place:place] = result[place : min(to, place + 400)]
        elif how == 4:
            result[place : place + 1] = chance.choice(TOKENS)
        elif chance.random() < 0.3:
            del result[place:]
    return bytes(result)
