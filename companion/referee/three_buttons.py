"""The three buttons: what is pressed on them, or said aloud in their place, decides on deeds of the referee's.

It acts on the referee's thread; what the buttons are asked is made in `companion.referee.publishing`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.errors import BadInput, NotYet
from companion.games.verdicts import Shared
from companion.referee import deeds, parts, timekeeping
from companion.referee.listening import HEARING
from companion.referee.source import Source
from companion.referee.tableview import Refusal

if TYPE_CHECKING:
    from companion.clock import Clock
    from companion.dialog import Button, Deed
    from companion.dialog.saying import Sayable
    from companion.referee.ledger import Ledger
    from companion.referee.notices import Notices
    from companion.referee.publishing import Publisher
    from companion.referee.referee import Referee
    from companion.referee.tableview import Entry
    from companion.referee.writer import Writer


class ThreeButtons:
    """The buttons up, down and select of one referee's table."""

    def __init__(
        self, referee: Referee, writer: Writer, ledger: Ledger, publisher: Publisher, notices: Notices, clock: Clock
    ) -> None:
        self._referee = referee
        self._writer = writer
        self._ledger = ledger
        self._publisher = publisher
        self._notices = notices
        self._clock = clock

    def press(
        self, button: Button, *, source: Source = Source.PANEL, at_ms: int | None = None
    ) -> Entry | Refusal | None:
        """One press of up, down or select, on whatever the table asks: not on what it asks since less than a reaction
        before `at_ms`. None is a press by somebody who has read it.

        Raises NotYet when what it decides must wait; until then every display says for what.
        """
        self._notices.note(HEARING, None)
        begun = self._publisher.begun
        deed = self._publisher.press(button, self._writer.stand, at_ms)
        if deed is None:
            self._go_on(begun)
            return None
        try:
            return deeds.carry_out(self._referee, deed, source)
        except BadInput as error:  # whoever pressed stands before the table: every display says it
            refusal = Refusal({}, Shared.MALFORMED, None, error.sentence)
            self._writer.stand = self._writer.stand.refusing(refusal)
            self._writer.publish()
            if isinstance(error, NotYet):
                error.again = partial(deeds.carry_out, deed=deed, source=source)
                raise
            return refusal

    def listen(self, *, lines: bool) -> Sayable | None:
        """What can be said aloud from now on, until `listen_no_more`, instead of pressing; `lines` whether lines of
        menus can. Every display hears of it: whatever speaks is silent meanwhile."""
        among = self._publisher.sayable(lines=lines)
        if among is not None and among.numbers:
            self._publisher.listening = tuple(among.numbers)
            self._writer.publish()
        return among

    def listen_no_more(self) -> None:
        """What is said from now on is not meant for the table."""
        self._publisher.listening = ()
        self._writer.publish()

    def hear(self, said: str, among: Sayable, *, lines: bool) -> None:
        """Somebody seems to have said this when it was `among` what could be said: a letter is entered, of all else
        every display asks whether they have. Once something else is asked it is nothing."""
        begun = self._publisher.begun
        if self._publisher.hear(said, among, lines=lines):
            self._go_on(begun)

    def _go_on(self, begun: Deed | None) -> None:
        """Show how far the dialog is by now. What is being spelled is kept as a phone's draft is, once it is another
        than had `begun`: whoever only opens the form writes nothing over what a phone has written."""
        spelled = self._publisher.begun
        if spelled is not None and begun is not None and spelled != begun:
            self._writer.stand = parts.spelled(self._writer.stand, spelled)
            self._ledger.jot(self._clock.now_ms())
        if self._publisher.is_asking:
            stand = self._writer.stand
            self._writer.stand = timekeeping.listening(stand, stand.may_hold, self._clock.now_ms())
        self._writer.publish()
