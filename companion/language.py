"""The languages of pages and displays: gettext catalogues under `locale/`, English in the source.

The `.po` files are read as they are (Babel), so there is nothing to compile and no second copy to forget.
"""

from __future__ import annotations

import io
from functools import cache
from gettext import GNUTranslations, NullTranslations
from typing import TYPE_CHECKING

from companion.resources import shipped

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

LANGUAGES = {"en": "English", "nl": "Nederlands", "fr": "Français", "de": "Deutsch"}


def catalogue(language: str) -> Catalog:
    """The catalogue of one language other than English. Raises KeyError for one that is not shipped."""
    if language == "en" or language not in LANGUAGES:
        raise KeyError(language)
    from babel.messages.pofile import read_po  # a table at which only English is read never needs it

    with shipped("locale", language, "LC_MESSAGES", "tableside.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def translations(language: str) -> NullTranslations:
    """What turns an English message into `language`; English gives every message back as it is."""
    return NullTranslations() if language == "en" else _read(language)[0]


def messages(language: str) -> dict[str, str]:
    """Every message of a catalogue with its translation, for the scripts of a page; empty for English."""
    return {} if language == "en" else _read(language)[1]


@cache
def _read(language: str) -> tuple[GNUTranslations, dict[str, str]]:
    """Both forms of a catalogue; what was read is let go of, for it is many times their size."""
    from babel.messages.mofile import write_mo

    entries = catalogue(language)
    compiled = io.BytesIO()
    write_mo(compiled, entries)
    compiled.seek(0)
    said = {str(message.id): str(message.string) for message in entries if message.id and message.string}
    return GNUTranslations(compiled), said


def preferred(header: str, default: str = "en") -> str:
    """The best language for an `Accept-Language` header (RFC 9110, 12.5.4); `default` when none fits."""
    wishes: list[tuple[float, str]] = []
    for part in header.split(","):
        tag, _, parameter = part.strip().partition(";")
        wishes.append((_quality(parameter), tag.split("-")[0].strip().lower()))
    fitting = [(quality, language) for quality, language in wishes if language in LANGUAGES and quality > 0]
    return max(fitting, key=lambda wish: wish[0])[1] if fitting else default


def _quality(parameter: str) -> float:
    name, _, value = parameter.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0
