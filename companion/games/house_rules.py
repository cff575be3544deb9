"""House rules: options that choose between two sensible readings of a clause. Pure.

A game names them in its forms: a choice before the match that has a `clause`, with a sentence on each of its options.
What the table chose for its newest match of a game is offered first at the next one, and is said beside the clause
wherever that is cited.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeGuard

from companion.games.core import spoken_list
from companion.games.form import setting_of
from companion.games.form_fields import ChoiceField, PairsField, PlayerField
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from companion.games.form_fields import Field


@dataclass(frozen=True, slots=True)
class WayToRead:
    """One way to read a clause: the option of a match, the value that chooses it, and what it says."""

    option: str
    value: Any
    sentence: str


def is_house_rule(field: Field) -> TypeGuard[ChoiceField]:
    """Whether what is chosen with it is the reading of a clause."""
    return isinstance(field, ChoiceField) and bool(field.clause)


def newest_options(setups: Iterable[Mapping[str, Any]], game: str) -> Mapping[str, Any]:
    """The options of the newest match of a game among these setups, oldest first; none where it was never played."""
    newest: Mapping[str, Any] = {}
    for setup in setups:
        if setup.get("game") == game:
            newest = setup.get("options") or {}
    return newest


def as_last_chosen(setting: Sequence[Field], options: Mapping[str, Any]) -> tuple[Field, ...]:
    """A game's setting whose house rules offer first what an earlier match was played with."""
    return tuple(_as_last_chosen(field, options) for field in setting)


def own_rules(setting: Sequence[Field], said: Mapping[str, Any]) -> dict[str, Any]:
    """The options that the table's house rules give a match that was asked for no more than `said`: those that are not
    as the game itself has them."""
    standing: dict[str, Any] = {}
    own: dict[str, Any] = {}
    for field in setting:
        if not field.is_asked(standing):
            continue
        standing[field.name] = said.get(field.name, _usual(field))
        if is_house_rule(field) and field.name not in said and differs(field):
            own[field.name] = standing[field.name]
    return own


def differs(field: Field) -> bool:
    """Whether what a choice offers first is not its first option, which is what the game takes by itself."""
    return isinstance(field, ChoiceField) and bool(field.options) and _usual(field) != field.options[0].value


def chosen_rules(game: str, state: Any) -> dict[str, list[str]]:
    """What a match is played with, by the number of the clause: the sentences of its house rules, and of who was agreed
    to play how. What counts is what is in force as the game stands, for a dealer may have chosen, too."""
    options = getattr(state, "options", None)
    standing: dict[str, Any] = {}
    chosen: dict[str, list[str]] = {}
    for field in setting_of(game, ()):
        if not field.is_asked(standing):
            continue
        standing[field.name] = getattr(options, field.name, None)
        for clause, said in _said(field, standing[field.name]):
            chosen.setdefault(clause, []).append(said)
    return chosen


def _said(field: Field, value: Any) -> list[tuple[str, str]]:
    """What is said of this value of the field, each sentence with the clause it stands beside."""
    if is_house_rule(field):
        option = field.option_of(value)
        return [(field.clause, option.sentence)] if option is not None else []
    if isinstance(field, PlayerField) and value is not None:
        return [(clause, told(field.sentence, player=value)) for clause in field.clauses]
    if isinstance(field, PairsField):
        pairs = [told(field.sentence, players=spoken_list(pair)) for pair in value or ()]
        return [(clause, pair) for clause in field.clauses for pair in pairs]
    return []


def readings_of(game: str) -> dict[str, list[WayToRead]]:
    """All that a game's house rules can choose, by the number of the clause; of each option the game's own first."""
    found: dict[str, list[WayToRead]] = {}
    for field in setting_of(game, ()):
        if is_house_rule(field):
            there = [WayToRead(field.name, option.value, option.sentence) for option in field.options]
            found.setdefault(field.clause, []).extend(there)
    return found


def _as_last_chosen(field: Field, options: Mapping[str, Any]) -> Field:
    if not is_house_rule(field):
        return field
    option = field.option_of(options.get(field.name))
    if option is None:
        return field
    offered = field.options if option in field.options else (*field.options, option)
    return replace(field, options=offered, chosen=option.value)


def _usual(field: Field) -> Any:
    """What stands where nobody chooses."""
    chosen = getattr(field, "chosen", None)
    if chosen is None and isinstance(field, ChoiceField) and field.options and not field.optional:
        return field.options[0].value
    return chosen
