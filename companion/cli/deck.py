"""`tableside deck`: the decks that ship, their cards, and deck files of one's own: checked, kept, printed, learned."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from companion.cli import enrolling, printing
from companion.cli.terminal import print_json, print_line
from companion.data_folder import add_data_argument, data_folder
from companion.decks import deckfiles
from companion.decks.shelf import DeckShelf, keep
from companion.games import RULEBOOKS

if TYPE_CHECKING:
    import argparse

    from companion.cards import Card, Deck


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`list`, `show NAME|FILE`, `check FILE`, `add FILE`, `print`, `enrol`."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="the decks that ship")
    listing.add_argument("--json", action="store_true", help="as JSON")
    listing.set_defaults(act=_list)
    showing = actions.add_parser("show", help="the cards of a deck")
    showing.add_argument("deck", metavar="NAME|FILE")
    showing.add_argument("--json", action="store_true", help="as JSON")
    showing.set_defaults(act=_show)
    checking = actions.add_parser("check", help="whether a deck file can be used")
    checking.add_argument("deck", metavar="NAME|FILE")
    checking.set_defaults(act=_check)
    adding = actions.add_parser("add", help="keep a deck file of your own, to be chosen when a match is begun")
    adding.add_argument("deck", metavar="FILE")
    add_data_argument(adding)
    adding.set_defaults(act=_add)
    sheets = actions.add_parser("print", help="a deck as PDF, to print, cut and play")
    printing.add_print_arguments(sheets)
    sheets.set_defaults(act=printing.print_deck)
    learning = actions.add_parser("enrol", help="learn a deck of your own by its looks")
    enrolling.add_enrol_arguments(learning)
    learning.set_defaults(act=enrolling.enrol)


def run(args: argparse.Namespace) -> int:
    """Exit status 0; BadInput (status 2) for a deck that is not there or cannot be used."""
    return int(args.act(args))


def card_count(deck: Deck) -> int:
    """How many cards the deck has, copies included."""
    return sum(card.copies for card in deck.cards)


def _list(args: argparse.Namespace) -> int:
    decks = [deckfiles.load(name) for name in deckfiles.available()]
    if args.json:
        print(json.dumps([{"name": deck.name, "title": deck.title, "cards": card_count(deck)} for deck in decks]))
        return 0
    for deck in decks:
        print_line(f"{deck.name:<22}{card_count(deck):>5} cards  {deck.title}")
    return 0


def _show(args: argparse.Namespace) -> int:
    file = deckfiles.read(args.deck)
    if args.json:
        answers = {label: list(words) for label, words in file.answers.items()}
        print_json(asdict(file.deck) | {"answers": answers, "traits": dict(file.traits)})
        return 0
    deck = file.deck
    print_line(f"{deck.title}: {card_count(deck)} cards" + (f", backs say {deck.back}" if deck.back else ""))
    for card in deck.cards:
        listed = ", ".join(file.answers.get(card.label, ()))
        print_line(f"  {_described(card)}" + (f": {listed}" if listed else ""))
    return 0


def _check(args: argparse.Namespace) -> int:
    deck = deckfiles.load(args.deck)
    print_line(f"{args.deck}: {deck.title}, {card_count(deck)} cards, all of them usable")
    printing.say_what_is_lacking(*printing.texts_of(deck))
    return 0


def _add(args: argparse.Namespace) -> int:
    data = data_folder(args.data)
    path = keep(data, args.deck)
    shelf = DeckShelf(data)
    if any(path.name == offer.name for game in RULEBOOKS for offer in shelf.offers(game)):
        print_line(f"{path}: this deck can be chosen when a match is begun")
        return 0
    deck = shelf.read(path.name).deck
    such = f"that reads “{deck.reads}”" if deck.cards else "without cards"
    print_line(f"{path}: this deck is kept, but no game is played with one {such}")
    return 0


def _described(card: Card) -> str:
    parts = [card.label if card.rank is None else f"{card.rank}/{card.label}", card.kind]
    if card.dna is not None:
        parts.append(f"DNA {card.dna}")
    if card.colour is not None:
        parts.append(card.colour)
    if card.value is not None:
        parts.append(f"value {card.value}")
    return ", ".join(parts) + (f" × {card.copies}" if card.copies > 1 else "")
