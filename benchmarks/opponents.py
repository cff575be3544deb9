"""Matches of the table against itself: `python benchmarks/opponents.py --count 1000 [--game typo] [--keep FILE]`.

Each game, each pair of strengths: so many matches of two players with hands dealt by chance, who sits first changing
from match to match. Every event is handed to the rules as a transcript has it, and a refused one ends the run: what an
opponent says is legal. Printed are the wins of the stronger one, a shared win as half of one, and the 95 % interval
after Wilson. What `--keep` names remembers the matches that were played, and goes on from there.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from companion import dictionaries
from companion.decks import deckfiles
from companion.games import RULEBOOKS
from companion.games.calls import joint
from companion.games.dealing import dealing
from companion.games.layout import layout_of
from companion.games.opponent import Opponent, OwnView, Strength, opponent
from companion.games.together import asked_of
from companion.practice.table_hand import own_view, vocabulary
from companion.referee.match import Match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from companion.games.core import Words

PLAYERS = ("Ann", "Bob", "Cy", "Di")
MOST_EVENTS = 1000  # of one match; one that goes round in circles then is everybody's
Z_95 = 1.96


class NotLegal(AssertionError):
    """An opponent said what the rules refuse, or nobody said anything."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match to its end: who has won (several may), the last scores, the events."""

    winners: tuple[str, ...]
    scores: Mapping[str, int]
    events: tuple[Any, ...]


def play(
    game: str, strengths: Sequence[Strength], seed: int, words: Words, options: Mapping[str, Any] | None = None
) -> Played:
    """One match, a player for each of the strengths in seating order. Raises NotLegal."""
    players, deals, plays = PLAYERS[: len(strengths)], dealing(game), opponent(game)
    assert deals is not None
    assert plays is not None
    chance = Random(seed)
    chosen = dict(options or {})
    cards = deckfiles.load(layout_of(game, chosen).deck).cards
    chosen = {**deals.options(cards, chance), **chosen}
    document = {"game": game, "players": list(players), "options": chosen}
    match = Match.begin(document, lambda _: words)
    knows = {
        player: (vocabulary(words, strength, chance.getrandbits(32)), strength)
        for player, strength in zip(players, strengths, strict=True)
    }
    dealt = deals.deal(match.state, cards, chance)

    def view(player: str) -> OwnView[Any]:
        vocabulary_, strength = knows[player]
        return own_view(match.state, player, dealt.hand(player), vocabulary_, strength, chance.getrandbits(32))

    while not match.view().over:
        asked, event = asked_of(game, match.state), _next_event(match, plays, view)
        if event is None and asked is not None:
            event = {
                "event": asked.event,
                asked.field: {player: plays.own_part(view(player)) for player in asked.players},
            }
        turned = getattr(deals, "turned", None)
        if event is None and turned is not None:
            event = turned(dealt, match.state, chance)
        if len(match.events) > MOST_EVENTS:
            return Played(PLAYERS[: len(strengths)], match.scores, match.events)
        if event is None:
            raise NotLegal(f"{game}, seed {seed}: nobody says anything at {match.view()}")
        before = match.state
        judgement = match.judge(event)
        if not judgement.ruling.accepted:
            raise NotLegal(f"{game}, seed {seed}: {event} is refused: {judgement.ruling.reason} ({before})")
        match.enter(judgement)
        dealt = deals.after(dealt, before, judgement.said, match.state, chance)
    return Played(match.view().winners, match.scores, match.events)


def _next_event(match: Match, plays: Opponent, view: Callable[[str], OwnView[Any]]) -> Mapping[str, Any] | None:
    """What is said next: who is not in turn is asked first; those who say the same together are put together."""
    turn = match.view().actor
    order = sorted(match.playing, key=lambda player: player == turn)
    said = [event for player in order if (event := plays.answer(view(player))) is not None]
    if not said:
        return None
    first = said[0]
    called = joint(match.book.game, match.state)
    if called is None or called.event != first["event"]:
        return first
    joined = [player for event in said if event["event"] == called.event for player in event["players"]]
    if len(joined) < called.needed:
        return next((event for event in said if event["event"] != called.event), None)
    holder = match.view().holders[called.event]
    choice = {called.field: plays.chosen(view(holder), called.choices)} if len(called.choices) > 1 else {}
    return {**first, "players": joined, **choice}


def wilson(wins: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a rate after Wilson, from 0 to 1."""
    rate, more = wins / count, Z_95**2 / count
    middle = (rate + more / 2) / (1 + more)
    reach = Z_95 * sqrt(rate * (1 - rate) / count + more / (4 * count)) / (1 + more)
    return middle - reach, middle + reach


def pairs() -> Iterator[tuple[Strength, Strength]]:
    """The stronger and the weaker."""
    for weaker, stronger in combinations(Strength, 2):
        yield stronger, weaker


def win_of(game: str, stronger: Strength, weaker: Strength, seed: int, words: Words) -> float:
    """What the stronger one has of a match: 1, 0, or a part of a shared win. It sits first in every other one."""
    first = seed % 2 == 0
    played = play(game, (stronger, weaker) if first else (weaker, stronger), seed, words)
    own = PLAYERS[0 if first else 1]
    return (own in played.winners) / max(1, len(played.winners))


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--count", type=int, default=1000, help="matches of each pair")
    parser.add_argument("--game", action="append", choices=list(RULEBOOKS), help="only this game")
    parser.add_argument("--keep", type=Path, help="remembers what was played")
    asked = parser.parse_args()
    words = dictionaries.load()
    kept = _kept(asked.keep)
    for game in asked.game or [name for name in RULEBOOKS if opponent(name) is not None]:
        for stronger, weaker in pairs():
            wins = [_win(asked.keep, kept, (game, stronger, weaker, seed), words) for seed in range(asked.count)]
            low, high = wilson(sum(wins), len(wins))
            print(
                f"{game:16}{stronger:>7} against {weaker:7}{sum(wins):7g} of {len(wins)}"
                f"  {sum(wins) / len(wins):6.1%}  ({low:.1%} to {high:.1%})",
                flush=True,
            )


Key = tuple[str, str, str, int]


def _win(keep: Path | None, kept: dict[Key, float], key: tuple[str, Strength, Strength, int], words: Words) -> float:
    if key not in kept:
        kept[key] = win_of(*key, words)
        if keep is not None:
            with keep.open("a", encoding="utf-8") as file:
                file.write(json.dumps([*key, kept[key]]) + "\n")
    return kept[key]


def _kept(keep: Path | None) -> dict[Key, float]:
    if keep is None or not keep.exists():
        return {}
    lines = [json.loads(line) for line in keep.read_text(encoding="utf-8").splitlines()]
    return {(game, stronger, weaker, seed): win for game, stronger, weaker, seed, win in lines}


if __name__ == "__main__":
    main()
