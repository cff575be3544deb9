"""The best whole turn in WORDCARD, held against every sequence of events that the rules take."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.single_additions import best_addition
from companion.games.wordcard import events as e
from companion.games.wordcard.hindsight import best_of, first_hints, hints, laying_terms
from companion.games.wordcard.notation import WILD, in_hand
from companion.games.wordcard.play import rule
from companion.games.wordcard.state import Hand, Line, State
from companion.games.wordcard.turn_played import played
from companion.games.wordcard.turn_told import told_turn
from companion.games.wordcard.whole_turn import InHand, best_turns, turn_at_a_glance
from companion.lexicon import Lexicon
from tests.games.test_wordcard_additions import OPENED, lying, on_grid, on_table, orders
from tests.rules.wordcard_table import table
from tests.solvers.test_wordcard_solver import AIMS, CARDS, TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pytest

    from companion.games.wordcard.events import Aim, PlainType
    from companion.games.wordcard.whole_turn import Turn

Held = tuple[str, ...]


def gone(hand: Held, cards: Sequence[str]) -> Held:
    return tuple(sorted((Counter(hand) - Counter(map(in_hand, cards))).elements()))


def ways(state: State, hand: Held) -> Iterator[tuple[e.Event, Held]]:
    """All that could be said next by who is in turn, with the hand after it."""
    top, name = state.pile[-1] if state.pile else None, state.name(state.turn)
    if not state.drawn and top is not None:
        yield e.Draw(name, "pile"), tuple(sorted((*hand, top)))
    if state.drawn and not state.discarded:
        yield from ((e.Discard(name, card), gone(hand, [card])) for card in set(hand))
    for number, line in enumerate(state.lines, start=1):
        for at, there in enumerate(line.cards, start=1):
            if there.startswith(WILD):
                for card in set(hand) - {WILD}:
                    then = tuple(sorted((*gone(hand, [card]), WILD)))
                    yield e.ReplaceWild(name, number, at, card), then
    for row in set(orders(hand)):
        then = gone(hand, row)
        yield e.Lay(name, lines=(row,), words=()), then
        if state.hands[state.turn].opened_in is None:
            yield from ((e.Lay(name, lines=(row[:at], row[at:]), words=()), then) for at in range(1, len(row)))
        for number, cut in product(range(1, len(state.lines) + 1), range(len(row) + 1)):
            yield e.Tag(name, number, row[:cut], row[cut:], ()), then


def best_turn(state: State, hand: InHand) -> Turn | None:
    """The best turn of one player."""
    (best,) = best_turns(state, [hand], known={})
    return best.turn


def most(state: State, hand: Held, started: Held) -> int:
    """The most that every sequence of events brings, from those on; nothing where none may end here."""
    best, known, open_ = 0, set(), [(state, hand)]
    first = state
    while open_:
        now, held = open_.pop()
        for event, then in ways(now, held):
            after, ruling = rule(now, event)
            if not ruling.accepted:
                continue
            key = (after.lines, then, after.drawn, after.discarded, after.picked, after.hands[first.turn].score)
            if key in known:
                continue
            known.add(key)
            if after.picked is None and after.lines != first.lines:
                best = max(best, gain(first, after, started, then))
            if after.out is None:
                open_.append((after, then))
    return best


def gain(first: State, after: State, started: Held, held: Held) -> int:
    old, new = first.hands[first.turn], after.hands[first.turn]
    if first.scheme.aim == "most":
        return new.score - old.score
    costs = [sum(map(first.scheme.in_hand, cards)) for cards in (started, held)]
    return new.bonus - old.bonus + costs[0] - costs[1]


def must_be_best(best: Turn | None, every: int, *, surely: bool) -> None:
    """The turn that was found is the best of every sequence of events, which bring `every` at most: where that is said,
    and where `surely` it must be, and is then to be said."""
    found = best.gain if best else 0
    assert found <= every
    if surely or (best is not None and best.exhaustive):
        assert found == every
    if surely and best is not None:
        assert best.exhaustive
        assert best.at_most == best.gain


def check(state: State, cards: Sequence[str], *, surely: bool, more: int = 0) -> None:
    """`more`: so many cards are in the hand beside those."""
    hand = tuple(sorted(cards))
    state = state.with_hand(0, replace(state.hands[0], cards=len(hand) + more))
    laid = best_of(state, 0, hand, is_whole=not more)
    opening, bonus = laying_terms(state, 0)
    in_hand = InHand(0, hand, opening, None if more else bonus, laid)
    best = best_turn(state, in_hand)
    every = most(replace(state, options=replace(state.options, strict=True)), hand, hand)
    must_be_best(best, every, surely=surely)
    glance = turn_at_a_glance(state, in_hand)
    assert glance is None or laid.gain < glance.gain <= every


TABLES = st.lists(st.lists(CARDS, min_size=2, max_size=4), min_size=1, max_size=2)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(TYPES), st.sampled_from(AIMS), TABLES, st.lists(CARDS, min_size=1, max_size=3))
def test_no_sequence_of_events_is_better(kind: PlainType, aim: Aim, cards: list[list[str]], hand: list[str]) -> None:
    check(replace(lying(kind, aim, cards), pile=(None,)), hand, surely=True)


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(TYPES), st.sampled_from(AIMS), TABLES, st.lists(CARDS, min_size=1, max_size=2), CARDS)
def test_nor_with_an_exchange(kind: PlainType, aim: Aim, cards: list[list[str]], hand: list[str], top: str) -> None:
    check(replace(lying(kind, aim, cards), pile=(None, top)), hand, surely=True)


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(TYPES), st.sampled_from(AIMS), TABLES, st.lists(CARDS, min_size=2, max_size=3))
def test_nor_in_the_turn_of_the_opening(kind: PlainType, aim: Aim, cards: list[list[str]], hand: list[str]) -> None:
    state = replace(lying(kind, aim, cards), pile=(None,), hands=(Hand(3), OPENED))
    check(replace(state, options=replace(state.options, open_cards=3)), hand, surely=True)


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(TYPES), st.sampled_from(AIMS), TABLES, st.lists(CARDS, min_size=1, max_size=3), st.booleans())
def test_nor_in_a_turn_that_goes_on_with_some_cards_of_a_hand(
    kind: PlainType, aim: Aim, cards: list[list[str]], hand: list[str], is_drawn: bool
) -> None:
    check(replace(lying(kind, aim, cards), drawn=is_drawn, pile=(None,)), hand, surely=True, more=2)


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(TYPES), st.sampled_from(AIMS), st.lists(CARDS, min_size=1, max_size=2), st.data())
def test_with_wilds_what_is_said_to_be_the_best_is(
    kind: PlainType, aim: Aim, hand: list[str], data: st.DataObject
) -> None:
    rank, letter = data.draw(st.sampled_from(hand)).split("/")
    meant = data.draw(st.sampled_from((f"*={rank}/{letter}", f"*=/{letter}", f"*={rank}/", "*=J/C")))
    state = replace(lying(kind, aim, []), pile=(None,), lines=(Line(("7/A", meant), 1),))
    check(state, hand, surely=False)


@settings(max_examples=8, deadline=None)
@given(
    st.sampled_from(TYPES), st.sampled_from(AIMS), TABLES,
    st.lists(st.one_of(CARDS, st.just(WILD)), min_size=1, max_size=3), CARDS, st.booleans(),
)  # fmt: skip
def test_a_turn_is_no_worse_than_what_is_one_event_of_it(
    kind: PlainType, aim: Aim, cards: list[list[str]], hand: list[str], top: str, grid: bool
) -> None:
    state = replace(lying(kind, aim, cards), pile=(None, top))
    state = on_grid(state) if grid and state.lines else state
    state = state.with_hand(0, replace(OPENED, cards=len(hand)))
    laid, terms = best_of(state, 0, hand), laying_terms(state, 0)
    added, turn = best_addition(state, 0, hand, *terms), best_turn(state, InHand(0, hand, *terms, laid))
    assert (turn.gain if turn else 0) >= max(laid.gain, added.gain if added else 0)


# ——— in words ———


def remark(state: State, *hand: str) -> str:
    (told,) = hints(state, e.Hands({"Bob": hand}))["remarks"]
    return str(told["text"])


def test_the_steps_of_a_turn_are_told_where_they_bring_more_than_a_laydown() -> None:
    state = replace(table().state, hands=(OPENED, OPENED), out=0, pile=(None, "K/R"))
    assert remark(state, "7/T", "9/A", "10/I", "J/N") == (
        "Bob could still have done this in one turn (take K/R from the open pile; lay 7/T K/R 9/A 10/I J/N): "
        "155 points, and no more."
    )
    assert remark(replace(state, pile=(None, "K/O")), "J/N", "A/X").startswith(
        "Bob could still have done this in one turn (take K/O from the open pile; discard A/X; lay "
    )
    own = replace(state.options, tag_on="own")
    on_table = replace(state, pile=(), lines=(Line(("7/O", "*=8/N"), 0),), options=own)
    assert remark(on_table, "8/N", "10/I").startswith(
        "Bob could still have done this in one turn (put 8/N in the place of a wild on the table; lay "
    )


def test_laydowns_and_tag_ons_are_put_together() -> None:
    lines = (Line(("7/T", "7/R", "7/A", "7/I", "7/N"), 0), Line(("7/O", "7/N"), 0))
    state = replace(table().state, hands=(OPENED, OPENED), out=0, pile=(None,), lines=lines)
    assert remark(state, "8/S", "A/E", "9/A", "9/T") == (
        "Bob could still have done this in one turn (with 8/S make the row 7/T 7/R 7/A 7/I 7/N 8/S; "
        "with 9/A 9/T A/E make the row 9/A 9/T 7/O 7/N A/E): 173 points, and no more."
    )
    whole = replace(state, lines=lines[:1], options=replace(state.options, type="wordcard", strict=True))
    check(replace(whole, out=None), ("7/S", "9/O", "9/N"), surely=True)
    assert remark(whole, "7/S", "9/O", "9/N").startswith(
        "Bob could still have done this in one turn (lay 9/N 9/O; with 7/S make the row 7/T 7/R 7/A 7/I 7/N 7/S): "
    )


def test_told_first_is_one_remark_where_there_is_no_laydown_and_then_the_laydowns() -> None:
    lines = (Line(("7/T", "7/R", "7/A", "7/I", "7/N"), 0),)
    state = replace(table("Ann Bob Cy").state, hands=(OPENED,) * 3, out=0, pile=(None,), lines=lines)
    shown = e.Hands({"Cy": ("K/T", "K/R", "K/A", "K/I", "K/N"), "Bob": ("8/S", "8/X")})
    remarked, with_laydown = first_hints(state, shown)
    row = "With 8/S, Bob could still have made the row 7/T 7/R 7/A 7/I 7/N 8/S: 43 points, "
    (remark,) = remarked["remarks"]
    assert (remark["text"], "best_laydowns" in remarked) == (row + "if not more.", False)
    whole = hints(state, shown)
    assert with_laydown == {"best_laydowns": whole["best_laydowns"], "remarks": [remark]}
    assert row + "and no more." in [each["text"] for each in whole["remarks"]]


def test_what_may_not_be_shown_is_told_neither_alone_nor_with_more() -> None:
    words = Lexicon.from_words(["cat", "cate", "sos"], shown=["cat", "cate"])
    lines = (Line(("7/C", "7/A", "7/T"), 0),)
    state = replace(table().state, hands=(OPENED, OPENED), out=0, pile=(None,), lines=lines, words=words)
    assert remark(state, "K/S", "A/O", "K/S", "8/E") == (
        "With 8/E, Bob could still have made the row 7/C 7/A 7/T 8/E: 29 points, if not more."
    )


def test_on_the_grid_a_row_and_lines_apart_are_told_with_an_exchange() -> None:
    state = replace(on_grid(lying("wordplay", "most", [["7/A", "7/B"]])), pile=(None, "K/C"), out=0)
    text = remark(state, "7/B", "A/A")
    assert text.startswith("Bob could still have done this in one turn (take K/C from the open pile; ")
    assert text.endswith("if not more.")
    apart = replace(on_grid(replace(table().state, lines=(Line(("Q/Z", "Q/X"), 0),))), hands=(OPENED, OPENED), out=0)
    assert remark(replace(apart, pile=(None, "K/R")), "7/T", "9/A", "10/I", "J/N") == (
        "Bob could still have done this in one turn (take K/R from the open pile; lay 7/T K/R 9/A 10/I J/N): "
        "155 points, if not more."
    )


def test_on_the_grid_a_hidden_word_is_told_only_inside_one_that_is_shown() -> None:
    cat = on_grid(replace(table().state, lines=(Line(("7/C", "7/A", "7/T"), 0),)))
    cat = replace(cat, hands=(OPENED, OPENED), pile=(None,), out=0)
    words = ["cat", "cats", "scat", "at", "ats", "scats"]
    one = replace(cat, words=Lexicon.from_words(words, shown=["cat", "at", "ats", "scat"]))
    assert "the row 8/S 7/C 7/A 7/T:" in remark(one, "8/S", "Q/X"), "CATS and ATS would be more"
    both = replace(cat, words=Lexicon.from_words(words, shown=["cat", "at", "scats"]))
    assert "the row 8/S 7/C 7/A 7/T 8/S:" in remark(both, "8/S", "8/S")
    assert "remarks" not in hints(both, e.Hands({"Bob": ("8/S", "Q/X")}))


def test_where_words_count_for_nothing_no_word_is_told() -> None:
    state = replace(table(type="cardplay").state, hands=(OPENED, OPENED), out=0, pile=(None,))
    laid = e.Lay("Bob", lines=(("7/T", "7/O", "7/N"),), words=())
    assert told_turn(replace(state, turn=1, out=None), [laid]).words == ()


def test_the_dictionary_is_made_ready_before_hands_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    state = replace(on_table("CAT"), words=Lexicon.from_words(["cat", "cats", "so"]))
    name, hand = state.name(0), ("9/S", "10/O")
    assert hints(state, e.Draw(name, "deck")) == {}
    monkeypatch.setattr("companion.solvers.prefix_tree.PrefixTree", None)  # to make it takes long
    assert hints(state, e.Hands({name: hand}))["best_laydowns"]


def test_what_the_rules_refuse_is_no_turn() -> None:
    state = replace(table().state, hands=(OPENED, OPENED), pile=(None,), drawn=True)
    lay = e.Lay("Ann", lines=(("7/O", "7/N"),), words=())
    assert played(state, ("7/O", "7/N"), [e.Draw("Ann", "pile"), lay]) is None
