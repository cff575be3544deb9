"""Matches of the table against itself: `python benchmarks/opponents.py --count 1000 [--game typo] [--keep FILE]`.

Each game, each pair of strengths: so many matches of two players with hands dealt by chance, who sits first changing
from match to match. Every event is handed to the rules as a transcript has it, and a refused one ends the run: what an
opponent says is legal. Printed are the wins of the stronger one, a shared win as half of one, and the 95 % interval
after Wilson. What `--keep` names remembers the matches that were played, and goes on from there.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, replace
from itertools import combinations
from math import sqrt
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from companion import dictionaries
from companion.decks import deckfiles
from companion.games import RULEBOOKS
from companion.games.calls import joint
from companion.games.dealing import completed, dealing, opening, turned
from companion.games.layout import layout_of
from companion.games.opponent import OwnView, Strength, opponent
from companion.games.together import asked_of
from companion.practice.table_hand import own_view, vocabulary
from companion.referee.match import Match

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

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
    return Against(game, strengths, seed, words, options or {}).played()


class Against:
    """A match between opponents, dealt and decided by one seed."""

    def __init__(
        self, game: str, strengths: Sequence[Strength], seed: int, words: Words, options: Mapping[str, Any]
    ) -> None:
        deals, plays = dealing(game), opponent(game)
        assert deals is not None
        assert plays is not None
        self.game, self.seed, self.deals, self.plays = game, seed, deals, plays
        self.chance = Random(seed)
        cards = deckfiles.load(layout_of(game, options).deck).cards
        self.players = PLAYERS[: len(strengths)]
        self.options = {**deals.options(self.players, cards, self.chance), **options}
        setup = {"game": game, "players": list(self.players), "options": self.options}
        self.match = Match.begin(setup, lambda _: words)
        self.knows = {
            player: (vocabulary(words, strength, self.chance.getrandbits(32)), strength)
            for player, strength in zip(self.players, strengths, strict=True)
        }
        self.dealt = deals.deal(self.match.state, cards, self.chance)

    def played(self) -> Played:
        """The match to its end; one that goes round in circles is everybody's."""
        match = self.match
        while not match.view().over and len(match.events) <= MOST_EVENTS:
            event = self.next_event()
            if event is None:
                raise NotLegal(f"{self.game}, seed {self.seed}: nobody says anything at {match.view()}")
            self.enter(event)
        winners = match.view().winners if match.view().over else self.players
        return Played(winners, match.scores, match.events)

    def enter(self, event: Mapping[str, Any]) -> None:
        """Hand in an event that must be accepted."""
        before = self.match.state
        judgement = self.match.judge(event)
        if not judgement.ruling.accepted:
            said = f"{event} is refused: {judgement.ruling.reason} ({before})"
            raise NotLegal(f"{self.game}, seed {self.seed}: {said}")
        self.match.enter(judgement)
        self.dealt = self.deals.after(self.dealt, before, judgement.said, self.match.state, self.chance)

    def view(self, player: str, **more: Any) -> OwnView[Any]:
        """What a player is told."""
        words, strength = self.knows[player]
        seed = self.chance.getrandbits(32)
        return replace(own_view(self.game, self.match.state, player, self.dealt, words, strength, seed), **more)

    def next_event(self) -> Mapping[str, Any] | None:
        """What is said next: who is not in turn is asked first; those who say the same together are put together."""
        turn, state = self.match.view().actor, self.match.state
        order = sorted(self.match.playing, key=lambda player: player == turn)
        event = self._joined(order) or self._first_answer(order) or self._together()
        event = event or turned(self.game, self.dealt, state)
        return None if event is None else completed(self.game, self.dealt, state, event)

    def _joined(self, order: Sequence[str]) -> Mapping[str, Any] | None:
        """What enough of them join in saying."""
        called = joint(self.game, self.match.state)
        if called is None:
            return None
        said = [(player, self.plays.answer(self.view(player))) for player in order]
        players = [player for player, event in said if event is not None and event["event"] == called.event]
        if len(players) < called.needed:
            return None
        holder = self.match.view().holders[called.event]
        more = {called.field: self.plays.chosen(self.view(holder), called.choices)} if len(called.choices) > 1 else {}
        return {"event": called.event, "players": players, **more}

    def _first_answer(self, order: Sequence[str]) -> Mapping[str, Any] | None:
        said = (self.plays.answer(self.view(player, joined=True)) for player in order)
        return next((event for event in said if event is not None), None)

    def _together(self) -> Mapping[str, Any] | None:
        asked = asked_of(self.game, self.match.state)
        if asked is None:
            return None
        opened = None if asked.opens is None else opening(self.game, self.dealt, self.match.state)
        parts = {player: self.plays.own_part(self.view(player, opened=opened)) for player in asked.players}
        opens = {} if asked.opens is None else {asked.opens: opened}
        return {"event": asked.event, asked.field: parts, **opens}


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
