"""Random games of every kind: whatever a form gives to choose from, the rules would take as things stand.

An option is one of an offer's, together with the answer before it that its field waits for (`only`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from benchmarks.playouts import Tally, play_out
from companion.games import RULEBOOKS
from companion.games.form import NOT_FOR_PEOPLE, forms_of
from companion.games.form_fields import ChoiceField

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from companion.games.form import Form
    from companion.games.legal import Offer

PLAYED = 40


@dataclass(slots=True)
class Positions(Tally):
    """A tally that keeps every position at which something was tried."""

    states: list[Any] = field(default_factory=list)

    def ruled(self, state: Any, event: Any, after: Any, ruling: Any) -> None:
        """See Tally."""
        if not self.states or self.states[-1] is not state:
            self.states.append(state)


def _forms(game: str, offers: Mapping[str, tuple[Offer, ...]], state: Any) -> Iterator[tuple[Form, list[Offer]]]:
    """Every form that somebody may hand in, with what is offered of it."""
    for player, own in offers.items():
        for event in dict.fromkeys(offer.event for offer in own if offer.event not in NOT_FOR_PEOPLE):
            yield forms_of(game).form(state, event, player), [offer for offer in own if offer.event == event]


def _answers(form: Form, choice: ChoiceField) -> Iterator[dict[str, Any]]:
    """Every option of a field, with each answer before it with which it is asked."""
    name, answers = choice.only or ("", ())
    before = [each for each in form.fields if each.name == name and isinstance(each, ChoiceField)]
    given = [{name: value} for each in before for option in each.options if (value := option.value) in answers]
    for option in choice.options:
        yield from ({**said, choice.name: option.value} for said in given or [{}])


def _is_offered(said: dict[str, Any], offers: Iterable[Offer]) -> bool:
    """Whether one of the offers has all of that; what it leaves open may be anything."""
    return any(all(value in offer.all_fields.get(name, (value,)) for name, value in said.items()) for offer in offers)


@pytest.mark.parametrize("game", RULEBOOKS)
def test_every_option_of_a_form_is_one_that_the_rules_would_take(game: str) -> None:
    seen, legal = Positions(), RULEBOOKS[game].legal
    assert legal is not None
    for seed in range(PLAYED):
        play_out(game, seed, seen, seats=seed % 4 == 3)
    offered, dead = 0, set()
    for state in seen.states:
        for form, offers in _forms(game, legal(state), state):
            for choice in (each for each in form.fields if isinstance(each, ChoiceField)):
                answers = list(_answers(form, choice))
                offered += len(answers)
                dead |= {f"{form.event}: {said}" for said in answers if not _is_offered(said, offers)}
                assert answers, f"{form.event}: nothing to choose from as “{choice.name}”"
    assert offered > PLAYED
    assert not dead
