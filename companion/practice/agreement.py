"""Which seats the table plays itself, and how well: what a match's setup says as `practice`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import SystemRandom
from typing import Any

from companion.errors import BadInput
from companion.games import RULEBOOKS
from companion.games.core import quoted
from companion.games.dealing import dealing
from companion.games.opponent import Strength, opponent
from companion.sentences import told

KEY, SEED = "practice", "seed"
SEED_BITS = 32


@dataclass(frozen=True, slots=True)
class Practice:
    """`strengths` are those of the players the table plays, by name; all that is dealt follows from `seed`."""

    strengths: Mapping[str, Strength]
    seed: int

    def people(self, playing: Iterable[str]) -> tuple[str, ...]:
        """Those of the players whom the table does not play."""
        return tuple(player for player in playing if player not in self.strengths)

    def only_one(self, playing: Iterable[str]) -> str | None:
        """Who plays alone against the table; None when several do."""
        people = self.people(playing)
        return people[0] if len(people) == 1 else None

    def to_json(self) -> dict[str, Any]:
        """As the setup has it."""
        return {"players": {name: str(strength) for name, strength in self.strengths.items()}, SEED: self.seed}


def practice_of(setup: Mapping[str, Any]) -> Practice | None:
    """Whom the table plays in the match of this setup, as `agreed` has left it; None where it plays nobody. Raises
    BadInput for what `agreed` did not leave so."""
    said = setup.get(KEY)
    if said is None:
        return None
    try:
        return Practice({name: Strength(strength) for name, strength in said["players"].items()}, int(said[SEED]))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BadInput(told("whom the table plays in this match cannot be read")) from error


def seats_of_table(setup: Mapping[str, Any]) -> frozenset[str]:
    """The players whom the table plays in the match of this setup, whether or not it says what their cards come from;
    nobody where that cannot be read."""
    said = setup.get(KEY)
    players = said.get("players") if isinstance(said, Mapping) else None
    return frozenset(players) if isinstance(players, Mapping) else frozenset()


def agreed(setup: Mapping[str, Any]) -> dict[str, Any]:
    """A setup with its practice as it is to be written, and a seed where it has none.

    Raises BadInput for players who do not play, a strength there is none of, a game that the table does not play.
    """
    rest = {key: value for key, value in setup.items() if key != KEY}
    said = setup.get(KEY)
    if said is None:
        return rest
    players = said.get("players") if isinstance(said, Mapping) else None
    if not isinstance(players, Mapping):
        form = json.dumps({"players": {"Bob": Strength.HARD}})
        raise BadInput(
            told("the match's “practice” must say the strength of each player whom the table plays: {form}", form=form)
        )
    if not players:
        return rest
    game, seated = setup.get("game"), setup.get("players")
    if not can_play(game):
        raise BadInput(told("the table does not play this game itself"))
    for name, strength in players.items():
        if not isinstance(seated, list) or name not in seated:
            raise BadInput(told("the table cannot play for {player}, who does not play", player=quoted(str(name))))
        if strength not in list(Strength):
            known = ", ".join(Strength)
            raise BadInput(
                told("there is no strength {strength}; there are {known}", strength=quoted(str(strength)), known=known)
            )
    if len(players) == len(seated or ()):
        raise BadInput(told("somebody must play against the table"))
    seed = said.get(SEED)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**SEED_BITS:
        seed = SystemRandom().getrandbits(SEED_BITS)
    return {**rest, KEY: Practice({name: Strength(value) for name, value in players.items()}, seed).to_json()}


def anew(setup: Mapping[str, Any]) -> dict[str, Any]:
    """The setup of a match like another, with other cards: the seed to deal by is nobody's to say."""
    said = setup.get(KEY)
    if not isinstance(said, Mapping):
        return dict(setup)
    return {**setup, KEY: {name: value for name, value in said.items() if name != SEED}}


def can_play(game: Any) -> bool:
    """Whether the table plays this game itself."""
    return isinstance(game, str) and game in RULEBOOKS and None not in (opponent(game), dealing(game))
