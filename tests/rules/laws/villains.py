"""What the clauses of Disorder of the Villains make true."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING

from tests.rules.laws import Step, law

if TYPE_CHECKING:
    from companion.games.villains.deck import Trait
    from companion.games.villains.state import CardKey, InPlay, Side, State

AIMED = ("bounce", "burn", "flip", "copy")


def _trait(state: State, place: CardKey) -> Trait | None:
    return state.decks[place[0]][place[1]].trait


def _all(side: Side) -> tuple[InPlay, ...]:
    return (*side.in_play, *side.minted)


def _card(side: Side, name: str) -> InPlay | None:
    return next((card for card in _all(side) if card.name == name), None)


def _kind(state: State, seat: int, kind: str) -> list[str]:
    return [card.name for card in state.sides[seat].in_play if state.decks[seat][card.name].kind == kind]


def _moved(step: Step, part: str) -> dict[int, int]:
    """By seat, how many cards more there are in hand or deck."""
    both = zip(step.before.sides, step.after.sides, strict=True)
    return {seat: more for seat, (was, now) in enumerate(both) if (more := getattr(now, part) - getattr(was, part))}


def _where_each_is(state: State) -> int:
    return sum(side.hand + side.deck + len(_all(side)) + len(side.discard) for side in state.sides)


def _carried_out(step: Step) -> str | None:
    """The effect that was carried out for itself, as its card says it; None for any other step."""
    if step.kind != "resolve" or not step.ruling.accepted:
        return None
    return str(step.before.stack[-1].effect)


@law("V1", "V2")
def every_card_is_somewhere(step: Step) -> bool | None:
    """Twenty of each player, with those in hand and deck, and none is ever lost or there twice."""
    if not step.ruling.accepted:
        return None
    assert _where_each_is(step.after) == 40
    for side, deck in zip(step.after.sides, step.after.decks, strict=True):
        seen = [card.name for card in _all(side)] + list(side.discard)
        assert len(set(seen)) == len(seen)
        assert set(seen) <= set(deck)
    return step.kind == "draw"


@law("V3")
def on_the_very_first_turn_no_trait_is_triggered(step: Step) -> bool | None:
    """The card lies there upright and nothing waits."""
    if step.verdict != "played" or step.before.turn_number != 1 or step.before.opened is not None:
        return None
    card = _card(step.after.sides[step.seat], step.event.card)
    assert card is not None
    assert not card.sideways
    assert (step.after.stack, step.cites) == (step.before.stack, "V3")
    return True


@law("V4")
def a_turn_is_one_draw_and_one_card(step: Step) -> bool | None:
    """Drawn first, and only without a card in hand does a turn end without one, which is our reading."""
    if step.kind == "draw" and step.ruling.accepted:
        assert not step.before.drawn
        assert step.seat == step.before.turn
        assert (step.verdict == "nothing_to_draw") == (not step.before.sides[step.seat].deck)
    if step.kind == "play" and step.ruling.accepted and step.before.opened is None:
        assert step.before.drawn
        assert not step.before.played
        assert step.seat == step.before.turn
    if step.verdict == "turn_ended" and step.after.winners is None:
        assert step.before.drawn
        assert step.before.played or step.before.sides[step.seat].hand == 0
        assert (step.cites, step.ruling.house) == ("V4", not step.before.played)
        assert (step.after.turn, step.after.turn_number) == (1 - step.before.turn, step.before.turn_number + 1)
        assert (step.after.drawn, step.after.played) == (False, False)
        return True
    return None


@law("V5")
def at_most_four_of_a_kind_lie_in_play(step: Step) -> bool | None:
    """What is a card too many names one to discard, and no other play does."""
    if step.verdict == "board_full":
        return True
    if step.verdict != "played":
        return None
    kinds = ("monster", "villain")
    assert all(len(_kind(step.after, seat, kind)) <= 4 for seat in (0, 1) for kind in kinds)
    if step.event.discard is not None:
        kind = step.before.decks[step.seat][step.event.card].kind
        assert len(_kind(step.before, step.seat, kind)) == 4
        assert step.event.discard in step.after.sides[step.seat].discard
    return None


@law("V6")
def constant_traits_add_to_the_draw_and_shield(step: Step) -> bool | None:
    """The cards of a turn's draw are one and what lies in play adds; no shielded card becomes a target."""
    state = step.before
    if step.verdict == "drawn":
        traits = [_trait(state, (step.seat, card.name)) for card in _all(state.sides[step.seat])]
        more = sum(each.amount for each in traits if each and (each.timing, each.effect) == ("constant", "draw"))
        count = min(1 + more, state.sides[step.seat].deck)
        assert (_moved(step, "hand"), _moved(step, "deck")) == ({step.seat: count}, {step.seat: -count})
        return bool(count > 1)
    if step.ruling.accepted and len(step.after.stack) > len(state.stack) and step.after.stack[-1].target:
        owner, name = step.after.stack[-1].target
        shields = [card.name for card in _all(step.after.sides[owner])
                   if (each := _trait(state, (owner, card.name))) and each.effect == "shield"]  # fmt: skip
        assert owner == step.after.stack[-1].seat or not set(shields) - {name}
    return None


@law("V7")
def an_immediate_trait_is_used_and_has_its_target(step: Step) -> bool | None:
    """Its effect waits, at a target where it needs one: itself only when there is no other."""
    if step.verdict != "played" or step.kind != "play" or step.before.turn_number == 1:
        return None
    trait = _trait(step.before, (step.seat, step.event.card))
    waits = len(step.after.stack) - len(step.before.stack)
    if trait is None or trait.timing != "immediate":
        assert waits == 0
        return None
    if trait.effect not in AIMED:
        assert waits == 1
        return None
    if waits:
        target = step.after.stack[-1].target
        assert target in list(step.after.in_play())
        assert target != (step.seat, step.event.card) or _card(step.after.sides[step.seat], step.event.card)
    return True


@law("V8")
def a_used_trait_lies_sideways_and_is_used_once(step: Step) -> bool | None:
    """A card that lies sideways is not triggered, and one that is triggered lies so."""
    if step.verdict == "trait_used":
        card = _card(step.before.sides[step.seat], step.event.card)
        assert card is not None
        assert card.sideways
    if step.verdict != "triggered":
        return None
    was, now = (_card(state.sides[step.seat], step.event.card) for state in (step.before, step.after))
    assert was is not None
    assert now is not None
    assert (was.sideways, now.sideways) == (False, True)
    return True


@law("V9")
def nothing_is_triggered_in_the_turn_it_came(step: Step) -> bool | None:
    """A card waits for another turn than the one in which it came into play."""
    if step.verdict != "triggered":
        return None
    card = _card(step.before.sides[step.seat], step.event.card)
    assert card is not None
    assert card.since != step.before.turn_number
    return True


@law("V10")
def a_trait_is_used_when_its_text_says(step: Step) -> bool | None:
    """A minted one on one's own turn once minted, a timed one on whose turn it names, no other at all."""
    if step.verdict != "triggered":
        return None
    trait = _trait(step.before, (step.seat, step.event.card))
    assert trait is not None
    own = step.seat == step.before.turn
    minted = step.event.card in [card.name for card in step.before.sides[step.seat].minted]
    allowed = {"own": own, "opponent": not own, "any": True, None: own and minted}[trait.when]
    assert allowed
    assert trait.timing == ("minted" if trait.when is None else "timed")
    return True


@law("V11")
def the_newest_effect_is_carried_out_first(step: Step) -> bool | None:
    """What is carried out is gone from the top, and what lay below still waits; a turn does not end before."""
    effect = _carried_out(step)
    if step.verdict == "turn_ended":
        assert step.before.stack == ()
    if effect is None:
        return None
    below = step.before.stack[:-1]
    assert step.after.stack == (below[:-1] if step.verdict == "negated" else below)
    return True


@law("V12")
def what_is_played_or_waits_gives_the_other_the_chance(step: Step) -> bool | None:
    """And nothing is carried out before it is used or let go."""
    if step.kind == "resolve" and step.ruling.accepted:
        assert step.before.chance is None
    if step.verdict == "declined":
        assert step.before.chance.seat == step.seat
        assert step.after.chance is None
        assert step.ruling.house
        return True
    gives = step.kind in ("play", "trigger") and step.ruling.accepted
    if gives and (
        len(step.after.stack) > len(step.before.stack) or (step.kind, step.seat) == ("play", step.before.turn)
    ):
        assert step.after.chance is not None
        assert step.after.chance.seat == 1 - step.seat
    return None


@law("V13", "V14")
def four_monsters_that_match_mint_a_villain(step: Step) -> bool | None:
    """They are discarded, it is set aside, what waits of one's own stays; nothing of the other's is open."""
    state = step.before
    if step.verdict == "no_match":
        assert step.cites == "V14"
    if step.kind != "mint" or step.verdict not in ("minted", "wins", "no_match"):
        return None
    monsters = _kind(state, step.seat, "monster")
    dna = Counter(state.decks[step.seat][name].dna for name in monsters)
    sequence = state.decks[step.seat][step.event.villain].dna
    free = [letter for letter in "ABCD" if letter not in sequence]
    meanings = [dict(zip("xy", two, strict=True)) for two in permutations([*free, "-", "+"], 2)]
    fits = any(Counter(meant.get(sign, sign) for sign in sequence) == dna for meant in meanings)
    assert step.ruling.accepted == fits
    if fits:
        side = step.after.sides[step.seat]
        assert side.minted[-1].name == step.event.villain
        assert set(monsters) <= set(side.discard)
        assert not _kind(step.after, step.seat, "monster")
        assert step.after.stack == state.stack
        assert all(waiting.seat == step.seat for waiting in state.stack)
        assert not (state.chance is not None and state.chance.seat != step.seat and state.chance.after_play)
    return True


@law("V15")
def each_effect_does_what_its_word_says(step: Step) -> bool | None:
    """DRAW from deck to hand, BOUNCE to the hand, BURN to the discard, FLIP turns, NEGATE takes the newest away."""
    effect = _carried_out(step)
    if effect == "copy":
        assert step.ruling.house
    if effect is None or effect == "copy":
        return None
    waiting, sides = step.before.stack[-1], step.before.sides
    assert (step.verdict == "negated") == (effect == "negate" and len(step.before.stack) > 1)
    assert step.ruling.house == (effect not in ("draw", "drop", "play"))
    if effect == "draw":
        count = min(waiting.amount, sides[waiting.seat].deck)
        assert _moved(step, "hand") == ({waiting.seat: count} if count else {})
    elif effect in ("drop", "play"):
        opened = step.after.opened
        assert (opened is not None) == (sides[waiting.seat].hand > 0)
        assert opened is None or (opened.seat, opened.effect) == (waiting.seat, effect)
    elif effect in AIMED and waiting.target in list(step.before.in_play()):
        seat, name = waiting.target
        card, side = _card(sides[seat], name), step.after.sides[seat]
        assert card is not None
        if effect == "flip":
            now = _card(side, name)
            trait = _trait(step.before, waiting.target)
            constant = trait is not None and trait.timing == "constant"
            assert now is not None
            assert now.sideways == (card.sideways if constant else not card.sideways)
        else:
            assert _card(side, name) is None
            assert (name in side.discard) == (effect == "burn")
            assert _moved(step, "hand") == ({seat: 1} if effect == "bounce" else {})
    return True


@law("V16")
def a_minted_villain_is_no_target_and_stays(step: Step) -> bool | None:
    """Whatever is done to others, it lies where it lies; only its own trait turns it."""
    if not step.ruling.accepted or not any(side.minted for side in step.before.sides):
        return None
    for seat, (was, now) in enumerate(zip(step.before.sides, step.after.sides, strict=True)):
        kept = now.minted[: len(was.minted)]
        assert [card.name for card in kept] == [card.name for card in was.minted]
        turned = [card.name for card, old in zip(kept, was.minted, strict=True) if card.sideways != old.sideways]
        assert turned == [] or (step.kind, turned, seat) == ("trigger", [step.event.card], step.seat)
        minted = {(seat, card.name) for card in now.minted}
        if len(step.after.stack) > len(step.before.stack):
            assert step.after.stack[-1].target not in minted
    return True


@law("V17")
def the_second_minted_villain_wins_at_once(step: Step) -> bool | None:
    """And whatever comes then is too late, by the clause that ended it."""
    if step.kind == "mint" and step.ruling.accepted:
        count = len(step.after.sides[step.seat].minted)
        assert (step.verdict == "wins") == (count == 2)
        assert step.after.winners == ((step.seat,) if count == 2 else None)
    if step.before.winners is not None:
        won = any(len(side.minted) == 2 for side in step.before.sides)
        ended_by = "V19" if step.before.gone else "V17" if won else "V18"
        assert (step.verdict, step.cites) in {("game_over", ended_by), ("malformed", "—")}
        return won
    return None


@law("V18")
def with_nothing_left_the_game_ends_with_the_turn(step: Step) -> bool | None:
    """More minted Villains win, or both; and never before."""
    if step.verdict != "turn_ended":
        return None
    exhausted = all(side.hand == 0 and side.deck == 0 for side in step.before.sides)
    assert (step.after.winners is not None) == exhausted
    if exhausted:
        minted = [len(side.minted) for side in step.before.sides]
        assert step.after.winners == tuple(seat for seat in (0, 1) if minted[seat] == max(minted))
        assert (step.cites, step.ruling.house) == ("V18", True)
    return exhausted


@law("V19", seats=True)
def whoever_leaves_gives_up_until_somebody_takes_the_seat(step: Step) -> bool | None:
    """The other has won; with somebody in the empty seat all is as it was before."""
    if step.left:
        assert step.after.winners == (1 - step.seat,)
        assert step.after.gone == (step.seat,)
        return True
    if not step.joined:
        return None
    (seat,) = step.before.gone
    assert step.after.players[seat] == step.event.player
    assert step.after.players[1 - seat] == step.before.players[1 - seat]
    assert (step.after.winners, step.after.gone) == (None, ())
    kept = ("sides", "turn", "drawn", "played", "stack", "chance", "opened")
    assert all(getattr(step.after, part) == getattr(step.before, part) for part in kept)
    return True


@law("V19", seats=True)
def whoever_is_away_lets_a_chance_go_and_nothing_else(step: Step) -> bool | None:
    """It is as if they had declined."""
    if not step.sat_out:
        return None
    assert step.before.chance.seat == step.seat
    assert step.after == replace(step.before, chance=None)
    return True
