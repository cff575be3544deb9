"""How well enrolled decks are read: shown twice as a few spreads, then read on other drawn tables.

    python -m benchmarks.enrolled                 5,000 cards and more
    python -m benchmarks.enrolled --cards 500     fewer

The decks are those that `tableside deck print` makes and decks with invented faces in typefaces no network has seen.
Cards are found by the finder, nothing is told. Beside it stands what one would do without enrolling: the same frames
read by what is printed on the cards. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.cards import Card, Deck
from companion.decks import deckfiles
from companion.decks.albums import quads_of
from companion.drawn.scene import CLOTHS, Conditions, Shot, draw_scene, in_rows
from companion.errors import BadInput
from companion.print import faces
from companion.vision import Reader
from companion.vision.album import Album
from companion.vision.enrol import BACK, EnrolledReader, deck_names, learn
from training.deck_tables import house_face
from training.faces import back_face, letter_face, random_style
from training.fonts import unseen_typefaces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.vision.sighting import Sighting

    Faces = dict[str, Any]

HOUSE = ("disorder", "wordcard", "villains", "anagrascramble-green")
PER_SPREAD, PER_ROW = 12, 6
COUNTS = ("cards", "right", "asked", "silent", "missed")


def house_faces(name: str) -> tuple[Deck, Faces]:
    """A deck that ships, and its faces as they are printed."""
    file = deckfiles.read(name)
    drawn = {
        card.name: house_face(faces.front(card, file.deck, 0, file.traits.get(card.label))) for card in file.deck.cards
    }
    return file.deck, drawn | {BACK: house_face(faces.back(file.deck))}


def invented_faces(unseen: Sequence[Any], rng: np.random.Generator) -> tuple[Deck, Faces]:
    """A deck of letters with invented faces."""
    style = random_style(rng, unseen)
    deck = Deck("invented", "Invented", "letters", tuple(Card("letter", chr(65 + at)) for at in range(26)))
    drawn = {card.label: letter_face(card.label, style, rng, long_px=240).picture for card in deck.cards}
    return deck, drawn | {BACK: back_face(style.aspect, unseen, rng).picture}


def table(drawn: Faces, names: Sequence[str], conditions: Conditions, cloth: str, seed: int) -> Shot:
    """Cards in two rows; as large as twelve fit."""
    laid = [drawn[name] for name in names]
    height, width = laid[0].shape[:2]
    width_mm = min(88.0, 70.0 * width / height) if width > height else 56.0
    cards = in_rows(laid, per_row=PER_ROW, width_mm=width_mm, gap_mm=10)
    view_mm = max(1.35 * PER_ROW * (width_mm + 10), 2.9 * (width_mm * height / width + 10) * 16 / 9)
    return draw_scene(cards, conditions, cloth=cloth, seed=seed, size_px=(1920, 1080), view_mm=view_mm)


def enrolled(deck: Deck, drawn: Faces, seed: int) -> Album:
    """The album after every card has been shown twice, the second time in another order; a spread that fails is laid
    anew on other cloth."""
    album = Album()
    for again, names in enumerate((deck_names(deck), deck_names(deck)[::-1])):
        for start in range(0, len(names), PER_SPREAD):
            own = names[start : start + PER_SPREAD]
            for number, cloth in enumerate(("felt", "plain", "linen", "wood", "stone")):
                easy = Conditions(tilt_deg=8, turn_deg=40.0 * again, spin_deg=-40.0 * again, noise=2.0)
                shot = table(drawn, own, easy, cloth, seed + start + number + 500 * again)
                try:
                    album = learn(album, shot.frame, own, quads_of)
                except BadInput:
                    continue
                break
    return album


def score(shot: Shot, names: Sequence[str], sightings: Sequence[Sighting]) -> dict[str, int]:
    """Cards, right, asked, silently wrong and missed, for one frame."""
    counts = dict.fromkeys(COUNTS, 0)
    for name, quad in zip(names, shot.quads, strict=True):
        if ((quad < 0) | (quad > [shot.frame.shape[1], shot.frame.shape[0]])).any():
            continue
        counts["cards"] += 1
        size = float(np.linalg.norm(quad[0] - quad[2])) / 2
        off = [float(np.hypot(*(np.mean(one.quad, 0) - quad.mean(0)))) for one in sightings]
        best = sightings[int(np.argmin(off))] if off and min(off) < 0.5 * size else None
        if best is None:
            counts["missed"] += 1
        elif not best.accepted:
            counts["asked"] += 1
        else:
            said = best.label if best.rank is None else f"{best.rank}/{best.label}"
            counts["right" if said == name else "silent"] += 1
    return counts


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cards", type=int, default=5000, help="cards in all, half of them of house decks")
    parser.add_argument("--invented", type=int, default=8, help="decks with invented faces")
    args = parser.parse_args()
    unseen = unseen_typefaces()
    decks = [house_faces(name) for name in HOUSE]
    rng = np.random.default_rng(3)
    decks += [invented_faces(unseen, rng) for _ in range(args.invented)]
    print(f"{'deck':24}{'reader':12}{'cards':>7}{'right':>9}{'asked':>9}{'silent':>9}{'missed':>9}{'CPU ms':>8}")
    total: dict[str, dict[str, int]] = {}
    for number, (deck, drawn) in enumerate(decks):
        share = args.cards / 2 / (len(HOUSE) if number < len(HOUSE) else args.invented)
        _measure(deck, drawn, round(share), 1000 * number, total)
    for reader, counts in total.items():
        _show("all", reader, counts, 0)


def _measure(deck: Deck, drawn: Faces, cards: int, seed: int, total: dict[str, dict[str, int]]) -> None:
    by_looks = EnrolledReader(deck, enrolled(deck, drawn, seed), quads_of)
    readers: dict[str, Any] = {"enrolled": by_looks, "by print": Reader(deck)}
    counts = {name: dict.fromkeys(COUNTS, 0) for name in readers}
    spent, frames = dict.fromkeys(readers, 0.0), dict.fromkeys(readers, 0)
    names = deck_names(deck)
    while counts["enrolled"]["cards"] < cards:
        rng = np.random.default_rng([seed, frames["enrolled"]])
        shown = [str(name) for name in rng.choice(names, PER_SPREAD)]
        conditions = Conditions.random(rng, tilt_deg=20, hand=0)
        conditions = replace(
            conditions, spin_deg=float(rng.normal(0, 6)) - conditions.turn_deg, glare=0.0, motion_px=0.0,
            blur_px=float(rng.uniform(0.3, 1.0)), noise=float(rng.uniform(0, 4)), exposure=float(rng.uniform(0.6, 1.1)),
        )  # fmt: skip
        shot = table(drawn, shown, conditions, str(rng.choice(CLOTHS)), seed + 100 + frames["enrolled"])
        for name, reader in readers.items():
            if name == "by print" and frames[name] > 2:
                continue
            started = time.process_time()
            sightings = reader.read(shot.frame).sightings
            spent[name], frames[name] = spent[name] + time.process_time() - started, frames[name] + 1
            for key, value in score(shot, shown, sightings).items():
                counts[name][key] += value
                own = total.setdefault(name, dict.fromkeys(COUNTS, 0))
                own[key] += value
    for name in readers:
        _show(deck.name, name, counts[name], 1000 * spent[name] / frames[name])


def _show(deck: str, reader: str, counts: dict[str, int], ms: float) -> None:
    shares = "".join(f"{100 * counts[key] / max(1, counts['cards']):8.2f}%" for key in COUNTS[1:])
    print(f"{deck:24}{reader:12}{counts['cards']:7}{shares}{ms:8.0f}", flush=True)


if __name__ == "__main__":
    main()
