"""The report of a match that is over: the curve of who was winning, where it turned, per player what was missed and the
one moment that cost most, and the words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.games.made import MadeWord, made_words
from companion.games.missed import Missed, missed
from companion.report.curve import NO_CURVE, Curve, Swing, curve_of
from companion.sentences import as_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.referee.match import Match


@dataclass(frozen=True, slots=True)
class MissedChance:
    """A chance not taken, and with which event of the match (from 1)."""

    number: int
    missed: Missed

    def to_json(self) -> dict[str, Any]:
        """As pages and files have it; `said` for those that speak another language."""
        reason = self.missed.reason
        return {
            "event": self.number,
            "player": self.missed.player,
            "lost": self.missed.lost,
            "reason": reason,
            "said": as_json(reason),
            "words": list(self.missed.words),
        }


@dataclass(frozen=True, slots=True)
class PlayerReport:
    """One player's figure: what all chances not taken cost together, in the game's score. `worst` is the one that cost
    most, since a sum hides it; `fall` and `rise` the events, whosever they were, that cost and that brought most of the
    chance to win."""

    player: str
    lost: int
    chances: int
    worst: MissedChance | None
    best_word: MadeWord | None
    fall: Swing | None = None
    rise: Swing | None = None


@dataclass(frozen=True, slots=True)
class MatchReport:
    """`turning_points` are the missed chances that cost most, in the order of the match; where the chance to win turned
    is in the `curve`. `missed_word` is the longest word that somebody could have had and nobody in the match made, with
    the chance that held it."""

    game: str
    players: tuple[PlayerReport, ...]
    chances: tuple[MissedChance, ...]
    turning_points: tuple[MissedChance, ...]
    best_word: MadeWord | None
    missed_word: tuple[str, MissedChance] | None
    curve: Curve = NO_CURVE

    def to_json(self) -> dict[str, Any]:
        """The whole report as JSON values."""
        word = self.missed_word
        return {
            "game": self.game,
            "players": [
                {
                    "player": each.player,
                    "lost": each.lost,
                    "chances": each.chances,
                    "worst": each.worst and each.worst.to_json(),
                    "best_word": _word(each.best_word),
                    "fall": each.fall and each.fall.to_json(),
                    "rise": each.rise and each.rise.to_json(),
                }
                for each in self.players
            ],
            "chances": [each.to_json() for each in self.chances],
            "turning_points": [each.number for each in self.turning_points],
            "best_word": _word(self.best_word),
            "missed_word": word and {"word": word[0], "event": word[1].number, "player": word[1].missed.player},
            "curve": self.curve.to_json(),
            "turns": [each.to_json() for each in self.curve.turning],
        }


TURNING_POINTS = 3


def report_of(match: Match) -> MatchReport:
    """The report of a match as it stands; whoever shows it sees to it that the match is over."""
    numbered = list(match.numbered_course())
    numbers, course = [number for number, _ in numbered], [played for _, played in numbered]
    game = match.book.game
    chances = tuple(MissedChance(numbers[place], each) for place, each in missed(game, course))
    words = list(made_words(game, course))
    curve = curve_of(match.book, match.start, numbered, match.players)
    return MatchReport(
        game,
        tuple(_player(name, chances, words, curve) for name in match.players),
        chances,
        _turning_points(chances),
        _best(words),
        _missed_word(chances, words),
        curve,
    )


def _player(name: str, chances: Sequence[MissedChance], words: Sequence[MadeWord], curve: Curve) -> PlayerReport:
    own = [each for each in chances if each.missed.player == name]
    return PlayerReport(
        name,
        sum(each.missed.lost for each in own),
        len(own),
        max(own, key=_cost, default=None),
        _best(each for each in words if each.player == name),
        curve.falls.get(name),
        curve.rises.get(name),
    )


def _turning_points(chances: Sequence[MissedChance]) -> tuple[MissedChance, ...]:
    dearest = sorted(chances, key=_cost, reverse=True)[:TURNING_POINTS]
    return tuple(sorted(dearest, key=lambda each: each.number))


def _best(words: Iterable[MadeWord]) -> MadeWord | None:
    """The word that counted most, of those that counted the same the longest, of those the first."""
    return max(words, key=lambda each: (each.points or 0, len(each.word)), default=None)


def _missed_word(chances: Sequence[MissedChance], words: Iterable[MadeWord]) -> tuple[str, MissedChance] | None:
    made = {each.word for each in words}
    held = [(word, chance) for chance in chances for word in chance.missed.words if word not in made]
    return max(held, key=lambda each: len(each[0]), default=None)


def _cost(chance: MissedChance) -> int:
    return chance.missed.lost


def _word(made: MadeWord | None) -> dict[str, Any] | None:
    return None if made is None else {"player": made.player, "word": made.word, "points": made.points}
