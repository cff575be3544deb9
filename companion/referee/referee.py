"""The referee: the one writer. Events come in, the rules answer, the journal keeps, views go out.

`Referee` is synchronous and knows no thread: `companion.referee.desk` runs it on one of its own. Whatever it does
happens in this order: ask the rules, commit to the journal, publish the view. A refused event changes nothing and is
not kept; whoever handed it in gets the refusal, and displays show it until something is accepted. Until the commit an
error leaves everything as it was; after it nothing takes the event back, and what fails then is said on the displays.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from companion.decks.shelf import SHIPPED, DeckShelf
from companion.errors import BadInput
from companion.games.names import sounding
from companion.games.naming import with_names
from companion.referee import absence, door, looking, parts, timekeeping
from companion.referee.archive import Archive
from companion.referee.joining import is_joined, may_join
from companion.referee.journal import JournalEvent
from companion.referee.ledger import Ledger
from companion.referee.listening import HEARING
from companion.referee.notices import Notices
from companion.referee.onlooker import Onlooker
from companion.referee.publishing import Publisher
from companion.referee.seating import Seating
from companion.referee.sitting import FAULTS, Sitting
from companion.referee.source import Source
from companion.referee.stand import Stand
from companion.referee.tableview import Entry, Refusal, TableView
from companion.referee.three_buttons import ThreeButtons
from companion.referee.timekeeper import Timekeeper
from companion.referee.tournament_table import TournamentTable
from companion.referee.writer import Writer
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from concurrent.futures import Future

    from companion.clock import Clock
    from companion.games.core import Words
    from companion.games.layout import Layout
    from companion.referee.disk import Reserve
    from companion.referee.journal import Journal
    from companion.referee.misreading import Misreading
    from companion.referee.tableview import Voicing
    from companion.sentences import Told
    from companion.vision.motion import Motion
    from companion.vision.sighting import Table

T = TypeVar("T")


class Referee:
    """Runs one table. Every method is called from one thread only; `view` may be read from any."""

    def __init__(
        self,
        journal: Journal,
        clock: Clock,
        lexicon: Callable[[Any], Words],
        decks: DeckShelf = SHIPPED,
        reserve: Reserve | None = None,
        think: Callable[[Sitting], object] | None = None,
    ) -> None:
        """`think` has somebody else find out what may be added to the newest ruling, and say it by `hint`; None has the
        referee do it before the ruling is shown."""
        self._clock = clock
        self._think = think
        self._seating = Seating(journal, lexicon, decks)
        self._ledger = Ledger(journal, reserve)
        self.archive = Archive(self._ledger, lambda: self.stand.match_id is not None)
        self._set_loudness: Callable[[int], object] = int
        self._act: str | None = None  # the name of what is being done
        self._notices = Notices()
        self._publisher = Publisher(clock, self._notices, journal.matches, decks)
        self._notices.note("journal", journal.damage)
        self._notices.note("disk", self._ledger.wrong_with_disk())
        stand, wrong = self._seating.left_standing(clock.now_ms())
        self._writer = Writer(stand, clock, self._ledger, self._notices, self._publisher)
        self._timekeeper = Timekeeper(self, self._writer, self._ledger, self._publisher, clock)
        self._onlooker = Onlooker(self, self._writer, self._publisher, self._notices, clock, decks)
        self.buttons = ThreeButtons(self, self._writer, self._ledger, self._publisher, self._notices, clock)
        self.tournament = TournamentTable(
            self, self._writer, self._ledger, self._seating, self._publisher, self._notices
        )
        self._arrive(wrong=wrong)

    @property
    def stand(self) -> Stand:
        """How the table stands, as one value, for who plays along."""
        return self._writer.stand

    @property
    def view(self) -> TableView:
        """The newest view; an immutable value, so any thread may read it."""
        return self._publisher.view

    # ------------------------------------------------------------------ the match

    def begin(self, setup: Mapping[str, Any]) -> TableView:
        """Start a match of `setup` (game, players, options, deck). Raises BadInput when it is unusable, and for players
        who cannot be called so."""
        return self.bring_in(with_names(setup))

    def bring_in(self, setup: Mapping[str, Any]) -> TableView:
        """As `begin`, of a match whose players have their names from elsewhere, whatever they are."""
        self._must_be_free()
        setup = self._seating.dealt(setup)
        row, now_ms = self._ledger.next_match(setup, self._clock.wall()), self._clock.now_ms()
        begun = self._seating.begun(row, now_ms)
        write = partial(self._ledger.begin, row, begun, now_ms, self.stand.match_id)
        return self._writer.take_place(write, begun, partial(self._arrive, "begin"))

    def close(self) -> TableView:
        """Back to the quiet table. The match stays in the journal and can be taken up again."""
        left = self.stand.playing.row.id
        self._writer.write()  # a disk that does not take it is said on every display
        write = partial(self._ledger.leave, left, self._clock.wall(), self.stand, self._clock.now_ms())
        return self._writer.take_place(write, Stand(), self._arrive)

    def reopen(self, match_id: int) -> TableView:
        """Take up a match of the journal where it stands, timers paused. Raises BadInput for an unknown one."""
        self._must_be_free()
        stand = self._seating.taken_up(self._ledger.match(match_id), self._clock.now_ms())
        write = partial(self._ledger.reopen, match_id, self._clock.wall(), self.stand.match_id)
        return self._writer.take_place(write, stand, self._arrive)

    def happen(self, event: Any, *, source: Source, frame: str | None = None, tie: bool = False) -> Entry | Refusal:
        """Take one event of the transcript's vocabulary: rule, commit, publish. A refused one changes nothing.

        `tie` says that it was called together with others and the seats had to decide. `frame` names the picture it was
        made from; what was pressed or said is kept with the newest picture of the table.
        """
        sitting = self.stand.playing
        door.from_machine(sitting.match.book, event, source)
        judgement = sitting.judge(event)
        event = judgement.entry.event
        refusal = self.stand.timing.too_late(sitting.view.game, event) or sitting.refusal(judgement)
        if refusal is not None:
            return self._writer.refuse(refusal)
        row = JournalEvent(sitting.next_number, event, source, self._clock.wall(), frame or self.stand.frame)
        now_ms = self._clock.now_ms()
        after = self.stand.after(judgement, row, now_ms, tie=tie, act=self._act)
        now, entry = after.playing.view, after.playing.protocol[-1]
        sound = "won" if now.over and not sitting.view.over else sounding(now.game, judgement.ruling.verdict)
        write = partial(self._ledger.write, sitting.row.id, after, now_ms, row)
        self._writer.take_place(write, after, partial(self._follow, sound, sitting))
        return entry

    def once(self, act: str | None, do: Callable[[Referee], T]) -> T | Entry:
        """`do` an act of this name, unless it has become an event already, maybe before a restart: then that event.
        None is one that nobody asks for twice."""
        done = None if act is None else self.stand.done.numbers.get(act)
        if done is not None:
            return self.stand.playing.protocol[done - 1]
        self._act = act
        try:
            return do(self)
        finally:
            self._act = None

    def _follow(self, sound: str, before: Sitting) -> None:
        """What comes once something is written: each part may fail without harm. `before` is the match until then."""
        self._notices.note(HEARING, None)
        self._notices.without(told("the hints"), self._hint)
        self._notices.without(told("the camera's questions"), partial(self._move_on, before))
        self._notices.without(told("the sound"), partial(self._publisher.sound, sound))
        self._writer.publish()
        if self.stand.inquiry.newest is not None and not self._notices.without(
            told("the newest picture of the camera"), self._onlooker.look
        ):
            self._writer.publish()

    def _hint(self) -> None:
        sitting = self.stand.playing
        if self._think is None:
            self._writer.stand = self.stand.hinted(sitting.hints())
        else:
            self._think(sitting)

    def hint(self, sitting: Sitting, found: Future[Mapping[str, Any]]) -> None:
        """What was found out about the newest ruling of a match as it stood: shown, unless the match has gone on."""
        if self.stand.sitting is sitting:
            self._notices.without(told("the hints"), lambda: self._add(found.result()))
            self._writer.publish()

    def advise(self, sitting: Sitting, said: Told) -> None:
        """What a good player thinks of the newest event of a match as it stood: shown, unless the match has gone on."""
        if self.stand.sitting is sitting:
            self._writer.stand = self.stand.advised(said)
            self._writer.publish()

    def _add(self, hints: Mapping[str, Any]) -> None:
        self._writer.stand = self.stand.hinted(hints)

    def _move_on(self, before: Sitting) -> None:
        self._writer.stand = looking.moved_on(self.stand, before)

    def say(self, event: Any, seat: str, *, source: Source, tie: bool = False) -> Entry | Refusal | None:
        """Take what the player on this seat says, by a phone or a button of their own.

        None when it is a part of what several say together and waits for theirs. Raises NotYours for what is somebody
        else's to say.
        """
        sitting = self.stand.playing
        self.stand.must_not_be_halted()
        said = door.from_seat(sitting.match.book, sitting.view, event, seat)
        if not door.is_part(sitting.match.book, said):
            return self.happen(said, source=source, tie=tie)
        if is_joined(sitting.match.book, said) and may_join(sitting.view, sitting.match.state, seat):
            return self.join_in(seat, sitting.next_number - 1, source=source)
        return self.happen(parts.added(self.stand, said), source=source)

    # ------------------------------------------------------------------ what several say together

    def hear_of_phones(self, players: Callable[[], Collection[str]]) -> None:
        """Ask `players` whose phones can hand something in, when the camera or the three buttons say the rest."""
        self._publisher.phones = players

    def open_gathering(self, value: Any, player: str | None, phones: Collection[str]) -> TableView:
        """What everybody's part goes by, as a phone of `player` says it, or the host (None): which card was turned.

        `phones` are the players who can hand their part in by phone. Once two phones say the same, or the host does,
        the parts are asked for and their time runs. Raises NotNow when nothing opens it, BadInput for what cannot.
        """
        if player is not None:
            self.stand.must_not_be_halted()
        with self._writer.or_as_before():
            return self._writer.keep(parts.opened(self.stand, value, player, phones, self._clock.now_ms()))

    def gather(self, player: str, body: Mapping[str, Any], *, source: Source) -> Entry | Refusal | None:
        """One player's part of what several say together, out of `body`; it stays secret until all are there, and can
        be changed until then.

        None while others are still to come. Raises BadInput when nothing is asked of this player, for what is no such
        part, or once the time is up.
        """
        self.stand.must_not_be_halted()
        with self._writer.or_as_before():  # until it is written this part can be handed in again
            self._writer.stand, event = parts.gathered(self.stand, player, body)
            if event is not None:
                return self.happen(event, source=source)
            self._writer.keep(self.stand)
        return None

    def draft(self, player: str, event: str, fields: Mapping[str, str | bool], says: Mapping[str, Any]) -> None:
        """What `player` has begun to write in the form of `event`: it is shown to nobody else and is on disk soon.

        `says` is what the form would hand in as it stands; where something is written while a time runs, it counts when
        that is up. Raises NotNow when they do not play, BadInput for what is no event of the game.
        """
        self._writer.stand = parts.drafted(self.stand, player, event, fields, says)
        self._ledger.jot(self._clock.now_ms())

    def drafts(self, player: str) -> Mapping[str, Mapping[str, str | bool]]:
        """What `player` has begun to write: the fields of each form by its event, as they are shown to nobody else."""
        return self.stand.drafts.shown(player, self.stand.timing.window)

    def join_in(self, player: str, about: int, *, source: Source) -> Entry | Refusal | None:
        """`player` joins in what several say of event number `about`. Once enough have it is judged; until then a time
        that runs waits for them. None while more are needed, and when there is nothing (any more) to join in."""
        self.stand.must_not_be_halted()
        joined = parts.with_joiner(self.stand, player, about, self._clock.now_ms())
        if joined is None:
            return None
        with self._writer.or_as_before():  # until others are told of it, it can be said again
            self._writer.stand, event = joined
            ruled = None if event is None else self.happen(event, source=source)
            if not isinstance(ruled, Entry):
                self._writer.keep(self.stand)
        return ruled

    # ------------------------------------------------------------------ the camera

    def wait_for_eyes(self, has_seen: Callable[[int], bool]) -> None:
        """Ask `has_seen` whether what lay on the table at a time (monotonic nanoseconds) has been told by `see`: a card
        that lay there in time is in time."""
        self._timekeeper.has_seen = has_seen

    def see(self, table: Table, frame: str | None = None, motion: Motion | None = None) -> Entry | Refusal | None:
        """A settled table, as the camera saw it (`Onlooker.see`)."""
        return self._onlooker.see(table, frame, motion)

    def answer(
        self, question_id: int, label: str, *, source: Source, seat: str | None = None
    ) -> Entry | Refusal | None:
        """Answer what the camera asks (`Onlooker.answer`)."""
        return self._onlooker.answer(question_id, label, source=source, seat=seat)

    def overlook(self) -> TableView:
        """The match is right, whatever the table shows. Raises BadInput when nothing differs."""
        return self._onlooker.overlook()

    def hear_of_misreadings(
        self, keep: Callable[[Misreading, Layout], object], forget: Callable[[Misreading], object] | None = None
    ) -> None:
        """Have readings that were wrong told to somebody (`Onlooker.hear_of_misreadings`)."""
        self._onlooker.hear_of_misreadings(keep, forget)

    def misread(self, wrong: Misreading, *, seat: str | None = None) -> dict[str, Any] | None:
        """Somebody says what a card truly is that was read wrongly; the event that would correct the match, if one does
        (`Onlooker.misread`)."""
        return self._onlooker.misread(wrong, seat=seat)

    # ------------------------------------------------------------------ the clock

    def pause(self) -> TableView:
        """Stop the timer and the match: what players say, and what the camera sees, waits until it goes on. The host
        and the three buttons may do everything still. Raises BadInput when no match is being played."""
        return self._writer.keep(timekeeping.paused(self.stand, self._clock.now_ms()))

    def resume(self) -> TableView:
        """Let the timer go on from where it stopped. Raises BadInput when no match is being played."""
        return self._writer.keep(timekeeping.resumed(self.stand, self._clock.now_ms()), self._see_what_was_laid)

    def _see_what_was_laid(self) -> None:
        self._writer.publish()
        self._onlooker.look()

    def away(self, player: str, *, is_away: bool) -> TableView:
        """`player` is away for a while, or back: meanwhile the match goes on where it can. Raises NotNow when they do
        not play, BadInput when no match is being played."""
        self._writer.keep(absence.marked(self.stand, player, is_away=is_away))
        event = absence.passing_over(self.stand, player) if is_away else None
        if event is not None:
            self.happen(event, source=Source.TABLE)
        return self.view

    def start_timer(self, player: str | None = None) -> TableView:
        """Start the timer that is on offer, as `player` says by a phone or a button of their own; None for whoever
        speaks for the table. Raises BadInput when there is none to start, NotNow for what players say while the match
        is paused."""
        if player is not None:
            self.stand.must_not_be_halted()
        return self._writer.keep(timekeeping.started(self.stand, self._clock.now_ms()))

    def hold(self, player: str) -> TableView:
        """Have the time that runs for `player` wait, once, while they say what they do. Raises NotNow when it
        does not wait for them."""
        return self._writer.keep(timekeeping.waiting(self.stand, player, self._clock.now_ms()))

    def tick(self) -> int | None:
        """Hand in the timeout if the window has run out, and pass over who is away. Returns the milliseconds until
        there is something to do."""
        return self._timekeeper.tick()

    def leave_off(self) -> None:
        """The program ends: write down what waits and what is left of the window, so that the next start goes on from
        there. Raises EventsLost when the disk does not take what waits."""
        self._writer.leave_off()

    def fault(self, part: str, sentence: str | None) -> None:
        """A part (camera, screen, panel) reports what is wrong, or None when it is well again."""
        self._writer.say(part, sentence)

    def show_anew(self) -> None:
        """Something beside the match is different now: every display gets the view once more."""
        self._writer.publish()

    def hear_of_voice(self, voice: Voicing) -> None:
        """How loud what happens is spoken now, and by whom."""
        self._publisher.voice = voice
        self._writer.publish()

    def speak_by(self, set_loudness: Callable[[int], object]) -> None:
        """Have `set_loudness` told how loud the three buttons want what happens to be spoken, in percent."""
        self._set_loudness = set_loudness

    def speak(self, percent: int) -> None:
        """Have what happens spoken as loud as this, 0 to 100 percent."""
        self._set_loudness(percent)

    # ------------------------------------------------------------------ views

    def subscribe(self, listener: Callable[[TableView], None]) -> Callable[[], None]:
        """Have `listener` told each new view, on the referee's thread. Returns what ends it."""
        return self._publisher.subscribe(listener)

    def _arrive(self, sound: str | None = None, wrong: Told | None = None) -> None:
        """What comes once another match is on the table, or none, and what is `wrong` with it."""
        sitting = self.stand.sitting
        self._publisher.start_over()
        self.tournament.arrive(sitting)
        self._notices.note("practice", None)
        self._notices.note("match", wrong)
        for part in FAULTS:
            self._notices.note(part, sitting.faults.get(part) if sitting else None)
        if sitting:
            self._notices.without(told("the hints"), self._hint)
        if sound:
            self._publisher.sound(sound)
        self._writer.publish()

    def _must_be_free(self) -> None:
        sitting = self.stand.sitting
        if self._ledger.waiting or (sitting is not None and not sitting.view.over):
            raise BadInput(told("a match is being played; end it first"))
