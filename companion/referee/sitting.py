"""Sitting: one match being played, with the protocol of its rulings: a value. It asks the rules, it writes nothing."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING, Any

from companion.errors import BadInput
from companion.games.canonical import canonical
from companion.games.core import NO_CLAUSE
from companion.games.in_words import refusal_in_words
from companion.games.listed import with_listed
from companion.games.teaching import teaches
from companion.games.verdicts import Shared
from companion.practice.agreement import practice_of
from companion.referee.digests import digest_of
from companion.referee.door import kind_of
from companion.referee.match import Match
from companion.referee.tableview import Entry, Refusal
from companion.sentences import joined, minus, told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from companion.decks.shelf import DeckShelf
    from companion.games.core import View, Words
    from companion.referee.journal import JournalEvent, JournalMatch
    from companion.referee.judgement import Judgement
    from companion.sentences import Told

FAULTS = ("deck", "rules")


class Sitting:
    """A match of the journal, replayed event by event; `protocol` has what was ruled. It never changes: `after` is
    another. Raises BadInput when its setup is unusable.

    `practice` is whom the table plays in it, None where it plays nobody; `faults` says, by part (`FAULTS`), what the
    match must do without, and that it is judged otherwise than it was: that an event is refused now, or that the
    totals or the `verdicts` noted beside the newest one (`before`: of a note, None where there is none) are others now.
    `verdicts` is a digest of what each event's ruling is called and of its clause: no word of a ruling is in it.
    """

    def __init__(
        self,
        row: JournalMatch,
        events: Iterable[JournalEvent] = (),
        *,
        lexicon: Callable[[Any], Words],
        decks: DeckShelf,
        before: Mapping[str, Any] | None = None,
    ) -> None:
        self.row = row
        self.match = Match.begin(row.setup, lexicon)
        self.practice = practice_of(row.setup)
        self.faults: dict[str, str] = {}
        self._answers: Mapping[str, Sequence[str]] = {}
        try:
            self._answers = decks.answers(row.setup)
        except BadInput as error:  # an own deck whose file is gone: further words come from the dictionary
            self.faults["deck"] = error.sentence
        self.protocol = tuple(self._replayed(events))
        self.verdicts = reduce(_with_verdict, self.protocol, "")
        if (otherwise := _judged_otherwise(self, before or {})) is not None:
            self.faults["rules"] = otherwise

    @property
    def view(self) -> View:
        """What the rules let be shown now."""
        return self.match.view()

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of the match as they were given."""
        options: Mapping[str, Any] = self.row.setup.get("options", {})
        return options

    @property
    def deck(self) -> Any:
        """The deck of the match as its setup has it; None for the one its game is played with anyway."""
        return self.row.setup.get("deck")

    @property
    def teaches(self) -> bool:
        """Whether the table tells what could help while it is being played, too."""
        return teaches(self.row.setup)

    @property
    def next_number(self) -> int:
        """The number the next accepted event will bear, from 1."""
        return len(self.protocol) + 1

    def with_answers(self, event: Any) -> Any:
        """The event with the words listed on the card of an own deck, which the transcript then has for everybody."""
        return with_listed(kind_of(self.match.book, event), event, self._answers)

    def judge(self, event: Any) -> Judgement:
        """What the rules say now to an event, with the words on an own deck's card; nothing is entered yet. It is kept
        with the fields the rules know and no others; as it is when they do not know it and refuse it."""
        judgement = self.match.judge(self.with_answers(event))
        if judgement.said is None:
            return judgement
        known = canonical(judgement.said, judgement.entry.event)
        return replace(judgement, entry=replace(judgement.entry, event=known))

    def refusal(self, judgement: Judgement) -> Refusal | None:
        """What whoever handed an event in is told when the rules refuse it; None when they accept it."""
        ruling, event = judgement.ruling, judgement.entry.event
        if ruling.accepted:
            return None
        if ruling.verdict is not Shared.MALFORMED:
            return Refusal.of(event, ruling)
        match, fault = self.match, judgement.fault
        reason = None if fault is None else refusal_in_words(match.book, match.state, event, match.players, fault)
        return Refusal.of({}, replace(ruling, reason=reason or ruling.reason))  # what is no event is shown to nobody

    def hints(self) -> Mapping[str, Any]:
        """What may be added to the newest ruling. It may take long."""
        return self.match.hints(teaching=self.teaches)

    def first_hints(self) -> Iterator[Mapping[str, Any]]:
        """Where it does, what of it is soon found: more and more of it."""
        return self.match.first_hints(teaching=self.teaches)

    def after(self, judgement: Judgement, event: JournalEvent) -> Sitting:
        """The sitting once `event`, which was so judged, is entered; this one stays as it is."""
        sitting = copy(self)
        sitting.match = self.match.after(judgement)
        entry = self._entry(judgement, event)
        sitting.protocol, sitting.verdicts = (*self.protocol, entry), _with_verdict(self.verdicts, entry)
        return sitting

    def _replayed(self, events: Iterable[JournalEvent]) -> Iterator[Entry]:
        for event in events:
            judgement = self.match.judge(event.event)
            self.match.enter(judgement)
            yield self._entry(judgement, event)

    def _entry(self, judgement: Judgement, event: JournalEvent) -> Entry:
        game = self.match.book.game
        return Entry(judgement.entry, event.source, event.at, event.frame, game=game)


def _with_verdict(verdicts: str, entry: Entry) -> str:
    """The digest of verdicts with one more."""
    ruling = entry.ruling
    return digest_of(verdicts, ruling.verdict, ruling.clause.number if ruling.clause else NO_CLAUSE)


def _judged_otherwise(sitting: Sitting, noted: Mapping[str, Any]) -> Told | None:
    """That events come out otherwise than when they were written, by an older program's rules or a dictionary of
    another day; None where nothing shows it. Notes of older tables have no totals, or no verdicts."""
    refused = next((entry for entry in sitting.protocol if not entry.ruling.accepted), None)
    scores = sitting.match.scores
    totals = noted.get("totals")
    before = totals if isinstance(totals, list) and len(totals) == len(scores) else list(scores.values())
    differ = before != list(scores.values())
    if refused is None and not differ and noted.get("verdicts", sitting.verdicts) == sitting.verdicts:
        return None
    said = told("This match was judged by other rules or another dictionary.")
    if refused is not None:
        said = told(
            "This match was judged by other rules or another dictionary: its event {number} is refused now. Look at the"
            " totals.",
            number=refused.number,
        )
    if not differ:
        return said if refused is not None else joined(" ", [said, told("The totals are the same.")])
    were, are = _in_a_line(zip(scores, before, strict=True)), _in_a_line(scores.items())
    return joined(" ", [said, told("The totals were {before} and are {now}.", before=were, now=are)])


def _in_a_line(totals: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{player} {minus(score)}" for player, score in totals)
