"""The menus of the table: what the players may do now, what concerns the match, what may be done between matches."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from companion.dialog import who_plays
from companion.dialog.fields import ask, event_script
from companion.dialog.prompts import Deed, MenuLine, Prompt, at_once, one_of, pick, play, read_and_pick
from companion.dialog.questions import misread_script
from companion.dialog.setup import new_match, same_again
from companion.games import rulebook
from companion.games.answered import answers
from companion.games.calls import joint
from companion.games.form import has_form
from companion.games.form_fields import EachField
from companion.games.names import event_name
from companion.referee.joining import joint_event
from companion.sentences import joined, message, told

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.dialog.prompts import Asking, Script
    from companion.dialog.situation import Situation
    from companion.games.form import Form
    from companion.referee.invitation import Invitation
    from companion.referee.journal import JournalMatch
    from companion.referee.tableview import Entry
    from companion.sentences import Told

MOST_EVENTS = 40  # to choose from when one is corrected
MOST_MATCHES = 20
LOUDNESS_STEP = 10  # percent
WHO_SAYS_SO = message("Who says so")


def table_menu(now: Situation) -> Script:
    """The menu that select opens when nothing is asked."""
    if now.match is None:
        return _menu("Tableside", lambda: [*_between(now), *_voice(now)])
    if now.match.over:
        return _menu(rulebook(now.match.game).title, lambda: [*_together(now), *_between(now), *_table(now)])
    title = now.match.actor or rulebook(now.match.game).title
    right = [(message("the match is right"), at_once(Deed("overlook")))] if now.differs else []
    return _menu(title, lambda: [*right, *(_misread(now) if now.differs else []), *_playing(now), *_table(now)])


def _menu(title: str, lines: Callable[[], Sequence[tuple[str, Script]]]) -> Script:
    """A menu whose lines are scripts; the last line leaves it."""
    return _submenu(title, lambda: [*lines(), (message("back"), at_once(Deed("shut")))])


def _submenu(title: str, lines: Callable[[], Sequence[tuple[str, Script]]]) -> Script:
    """A menu whose lines are scripts, and which the dialog itself leads back from."""

    def script() -> Asking:
        chosen = yield from pick(title, lines())
        return (yield from chosen())

    return script


# ——— between matches ———


def invited(invitation: Invitation) -> Script:
    """The script that begins a match that a tournament has set up."""

    def script() -> Asking:
        return (yield from pick(invitation.sentence, [(message("begin"), Deed("begin", invitation.setup))]))

    return script


def _between(now: Situation) -> list[tuple[str, Script]]:
    played = now.matches()
    lines = [(message("new match"), new_match(played, now.decks))]
    if played:
        lines.append((message("same again"), same_again(played[-1])))
        lines.append((message("past matches"), _past(played)))
    return lines


def _past(played: Sequence[JournalMatch]) -> Script:
    """The newest matches; whoever rests on one reads who played, where the line has no room for that."""

    def script() -> Asking:
        newest = list(reversed(played))[:MOST_MATCHES]
        return Deed("reopen", (yield from read_and_pick(message("past matches"), map(_past_line, newest))))

    return script


def _past_line(row: JournalMatch) -> MenuLine:
    players = ", ".join(row.setup["players"])
    return MenuLine(f"{row.id} {rulebook(row.setup['game']).title} {players}", row.id, players)


# ——— what players may do ———


def _playing(now: Situation) -> list[tuple[str, Script]]:
    match = now.match
    assert match is not None  # only a match being played has this menu
    own = _deeds(now, match.actor) if match.actor else []
    shared = [] if match.actor else _together(now)
    others = [player for player in match.players if player != match.actor and _deeds(now, player)]
    return [*own, *shared, *[(player, _submenu(player, partial(_deeds, now, player))) for player in others]]


def _deeds(now: Situation, player: str) -> list[tuple[str, Script]]:
    """The events of one player, those that one press says first and what is costly last; what is everybody's only in
    the menu of the turn."""
    assert now.match is not None
    shared = now.match.turn == player
    wanted = [form for form in now.forms if form.player == player or (shared and form.player is None)]
    return _lines(sorted(wanted, key=lambda form: (form.is_costly, isinstance(play(event_script(form), ()), Prompt))))


def _together(now: Situation) -> list[tuple[str, Script]]:
    """What anybody may hand in for all while nobody is in turn; where some have phones, others say their own part."""
    shared = [form for form in now.forms if form.player is None]
    return [line for form in shared for line in _parts(now, form) or _lines([form])]


def _parts(now: Situation, form: Form) -> list[tuple[str, Script]]:
    """The parts of a form of those who have no phone to say theirs with, while others have one; once the time is up of
    those who have written on paper."""
    each = next((field for field in form.fields if isinstance(field, EachField)), None)
    if each is None or not any(map(now.gathering.asks, each.players)):
        return []
    by_phone = now.gathering.parts if now.gathering.is_closed else now.phones
    without = [player for player in each.players if player not in by_phone]
    if not without or len(without) == len(each.players):
        return []
    return [(_part_label(now, each, player), partial(_part, each, player)) for player in without]


def _part_label(now: Situation, each: EachField, player: str) -> str:
    said = "✓ " if player in now.gathering.parts else ""
    return joined(": ", [f"{said}{player}", each.field_of(player).label])


def _part(each: EachField, player: str) -> Asking:
    field = each.field_of(player)
    return Deed("part", (player, {field.name: (yield from ask(field, player))}))


def _lines(forms: Sequence[Form]) -> list[tuple[str, Script]]:
    return [(form.label, event_script(form)) for form in forms]


def holders_choice(now: Situation) -> Script:
    """The script that asks the holder which of several is meant, once enough have joined in saying something."""

    def script() -> Asking:
        assert now.match is not None
        said = joint(now.match.game, now.state)
        assert said is not None  # or nobody could have joined in
        choice = next(field for field in now.form(said.event, now.joiners[0]).fields if field.name == said.field)
        return Deed("event", joint_event(now.match, now.state, now.joiners, (yield from ask(choice, ""))))

    return script


# ——— what concerns the match ———


def _table(now: Situation) -> list[tuple[str, Script]]:
    arbiter = [(message("call the arbiter"), at_once(Deed("arbiter")))] if now.has_arbiter and now.protocol else []
    rest = [*arbiter, *_voice(now), _leave()]
    if now.match is None or now.match.over:  # nothing runs any more that could be paused
        return [*_corrections(now), *_misread(now), *who_plays.lines(now), *rest]
    pause = ("resume", at_once(Deed("resume"))) if now.paused else ("pause", at_once(Deed("pause")))
    timer = [(message("start the timer"), at_once(Deed("timer")))] if now.has_timer else []
    misread = [] if now.differs else _misread(now)
    return [*timer, pause, *_corrections(now), *misread, *who_plays.lines(now), *rest]


def _corrections(now: Situation) -> list[tuple[str, Script]]:
    lines = [("undo", _undo(now)), ("redo", _signed(now, "redo"))]
    return [*lines, ("correct", _correct(now))] if now.undoes is not None else lines


def _misread(now: Situation) -> list[tuple[str, Script]]:
    """What was read wrongly, where cards have been seen on a picture that was kept."""
    if now.seen is None or now.seen[1] is None or not now.seen[0].sightings:
        return []
    return [(message("a card was misread"), misread_script(now))]


def _voice(now: Situation) -> list[tuple[str, Script]]:
    """How loud the table speaks: a menu that stays, for each press is a step."""
    percent = now.loudness()
    if percent is None:
        return []

    def script() -> Asking:
        now_percent = now.loudness() or 0
        title = told("Voice: {percent} %", percent=now_percent)
        lines = [
            (message("louder"), min(now_percent + LOUDNESS_STEP, 100)),
            (message("softer"), max(now_percent - LOUDNESS_STEP, 0)),
            (message("off"), 0),
        ]
        return Deed("speak", (yield from pick(title, lines)))

    return [(message("voice"), script)]


def _leave() -> tuple[str, Script]:
    return message("leave the match"), at_once(Deed("close"))


def _signed(now: Situation, event: str, **fields: Any) -> Script:
    """An event of the match itself, with the name of whoever makes it."""

    def script() -> Asking:
        by = yield from one_of(WHO_SAYS_SO, now.signers)
        return Deed("event", {"event": event, **fields, "by": by})

    return script


def _undo(now: Situation) -> Script:
    """The last event that stands is taken back; whoever rests on a name reads which one that is."""

    def script() -> Asking:
        by = yield from read_and_pick(WHO_SAYS_SO, [MenuLine(name, name, _undoing(now)) for name in now.signers])
        return Deed("event", {"event": "undo", "by": by})

    return script


def _undoing(now: Situation) -> Told:
    """What an undo would take back, as the pages say it."""
    if now.undoes is None:
        return told("There is nothing to undo.")
    entry = now.protocol[now.undoes - 1]
    called = told(event_name(entry.game, entry.event["event"]))
    player = entry.event.get("player")
    if player is None:
        return told("Undo takes back no. {number}: {event}.", number=entry.number, event=called)
    return told("Undo takes back no. {number}: {event}, by {player}.", number=entry.number, event=called, player=player)


def _correct(now: Situation) -> Script:
    """Another event in the place of an earlier one, or none."""

    def script() -> Asking:
        newest = list(reversed(_correctable(now)))[:MOST_EVENTS]
        lines = [MenuLine(_told(now, entry), entry, _ruled(entry)) for entry in newest]
        entry: Entry = yield from read_and_pick(message("Correct what"), lines)
        anew = [(message("say it anew"), True)] if _has_form(now, entry) else []
        how = yield from pick(_told(now, entry), [*anew, (message("strike it out"), False)])
        to = (yield from _anew(now, entry)) if how else None
        return (yield from _signed(now, "correct", number=entry.number, to=to)())

    return script


def _has_form(now: Situation, entry: Entry) -> bool:
    """Whether it is said in a form; who joins, leaves or is passed over is said anew where it is said."""
    assert now.match is not None
    return has_form(now.match.game, entry.event["event"])


def _anew(now: Situation, entry: Entry) -> Asking:
    """The event as it should have been: the same kind, the same player unless the event was another's."""
    match, event = now.match, entry.event
    assert match is not None
    assert now.anew is not None
    player = _who_said(now, entry)
    if "player" in event:
        others = [player, *(name for name in match.players if name != player)]
        player = yield from pick(message("Who"), [(name, name) for name in others])
    deed: Deed = yield from event_script(now.anew(entry.number, event["event"], player))()
    return deed.value


def _who_said(now: Situation, entry: Entry) -> str:
    """Whose event it is, of several the first; the first of the match where it is all of theirs."""
    assert now.match is not None
    player: str = entry.event.get("player") or (entry.event.get("players") or now.match.players)[0]
    return player


def _correctable(now: Situation) -> list[Entry]:
    numbers = now.correctable()
    return [entry for entry in now.protocol if entry.number in numbers]


def _told(now: Situation, entry: Entry) -> Told:
    """An earlier event in a line: its number, its player, what was said, whose total it changed by how much."""
    said = answers(entry.event, _form_of(now, entry))
    parts = [str(entry.number), entry.event.get("player", ""), *said, *_sums(entry)]
    return joined(" ", [part for part in parts if part])


def _form_of(now: Situation, entry: Entry) -> Form | None:
    """The form that it was said in; None where people do not say it in one."""
    if now.anew is None or not _has_form(now, entry):
        return None
    return now.anew(entry.number, entry.event["event"], _who_said(now, entry))


def _ruled(entry: Entry) -> Told:
    """What an earlier event was, how it was ruled and whose total it changed, for whoever rests on its line."""
    called = told(event_name(entry.game, entry.event["event"]))
    return joined(" · ", [called, entry.ruling.reason, *_sums(entry)])


def _sums(entry: Entry) -> list[str]:
    return [f"{player}{change:+}" for player, change in entry.changes.items()]
