"""Who is winning: play-outs, the weights fitted on them, and how far the chances they give can be believed.

    python benchmarks/winning.py --play 10000 --keep FOLDER   plays so many matches of each sort to measure, goes on
                                                              where it was left (`--part 1/4`: a quarter of them,
                                                              `--sort wordcard`: those whose name begins so)
    python benchmarks/winning.py --play 1700 --kind fit --keep FOLDER   and those to fit on
    python benchmarks/winning.py --fit --keep FOLDER          the weights for each game's `winning.py`
    python benchmarks/winning.py --measure --keep FOLDER [--plot FILE.svg]   Brier scores and reliability

Matches are played by the quick players of `benchmarks/quick_players.py`, two to four at a table (two in Disorder of the
Villains), all careless or all careful. Sorts are the games, and of WORDCARD what is fitted and measured by itself:
words, combinations, or lines that are both, each for the most and for the fewest, and the group game. Up to twelve
moments of each match are kept. Those to fit on and to measure have other deals, other chance and other pocket
dictionaries: 3,000 words to fit on, 2,000 or 4,000 to measure (WORDCARD 40,000, and 30,000 or 60,000). A match that has
not ended after 600 events is counted and left out.
"""

from __future__ import annotations

import argparse
import io
import json
import pickle
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.quick_players import seated
from benchmarks.quick_tables import Pocket, QuickTable, Unfinished
from companion import dictionaries
from companion.decks import deckfiles
from companion.games import RULEBOOKS, part
from companion.games.anagrascramble.words import NO_CARDS, PrintedCards
from companion.games.villains.house_deck import HOUSE_CARDS
from companion.games.wordcard.notation import WILD
from companion.lexicon import Lexicon

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

KINDS = ("fit", "measure")
LONGEST_KNOWN = 9  # letters
MOMENTS = 12  # kept of each match
BINS = 10
IN_A_ROW = 4  # squares of the picture


@dataclass(frozen=True, slots=True)
class Sort:
    """A sort of matches: of a game, with options of which each is one of these."""

    game: str
    options: Mapping[str, Sequence[Any]] = field(default_factory=dict)


_WORDS, _COMBINATIONS, _BOTH = ("wordplay", "wordplay_plus"), ("cardplay", "cardplay_plus"), ("wordcard",)
SORTS: Mapping[str, Sort] = {
    **{game: Sort(game) for game in ("disorder", "typo", "villains", "anagrascramble")},
    **{
        f"wordcard, {name} for the {aim}": Sort("wordcard", {"type": types, "aim": (aim,)})
        for aim in ("most", "fewest")
        for name, types in (("words", _WORDS), ("combinations", _COMBINATIONS), ("both", _BOTH))
    },
    "wordcard, in a group": Sort("wordcard", {"type": ("group",), "group_type": (*_WORDS, *_COMBINATIONS, *_BOTH)}),
}
GROUP_CARDS = (8, 13)  # at least and at most


@dataclass(frozen=True, slots=True)
class Kept:
    """A match that was played: some of its states, with the seats that won; no states when it did not end."""

    seed: int
    careful: bool
    states: Sequence[Any]
    winners: Sequence[int]


# ——— playing ———


@cache
def full_words() -> Lexicon:
    """The shipped English dictionary, by which the rules go."""
    return dictionaries.load()


@cache
def pockets(kind: str, *, large: bool) -> list[list[Pocket]]:
    """The pocket dictionaries of matches to fit on or to measure, by their size."""
    short = [word for word in sorted(full_words().find("??")) if len(word) <= LONGEST_KNOWN and word.isascii()]
    sizes = {"fit": [3000] * 6, "measure": [2000, 2000, 4000, 4000]}[kind]
    if large:
        sizes = {"fit": [40_000] * 3, "measure": [30_000, 60_000]}[kind]
    first = {"fit": 100, "measure": 200}[kind]
    drawn = [(size, Pocket(Random(first + at).sample(short, size))) for at, size in enumerate(sizes)]
    return [[pocket for own, pocket in drawn if own == size] for size in sorted(set(sizes))]


def quick_table(name: str, kind: str, seed: int) -> tuple[QuickTable, Random]:
    """The match of this sort and seed, dealt; and what is left of its chance."""
    sort, chance = SORTS[name], Random(f"{kind}{name}{seed}")
    count = 2 if sort.game == "villains" else chance.choice((2, 2, 3, 4))
    careful = chance.random() < 0.5
    known = chance.choice(pockets(kind, large=sort.game == "wordcard"))
    options = {option: chance.choice(values) for option, values in sort.options.items()}
    if options.get("type") == "group":
        options["cards"] = chance.sample(all_cards(), chance.randint(*GROUP_CARDS))
    return seated(sort.game, count, seed, full_words(), known, careful=careful, options=options), chance


@cache
def all_cards() -> list[str]:
    """The deck of WORDCARD, as cards are written."""
    printed = deckfiles.load("wordcard").cards
    names = {card: f"{card.rank}/{card.label}" if card.kind == "letter" else WILD for card in printed}
    return [name for card, name in names.items() for _ in range(card.copies)]


def kept_of(name: str, kind: str, seed: int) -> Kept:
    """Play the match of this sort and seed."""
    table, chance = quick_table(name, kind, seed)
    try:
        states = list(table.course())
    except Unfinished:
        return Kept(seed, table.careful, [], [])
    last = len(states) - 1
    at = sorted(chance.sample(range(last), min(last, MOMENTS)))
    seats = [table.state.players.index(player) for player in table.winners()]
    return Kept(seed, table.careful, [states[each] for each in at], seats)


def play(folder: Path, names: Sequence[str], kind: str, until: int, part_of: tuple[int, int]) -> None:
    """Play the seeds of a part that are not kept yet."""
    number, parts = part_of
    files = {name: folder / f"{name}-{kind}-{number}of{parts}.pickle" for name in names}
    done = {name: {each.seed for each in read(path)} for name, path in files.items()}
    for seed in range(number - 1, until, parts):
        for name, path in files.items():
            if seed not in done[name]:
                content = io.BytesIO()
                _Writer(content).dump(kept_of(name, kind, seed))
                with path.open("ab") as file:
                    file.write(content.getvalue())


class _Writer(pickle.Pickler):
    """Leaves out what every match has: the dictionary and the printed cards."""

    def persistent_id(self, value: Any) -> str | None:
        """See Pickler."""
        if isinstance(value, Lexicon):
            return "words"
        if isinstance(value, PrintedCards):
            return "cards"
        return "house" if value is HOUSE_CARDS else None


class _Reader(pickle.Unpickler):
    def persistent_load(self, name: str) -> Any:
        """See Unpickler."""
        return {"words": None, "cards": NO_CARDS, "house": HOUSE_CARDS}[name]


def read(path: Path) -> Iterator[Kept]:
    """What a file keeps."""
    if path.exists():
        with path.open("rb") as file:
            while True:
                try:
                    yield _Reader(file).load()
                except EOFError:
                    return


# ——— fitting and measuring ———


@dataclass(frozen=True, slots=True)
class Positions:
    """Moments of matches as numbers: `signs` (moments × sides × signs), each side's part of the win, and which sides
    there are."""

    signs: Numbers
    won: Numbers
    there: NDArray[np.bool_]
    matches: int
    unfinished: int

    def chances(self, weights: Numbers) -> Numbers:
        """Each side's chance at each moment; 0 where there is no side."""
        logits = np.where(self.there, self.signs @ weights, -np.inf)
        odds = np.exp(logits - logits.max(1, keepdims=True))
        return np.asarray(odds / odds.sum(1, keepdims=True))

    @property
    def even(self) -> Numbers:
        """What always says the base rate: the same for each side."""
        return np.asarray(np.where(self.there, 1 / self.there.sum(1, keepdims=True), 0.0))

    def brier(self, chances: Numbers) -> float:
        """The mean squared error of what was said of each side."""
        return float(((chances - self.won) ** 2)[self.there].mean())


def winning(name: str) -> Any:
    """What a sort's game says of who is winning."""
    module = part(SORTS[name].game, "winning")
    assert module is not None
    return module


def positions(folder: Path, name: str, kind: str) -> Positions:
    """All moments that are kept of a sort of matches."""
    module = winning(name)
    found, matches, unfinished = [], 0, 0
    for path in sorted(folder.glob(f"{name}-{kind}-*.pickle")):
        for kept in read(path):
            matches, unfinished = matches + bool(kept.states), unfinished + (not kept.states)
            for state in kept.states:
                signs = module.signs(state)
                won = [
                    sum(state.players.index(one) in kept.winners for one in side) / len(kept.winners) for side in signs
                ]
                found.append((list(signs.values()), won))
    sides = max(len(won) for _, won in found)
    shape = len(found), sides, len(module.WEIGHTS)
    numbers, true, there = np.zeros(shape), np.zeros(shape[:2]), np.zeros(shape[:2], bool)
    for at, (own, part_of) in enumerate(found):
        numbers[at, : len(own)], true[at, : len(own)], there[at, : len(own)] = own, part_of, True
    return Positions(numbers, true, there, matches, unfinished)


def fitted(moments: Positions, ridge: float = 1e-4) -> Numbers:
    """The weights of a conditional logit (McFadden 1974) by Newton's method."""
    signs, count = moments.signs, len(moments.won)
    weights = np.zeros(signs.shape[2])
    for _ in range(50):
        chances = moments.chances(weights)
        slope = np.einsum("ns,nsf->f", moments.won - chances, signs) / count - ridge * weights
        mean = np.einsum("ns,nsf->nf", chances, signs)
        bend = (np.einsum("ns,nsf,nsg->fg", chances, signs, signs) - mean.T @ mean) / count
        step = np.linalg.solve(bend + ridge * np.eye(len(weights)), slope)
        weights = weights + step
        if np.abs(step).max() < 1e-9:
            break
    return weights


def bins(moments: Positions, chances: Numbers) -> list[tuple[int, float, float]]:
    """How often so much was said, what was said on average, and how often it came true."""
    said, true = chances[moments.there], moments.won[moments.there]
    place = np.minimum((said * BINS).astype(int), BINS - 1)
    full = [at for at in range(BINS) if (place == at).any()]
    return [(int((place == at).sum()), float(said[place == at].mean()), float(true[place == at].mean())) for at in full]


def print_weights(folder: Path, names: Sequence[str]) -> None:
    """Print each game's weights, as far as its sorts are asked for: those of other sorts are 0."""
    games: dict[str, Numbers] = {}
    for name in names:
        moments = positions(folder, name, "fit")
        print(f"{title(name)}: {moments.matches} matches, {len(moments.won)} moments, {moments.unfinished} not ended")
        games[SORTS[name].game] = games.get(SORTS[name].game, np.zeros(moments.signs.shape[2])) + fitted(moments)
    for game, weights in games.items():
        module = part(game, "winning")
        assert module is not None
        said = dict(zip(module.WEIGHTS, (round(float(each), 2) for each in weights), strict=True))
        print(f"{game}\n{json.dumps(said, indent=4)}")


def title(name: str) -> str:
    """A sort's name for people."""
    game = SORTS[name].game
    return RULEBOOKS[game].title + name.removeprefix(game)


def measured(folder: Path, names: Sequence[str], plot: Path | None) -> None:
    """Print how far the chances of each sort can be believed."""
    drawn = []
    for name in names:
        moments = positions(folder, name, "measure")
        chances = moments.chances(np.array(list(winning(name).WEIGHTS.values())))
        found = bins(moments, chances)
        off = sum(count * abs(said - true) for count, said, true in found) / sum(count for count, _, _ in found)
        score, base = moments.brier(chances), moments.brier(moments.even)
        left = f", {moments.unfinished} more without an end" if moments.unfinished else ""
        print(f"{title(name)}: {moments.matches} matches, {len(moments.won)} moments{left}")
        print(f"  Brier {score:.4f}, base rate {base:.4f} ({1 - score / base:.0%} less); off by {off:.1%} on average")
        for count, said, true in found:
            print(f"    said {said:6.1%}  came true {true:6.1%}  {count:7}")
        drawn.append((title(name), found))
    if plot is not None:
        plot.write_text(reliability_svg(drawn), encoding="utf-8")


def reliability_svg(sorts: Sequence[tuple[str, Sequence[tuple[int, float, float]]]]) -> str:
    """What was said against what came true, a square for each sort; the larger a dot, the more often it was said."""
    side, gap = 180, 40
    rows = -(-len(sorts) // IN_A_ROW)
    width, height = gap + IN_A_ROW * (side + gap), gap + rows * (side + gap)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
        "<title>What was said against what came true</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for at, (called, found) in enumerate(sorts):
        row, column = divmod(at, IN_A_ROW)
        left, top, most = gap + column * (side + gap), gap + row * (side + gap), max(count for count, _, _ in found)
        spots = [(side * said, side * (1 - true), 2 + 5 * (count / most) ** 0.5) for count, said, true in found]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in spots)
        parts += [
            f'<g transform="translate({left} {top})">',
            f'<text y="-12" font-weight="bold" font-size="13">{called}</text>',
            f'<rect width="{side}" height="{side}" fill="none" stroke="#888"/>',
            f'<path d="M0 {side} L{side} 0" stroke="#bbb"/>',
            f'<polyline fill="none" stroke="#1d6596" points="{line}"/>',
            *(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" fill="#1d6596"/>' for x, y, size in spots),
            f'<text y="{side + 16}" font-size="12">0 %</text>',
            f'<text x="{side}" y="{side + 16}" text-anchor="end" font-size="12">said 100 %</text>',
            '<text x="-4" y="10" text-anchor="end" font-size="10">true</text>',
            "</g>",
        ]
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--play", type=int, metavar="N", help="play the matches with seeds below N")
    parser.add_argument("--kind", choices=KINDS, default="measure", help="what for")
    parser.add_argument("--part", default="1/1", metavar="K/N", help="only the K-th of N parts of them")
    parser.add_argument("--keep", type=Path, required=True, metavar="FOLDER", help="where the matches are kept")
    parser.add_argument("--sort", default="", metavar="NAME", help="only sorts whose name begins so")
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg")
    asked = parser.parse_args()
    names = [name for name in SORTS if name.startswith(asked.sort)]
    asked.keep.mkdir(exist_ok=True)
    if asked.play:
        number, parts = map(int, asked.part.split("/"))
        play(asked.keep, names, asked.kind, asked.play, (number, parts))
    if asked.fit:
        print_weights(asked.keep, names)
    if asked.measure:
        measured(asked.keep, names, asked.plot)


if __name__ == "__main__":
    main()
