"""Who may decide what, tried everywhere: every event from every seat in random positions of all five games.

Whose an event is stands a second time in `tests/games/test_whose.py`, as the readings say it and as a table of people
would; the referee is held against that.
"""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.clock import FakeClock
from companion.errors import BadInput, NotYours
from companion.games import RULEBOOKS
from companion.games.form import Form, forms_now, forms_of  # fmt: skip
from companion.games.form_fields import (
    CardField,
    CardsField,
    CellsField,
    ChoiceField,
    EachField,
    Field,
    LettersField,
    LinesField,
    NumberField,
    PairsField,
    PlayersField,
    SettingField,
    SignField,
    TickField,
    WordField,
    WordsField,
)  # fmt: skip
from companion.games.match_events import MATCH_EVENTS
from companion.games.schema import event_schema
from companion.games.whose import By
from companion.referee import door
from companion.referee.inquiry import Question
from companion.referee.journal import Journal
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.tableview import Entry, Refusal
from tests.games.test_whose import FIELDS, WHOSE
from tests.views import disorder, shipped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from random import Random

    from companion.games.core import View
    from tests.hourglass import Hourglass

PLAYERS = ("Ann", "Bob", "Cy")
WORDS = ("real", "rat", "ab", "cab", "event", "zoo", "tee")
CARDS = ["7/A", "8/B", "9/C", "7/B", "8/A"]
LEXICON = {"words": list(WORDS), "names": []}


# ——— a match played at random ———

GROUP = {"type": "group", "cards": ["7/A", "8/B", "9/C", "7/A", "8/B", "9/C", "J/E", "Q/T"]}
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "disorder": [{"action_cards": True, "answer_seconds": 30}],
    "typo": [{"rows": ["R", "E", "N", "T"]}],
    "anagrascramble": [{"rolls": 1}, {"rolls": 4}],
    "villains": [{}],
    "wordcard": [{"explanations": True, "open_cards": 1, "hand": 8}, {"type": "wild", "explanations": True}, GROUP],
}


def setup(game: str, chance: Random) -> dict[str, Any]:
    """A match of the game with what makes many of its events possible."""
    players = list(PLAYERS[: RULEBOOKS[game].seats[1]])
    return {"game": game, "players": players, "options": {**chance.choice(OPTIONS[game]), "lexicon": LEXICON}}


class Played:
    """A table of one match, in a journal of its own."""

    def __init__(self, folder: Path, setup: dict[str, Any]) -> None:
        self.journal = Journal(folder / "journal.sqlite3")
        self.referee = Referee(self.journal, FakeClock(), shipped)
        self.referee.begin(setup)
        self.game, self.players = setup["game"], tuple(setup["players"])

    @property
    def sitting(self) -> Any:
        return self.referee.stand.sitting

    @property
    def view(self) -> View:
        view = self.referee.view.match
        assert view is not None
        return view

    @property
    def state(self) -> Any:
        """The game's own."""
        return self.sitting.match.state

    @property
    def standing(self) -> tuple[Any, ...]:
        """All that an event changes."""
        return self.sitting.match.digest(), self.view, len(self.referee.view.protocol), self.referee.view.joiners

    def would_stand(self, event: Any) -> bool:
        """Whether the rules accept the event, handed in by somebody who may."""
        accepted: bool = self.sitting.match.judge(event).ruling.accepted
        return accepted

    def take_back(self) -> None:
        assert isinstance(self.referee.happen({"event": "undo"}, source=Source.HOST), Entry)


@contextmanager
def played(setup: dict[str, Any]) -> Iterator[Played]:
    with tempfile.TemporaryDirectory() as folder:
        table = Played(Path(folder), setup)
        yield table
        table.journal.close()


def play_on(table: Played, chance: Random) -> None:
    """Some events that the forms offer, as the host hands them in; those that are refused change nothing."""
    for _ in range(chance.randrange(25)):
        forms: list[Form | dict[str, Any]] = list(forms_now(table.view, table.state))
        forms += [{"event": "timeout", "player": name} for name, may in table.view.may.items() if "timeout" in may][:1]
        if not forms:
            return
        chosen = chance.choice(forms)
        event = filled(table, chosen, chance) if isinstance(chosen, Form) else chosen
        table.referee.happen(event, source=Source.HOST)


def filled(table: Played, form: Form, chance: Random) -> dict[str, Any]:
    """The form's event with values that are likely to be accepted."""
    said: dict[str, Any] = {}
    for field in form.fields:
        if field.is_asked(said) and (not field.optional or chance.random() < 0.5):
            said[field.name] = value(field, chance)
    event = form.said(said)
    if (table.game, form.event) == ("typo", "place") and table.state.queue:
        letter, row = table.state.queue[0][1], table.state.rows[said["row"] - 1]
        event["word"] = (row + letter if said["side"] == "back" else letter + row) + "q"
    return event


def value(field: Any, chance: Random) -> Any:
    """A value of one field of a form."""
    return VALUES[type(field)](field, chance)


def some(chance: Random, things: Sequence[Any], least: int, most: int) -> list[Any]:
    return [chance.choice(things) for _ in range(chance.randint(least, most))]


def letters(field: LettersField, chance: Random) -> Any:
    return some(chance, "RENT", field.count, field.count) if field.listed else chance.choice(["TUERNEV", "PLANETS"])


VALUES: dict[type[Field], Callable[[Any, Random], Any]] = {
    SignField: lambda field, chance: chance.choice(field.signs),
    ChoiceField: lambda field, chance: chance.choice([option.value for option in field.options] or ["none"]),
    WordField: lambda _, chance: chance.choice(WORDS),
    WordsField: lambda _, chance: some(chance, WORDS, 0, 2),
    LettersField: letters,
    NumberField: lambda field, chance: chance.randint(field.least, field.most),
    TickField: lambda _, chance: chance.random() < 0.5,
    PlayersField: lambda field, chance: chance.sample(field.among, chance.randint(1, len(field.among))),
    EachField: lambda field, chance: {player: value(field.field_of(player), chance) for player in field.players},
    SettingField: lambda field, chance: {one.name: value(one, chance) for one in field.fields if chance.random() < 0.2},
    PairsField: lambda field, chance: [chance.sample(field.among, 2)],
    LinesField: lambda _, chance: [some(chance, CARDS, 2, 3)],
    CellsField: lambda _, chance: [{"x": x, "y": 0, "card": card} for x, card in enumerate(some(chance, CARDS, 1, 3))],
    CardsField: lambda _, chance: some(chance, CARDS, 0, 3),
    CardField: lambda _, chance: chance.choice(CARDS),
}


# ——— what each seat tries ———

FOREIGN: dict[str, Any] = {
    "answers": ["zzz"], "spelling": "zzz", "row": 2, "about": "explanation", "upheld": False,
    "target": "Professor Muddle", "players": ["Ann"], "player": "Ann", "hands": {"Ann": []}, "cards": {"Ann": "A"},
}  # fmt: skip


def attempt(table: Played, name: str, seat: str, chance: Random) -> dict[str, Any]:
    """An event of that name as a phone might send it: as its page does, or in another's name, with fields of others."""
    if name in MATCH_EVENTS or name == "timeout":
        event = {"event": name, "player": chance.choice(table.players)}
        event |= {"number": 1, "to": None} if name == "correct" else {}
    else:
        form = forms_of(table.game).form(table.state, name, chance.choice([seat, seat, *table.players]))
        event = filled(table, form, chance)
    marked = FIELDS.get((table.game, name), {})
    if chance.random() < 0.7:
        event = {field: said for field, said in event.items() if field not in {"player", "players", *marked}}
    foreign = [*chance.choice([[], marked]), *chance.choice([[], [], [chance.choice(sorted(FOREIGN))]])]
    return {**event, **{field: FOREIGN[field] for field in foreign if field in FOREIGN}}


def theirs(table: Played, event: dict[str, Any], seat: str) -> dict[str, Any] | None:
    """The event as this seat means it if it is theirs to say, told from the table alone; None if it is not."""
    name, state, turn = event["event"], table.state, table.view.turn
    if name in ("leave", "sit_out"):
        return {"event": name, "player": seat} if event.get("player", seat) == seat else None
    said = {"event": name, **{field: event[field] for field in event if field in fields_known(table.game, name)}}
    whose = next((by for by, names in WHOSE[table.game].items() if name in names.split()), By.HOST)
    if whose in (By.HOST, By.CLOCK, By.CLOCK | By.HOST) or name in ("reveal", "showdown", "hands"):
        return None
    if said.get("players", [seat]) != [seat]:
        return None
    if name == "card":
        return said if turn == seat and table.view.awaiting == "card" and "answers" not in said else None
    if name == "resolve":
        newest = state.name(state.stack[-1].seat) if state.stack else None
        return said if newest == seat or (newest is not None and "target" not in said) else None
    if name == "contest":
        owner = state.doubtful and state.name(state.doubtful.owner)
        foreign = owner in (None, seat) or "about" in said or "upheld" in said
        return None if foreign else {**said, "players": [seat]}
    if name == "notice":
        warned = said.get("player", turn)
        return None if warned in (None, seat) else {**said, "player": warned}
    if name == "doubt":
        owner, doubters = state.placement and state.name(state.placement.seat), table.referee.view.joiners
        if owner == seat:  # whose word it is says how it is spelled or which row goes, once enough doubt it
            adds, enough = {"row", "spelling"} & said.keys(), len(doubters) > (len(table.players) - 1) // 2
            return {**said, "players": sorted(doubters)} if adds and enough else None
        return None if owner is None or "row" in said or "spelling" in said else {**said, "players": [seat]}
    return {**said, "player": seat} if said.get("player", seat) == seat else None


def fields_known(game: str, name: str) -> set[str]:
    """The fields of an event by their JSON names, as its schema has them."""
    kind = MATCH_EVENTS.get(name) or RULEBOOKS[game].events[name]
    return set(event_schema(kind)["properties"]) - {"event"}


PLAY_OUTS = settings(max_examples=40, suppress_health_check=list(HealthCheck))
CHANCE = st.randoms(use_true_random=True)


@pytest.mark.parametrize("game", RULEBOOKS)
@given(chance=CHANCE)
@PLAY_OUTS
def test_a_phone_says_what_is_its_player_s_and_nothing_else(game: str, chance: Random) -> None:
    with played(setup(game, chance)) as table:
        play_on(table, chance)
        for name in (*RULEBOOKS[game].events, *MATCH_EVENTS):
            for seat in table.players:
                tries(table, attempt(table, name, seat, chance), seat)


def tries(table: Played, event: dict[str, Any], seat: str) -> None:
    """What is another's to say is refused and changes nothing; what is one's own was offered, and the rules decide."""
    meant, before = theirs(table, event, seat), table.standing
    offered = event["event"] in (*table.referee.view.for_phones[seat], "leave", "sit_out")
    if meant is None:
        with pytest.raises(NotYours):
            table.referee.say(event, seat, source=Source.PHONE)
        assert table.standing == before
    elif event["event"] == "doubt" and meant["players"] == [seat]:
        assert offered
        doubts(table, seat)
    else:
        stands = table.would_stand(meant)
        assert offered or not stands
        ruled_so(table, table.referee.say(event, seat, source=Source.PHONE), stands, before)


def doubts(table: Played, seat: str) -> None:
    """One doubt is one: it decides nothing alone, and the word is looked up once enough of the others doubt it (T7)."""
    doubters = {*table.referee.view.joiners, seat}
    needed = (len(table.players) - 1) // 2 + 1
    together = {"event": "doubt", "players": sorted(doubters)}
    waits = len(doubters) < needed or seat in table.referee.view.joiners
    stands, before = not waits and table.would_stand(together), table.standing
    ruled = table.referee.say({"event": "doubt"}, seat, source=Source.PHONE)
    assert (ruled is None) == waits
    if stands:
        assert isinstance(ruled, Entry)
        assert set(ruled.event["players"]) == doubters
        table.take_back()
    else:
        assert table.standing[:3] == before[:3]
        assert set(table.referee.view.joiners) == doubters


def ruled_so(table: Played, ruled: Any, stands: bool, before: tuple[Any, ...]) -> None:
    """The event was accepted exactly when the rules accept it; what was accepted is taken back."""
    assert isinstance(ruled, Entry if stands else Refusal), ruled
    if stands:
        table.take_back()
    else:
        assert table.standing == before


@pytest.mark.parametrize("game", RULEBOOKS)
@given(chance=CHANCE)
@PLAY_OUTS
def test_what_a_phone_s_page_asks_is_its_player_s_to_say(game: str, chance: Random) -> None:
    """A page leaves out what is for the table to decide, and of what is about somebody else all fields."""
    with played(setup(game, chance)) as table:
        play_on(table, chance)
        for seat in table.players:
            for form in forms_now(table.view, table.state):
                is_own = form.player in (None, seat) and form.event in table.referee.view.for_phones[seat]
                if not is_own or By.TOGETHER & RULEBOOKS[game].events[form.event].by:
                    continue
                is_holder = table.view.holders.get(form.event, seat) == seat or form.player is not None
                fields = tuple(field for field in form.fields if is_holder and not field.of_table)
                event, before = filled(table, replace(form, fields=fields), chance), table.standing
                stands = table.would_stand(event)
                ruled_so(table, table.referee.say(event, seat, source=Source.PHONE), stands, before)


@pytest.mark.parametrize("game", RULEBOOKS)
@given(chance=CHANCE)
@PLAY_OUTS
def test_camera_and_clock_say_what_they_know_and_the_host_anything(game: str, chance: Random) -> None:
    with played(setup(game, chance)) as table:
        play_on(table, chance)
        for name in (*RULEBOOKS[game].events, *MATCH_EVENTS):
            event = attempt(table, name, "Ann", chance)
            by = next((by for by, names in WHOSE[game].items() if name in names.split()), By.HOST)
            of = FIELDS.get((game, name), {})
            for source, party in ((Source.CAMERA, By.CAMERA), (Source.CLOCK, By.CLOCK)):
                before = table.standing
                if by & party and all(of.get(field, party) & party for field in event):
                    stands = table.would_stand(event)
                    ruled_so(table, table.referee.happen(event, source=source), stands, before)
                else:
                    with pytest.raises(NotYours):
                        table.referee.happen(event, source=source)
                    assert table.standing == before
            stands = table.would_stand(event)
            assert isinstance(table.referee.happen(event, source=Source.HOST), Entry if stands else Refusal)


def test_what_is_no_event_of_the_match_is_left_to_the_rules_to_refuse() -> None:
    night = {"game": "disorder", "players": list(PLAYERS), "options": {"lexicon": LEXICON}}
    with played(night) as table:
        book = RULEBOOKS["disorder"]
        raws: list[Any] = ["place", {"event": "fly"}, {"event": ["place"]}]
        for raw in raws:
            assert door.from_seat(book, table.view, raw, "Ann") == raw
            door.from_machine(book, raw, Source.CAMERA)
        with pytest.raises(NotYours, match="Zoe does not play in this match"):
            door.from_seat(book, table.view, {"event": "place", "card": "Z"}, "Zoe")


def test_what_the_camera_asks_one_player_no_other_phone_answers() -> None:
    asked = Question(1, "Which letter?", ("A", "B"), of="Ann")
    for seat in ("Ann", None):
        door.may_answer(asked, seat)
    door.may_answer(None, "Bob")
    with pytest.raises(NotYours, match="this is Ann's to say"):
        door.may_answer(asked, "Bob")


def test_whose_word_it_is_does_not_doubt_it_but_says_which_row_goes(hourglass: Callable[..., Hourglass]) -> None:
    glass = hourglass("typo", list(PLAYERS), rows=["R", "E", "N", "T"], lexicon=LEXICON)
    glass.play({"event": "reveal", "cards": dict.fromkeys(PLAYERS, "A")})
    glass.play({"event": "place", "player": "Ann", "row": 1, "side": "front", "word": "arxq"})
    doubt = {"event": "doubt"}
    for doubter in ("Bob", "Cy"):
        glass.referee.say(doubt, doubter, source=Source.PHONE)
    with pytest.raises(NotYours, match="for the other players"):
        glass.referee.say(doubt, "Ann", source=Source.PHONE)
    glass.referee.say({**doubt, "row": 2}, "Ann", source=Source.PHONE)
    assert glass.newest[1] == "word_fails"


def test_a_newcomer_has_a_name_as_it_is_kept_that_is_nobody_s_of_the_match() -> None:
    view = disorder().view()

    def joins(name: object) -> dict[str, Any]:
        return {"event": "join", "player": name}

    assert door.named_anew(view, joins(" Zoe\u0308 ")) == joins("Zoë")
    for unread in (None, 7, {"event": "place"}, joins(7), joins(" "), joins("Ann")):
        assert door.named_anew(view, unread) == unread
    assert door.named_anew(None, joins("B" * 25)) == joins("B" * 25)  # nothing is played: it is refused for that
    corrected = {"event": "correct", "number": 3, "to": joins(" ann")}  # perhaps the one it takes the place of
    assert door.named_anew(view, corrected) == {**corrected, "to": joins("ann")}
    for refused in (joins("ann"), joins("B" * 25), {**corrected, "to": joins("B" * 25)}):
        with pytest.raises(BadInput):
            door.named_anew(view, refused)
