"""How pairs of the house's cards are read that lie one over the other: whether one wrong card is made of the two.

    python -m benchmarks.overlapping                        100 pairs of each deck
    python -m benchmarks.overlapping --pairs 30 --only wordcard --wrong
    python -m benchmarks.overlapping --rows                 100 rows of each deck instead, of seven cards each

The upper card of each pair covers 20 to 80 % of the lower one, moved along its width, its height or both, each turned a
little; beside half of the pairs three more cards lie apart. Read by looks and by print, as before a camera. It is
told which cards were read right, asked about or not found: the upper ones, and the lower ones of which letter and rank,
name or word lie bare ("legible"), or not ("hidden"). Silently wrong is a pair on which a reading was
accepted that names neither of its cards, or one of them twice. In rows each card covers 10 to 40 % of the one before,
so that all but the last are hidden in part; silently wrong is an accepted reading of a card that it has no more of.
Nothing is asserted.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from companion.decks import deckfiles
from companion.decks.albums import house_reader
from companion.drawn.cut_outs import face_cut_out
from companion.drawn.scene import CLOTHS, CardOnTable, Conditions, Shot, draw_scene
from companion.print.style import card_size_mm
from companion.vision.quads import UNIT, size_px

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from companion.vision.sighting import Sighting

DECKS = ("disorder", "typo", "villains", "anagrascramble-green", "wordcard")
FIRST_SEED = 7_300_000  # no other tables are drawn from these
WAYS = ("across", "down", "both")
WHICH, SAID = ("upper", "legible", "hidden"), ("right", "asked", "missed")
VIEW_MM = 640.0
COVERED = (0.2, 0.8)  # parts of the lower card, as if none was turned
IN_A_ROW, COVERED_IN_ROW = 7, (0.1, 0.15, 0.2, 0.3, 0.4)  # cards; parts of each that the next one covers
NEAR = 0.5  # a reading is of a card whose middle is no further away than this part of its size
# Where on a card (left, top, right, bottom, in parts of its sides) stands what tells it: all of one group must be seen.
TELLING = {
    "letters": [[(0.15, 0.2, 0.85, 0.72)]],
    "portraits": [[(0.08, 0.05, 0.92, 0.25)]],
    "jumbles": [[(0.04, 0.38, 0.96, 0.62)]],
    "ranked_letters": [
        [(0.18, 0.27, 0.82, 0.76), (0.1, 0.04, 0.28, 0.2)],
        [(0.18, 0.27, 0.82, 0.76), (0.75, 0.78, 0.9, 0.92)],
    ],
}


@dataclass(frozen=True, slots=True)
class Pair:
    """Two cards on a drawn table, the upper one last, and others beside them after these."""

    names: list[str]
    shot: Shot
    covered: float
    way: str
    is_legible: bool


def laid(file: deckfiles.DeckFile, seed: int) -> Pair:
    """The pair with this seed."""
    rng = np.random.default_rng(FIRST_SEED + seed)
    deck = file.deck
    width, height = card_size_mm(deck)
    covered, way = float(rng.uniform(*COVERED)), WAYS[seed % len(WAYS)]
    right, down = {"across": (1 - covered, 0.0), "down": (0.0, 1 - covered),
                   "both": (1 - covered**0.5, 1 - covered**0.5)}[way]  # fmt: skip
    signs = rng.choice([-1.0, 1.0], 2)
    moved = np.array([right * width, down * height]) * signs + rng.normal(0, 1.0, 2)
    beside = 3 * (seed // len(WAYS) % 2)
    chosen = [deck.cards[int(at)] for at in rng.choice(len(deck.cards), 2 + beside, replace=False)]
    turns = rng.normal(0, 3.0, len(chosen)) + np.where(rng.random(len(chosen)) < 0.2, rng.uniform(-25, 25), 0)
    middle = np.array([rng.uniform(-40, 40), -70.0 if beside else 0.0])
    places = [middle - moved / 2, middle + moved / 2]
    places += [np.array([(at - (beside - 1) / 2) * 1.3 * width, 95.0]) for at in range(beside)]
    cards = [
        CardOnTable(_face(card, file), float(place[0]), float(place[1]), width, float(turn), 0.3)
        for card, place, turn in zip(chosen, places, turns, strict=True)
    ]
    conditions = Conditions(
        tilt_deg=float(rng.uniform(0, 20)), gradient=0.25, blur_px=0.7, noise=2.0, shadow=float(rng.uniform(0, 0.3))
    )
    shot = draw_scene(
        cards, conditions, cloth=CLOTHS[seed // 6 % len(CLOTHS)], colour=_cloth_colour(rng), view_mm=VIEW_MM,
        size_px=(1280, 720), seed=seed,
    )  # fmt: skip
    legible = _is_legible(deck.reads, shot.quads[0], shot.quads[1])
    return Pair([card.name for card in chosen], shot, covered, way, legible)


def row_laid(file: deckfiles.DeckFile, seed: int) -> tuple[list[str], Shot]:
    """The names of the cards in the row with this seed, the uppermost last, and the drawn table."""
    rng = np.random.default_rng(FIRST_SEED + seed)
    width_mm, _ = card_size_mm(file.deck)
    step_mm = (1 - COVERED_IN_ROW[seed % len(COVERED_IN_ROW)]) * width_mm
    chosen = [file.deck.cards[int(at)] for at in rng.choice(len(file.deck.cards), IN_A_ROW, replace=False)]
    cards = [
        CardOnTable(_face(card, file), place * step_mm, float(rng.normal(0, 1)), width_mm, float(rng.normal(0, 2)), 0.3)
        for place, card in enumerate(chosen, -(IN_A_ROW // 2))
    ]
    conditions = Conditions(tilt_deg=float(rng.uniform(0, 20)), gradient=0.2, blur_px=0.7, noise=2.0, shadow=0.2)
    cloth = CLOTHS[seed // len(COVERED_IN_ROW) % len(CLOTHS)]
    shot = draw_scene(
        cards, conditions, cloth=cloth, colour=_cloth_colour(rng), view_mm=VIEW_MM, size_px=(1280, 720), seed=seed
    )
    return [card.name for card in chosen], shot


def _cloth_colour(rng: np.random.Generator) -> tuple[int, int, int]:
    colour = cv2.cvtColor(
        np.array([[[rng.uniform(0, 180), rng.uniform(60, 200), rng.uniform(40, 150)]]], np.uint8), cv2.COLOR_HSV2BGR
    )[0, 0]
    blue, green, red = (int(part) for part in colour)
    return blue, green, red


def _face(card: Any, file: deckfiles.DeckFile) -> NDArray[np.uint8]:
    return face_cut_out(card, file.deck, 0, tuple(sorted(file.traits.get(card.label, {}).items())))


def _is_legible(reads: str, lower: NDArray[np.float32], upper: NDArray[np.float32]) -> bool:
    """Whether what tells the lower card lies bare."""
    onto = cv2.getPerspectiveTransform(UNIT, np.asarray(lower, np.float32))

    def is_bare(part: tuple[float, float, float, float]) -> bool:
        xs, ys = np.linspace(part[0], part[2], 9), np.linspace(part[1], part[3], 9)
        points = np.array([[x, y] for x in xs for y in ys], np.float32)[None]
        seen = cv2.perspectiveTransform(points, onto)[0]
        return all(cv2.pointPolygonTest(upper, (float(x), float(y)), measureDist=False) < 0 for x, y in seen)

    return any(all(is_bare(part) for part in group) for group in TELLING[reads])


def judged(pair: Pair, seen: list[Sighting]) -> tuple[list[str], str | None]:
    """What is said of each card of a pair ("right", "asked" or "missed"), and what was silently wrong on it."""
    quads = pair.shot.quads[:2]
    on_it = [one for one in seen if _is_on(one, quads)]
    said, wrong = ["missed", "missed"], None
    free = [1, 0]
    for one in sorted((one for one in on_it if one.accepted), key=lambda one: -one.confidence):
        own = next((card for card in free if pair.names[card] == one.name and _away(one, quads[card]) < NEAR), None)
        if own is None:
            wrong = f"{one.name} {one.confidence:.3f}"
        else:
            free.remove(own)
            said[own] = "right"
    for one in (one for one in on_it if not one.accepted):
        away = {card: _away(one, quads[card]) for card in free}
        own = min(away, key=away.__getitem__, default=None)
        if own is not None and away[own] < NEAR:
            free.remove(own)
            said[own] = "asked"
        elif free:  # a question about the pair is one, wherever it lies
            said[free.pop(0)] = "asked"
    return said, wrong


def _is_on(one: Sighting, quads: NDArray[np.float32]) -> bool:
    x, y = np.mean(one.quad, 0)
    return any(cv2.pointPolygonTest(quad, (float(x), float(y)), measureDist=False) > 0 for quad in quads)


def _away(one: Sighting, quad: NDArray[np.float32]) -> float:
    return float(np.linalg.norm(np.mean(one.quad, 0) - quad.mean(0))) / size_px(quad)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=100, help="of each deck")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first pair")
    parser.add_argument("--only", choices=DECKS, action="append")
    parser.add_argument("--rows", action="store_true", help="rows instead of pairs, as many")
    parser.add_argument("--wrong", action="store_true", help="also list what was silently wrong")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    seeds = range(args.first, args.first + args.pairs)
    if args.rows:
        for name in args.only or DECKS:
            counted, notes = measured_rows(deckfiles.read(name), seeds)
            print(f"{name:22}{args.pairs:6} rows {dict(counted)}", *(notes if args.wrong else []), sep="\n", flush=True)
        return
    heads = "".join(f"{f'{which} {said}':>14}" for which in WHICH for said in SAID)
    print(f"{'deck':22}{'pairs':>6}{'silent':>8}{heads}")
    for name in args.only or DECKS:
        counts, notes = measured(deckfiles.read(name), seeds)
        cells = "".join(f"{counts[which, said]:14}" for which in WHICH for said in SAID)
        print(f"{name:22}{args.pairs:6}{len(notes):8}{cells}", flush=True)
        if args.wrong and notes:
            print("\n".join(notes), flush=True)


def measured(file: deckfiles.DeckFile, seeds: range) -> tuple[Counter[tuple[str, str]], list[str]]:
    """What is said of the upper, the legible and the hidden lower cards of these pairs; and what was silently wrong."""
    reader = house_reader(file)
    counts: Counter[tuple[str, str]] = Counter()
    notes = []
    for seed in seeds:
        pair = laid(file, seed)
        said, wrong = judged(pair, list(reader.read(pair.shot.frame).sightings))
        counts["upper", said[1]] += 1
        counts["legible" if pair.is_legible else "hidden", said[0]] += 1
        if wrong is not None:
            lower, upper = pair.names[:2]
            notes.append(f"    {seed}: {lower} under {upper}, {pair.way}, {pair.covered:.0%} covered: {wrong}")
    return counts, notes


def measured_rows(file: deckfiles.DeckFile, seeds: range) -> tuple[Counter[str], list[str]]:
    """How many cards of these rows are right, asked about, missed, and silently wrong; and which are the last."""
    reader = house_reader(file)
    counts: Counter[str] = Counter()
    notes = []
    for seed in seeds:
        names, shot = row_laid(file, seed)
        seen = reader.read(shot.frame).sightings
        accepted = Counter(one.name for one in seen if one.accepted)
        wrong = accepted - Counter(names)
        right = accepted.total() - wrong.total()
        asked = min(sum(not one.accepted for one in seen), len(names) - right)
        counts.update(
            right=right, asked=asked, silent=wrong.total(), missed=max(len(names) - accepted.total() - asked, 0)
        )
        notes += [f"    {seed}: {' '.join(names)}: {' '.join(wrong)}"] if wrong else []
    return counts, notes


if __name__ == "__main__":
    main()
