"""What several say together, each their own part: a card chosen in secret, a hand shown, the words of a tie. Pure.

A game says it in a module `together` of its folder, as `Together` describes. The referee gathers the parts
(`companion.referee.gathering`) and makes one event of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, cast, get_args, get_type_hints

from companion.errors import BadInput
from companion.games import function_of, part, rulebook
from companion.games.events import Malformed, parser_of
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.window import Timed
    from companion.sentences import Told


@dataclass(frozen=True, slots=True)
class PartsAsked:
    """Whose parts are asked for now, in seating order, and the `event` they make.

    `field` is the event's field that has them by player, `part` what a player's own is called when it is handed in.
    `opens` is a field of the event that several must say alike before anybody's part is taken (which card was turned);
    from then on `window` runs for all of them, if there is one.
    """

    event: str
    players: tuple[str, ...]
    field: str
    part: str
    opens: str | None = None
    window: Timed | None = None


class Together(Protocol):
    """A game's module `together`."""

    def asked(self, state: Any) -> PartsAsked | None:
        """What is asked of several now; None when nothing is."""
        ...

    def fault(self, state: Any, player: str, said: Any) -> Told | None:
        """What is wrong with a player's part as things stand, in words for that player; None for a good one. A game
        that takes any part leaves it out."""
        ...


def asked_of(game: str, state: Any) -> PartsAsked | None:
    """What a game asks of several players now; None when it asks nothing."""
    described = cast("Together | None", part(game, "together"))
    return None if described is None else described.asked(state)


def read_part(game: str, asked: PartsAsked, body: Mapping[str, Any], players: Sequence[str]) -> Any:
    """One player's part out of what was handed in, as the event has it. Raises BadInput naming what is wrong."""
    if asked.part not in body:
        raise BadInput(Malformed(asked.part, told("is missing")).sentence)
    return _checked(asked.part, body[asked.part], _entry_type(game, asked), players)


def fault_of(game: str, state: Any, player: str, said: Any) -> Told | None:
    """What is wrong with a part that was read, as things stand; None when the game takes it."""
    fault: Told | None = function_of(game, "together", "fault")(state, player, said)
    return fault


def read_opening(game: str, asked: PartsAsked, value: Any, players: Sequence[str]) -> Any:
    """What opens the gathering, as the event has it. Raises BadInput naming what is wrong."""
    assert asked.opens is not None
    return _checked(asked.opens, value, _hints(game, asked)[asked.opens], players)


def _checked(name: str, value: Any, annotation: Any, players: Sequence[str]) -> Any:
    try:
        parser_of(annotation)(value, players)
    except Malformed as fault:
        raise BadInput(fault.inside(name).sentence) from None
    return value


def _entry_type(game: str, asked: PartsAsked) -> Any:
    """The type of one player's entry in the field that has them all: of `Annotated[Mapping[Player, X], …]`, X."""
    mapping, *_ = get_args(_hints(game, asked)[asked.field])
    return get_args(mapping)[1]


def _hints(game: str, asked: PartsAsked) -> Mapping[str, Any]:
    return get_type_hints(rulebook(game).events[asked.event], include_extras=True)
