"""Disorder of the Villains: two areas of in-play cards, upright or sideways (V2, V8); the player who goes first sits at
the near edge of the picture.

A card come into play is a play or a drop, a card turned sideways a trait triggered, and what the newest waiting effect
does to its target is its being carried out; the four Monsters gone is a mint. Cards minted or discarded may lie
anywhere. Draws and the end of a turn are not to be seen: they stay with buttons and phones. So does the chance to
interrupt (V12): cards that go as if it were let go already raise the question whether it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.games.interpretations import Difference, Move, Proposal, doubt
from companion.games.villains.dna import matches
from companion.games.villains.effects import TARGETED, into_play, possible_targets
from companion.games.villains.state import BOARD_LIMIT
from companion.games.villains.table.areas import CardsByPlayer, areas_of
from companion.sentences import told

if TYPE_CHECKING:
    from companion.games.core import View
    from companion.games.interpretations import Interpretation, Memory
    from companion.games.villains.deck import DeckCard
    from companion.games.villains.state import State
    from companion.vision.sighting import Table

NamedCard = tuple[str, str]  # player, card


@dataclass(slots=True)
class Changes:
    """What is otherwise than in the match: cards come into play (with their sightings), gone, turned; doubtful ones."""

    come: list[tuple[str, int]] = field(default_factory=list)
    gone: list[NamedCard] = field(default_factory=list)
    turned: list[NamedCard] = field(default_factory=list)
    doubtful: list[tuple[str, int]] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How many they are."""
        return len(self.come) + len(self.gone) + len(self.turned) + len(self.doubtful)


def looks(view: View) -> bool:
    """Whether cards on the table mean something now."""
    return not view.over


def explain(view: View, state: State, table: Table, memory: Memory) -> Interpretation:
    """What happened before the two players."""
    del memory
    areas = areas_of(state, table)
    if areas is None:
        return Difference(told("I cannot tell whose cards these are: both starting Villains must lie there."))
    changes = _changes(state, table, areas)
    if changes.count == 0:
        return None
    for find in (partial(_came, view), _turned, _carried_out, partial(_minted, view)):
        finding = find(state, table, changes)
        if finding is not None:
            return finding
    return _difference(table, changes)


def _changes(state: State, table: Table, areas: CardsByPlayer) -> Changes:
    found = Changes()
    for player, side in zip(state.players, state.sides, strict=True):
        known = {card.name: card for card in side.in_play}
        aside = {card.name: card for card in side.minted}
        seen: set[str] = set()
        for index in areas[player]:
            sighting = table.sightings[index]
            card = known.get(sighting.label) or aside.get(sighting.label)
            if not sighting.accepted:
                found.doubtful.append((player, index))
            elif card is not None:
                seen.add(sighting.label)
                if sighting.sideways is not None and sighting.sideways != card.sideways:
                    found.turned.append((player, sighting.label))
            elif sighting.label not in side.discard:
                found.come.append((player, index))
        found.gone += [(player, name) for name in known if name not in seen]
    return _with_doubts_settled(table, found)


def _with_doubts_settled(table: Table, found: Changes) -> Changes:
    """A doubtful card that may be one which is missing contradicts nothing."""
    for player, index in list(found.doubtful):
        sighting = table.sightings[index]
        likely = [sighting.label, *(other.label for other in sighting.alternatives)]
        missing = next((name for name in likely if (player, name) in found.gone), None)
        if missing is not None:
            found.gone.remove((player, missing))
            found.doubtful.remove((player, index))
    return found


# ——— cards coming into play ———


def _came(view: View, state: State, table: Table, changes: Changes) -> Interpretation:
    """One card more before the player who is to play or drop one, and at most one discarded to make room (V5)."""
    opened = state.opened
    event, seat = (opened.effect, opened.seat) if opened else ("play", state.turn)
    player = state.name(seat)
    new = [*changes.come, *changes.doubtful]
    if event not in view.may[player] or len(new) != 1 or changes.turned or new[0][0] != player:
        return None
    index = new[0][1]
    if changes.doubtful:
        return None if changes.gone else doubt(table, index)
    card = state.decks[seat].get(table.sightings[index].label)
    if card is None:
        return None
    said_event: dict[str, Any] = {"event": event, "player": player, "card": card.name}
    there = state.of_kind(seat, card.kind)
    if changes.gone:
        owner, gone = changes.gone[0]
        if len(changes.gone) > 1 or owner != player or gone not in there or len(there) < BOARD_LIMIT:
            return None
        said_event["discard"] = gone
    elif len(there) == BOARD_LIMIT:
        asked = told("{player} plays {card}: which card is discarded first?", player=player, card=card.name)
        return Proposal(said_event, "discard", asked, there, card=index)
    return _with_target(state, said_event, card, index) if event == "play" else Move(said_event)


def _with_target(state: State, event: dict[str, Any], card: DeckCard, index: int | None) -> Interpretation:
    """The event, or the question what it is aimed at when its trait needs a target (V7)."""
    trait = card.trait
    if trait is None or trait.effect not in TARGETED or (event["event"] == "play" and not _triggers(state, card)):
        return Move(event)
    place, discard = (state.players.index(event["player"]), card.name), event.get("discard")
    if event["event"] == "play":
        laid = into_play(state, place, discard, sideways=True)
        places = possible_targets(laid, place[0], trait.effect, played=place)
    else:
        places = possible_targets(state, place[0], trait.effect, played=None)
    if not places:
        return Move(event)
    labels = {f"{name} ({state.name(seat)})": {"player": state.name(seat), "card": name} for seat, name in places}
    asked = told("{card} does {effect}: to which card?", card=card.name, effect=trait.effect.upper())
    return Proposal(event, "target", asked, tuple(labels), meanings=labels, card=index)


def _triggers(state: State, card: DeckCard) -> bool:
    return card.trait is not None and card.trait.timing == "immediate" and state.turn_number > 1


# ——— cards turned, gone, minted ———


def _turned(state: State, table: Table, changes: Changes) -> Interpretation:
    """One card turned: the newest effect's FLIP carried out, or its own trait triggered (V8)."""
    if len(changes.turned) != 1 or changes.count != 1:
        return None
    player, name = changes.turned[0]
    if _aimed_at(state, ("flip",), player, name):
        return _resolved(state)
    seat = state.players.index(player)
    side = state.sides[seat]
    card = next(each for each in (*side.in_play, *side.minted) if each.name == name)
    known = state.described((seat, name))
    timing = known.trait.timing if known.trait else None
    if card.sideways or timing not in ("timed", "minted"):
        return None
    index = next(at for at, sighting in enumerate(table.sightings) if sighting.label == name)
    return _with_target(state, {"event": "trigger", "player": player, "card": name}, known, index)


def _carried_out(state: State, _table: Table, changes: Changes) -> Interpretation:
    """The newest effect's target taken away: bounced or burnt."""
    if len(changes.gone) != 1 or changes.count != 1 or not _aimed_at(state, ("bounce", "burn"), *changes.gone[0]):
        return None
    return _resolved(state)


def _resolved(state: State) -> Interpretation:
    """The newest effect carried out, as soon as nobody may interrupt it any more."""
    return _let_go_first(state) or Move({"event": "resolve"})


def _let_go_first(state: State) -> Interpretation:
    """The question whether whoever may still interrupt does not (V12, V13); None when nobody may."""
    if state.chance is None:
        return None
    player = state.name(state.chance.seat)
    asked = told("{player} may still interrupt {card}. Let it happen?", player=player, card=state.chance.card)
    return Proposal({"event": "decline", "player": player}, None, asked)


def _aimed_at(state: State, effects: tuple[str, ...], player: str, name: str) -> bool:
    newest = state.stack[-1] if state.stack else None
    there = (state.players.index(player), name)
    return newest is not None and newest.effect in effects and newest.target == there


def _minted(view: View, state: State, _table: Table, changes: Changes) -> Interpretation:
    """All four Monsters of the player in turn gone, and perhaps the Villain laid aside out of sight (V13, V14)."""
    player = state.name(state.turn)
    monsters = state.of_kind(state.turn, "monster")
    gone = {name for owner, name in changes.gone if owner == player}
    left = gone - set(monsters)
    if len(monsters) != BOARD_LIMIT or len(gone) != changes.count or len(gone) - len(left) != BOARD_LIMIT:
        return None
    dna = "".join(state.described((state.turn, name)).dna for name in monsters)
    possible = tuple(
        name
        for name in state.of_kind(state.turn, "villain")
        if matches(state.described((state.turn, name)).dna, dna) and left <= {name}
    )
    if not possible or "mint" not in view.may[player]:
        return _let_go_first(state) if possible else None
    if len(possible) == 1:
        return Move({"event": "mint", "player": player, "villain": possible[0]})
    asked = told("{player} mints a Villain: which one?", player=player)
    return Proposal({"event": "mint", "player": player}, "villain", asked, possible)


# ——— what no event explains ———


def _difference(table: Table, changes: Changes) -> Difference:
    """One sentence on what is otherwise than in the match."""
    parts = [f"+ {table.sightings[index].label} ({player})" for player, index in changes.come]
    parts += [f"+ {table.sightings[index].label}? ({player})" for player, index in changes.doubtful]
    parts += [f"− {name} ({player})" for player, name in changes.gone]
    parts += [f"↻ {name} ({player})" for player, name in changes.turned]
    return Difference(
        told("The table differs from the match: {changes}. Played? Taken? Turned?", changes=", ".join(parts))
    )
