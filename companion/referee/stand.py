"""How the table stands: the match with all that belongs to this moment of it, as one value.

Whoever changes something makes another stand of it, which takes the place of the old one as a whole or not at all.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from companion.errors import BadInput, NotNow
from companion.games.match_events import SEAT_EVENTS
from companion.games.tables import Proposal
from companion.games.together import asked_of
from companion.referee.done_acts import DoneActs
from companion.referee.drafts import Drafts
from companion.referee.gathering import Gathering
from companion.referee.inquiry import Inquiry
from companion.referee.joining import Joiners
from companion.referee.kept_sight import sight_from_json, sight_to_json
from companion.referee.source import Source
from companion.referee.timing import Timing
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.referee.inquiry import Question
    from companion.referee.journal import JournalEvent
    from companion.referee.judgement import Judgement
    from companion.referee.sitting import Sitting
    from companion.referee.tableview import Refusal
    from companion.sentences import Told


@dataclass(frozen=True, slots=True)
class Stand:
    """`sitting` is the match, None at a quiet table. `frame` names the newest kept picture of the table, `refusal` is
    what is shown until something is accepted, `hints` what may be added to the newest ruling, `advice`
    what a good player thinks of the newest event of somebody who practises; `tie` says that the seats
    had to decide it. `paused` says that no time runs, `halted` that somebody has said so: then nobody
    plays on either. `drafts` are what players have begun to write, `away` those
    who have said that nobody need wait for them, `done` the acts that are done when they are asked once more."""

    sitting: Sitting | None = None
    timing: Timing = field(default_factory=Timing)
    paused: bool = False
    halted: bool = False
    inquiry: Inquiry = field(default_factory=Inquiry)
    frame: str | None = None
    refusal: Refusal | None = None
    hints: Mapping[str, Any] = field(default_factory=dict)
    advice: Told | None = None
    tie: bool = False
    joining: Joiners = field(default_factory=Joiners)
    gathering: Gathering = field(default_factory=Gathering)
    drafts: Drafts = field(default_factory=Drafts)
    away: frozenset[str] = frozenset()
    done: DoneActs = field(default_factory=DoneActs)

    @classmethod
    def begun(cls, sitting: Sitting, now_ms: int) -> Stand:
        """At the beginning of a match, its first window open."""
        timing = Timing().after(sitting.view, sitting.match.state, now_ms, paused=False)
        return cls(sitting, timing, gathering=_asking(sitting))

    @classmethod
    def taken_up(cls, sitting: Sitting, noted: Mapping[str, Any] | None, now_ms: int) -> Stand:
        """Where a match stood, with what was `noted` of its window, of what was handed in or begun to be written, and
        of what the camera knew. Timers are paused: nobody loses time to a power cut. A match that somebody had paused
        stays so; of one that is won the time runs on, for nobody would let it go on."""
        known = noted or {}
        gathering, drafts = _asking(sitting), Drafts.restored(known.get("drafts", {}))
        if "gathering" in known:
            gathering = gathering.restored(known["gathering"])
        timing = Timing.restored(noted, sitting.view, sitting.match.state, gathering.window)
        frame = sitting.protocol[-1].frame if sitting.protocol else None
        halted = known.get("halted") is True  # notes of older tables do not say
        paused = halted or not sitting.view.over
        timing = timing if paused else timing.resumed(now_ms)
        stand = cls(sitting, timing, paused=paused, halted=halted, frame=frame, gathering=gathering, drafts=drafts)

        def playing(part: str) -> tuple[str, ...]:  # read back: whoever does not play is nobody
            names = known.get(part)
            return tuple(name for name in names if name in sitting.view.playing) if isinstance(names, list) else ()

        return replace(
            stand,
            away=frozenset(playing("away")),
            done=DoneActs.restored(known.get("done"), len(sitting.protocol)),
            joining=Joiners(sitting.next_number - 1, playing("joining")),
            inquiry=Inquiry(sight_from_json(known.get("sight", {}))),
        )

    def noted(self, now_ms: int) -> dict[str, Any]:
        """What a later start of the program needs beside the events to go on from here."""
        noted = self.timing.to_json(now_ms)
        if self.sitting is not None:
            noted["totals"] = list(self.sitting.match.scores.values())  # in the players' order, so without their names
            noted["verdicts"] = self.sitting.verdicts
        if self.halted:
            noted["halted"] = True
        if self.gathering.is_begun:
            noted["gathering"] = self.gathering.to_json()
        if self.away:
            noted["away"] = sorted(self.away)
        if self.done.numbers:
            noted["done"] = dict(self.done.numbers)
        if self.joining.players:
            noted["joining"] = list(self.joining.players)
        sight = sight_to_json(self.inquiry.sight)
        if sight:
            noted["sight"] = sight
        drafts = self.drafts.to_json()
        return {**noted, "drafts": drafts} if drafts else noted

    @property
    def playing(self) -> Sitting:
        """The match being played. Raises BadInput when there is none."""
        if self.sitting is None:
            raise BadInput(told("no match is being played; begin one first"))
        return self.sitting

    @property
    def match_id(self) -> int | None:
        """The number of the match in the journal."""
        return None if self.sitting is None else self.sitting.row.id

    @property
    def question(self) -> Question | None:
        """What the camera asks; nothing once whoever it asks is too late for what their answer would make of it."""
        inquiry = self.inquiry
        if self.sitting is not None and isinstance(inquiry.waiting, Proposal):
            too_late = self.timing.too_late(self.sitting.view.game, dict(inquiry.waiting.event))
            return inquiry.question if too_late is None else None
        return inquiry.question

    @property
    def joiners(self) -> tuple[str, ...]:
        """Who has joined in what several say one by one of the newest event."""
        return () if self.sitting is None else self.joining.of(self.sitting.next_number - 1).players

    @property
    def timer_holder(self) -> str | None:
        """Who may start a timer now; None when there is none to start."""
        return None if self.sitting is None else self.timing.holder(self.sitting.view, self.sitting.match.state)

    @property
    def may_hold(self) -> str | None:
        """Who may have the time that runs for them wait, once, to say what they do; None when nobody may."""
        return None if self.sitting is None else self.timing.may_hold(self.sitting.view, self.sitting.match.state)

    def must_not_be_halted(self) -> None:
        """Raises NotNow for what players say while the match is paused."""
        if self.halted:
            raise NotNow(told("the match is paused: it goes on when the host, or the buttons on the table, say so"))

    def after(
        self, judgement: Judgement, row: JournalEvent, now_ms: int, *, tie: bool, act: str | None = None
    ) -> Stand:
        """Once `row`, which was so judged, is entered, asked by an `act` of this name. What the camera has asked is
        settled elsewhere. A match that was taken up again goes on by it, timers too: people are there."""
        sitting = self.playing.after(judgement, row)
        before = self.timing.resumed(now_ms) if self.paused and not self.halted else self.timing
        timing = before.after(sitting.view, sitting.match.state, now_ms, paused=self.halted)
        drafts, gathering = self.drafts.after(judgement.entry.event, sitting.view), _asking(sitting)
        if judgement.entry.event["event"] in SEAT_EVENTS:
            gathering = gathering.carrying(self.gathering)
        away = self.away.intersection(sitting.view.playing)
        entered = replace(
            self, sitting=sitting, timing=timing, paused=self.halted, gathering=gathering, drafts=drafts, away=away,
            joining=Joiners(), done=self.done.with_act(act, row.number),
        )  # fmt: skip
        advice = self.advice if row.source == Source.TABLE else None  # what the table answers comes before it is read
        return replace(entered, refusal=None, hints={}, advice=advice, tie=tie)

    def advised(self, said: Told) -> Stand:
        """With what a good player thinks of the newest event."""
        return replace(self, advice=said)

    def hinted(self, hints: Mapping[str, Any]) -> Stand:
        """With what may be added to the newest ruling."""
        return replace(self, hints=hints)

    def refusing(self, refusal: Refusal) -> Stand:
        """With what was refused, to be shown until something is accepted."""
        return replace(self, refusal=refusal)


def _asking(sitting: Sitting) -> Gathering:
    """What several are to say together now."""
    return Gathering(None if sitting.view.over else asked_of(sitting.view.game, sitting.match.state))
