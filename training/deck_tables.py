"""Tables of the other decks, WORDCARD, Disorder of the Villains and AnagraScramble, for measuring and for settling how
sure is sure enough.

`house` are the cards that `tableside deck print` makes; `others` are cards as somebody else might print them, with the
texts of the shipped decks; `strangers` the same with texts that no shipped deck has; `lookalikes` Monsters and Villains
whose names are those of the deck but for one letter, another one, one more or one less.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from companion.decks import deckfiles
from companion.drawn.scene import CLOTHS, CardOnTable, Conditions, Shot, draw_scene
from companion.print import faces, paint
from training import deck_faces
from training.faces import back_face

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.decks.deckfiles import DeckFile

    Weather = Callable[[Conditions, np.random.Generator], Conditions]

KINDS = ("wordcard", "villains", "anagrascramble")
MAKERS = ("house", "others", "strangers", "lookalikes")
NAMES = (
    "Doctor Gloom", "Mister Twist", "Lady Tangle", "The Rattler", "Bog Hag", "Nightjar", "Crumble", "Sneak", "Gargle",
    "Madam Murk", "Ash Imp", "Blot", "Cobweb", "Dreadnaught", "Fang", "Gristle", "Hobnail", "Jackdaw", "Count Quibble",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of a drawn table and what is true of it."""

    label: str
    rank: str | None = None
    dna: str | None = None
    sideways: bool | None = None


def table(
    kind: str, maker: str, unseen: list[Any], seed: int, weather: Weather | None = None, *, is_single: bool = False
) -> tuple[Shot, list[Laid]]:
    """A drawn table of one kind of cards, with a back among them now and then, or with a single one of them; `weather`
    changes its light and lens."""
    rng = np.random.default_rng([seed, KINDS.index(kind), MAKERS.index(maker), 5])
    file = deckfiles.read(kind)
    look = deck_faces.random_print(rng, unseen, wide=kind == "anagrascramble")
    cards: list[CardOnTable] = []
    truth: list[Laid] = []
    places = _places(kind, rng)
    for place, turn_deg, mm in [places[int(rng.integers(len(places)))]] if is_single else places:
        picture, laid = _one(kind, maker, file, look, rng, unseen)
        sideways = None if kind != "villains" or laid.label == "?" else abs(turn_deg) % 180 > 45
        truth.append(replace(laid, sideways=sideways))
        jitter = rng.normal(0, 2.0)
        cards.append(CardOnTable(picture, place[0], place[1], mm, angle_deg=turn_deg + float(jitter)))
    conditions = Conditions.random(rng, tilt_deg=25, hand=0)
    conditions = replace(conditions, spin_deg=float(rng.normal(0, 5)) - conditions.turn_deg)
    conditions = replace(conditions, noise=float(rng.uniform(0, 4)), exposure=float(rng.uniform(0.7, 1.15)))
    conditions = replace(conditions, blur_px=float(rng.uniform(0.2, 0.9)), motion_px=0.0, glare=0.0)
    if weather is not None:
        conditions = weather(conditions, rng)
    size_px = (1280, 720) if rng.random() < 0.5 else (1920, 1080)
    cloth = str(rng.choice(CLOTHS))
    return draw_scene(cards, conditions, cloth=cloth, size_px=size_px, view_mm=460, seed=seed), truth


def _places(kind: str, rng: np.random.Generator) -> list[tuple[tuple[float, float], float, float]]:
    """Where cards lie (mm), how they are turned (degrees), and how wide they are (mm)."""
    if kind == "anagrascramble":
        turned = 180.0 * (rng.random() < 0.3)
        return [((x, y), turned, 84.0) for y in (-62.0, 20.0) for x in (-120.0, 0.0, 120.0)]
    if kind == "wordcard":
        return [((x, y), 0.0, 56.0) for y in (-50.0, 48.0) for x in np.arange(-2, 3) * 72.0]
    return [
        ((x, y), float(base + 90 * (rng.random() < 0.3)), 58.0)
        for y, base in ((-52.0, 180.0), (52.0, 0.0))
        for x in np.arange(-1.5, 2) * 98.0
    ]


def _one(kind: str, maker: str, file: DeckFile, look: Any, rng: np.random.Generator, unseen: list[Any]) -> Any:
    """A face and what is true of it."""
    if rng.random() < 0.06:
        if maker == "house":
            return house_face(faces.back(file.deck)), Laid("?")
        back = back_face(min(look.aspect, 1 / look.aspect), unseen, rng).picture
        return (np.ascontiguousarray(np.rot90(back)) if look.aspect > 1 else back), Laid("?")
    known = [card for card in file.deck.cards if card.kind != "wild"]
    card = known[int(rng.integers(len(known)))]
    if maker == "house":
        drawing = faces.front(card, file.deck, 0, file.traits.get(card.label))
        return house_face(drawing), Laid(card.label, card.rank, card.dna)
    if kind == "wordcard":
        rank = str(card.rank) if maker == "others" else str(rng.choice(["7", "8", "9", "10", "J", "Q", "K", "A"]))
        return deck_faces.wordcard(card.label, rank, look), Laid(card.label, rank)
    if kind == "anagrascramble":
        label = card.label if maker == "others" else "".join(rng.choice(list("EEEAAIORTNSLCUDPMHGBYFWVKXZJQ"), 7))
        return deck_faces.jumble(label, look), Laid(label)
    label = card.label
    if maker != "others":
        label = str(rng.choice(NAMES)) if maker == "strangers" else nearly(card.label, rng)
    return deck_faces.creature(label, str(card.dna), card.colour, look, rng), Laid(label, dna=card.dna)


def nearly(name: str, rng: np.random.Generator) -> str:
    """The name with another letter in place of one, one letter more, or one less; its initials stay capitals."""
    at = int(rng.choice([place for place, sign in enumerate(name) if sign.islower()]))
    other = str(rng.choice([sign for sign in "abcdefghijklmnopqrstuvwxyz" if sign != name[at]]))
    return name[:at] + str(rng.choice([other, other + name[at], ""])) + name[at + 1 :]


def house_face(drawing: Any) -> Any:
    """A card as it is printed and cut (uint8 BGRA), its corners rounded."""
    picture = cv2.cvtColor(paint.pixels(drawing, 6.0), cv2.COLOR_BGR2BGRA)
    height, width = picture.shape[:2]
    radius = round(0.045 * min(width, height))
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (radius, 0), (width - radius - 1, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - radius - 1), 255, -1)
    for x in (radius, width - radius - 1):
        for y in (radius, height - radius - 1):
            cv2.circle(mask, (x, y), radius, 255, -1)
    picture[..., 3] = mask
    return picture
