"""`tableside deck enrol`: learn a deck one owns by its looks, from photos of spreads or live from the camera."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.terminal import print_line
from companion.errors import BadInput

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from companion.cards import Deck
    from companion.vision.album import Album
    from companion.vision.sighting import Table

NEXT_SHOWN = 24  # as many cards as fit well on one photo


def add_enrol_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `tableside deck enrol NAME|FILE`."""
    from companion.data_folder import add_data_argument

    parser.add_argument("deck", metavar="NAME|FILE", help="the deck: one that ships, or a deck file of your own")
    parser.add_argument(
        "--photos", nargs="+", type=Path, default=[], metavar="PHOTO", help="learn spreads of the next cards, in rows"
    )
    parser.add_argument("--cards", metavar="A,B,…", help="the cards on the one photo given, instead of the next ones")
    parser.add_argument(
        "--check", nargs="+", type=Path, default=[], metavar="PHOTO", help="read photos with what has been learned"
    )
    parser.add_argument(
        "--camera", metavar="SPEC", help="learn from the camera, as cards are shown: auto, pi, usb:0 or photos:FOLDER"
    )
    parser.add_argument("--start-over", action="store_true", help="forget what has been learned of this deck")
    add_data_argument(parser)


def enrol(args: argparse.Namespace) -> int:
    """Learn the photos in turn. Exit status 0 when every card of the deck is known, 1 while some are missing."""
    from companion.data_folder import data_folder
    from companion.decks import deckfiles
    from companion.decks.albums import load_album, save_album
    from companion.vision.album import Album
    from companion.vision.enrol import check_names, missing

    deck, data = deckfiles.load(args.deck), data_folder(args.data)
    if not deck.cards:
        raise BadInput(f"the deck {deck.name} lists no cards, so there is nothing to learn")
    check_names(deck)
    if args.start_over:
        save_album(data, deck, Album())
    album = load_album(data, deck)
    if args.check:
        return _check(deck, album, args.check)
    if args.camera:
        return _live(deck, album, data, args.camera)
    if args.cards and len(args.photos) != 1:
        raise BadInput("--cards goes with exactly one photo")
    for photo in args.photos:
        names = _named(deck, args.cards) if args.cards else None
        album = _learned(deck, album, photo, names)
        save_album(data, deck, album)
    left = missing(deck, album)
    if left:
        print_line(f"{len(left)} cards to go. Lay out the next ones in rows, the right way up, and take a photo:")
        print_line("  " + ", ".join(left[:NEXT_SHOWN]) + (", …" if len(left) > NEXT_SHOWN else ""))
        return 1
    _report_alikes(deck, album)
    return 0


def _live(deck: Deck, album: Album, data: Path, spec: str) -> int:
    """Learn from a camera, then read a table as a check. Exit status 1 when a card of that is doubtful."""
    from companion.cli.live_enrolling import learn_live
    from companion.decks.albums import quads_of, save_album
    from companion.peripherals import open_eye
    from companion.vision.enrolment import Enrolment

    enrolment = Enrolment(deck, album, quads_of)
    with open_eye(spec) as camera:
        table = learn_live(enrolment, camera, lambda known: save_album(data, deck, known), print)
    _report_alikes(deck, enrolment.album)
    return 1 if _print_rows(table) else 0


def _named(deck: Deck, cards: str) -> list[str]:
    from companion.vision.enrol import deck_names

    names = [name.strip() for name in cards.split(",")]
    unknown = [name for name in names if name not in deck_names(deck)]
    if unknown:
        raise BadInput(f"the deck {deck.name} has no card {unknown[0]!r}")
    return names


def _learned(deck: Deck, album: Album, photo: Path, names: Sequence[str] | None) -> Album:
    """The album with the cards of one photo: those named, or as many of the next ones as the photo shows."""
    from companion.decks.albums import quads_of
    from companion.vision.enrol import learn, missing
    from companion.vision.photo import load_photo
    from companion.vision.spread import spread

    picture = load_photo(photo)
    if names is None:
        shown, left = len(spread(picture, quads_of).quads), missing(deck, album)
        if not shown:
            raise BadInput(f"no cards were found on {photo}")
        if shown > len(left):
            raise BadInput(f"{photo} shows {shown} cards, and only {len(left)} of {deck.name} were still to be learned")
        names = left[:shown]
    try:
        album = learn(album, picture, names, quads_of)
    except BadInput as error:
        raise BadInput(f"{photo}: {error}") from None
    print_line(f"{photo}: learned {', '.join(names)}")
    return album


def _report_alikes(deck: Deck, album: Album) -> None:
    from companion.vision.album import MOST_OF_ONE
    from companion.vision.likeness import Likeness

    print_line(f"{len(album.names)} pictures of {len(album.cards)} faces, at most {MOST_OF_ONE} of one.")
    alike = Likeness(album).look_alikes()
    if not alike:
        print_line(f"All {len(album.cards)} faces of {deck.title} are known, and each can be told from the others.")
        return
    pairs = "; ".join(f"{one} and {other} ({likeness:.0%})" for one, other, likeness in alike[:5])
    print_line(f"All {len(album.cards)} faces of {deck.title} are known. Hard to tell apart, so asked about: {pairs}.")


def _check(deck: Deck, album: Album, photos: Sequence[Path]) -> int:
    """Read photos and print their rows, a doubtful card with "?" behind it. Exit status 1 when any is doubtful."""
    from companion.decks.albums import quads_of
    from companion.vision.enrol import EnrolledReader, missing
    from companion.vision.photo import load_photo

    if left := missing(deck, album):
        raise BadInput(f"{len(left)} cards of {deck.name} have not been learned yet: {', '.join(left[:NEXT_SHOWN])}")
    reader = EnrolledReader(deck, album, quads_of)
    doubtful = 0
    for photo in photos:
        table = reader.read(load_photo(photo))
        print_line(f"{photo}:")
        doubtful += _print_rows(table)
    return 1 if doubtful else 0


def _print_rows(table: Table) -> int:
    """Print what lies there, row by row, "(?)" behind what is doubtful; gives how many are."""
    for row in table.rows:
        cards = [table.sightings[index] for index in row]
        print_line("  " + "  ".join(card.label + ("" if card.accepted else " (?)") for card in cards))
    return sum(not card.accepted for card in table.sightings)
