"""Sentences that can be said in other languages: English text that still knows what it was made from. Pure.

A `Told` is the English sentence, byte for byte, to everybody who takes it for text (transcripts, digests, the command
line). Displays that speak another language look its template up in their catalogue and fill it in again, part by part.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeGuard


class Told(str):
    """A sentence or a part of one: `template` with {places}, and the `fillings`, which may be told themselves.

    `is_capital` says that it begins a sentence, whatever its template begins with.
    """

    __slots__ = ("fillings", "is_capital", "template")

    template: str
    fillings: Mapping[str, str]
    is_capital: bool


def message(text: str) -> str:
    """Marks a template for the catalogues where it is not told at once."""
    return text


def told(template: str, /, **fillings: Any) -> Told:
    """A sentence from its template; this is where the catalogues find their messages."""
    return _made(template, fillings, is_capital=False)


def joined(separator: str, parts: Sequence[str]) -> Told:
    """Parts one after the other, each still told."""
    template = separator.join(f"{{part{at}}}" for at in range(len(parts)))
    return _made(template, {f"part{at}": part for at, part in enumerate(parts)}, is_capital=False)


def headed(about: str, what: str) -> Told:
    """Whom or what something is about, and what it is: `Tokens: Ann 2`, with the colon of each language."""
    return told("{about}: {what}", about=about, what=what)


def clauses(parts: Sequence[str]) -> str:
    """`Ann has one; Bob has two`, with the signs between that each language has; nothing of no parts."""
    if not parts:
        return ""
    return reduce(lambda before, newest: told("{before}; {newest}", before=before, newest=newest), parts)


def in_quotes(text: str) -> Told:
    """The text in the quotation marks of whatever language it is said in."""
    return told("“{text}”", text=text)


def decimal(number: float) -> str:
    """A number with the sign between whole and parts that each language has: `1.5`."""
    whole, dot, parts = minus(number).partition(".")
    return told("{whole}.{parts}", whole=whole, parts=parts) if dot else whole


def sentence(text: str) -> str:
    """The text with a capital at its beginning."""
    if is_told(text):
        return _made(text.template, text.fillings, is_capital=True)
    return text[0].upper() + text[1:]


def spoken(text: str, translate: Callable[[str], str]) -> str:
    """A sentence in another language; what is no template (a name, a word somebody said) stays as it is."""
    if not is_told(text):
        return translate(text) if text else text
    said = translate(text.template).format(**{name: _filling(part, translate) for name, part in text.fillings.items()})
    return said[0].upper() + said[1:] if text.is_capital else said


def minus(number: object) -> str:
    """A number as it is read: below zero with a minus sign, not the hyphen of the keyboard."""
    return str(number).replace("-", "−")


def as_json(text: str) -> dict[str, Any] | None:
    """Template and fillings for a page that speaks another language; None for plain text."""
    if not is_told(text):
        return None
    parts = {name: as_json(part) or part for name, part in text.fillings.items()}
    return {"text": text.template, "fillings": parts, "is_capital": text.is_capital}


def is_told(text: str) -> TypeGuard[Told]:
    """Whether a text knows what it was made from; the sentences of `hardware`, which knows nothing of us, do too."""
    return hasattr(text, "template")


def _filling(part: str, translate: Callable[[str], str]) -> str:
    return spoken(part, translate) if is_told(part) else part


def _filled(value: Any) -> str:
    return decimal(value) if isinstance(value, (int, float)) else str(value)


def _made(template: str, fillings: Mapping[str, Any], *, is_capital: bool) -> Told:
    texts = {name: part if isinstance(part, str) else _filled(part) for name, part in fillings.items()}
    text = template.format(**texts)
    made = Told(text[0].upper() + text[1:] if is_capital else text)
    made.template, made.fillings, made.is_capital = template, texts, is_capital
    return made
