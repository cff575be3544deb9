"""The decks of one table: those that ship, and the deck files of its own in the data folder. Which of them a game can
be played with, and what the chosen one means for the rules: printed values, a player's Villains and Monsters, the words
listed on a card.

A shipped deck goes by its name, an own one by the name of its file, which ends in `.toml`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import atomic
from companion.decks import deckfiles
from companion.decks.layout import BESIDE, COLOURS, LAYOUTS
from companion.errors import BadInput
from companion.games.core import quoted
from companion.sentences import message, told

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from companion.cards import Deck
    from companion.decks.deckfiles import DeckFile

FOLDER = "decks"
OWN = re.compile(r"[\w .-]{1,60}\.toml")
HOUSE_DECK = message("house deck")
LABELS = {
    "anagrascramble-green": message("green"),
    "anagrascramble-red": message("red"),
    "anagrascramble": message("both"),
    "letters": message("letter tiles"),
}


@dataclass(frozen=True, slots=True)
class Offer:
    """A deck a game can be played with. `title` is for people: a message of ours, or what the deck's author calls it.
    `villains` are those one may start with (V2), in their order; empty in the other games."""

    name: str
    title: str
    villains: tuple[str, ...] = ()


class DeckShelf:
    """The decks of a table whose data folder is `data`; without one, those that ship."""

    def __init__(self, data: Path | None = None) -> None:
        self._folder = None if data is None else data / FOLDER
        self._known: dict[str, tuple[int, DeckFile]] = {}  # own files as they were when last changed

    def offers(self, game: str) -> tuple[Offer, ...]:
        """The decks a game can be played with, the house deck first; own files that cannot be used are left out.

        None for a game that no cards are laid for.
        """
        if game not in LAYOUTS:
            return ()
        house = LAYOUTS[game].deck
        reads = deckfiles.load(house).reads
        own = [(name, file) for name, file, _ in self._own_files() if file is not None]
        shipped = [(name, deckfiles.read(name)) for name in (house, *deckfiles.available())]
        fitting = {name: file for name, file in (*shipped, *own) if file.deck.reads == reads and file.deck.cards}
        return tuple(_offer(name, file.deck, house) for name, file in fitting.items())

    def problems(self) -> tuple[str, ...]:
        """What is wrong with own deck files that cannot be used, one sentence each."""
        return tuple(problem for _, _, problem in self._own_files() if problem is not None)

    def read(self, name: str) -> DeckFile:
        """A deck by name, or several that lie on one table (`a+b`). Raises BadInput for one that cannot be used."""
        files = [self._read_one(each) for each in name.split(BESIDE)]
        return files[0] if len(files) == 1 else _together(name, files)

    def dealt(self, setup: Mapping[str, Any]) -> dict[str, Any]:
        """A match's setup with what its deck means for the rules among its options.

        `setup["deck"]` names the deck; in Disorder of the Villains it may be an object, a deck for each player. It
        stays in the setup, for the camera, unless it is the one that the game is played with anyway. What the options
        say themselves goes before the deck. Raises BadInput for a deck that the game cannot be played with.
        """
        rest = {key: value for key, value in setup.items() if key != "deck"}
        deck: Any = setup.get("deck")
        game: Any = setup.get("game")
        usable = isinstance(game, str) and isinstance(rest.get("options", {}), dict)
        if deck is None or not usable or game not in LAYOUTS:  # what is wrong with the rest, the match will say
            return rest
        chosen = _by_player(deck, rest) if game == "villains" else {"": deck}
        fitting = [offer.name for offer in self.offers(game)]
        for name in chosen.values():
            if name not in fitting:
                raise BadInput(
                    told("there is no deck {deck} for this game; there are {names}", deck=quoted(str(name)),
                         names=", ".join(fitting))
                )  # fmt: skip
        options = dict(rest.get("options", {}))
        for key, value in self._meaning(game, chosen).items():
            given = options.get(key, value)
            options[key] = {**value, **given} if isinstance(value, dict) and isinstance(given, dict) else given
        kept = {} if _is_usual(game, chosen) else {"deck": deck}
        return {**rest, **({"options": options} if options or "options" in rest else {}), **kept}

    def answers(self, setup: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
        """The words listed on the cards of an own deck of AnagraScramble; the rules know those of the shipped ones.

        Raises BadInput when the deck's file cannot be used any more.
        """
        deck = setup.get("deck")
        return self.read(deck).answers if setup.get("game") == "anagrascramble" and isinstance(deck, str) else {}

    def _meaning(self, game: str, chosen: Mapping[str, str]) -> dict[str, Any]:
        """The options a deck stands for."""
        if game == "villains":
            decks = {player: _inline(self.read(name)) for player, name in chosen.items() if name != LAYOUTS[game].deck}
            return {"decks": decks} if decks else {}
        file = self.read(chosen[""])
        if game == "anagrascramble":
            colours = {card.colour for card in file.deck.cards}
            return {"deck": "both" if len(colours) > 1 else "red" if colours == {"red"} else "green"}
        values = _printed(game, file.deck) if game in ("disorder", "wordcard") else {}
        usual = _printed(game, deckfiles.load(LAYOUTS[game].deck)) if values else {}
        other = {label: value for label, value in values.items() if usual.get(label) != value}
        return {"values": other} if other else {}

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
        if self._folder is None or not OWN.fullmatch(name):
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
    deck = deckfiles.load(path)
    if deck.name in deckfiles.available():
        raise BadInput(told("the name {deck} is that of a shipped deck; give yours another", deck=quoted(deck.name)))
    name = f"{deck.name}.toml"
    if not OWN.fullmatch(name):
        raise BadInput(told("{name} is no name of a deck file", name=quoted(name)))
    target = data / FOLDER / name
    try:
        atomic.write(target, Path(path).read_bytes())
    except OSError as error:
        raise BadInput(told("cannot write {path}: {error}", path=target, error=error.strerror)) from None
    return target


def _offer(name: str, deck: Deck, house: str) -> Offer:
    title = deck.title if name.endswith(".toml") else LABELS.get(name, HOUSE_DECK if name == house else deck.title)
    return Offer(name, title, tuple(card.label for card in deck.cards if card.kind == "villain"))


def _by_player(deck: Any, setup: Mapping[str, Any]) -> dict[str, str]:
    """The deck of each player; one deck for all when only one is named."""
    given = setup.get("players")
    players = [name for name in given if isinstance(name, str)] if isinstance(given, list) else []
    if not isinstance(deck, dict):
        return dict.fromkeys(players, deck)
    return {player: deck.get(player, LAYOUTS["villains"].deck) for player in players}


def _is_usual(game: str, chosen: Mapping[str, str]) -> bool:
    """Whether game and options alone say which deck lies on the table."""
    usual = COLOURS.values() if game == "anagrascramble" else (LAYOUTS[game].deck,)
    return all(name in usual for name in chosen.values())


def _printed(game: str, deck: Deck) -> dict[str, int]:
    """The values printed on the cards: by letter, in WORDCARD by rank."""
    values: dict[str, int] = {}
    for card in deck.cards:
        label = card.rank if game == "wordcard" else card.label if card.kind == "letter" else None
        if label is None or card.value is None:
            continue
        if values.setdefault(label, card.value) != card.value:
            raise BadInput(
                told("the deck {deck} prints two values for the rank {rank}", deck=quoted(deck.name), rank=label)
            )
    return values


def _inline(file: DeckFile) -> dict[str, Any]:
    """A deck of Villains and Monsters as the options of a match have it."""
    cards = [
        {
            "name": card.label, "kind": card.kind, "dna": card.dna, "colour": card.colour,
            "trait": dict(file.traits[card.label]) if card.label in file.traits else None,
        }
        for card in file.deck.cards
    ]  # fmt: skip
    return {"name": file.deck.name, "cards": cards}


def _together(name: str, files: Sequence[DeckFile]) -> DeckFile:
    """Several decks as one: what may lie on a table where they are played against each other."""
    cards = {card.label: card for file in files for card in file.deck.cards}
    traits = {label: trait for file in files for label, trait in file.traits.items()}
    deck = replace(files[0].deck, name=name, title=" / ".join(file.deck.title for file in files))
    return replace(files[0], deck=replace(deck, cards=tuple(cards.values())), traits=traits)
