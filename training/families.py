"""The families of cards the eyes read, each on drawn tables that no network has seen: what thresholds are settled on,
and what they are tried on after.

Every table is of a deck and in a venue of its own: typeface, layout, colours; cloth, light, camera, lens. The held-out
typefaces are parted in two by the design they are cuts of: thresholds are settled on tables in the ones and tried on
tables in the others. A family is called as in deck files (`reads`).
"""

from __future__ import annotations

import zlib
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from companion.cards import Deck
from companion.decks import deckfiles
from companion.drawn.scene import CLOTHS, CardOnTable, Conditions, draw_scene
from companion.vision import Reader
from companion.vision.quads import sizes_px
from training import deck_faces, deck_tables
from training.deck_tables import Laid
from training.everyday import SETS, everyday_table
from training.fonts import typefaces
from training.matching import nearest_first
from training.risk import Said
from training.tables import made_up_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.drawn.scene import Shot
    from companion.vision.sighting import Sighting
    from training.deck_tables import Weather
    from training.fonts import Typeface

Family = Literal["letters", "ranks", "ranked_letters", "portraits", "jumbles", "words"]
Side = Literal["settled", "tried"]
FAMILIES: tuple[Family, ...] = get_args(Family)
SIDES: tuple[Side, ...] = get_args(Side)
DECKS: dict[Family, str] = {"ranked_letters": "wordcard", "portraits": "villains", "jumbles": "anagrascramble"}
MOST_CARDS: dict[Family, int] = {
    "letters": 10, "ranks": 10, "ranked_letters": 10, "portraits": 8, "jumbles": 6, "words": 6
}  # fmt: skip
STRANGERS = 4  # one table in so many is laid with cards whose texts no deck has
LEAST_WORD = 4  # letters
REACH = 0.5  # a reading is of the card whose middle is nearer than this part of the card's size
SEEDS: dict[Side, int] = {"settled": 1201, "tried": 1301}  # the tables of these are nowhere else
# One design is cut by several foundries: these stand on one side.
_CUTS = {"tex": "urw", "nimbus": "urw", "c059": "urw"}


def of_side(faces: Sequence[Typeface], side: Side) -> list[Typeface]:
    """The held-out typefaces of one side."""
    return [face for face in faces if face.held_out and _side_of(face) == side]


def _side_of(face: Typeface) -> Side:
    foundry = face.family.split()[0].lower()
    return SIDES[zlib.crc32(_CUTS.get(foundry, foundry).encode()) // 100 % 2]


@cache
def reader_of(family: Family) -> Reader:
    """Who reads the family: with anybody's letters, ranks or words, or with the deck that ships."""
    name = DECKS.get(family)
    return Reader(Deck("any", "Any", family, ()) if name is None else deckfiles.load(name))


@cache
def faces_of(side: Side) -> tuple[Typeface, ...]:
    """The typefaces of one side, as many as are installed."""
    return tuple(of_side(typefaces(), side))


def table(family: Family, side: Side, number: int, weather: Weather | None = None) -> tuple[Shot, list[Laid]]:
    """A drawn table of a family, always the same for a side and a number, and what lies there."""
    faces, seed = list(faces_of(side)), SEEDS[side]
    if family == "letters" or family == "ranks":
        kind = SETS[number % len(SETS)]
        shot, labels = everyday_table(kind, faces, [number, seed, FAMILIES.index(family)], family, weather)
        return shot, [Laid(label) for label in labels]
    if family == "words":
        return _words(faces, [number, seed], weather)
    maker = "strangers" if number % STRANGERS == STRANGERS - 1 else "others"
    return deck_tables.table(DECKS[family], maker, faces, seed * 100_000 + number, weather)


def _words(faces: Sequence[Typeface], seed: Sequence[int], weather: Weather | None) -> tuple[Shot, list[Laid]]:
    """Six word cards of one deck."""
    rng = np.random.default_rng(seed)
    words = [word for word in made_up_words(3000) if len(word) >= LEAST_WORD]
    look = deck_faces.random_print(rng, faces, wide=bool(rng.random() < 0.7))
    cards, truth = [], []
    for x, y in ((x, y) for y in (-56.0, 40.0) for x in (-120.0, 0.0, 120.0)):
        word = str(rng.choice(words))
        wide_mm = 88.0 if look.aspect > 1 else 60.0
        cards.append(CardOnTable(deck_faces.word_card(word, look), x, y, wide_mm, float(rng.normal(0, 2))))
        truth.append(Laid(word))
    conditions = replace(Conditions.random(rng, tilt_deg=25, hand=0), motion_px=0.0, glare=0.0)
    conditions = replace(conditions, spin_deg=float(rng.normal(0, 5)) - conditions.turn_deg)
    conditions = replace(conditions, noise=float(rng.uniform(0, 4)), exposure=float(rng.uniform(0.7, 1.15)))
    conditions = replace(conditions, blur_px=float(rng.uniform(0.2, 0.9)))
    if weather is not None:
        conditions = weather(conditions, rng)
    size_px = (1280, 720) if rng.random() < 0.5 else (1920, 1080)
    return draw_scene(
        cards, conditions, cloth=str(rng.choice(CLOTHS)), size_px=size_px, view_mm=460, seed=int(rng.integers(2**31))
    ), truth


def harsh(conditions: Conditions, rng: np.random.Generator) -> Conditions:
    """A venue as nobody would choose it: one or two of dim light, a blurred lens, a moving camera, noise, glare."""
    worse: list[dict[str, Any]] = [
        {"exposure": float(np.exp(rng.uniform(np.log(0.12), np.log(0.5)))), "noise": float(rng.uniform(3, 10))},
        {"blur_px": float(rng.uniform(1.2, 3.2))},
        {"motion_px": float(rng.uniform(3, 9))},
        {"noise": float(rng.uniform(8, 25))},
        {"glare": float(rng.uniform(0.6, 1.0)), "exposure": float(rng.uniform(1.2, 1.8))},
        {"gamma": float(rng.uniform(0.35, 0.6)), "exposure": float(rng.uniform(0.6, 1.0))},
    ]
    for one in rng.permutation(len(worse))[: int(rng.integers(1, 3))]:
        conditions = replace(conditions, **worse[int(one)])
    return conditions


def said_of(shot: Shot, truth: Sequence[Laid], sightings: Sequence[Sighting]) -> list[Said]:
    """Every reading of a table. One where no card lies is a wrong one; a back that is said to lie there is none."""
    middles = np.array([np.mean(one.quad, 0) for one in sightings]).reshape(-1, 2)
    away = np.linalg.norm(shot.quads.mean(1)[:, None] - middles, axis=2)
    matched = nearest_first(away, away < REACH * sizes_px(shot.quads)[:, None])
    card_of = {reading: card for card, reading in matched.items()}
    said = []
    for number, one in enumerate(sightings):
        if number in card_of:
            laid = truth[card_of[number]]
            right = one.label.upper() == laid.label.upper() and one.rank == laid.rank
            said.append(Said(one.confidence, one.accepted, right))
        elif one.kind != "back":
            said.append(Said(one.confidence, one.accepted, right=False))
    return said
