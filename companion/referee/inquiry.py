"""What the camera leaves to people: one open question or difference, and what an answer means. Pure values."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from companion.errors import BadInput
from companion.games.form import forms_of
from companion.games.form_fields import WordField, as_wild
from companion.games.tables import Difference, DoubtfulCard, Move, Proposal, TurnedForAll
from companion.games.word_letters import with_letters
from companion.referee.seeing import BACK, NO_CARD, Named, Sight
from companion.sentences import told
from companion.vision.changes import lying_at

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.core import View
    from companion.games.form_fields import Field
    from companion.games.tables import Interpretation
    from companion.referee.misreading import Misreading
    from companion.sentences import Told
    from companion.vision.motion import Motion
    from companion.vision.sighting import Sighting, Table


@dataclass(frozen=True, slots=True)
class Question:
    """What the camera leaves to people: any answer may be given, not only the candidates.

    `asks` says what is wanted: which "card" it is, what a "wild" stands for, the "word" said, a "choice" of the
    candidates, or "confirm" (yes or no). `of` is the player whose it is to say; None for what all can see. `field` is
    how any other answer is asked for; None where there is no other.
    """

    id: int
    text: str
    candidates: tuple[str, ...]
    frame: str | None = None
    quad: tuple[tuple[float, float], ...] | None = None
    asks: str = "card"
    of: str | None = None
    field: Field | None = None


@dataclass(frozen=True, slots=True)
class Inquiry:
    """The newest settled table with its frame, what it meant, and what is asked about it.

    `waiting` is what was read into the table behind the open `question`; `difference` a sentence that needs no answer;
    `turned` what several were waiting for that they go by.
    """

    sight: Sight = field(default_factory=Sight)
    newest: tuple[Table, str | None] | None = None
    question: Question | None = None
    waiting: DoubtfulCard | Proposal | None = None
    difference: Told | None = None
    turned: Any = None

    @property
    def frame(self) -> str | None:
        """The name of the newest table's picture."""
        return self.newest[1] if self.newest else None

    def seen(self, table: Table, frame: str | None, motion: Motion | None = None) -> Inquiry:
        """A table has settled; `motion` is what has carried the picture since the last one, where that is known. The
        first one since a restart is held against the last that was as the match had it."""
        if self.newest is None and self.sight.memory.agreed is not None:
            from companion.vision.motion import common_motion  # a table starts before what reads cards is there

            motion = common_motion(self.sight.as_read(self.sight.memory.agreed), table)
        return replace(self, newest=(table, frame), sight=self.sight.carried(motion))

    def after(self, game: str, before: Any, now: Any, *, is_amended: bool = False) -> Inquiry:
        """An event has changed the match from one state of its game to another: what was asked is settled. `is_amended`
        as in `Sight.after`."""
        return Inquiry(self.sight.after(game, before, now, is_amended=is_amended), self.newest)

    def look(
        self, view: View, state: Any, question_id: int, chosen: Mapping[str, Any] | None = None
    ) -> tuple[Inquiry, Mapping[str, Any] | None]:
        """Hold the newest table against the match: the event it is, if it is one; a new question gets `question_id`.
        `chosen` has what phones have handed in of what all show together."""
        if self.newest is None:
            return self, None
        sight, meant = self.sight.look(view, state, self.newest[0], chosen)
        looked = Inquiry(sight, self.newest)
        match meant:
            case Move(event=event):
                return looked, event
            case DoubtfulCard() | Proposal():
                return looked._asked(meant, self, question_id, view, state), None
            case Difference(said=told):
                return replace(looked, difference=told), None
            case TurnedForAll(value=value):
                return replace(looked, turned=value), None
        return looked, None

    def _asked(
        self, meant: DoubtfulCard | Proposal, before: Inquiry, question_id: int, view: View, state: Any
    ) -> Inquiry:
        if before.question is not None and _is_same(before.waiting, meant):
            return replace(self, question=before.question, waiting=meant)  # the same question, seen again
        sightings = self.sight.table.sightings if self.sight.table else ()
        question = Question(
            question_id,
            meant.said,
            meant.candidates,
            self.frame,
            None if meant.card is None else sightings[meant.card].quad,
            asks=_asks(meant),
            of=_of(meant, view.turn),
            field=_field(meant, view, state),
        )
        return replace(self, question=question, waiting=meant)

    def overlooked(self) -> Inquiry:
        """The match is right, whatever the table shows: nothing more is said of this table until it changes."""
        return Inquiry(self.sight.deny(), self.newest)

    def said_before(self, wrong: Misreading) -> Misreading | None:
        """What was said of the same card before, read as it is now, and still stands."""
        seen = self._where_it_lies(wrong)
        return None if seen is None else self.sight.said_of(seen)

    def misread(self, wrong: Misreading) -> Inquiry:
        """Somebody has said what a card truly is: if it still lies there it is called so from now on, or, if that is
        what it was read as, as before."""
        seen = self._where_it_lies(wrong)
        if self.newest is None or seen is None:
            return self
        table, at = self.newest[0], lying_at(self.newest[0].sightings, seen.quad)
        if at is None or table.sightings[at].name != seen.name:
            return self
        if wrong.is_as_read:
            return Inquiry(self.sight.unsaid(table, seen), self.newest)
        named = Named(seen.quad, wrong.truth, misread=wrong)
        sight = self.sight.misread(table, named) if table.sightings[at].accepted else self.sight.name(named)
        return Inquiry(sight, self.newest)

    def _where_it_lies(self, wrong: Misreading) -> Sighting | None:
        """The card as it was read, where it lies by now if the camera has been pushed since that picture."""
        seen = wrong.sighting
        if self.newest is None or seen is None:
            return seen
        from companion.vision.motion import carried, common_motion  # a table starts before what reads cards is there

        motion = common_motion(wrong.table, self.newest[0])
        return seen if motion is None else carried((seen,), motion)[0]

    def answered(self, question_id: int, answer: str) -> tuple[Inquiry, Mapping[str, Any] | None]:
        """What an answer makes of it: an event to hand in, or a table to be looked at again. Raises BadInput when that
        question is not open any more."""
        if self.question is None or self.waiting is None or self.question.id != question_id:
            raise BadInput(told("question {number} is not open any more", number=question_id))
        if isinstance(self.waiting, Proposal):
            event = self.waiting.answered(answer)
            if event is not None:
                return self, event
            return self._set_aside(self.waiting.card) if self.waiting.is_else_none else self.overlooked(), None
        return self._named(self.waiting.card, answer), None

    def _set_aside(self, card: int | None) -> Inquiry:
        """A card of the table is none of the match's while it lies there; face up, nor is what comes to lie on it."""
        return self._named(card, NO_CARD, is_aside=self._sighting(card).kind != BACK)

    def _named(self, card: int | None, label: str, *, is_aside: bool = False) -> Inquiry:
        """A card of the table about which something was asked is called so from now on."""
        return Inquiry(self.sight.name(Named(self._sighting(card).quad, label, is_aside=is_aside)), self.newest)

    def _sighting(self, card: int | None) -> Sighting:
        assert self.sight.table is not None
        assert card is not None
        return self.sight.table.sightings[card]


def _asks(meant: Interpretation) -> str:
    """What kind of answer is wanted: "card", "wild", "word", "choice" of the candidates, or "confirm" (yes or no)."""
    if isinstance(meant, DoubtfulCard):
        return meant.asks
    assert isinstance(meant, Proposal)
    if meant.missing is None:
        return "confirm"
    return "choice" if meant.candidates else "word"


def _field(meant: DoubtfulCard | Proposal, view: View, state: Any) -> Field | None:
    """How an answer that is none of the candidates is asked for."""
    forms = forms_of(view.game)
    asks = _asks(meant)
    if asks == "wild":
        return as_wild(forms.any_card(state))
    if isinstance(meant, DoubtfulCard):
        return forms.any_card(state)
    if asks != "word":
        return None
    fields = forms.form(state, meant.event["event"], meant.event.get("player") or view.players[0]).fields
    asked = next((one for one in fields if one.name == meant.missing and isinstance(one, WordField)), None)
    return asked and with_letters(asked, fields, meant.event)


def _of(meant: Interpretation, turn: str | None) -> str | None:
    """Whose it is to answer: the player of the event that is proposed, or who lays a wild. A card lies there for all to
    see."""
    if isinstance(meant, Proposal):
        player: str | None = meant.event.get("player")
        return player
    return turn if _asks(meant) == "wild" else None


def _is_same(before: Interpretation, now: Interpretation) -> bool:
    if isinstance(before, DoubtfulCard) and isinstance(now, DoubtfulCard):
        return (before.said, before.candidates) == (now.said, now.candidates)
    if isinstance(before, Proposal) and isinstance(now, Proposal):
        return (before.event, before.missing) == (now.event, now.missing)
    return False
