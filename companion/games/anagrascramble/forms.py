"""What may be said in AnagraScramble, as forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.anagrascramble.words import LONGEST, SHORTEST
from companion.games.form import Form
from companion.games.form_fields import ChoiceField, EachField, LettersField, NumberField, Option, WordsField
from companion.sentences import message, told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.anagrascramble.state import State
    from companion.games.form_fields import Field

NAMES: Mapping[str, str] = {
    "roll": message("Enter the die"),
    "declare": message("Declare"),
    "card": message("Turn the card"),
    "words": message("Hand the words in"),
    "showdown": message("Showdown"),
}
WHEN_LATE = None
ROLLS = (5, 3, 4, 6, 8, 10)
JUMBLE_LETTERS = 7
SIDES = (*"7766655544", "pass", "star")  # of the die (A2)


def form(state: State, event: str, player: str) -> Form:
    """See Forms. The card and the showdown are the table's together."""
    label = told(NAMES[event])
    if event == "card":
        return Form(event, None, label, (_jumble(), _answers()))
    if event == "showdown":
        tied = tuple(state.name(seat) for seat in state.winners)
        words = WordsField("words", told("words"), letters_of=("jumble",), is_open=False)
        each = EachField("words", told("words"), players=tied, of=words)
        return Form(event, None, label, (_jumble(), each, _answers()))
    fields = {"roll": _roll, "declare": _declare, "words": _words}[event](state)
    return Form(event, player, label, fields)


def any_card(_state: State) -> Field:
    """See Forms."""
    return _jumble()


def setting(_players: Sequence[str]) -> tuple[Field, ...]:
    """See Forms."""
    penalties = (
        Option("each", told("each wrong word"), told("Each word that is not listed costs 2 points.")),
        Option("once", told("all together"), told("All words that are not listed together cost 2 points.")),
    )
    return (
        NumberField("rolls", told("Rolls each"), least=1, most=50, usual=ROLLS, chosen=5),
        ChoiceField("penalty", told("2 points off for"), options=penalties, clause="A8"),
    )


def _jumble() -> LettersField:
    return LettersField("jumble", told("Seven letters"), count=JUMBLE_LETTERS)


def _answers() -> WordsField:
    """The words listed on a card that is not of the house's deck (A7), for whoever sees its back."""
    hint = told("if the card is not of the deck of the house")
    return WordsField(
        "answers", told("Words on the card"), hint=hint, optional=True, of_table=True, letters_of=("jumble",),
        is_open=False,
    )  # fmt: skip


def _lengths(name: str, label: str, least: int, only: tuple[str, tuple[str, ...]]) -> ChoiceField:
    options = tuple(Option(count, str(count)) for count in range(least, LONGEST + 1))
    return ChoiceField(name, label, options=options, only=only)


def _roll(state: State) -> tuple[Field, ...]:
    faces = [*((str(count), str(count)) for count in range(SHORTEST, LONGEST + 1)), ("pass", "PASS"), ("star", "★")]
    options = tuple(Option(face, shown) for face, shown in faces)
    picked = _lengths("pick", told("Letters picked"), SHORTEST, ("face", ("star",)))
    die = (ChoiceField("face", told("Die"), options=options, sides=SIDES), picked)
    if state.options.deck != "both":
        return die
    colours = (Option("green", told("green")), Option("red", told("red")))
    return (*die, ChoiceField("colour", told("Next card"), options=colours))


def _declare(state: State) -> tuple[Field, ...]:
    """Only what can be higher is raised, and nobody passes on what was passed on to them (A4, A5)."""
    lowest = (state.target or SHORTEST) + 1
    higher = () if lowest > LONGEST else (Option("raise", told("raise the target")),)
    passed_on = () if state.inherited else (Option("pass_on", told("pass it on")),)
    moves = (*higher, *passed_on, Option("double", told("Double")), Option("triple", told("Triple")))
    raised = (_lengths("to", told("Raise to"), lowest, ("move", ("raise",))),) if higher else ()
    return (ChoiceField("move", told("Declare"), options=moves), *raised)


def _words(state: State) -> tuple[Field, ...]:
    letters = tuple(state.jumble or "")
    return (WordsField("words", told("Your words"), hint=told("with spaces between"), letters=letters, is_open=False),)
