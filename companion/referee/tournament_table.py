"""A table of a tournament: the match that is set up for it, and the arbiter who can be called to it.

It acts on the referee's thread; the tournament itself is kept by the hub.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from companion.errors import NotNow, NotYet, NotYours
from companion.sentences import told

if TYPE_CHECKING:
    from companion.referee.invitation import Invitation
    from companion.referee.ledger import Ledger
    from companion.referee.notices import Notices
    from companion.referee.publishing import Publisher
    from companion.referee.referee import Referee
    from companion.referee.seating import Seating
    from companion.referee.sitting import Sitting
    from companion.referee.tableview import TableView
    from companion.referee.writer import Writer


class TournamentTable:
    """What the table of one referee has besides its match where it belongs to a tournament."""

    def __init__(
        self,
        referee: Referee,
        writer: Writer,
        ledger: Ledger,
        seating: Seating,
        publisher: Publisher,
        notices: Notices,
    ) -> None:
        self._referee = referee
        self._writer = writer
        self._ledger = ledger
        self._seating = seating
        self._publisher = publisher
        self._notices = notices

    def invite(self, invitation: Invitation | None) -> TableView:
        """Show the match that a tournament has set up here, to be begun by whoever sits at the table; None for none.
        One that has begun already is not shown again. Raises BadInput for one that cannot be played."""
        if invitation is not None:
            with suppress(NotYet):  # its dictionary is being made: it can be begun by the time somebody presses
                self._seating.dealt(invitation.setup)
            if invitation.has_begun(self._ledger.matches()):
                invitation = None
        self._publisher.invitation = invitation
        return self._writer.publish()

    def begin(self) -> TableView:
        """Begin the match that a tournament has set up. Raises NotNow when there is none, and as `Referee.begin`."""
        invitation = self._publisher.view.invitation
        if invitation is None:
            raise NotNow(told("no tournament has set up a match here"))
        return self._referee.bring_in(invitation.setup)

    def call_arbiter(self, player: str | None = None) -> TableView:
        """Have the tournament's arbiter told of the newest ruling, as `player` says by a phone of their own; None for
        whoever speaks for the table. Raises NotNow where there is neither, NotYours for who is not in the match."""
        sitting = self._writer.stand.playing
        if player is not None and player not in sitting.view.players:
            raise NotYours(told("{name} does not play in this match", name=player))
        if "pairing" not in sitting.row.setup:
            raise NotNow(told("this is no match of a tournament: there is no arbiter"))
        if not sitting.protocol:
            raise NotNow(told("there is no ruling yet for which the arbiter could be called"))
        self._publisher.called = sitting.protocol[-1].number
        self._publisher.calls += 1
        self._notices.note("arbiter", told("The arbiter is called."))
        return self._writer.publish()

    def arrive(self, sitting: Sitting | None) -> None:
        """Another match is on the table, or none: the arbiter is called to none of it, and what has begun is no
        invitation any more."""
        invitation = self._publisher.invitation
        if invitation is not None and sitting is not None and invitation.has_begun([sitting.row]):
            self._publisher.invitation = None
        self._publisher.called = None
        self._notices.note("arbiter", None)
