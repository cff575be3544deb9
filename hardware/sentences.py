"""Sentences for people that can be said in another language by whoever shows them.

This package knows no catalogues: it only keeps, beside the English text, what that was made from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Told(str):
    """A sentence: English text with the `template` it was made from, with {places}, and the `fillings` of these."""

    __slots__ = ("fillings", "template")

    template: str
    fillings: Mapping[str, str]
    is_capital = False  # begins as its template does


def told(template: str, /, **fillings: object) -> Told:
    """A sentence from its template; a filling may be told itself."""
    texts = {name: part if isinstance(part, str) else str(part) for name, part in fillings.items()}
    made = Told(template.format(**texts))
    made.template, made.fillings = template, texts
    return made
