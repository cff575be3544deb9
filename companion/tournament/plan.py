"""How a tournament is to be played, as it is said once at its beginning."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, get_args

from companion.errors import BadInput
from companion.games import rulebook
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Mapping

PairingSystem = Literal["swiss", "round_robin", "tables"]
SYSTEMS: tuple[PairingSystem, ...] = get_args(PairingSystem)
FEWEST_AT_TABLE, MOST_AT_TABLE = 3, 6
MOST_ROUNDS = 30
LONGEST_TITLE = 60  # characters
LONGEST_OPTIONS = 5000  # characters of JSON: what a table takes from its hub
LONGEST_DECK = 1000  # characters of JSON: six players with a deck each, all of the longest names, have 600


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament's title, how it is paired, how many rounds it has (a round robin has as many as it needs), and what
    each match is set up with: game, options, deck. `seats` is how many best sit at one of `tables`; `seed` is
    what every lot is drawn from."""

    title: str
    system: PairingSystem
    rounds: int
    game: str
    seed: int
    seats: int = 4
    options: Mapping[str, Any] = field(default_factory=dict)
    deck: Any = None

    @property
    def is_for_two(self) -> bool:
        """Whether two play against each other."""
        return self.system != "tables"

    @property
    def wanted(self) -> int:
        """How many best sit at a table."""
        return 2 if self.is_for_two else self.seats

    def setup(self, players: tuple[str, ...]) -> dict[str, Any]:
        """What a table begins the match of these players with; the first one sits first."""
        setup = {"game": self.game, "players": list(players), "options": dict(self.options)}
        return setup if self.deck is None else {**setup, "deck": self.deck}

    def to_json(self) -> dict[str, Any]:
        """As `read_plan` reads it."""
        return {
            "title": self.title,
            "system": self.system,
            "rounds": self.rounds,
            "game": self.game,
            "seed": self.seed,
            "seats": self.seats,
            "options": dict(self.options),
            "deck": self.deck,
        }


def read_plan(document: Mapping[str, Any]) -> Plan:
    """The plan that a JSON object says. Raises BadInput for what cannot be played."""
    title, system, game = document.get("title"), document.get("system"), document.get("game")
    if not isinstance(title, str) or not title.strip() or len(title) > LONGEST_TITLE or not title.isprintable():
        raise BadInput(told("a tournament has a title of up to {most} printable characters", most=LONGEST_TITLE))
    if system not in SYSTEMS:
        raise BadInput(told("a tournament is paired as one of {systems}", systems=", ".join(SYSTEMS)))
    if not isinstance(game, str):
        raise BadInput(told("a tournament says which game is played"))
    options = document.get("options", {})
    if not isinstance(options, dict):
        raise BadInput(told("the match's “options” must be an object"))
    if len(json.dumps(options)) > LONGEST_OPTIONS:
        raise BadInput(told("the match's “options” are too long to be set up at a table"))
    if len(json.dumps(document.get("deck"))) > LONGEST_DECK:
        raise BadInput(told("the match's “deck” is too long to be set up at a table"))
    seats = _count(document, "seats", 4, FEWEST_AT_TABLE, MOST_AT_TABLE)
    plan = Plan(
        title.strip(),
        system,
        _count(document, "rounds", 3, 1, MOST_ROUNDS),
        game,
        _count(document, "seed", 0, 0, 2**53 - 1),
        seats,
        options,
        document.get("deck"),
    )
    fewest, most = rulebook(game).seats
    if not fewest <= plan.wanted <= most:
        wanted = told("{fewest} to {most}", fewest=fewest, most=most)
        seats_said = {"game": rulebook(game).title, "wanted": wanted, "count": plan.wanted}
        raise BadInput(told("{game} is for {wanted} players, not {count}", **seats_said))
    return plan


def _count(document: Mapping[str, Any], name: str, default: int, least: int, most: int) -> int:
    value = document.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadInput(
            told("“{name}” must be a whole number from {least} to {most}", name=name, least=least, most=most)
        )
    return value
