"""What may be handed in now, in a form that every game fills and buttons, phones, refusals and tests read.

A game's `legal` is the one home of the question which events are possible: `View.may` is made from it, and what is
refused because it is not the time or not the turn is refused for the same hindrance.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping


def _nothing_open() -> Iterable[Mapping[str, Any]]:
    return ({},)


@dataclass(frozen=True, slots=True)
class Offer:
    """One event that somebody may hand in now, with all that may be said in it.

    `fields` are, by JSON name, the values that are possible, each with each (None: the field is left out). What is not
    among them is open: words, other people's cards, what has no effect. `samples` gives the open fields values with
    which the event is certainly accepted; it gives none where the rules cannot name any, or must not. `searched` are
    further fields whose values take a search: they are looked for when somebody wants them, not for each view.
    """

    event: str
    fields: Mapping[str, tuple[Any, ...]]
    samples: Callable[[], Iterable[Mapping[str, Any]]] = _nothing_open
    searched: Callable[[], Mapping[str, tuple[Any, ...]]] = dict

    @property
    def all_fields(self) -> Mapping[str, tuple[Any, ...]]:
        """The fields, those that take a search included."""
        return {**self.fields, **self.searched()}

    def events(self) -> Iterator[Mapping[str, Any]]:
        """The events, complete, as a transcript has them: each of the values with each of the samples."""
        fields = self.all_fields
        for sample in self.samples():
            for values in product(*fields.values()):
                said = {**dict(zip(fields, values, strict=True)), **sample}
                yield {"event": self.event, **{name: value for name, value in said.items() if value is not None}}

    def covers(self, event: Mapping[str, Any]) -> bool:
        """Whether this offer is of that event, well-formed and written as in a transcript."""
        return event["event"] == self.event and _among(event, self.fields) and _among(event, self.searched())


def _among(event: Mapping[str, Any], fields: Mapping[str, tuple[Any, ...]]) -> bool:
    return all(event.get(name) in values for name, values in fields.items())


def may(offers: Mapping[str, tuple[Offer, ...]]) -> dict[str, tuple[str, ...]]:
    """The names of the events each player may hand in now."""
    return {player: tuple(dict.fromkeys(offer.event for offer in own)) for player, own in offers.items()}
