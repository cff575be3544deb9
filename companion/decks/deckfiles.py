"""Deck files: `decks/*.toml`, the decks that ship, and the ones players write. Every error names the file and the line.

A deck file says `name`, `title`, what is read off its cards (`reads`), what its backs say (`back`, optional), and its
cards, one `[[cards]]` table or one inline table per line: `kind`, `label`, and as the kind needs it `value`, `copies`,
`rank`, `dna`, `colour`, `answers` (a jumble's words, separated by spaces) and `trait`.
A deck may also read as a shipped one does: then `reads` is its name.
`includes` names shipped decks whose cards belong to this one too.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from companion import outside
from companion.cards import Card, CardKind, Deck
from companion.errors import About, BadInput
from companion.games.core import quoted
from companion.games.events import LARGEST_NUMBER
from companion.games.layout import deck_check
from companion.resources import shipped
from companion.sentences import headed, message, told

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.layout import DeckCheck

KINDS: tuple[str, ...] = get_args(CardKind)
READS: tuple[str, ...] = get_args(get_type_hints(Deck)["reads"])
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
MOST_COPIES = 99
LARGEST_BYTES = outside.MEGABYTE  # the largest deck that ships has 36 kB
NAME = re.compile(r"\w[\w .-]{0,59}")  # files are named after decks: no folder, and nothing that is hidden

_LABELS: Mapping[str, tuple[str, str]] = {
    "letter": ("[A-Z]", message("one capital letter A–Z")),
    "jumble": ("[A-Z]{7}", message("seven capital letters A–Z")),
    "rank": ("|".join(RANKS), message("one of A 2 3 4 5 6 7 8 9 10 J Q K")),
}
_TEXTS = ("rank", "dna", "colour")
_CARD_KEYS = ("kind", "label", "value", "copies", *_TEXTS, "answers", "trait")
_DECK_KEYS = ("name", "title", "reads", "back", "cards", "includes")


@dataclass(frozen=True)  # without slots, so that colours are gathered once
class DeckFile:
    """A deck file: the deck, the words listed on its jumbles, and the traits of its creatures, by label."""

    deck: Deck
    answers: Mapping[str, tuple[str, ...]]
    traits: Mapping[str, Mapping[str, Any]]

    @cached_property
    def colours(self) -> Mapping[str, frozenset[str]]:
        """The colours of the cards that have any, by label."""
        colours: dict[str, frozenset[str]] = {}
        for card in self.deck.cards:
            if card.colour is not None:
                colours[card.label] = colours.get(card.label, frozenset()) | {card.colour}
        return colours


def available() -> tuple[str, ...]:
    """The names of the decks that ship."""
    return tuple(sorted(path.stem for path in shipped("decks").glob("*.toml")))


def load(name_or_path: str) -> Deck:
    """A shipped deck by name, or a deck file by its path (ending in `.toml`).

    Raises:
        BadInput: no such deck, or its file cannot be used; the message names the file and the line.
    """
    return read(name_or_path).deck


def read(name_or_path: str) -> DeckFile:
    """Everything a deck file says; as `load`."""
    if name_or_path in available():
        return _read_shipped(name_or_path)
    if not name_or_path.endswith(".toml"):
        there_are = ", ".join(available())
        raise BadInput(
            told(
                "there is no deck {deck}; there are {there_are}, or a path to a .toml file",
                deck=quoted(name_or_path), there_are=there_are,
            )
        )  # fmt: skip
    return _read_file(Path(name_or_path))


@cache
def _read_shipped(name: str) -> DeckFile:
    return _read_file(shipped("decks", f"{name}.toml"))


def _read_file(path: Path) -> DeckFile:
    table, text = outside.toml_table(content(path), told("the deck file {path}", path=path))
    return _Source(path, text).deck_file(table)


def content(path: Path) -> bytes:
    """A deck file as it is. Raises BadInput when it cannot be read, or is no file or too large for a deck."""
    try:
        return outside.content(path, most_bytes=LARGEST_BYTES, what=told("the deck file {path}", path=path))
    except OSError as error:
        raise BadInput(told("cannot read the deck file {path}: {error}", path=path, error=error.strerror)) from None


def _can_be_read(text: Any) -> bool:
    """Whether this is text in which there is anything to see."""
    return isinstance(text, str) and any(sign.isprintable() and not sign.isspace() for sign in text)


def _looks(card: Card) -> tuple[str, str, str | None]:
    """What is read off a card, by which it is told from the others of its deck."""
    return card.kind, card.label, card.rank


@dataclass(frozen=True, slots=True)
class _Source:
    """A deck file being read: knows on which line a key or a card stands."""

    path: Path
    text: str

    def deck_file(self, table: Mapping[str, Any]) -> DeckFile:
        for key in table:
            if key not in _DECK_KEYS:
                parts = ", ".join(_DECK_KEYS)
                problem = told("{key} is no part of a deck; it has {parts}", key=quoted(key), parts=parts)
                raise self.fault(problem, self.line_of(key))
        name, title = self.text_of(table, "name"), self.text_of(table, "title")
        if not NAME.fullmatch(name):
            wanted = told("“name” must be up to 60 letters, digits, spaces and . - _, a letter or digit first")
            raise self.fault(wanted, self.line_of("name"))
        reads, back = self.text_of(table, "reads"), table.get("back")
        if reads not in READS and (reads not in available() or reads == self.path.stem):
            problem = told("“reads” must be one of {kinds}, not {said}", kinds=", ".join(READS), said=quoted(reads))
            raise self.fault(problem, self.line_of("reads"))
        if reads not in READS:  # as the shipped deck of that name
            reads = _read_shipped(reads).deck.reads
        if back is not None and not _can_be_read(back):
            raise self.fault(told("“back” must be the text on the cards' backs"), self.line_of("back"))
        entries = table.get("cards", [])
        if not isinstance(entries, list):
            raise self.fault(told("“cards” must be a list of cards"), self.line_of("cards"))
        cards = [self.card(index, entry) for index, entry in enumerate(entries)]
        self.tell_apart(cards)
        for index, entry in enumerate(entries):
            if "trait" in entry and reads != "portraits":
                problem = told("only the cards of a deck that reads portraits have a “trait”")
                raise self.card_fault(index, "trait", problem)
        answers = {card.label: self.answers(index, card, entries[index]) for index, card in enumerate(cards)}
        traits = {card.label: entry["trait"] for card, entry in zip(cards, entries, strict=True) if "trait" in entry}
        own = DeckFile(
            Deck(name, title, reads, tuple(cards), back),  # type: ignore[arg-type]
            {label: words for label, words in answers.items() if words},
            traits,
        )
        whole = self.with_included(own, table.get("includes", []))
        if not whole.deck.cards and reads != "words":  # which words lie there, nobody needs to know
            raise self.fault(told("a deck needs at least one card"), self.line_of("cards"))
        if (check := deck_check(reads)) is not None:
            self.check_cards(check, whole, own)
        return whole

    def with_included(self, own: DeckFile, names: Any) -> DeckFile:
        """The deck with the cards of the shipped decks it includes, which are read alike and all told apart."""
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise self.fault(told("“includes” must be a list of names of shipped decks"), self.line_of("includes"))
        line, whole = self.line_of("includes"), own
        for name in names:
            if name not in available() or name == own.deck.name:
                raise self.fault(told("{deck} is no shipped deck that can be included", deck=quoted(name)), line)
            other = _read_shipped(name)
            if other.deck.reads != own.deck.reads:
                fillings = {"deck": quoted(name), "reads": other.deck.reads, "own": own.deck.reads}
                raise self.fault(told("{deck} reads {reads}, and this deck {own}", **fillings), line)
            there = {_looks(card) for card in whole.deck.cards}
            if (again := next((card for card in other.deck.cards if _looks(card) in there), None)) is not None:
                problem = told(
                    "the card {card} of {deck} cannot be told from one that is there already",
                    card=quoted(again.label), deck=quoted(name),
                )  # fmt: skip
                raise self.fault(problem, line)
            whole = DeckFile(
                replace(own.deck, cards=whole.deck.cards + other.deck.cards),
                {**whole.answers, **other.answers},
                {**whole.traits, **other.traits},
            )
        return whole

    def card(self, index: int, entry: Any) -> Card:
        """One card, or BadInput naming its line."""
        if not isinstance(entry, dict):
            raise self.fault(told("a card must be a table with kind and label"), self.card_line(index))
        for key in entry:
            if key not in _CARD_KEYS:
                parts = ", ".join(_CARD_KEYS)
                problem = told("{key} is no part of a card; it has {parts}", key=quoted(key), parts=parts)
                raise self.card_fault(index, key, problem)
        kind, label = entry.get("kind"), entry.get("label")
        if kind not in KINDS:
            raise self.card_fault(index, "kind", told("“kind” must be one of {kinds}", kinds=", ".join(KINDS)))
        if not isinstance(label, str) or not _can_be_read(label):
            raise self.card_fault(index, "label", told("“label” must be the text that is read off the card"))
        pattern, meaning = _LABELS.get(kind, (".+", ""))
        if not re.fullmatch(pattern, label, re.DOTALL):
            fillings = {"kind": kind, "meaning": told(meaning), "label": quoted(label)}
            problem = told("the label of a card of the kind {kind} must be {meaning}, not {label}", **fillings)
            raise self.card_fault(index, "label", problem)
        for key in _TEXTS:
            if key in entry and not _can_be_read(entry[key]):
                raise self.card_fault(index, key, told("“{key}” must be text", key=key))
        if "colour" in entry:
            self.check_colour(index, entry["colour"])
        value = self.number(index, entry, "value", 0, LARGEST_NUMBER)
        copies = self.number(index, entry, "copies", 1, MOST_COPIES) or 1
        texts = {key: entry.get(key) for key in _TEXTS}
        return Card(kind, label, value=value, copies=copies, **texts)

    def check_colour(self, index: int, colour: str) -> None:
        """A colour must be one that can be printed, and drawn for the camera."""
        from companion.print.style import border  # it brings in Pillow, which a deck without colours does not need

        try:
            border(colour)
        except BadInput as error:
            raise self.card_fault(index, "colour", error.sentence) from None

    def number(self, index: int, entry: Mapping[str, Any], key: str, least: int, most: int) -> int | None:
        """A whole number of a card, if it is there."""
        number = entry.get(key)
        if number is None:
            return None
        if not isinstance(number, int) or isinstance(number, bool) or number < least:
            raise self.card_fault(
                index, key, told("“{key}” must be a whole number, {least} or more", key=key, least=least)
            )
        if number > most:
            raise self.card_fault(index, key, told("“{key}” must be at most {most}", key=key, most=most))
        return number

    def answers(self, index: int, card: Card, entry: Mapping[str, Any]) -> tuple[str, ...]:
        """The words listed on a jumble: 4 to 7 of its letters each."""
        if "answers" not in entry:
            return ()
        words = entry["answers"]
        if card.kind != "jumble" or not isinstance(words, str):
            raise self.card_fault(index, "answers", told("“answers” are the words of a jumble, separated by spaces"))
        letters = Counter(card.label.lower())
        for word in words.split():
            if not re.fullmatch("[a-z]{4,7}", word) or not Counter(word) <= letters:
                problem = told(
                    "{word} is not spelled with 4 to 7 of the letters {letters}", word=quoted(word), letters=card.label
                )
                raise self.card_fault(index, "answers", problem)
        return tuple(words.split())

    def tell_apart(self, cards: list[Card]) -> None:
        """No two entries may be read as the same card: that is what `copies` is for."""
        seen: dict[tuple[str, str, str | None], int] = {}
        for index, card in enumerate(cards):
            key = _looks(card)
            if key in seen:
                first = self.card_line(seen[key]) or 0
                problem = told(
                    "the card {card} cannot be told from the one in line {line}; say “copies” instead",
                    card=quoted(card.label), line=first,
                )  # fmt: skip
                raise self.card_fault(index, "label", problem)
            seen[key] = index

    def check_cards(self, check: DeckCheck, whole: DeckFile, own: DeckFile) -> None:
        """Look at the whole deck with the eyes of the game it is for; its error is about a card, whose line is found:
        that of a card included is where it is included."""
        try:
            check(whole)
        except BadInput as error:
            cards = own.deck.cards
            for names in ([card.name for card in cards], [card.label for card in cards]):
                if error.about.card in names:
                    index = names.index(error.about.card)
                    raise self.card_fault(index, error.about.key or "label", error.sentence) from None
            included = None if error.about.card is None else self.line_of("includes")
            raise self.fault(error.sentence, included) from None

    def text_of(self, table: Mapping[str, Any], key: str) -> str:
        """A text the deck must have."""
        text = table.get(key)
        if not isinstance(text, str) or not _can_be_read(text):
            raise self.fault(told("a deck needs “{key}”, as text", key=key), self.line_of(key))
        return text

    def lines(self) -> list[str]:
        """The lines of the file as TOML and editors have them: other signs that part lines may stand in a text."""
        return self.text.split("\n")

    def line_of(self, key: str, first: int = 1, last: int | None = None) -> int | None:
        """The line (from 1) on which a key is set, between two lines; None when it is not there."""
        pattern = re.compile(rf"""(^|[{{,])\s*["']?{re.escape(key)}["']?\s*[=.]|^\s*\[+\s*{re.escape(key)}\s*\]""")
        for number, line in enumerate(self.lines()[first - 1 : last], start=first):
            if pattern.search(line):
                return number
        return None

    def card_lines(self) -> list[int]:
        """The lines on which the cards begin."""
        begins = re.compile(r"^\s*(\[\[\s*cards\s*\]\]|(cards\s*=\s*\[\s*)?\{)")
        return [number for number, line in enumerate(self.lines(), start=1) if begins.match(line)]

    def card_line(self, index: int) -> int | None:
        """The line of the card with that index (from 0), if the file has one card per line or table."""
        lines = self.card_lines()
        return lines[index] if index < len(lines) else None

    def card_fault(self, index: int, key: str, problem: str) -> BadInput:
        """The error about one key of a card."""
        lines = self.card_lines()
        if index >= len(lines):
            return self.fault(told("in card {number}, {problem}", number=index + 1, problem=problem), None, key)
        last = lines[index + 1] - 1 if index + 1 < len(lines) else None
        return self.fault(problem, self.line_of(key, lines[index], last) or lines[index], key)

    def fault(self, problem: str, line: int | None, key: str | None = None) -> BadInput:
        """The error, with the file and, where known, the line and the key it is about."""
        where = told("{path}, line {line}", path=self.path, line=line) if line else str(self.path)
        return BadInput(headed(where, problem), about=About(file=str(self.path), line=line, key=key))
