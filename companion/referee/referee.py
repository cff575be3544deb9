"""The referee: the one writer. Events come in, the rules answer, the journal keeps, views go out.

`Referee` is synchronous and knows no thread: `companion.referee.desk` runs it on one of its own. Whatever it does
happens in this order: ask the rules, commit to the journal, publish the view. A refused event changes nothing and is
not kept; whoever handed it in gets the refusal, and displays show it until something is accepted. Until the commit an
error leaves everything as it was; after it nothing takes the event back, and what fails then is said on the displays.
"""

from __future__ import annotations

import secrets
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from companion import dialog
from companion.decks.shelf import SHIPPED, DeckShelf
from companion.errors import BadInput, NotNow, NotYet, NotYours
from companion.games import rulebook
from companion.games.together import asked_of, read_opening, read_part
from companion.games.window import Window
from companion.referee import deeds, door
from companion.referee.doubting import Doubts, doubted, is_doubt, may_doubt
from companion.referee.gathering import Gathering
from companion.referee.inquiry import Inquiry
from companion.referee.journal import JournalEvent, JournalMatch
from companion.referee.ledger import Ledger
from companion.referee.notices import Notices
from companion.referee.sitting import Sitting
from companion.referee.sitting import refusal as refused
from companion.referee.tableview import Entry, Refusal, Sound, TableView
from companion.referee.timing import Timing
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from companion.clock import Clock
    from companion.games.core import Words
    from companion.referee.disk import Reserve
    from companion.referee.journal import Journal
    from companion.sentences import Told
    from companion.vision.sighting import Table


EVERYBODY = ""  # whose a window is that runs for all who say something together


class Referee:
    """Runs one table. Every method is called from one thread only; `view` may be read from any."""

    def __init__(
        self,
        journal: Journal,
        clock: Clock,
        lexicon: Callable[[Any], Words],
        decks: DeckShelf = SHIPPED,
        reserve: Reserve | None = None,
    ) -> None:
        self._journal = journal
        self._clock = clock
        self._decks = decks
        self._sit = partial(Sitting, lexicon=lexicon, decks=self._decks)
        self._listeners: list[Callable[[TableView], None]] = []
        self._sitting: Sitting | None = None
        self._ledger = Ledger(journal, reserve)
        self._timing = Timing()
        self._paused = False
        self._inquiry = Inquiry()
        self._frame: str | None = None  # the newest kept picture of the table
        self._refusal: Refusal | None = None
        self._hints: Mapping[str, Any] = {}  # what may be added to the newest ruling
        self._tie = False
        self._doubts = Doubts()
        self._gathering = Gathering()
        self._dialog: dialog.State | None = None
        self._notices = Notices()
        self._is_behind = False  # something has happened that no view shows yet
        self._sound: Sound | None = None
        self._ids = 0
        self.view = TableView(server=secrets.token_hex(8), version=0)
        if journal.damage:
            self._notices.note("journal", journal.damage)
        self._notices.note("disk", self._ledger.short_of_room())
        self._resume()
        self._publish()

    # ------------------------------------------------------------------ the match

    def begin(self, setup: Mapping[str, Any]) -> TableView:
        """Start a match of `setup` (game, players, options, deck). Raises BadInput when it is unusable."""
        self._must_be_free()
        setup = self._decks.dealt(setup)
        self._sit(JournalMatch(0, setup, ""))  # an unusable setup is refused before it is written
        self._note_left()
        row = self._ledger.begin(setup, self._clock.wall())
        self._leave()
        self._sitting = sitting = self._sit(row)
        self._timing = Timing().after(sitting.view, sitting.match.state, self._clock.now_ms(), paused=False)
        self._gathering = self._asking(sitting)
        self._write()
        self._make_sound("begin")
        return self._publish()

    def happen(self, event: Any, *, source: str, frame: str | None = None, tie: bool = False) -> Entry | Refusal:
        """Take one event of the transcript's vocabulary: rule, commit, publish. A refused one changes nothing.

        `tie` says that it was called together with others and the seats had to decide. `frame` names the picture it was
        made from; what was pressed or said is kept with the newest picture of the table.
        """
        sitting = self._playing()
        door.from_machine(sitting.match.book, event, source)
        judgement = sitting.judge(event)
        event = judgement.entry.event
        refusal = self._timing.too_late(sitting.view.game, event) or refused(judgement)
        if refusal is not None:
            self._refusal = refusal
            self._make_sound("refused")
            self._publish()
            return refusal
        row = JournalEvent(sitting.next_number, event, source, self._clock.wall(), frame or self._frame)
        before, after, now_ms = sitting, sitting.after(judgement, row), self._clock.now_ms()
        timing = self._timing.after(after.view, after.match.state, now_ms, paused=self._paused)
        sound = "over" if after.view.over and not before.view.over else judgement.ruling.verdict
        entry, asking = after.protocol[-1], self._asking(after)
        disk = self._ledger.write(sitting.row.id, timing, now_ms, row)
        self._sitting, self._timing, self._tie, self._refusal, self._hints = after, timing, tie, None, {}
        self._gathering = asking
        try:
            self._notices.note("disk", disk or self._ledger.short_of_room())
            self._follow(sound, before)
        except Exception as error:  # noqa: BLE001 - it is written: nothing takes it back, and what failed is said
            self._show_in_spite_of(error)
        return entry

    def _follow(self, sound: str, before: Sitting | None = None) -> None:
        """What comes once something is written: each part may fail without harm. `before` was so until then."""
        now = self._playing()
        self._notices.without(told("the hints"), partial(self._hint, now))
        if before is not None:
            self._notices.without(told("the camera's questions"), partial(self._inquire_anew, before, now))
        self._notices.without(told("the sound"), partial(self._make_sound, sound))
        self._publish()
        if self._inquiry.newest is not None and not self._notices.without(
            told("the newest picture of the camera"), self._look
        ):
            self._publish()

    def _inquire_anew(self, before: Sitting, now: Sitting) -> None:
        self._inquiry = self._inquiry.after(now.view.game, before.match.state, now.match.state)

    def _hint(self, sitting: Sitting) -> None:
        self._hints = sitting.match.hints()

    def _show_in_spite_of(self, error: Exception) -> None:
        """Show what is written though something that belongs to it failed; if not now, then with the next turn."""
        self._is_behind = True
        with suppress(Exception):
            self._notices.lost(told("a part of the display"), error)
            self._publish()

    def say(self, event: Any, seat: str, *, source: str, tie: bool = False) -> Entry | Refusal | None:
        """Take what the player on this seat says, by a phone or a button of their own.

        None when it is a part of what several say together and waits for theirs. Raises NotYours for what is somebody
        else's to say.
        """
        sitting = self._playing()
        said = door.from_seat(sitting.match.book, sitting.view, event, seat)
        if door.is_part(sitting.match.book, said):
            return self._join(said, seat, source)
        return self.happen(said, source=source, tie=tie)

    def _join(self, part: Mapping[str, Any], seat: str, source: str) -> Entry | Refusal | None:
        """Put one player's part to what the others have said: a doubt, or what the word's player adds to the doubts."""
        sitting = self._playing()
        state = sitting.match.state
        if not is_doubt(sitting.match.book, part):
            raise NotYours(told("this is for all together to say: each chooses on a phone, or the host hands it in"))
        if may_doubt(sitting.view, state, seat):
            return self.doubt(seat, sitting.next_number - 1, source=source)
        together = doubted(sitting.view, state, self._doubters())
        if together is None:
            raise NotYours(told("there is nothing now that this could be about"))
        return self.happen({**part, **together}, source=source)

    # ------------------------------------------------------------------ what several say together

    def open_gathering(self, value: Any, player: str | None, phones: Collection[str]) -> TableView:
        """What everybody's part goes by, as a phone of `player` says it, or the host (None): which card was turned.

        `phones` are the players who can hand their part in by phone. Once two phones say the same, or the host does,
        the parts are asked for and their time runs. Raises NotNow when nothing opens it, BadInput for what cannot.
        """
        sitting, gathering = self._playing(), self._gathering
        if not gathering.opens or gathering.asked is None:
            raise NotNow(told("no card of a showdown is to be turned now"))
        read_opening(sitting.view.game, gathering.asked, value, sitting.view.players)
        self._gathering = gathering = gathering.opening(value, player, phones)
        timed = gathering.asked.window if gathering.asked is not None and gathering.opened is not None else None
        if timed is not None:
            window = Window(EVERYBODY, timed.label, round(timed.seconds * 1000), (str(value),))
            self._timing = Timing().opened(window, self._clock.now_ms(), paused=self._paused)
        return self._publish()

    def gather(self, player: str, body: Mapping[str, Any], *, source: str) -> Entry | Refusal | None:
        """One player's part of what several say together, out of `body`; it stays secret until all are there.

        None while others are still to come. Raises BadInput when nothing is asked of this player, for what is no such
        part, or once the time is up.
        """
        sitting, gathering = self._playing(), self._gathering
        if gathering.asked is None or not gathering.asks(player):
            raise NotNow(told("no cards are being chosen now"))
        part = read_part(sitting.view.game, gathering.asked, body, sitting.view.players)
        self._gathering = joined = gathering.joined(player, part)
        try:
            if joined.whole is not None:
                return self.happen(joined.whole, source=source)
            self._publish()
        except Exception:
            self._gathering = gathering  # nobody was told of this part: it can be handed in again
            raise
        return None

    def _close_gathering(self) -> None:
        """The time of what several say together is up: what was handed in counts, and nothing later does."""
        before = self._timing, self._gathering
        self._timing, self._gathering = Timing(), replace(self._gathering, is_closed=True)
        event = self._gathering.in_time
        try:
            if event is None or isinstance(self.happen(event, source="phones"), Refusal):
                self._keep()
        except Exception:
            self._timing, self._gathering = before  # nothing has happened: it is up again with the next turn
            raise

    def _asking(self, sitting: Sitting) -> Gathering:
        return Gathering(None if sitting.view.over else asked_of(sitting.view.game, sitting.match.state))

    def close(self) -> TableView:
        """Back to the quiet table. The match stays in the journal and can be taken up again."""
        self._playing()
        if self._ledger.waiting:
            raise BadInput(
                told("events wait that the disk does not take; the match cannot be left before they are written")
            )
        self._write()
        self._note_left()
        self._leave()
        return self._publish()

    def reopen(self, match_id: int) -> TableView:
        """Take up a match of the journal where it stands, timers paused. Raises BadInput for an unknown one."""
        self._must_be_free()
        row = self._ledger.match(match_id)
        sitting = self._sit(row, self._journal.events(row.id))
        self._note_left()
        self._ledger.note_closed(match_id, None)
        self._take_up(sitting)
        return self._publish()

    def matches(self) -> list[JournalMatch]:
        """All matches of the journal, oldest first."""
        return self._journal.matches()

    def export(self, match_id: int) -> dict[str, Any]:
        """A match as a transcript: what `tableside judge` reads. Raises BadInput for an unknown match."""
        row = self._ledger.match(match_id)
        return {**row.setup, "events": [event.event for event in self.events(match_id)]}

    def events(self, match_id: int) -> list[JournalEvent]:
        """The events of a match with source, time and frame, those that wait for room on the disk included."""
        waiting = self._ledger.waiting if match_id == self.view.match_id else []
        return [*self._journal.events(match_id), *waiting]

    # ------------------------------------------------------------------ the camera

    def see(self, table: Table, frame: str | None = None) -> Entry | Refusal | None:
        """A settled table, as the camera saw it; `frame` names its kept picture."""
        if self._sitting is None:
            return None
        self._inquiry, self._frame = self._inquiry.seen(table, frame), frame
        return self._look("camera")

    def answer(self, question_id: int, label: str, *, source: str, seat: str | None = None) -> Entry | Refusal | None:
        """Answer the open question. Any answer may be given, not only the candidates.

        `seat` is the player whose phone answers, None for whoever speaks for the table. None when nothing has happened
        yet: the answer was no, or the table with the card so named asks for more. Raises NotYours for what is another
        player's to say.
        """
        door.may_answer(self._inquiry.question, seat)
        frame = self._inquiry.question.frame if self._inquiry.question else None
        with self._inquiry_stands():
            self._inquiry, event = self._inquiry.answered(question_id, label)
            if event is not None:
                return self.happen(event, source=source, frame=frame)
            return self._look(source, frame)

    def overlook(self) -> TableView:
        """The match is right, whatever the table shows. Raises BadInput when nothing differs."""
        if self._inquiry.difference is None:
            raise BadInput(told("the table does not differ from the match"))
        self._inquiry = self._inquiry.overlooked()
        return self._publish()

    def _look(self, source: str = "camera", frame: str | None = None) -> Entry | Refusal | None:
        """Hold the newest table against the match as it stands; `frame` is its picture that was asked about."""
        sitting, asked = self._playing(), self._inquiry.question
        self._ids += 1
        with self._inquiry_stands():
            self._inquiry, event = self._inquiry.look(sitting.view, sitting.match.state, self._ids)
            if event is not None:
                return self.happen(event, source=source, frame=frame or self._inquiry.frame)
        if self._inquiry.question not in (None, asked):
            self._make_sound("question")
        if (self._inquiry.question, self._inquiry.difference) != (self.view.question, self.view.difference):
            self._publish()
        return None

    @contextmanager
    def _inquiry_stands(self) -> Iterator[None]:
        """What an error kept from happening can be seen, and answered, once more."""
        before = self._inquiry
        try:
            yield
        except Exception:
            self._inquiry = before
            raise

    # ------------------------------------------------------------------ buttons and clock

    def navigate(self, button: dialog.Button, *, source: str = "panel") -> Entry | Refusal | None:
        """One press of up, down or select, on whatever the table asks.

        Raises NotYet when what it decides must wait; until then every display says for what.
        """
        if self._dialog is None:
            return None
        self._dialog, deed = dialog.step(self._dialog, button)
        if deed is None:
            self._publish()
            return None
        self._dialog = None
        try:
            return deeds.carry_out(self, deed, source)
        except BadInput as error:  # whoever pressed stands before the table: every display says it
            self._refusal = Refusal({}, "malformed", None, error.sentence)
            self._publish()
            if isinstance(error, NotYet):
                error.again = partial(deeds.carry_out, deed=deed, source=source)
                raise
            return self._refusal

    def pause(self) -> TableView:
        """Stop the timer. Raises BadInput when no match is being played."""
        self._playing()
        self._paused, self._timing = True, self._timing.paused(self._clock.now_ms())
        return self._keep()

    def resume(self) -> TableView:
        """Let the timer go on from where it stopped. Raises BadInput when no match is being played."""
        self._playing()
        self._paused, self._timing = False, self._timing.resumed(self._clock.now_ms())
        return self._keep()

    def start_timer(self) -> TableView:
        """Start the timer that is on offer (T6). Raises BadInput when there is none to start."""
        sitting = self._playing()
        if self._timer_holder() is None:
            raise BadInput(told("there is no timer to start now"))
        now_ms = self._clock.now_ms()
        self._timing = self._timing.started(sitting.view, sitting.match.state, now_ms, paused=self._paused)
        return self._keep()

    def doubt(self, player: str, word: int, *, source: str) -> Entry | Refusal | None:
        """`player` doubts the word that is event number `word`. Once enough do it is looked up; until then a time
        that runs waits for them. None while more are needed, and when there is nothing (any more) to doubt."""
        sitting, doubts = self._sitting, self._doubts.of(word).joined(player)
        if (
            sitting is None
            or sitting.next_number - 1 != word
            or not may_doubt(sitting.view, sitting.match.state, player)
        ):
            return None
        if doubts == self._doubts:
            return None
        before = self._doubts, self._timing
        self._doubts, self._timing = doubts, self._timing.held(sitting.view.game, self._clock.now_ms())
        try:
            event = doubted(sitting.view, sitting.match.state, doubts.players)
            ruled = None if event is None else self.happen(event, source=source)
        except Exception:
            self._doubts, self._timing = before  # nobody was told of the doubt: it can be said again
            raise
        if not isinstance(ruled, Entry):
            self._keep()
        return ruled

    def tick(self) -> int | None:
        """Hand in the timeout if the window has run out. Returns the milliseconds until there is something to do."""
        if self._is_behind:
            self._publish()
        if self._ledger.is_behind:
            self._write()
        elif self._ledger.is_short:
            self.fault("disk", self._ledger.short_of_room())
        if self._timing.held_until_ms is not None:
            return self._wait_for_doubts(self._timing.held_until_ms)
        countdown, window = self._timing.countdown, self._timing.window
        if countdown is None or window is None or not countdown.running:
            return None
        left_ms = countdown.remaining_ms(self._clock.now_ms())
        if left_ms == 0 and window.player == EVERYBODY:
            self._close_gathering()
            return None
        if left_ms == 0:
            self._hand_in_timeout(window.player)
            return None
        if self._ledger.note_due_ms(left_ms) == 0:
            self._write()
        return min(left_ms, self._ledger.note_due_ms(left_ms))

    def _hand_in_timeout(self, player: str) -> None:
        before, over = self._timing, self._timing.up()
        self._timing = Timing()
        try:
            ruled = self.happen({"event": "timeout", "player": player}, source="clock")
        except Exception:
            self._timing = before  # the time stays up, and is handed in again
            raise
        if isinstance(ruled, Refusal):
            self._timing = over
            self._keep()

    def _wait_for_doubts(self, until_ms: int) -> int | None:
        """Let the window go on when nobody has joined the doubts in time. Returns the milliseconds until then."""
        now_ms = self._clock.now_ms()
        if now_ms < until_ms:
            return until_ms - now_ms
        self._timing = self._timing.unheld(now_ms)
        self._keep()
        return None

    def leave_off(self) -> None:
        """The program ends: write down what waits and what is left of the window, so that the next start goes on from
        there. Raises EventsLost when the disk does not take what waits."""
        if self._sitting is not None:
            self._write()
            self._ledger.leave_off(self._sitting.row.id)

    # ------------------------------------------------------------------ parts that fail

    def fault(self, part: str, sentence: str | None) -> None:
        """A part (camera, screen, panel) reports what is wrong, or None when it is well again."""
        if self._notices.note(part, sentence):
            self._publish()

    def _keep(self) -> TableView:
        """Write down what is left of the window, and show it."""
        self._write()
        return self._publish()

    def _write(self) -> None:
        """Put what waits and what is left of the window on disk; when it is full, say so on every display."""
        wrong = self._ledger.write(self._playing().row.id, self._timing, self._clock.now_ms())
        self.fault("disk", wrong or self._ledger.short_of_room())

    # ------------------------------------------------------------------ views

    def subscribe(self, told: Callable[[TableView], None]) -> Callable[[], None]:
        """Be told each new view, on the referee's thread. Returns what ends it."""
        self._listeners.append(told)
        return lambda: self._listeners.remove(told)

    def _publish(self) -> TableView:
        """Make a view of the table as it stands and tell everybody; a listener that fails costs the others nothing."""
        if not self._notices.without(told("the menu of the buttons"), self._renew_dialog):
            self._dialog = None
        self._show()
        if self._notices.note("listeners", self._tell()):
            self._show()
            self._tell()
        return self.view

    def _show(self) -> None:
        sitting = self._sitting
        view = sitting.view if sitting else None
        self.view = TableView(
            server=self.view.server,
            version=self.view.version + 1,
            match_id=sitting.row.id if sitting else None,
            title=rulebook(view.game).title if view else "",
            match=view,
            state=sitting.match.state if sitting else None,
            options=sitting.options if sitting else {},
            deck=sitting.deck if sitting else None,
            protocol=sitting.protocol if sitting else (),
            refusal=self._refusal,
            hints=self._hints,
            tie=self._tie,
            doubters=self._doubters(),
            gathering=self._gathering,
            timer=self._timing.shown(self._clock.now_ms()),
            timer_holder=self._timer_holder(),
            paused=self._paused,
            dialog=self._dialog.shown() if self._dialog else None,
            question=self._inquiry.question,
            difference=self._inquiry.difference,
            notices=self._notices.sentences,
            sound=self._sound,
        )
        self._is_behind = False

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

    def _doubters(self) -> tuple[str, ...]:
        """Who doubts the word just said."""
        return () if self._sitting is None else self._doubts.of(self._sitting.next_number - 1).players

    def _timer_holder(self) -> str | None:
        """Who may start a timer now (T6); None when there is none to start."""
        return None if self._sitting is None else self._timing.holder(self._sitting.view, self._sitting.match.state)

    def _renew_dialog(self) -> None:
        """Keep the dialog while it is about the same thing; else start the one the table calls for now."""
        sitting = self._sitting
        situation = dialog.Situation(
            sitting.view if sitting else None,
            sitting.match.state if sitting else None,
            sitting.protocol if sitting else (),
            paused=self._paused,
            has_timer=self._timer_holder() is not None,
            doubters=self._doubters(),
            differs=self._inquiry.difference is not None,
            matches=self._journal.matches,
            decks=self._decks,
        )
        due = dialog.about(situation, self._inquiry.question, is_late=self._timing.late is not None)
        if self._dialog is None or due.key != self._dialog.key:
            self._dialog = due

    def _make_sound(self, name: str) -> None:
        self._ids += 1
        self._sound = Sound(self._ids, name)

    # ------------------------------------------------------------------ taking up

    def _resume(self) -> None:
        """Take up the match that was on the table, the only one that nobody has left.

        One that the rules of today cannot begin stays in the journal, and every display says why.
        """
        rows = [row for row in self._journal.matches() if row.closed is None]
        if not rows:
            return
        try:
            self._take_up(self._sit(rows[-1], self._journal.events(rows[-1].id)))
        except BadInput as error:
            problem = {"number": rows[-1].id, "problem": error.sentence}
            self._notices.note("match", told("match {number} cannot be taken up again: {problem}", **problem))

    def _take_up(self, sitting: Sitting) -> None:
        """Stand where the match stood. Timers are paused: nobody loses time to a power cut."""
        self._leave()
        self._sitting, self._paused = sitting, True
        for part, sentence in sitting.faults.items():
            self._notices.note(part, sentence)
        noted = self._journal.timing(sitting.row.id, len(sitting.protocol))
        self._timing = Timing.restored(noted, sitting.view, sitting.match.state)
        self._frame = sitting.protocol[-1].frame if sitting.protocol else None
        self._gathering = self._asking(sitting)
        self._notices.without(told("the hints"), partial(self._hint, sitting))

    def _note_left(self) -> None:
        if self._sitting is not None:
            self._ledger.note_closed(self._sitting.row.id, self._clock.wall())

    def _leave(self) -> None:
        self._sitting, self._timing = None, Timing()
        for part in ("deck", "match"):
            self._notices.note(part, None)
        self._refusal = self._dialog = None
        self._inquiry, self._paused, self._tie, self._doubts = Inquiry(), False, False, Doubts()
        self._gathering = Gathering()
        self._frame, self._hints = None, {}

    def _must_be_free(self) -> None:
        if self._ledger.waiting or (self._sitting is not None and not self._sitting.view.over):
            raise BadInput(told("a match is being played; end it first"))

    def _playing(self) -> Sitting:
        if self._sitting is None:
            raise BadInput(told("no match is being played; begin one first"))
        return self._sitting
