"""Every clause of the five rulebooks has a property that fails when the clause is dropped: a law that is held against
every step of some hundred play-outs, or a property of its own where it is settled before them or beside them."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.playouts import play_out
from companion.errors import BadInput
from companion.games import RULEBOOKS, window
from companion.games.anagrascramble.words import tokens, word_value
from companion.games.villains.events import EndTurn, Resolve, Trigger
from companion.games.villains.state import FIRST_DECK, FIRST_HAND, InPlay, StackedEffect, usable
from tests.rules.laws import LAWS, Watched
from tests.rules.play import begin, event
from tests.rules.played import letter_of, played
from tests.rules.test_anagrascramble import PLANETS, showdown
from tests.rules.villains_table import minted, table, timed

if TYPE_CHECKING:
    from companion.games.villains.deck import Effect

NAMES = tuple(f"P{number}" for number in range(1, 13))


@given(count=st.integers(1, 12), target=st.integers(-1, 200))
def test_d1_two_to_ten_players_and_any_number_of_chips(count: int, target: int) -> None:
    if 2 <= count <= 10 and target > 0:
        assert len(begin("disorder", NAMES[:count], target=target).scores) == count
    else:
        with pytest.raises(BadInput):
            begin("disorder", NAMES[:count], target=target)


@given(cards=st.integers(4, 6), agreed=st.booleans())
def test_d13_a_name_holds_only_where_names_were_agreed(cards: int, agreed: bool) -> None:
    match = begin("disorder", ("Ann", "Bob"), words=["zoo"], names=["annabel"], names_allowed=agreed)
    for number, letter in enumerate("ANNABEL"[:cards]):
        match.apply(event("place", ("Ann", "Bob")[number % 2], card=letter))
    turn = match.view().turn
    match.apply(event("challenge", turn))
    match.apply(event("name_word", match.view().turn, word="Annabel"))
    assert match.rulings[-1].verdict == ("challenger_loses" if agreed else "challenged_loses")


@given(letters=st.lists(st.sampled_from("ABC"), min_size=3, max_size=3), always=st.booleans())
def test_t6_whoever_is_to_place_has_thirty_seconds_once_the_holder_starts_them(
    letters: list[str], always: bool
) -> None:
    players = ("Ann", "Bob", "Cy")
    match = begin("typo", players, rows=list("RENT"), always_timed=always, timer_holder="Cy")
    assert window.offered(match.view(), match.state) is None
    assert window.windows(match.view(), match.state) == ()
    match.apply(event("reveal", cards=dict(zip(players, letters, strict=True))))
    offered, running = window.offered(match.view(), match.state), window.windows(match.view(), match.state)
    runs = running[0] if always else offered
    assert (offered is None, len(running)) == (always, int(always))
    assert runs is not None
    assert (runs.player, runs.total_ms) == (match.view().turn, 30_000)


JUMBLE = "nastere"
SPELLED = st.builds(lambda letters, length: "".join(letters[:length]), st.permutations(JUMBLE), st.integers(2, 7))


@given(words=st.lists(SPELLED | st.text(f"{JUMBLE}x", min_size=4, max_size=9), max_size=30))
def test_a7_listed_is_each_word_of_four_to_seven_letters_that_the_card_spells(words: list[str]) -> None:
    match = begin("anagrascramble", ("Ann", "Bob"), words=words)
    match.apply(event("roll", "Ann", face="4"))
    match.apply(event("card", jumble=JUMBLE.upper()))
    fits = {word for word in words if 4 <= len(word) <= 7 and not Counter(word) - Counter(JUMBLE)}
    assert match.state.listed == fits


@given(data=st.data(), count=st.integers(0, 5))
def test_a14_with_as_many_words_the_most_of_seven_six_five_four_letters_win(data: st.DataObject, count: int) -> None:
    some = st.lists(st.sampled_from(PLANETS), unique=True, min_size=count, max_size=count)
    written = {player: data.draw(some, player) for player in ("Ann", "Bob")}
    match = showdown(answers=PLANETS, **written)
    long = {player: [sum(len(word) == letters for word in words) for letters in (7, 6, 5, 4)]
            for player, words in written.items()}  # fmt: skip
    assert match.view().winners == tuple(player for player in written if long[player] == max(long.values()))


@given(word=st.text("abcdefghijklmnopqrstuvwxyz", max_size=9))
def test_a11_a_word_is_worth_its_letters(word: str) -> None:
    said = {1: "aeioulnstr", 2: "dg", 3: "bcmp", 4: "fhvwy", 5: "k", 8: "jx", 10: "qz"}
    assert word_value(word) == sum(value * sum(map(word.count, letters)) for value, letters in said.items())


@given(scores=st.lists(st.integers(-200, 300), min_size=2, max_size=6))
def test_a15_tokens_are_whole_and_missing_ones_go_to_those_who_lost_most(scores: list[int]) -> None:
    exact = [Fraction(score) - Fraction(sum(scores), len(scores)) for score in scores]
    lost = [part - int(part) for part in exact]  # int rounds towards zero
    missing = int(sum(lost))
    first = sorted(range(len(scores)), key=lambda seat: (-lost[seat] if missing > 0 else lost[seat], seat))
    expected = [int(part) for part in exact]
    for seat in first[: abs(missing)]:
        expected[seat] += 1 if missing > 0 else -1
    assert list(tokens(scores)) == expected
    assert sum(expected) == 0


@given(seed=st.integers(0, 10**6))
def test_v2_each_begins_with_a_villain_two_cards_and_seventeen_in_the_deck(seed: int) -> None:
    state = begin("villains", ("Ann", "Bob"), starter=("Ann", "Bob")[seed % 2]).state
    assert (state.turn, FIRST_HAND, FIRST_DECK) == (seed % 2, 2, 17)
    for seat, side in enumerate(state.sides):
        assert (side.hand, side.deck, side.discard, side.minted) == (2, 17, (), ())
        (first,) = side.in_play
        assert state.decks[seat][first.name].kind == "villain"


@given(minted=st.tuples(st.integers(0, 1), st.integers(0, 1)), left=st.tuples(st.integers(0, 1), st.integers(0, 1)))
def test_v18_with_nothing_to_draw_or_play_more_minted_villains_win_or_both(
    minted: tuple[int, int], left: tuple[int, int]
) -> None:
    match = begin("villains", ("Ann", "Bob"))
    state = match.state
    for seat, side in enumerate(state.sides):
        aside = tuple(InPlay(card.name, sideways=False, since=0) for card in side.in_play[: minted[seat]])
        values = {"hand": 0, "deck": left[seat], "minted": aside, "in_play": side.in_play[len(aside) :]}
        state = state.with_side(seat, replace(side, **values))
    after, ruling = match.book.rule(replace(state, drawn=True), EndTurn("Ann"))
    assert ruling.accepted
    most = tuple(seat for seat in (0, 1) if minted[seat] == max(minted))
    assert after.winners == (None if any(left) else most)
    if after.winners is None:
        return
    assert (ruling.clause, ruling.house) == (match.book.clauses["V18"], True)
    names = [("Ann", "Bob")[seat] for seat in most]
    assert all(name in ruling.reason.rpartition(":")[2] for name in names)
    _, late = match.book.rule(after, EndTurn("Bob"))
    assert (late.verdict, late.clause, late.house) == ("game_over", match.book.clauses["V18"], True)


@given(came=st.integers(0, 9), now=st.integers(1, 9), minted_one=st.booleans())
def test_v9_a_trait_is_used_in_any_turn_but_the_one_in_which_its_card_came(
    came: int, now: int, minted_one: bool
) -> None:
    match = table({"Ape": timed("draw"), "Oz": minted("draw")})
    card = InPlay("Oz" if minted_one else "Ape", sideways=False, since=came)
    lies = {"in_play": (), "minted": (card,)} if minted_one else {"in_play": (card,)}
    state = replace(match.state, turn_number=now).with_side(0, replace(match.state.sides[0], **lies))
    after, ruling = match.book.rule(state, Trigger("Ann", card.name))
    assert (card.name in usable(state, 0), ruling.accepted, len(after.stack)) == (came != now, came != now, came != now)
    if came == now:
        assert (ruling.verdict, ruling.clause) == ("too_soon", match.book.clauses["V9"])


@given(
    effect=st.sampled_from(("bounce", "burn", "flip", "copy")), whose=st.booleans(), lying=st.booleans(),
    aimed_before=st.booleans(),
)  # fmt: skip
def test_v16_no_effect_reaches_a_minted_villain_whosever_it_is_and_whenever_it_was_aimed(
    effect: str, whose: bool, lying: bool, aimed_before: bool
) -> None:
    match = table({"Ape": timed(effect), "Ant": timed("draw"), "Alien": timed("draw")}, {"Alien2": timed("draw")})
    seat, name = (0, "Alien") if whose else (1, "Alien2")
    villain = InPlay(name, sideways=lying, since=0)
    own = tuple(InPlay(one, sideways=False, since=0) for one in ("Ape", "Ant"))
    state = replace(match.state, turn_number=5).with_side(0, replace(match.state.sides[0], in_play=own))
    side = state.sides[seat]
    aside = state.with_side(seat, replace(side, minted=(villain,)))
    if aimed_before:
        waiting = StackedEffect(0, "Ape", cast("Effect", effect), 1, (seat, name), played=False)
        after, ruling = match.book.rule(replace(aside, stack=(waiting,)), Resolve())
        assert ruling.accepted
        assert after.sides == aside.sides
    else:
        in_play = aside.with_side(seat, replace(side, in_play=(*side.in_play, villain)))
        assert match.book.rule(in_play, Trigger("Ann", "Ape", name))[1].accepted  # before it was minted it was one
        after, ruling = match.book.rule(aside, Trigger("Ann", "Ape", name))
        assert (ruling.verdict, after) == ("not_a_target", aside)
        assert f"{name} is minted" in ruling.reason
    # Its own trait works as ever.
    assert (name in usable(replace(aside, turn=seat), seat)) is not lying


# What is settled before the first event, or does not come about in a play-out.
BESIDE = {
    "D1": test_d1_two_to_ten_players_and_any_number_of_chips,
    "D13": test_d13_a_name_holds_only_where_names_were_agreed,
    "T6": test_t6_whoever_is_to_place_has_thirty_seconds_once_the_holder_starts_them,
    "A7": test_a7_listed_is_each_word_of_four_to_seven_letters_that_the_card_spells,
    "A11": test_a11_a_word_is_worth_its_letters,
    "A14": test_a14_with_as_many_words_the_most_of_seven_six_five_four_letters_win,
    "A15": test_a15_tokens_are_whole_and_missing_ones_go_to_those_who_lost_most,
    "V2": test_v2_each_begins_with_a_villain_two_cards_and_seventeen_in_the_deck,
    "V9": test_v9_a_trait_is_used_in_any_turn_but_the_one_in_which_its_card_came,
    "V16": test_v16_no_effect_reaches_a_minted_villain_whosever_it_is_and_whenever_it_was_aimed,
    "V18": test_v18_with_nothing_to_draw_or_play_more_minted_villains_win_or_both,
}
CLAUSES = [(game, number) for game, book in RULEBOOKS.items() for number in book.clauses]


def _with_laws(game: str) -> set[str]:
    """The clauses of a game that have a law."""
    return {clause for clauses in LAWS[letter_of(game)].values() for clause in clauses}


@pytest.mark.parametrize(("game", "clause"), CLAUSES, ids=lambda value: value)
def test_every_clause_has_a_property_that_it_makes_true(game: str, clause: str) -> None:
    tally = played(game)
    assert clause not in tally.broken, tally.broken[clause]
    own = BESIDE.get(clause)
    assert own is None or getattr(own, "is_hypothesis_test", False)
    assert own or clause in _with_laws(game), f"no property says what {clause} makes true"
    assert own or tally.decided[clause] > 10, f"the play-outs never come to where {clause} decides"


@settings(max_examples=4)
@given(seed=st.integers(1000, 10**6), seats=st.booleans())
@pytest.mark.parametrize("game", RULEBOOKS)
def test_the_laws_hold_in_play_outs_nobody_has_seen(game: str, seed: int, seats: bool) -> None:
    tally = Watched(letter=letter_of(game))
    play_out(game, seed, tally, seats=seats)
    assert not tally.broken
