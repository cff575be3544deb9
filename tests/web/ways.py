"""Three ways to say the same events at a running table: with phones, with its buttons and the OLED, before the camera.

Each way has `say(event)`: what a person there does so that the event happens. How a form is filled in follows from the
form alone, and how cards lie from the game's own `lying`, so no way knows any game.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from playwright.sync_api import expect

from companion.clock import SystemClock
from companion.dialog.prompts import DONE, NONE, SAY_IT
from companion.display.oled import picture
from companion.drawn.following import lay_out
from companion.games.form_fields import (
    CardsField,
    ChoiceField,
    EachField,
    LettersField,
    LinesField,
    SignField,
    WordField,
    WordsField,
)
from companion.games.layout import Lying, lying
from companion.games.whose import By
from companion.web.keys import KEY_FILE, join_address, load_key
from tests.web.browsing import PHONE, Guest, fill_in
from tests.web.waiting import until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Locator

    from companion.app import App
    from companion.games.form import Form
    from companion.games.form_fields import Field
    from companion.referee.inquiry import Question
    from companion.referee.match import Match
    from companion.referee.tableview import TableView

Event = Mapping[str, Any]
Lines = Sequence[Sequence[Lying]]


class Way(Protocol):
    """How somebody says an event."""

    def say(self, event: Event) -> None: ...


def form_of(view: TableView, event: Event) -> Form:
    """The form that this event may be handed in with now."""
    who = event.get("player") or next(iter(event.get("players", ())), None)
    fitting = [form for form in view.forms if form.event == event["event"] and form.player in (None, who)]
    assert fitting, (event, [(form.event, form.player) for form in view.forms])
    return fitting[0]


def whose(view: TableView, event: Event) -> str:
    """The player who says an event, or the one it is left to."""
    assert view.match is not None
    player: str = (
        event.get("player") or next(iter(event.get("players", ())), None) or view.match.holders[event["event"]]
    )
    return player


def each_of(form: Form) -> EachField | None:
    """What everybody says for themselves, if the form asks that."""
    return next((field for field in form.fields if isinstance(field, EachField)), None)


# ——— phones ———


class Phones:
    """A phone for each player of a table."""

    def __init__(self, phones: dict[str, Guest], view: Callable[[], TableView]) -> None:
        self.phones = phones
        self._view = view

    def phone(self, player: str) -> Guest:
        """A player's phone, as soon as it shows the newest state of the table."""
        phone = self.phones[player]
        phone.shows(self._view().version)
        return phone

    def form(self, player: str, event: str) -> Locator:
        """The form of an event on a player's phone, opened."""
        return self._opened(player, f"form[data-event={event}]")

    def hand_in(self, player: str, event: str, **fields: str) -> None:
        """Fill in a form on a player's phone and send it; the referee has answered."""
        form = self.form(player, event)
        fill_in(form, fields)
        with self.phones[player].answered():
            form.locator("[type=submit]").click()

    def press(self, player: str, name: str) -> None:
        """Press a button on a player's phone; the referee has answered."""
        phone = self.phone(player)
        with phone.answered():
            phone.press(name)

    def say(self, event: Event) -> None:
        """Whoever says the event says it on the own phone; of what all say, everybody their part."""
        view = self._view()
        form = form_of(view, event)
        each = each_of(form)
        if each is not None:
            for player, said in event[each.name].items():
                self.say_part(player, form, each, said)
            return
        player = whose(view, event)
        fields = {field.name: written(event[field.name]) for field in form.fields if field.name in event}
        if form.fields:
            self.hand_in(player, form.event, **fields)
        else:
            button = self._opened(player, f"button[data-event={form.event}]")
            if form.is_costly:
                button.click()
            with self.phones[player].answered():
                button.click()

    def say_part(self, player: str, form: Form, each: EachField, said: Any) -> None:
        """One player's own part of what all say together."""
        field = each.field_of(player)
        if isinstance(field, SignField):
            self.press(player, said)
        else:
            self.hand_in(player, form.event, **{field.name: written(said)})

    def _opened(self, player: str, selector: str) -> Locator:
        phone = self.phone(player)
        found = phone.page.locator(selector)
        if not found.is_visible():
            phone.page.locator("details", has=found).locator("summary").click()
        return found


def written(said: Any) -> str:
    """A value as somebody types it, or as a list has it."""
    if isinstance(said, (list, tuple)):
        return ("; " if isinstance(said[0], (list, tuple)) else " ").join(map(written, said))
    return str(said)


def phones_of(browser: Browser, app: App, players: Sequence[str]) -> Phones:
    """A phone for each player of the match that is on, joined."""
    address = join_address(app.address, load_key(app.data / KEY_FILE, print))
    return Phones({player: joined(Guest(browser, address, size=PHONE), player) for player in players}, lambda: app.view)


def joined(phone: Guest, player: str) -> Guest:
    """A phone that has taken this player's seat."""
    phone.press(player)
    expect(phone.page.get_by_role("heading", name=player, exact=True)).to_be_visible()
    return phone


# ——— buttons and OLED ———


class Buttons:
    """The buttons of the simulated panel, pressed by whoever looks at nothing but the OLED."""

    def __init__(self, app: App) -> None:
        self._app = app

    def press(self, button: str) -> None:
        """One press, which has been handled when this returns."""
        self._app.press(button)
        self._app.submit(lambda _referee: None).result()

    def say(self, event: Event) -> None:
        """A call is a press of the player's own button, all else is taken from the menu, line by line."""
        view = self._app.view
        form = form_of(view, event)
        if form.is_call and not form.fields:
            assert view.match is not None
            self.press(f"player{view.match.players.index(whose(view, event)) + 1}")
            until(self._app, lambda now: len(now.protocol) > len(view.protocol))
            return
        if not self._is_asked(form):
            self._into_menu(form)
        if form.is_costly and not form.fields:
            self.take("yes")
        for label in answers(form.fields, event):
            self.take(label)

    def take(self, label: str) -> None:
        """Turn to this line of what the OLED asks, by the shorter way, and take it."""
        if self._app.view.dialog is None:
            self.press("select")
        shown = self._app.view.dialog
        assert shown is not None
        assert label in shown.items, (label, shown)
        down = (shown.items.index(label) - shown.cursor) % len(shown.items)
        up = len(shown.items) - down
        for _ in range(min(down, up)):
            self.press("down" if down <= up else "up")
        self.press("select")

    def answer(self, question: Question, said: str) -> None:
        """What the camera asks, as a line of the wheel or spelled."""
        for label in (said,) if said in question.candidates else (*said.upper(), DONE):
            self.take(label)

    def stands_on_the_oled(self) -> None:
        """The device has the picture of what the table shows now."""
        app = self._app

        def holds() -> bool:
            device = app._screen.framebuffer().tobytes()
            return device == picture(app.view, SystemClock().now_ms(), pin=app.pin).tobytes()

        for _ in range(100):
            if holds():
                return
            time.sleep(0.02)
        assert holds(), app.view

    def _is_asked(self, form: Form) -> bool:
        """Whether the OLED asks for this event, and nothing else, by itself: it begins with its first field."""
        match = self._app.view.match
        assert match is not None
        asked = [one for one in self._app.view.forms if one.is_asked and one.player == match.actor]
        return asked == [form] and bool(form.fields)

    def _into_menu(self, form: Form) -> None:
        if self._app.view.dialog is None:
            self.press("select")
        shown = self._app.view.dialog
        assert shown is not None
        if form.label not in shown.items:
            assert form.player is not None, (form, shown)
            self.take(form.player)
        self.stands_on_the_oled()
        self.take(form.label)


def answers(fields: Sequence[Field], said: Event) -> Iterator[str]:
    """The lines that are taken one after the other for these fields of an event."""
    for field in fields:
        if not field.is_asked(said) or (isinstance(field, LettersField) and field.row):  # of wilds there is but one way
            continue
        if isinstance(field, ChoiceField) and field.name not in said:
            assert field.optional, (field, said)
            yield NONE
        elif field.optional and not isinstance(field, ChoiceField):
            yield SAY_IT if field.name in said else NONE
        if field.name in said:
            yield from answer(field, said[field.name])


def answer(field: Field, value: Any) -> Iterator[str]:
    """The lines that are taken for one field."""
    match field:
        case SignField():
            yield value
        case WordsField():
            yield from (sign for word in value for sign in (*word.upper(), DONE))
            yield DONE
        case WordField():
            yield from (*value.upper(), DONE)
        case ChoiceField():
            yield next(option.label for option in field.options if option.value == value)
        case EachField():
            for player in field.players:
                yield from answer(field.field_of(player), value[player])
        case LinesField():
            for number, line in enumerate(value):
                yield from (*(["/"] if number else []), *(sign for card in line for sign in card.split("/")))
            yield DONE
        case CardsField():
            yield from (*(sign for card in value for sign in card.split("/")), DONE)
        case _:  # letters
            yield from (*value, DONE)


# ——— whoever is there ———


class Whoever:
    """Who has a phone says it there, all others with the buttons."""

    def __init__(self, phones: Phones, buttons: Buttons, app: App) -> None:
        self.phones, self._buttons, self._app = phones, buttons, app

    def say(self, event: Event) -> None:
        """As the way of whose event it is."""
        way: Way = self.phones if whose(self._app.view, event) in self.phones.phones else self._buttons
        way.say(event)

    def answer(self, question: Question, said: str) -> None:
        """What the camera asks is answered by whom it asks."""
        phone = self.phones.phones.get(question.of or "")
        if phone is None:
            self._buttons.answer(question, said)
            return
        asked = self.phones.phone(str(question.of)).page.get_by_role("region", name="Question")
        if said in question.candidates:
            asked.get_by_role("button", name=said, exact=True).click()
        else:
            fill_in(asked, {"label": said})
            asked.locator("[type=submit]").click()


# ——— the camera ———


class Camera:
    """Cards laid on the drawn table as they lie after an event; `others` say what no camera can know.

    `match` is what the table plays, one event behind: from it follows how the cards lie. Who has a phone chooses there
    what is secret, and lays it open no more.
    """

    def __init__(self, app: App, match: Match, others: Buttons | Whoever) -> None:
        self._app, self._match, self._others = app, match, others
        assert app.drawn is not None
        self._drawn = app.drawn
        self.seen: list[int] = []  # which of the match's events, from 0
        self.lie()

    def lie(self, *events: Event) -> None:
        """The cards lie as they do after these events, which have happened."""
        for event in events:
            assert self._match.apply(event).accepted, event
        lay_out(self._drawn, lying(self._match.book.game, self._match.state) or ())

    def say(self, event: Event) -> None:
        """Lay the cards, if that is how the table is told, and answer what it asks."""
        before = lying(self._match.book.game, self._match.state) or ()
        number = len(self._app.view.protocol)
        chosen = self._said_by_phone(event)
        ruling = self._match.apply(event)
        assert ruling.accepted, (event, ruling)
        lines = lines_after(event, before, self._match)
        if lines is None:
            self._others.say(event)
            return
        self.seen.append(number)
        lay_out(self._drawn, [[card for card in row if row in before or card.name not in chosen] for row in lines])
        view = until(self._app, lambda now: len(now.protocol) > number or now.question is not None)
        if view.question is not None:
            self._others.answer(view.question, event["word"] if view.question.asks == "word" else "yes")

    def _said_by_phone(self, event: Event) -> list[str]:
        """The cards that are chosen on phones, once they are."""
        each = each_of(form_of(self._app.view, event))
        phones = self._others.phones if isinstance(self._others, Whoever) else None
        if each is None or phones is None:
            return []
        said = {player: card for player, card in event[each.name].items() if player in phones.phones}
        for player, card in said.items():
            phones.say_part(player, form_of(self._app.view, event), each, card)
        return list(said.values())


def lines_after(event: Event, before: Lines, match: Match) -> Lines | None:
    """How the cards lie in a match once this event has happened, by row; None for what no camera sees."""
    book = match.book
    after = lying(book.game, match.state)
    if after is None or not book.events[event["event"]].by & By.CAMERA:
        return None
    hands = [[Lying(card) for card in hand] for hand in event.get("hands", {}).values()]
    if hands:  # laid down open, each in a row of its own
        return [*(row for row in before if row), *hands, *([] for _ in before)][: len(before)]
    return None if before == after else after
