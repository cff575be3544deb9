"""An organiser's acts as JSON, as they are handed in and kept: read, and done to a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.errors import BadInput
from companion.games.placing import Placing, read_placing
from companion.sentences import told
from companion.tournament.plan import read_plan
from companion.tournament.tournament import Decision, PairedRound, Tournament

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from companion.tournament.tournament import Heard, Slot


def opening(document: Mapping[str, Any]) -> Tournament:
    """The tournament that begins with this plan. Raises BadInput."""
    return Tournament(read_plan(document))


def pair_act(paired: PairedRound) -> dict[str, Any]:
    """The act that adds this round."""
    tables = [list(players) for players in paired.tables]
    return {"act": "pair", "tables": tables, "byes": list(paired.byes), "ids": list(paired.ids)}


def performed(tournament: Tournament, act: Mapping[str, Any]) -> Tournament:
    """The tournament after one act that is new. Raises BadInput for what is none, or none for now."""
    after = _done(tournament, act)
    if act["act"] in _ASKED_OF_NEW:
        _ASKED_OF_NEW[act["act"]](tournament, act)
    return after


def replayed(acts: Iterable[Mapping[str, Any]]) -> Tournament:
    """The tournament that kept acts make, the first of which is its plan. Raises BadInput."""
    first, *others = acts
    tournament = opening(first)
    for act in others:
        tournament = _done(tournament, act)
    return tournament


def _done(tournament: Tournament, act: Mapping[str, Any]) -> Tournament:
    kind = act.get("act")
    if not isinstance(kind, str) or kind not in _ACTS:
        raise BadInput(told("an act is one of {acts}", acts=", ".join(_ACTS)))
    return _ACTS[kind](tournament, act)


def slot_of(act: Mapping[str, Any]) -> Slot:
    """The pairing that an act is about: its round and table. Raises BadInput for one that names none."""
    return _number(act, "round"), _number(act, "table")


def move_of(act: Mapping[str, Any]) -> tuple[Slot, str]:
    """The pairing that an act moves, and to which of the hub's tables. Raises BadInput for an act that says neither."""
    return slot_of(act), _text(act, "id")


def report_act(slot: Slot, outcome: Placing | None, digest: str, heard: Heard | None = None) -> dict[str, Any]:
    """The act that a table reports this of its pairing; `digest` stands for all the rulings of the match."""
    places = None if outcome is None else dict(outcome.places)
    act = {"act": "report", "round": slot[0], "table": slot[1], "places": places, "digest": digest}
    return act if heard is None else {**act, "match": heard[0], "count": heard[1]}


def _report(tournament: Tournament, act: Mapping[str, Any]) -> Tournament:
    heard = (_text(act, "match"), _number(act, "count")) if "match" in act else None  # earlier versions kept none
    return tournament.reported(slot_of(act), _placing(tournament, act), heard)


def _placing(tournament: Tournament, act: Mapping[str, Any]) -> Placing | None:
    """The places that an act says; None where it says none."""
    players = tournament.players_at(slot_of(act))
    if act.get("places") is None:
        return None
    found = read_placing(act["places"], players)
    if found is None:
        raise BadInput(told("a result has a place for each player of the table"))
    return Placing(found.places, is_played=act.get("is_played") is not False)


def _decide(tournament: Tournament, act: Mapping[str, Any]) -> Tournament:
    return tournament.decided(slot_of(act), Decision(_placing(tournament, act), _text(act, "reason")))


def dispute_act(slot: Slot, ruling: Mapping[str, Any], *, has_picture: bool) -> dict[str, Any]:
    """The act that the arbiter is called for a ruling at a pairing's table."""
    return {"act": "dispute", "round": slot[0], "table": slot[1], "ruling": dict(ruling), "has_picture": has_picture}


def _dispute(tournament: Tournament, act: Mapping[str, Any]) -> Tournament:
    return tournament.disputed(slot_of(act), act.get("ruling") or {}, has_picture=act.get("has_picture") is True)


def _pair(tournament: Tournament, act: Mapping[str, Any]) -> Tournament:
    try:
        tables = tuple(tuple(str(name) for name in players) for players in act["tables"])
        paired = PairedRound(tables, tuple(map(str, act["byes"])), tuple(map(str, act["ids"])))
    except (KeyError, TypeError) as error:
        raise BadInput(told("round {round} is not paired as it must be", round=tournament.next_round)) from error
    return tournament.paired(paired)


_ACTS: Mapping[str, Callable[[Tournament, Mapping[str, Any]], Tournament]] = {
    "enter": lambda tournament, act: tournament.entered(_text(act, "name").strip(), _number(act, "rating", 0)),
    "withdraw": lambda tournament, act: tournament.withdrawn(_text(act, "name")),
    "return": lambda tournament, act: tournament.returned(_text(act, "name")),
    "rest": lambda tournament, act: tournament.resting(_text(act, "name")),
    "pair": _pair,
    "unpair": lambda tournament, _act: tournament.unpaired(),
    "move": lambda tournament, act: tournament.moved(*move_of(act)),
    "report": _report,
    "dispute": _dispute,
    "decide": _decide,
}

# What is asked of a new act and not of a kept one: earlier versions took some that are refused today.
_ASKED_OF_NEW: Mapping[str, Callable[[Tournament, Mapping[str, Any]], None]] = {
    "enter": lambda tournament, act: tournament.must_be_new(_text(act, "name").strip()),
    "rest": lambda tournament, act: tournament.must_play_next(_text(act, "name")),
}


def _text(act: Mapping[str, Any], name: str) -> str:
    value = act.get(name)
    if not isinstance(value, str) or len(value) > 500:
        raise BadInput(told("“{name}” must be text", name=name))
    return value


def _number(act: Mapping[str, Any], name: str, default: int | None = None) -> int:
    value = act.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadInput(told("“{name}” must be a whole number", name=name))
    return value
