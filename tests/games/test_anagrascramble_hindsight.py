"""What could have been in AnagraScramble, against the rules themselves, played out for every card and every side."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.anagrascramble.events import Declare, Options, Roll, Showdown, Timeout, Turned, Written
from companion.games.anagrascramble.expected import DIE
from companion.games.anagrascramble.hindsight import hints
from companion.games.anagrascramble.play import rule
from companion.games.anagrascramble.state import State, start, with_cards
from companion.games.teaching import TEACHING
from companion.lexicon import Lexicon

FEW = settings(max_examples=20)
POOL = ("late", "tale", "plan", "lane", "plane", "petal", "planet", "planets", "quiz", "zeal")
CARDS = st.dictionaries(
    st.sampled_from(["AAAAAAA", "BBBBBBB", "CCCCCCC", "DDDDDDD"]),
    st.lists(st.sampled_from(POOL), max_size=5, unique=True).map(tuple),
    min_size=2,
)
Deck = Mapping[str, tuple[str, ...]]


def table(cards: Deck, rolls: int = 2) -> State:
    begun = start(("Ann", "Bob"), {"rolls": rolls}, Lexicon.from_words(POOL))
    return with_cards(begun, cards, dict.fromkeys(cards, ("green",)))


def played(state: State, *events: Any) -> State:
    for event in events:
        state, ruling = rule(state, event)
        assert ruling.accepted, ruling
    return state


def declarations(target: int) -> list[tuple[tuple[str, int], tuple[Declare, ...]]]:
    """Every declaration of Ann's, as hints call it, with the events that make it."""
    own = [(("none", target), ()), (("double", target), (Declare("Ann", "double"),))]
    own.append((("triple", target), (Declare("Ann", "triple"),)))
    return own + [(("raise", to), (Declare("Ann", "raise", to),)) for to in range(target + 1, 8)]


def brought(rolled: State, declared: tuple[Declare, ...], jumble: str, words: tuple[str, ...]) -> int:
    """What Ann's turn brings, by the rules."""
    return played(rolled, *declared, Turned(jumble), Written("Ann", words)).scores[0] - rolled.scores[0]


def by_hand(cards: Deck, left: list[str], rolled: State, target: int) -> dict[tuple[str, int], int]:
    """Each move's total over the cards left, played out card by card."""
    own = {move: sum(brought(rolled, made, card, cards[card]) for card in left) for move, made in declarations(target)}
    passed = rolled.scores[0] - played(rolled, Declare("Ann", "pass_on")).scores[0]
    return {**own, ("pass_on", target): -passed * len(left)}


@FEW
@given(CARDS, st.data(), st.sampled_from([4, 5, 6, 7]))
def test_every_average_is_that_of_all_cards_and_all_sides_played_out(
    cards: Deck, data: st.DataObject, target: int
) -> None:
    gone = data.draw(st.sampled_from(sorted(cards)))
    state = played(table(cards), Roll("Ann", "4"), Turned(gone), Timeout("Ann"), Roll("Bob", "pass"))
    left = [jumble for jumble in cards if jumble != gone]
    roll = Roll("Ann", str(target))  # type: ignore[arg-type]
    told = hints(state, roll)
    assert set(told) == {TEACHING}, "it says what to declare"
    said = told[TEACHING]
    by_card = by_hand(cards, left, played(state, roll), target)
    assert {(move["move"], move["to"]): move["total"] for move in said["moves"]} == by_card
    assert said["cards"] == len(left)
    best = {
        str(to): max(by_hand(cards, left, played(state, Roll("Ann", "star", to)), to).values()) for to in (4, 5, 6, 7)
    }
    sides = [{**best, "pass": 0, "star": max(best.values())}[side] for side in DIE]
    exact = Fraction(sum(sides), len(left) * 12)
    assert Fraction(said["roll"]["total"], said["roll"]["over"]) == exact


@FEW
@given(CARDS, st.data(), st.sampled_from([4, 5, 6, 7]), st.lists(st.sampled_from(POOL), unique=True).map(tuple))
def test_after_a_turn_every_word_is_ranked_and_every_declaration_counted(
    cards: Deck, data: st.DataObject, target: int, words: tuple[str, ...]
) -> None:
    card = data.draw(st.sampled_from(sorted(cards)))
    move, declared = data.draw(st.sampled_from(declarations(target)))
    rolled = played(table(cards), Roll("Ann", str(target)))  # type: ignore[arg-type]
    state, event = played(rolled, *declared, Turned(card)), Written("Ann", words)
    said = hints(state, event)
    assert {word["word"] for word in said["listed_words"]} == set(cards[card])
    assert {word["word"] for word in said["listed_words"] if word["found"]} == set(cards[card]) & set(words)
    values = [word["points"] for word in said["listed_words"]]
    assert values == sorted(values, reverse=True)
    assert said["best_total"] == brought(rolled, declared, card, cards[card])
    points = {(each["move"], each["to"]): each["points"] for each in said["moves"] if each["move"] != "pass_on"}
    assert points == {each: brought(rolled, made, card, words) for each, made in declarations(target)}
    assert [(each["move"], each["to"]) for each in said["moves"] if each["made"]] == [move]
    assert "cards" not in said
    assert not any("total" in each for each in said["moves"]), "Bob rolls next"
    averages = {(each["move"], each["to"]): each["total"] for each in said[TEACHING]["moves"]}
    assert averages == by_hand(cards, list(cards), rolled, target), "the card turned was still in the deck"


CARD = {"PLANETS": ("planets", "plane"), "QUIZZES": ("quiz",)}


def test_once_nobody_rolls_any_more_the_averages_are_said_to_all() -> None:
    state = played(table(CARD, rolls=1), Roll("Ann", "4"), Turned("PLANETS"), Timeout("Ann"), Roll("Bob", "4"))
    last = played(state, Turned("QUIZZES"))
    said = hints(last, Written("Bob", ("quiz",)))
    assert TEACHING not in said
    assert said["cards"] == 1


def test_whoever_inherits_a_turn_cannot_pass_it_on_and_is_taught_at_once() -> None:
    state = played(table(CARD), Roll("Ann", "5"))
    said = hints(state, Declare("Ann", "pass_on"))
    assert set(said) == {TEACHING}
    assert "pass_on" not in {move["move"] for move in said[TEACHING]["moves"]}


def test_nothing_is_counted_out_once_a_card_of_another_deck_has_been_turned() -> None:
    state = played(table(CARD), Roll("Ann", "4"), Turned("TNOAIST", answers=("toast",)))
    said = hints(state, Written("Ann", ("toast",)))
    assert "cards" not in said[TEACHING]
    over = played(state, Written("Ann", ("toast",)))
    assert hints(over, Roll("Bob", "4")) == {}


def test_while_a_card_lies_there_nothing_is_said_of_it() -> None:
    rolled = played(table(CARD), Roll("Ann", "4"))
    assert hints(rolled, Turned("PLANETS")) == {}
    assert hints(rolled, Declare("Ann", "double")) == {}
    assert hints(table(CARD), Roll("Ann", "pass")) == {}


def test_after_a_showdown_its_card_is_told() -> None:
    tied = replace(table(CARD), phase="showdown", winners=(0, 1), options=Options())
    said = hints(tied, Showdown("PLANETS", {"Ann": ("plane",), "Bob": ()}))
    assert said == {
        "listed_words": [
            {"word": "planets", "points": 9, "found": False},
            {"word": "plane", "points": 7, "found": True},
        ],
        "words_in_all": 2,
    }
