"""What could have been in Disorder of the Villains, held against everything that could be said, tried one by one."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.teaching import TEACHING
from companion.games.villains import events as e
from companion.games.villains import hindsight_sentences as say
from companion.games.villains.deck import DeckCard, Trait
from companion.games.villains.dna import matches
from companion.games.villains.foresight import best_step, counter, standing
from companion.games.villains.hindsight import hints, next_turn
from companion.games.villains.missed import missed_in
from companion.games.villains.odds import Odds, odds
from companion.games.villains.play import rule
from companion.games.villains.state import InPlay, Side, State
from tests.rules.villains_table import BOARD_OF_FOUR, opening, play, table, timed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from companion.games.villains.deck import Effect, TraitTiming, When

    Liking = Callable[[State, int], float]

PLAYERS = ("Ann", "Bob")
EFFECTS: tuple[Effect, ...] = ("draw", "drop", "bounce", "burn", "flip", "copy", "negate")
TIMINGS: tuple[TraitTiming, ...] = ("timed", "timed", "immediate", "minted")
WHENS: tuple[When, ...] = ("own", "opponent", "any")
CONSTANTS: tuple[Effect, ...] = ("shield", "draw")
KINDS: tuple[Literal["monster", "villain"], ...] = ("monster", "monster", "villain")
TURN = 9


@st.composite
def decks(draw: st.DrawFn, cards: int = 9) -> dict[str, DeckCard]:
    """A few cards, their DNA and traits as they come; fewer than V1 asks for, so that all can be tried."""
    found = {}
    for number in range(cards):
        kind = draw(st.sampled_from(KINDS))
        dna = draw(st.sampled_from("AABC" if kind == "monster" else ("ABCD", "AAxx", "AABx", "xxyy", "AABC")))
        timing = draw(st.sampled_from(TIMINGS))
        effect = draw(st.sampled_from(EFFECTS))
        when = draw(st.sampled_from(WHENS)) if timing == "timed" else None
        trait = draw(st.sampled_from((None, Trait(timing, effect, when))))
        if draw(st.integers(0, 9)) == 0:
            trait = Trait("constant", draw(st.sampled_from(CONSTANTS)))
        found[f"{kind}{number}"] = DeckCard(f"{kind}{number}", kind, dna, trait=trait)
    return found


@st.composite
def states(draw: st.DrawFn) -> State:
    """Two sides as they may lie in the midst of a match; perhaps a card was just played."""
    sides, all_decks = [], []
    for _ in PLAYERS:
        cards = draw(decks())
        order = draw(st.permutations(sorted(cards)))
        there, monsters = [], 0
        for name in order[: draw(st.integers(0, 6))]:
            monsters += cards[name].kind == "monster"
            if cards[name].kind == "villain" or monsters <= 4:  # V5
                there.append(
                    InPlay(name, draw(st.booleans()) and not cards[name].is_constant, draw(st.sampled_from((3, TURN))))
                )
        aside = [card for card in there if cards[card.name].kind == "villain"][: draw(st.integers(0, 1))]
        left = [name for name in cards if name not in {card.name for card in there}]
        discard = tuple(sorted(left[: draw(st.integers(0, 2))]))
        hand = draw(st.integers(0, len(left) - len(discard)))
        in_play = tuple(card for card in there if card not in aside)
        sides.append(Side(in_play, tuple(aside), discard, hand, len(left) - len(discard) - hand))
        all_decks.append(cards)
    options = e.Options()
    state = State(PLAYERS, options, tuple(all_decks), tuple(sides), 0, TURN, drawn=True, played=draw(st.booleans()))
    played = draw(st.booleans())
    plays = [after for after in (_ruled(state, event) for event in _every(state, 0, play=True)) if after is not None]
    return plays[draw(st.integers(0, len(plays) - 1))] if plays and played else state


def _ruled(state: State, event: Any) -> State | None:
    after, ruling = rule(state, event)
    return after if ruling.accepted else None


def _targets(state: State) -> list[Any]:
    return [None, *(e.CardOf(state.name(seat), name) for seat, name in state.in_play())]


def _every(state: State, seat: int, *, play: bool = False) -> Iterator[Any]:
    """Everything that somebody could say of open cards, whether or not the rules take it."""
    who, side = state.name(seat), state.sides[seat]
    for card in (*side.in_play, *side.minted):
        yield from (e.Trigger(who, card.name, target) for target in _targets(state))
        yield e.Mint(who, card.name)
    for name in state.decks[seat] if play else ():
        yield from (e.Play(who, name, None, target) for target in _targets(state))


def _carried_out(state: State, good: Liking) -> State:
    if state.winners is None and state.opened is None and state.chance is not None:
        state, _ = rule(state, e.Decline(state.name(state.chance.seat)))
    ways = [after for after in (_ruled(state, e.Resolve(target)) for target in _targets(state)) if after is not None]
    if not ways:
        return state
    owner = state.stack[-1].seat
    return max((_carried_out(way, good) for way in ways), key=lambda end: good(end, owner))


def _worth_of_answering(state: State, seat: int, good: Liking) -> float:
    answers = [after for after in (_ruled(state, event) for event in _every(state, seat)) if after is not None]
    return max(good(_carried_out(each, good), seat) for each in (state, *answers))


@settings(max_examples=25, deadline=None)
@given(states())
def test_no_step_with_open_cards_is_better(state: State) -> None:
    for seat in (0, 1):
        now = -_worth_of_answering(state, 1 - seat, standing)
        tried = [after for after in (_ruled(state, event) for event in _every(state, seat)) if after is not None]
        most = max((-_worth_of_answering(after, 1 - seat, standing) - now for after in tried), default=0)
        best = best_step(state, seat)
        assert (best.better if best else 0) == max(most, 0)
        assert best is None or _ruled(state, best.step) is not None


def _mints(villain: str, end: State, seat: int) -> float:
    """1 for the minter where the Villain is minted or can be, and for the other where not; else −1."""
    is_minted = any(card.name == villain for card in end.sides[0].minted)
    monsters = [end.described((0, name)).dna for name in end.of_kind(0, "monster")]
    fits = villain in end.of_kind(0, "villain") and matches(end.described((0, villain)).dna, monsters)
    return 1 if (is_minted or fits) == (seat == 0) else -1


@settings(max_examples=25, deadline=None)
@given(states())
def test_a_counter_is_one_whatever_is_answered(state: State) -> None:
    for villain in state.of_kind(0, "villain"):
        good = partial(_mints, villain)
        found = counter(state, villain)
        tried = [event for event in _every(state, 1) if isinstance(event, e.Trigger)]
        afters = [after for after in (_ruled(state, event) for event in tried) if after is not None]
        assert (found is not None) == any(_worth_of_answering(after, 0, good) < 0 for after in afters)
        if found is not None:
            assert (after := _ruled(state, found)) is not None
            assert _worth_of_answering(after, 0, good) < 0


@settings(max_examples=25, deadline=None)
@given(states())
def test_the_odds_are_those_of_all_hands_counted(state: State) -> None:
    side, cards = state.sides[0], state.decks[0]
    there = [card.name for card in (*side.in_play, *side.minted)]
    left = [name for name in cards if name not in there and name not in side.discard]
    more = sum(trait.amount for name in there if (trait := cards[name].trait) and trait.timing == "constant"
               and trait.effect == "draw")  # fmt: skip
    hands = list(combinations(left, side.hand + min(1 + more, side.deck)))
    known = {each.villain: each for each in odds(state, 0)}
    for villain in (name for name, card in cards.items() if card.kind == "villain"):
        hits = sum(any(_completes(state, name, villain) for name in hand) for hand in hands)
        assert (known[villain].of_next_turn if villain in known else 0) * len(hands) == hits


def _completes(state: State, name: str, villain: str) -> bool:
    """Whether the Villain can be minted once that card lies there and something has made room for it."""
    cards, monsters, villains = state.decks[0], state.of_kind(0, "monster"), state.of_kind(0, "villain")
    same = monsters if cards[name].kind == "monster" else villains
    for kept in combinations(same, min(len(same), 3)):
        fours, seen = ((*kept, name), villains) if same is monsters else (monsters, (*kept, name))
        if villain in seen and matches(cards[villain].dna, [cards[one].dna for one in fours]):
            return True
    return False


def told(hinted: Mapping[str, Any]) -> list[str]:
    return [each["text"] for each in hinted.get("remarks", ())]


SHORT = (
    "Bob {} one card short of Golem2: 1 of 15 unseen cards would {}do{}, and in the next turn one of them {} at hand"
)


def test_while_the_match_goes_on_only_a_table_that_is_taught_is_told() -> None:
    match = table(bob={"Ape2": timed("burn")})
    play(match, BOARD_OF_FOUR)
    assert match.hints() == {}
    assert told(match.hints(teaching=True)) == [
        "Ape2 on Ann's Oz would have served Bob best, whatever Ann answered with the cards that lay open.",
        SHORT.format("is", "", "", "is") + " with a chance of 20%.",
    ]
    play(match, "Ann draw -> drawn V4")
    mint, state = e.Mint("Ann", "Oz"), match.state
    counter_told = "With Ape2 on Ann's Oz, Bob could have kept Ann from minting Oz."
    assert told(hints(state, mint)[TEACHING]) == [counter_told]
    (missed,) = missed_in(state, mint, rule(state, mint)[0], None)
    assert (missed.player, missed.lost, missed.reason) == ("Bob", 1, counter_told)

    nearly = state.with_side(0, replace(state.sides[0], minted=(InPlay("Golem", sideways=False, since=3),)))
    would = SHORT.format("was", "have ", "ne", "would have been") + " with a chance of 20%."
    assert told(hints(nearly, mint)) == [counter_told, would]
    ended = replace(nearly, played=True)
    assert told(hints(ended, e.EndTurn("Ann"))[TEACHING])[0] == "Ann could have minted Oz and won."


def test_the_better_step_than_to_end_the_turn_is_told() -> None:
    match = table(ann={"Ape": timed("burn", "own")})
    play(match, opening() + "Ann draw -> drawn V4\nAnn play Bat -> played V4\nlet Ann end_turn -> turn_ended V4")
    (best,) = told(match.hints(teaching=True))
    assert best == "Ape on Bob's Oz2 would have served Ann best, whatever Bob answered with the cards that lay open."


def test_a_chance_is_rounded_to_neither_sure_nor_impossible() -> None:
    for chance, said in (
        (Fraction(1), "100"),
        (Fraction(999, 1000), "99"),
        (Fraction(1, 1000), "1"),
        (Fraction(1, 3), "33"),
    ):
        sentence = say.is_one_card_short("Ann", Odds("Oz", ("Ape",), 9, chance), comes=True)
        assert sentence.endswith(f"a chance of {said}%.")
    assert list(next_turn(table().state, 0)) == [], "nobody is one card short of anything at the start"
