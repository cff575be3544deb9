"""Whatever is asked, in any game at any moment: what is typed are words, letters and numbers, never a card or a place
as programs write them. Those are picked, on phones and the host's page as with three buttons."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from benchmarks.playouts import Tally, play_out
from companion.dialog.fields import event_script
from companion.dialog.prompts import Deed, Prompt, play
from companion.games import RULEBOOKS, rulebook
from companion.games.form import NOT_FOR_PEOPLE, Form, forms_of, setting_of
from companion.games.form_fields import (
    CardField,
    ChoiceField,
    EachField,
    LettersField,
    NumberField,
    SettingField,
    WordField,
    as_wild,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from companion.games.form_fields import Field
    from tests.web.browsing import Guest
    from tests.web.tables import LiveTable

TYPED = (WordField, LettersField, NumberField)  # what people write: a word, letters as they stand there, a number
SEEDS = range(4)
WALKS = 3  # through what the OLED asks of a form
PLAYERS = ("Ann", "Bob", "Cy")


class Looking(Tally):
    """Looks at every form of every event, whoever's it is, after each event of a play-out; of those that ask the same
    in the same way at one."""

    def __init__(self, game: str) -> None:
        super().__init__()
        self._game = game
        self.forms: dict[tuple[Any, ...], Form] = {}

    def ruled(self, _state: Any, _event: Any, after: Any, ruling: Any) -> None:
        if not ruling.accepted:
            return
        described = forms_of(self._game)
        for event in rulebook(self._game).events.keys() - NOT_FOR_PEOPLE:
            for player in after.players:
                form = described.form(after, event, player)
                self.forms.setdefault((event, *map(alike, form.fields)), form)


def alike(field: Field) -> tuple[Any, ...]:
    """What a field is drawn by, whatever its options are."""
    inner = [alike(one) for one in within(field)]
    pictured = [bool(option.cards) for option in field.options[:1]] if isinstance(field, ChoiceField) else []
    return (field.kind, field.name, field.optional, *pictured, *inner)


def within(field: Field) -> Iterator[Field]:
    """The fields that a field asks instead of itself."""
    if isinstance(field, EachField):
        yield from (field.of, *field.own.values())
    if isinstance(field, SettingField):
        yield from field.fields


def leaves(fields: Sequence[Field]) -> Iterator[Field]:
    """The fields themselves, with those within others."""
    for field in fields:
        inner = list(within(field))
        yield from leaves(inner) if inner else [field]


@cache
def forms_met(game: str) -> tuple[Form, ...]:
    """The forms met in some games at random, what is chosen before one, and how a card is named."""
    looking = Looking(game)
    for seed in SEEDS:
        match = play_out(game, seed, looking)
    card = forms_of(game).any_card(match.state)
    cards = (card, as_wild(card)) if isinstance(card, CardField) else (card,)
    chosen = [
        one for one in setting_of(game, PLAYERS[:2]) if not any(getattr(of, "from_deck", "") for of in within(one))
    ]
    before = Form("before", None, "", tuple(chosen))  # what comes out of a deck, its deck says
    return (*looking.forms.values(), before, *(Form("card", None, "", (one,)) for one in cards))


@pytest.mark.parametrize("game", RULEBOOKS)
def test_every_event_is_met(game: str) -> None:
    met = {form.event for form in forms_met(game)}
    assert met == {"before", "card"} | (RULEBOOKS[game].events.keys() - NOT_FOR_PEOPLE)


@pytest.mark.parametrize("game", RULEBOOKS)
def test_with_three_buttons_only_words_and_letters_are_spelled(game: str) -> None:
    chance = random.Random(game)
    for form in forms_met(game):
        titles = {field.label for field in leaves(form.fields) if isinstance(field, (WordField, LettersField))}
        for _ in range(WALKS):
            spelled = list(_spelled(form, chance))
            assert titles or not spelled, (form.event, spelled)


def _spelled(form: Form, chance: random.Random) -> Iterator[str]:
    """What has to be spelled on one way through a form."""
    answers: list[Any] = []
    for _ in range(60):
        asked: Prompt | Deed = play(event_script(form), answers)
        if isinstance(asked, Deed):
            return
        if asked.kind == "word":
            yield asked.title
            answers.append(chance.choice(["", "ZOO", "RENT"]))
        else:
            answers.append(chance.choice(asked.lines).value)


TYPED_INTO = """async (forms) => {
  const { formOf } = await import("/static/js/forms.js");
  const seen = [];
  for (const form of forms) {
    const element = formOf(form.fields, form.label, { event: form.event, player: "" }, () => null);
    document.body.append(element);
    for (const details of element.querySelectorAll("details")) details.open = true;
    for (const input of element.querySelectorAll("input, textarea")) {
      if (["radio", "checkbox"].includes(input.type) || input.hidden) continue;
      seen.push([form.event, input.name.split(".")[0], input.type, input.pattern]);
    }
    element.remove();
  }
  return seen;
}"""


@pytest.mark.browser
def test_on_pages_only_words_letters_and_numbers_are_typed(table: LiveTable, guest: Callable[..., Guest]) -> None:
    page = guest(f"{table.address}/host").page
    for game in RULEBOOKS:
        forms = forms_met(game)
        typed = {
            (form.event, field.name): field.kind
            for form in forms
            for field in leaves(form.fields)
            if isinstance(field, TYPED)
        }
        for event, name, kind, pattern in page.evaluate(TYPED_INTO, [form.to_json() for form in forms]):
            assert (event, name) in typed, (game, event, name)
            assert kind == "number" or pattern, (game, event, name)  # so that a code is asked again
