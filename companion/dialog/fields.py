"""How the fields of a form are asked with three buttons, one after the other. Pure."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any

from companion.dialog import card_entry
from companion.dialog.prompts import (
    LETTERS,
    Deed,
    MenuLine,
    maybe,
    pick,
    read_and_pick,
    several,
    sign,
    spelled,
    to_say,
    words,
    yes,
)
from companion.games.form_fields import (
    CardField,
    CardsField,
    CellsField,
    ChoiceField,
    EachField,
    LettersField,
    LinesField,
    NumberField,
    PairsField,
    PlayerField,
    PlayersField,
    SettingField,
    SignField,
    TickField,
    WordField,
    WordsField,
)
from companion.games.house_rules import is_house_rule
from companion.games.word_letters import readings_of_wilds, with_letters
from companion.sentences import headed, message

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.dialog.prompts import Asking, Script
    from companion.games.form import Form
    from companion.games.form_fields import Field

NEAREST, FARTHEST = 13, -12  # columns and rows of a grid that can be named


def event_script(form: Form) -> Script:
    """The script that ends in the form's event, handed in."""

    def script() -> Asking:
        if form.is_costly and not form.fields and not (yield from yes(form.label, form.cost)):
            return Deed("shut")
        return Deed("event", form.said((yield from fill_in(form.fields, form.player or ""))))

    return script


def fill_in(fields: Sequence[Field], who: str, before: Mapping[str, Any] | None = None) -> Asking:
    """The values of fields, by name; `who` is asked for words, `before` has what was said already. What is optional is
    left out at one press."""
    said: dict[str, Any] = {}
    for field in fields:
        if not field.is_asked({**(before or {}), **said}):
            continue
        if isinstance(field, LettersField) and field.row:
            value = yield from _reading(field.label, readings_of_wilds(field, fields, said))
        else:
            value = yield from _ask_if_wanted(with_letters(field, fields, said), who)
        if value is not None or is_house_rule(field):  # of a rule, none is a choice as well
            said[field.name] = value
    return said


def _ask_if_wanted(field: Field, who: str) -> Asking:
    """The value of one field; None where it is left out: that is asked first where the field has no line for it."""
    if field.optional and not _can_be_left(field) and not (yield from to_say(field.label, field.hint)):
        return None
    return (yield from ask(field, who))


def _reading(title: str, readings: Sequence[str]) -> Asking:
    """Which of the letters that are possible are meant; where there is but one way, nobody loses time over it."""
    return (yield from maybe(title, [(" ".join(each), each) for each in readings])) if len(readings) > 1 else None


def ask(field: Field, who: str) -> Asking:
    """The value of one field; None for one that is left out."""
    return (yield from _ASKED[type(field)](field, who))


def _can_be_left(field: Field) -> bool:
    """Whether three buttons can say at one press that there is none; of others only what must be said is asked."""
    by_a_line = (ChoiceField, NumberField, PlayerField, PairsField, SettingField)
    if isinstance(field, WordsField):
        return field.is_needed
    return isinstance(field, by_a_line) or (isinstance(field, CardsField) and not field.least)


# ——— each kind of field ———


def _sign(field: SignField, _who: str) -> Asking:
    return (yield from sign(field.label, field.signs))


def _choice(field: ChoiceField, _who: str) -> Asking:
    options = sorted(field.options, key=lambda option: option.value != field.chosen)
    if field.clause:
        noted = [MenuLine(option.label, option.value, option.sentence) for option in options]
        return (yield from read_and_pick(field.label, noted))
    lines = [(option.label, option.value) for option in options]
    return (yield from (maybe if field.optional else pick)(field.label, lines))


def _number(field: NumberField, _who: str) -> Asking:
    counts = sorted(field.usual or range(field.least, field.most + 1), key=lambda count: count != field.chosen)
    lines = [(str(count), count) for count in counts]
    return (yield from (maybe if field.optional else pick)(field.label, lines))


def _tick(field: TickField, _who: str) -> Asking:
    return (yield from yes(field.label))


def _word(field: WordField, who: str) -> Asking:
    word = ""
    while not word:
        word = yield from spelled(who or field.label, field.letters)
    return word.lower()


def _words(field: WordsField, who: str) -> Asking:
    if field.optional:
        return (yield from words(field.label, field.letters, may_be_none=True)) or None
    return (yield from words(who or field.label, field.letters))


def _letters(field: LettersField, _who: str) -> Asking:
    if field.listed:
        listed: list[str] = []
        while len(listed) < field.count:
            listed += yield from sign(f"{field.label}: {len(listed) + 1}", LETTERS)
        return listed
    found = ""
    while len(found) != field.count:
        found = yield from spelled(field.label, exactly=field.count)
    return found


def _players(field: PlayersField, _who: str) -> Asking:
    return (yield from several(field.label, field.among, field.chosen))


def _player(field: PlayerField, _who: str) -> Asking:
    return (yield from maybe(field.label, [(name, name) for name in field.among]))


def _pairs(field: PairsField, _who: str) -> Asking:
    """One pair after the other, until nobody is left to make one or no more are named."""
    pairs: list[list[str]] = []
    left = list(field.among)
    while len(left) > 1:
        first = yield from maybe(f"{field.label}: {len(pairs) + 1}", [(name, name) for name in left])
        if first is None:
            break
        left.remove(first)
        second = yield from pick(f"{first} + …", [(name, name) for name in left])
        left.remove(second)
        pairs.append([first, second])
    return pairs or None


def _each(field: EachField, _who: str) -> Asking:
    """The inner field for one player after the other, under their names."""
    said = {}
    for player in field.players:
        inner = field.field_of(player)
        said[player] = yield from ask(replace(inner, label=headed(player, inner.label)), player)
    return said


def _setting(field: SettingField, who: str) -> Asking:
    return field.changed((yield from fill_in(field.fields, who))) if (yield from to_choose(field.label)) else None


def to_choose(title: str) -> Asking:
    """Whether somebody wants to choose, or leaves it as it is."""
    return (yield from pick(title, [(message("as usual"), False), (message("choose them"), True)]))


def _cells(field: CellsField, _who: str) -> Asking:
    """Cards in one line of the grid, from a place on; what lies in their way already is one of the line."""
    x, y = (yield from _spot(message("Column"))), (yield from _spot(message("Row")))
    way = yield from pick(message("Which way"), [(message("across"), (1, 0)), (message("down"), (0, 1))])
    laid = yield from card_entry.cards(
        CardsField(field.name, field.label, ranks=field.ranks, wild=field.wild, least=1), ""
    )
    taken = {(cell.x, cell.y) for cell in field.lying}
    line = ((x + at * way[0], y + at * way[1]) for at in count())
    free = (spot for spot in line if spot not in taken)
    return [{"x": spot[0], "y": spot[1], "card": card} for card, spot in zip(laid, free, strict=False)]


def _spot(title: str) -> Asking:
    return (yield from pick(title, [(str(at), at) for at in (*range(NEAREST), *range(FARTHEST, 0))]))


_ASKED: Mapping[type[Field], Callable[[Any, str], Asking]] = {
    SignField: _sign, ChoiceField: _choice, NumberField: _number, TickField: _tick,
    WordField: _word, WordsField: _words, LettersField: _letters, PlayersField: _players, PlayerField: _player,
    PairsField: _pairs, EachField: _each, SettingField: _setting,
    CellsField: _cells, LinesField: card_entry.lines, CardsField: card_entry.cards, CardField: card_entry.card,
}  # fmt: skip
