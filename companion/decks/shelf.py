"""The decks of one table: those that ship, and the deck files of its own in the data folder. Which of them a game can
be played with, and what the chosen one means for the rules: printed values, the cards a player brings, the words listed
on a card.

A shipped deck goes by its name, an own one by the name of its file, which ends in `.toml`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import atomic
from companion.decks import deckfiles
from companion.errors import BadInput
from companion.games.core import quoted
from companion.games.layout import BESIDE, EVERYBODY, layouts
from companion.sentences import message, told

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from companion.cards import Deck
    from companion.decks.deckfiles import DeckFile

FOLDER = "decks"
OWN = re.compile(deckfiles.NAME.pattern + r"\.toml")
HOUSE_DECK = message("house deck")
LABELS = {"letters": message("letter tiles")}


@dataclass(frozen=True, slots=True)
class DeckChoice:
    """A deck a game can be played with. `title` is for people: a message of ours, or what the deck's author calls it.
    `cards` are the names of its cards by their kind, in their order."""

    name: str
    title: str
    cards: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def is_own_deck(name: object) -> bool:
    """Whether this can be the name of a deck file of a table's own."""
    return isinstance(name, str) and OWN.fullmatch(name) is not None


class DeckShelf:
    """The decks of a table whose data folder is `data`; without one, those that ship."""

    def __init__(self, data: Path | None = None) -> None:
        self._folder = None if data is None else data / FOLDER
        self._known: dict[str, tuple[int, DeckFile]] = {}  # own files as they were when last changed

    def offers(self, game: str) -> tuple[DeckChoice, ...]:
        """The decks a game can be played with, the house deck first; own files that cannot be used are left out.

        None for a game that no cards are laid for.
        """
        said = layouts(game)
        if said is None:
            return ()
        house = said.DECK
        labels = {house: HOUSE_DECK, **LABELS, **said.SHIPPED}
        reads = deckfiles.load(house).reads
        own = [(name, file) for name, file, _ in self._own_files() if file is not None]
        shipped = [(name, deckfiles.read(name)) for name in (house, *deckfiles.available())]
        fitting = {name: file for name, file in (*shipped, *own) if file.deck.reads == reads and file.deck.cards}
        return tuple(_offer(name, file.deck, labels.get(name)) for name, file in fitting.items())

    def problems(self) -> tuple[str, ...]:
        """What is wrong with own deck files that cannot be used, one sentence each."""
        return tuple(problem for _, _, problem in self._own_files() if problem is not None)

    def read(self, name: str) -> DeckFile:
        """A deck by name, or several that lie on one table (`a+b`). Raises BadInput for one that cannot be used."""
        files = [self._read_one(each) for each in name.split(BESIDE)]
        return files[0] if len(files) == 1 else _together(name, files)

    def dealt(self, setup: Mapping[str, Any]) -> dict[str, Any]:
        """A match's setup with what its deck means for the rules among its options.

        `setup["deck"]` names the deck; where every player may bring one it may be an object, by player. It
        stays in the setup, for the camera, unless it is the one that the game is played with anyway. What the options
        say themselves goes before the deck. Raises BadInput for a deck that the game cannot be played with.
        """
        rest = {key: value for key, value in setup.items() if key != "deck"}
        deck: Any = setup.get("deck")
        game: Any = setup.get("game")
        usable = isinstance(game, str) and isinstance(rest.get("options", {}), dict)
        said = layouts(game) if usable else None
        if deck is None or said is None:  # what is wrong with the rest, the match will say
            return rest
        chosen = _by_player(deck, rest, said.DECK) if said.ONE_EACH else {EVERYBODY: deck}
        fitting = [offer.name for offer in self.offers(game)]
        for name in chosen.values():
            if name not in fitting:
                no_such = told(
                    "there is no deck {deck} for this game; there are {names}",
                    deck=quoted(str(name)), names=", ".join(fitting),
                )  # fmt: skip
                raise BadInput(
                    next((problem for own, _, problem in self._own_files() if problem and own == name), no_such)
                )
        options = dict(rest.get("options", {}))
        files = {player: self.read(name) for player, name in chosen.items()}
        for key, value in said.meaning(files, self.read(said.DECK)).items():
            given = options.get(key, value)
            options[key] = {**value, **given} if isinstance(value, dict) and isinstance(given, dict) else given
        kept = {} if all(name == said.DECK or name in said.SHIPPED for name in chosen.values()) else {"deck": deck}
        return {**rest, **({"options": options} if options or "options" in rest else {}), **kept}

    def answers(self, setup: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
        """The words listed on the cards of an own deck; the rules know those of the shipped ones.

        Raises BadInput when the deck's file cannot be used any more.
        """
        deck = setup.get("deck")
        return self.read(deck).answers if isinstance(deck, str) else {}

    def _own_files(self) -> Iterable[tuple[str, DeckFile | None, str | None]]:
        """Each own deck file by name, with what is in it, or with what is wrong with it."""
        if self._folder is None:
            return
        for path in sorted(self._folder.glob("*.toml")):
            try:
                yield path.name, self._read_one(path.name), None
            except BadInput as error:
                yield path.name, None, error.sentence

    def _read_one(self, name: str) -> DeckFile:
        if not name.endswith(".toml"):
            return deckfiles.read(name)
        if self._folder is None or not is_own_deck(name):
            raise BadInput(told("{name} is no name of a deck file", name=quoted(name)))
        path = self._folder / name
        changed_ns = path.stat().st_mtime_ns if path.exists() else 0
        known = self._known.get(name)
        if known is None or known[0] != changed_ns:
            known = self._known[name] = changed_ns, deckfiles.read(str(path))
        return known[1]


SHIPPED = DeckShelf()


def keep(data: Path, path: str) -> Path:
    """Put a deck file among the table's own, under the name of its deck. Raises BadInput when it cannot be used."""
    deck, content = deckfiles.load(path), deckfiles.content(Path(path))
    if deck.name in deckfiles.available():
        raise BadInput(told("the name {deck} is that of a shipped deck; give yours another", deck=quoted(deck.name)))
    target = data / FOLDER / f"{deck.name}.toml"
    try:
        atomic.write(target, content)
    except OSError as error:
        raise BadInput(told("cannot write {path}: {error}", path=target, error=error.strerror)) from None
    return target


def _offer(name: str, deck: Deck, label: str | None) -> DeckChoice:
    title = deck.title if label is None or name.endswith(".toml") else label
    by_kind: dict[str, dict[str, None]] = {}  # a card that the deck has several times is named once
    for card in deck.cards:
        by_kind.setdefault(card.kind, {})[card.label] = None
    return DeckChoice(name, title, {kind: tuple(labels) for kind, labels in by_kind.items()})


def _by_player(deck: Any, setup: Mapping[str, Any], house: str) -> dict[str, str]:
    """The deck of each player, the house's for whom none is named; one deck for all when only one is named."""
    given = setup.get("players")
    players = [name for name in given if isinstance(name, str)] if isinstance(given, list) else []
    if not isinstance(deck, dict):
        return dict.fromkeys(players, deck)
    return {player: deck.get(player, house) for player in players}


def _together(name: str, files: Sequence[DeckFile]) -> DeckFile:
    """Several decks as one: what may lie on a table where they are played against each other."""
    cards = {card.label: card for file in files for card in file.deck.cards}
    traits = {label: trait for file in files for label, trait in file.traits.items()}
    deck = replace(files[0].deck, name=name, title=" / ".join(file.deck.title for file in files))
    return replace(files[0], deck=replace(deck, cards=tuple(cards.values())), traits=traits)
