"""Games played at random, all five by one driver: `python benchmarks/playouts.py --count 10000 [--game typo]`.

At every position of a play-out: what `legal` offers is accepted (a few of the offers, with values out of them), what
is accepted was offered (a few events of the vocabulary with values at random, and the accepted ones held against the
offers), and the view's `may` names just what is offered. In every fourth of them players join late and leave.
On the way undo, redo and correct come back to the same state (`companion.games.core.plain`), at the end everything is
taken back to the start and brought back again. A play-out that finds a disagreement ends the run with the game, the
seed and the event; `--seed` plays that one alone.

Played last without a disagreement, in slices of 2,500 (`--count 2500 --seed 2500`), with seeds from 0:

    Disorder!        10,000 play-outs,  5,113 to the end, 223,611 positions
    TYPO             10,000 play-outs,    421 to the end, 418,260 positions
    Villains         10,000 play-outs,    296 to the end, 435,433 positions
    AnagraScramble   10,000 play-outs,  4,873 to the end, 144,015 positions
    WORDCARD         10,000 play-outs,  6,037 to the end, 178,459 positions

The tests play some hundred of each game (`tests/rules/test_playouts.py`).
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from random import Random
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from companion.games import RULEBOOKS
from companion.games.comings import hinders_joining, is_deserted, rule_seats
from companion.games.core import NO_CLAUSE, malformed, plain
from companion.games.events import Malformed, read_event
from companion.games.legal import may
from companion.games.match_events import SEAT_EVENTS
from companion.games.schema import event_schema
from companion.games.wordcard.notation import RANKS
from companion.referee.match import Match

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.core import Ruling
    from companion.games.events import Event
    from companion.games.legal import Offer
    from companion.lexicon import Lexicon

WORDS = ("real", "rat", "ab", "cab", "event", "never", "zoo", "tee", "plane", "planet", "late", "renting", "aaa", "art")
LEXICON = {"words": list(WORDS), "names": ["anna"]}
NEWCOMERS = ("Eve", "Flo", "Gus")
TAKEN_UP = 0.5  # and where all others have left
COMING_AND_GOING = 0.06  # how often somebody joins, leaves or is passed over, if that may be
SITTING_OUT = 0.5  # and how often it is only for a turn
LENGTHS = (10, 20, 20, 30, 30, 150)  # in events, if the game is not over before
OFFERS_TRIED, EVENTS_TRIED = 2, 3  # per position
VIEWED = 0.3  # how often the view is held against the offers
TAKEN_BACK = 0.15  # how often undo, redo and correct are tried

_TIMINGS = [
    {"timing": "immediate", "effect": "draw"}, {"timing": "immediate", "effect": "burn"},
    {"timing": "immediate", "effect": "drop"}, {"timing": "immediate", "effect": "play"},
    {"timing": "immediate", "effect": "copy"}, {"timing": "timed", "when": "any", "effect": "negate"},
    {"timing": "timed", "when": "own", "effect": "bounce"}, {"timing": "timed", "when": "opponent", "effect": "flip"},
    {"timing": "timed", "when": "any", "effect": "copy"}, {"timing": "constant", "effect": "shield"},
    {"timing": "constant", "effect": "draw"}, {"timing": "minted", "effect": "burn"}, None, None,
]  # fmt: skip
_GROUP = ["7/A", "8/B", "9/C", "7/A", "8/B", "9/C", "J/E", "Q/T", "*"]
_PLAIN_TYPES = ("wordplay", "cardplay", "wordplay_plus", "cardplay_plus", "wordcard")


class Disagreement(AssertionError):
    """What is offered was refused, what is not offered was accepted, or a way back led elsewhere."""


@dataclass(slots=True)
class Tally:
    """What play-outs have seen: positions, events tried, rulings by verdict, and what each cited, tried ones too."""

    positions: int = 0
    offered: int = 0
    tried: int = 0
    ended: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    details: Counter[str | None] = field(default_factory=Counter)
    citations: Counter[tuple[str, str]] = field(default_factory=Counter)
    sentences: set[str] = field(default_factory=set)
    kinds: set[type] = field(default_factory=set)  # what the verdicts in the matches' records are members of
    detail_kinds: set[type] = field(default_factory=set)  # and the details

    def heard(self, ruling: Ruling) -> None:
        """Keep what a ruling cites and says."""
        self.citations[ruling.verdict, ruling.clause.number if ruling.clause else NO_CLAUSE] += 1
        self.sentences.add(ruling.reason)

    def ruled(self, state: Any, event: Event, after: Any, ruling: Ruling) -> None:  # noqa: ARG002 (for who looks on)
        """Keep what a ruling cites and says; who looks at more is told the position and what it has become."""
        self.heard(ruling)


def document(game: str, chance: Random) -> dict[str, Any]:
    """A match of the game with options at random."""
    fewest, most = RULEBOOKS[game].seats
    names = ("Ann", "Bob", "Cy", "Di")[: chance.randint(fewest, min(most, 4))]
    return {"game": game, "players": list(names), "options": {**_options(game, names, chance), "lexicon": LEXICON}}


def _options(game: str, names: Sequence[str], chance: Random) -> dict[str, Any]:
    yes = chance.random() < 0.5
    if game == "disorder":
        return {"action_cards": yes, "target": chance.choice([5, 50]), **({"answer_seconds": 30} if yes else {})}
    if game == "typo":
        return {"rows": [chance.choice("RENT") for _ in range(4)], "majority": chance.choice(["others", "all"])}
    if game == "anagrascramble":
        return {"rolls": chance.randint(1, 3), "deck": chance.choice(["green", "both"]),
                "penalty": chance.choice(["each", "once"])}  # fmt: skip
    if game == "villains":
        return {"decks": {name: _deck(chance, suffix) for name, suffix in zip(names, ("", "2" * yes), strict=True)}}
    return _wordcard(names, chance)


def _deck(chance: Random, suffix: str) -> dict[str, Any]:
    kinds = [("villain", chance.choice(["ABCD", "AAxx", "ABxy", "xxyy"])) for _ in range(4)]
    kinds += [("monster", "ABCD"[number % 4]) for number in range(16)]
    cards = []
    for number, (kind, dna) in enumerate(kinds):
        trait = chance.choice([one for one in _TIMINGS if kind == "villain" or not one or one["timing"] != "minted"])
        cards.append({"name": f"{kind[0]}{number}{suffix}", "kind": kind, "dna": dna, "trait": trait})
    return {"name": "random", "cards": cards}


def _wordcard(names: Sequence[str], chance: Random) -> dict[str, Any]:
    kind = chance.choice([*_PLAIN_TYPES, "wild", "group"])
    if kind == "group":
        return {"type": kind, "cards": _GROUP, "group_type": chance.choice(_PLAIN_TYPES)}
    aim = chance.choice(["most", "fewest"])
    return {
        "type": kind, "aim": aim, "hand": 8, "open_cards": chance.choice([1, 3, 5]), "grid": chance.random() < 0.3,
        "strict": chance.random() < 0.3, "tag_on": chance.choice(["any", "own"]), "explanations": chance.random() < 0.5,
        "pick_any": aim == "most" and chance.random() < 0.5, "dealer": chance.choice(names),
        "open_points": chance.choice([None, None, 30]),
    }  # fmt: skip


def play_out(game: str, seed: int, tally: Tally | None = None, *, seats: bool = False) -> Match:
    """Play one game at random, with `seats` also with players who join late and leave. Raises Disagreement."""
    chance, tally = Random(f"{game}-{seed}"), tally or Tally()
    match = Match.begin(document(game, chance), _no_lexicon)
    states = [match.state]
    for _ in range(chance.choice(LENGTHS)):
        event = (_coming_or_going(match, chance, tally) if seats else None) or _position(match, chance, tally)
        if event is None:
            break
        ruling = match.apply(event)
        tally.verdicts[ruling.verdict] += 1
        tally.details[ruling.detail] += 1
        tally.heard(ruling)
        states.append(match.state)
        if chance.random() < TAKEN_BACK:
            _there_and_back(match, event, states)
    tally.ended += match.view().over
    _all_the_way_back(match, states)
    for ruling in match.rulings:
        tally.kinds.add(type(ruling.verdict))
        tally.detail_kinds.add(type(ruling.detail))
    return match


def _no_lexicon(name: str) -> Lexicon:
    raise LookupError(name)


def _position(match: Match, chance: Random, tally: Tally) -> Mapping[str, Any] | None:
    """Try offers and events of the vocabulary at this position; an offered event to go on with, None at the end."""
    assert match.book.legal is not None  # every game in the house has it
    offers = match.book.legal(match.state)
    tally.positions += 1
    if chance.random() < VIEWED and match.view().may != may(offers):
        raise Disagreement(f"the view may {match.view().may}, offered is {may(offers)}")
    everything = [offer for own in offers.values() for offer in own]
    for _ in range(EVENTS_TRIED):
        tally.tried += 1
        said = some_event(match, chance, everything)
        if _accepts(match, said, tally) and not any(offer.covers(said) for offer in everything):
            raise Disagreement(f"accepted, and not offered: {said}")
    on = None
    for _ in range(OFFERS_TRIED):
        event = one_of(everything, chance)
        if event is None:
            continue
        tally.offered += 1
        if not _accepts(match, event, tally):
            raise Disagreement(f"offered, and refused: {event}: {match.judge(event).ruling.reason}")
        on = event
    return on


def _coming_or_going(match: Match, chance: Random, tally: Tally) -> Mapping[str, Any] | None:
    """Somebody who joins or leaves at this position; mostly nobody."""
    if chance.random() < VIEWED:
        _seats(match, chance, tally)
    often = TAKEN_UP if is_deserted(match.state) else COMING_AND_GOING
    return _some_seat_event(match, chance, tally) if chance.random() < often else None


def _seats(match: Match, chance: Random, tally: Tally) -> None:
    """Whoever joins is let in exactly where nothing hinders it, and nobody leaves who does not play."""
    view, book = match.view(), match.book
    name = chance.choice([*match.players, *NEWCOMERS])
    free = hinders_joining(book, match.state) is None and name not in match.playing
    if _accepts_seat(match, {"event": "join", "player": name}, tally) != free:
        raise Disagreement(f"{name} joins, and the free seats say otherwise")
    waited = name in match.playing and not view.over and _can_go_on_without(match, name)
    if _accepts_seat(match, {"event": "sit_out", "player": name}, tally) != waited:
        raise Disagreement(f"{name} is passed over, and what is waited for says otherwise")
    if _accepts_seat(match, {"event": "leave", "player": name}, tally) != (name in match.playing and not view.over):
        raise Disagreement(f"{name} leaves, and who plays says otherwise")


def _can_go_on_without(match: Match, name: str) -> bool:
    comings = match.book.comings
    return comings is not None and comings.sit_out(match.state, match.players.index(name)) is not None


def _some_seat_event(match: Match, chance: Random, tally: Tally) -> Mapping[str, Any] | None:
    """Somebody joins, leaves or is passed over; None where that is refused."""
    name = chance.choice([*match.players, *NEWCOMERS])
    going = "sit_out" if chance.random() < SITTING_OUT else "leave"
    event = {"event": going if name in match.playing else "join", "player": name}
    return event if _accepts_seat(match, event, tally) else None


def _accepts_seat(match: Match, event: Mapping[str, Any], tally: Tally) -> bool:
    try:
        read = read_event(SEAT_EVENTS, event, match.playing)
    except Malformed as fault:
        tally.heard(malformed(fault))
        return False
    after, ruling = rule_seats(match.book, match.state, read)
    tally.ruled(match.state, read, after, ruling)
    if not ruling.accepted and after is not match.state:
        raise Disagreement(f"refused, and changed: {event}")
    return ruling.accepted


def one_of(offers: Sequence[Offer], chance: Random) -> Mapping[str, Any] | None:
    """One event out of the offers, the kinds of event equally likely; None when they name none."""
    kinds = sorted({offer.event for offer in offers})
    chance.shuffle(kinds)
    for kind in kinds:
        own = [offer for offer in offers if offer.event == kind]
        offer = chance.choice(own)
        samples, fields = list(offer.samples()), offer.all_fields
        if not samples or not all(fields.values()):
            continue
        values = {name: chance.choice(possible) for name, possible in fields.items()}
        said = {**values, **chance.choice(samples)}
        return {"event": kind, **{name: value for name, value in said.items() if value is not None}}
    return None


def _accepts(match: Match, event: Mapping[str, Any], tally: Tally) -> bool:
    """Whether the rules accept the event; a refusal that changes the state is a disagreement of its own."""
    try:
        read = read_event(match.book.events, event, match.playing)
    except Malformed as fault:
        tally.heard(malformed(fault))
        return False
    after, ruling = match.book.rule(match.state, read)
    tally.ruled(match.state, read, after, ruling)
    if not ruling.accepted and after is not match.state:
        raise Disagreement(f"refused, and changed: {event}")
    return ruling.accepted


# ——— events out of the vocabulary ———


def some_event(match: Match, chance: Random, offers: Sequence[Offer]) -> dict[str, Any]:
    """Some event of the vocabulary, often one that is offered with one field of it said otherwise."""
    name = chance.choice(sorted(match.book.events))
    schema = _fields_of(match.book.events[name])
    texts = _texts(match)
    fresh = {key: _value(of, chance, match.players, texts) for key, of in schema.items() if key != "event"}
    near = one_of([offer for offer in offers if offer.event == name], chance) or one_of(offers, chance)
    if near is not None and chance.random() < 0.7:
        schema = _fields_of(match.book.events[near["event"]])
        changed = chance.choice([key for key in schema if key != "event"] or ["event"])
        other = name if changed == "event" else _value(schema[changed], chance, match.players, texts)
        return {**near, changed: other}
    return {"event": name, **{key: value for key, value in fresh.items() if value is not None}}


@cache
def _fields_of(kind: type[Event]) -> Mapping[str, Any]:
    properties: Mapping[str, Any] = event_schema(kind)["properties"]
    return properties


def _texts(match: Match) -> Sequence[str]:
    """What a text may be: the cards by name where a game has decks, words elsewhere."""
    return [name for deck in getattr(match.state, "decks", ()) for name in deck] or WORDS[:6]


def _value(schema: Mapping[str, Any], chance: Random, players: Sequence[str], texts: Sequence[str]) -> Any:
    """A value that the schema allows, out of few, so that much of what is tried is possible."""
    if "anyOf" in schema:
        return _value(chance.choice(schema["anyOf"]), chance, players, texts)
    if "enum" in schema:
        return chance.choice(schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        return [_value(schema["items"], chance, players, texts) for _ in range(chance.randint(0, 3))]
    if kind == "object":
        return _object(schema, chance, players, texts)
    plain_values = {"null": None, "boolean": chance.random() < 0.5, "integer": chance.randint(-1, 8)}
    return plain_values[kind] if kind in plain_values else _text(schema, chance, players, texts)


def _object(schema: Mapping[str, Any], chance: Random, players: Sequence[str], texts: Sequence[str]) -> dict[str, Any]:
    if "properties" in schema:
        return {key: _value(of, chance, players, texts) for key, of in schema["properties"].items()}
    if not schema["additionalProperties"]:
        return {}
    some = players if chance.random() < 0.7 else chance.sample(players, 1)
    return {player: _value(schema["additionalProperties"], chance, players, texts) for player in some}


def _text(schema: Mapping[str, Any], chance: Random, players: Sequence[str], texts: Sequence[str]) -> str:
    if schema.get("description") == "one of the players":
        return chance.choice(players)
    if "pattern" not in schema:
        return chance.choice(texts)
    rank, letter = chance.choice(RANKS), chance.choice(ascii_uppercase)
    forms = (letter, "?", "PLANETS", f"{rank}/{letter}", "K/A", f"*={rank}/{letter}", "*", letter * 2)
    return chance.choice([form for form in forms if re.fullmatch(schema["pattern"].strip("^$"), form)])


# ——— the ways back ———


def _there_and_back(match: Match, event: Mapping[str, Any], states: Sequence[Any]) -> None:
    """Undo and redo the newest event; strike it out and take that back; put it in its own place."""
    newest = len(match.events)
    before, now = states[-2], states[-1]
    _leads(match, {"event": "undo"}, before)
    _leads(match, {"event": "redo"}, now)
    _leads(match, {"event": "correct", "number": newest, "to": None}, before)
    _leads(match, {"event": "undo"}, now)
    _leads(match, {"event": "correct", "number": newest, "to": event}, now)
    _leads(match, {"event": "undo"}, now)


def _all_the_way_back(match: Match, states: Sequence[Any]) -> None:
    for state in reversed(states[:-1]):
        _leads(match, {"event": "undo"}, state)
    for state in states[1:]:
        _leads(match, {"event": "redo"}, state)


def _leads(match: Match, event: Mapping[str, Any], state: Any) -> None:
    ruling = match.apply(event)
    same = match.state == state or plain(match.state) == plain(state)
    if not ruling.accepted or not same:
        raise Disagreement(f"does not come back: {event}: {ruling.reason}")


def main() -> None:
    """Play, count and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=list(RULEBOOKS), action="append")
    parser.add_argument("--count", type=int, default=10_000, help="play-outs of each game")
    parser.add_argument("--seed", type=int, default=0, help="of the first")
    arguments = parser.parse_args()
    for game in arguments.game or RULEBOOKS:
        tally, began = Tally(), time.monotonic()
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            try:
                play_out(game, seed, tally, seats=seed % 4 == 3)
            except Disagreement as found:
                raise SystemExit(f"{game}, seed {seed}: {found}") from found
        print(
            f"{game:15} {arguments.count:6} play-outs, {tally.ended} to the end: {tally.positions} positions, "
            f"{tally.offered} offered events accepted, {tally.tried} events of the vocabulary tried, "
            f"{time.monotonic() - began:.0f} s"
        )
        print(f"{'':15} {', '.join(f'{verdict} {count}' for verdict, count in tally.verdicts.most_common())}")


if __name__ == "__main__":
    main()
