"""What tests ask of the sentences of rulings, whichever they are: how a language says them, and what is amiss then."""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from companion.language import LANGUAGES, messages, translations
from companion.sentences import is_told, spoken

MOST = 200  # signs in a sentence read aloud
TRANSLATED = [language for language in LANGUAGES if language != "en"]
NO_WORDS = re.compile(r"(\{\w+\}|[^\w{}])*")  # templates that only put parts side by side
UNELIDED = re.compile(r"\b(de|que|le|je|ne) (?!uni|onz|oui)[aeiouéèêàâîôû]", re.IGNORECASE)
_MATCHES = Path(__file__).parents[1] / "matches"


def saved_matches(game: str) -> Iterator[tuple[str, Any]]:
    """The transcripts of the game's saved matches, each with its name."""
    for path in sorted(_MATCHES.glob("*.json")):
        document = json.loads(path.read_text("utf-8"))["document"]
        if document["game"] == game:
            yield path.stem, document


def in_language(texts: Iterable[str], language: str) -> Iterator[tuple[str, str]]:
    """Each text and how it is said in the language; that ends as a sentence."""
    translate = translations(language).gettext
    for text in texts:
        said = spoken(text, translate)
        assert said[-1] in ".?!", said
        yield text, said


def templates(text: str) -> Iterator[str]:
    """The templates of a sentence and, of what is filled in, our words for things: all but what somebody handed in."""
    if is_told(text):
        yield text.template
        for part in text.fillings.values():
            yield from templates(part)


def untranslated(texts: Iterable[str], language: str) -> set[str]:
    """What the catalogue of the language should have, and has not."""
    known = messages(language)
    wanted = {template for text in texts for template in (set(templates(text)) or {text})}
    return {template for template in wanted if not NO_WORDS.fullmatch(template) and template not in known}


def unelided(texts: Iterable[str]) -> list[str]:
    """The sentences in which French should have an apostrophe; what somebody said is left as it was."""
    said = (re.sub(r"“[^”]*”", "", sentence) for _, sentence in in_language(texts, "fr"))
    return [sentence for sentence in said if UNELIDED.search(sentence)]
