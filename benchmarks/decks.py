"""How well the eyes read the other decks: WORDCARD, Disorder of the Villains, AnagraScramble.

    python -m benchmarks.decks                          300 cards and more of each kind
    python -m benchmarks.decks --cards 60 --only others  fewer, or one kind only

`house` are the cards that `tableside deck print` makes; `others` are cards as somebody else might print them, in
typefaces no network has seen, with the texts of the shipped decks; `strangers` the same with texts that no shipped deck
has; `lookalikes` Monsters and Villains whose names are those of the deck but for one letter, another one, one more or
one less: none of them can be read right, all should be asked about. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from benchmarks import deck_faces
from companion.decks import deckfiles
from companion.drawn.scene import CLOTHS, CardOnTable, Conditions, Shot, draw_scene
from companion.print import faces, paint
from companion.vision import Reader
from companion.vision.quads import size_px
from training.faces import back_face
from training.fonts import typefaces

if TYPE_CHECKING:
    from companion.decks.deckfiles import DeckFile

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


def table(kind: str, maker: str, unseen: list[Any], seed: int) -> tuple[Shot, list[Laid]]:
    """A drawn table of one kind of cards, with a back among them now and then."""
    rng = np.random.default_rng([seed, KINDS.index(kind), MAKERS.index(maker), 5])
    file = deckfiles.read(kind)
    look = deck_faces.random_print(rng, unseen, wide=kind == "anagrascramble")
    cards: list[CardOnTable] = []
    truth: list[Laid] = []
    for place, turn_deg, mm in _places(kind, rng):
        picture, laid = _one(kind, maker, file, look, rng, unseen)
        sideways = None if kind != "villains" or laid.label == "?" else abs(turn_deg) % 180 > 45
        truth.append(replace(laid, sideways=sideways))
        jitter = rng.normal(0, 2.0)
        cards.append(CardOnTable(picture, place[0], place[1], mm, angle_deg=turn_deg + float(jitter)))
    conditions = Conditions.random(rng, tilt_deg=25, hand=0)
    conditions = replace(conditions, spin_deg=float(rng.normal(0, 5)) - conditions.turn_deg)
    conditions = replace(conditions, noise=float(rng.uniform(0, 4)), exposure=float(rng.uniform(0.7, 1.15)))
    conditions = replace(conditions, blur_px=float(rng.uniform(0.2, 0.9)), motion_px=0.0, glare=0.0)
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


def score(shot: Shot, truth: list[Laid], sightings: Any, wrong: list[str]) -> dict[str, int]:
    """Right, asked, silently wrong, missed and extra, for one frame; and how many right ones have side or DNA wrong."""
    counts = dict.fromkeys(("cards", "right", "asked", "silent", "missed", "extra", "side", "dna"), 0)
    free = list(sightings)
    height, width = shot.frame.shape[:2]
    for laid, quad in zip(truth, shot.quads, strict=True):
        size = size_px(quad)
        off = {id(one): float(np.hypot(*(np.mean(one.quad, 0) - quad.mean(0)))) for one in free}
        best = min((one for one in free if off[id(one)] < 0.5 * size), key=lambda one: off[id(one)], default=None)
        if best is not None:
            free.remove(best)
        if ((quad < 0) | (quad > [width, height])).any():
            continue
        counts["cards"] += 1
        if best is None:
            counts["missed"] += 1
        elif not best.accepted:
            counts["asked"] += 1
            if best.label.upper() != laid.label.upper() or best.rank != laid.rank:
                wrong.append(
                    f"  ask {laid.rank or ''}{laid.label} as {best.rank or ''}{best.label} {best.confidence:.3f}"
                )
        elif best.label.upper() == laid.label.upper() and best.rank == laid.rank:
            counts["right"] += 1
            counts["side"] += best.sideways != laid.sideways
            counts["dna"] += best.dna != laid.dna
        else:
            counts["silent"] += 1
            wrong.append(f"SILENT {laid.rank or ''}{laid.label} as {best.rank or ''}{best.label} {best.confidence:.3f}")
    counts["extra"] = sum(one.accepted and one.label != "?" for one in free)
    return counts


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cards", type=int, default=300, help="cards of each kind and maker")
    parser.add_argument("--kind", choices=KINDS, action="append")
    parser.add_argument("--only", choices=MAKERS, action="append")
    parser.add_argument("--wrong", action="store_true", help="also list what was not right")
    args = parser.parse_args()
    unseen = [face for face in typefaces() if face.held_out]
    print(f"{'deck':16}{'cards by':12}{'cards':>7}{'right':>9}{'asked':>9}{'silent':>9}{'missed':>9}{'extra':>7}"
          f"{'side':>6}{'dna':>5}{'CPU ms':>8}")  # fmt: skip
    for kind in args.kind or KINDS:
        reader = Reader(deckfiles.load(kind))
        for maker in args.only or MAKERS:
            if maker == "lookalikes" and kind != "villains":
                continue
            _measure(kind, maker, reader, unseen, args)


def _measure(kind: str, maker: str, reader: Reader, unseen: list[Any], args: argparse.Namespace) -> None:
    total: dict[str, int] = {"cards": 0}
    spent, frames, wrong, seed = 0.0, 0, list[str](), 0
    while total["cards"] < args.cards:
        shot, truth = table(kind, maker, unseen, seed)
        started = time.process_time()
        sightings = reader.read(shot.frame).sightings
        spent, frames, seed = spent + time.process_time() - started, frames + 1, seed + 1
        said: list[str] = []
        for key, value in score(shot, truth, sightings, said).items():
            total[key] = total.get(key, 0) + value
        wrong += [f"{line} (table {seed - 1})" for line in said]
    shares = "".join(f"{100 * total[key] / total['cards']:8.2f}%" for key in ("right", "asked", "silent", "missed"))
    tail = f"{total['extra']:7}{total['side']:6}{total['dna']:5}{1000 * spent / frames:8.0f}"
    print(f"{kind:16}{maker:12}{total['cards']:7}{shares}{tail}", flush=True)
    if args.wrong:
        print("\n".join(wrong))


if __name__ == "__main__":
    main()
