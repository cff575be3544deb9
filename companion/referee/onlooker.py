"""The onlooker: holds what the camera sees against the match, asks about it, and hands in what it shows.

It acts on the referee's thread; what each of its steps means for the table is said in `companion.referee.looking`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.layout import layout_of
from companion.referee import door, looking, timekeeping
from companion.referee.misreading import Misreadings, correction
from companion.referee.source import Source
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.clock import Clock
    from companion.decks.shelf import DeckShelf
    from companion.games.layout import Layout
    from companion.referee.misreading import Misreading
    from companion.referee.notices import Notices
    from companion.referee.publishing import Publisher
    from companion.referee.referee import Referee
    from companion.referee.stand import Stand
    from companion.referee.tableview import Entry, Refusal, TableView
    from companion.referee.writer import Writer
    from companion.vision.motion import Motion
    from companion.vision.sighting import Table


class Onlooker:
    """Looks on for one referee, to whom what it has seen happens."""

    def __init__(
        self,
        referee: Referee,
        writer: Writer,
        publisher: Publisher,
        notices: Notices,
        clock: Clock,
        decks: DeckShelf,
    ) -> None:
        self._referee = referee
        self._writer = writer
        self._publisher = publisher
        self._notices = notices
        self._clock = clock
        self._misreadings = Misreadings(decks)

    @property
    def _stand(self) -> Stand:
        return self._writer.stand

    def see(self, table: Table, frame: str | None = None, motion: Motion | None = None) -> Entry | Refusal | None:
        """A settled table, as the camera saw it; `frame` names its kept picture, `motion` is what has carried it since
        the table before, where that is known."""
        if self._stand.sitting is None:
            return None
        self._writer.stand = looking.seen(self._stand, table, frame, motion)
        return self.look()

    def answer(
        self, question_id: int, label: str, *, source: Source, seat: str | None = None
    ) -> Entry | Refusal | None:
        """Answer the open question. Any answer may be given, not only the candidates.

        `seat` is the player whose phone answers, None for whoever speaks for the table. None when nothing has happened
        yet: the answer was no, or the table with the card so named asks for more. Raises NotYours for what is another
        player's to say, NotNow while the match is paused.
        """
        question = self._stand.inquiry.question
        frame = question.frame if question else None
        if seat is not None:
            self._stand.must_not_be_halted()
        with self._writer.or_as_before():
            self._writer.stand, event = looking.answered(self._stand, question_id, label, seat)
            if event is not None:
                return self._referee.happen(event, source=source, frame=frame)
            return self.look(source, frame)

    def overlook(self) -> TableView:
        """The match is right, whatever the table shows. Raises BadInput when nothing differs."""
        self._writer.stand = looking.overlooked(self._stand)
        return self._writer.publish()

    def hear_of_misreadings(
        self, keep: Callable[[Misreading, Layout], object], forget: Callable[[Misreading], object] | None = None
    ) -> None:
        """Have `keep` told of readings that were wrong, with how the cards of the match are laid, and `forget` of those
        that somebody takes back."""
        self._misreadings.hear(keep, forget)

    def misread(self, wrong: Misreading, *, seat: str | None = None) -> dict[str, Any] | None:
        """Somebody says what a card truly is that was read wrongly: `seat` by their phone, None for whoever speaks for
        the table. It is kept, and called so for as long as it lies there; the match stays as it is.

        Gives the event that would correct the match, if one does (`misreading.correction`). Raises NotNow for what
        players say while the match is paused, NotYours while the camera asks something that is another's to say,
        BadInput for what cannot be (`Misreadings.said`).
        Who says what was read takes back what was said of the card before: it, and what was kept of it, is forgotten.
        """
        sitting = self._stand.playing
        layout = layout_of(sitting.view.game, sitting.options, sitting.deck)
        keep = self._misreadings.said(wrong, self._stand.inquiry, layout)
        if seat is not None:
            self._stand.must_not_be_halted()
            door.may_answer(self._stand.inquiry.question, seat)  # to name a doubtful card is to answer
        self._notices.without(told("the cases of wrong readings"), keep)
        with self._writer.or_as_before():
            self._writer.stand = looking.misread(self._stand, wrong)
            self.look()
        self._writer.publish()  # also where nothing differs: whoever said so by buttons has been heard
        view = self._publisher.view
        return correction(view.protocol, view.correctable(), wrong)

    def look(self, source: Source = Source.CAMERA, frame: str | None = None) -> Entry | Refusal | None:
        """Hold the newest table against the match as it stands, unless that is paused; `frame` is its picture that was
        asked about."""
        if self._stand.halted:
            return None
        asked, question_id = self._stand.question, self._publisher.new_id()
        with self._writer.or_as_before():  # what an error kept from happening can be seen, and answered, once more
            self._writer.stand, event = looking.looked(self._stand, question_id)
            if event is not None:
                return self._referee.happen(event, source=source, frame=frame or self._stand.inquiry.frame)
        inquiry = self._stand.inquiry
        if inquiry.turned is not None and self._stand.gathering.opens:
            self._referee.open_gathering(inquiry.turned, None, self._publisher.phones())
            return None
        question = self._stand.question
        if question is not None and question != asked:
            self._publisher.sound("question")
            if question.asks != "confirm":  # a yes or no is said in time
                self._writer.stand = timekeeping.listening(self._stand, question.of, self._clock.now_ms())
        shown = self._publisher.view
        if (question, inquiry.difference, inquiry.frame) != (shown.question, shown.difference, shown.frame):
            self._writer.publish()
        return None
