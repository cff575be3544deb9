"""Exchanges and wilds from the table in WORDCARD, held against every way to do it and to lay what is in hand then; and
what is known of hands when they are walked back, held against the hands themselves."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.missed import missed
from companion.games.wordcard import events as e
from companion.games.wordcard.hindsight import hints
from companion.games.wordcard.laying import replace_wild
from companion.games.wordcard.notation import WILD
from companion.games.wordcard.state import Line, State
from companion.games.wordcard.swaps import best_swap
from companion.games.wordcard.walked_back import stretches
from companion.solvers.search import Opening
from tests.games.test_wordcard_additions import OPENED, lying
from tests.rules.wordcard_table import play, table
from tests.solvers.test_wordcard_solver import AIMS, CARDS, SMALL, TYPES, brute_force

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.games.wordcard.events import Aim, PlainType

TWO = Opening()


def most(state: State, hand: Sequence[str], then: Sequence[str], must: str | None) -> int | None:
    """What can be laid after a swap, what the hand costs less or more by it counted in; None where nothing can."""

    def enough(lines: Sequence[tuple[str, ...]]) -> bool:
        count = sum(map(len, lines))
        return (count >= 2 or count == len(then)) and (must is None or any(must in line for line in lines))

    gain = brute_force([*then], state.scheme, SMALL, enough=enough, finish_bonus=25)
    costs = [sum(map(state.scheme.in_hand, cards)) for cards in (hand, then)]
    return gain + (costs[0] - costs[1] if state.scheme.aim == "fewest" else 0) if gain else None


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(TYPES), st.sampled_from(AIMS), st.lists(CARDS, min_size=1, max_size=3), CARDS)
def test_no_exchange_with_the_pile_is_better(kind: PlainType, aim: Aim, hand: list[str], top: str) -> None:
    state = replace(lying(kind, aim, []), pile=(None, top))
    ways = [most(state, hand, [*hand, top], top)]
    for at, card in enumerate(hand):
        if card != top:
            ways.append(most(state, hand, [*hand[:at], *hand[at + 1 :], top], top))
    best = best_swap(state, hand, TWO, 25)
    assert (best and best.gain) == max((way for way in ways if way is not None), default=None)
    assert best is None or best.exhaustive


def replaced(state: State, hand: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every hand that real cards in the place of wilds lead to, by the rules."""
    for number, line in enumerate(state.lines, start=1):
        for at, card in ((at, card) for at in range(1, len(line.cards) + 1) for card in set(hand) - {WILD}):
            after, ruling = replace_wild(state, e.ReplaceWild("Ann", number, at, card))
            if ruling.accepted:
                then = tuple(((Counter(hand) - Counter([card])) + Counter([WILD])).elements())
                yield then
                yield from replaced(after, then)


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(TYPES), st.sampled_from(AIMS), st.lists(CARDS, min_size=1, max_size=3), st.data())
def test_no_wild_of_the_table_is_better_used(kind: PlainType, aim: Aim, hand: list[str], data: st.DataObject) -> None:
    rank, letter = data.draw(st.sampled_from(hand)).split("/")
    meant = data.draw(st.sampled_from((f"*={rank}/{letter}", f"*=/{letter}", f"*={rank}/", "*=J/C")))
    state = replace(lying(kind, aim, []), pile=(), lines=(Line(("7/A", meant), 1),))
    ways = [most(state, hand, then, None) for then in set(replaced(state, tuple(hand)))]
    best = best_swap(state, hand, TWO, 25)
    assert (best and best.gain) == max((way for way in ways if way is not None), default=None)


def test_an_exchange_and_a_wild_are_told_where_they_bring_more() -> None:
    state = replace(table().state, hands=(OPENED, OPENED), out=0, pile=(None, "K/R"))
    (told,) = hints(state, e.Hands({"Bob": ("7/T", "9/A", "10/I", "J/N")}))["remarks"]
    assert told["text"].startswith("Bob could have taken K/R from the open pile and laid 7/T K/R 9/A 10/I J/N: ")
    own = replace(state.options, tag_on="own")
    on_table = replace(state, pile=(), lines=(Line(("7/O", "*=8/N"), 0),), options=own)
    found = hints(on_table, e.Hands({"Bob": ("8/N", "10/I")}))
    assert [each["text"].split(" and laid ")[0] for each in found["remarks"]] == [
        "Bob could have put 8/N in the place of a wild on the table"
    ]


# ——— the whole match ———


class Dealt:
    """A match played at random, with the hands nobody but this test sees; `seen` are those before each event."""

    def __init__(self, seed: int) -> None:
        self.luck = Random(seed)
        self.match = table(open_cards=2, hand=8)
        self.hands = {name: [self._card() for _ in range(8)] for name in ("Ann", "Bob")}
        self.seen: list[dict[str, Counter[str]]] = []

    def _card(self) -> str:
        return f"{self.luck.choice('789')}/{self.luck.choice('AB')}"

    def say(self, name: str, kind: str, **fields: Any) -> bool:
        before = {player: Counter(hand) for player, hand in self.hands.items()}
        stands = self.match.apply({"event": kind, "player": name, **fields}).accepted
        if stands:
            self.seen.append(before)
        return stands

    def turn(self, name: str) -> None:
        hand, luck = self.hands[name], self.luck
        if luck.random() < 0.4 and len(hand) < 11 and self.say(name, "draw", **{"from": "deck"}):
            hand.append(self._card())
            card = luck.choice(hand)
            if luck.random() < 0.5 and self.say(name, "discard", card=card):
                hand.remove(card)
        luck.shuffle(hand)
        row = hand[: luck.randint(2, 5)]
        if len(row) > 1 and self.say(name, "lay", lines=[row]):
            del hand[: len(row)]
            self.doubt(name, row)
        if self.match.view().turn == name:
            self.say(name, "end_turn")

    def doubt(self, name: str, row: list[str]) -> None:
        """What falls is taken back."""
        state = self.match.state
        if self.luck.random() < 0.3 and state.doubtful.claimed and state.out is None:
            doubting = {"players": ["Bob" if name == "Ann" else "Ann"], "word": state.doubtful.claimed[0]}
            self.say(name, "contest", **doubting)
            if self.match.rulings[-1].verdict == "word_fails":
                self.hands[name] += row


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_what_is_known_of_a_hand_was_in_it_and_a_whole_hand_is_the_hand(seed: int) -> None:
    dealt = Dealt(seed)
    match = dealt.match
    while match.view().awaiting == "lay" and len(dealt.seen) < 60:
        dealt.turn(match.view().turn or "")
    if match.view().awaiting != "hands":
        return
    out = match.state.name(match.state.out)
    match.apply({"event": "hands", "hands": {name: hand for name, hand in dealt.hands.items() if name != out}})
    for stretch in stretches(match.course()):
        if stretch.place is not None:
            actual = dealt.seen[stretch.place][stretch.player]
            assert stretch.cards <= actual
            assert stretch.held == actual.total()
            assert stretch.is_whole == (stretch.cards == actual)
            assert stretch.is_whole or not stretch.is_last, "after the last draw every card is shown or laid"


def test_the_points_of_a_whole_match_that_stayed_in_hands() -> None:
    match = table(open_cards=2, hand=8)
    play(
        match,
        """
        Ann lay 7/O 7/N -> laid W6 Ann+14
        Ann end_turn -> turn_ended W17
        Bob draw deck -> drawn W25
        Bob lay 7/A 7/T -> laid W6 Bob+14
        Bob end_turn -> turn_ended W17
        Ann draw deck -> drawn W25
        Ann lay 7/T 8/R 9/A 10/I J/N | 7/O 7/N -> out W18 Ann+140
        """,
    )
    match.apply({"event": "hands", "hands": {"Bob": ["10/C", "A/Q", "A/Q", "A/Q", "A/Q", "A/Q", "A/X"]}})
    assert [(place, each.player, each.lost) for place, each in missed("wordcard", match.course())] == [
        (3, "Bob", 24),
        (6, "Ann", 38),
    ]
    (bob, ann) = [each.reason for _, each in missed("wordcard", match.course())]
    assert bob.startswith("Of all cards in hand, Bob could have laid 10/C 7/A 7/T: 24 points more than came of them")
    assert ann.startswith("Of all cards in hand, Ann could have made the row 7/N 7/O 7/T 8/R 9/A 10/I J/N 7/O 7/N: ")
