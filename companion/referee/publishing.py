"""From the table as it stands to the view that every display has, and to whoever wants to be told of it."""

from __future__ import annotations

import secrets
from functools import partial
from typing import TYPE_CHECKING

from companion import dialog
from companion.dialog import saying
from companion.games import rulebook
from companion.referee import absence
from companion.referee.saying_anew import form_anew
from companion.referee.source import Source
from companion.referee.tableview import Sound, TableView, Voicing
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from companion.clock import Clock
    from companion.decks.shelf import DeckShelf
    from companion.practice.agreement import Practice
    from companion.referee.invitation import Invitation
    from companion.referee.journal import JournalMatch
    from companion.referee.notices import Notices
    from companion.referee.stand import Stand
    from companion.referee.tableview import Dialog, Entry
    from companion.sentences import Told

# From seeing something to pressing it nobody takes less than about 250 ms (a simple reaction); chosen a little more.
# Pages are told the same.
REACTION_MS = 300


class Publisher:
    """Makes each new `view` and tells it to all who listen; `is_behind` says that something has happened that no view
    shows yet. It keeps the dialog of the three buttons, which is part of every view, and the `invitation` to a match
    that a tournament has set up; `called` is the number of the ruling for which the arbiter is called, and `calls` how
    often one was, `phones` gives the players whose phones can hand something in, `voice` how loud the table speaks,
    None where nothing can, `listening` what it listens for at this moment."""

    def __init__(
        self, clock: Clock, notices: Notices, matches: Callable[[], list[JournalMatch]], decks: DeckShelf
    ) -> None:
        self._clock = clock
        self._notices = notices
        self._matches = matches
        self._decks = decks
        self._listeners: list[Callable[[TableView], None]] = []
        self._dialog: dialog.DialogState | None = None
        self._shown: Dialog | None = None  # as the newest view has it
        self._asked_ms = clock.now_ms() - REACTION_MS  # since when the dialog asks what it does
        self._sound: Sound | None = None
        self._ids = 0
        self.phones: Callable[[], Collection[str]] = tuple
        self.invitation: Invitation | None = None
        self.called: int | None = None
        self.calls = 0
        self.voice: Voicing | None = None
        self.listening: tuple[str, ...] = ()
        self.is_behind = False
        self.view = TableView(server=secrets.token_hex(8), version=0)

    def subscribe(self, listener: Callable[[TableView], None]) -> Callable[[], None]:
        """Tell each new view to `listener`. Returns what ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def new_id(self) -> int:
        """A number that no sound and no question has yet."""
        self._ids += 1
        return self._ids

    def sound(self, name: str) -> None:
        """Let the next view be heard."""
        self._sound = Sound(self.new_id(), name)

    def press(self, button: dialog.Button, stand: Stand, at_ms: int | None = None) -> dialog.Deed | None:
        """One press of the three buttons; the deed it decides on, which ends the dialog unless it is one that is done
        again and again, or None. A menu that it opens is made of the table as it stands.

        What is asked since less than a reaction before `at_ms` is not answered: whoever pressed meant what stood there
        before. None is a press by somebody who has read what is asked.
        """
        if self._dialog is None or not self._dialog.is_open:
            self._renew(stand)
        if self._dialog is None:
            return None
        if at_ms is not None and button == "select" and self._dialog.is_open and at_ms < self._asked_ms + REACTION_MS:
            return None
        self._dialog, deed = dialog.step(self._dialog, button)
        if deed is not None and not deed.goes_on:
            self._dialog = None
        return deed

    @property
    def is_asking(self) -> bool:
        """Whether the three buttons answer what the table asks of a player."""
        return self._dialog is not None and self._dialog.is_answering

    @property
    def begun(self) -> dialog.Deed | None:
        """What the three buttons would hand in if nothing came after the word being spelled."""
        return None if self._dialog is None else self._dialog.begun

    def sayable(self, *, lines: bool) -> saying.Sayable | None:
        """What the three buttons are asked that could be said aloud instead; `lines` whether lines of menus could."""
        return None if self._dialog is None else saying.sayable(self._dialog, lines=lines)

    def hear(self, said: str, among: saying.Sayable, *, lines: bool) -> bool:
        """Somebody seems to have said this when it was `among` what could be said; whether they have: not where
        something else is asked by now. Whether it was said is a question that nobody has read yet."""
        if self._dialog is None or said not in among.numbers or self.sayable(lines=lines) != among:
            return False
        self._dialog = saying.hear(self._dialog, among.numbers[said])
        if self._dialog.heard is not None:
            self._asked_ms = self._clock.now_ms()
        return True

    def start_over(self) -> None:
        """What the three buttons were asked is no matter any more."""
        self._dialog = None

    def publish(self, stand: Stand) -> TableView:
        """Make a view of the table as it stands and tell everybody; a listener that fails costs the others nothing."""
        self._renew(stand)
        self._show(stand)
        if self._notices.note("listeners", self._tell()):
            self._show(stand)
            self._tell()
        return self.view

    def _show(self, stand: Stand) -> None:
        sitting = stand.sitting
        view = sitting.view if sitting else None
        self.view = TableView(
            server=self.view.server,
            version=self.view.version + 1,
            match_id=stand.match_id,
            title=rulebook(view.game).title if view else "",
            match=view,
            state=sitting.match.state if sitting else None,
            options=sitting.options if sitting else {},
            deck=sitting.deck if sitting else None,
            protocol=sitting.protocol if sitting else (),
            refusal=stand.refusal,
            hints=stand.hints,
            advice=stand.advice,
            undoes=sitting.match.undoes if sitting else None,
            correctable=sitting.match.correctable if sitting else tuple,
            late=stand.timing.late,
            tie=stand.tie,
            joiners=stand.joiners,
            away=absence.who(stand),
            gathering=stand.gathering,
            timer=stand.timing.shown(self._clock.now_ms()),
            timer_holder=stand.timer_holder,
            may_hold=stand.may_hold,
            paused=stand.paused,
            dialog=self._shown,
            question=stand.question,
            difference=_difference(stand),
            frame=stand.inquiry.frame,
            notices=self._notices.sentences,
            practice=sitting.practice if sitting else None,
            teaches=sitting is not None and sitting.teaches,
            pairing=sitting.row.setup.get("pairing") if sitting else None,
            called=self.called,
            calls=self.calls,
            invitation=self._invitation(stand),
            sound=self._sound,
            voice=self.voice or Voicing(),
            listening=self.listening,
        )
        self.is_behind = False

    def _invitation(self, stand: Stand) -> Invitation | None:
        """What there is to begin: nothing while a match is being played."""
        sitting = stand.sitting
        return self.invitation if sitting is None or sitting.view.over else None

    def _tell(self) -> Told | None:
        """Tell the newest view to all; what is wrong when somebody could not take it."""
        wrong = None
        for listener in tuple(self._listeners):
            try:
                listener(self.view)
            except Exception as error:  # noqa: BLE001 - whoever cannot show a view holds up nobody else, and it is said
                failed = {"kind": type(error).__name__, "error": error}
                wrong = told("A display cannot show the table ({kind}: {error}).", **failed)
        return wrong

    def _renew(self, stand: Stand) -> None:
        """Have a dialog for the table as it stands, or, where it cannot be made or shown, none."""
        if not self._notices.without(told("the menu of the buttons"), lambda: self._renew_dialog(stand)):
            self._dialog = self._shown = None

    def _renew_dialog(self, stand: Stand) -> None:
        """Keep the dialog while it is open and about the same thing; else start the one the table calls for now."""
        sitting = stand.sitting
        situation = dialog.Situation(
            sitting.view if sitting else None,
            sitting.match.state if sitting else None,
            sitting.protocol if sitting else (),
            undoes=sitting.match.undoes if sitting else None,
            paused=stand.paused,
            has_timer=stand.timer_holder is not None,
            late=stand.timing.late,
            waits_for=stand.timing.waits_for,
            joiners=stand.joiners,
            differs=stand.inquiry.difference is not None,
            seen=stand.inquiry.newest,
            correctable=sitting.match.correctable if sitting else tuple,
            anew=partial(form_anew, sitting.match) if sitting else None,
            matches=self._matches,
            decks=self._decks,
            invitation=self._invitation(stand),
            away=absence.who(stand),
            gathering=stand.gathering,
            phones=tuple(self.phones()),
            has_arbiter=bool(sitting and "pairing" in sitting.row.setup),
            loudness=lambda: self.voice.percent if self.voice else None,
        )
        due = dialog.about(situation, stand.question)
        if self._dialog is None or not self._dialog.is_open or due.key != self._dialog.key:
            if due.is_open:
                self._asked_ms = self._clock.now_ms()
            self._dialog = due
        self._shown = self._dialog.shown()


def _difference(stand: Stand) -> Told | None:
    """What lies there otherwise than in the match; what the table has played and cannot lay, people lay for it."""
    different, sitting = stand.inquiry.difference, stand.sitting
    if different is None or sitting is None or not sitting.protocol:
        return different
    newest = sitting.protocol[-1]
    if not _is_own_play(newest, sitting.practice) or not stand.inquiry.sight.is_untouched:
        return different  # somebody has laid something, or the table spoke in the stead of whoever is away
    return told("Please lay this for the table: {said}", said=newest.ruling.reason)


def _is_own_play(entry: Entry, practice: Practice | None) -> bool:
    """Whether the table has played this on a seat of its own, or turned it for all."""
    player = entry.event.get("player")
    return practice is not None and entry.source == Source.TABLE and (player is None or player in practice.strengths)
