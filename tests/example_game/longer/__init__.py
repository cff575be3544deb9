"""Longer: each word is longer than the one before; the last player who knows one wins (clauses L1–L3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar

from companion.games import core
from companion.games.core import Clause, Rulebook, Ruling, View, Words, accepted, refused
from companion.games.events import Player, vocabulary
from companion.games.verdicts import Shared
from companion.games.whose import By
from companion.sentences import Told, told

L1 = Clause("L1", "On your turn say a word of the dictionary that is longer than the one before.")
L2 = Clause("L2", "Who knows none gives up and is out.")
L3 = Clause("L3", "The last player left wins.")


class Verdict(StrEnum):
    """What a ruling is called, beside the verdicts every game shares."""

    SAID = "said"
    GAVE_UP = "gave_up"
    TOO_SHORT = "too_short"


def turn_of(player: str) -> Told:
    """What a ruling says stands together, here or in a module `sentences`, so that a rule reads as a rule."""
    return told("It is the turn of {player}.", player=player)


def is_out(player: str) -> Told:
    """The player knows none."""
    return told("{player} is out.", player=player)


def too_short(word: str) -> Told:
    """The word is no word, or none that is longer."""
    return told("{word} is no longer word of the dictionary.", word=core.quoted(word))


def stands(word: str) -> Told:
    """The word is one."""
    return told("{word} stands.", word=core.quoted(word))


@dataclass(frozen=True, slots=True)
class Options:
    """`shortest` is how many letters the first word has at least."""

    shortest: int = 2


@dataclass(frozen=True, slots=True)
class Say:
    """The player says a word."""

    event: ClassVar[str] = "say"
    by: ClassVar[By] = By.HOLDER  # who may hand it in at a table
    player: Player
    word: str


@dataclass(frozen=True, slots=True)
class GiveUp:
    """The player is out."""

    event: ClassVar[str] = "give_up"
    by: ClassVar[By] = By.HOLDER
    player: Player


@dataclass(frozen=True, slots=True)
class State:
    """Who is left, the one in turn first; how many letters the next word needs; the newest word."""

    players: tuple[str, ...]
    words: Words
    left: tuple[str, ...]
    least: int
    word: str = ""


def start(players: Sequence[str], options: Mapping[str, Any], words: Words) -> State:
    """The state before the first word. Raises BadInput for options that cannot be used."""
    return State(tuple(players), words, tuple(players), core.read_options(Options, options, players).shortest)


def rule(state: State, event: Say | GiveUp) -> tuple[State, Ruling]:
    """Judge one event."""
    turn, *others = state.left
    if not others:
        return state, core.game_over(L3, [turn])
    if event.player != turn:
        return state, refused(Shared.NOT_YOUR_TURN, L1, turn_of(turn))
    if isinstance(event, GiveUp):
        return replace(state, left=tuple(others)), accepted(Verdict.GAVE_UP, L2, is_out(turn))
    folded = state.words.fold(event.word) or ""
    if len(folded) < state.least or not state.words.is_word(event.word):
        return state, refused(Verdict.TOO_SHORT, L1, too_short(event.word))
    said = replace(state, left=(*others, turn), least=len(folded) + 1, word=folded)
    return said, accepted(Verdict.SAID, L1, stands(event.word))


def scores(state: State) -> dict[str, int]:
    """A point for whoever is left."""
    return {name: int(name in state.left) for name in state.players}


def view(state: State) -> View:
    """How the match stands: scores, turn, what is awaited, who has won."""
    over = len(state.left) == 1
    turn = None if over else state.left[0]
    return View(
        game="longer",
        players=state.players,
        scores=scores(state),
        score_name="points",
        turn=turn,
        awaiting=None if over else "say",
        may={name: ("say", "give_up") if name == turn else () for name in state.players},
        over=over,
        winners=state.left if over else (),
    )


RULEBOOK: Rulebook[State] = Rulebook(
    game="longer",
    title="Longer",
    score_name="points",
    seats=(2, 6),
    clauses=core.numbered(L1, L2, L3),
    events=vocabulary(Say, GiveUp),
    options=Options,
    start=start,
    rule=rule,
    scores=scores,
    view=view,
    result=lambda state: {"word": state.word},
)
