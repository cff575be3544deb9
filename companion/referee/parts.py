"""What several say together at a table: how it stands once one of them has said their part, and the event it makes.

Pure: each function gives a stand and the event that is to be handed in now, None while others are still to come.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.errors import BadInput, NotNow, NotYours
from companion.games.match_events import SEAT_EVENTS
from companion.games.together import fault_of, read_opening, read_part
from companion.games.window import written_meanwhile
from companion.referee import door
from companion.referee.drafts import Draft, window_of
from companion.referee.joining import is_joined, joint_event, may_join
from companion.referee.timing import Timing
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from companion.dialog import Deed
    from companion.referee.stand import Stand


def opened(stand: Stand, value: Any, player: str | None, phones: Collection[str], now_ms: int) -> Stand:
    """Once a phone of `player`, or the host (None), says what everybody's part goes by. Raises NotNow when nothing
    opens it, NotYours when the player does not play, BadInput for what cannot open it."""
    sitting, gathering = stand.playing, stand.gathering
    if not gathering.opens or gathering.asked is None:
        raise NotNow(told("nothing is to be turned over for all now"))
    if player is not None and player not in sitting.view.playing:
        raise NotYours(told("{name} does not play in this match", name=player))
    read_opening(sitting.view.game, gathering.asked, value, sitting.view.playing)
    gathering = gathering.opening(value, player, phones)
    window = gathering.window
    if window is None:
        return replace(stand, gathering=gathering)
    return replace(stand, gathering=gathering, timing=Timing().opened(window, now_ms, paused=stand.paused))


def gathered(stand: Stand, player: str, body: Mapping[str, Any]) -> tuple[Stand, Mapping[str, Any] | None]:
    """Once a player's part, out of `body`, is there. Raises NotNow when nothing is asked of this player, BadInput for
    what is no such part, or once the time is up."""
    sitting, gathering = stand.playing, stand.gathering
    asked = gathering.asked
    if asked is None or not gathering.asks(player):
        raise NotNow(told("no cards are being chosen now"))
    part = read_part(sitting.view.game, asked, body, sitting.view.playing)
    fault = fault_of(sitting.view.game, sitting.match.state, player, part)
    if fault is not None:
        raise BadInput(fault)
    gathering, drafts = gathering.joined(player, part), stand.drafts
    if gathering.window is not None:  # what is handed in is the newest that stands there, not what was kept before it
        draft = Draft({asked.part: " ".join(part)}, {asked.part: part}, gathering.window)
        drafts = drafts.with_draft(player, asked.event, draft)
    return replace(stand, gathering=gathering, drafts=drafts), gathering.whole


def made_whole(stand: Stand) -> Mapping[str, Any] | None:
    """The event that all parts make, once the last who was waited for has gone or sits out; None otherwise, and while
    the match is paused: nothing secret is shown then."""
    if stand.paused or stand.sitting is None or not stand.sitting.protocol or stand.refusal is not None:
        return None
    if not stand.gathering.parts:
        return None
    return stand.gathering.whole if stand.sitting.protocol[-1].event["event"] in SEAT_EVENTS else None


def closed(stand: Stand, phones: Collection[str]) -> tuple[Stand, Mapping[str, Any] | None]:
    """Once the time is up: what was handed in counts, and what stood on a phone by then; nothing later does. Players
    without one of `phones` are waited for, who have written on paper."""
    gathering = stand.gathering.closed(_on_paper(stand), phones)
    return replace(stand, timing=Timing(), gathering=gathering), gathering.whole


def _on_paper(stand: Stand) -> dict[str, Any]:
    """What those who are asked have written while the time ran, as far as it is a part."""
    sitting, asked = stand.playing, stand.gathering.asked
    written: dict[str, Any] = {}
    for player in asked.players if asked is not None else ():
        assert asked is not None
        says = stand.drafts.in_time(player, asked.event, stand.gathering.window)
        if says is None:
            continue
        try:
            written[player] = read_part(sitting.view.game, asked, says, sitting.view.playing)
        except BadInput:  # what is no part was not finished: then what was handed in before counts
            continue
    return written


# ------------------------------------------------------------------ what somebody has only begun to write


def drafted(stand: Stand, player: str, event: str, fields: Mapping[str, str | bool], says: Mapping[str, Any]) -> Stand:
    """With what `player` has begun to write in the form of `event`. Raises NotNow when they do not play, BadInput for
    what is no event of the game, NotYours for a field that is somebody else's to say."""
    sitting = stand.playing
    if player not in sitting.view.playing:
        raise NotNow(told("{name} does not play in this match", name=player))
    if event not in sitting.match.book.events:
        raise BadInput(told("the field “{field}” {problem}", field="event", problem=told("is no event of this match")))
    said = {**says, "event": event}
    if says and not door.is_part(sitting.match.book, said):  # once the time is up it does not come by the door again
        door.from_seat(sitting.match.book, sitting.view, said, player)
    draft = Draft(fields, says, window_of(player, stand.timing.window))
    return replace(stand, drafts=stand.drafts.with_draft(player, event, draft))


def spelled(stand: Stand, begun: Deed) -> Stand:
    """With what is being spelled with the three buttons, where it is put on paper while a time runs: as on a phone."""
    sitting = stand.playing
    if begun.act == "part" and stand.gathering.asked is not None:
        event, (player, says) = stand.gathering.asked.event, begun.value
    elif begun.act == "event" and begun.value["event"] == written_meanwhile(sitting.view, sitting.match.state):
        says = {name: value for name, value in begun.value.items() if name not in ("event", "player")}
        event, player = begun.value["event"], begun.value["player"]
    else:
        return stand
    if window_of(player, stand.timing.window) is None:
        return stand
    fields = {name: " ".join(words) for name, words in says.items() if words}
    return drafted(stand, player, event, fields, says)


def written_in_time(stand: Stand, player: str) -> Mapping[str, Any] | None:
    """What `player` has put on paper by the time it is up, as the event it is; None when there is nothing."""
    sitting = stand.playing
    event = written_meanwhile(sitting.view, sitting.match.state)
    says = None if event is None else stand.drafts.in_time(player, event, stand.timing.window)
    return {**says, "event": event, "player": player} if says is not None and any(says.values()) else None


def with_joiner(stand: Stand, player: str, about: int, now_ms: int) -> tuple[Stand, Mapping[str, Any] | None] | None:
    """Once `player` joins in what several say of event number `about`: a time that runs waits for the others. None when
    that changes nothing: the player has joined already, or there is nothing (any more) to join in."""
    sitting, joining = stand.sitting, stand.joining.of(about).and_also(player)
    if sitting is None or sitting.next_number - 1 != about or not may_join(sitting.view, sitting.match.state, player):
        return None
    if joining == stand.joining:
        return None
    timing = stand.timing.held(sitting.view.game, now_ms)
    event = joint_event(sitting.view, sitting.match.state, joining.players)
    return replace(stand, joining=joining, timing=timing), event


def added(stand: Stand, part: Mapping[str, Any]) -> Mapping[str, Any]:
    """What enough have joined in as one event, with what its holder adds to it. Raises NotYours for any other part, or
    while not enough have joined in anything."""
    sitting = stand.playing
    if not is_joined(sitting.match.book, part):
        raise NotYours(told("this is for all together to say: each chooses on a phone, or the host hands it in"))
    event = joint_event(sitting.view, sitting.match.state, stand.joiners)
    if event is None:
        raise NotYours(told("there is nothing now that this could be about"))
    return {**part, **event}
