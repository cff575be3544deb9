"""Every sentence that is told in random games and saved matches, in four languages: translated, short, well begun."""

import re
from functools import cache

import pytest

from companion.games import RULEBOOKS
from companion.games.core import shortened, spoken_list, spoken_sum
from companion.language import LANGUAGES, translations
from companion.referee.match import Match
from companion.sentences import spoken, told
from tests.rules.play import begin, event, no_lexicon
from tests.rules.played import played
from tests.rules.saying import MOST, TRANSLATED, in_language, saved_matches, unelided, untranslated
from tests.rules.wordcard_table import play, table

BEGINS = re.compile(r"[A-ZÀ-Þ0-9“«„*]|[mv]\d+2?\b")  # the cards of the random decks are called m12 and v02


@cache
def told_in(game: str) -> frozenset[str]:
    """What the referee said in the saved matches and play-outs of the game."""
    said = set(played(game).sentences)
    for _, document in saved_matches(game):
        match = Match.begin(document, no_lexicon)
        said |= {match.apply(each).reason for each in document["events"]}
    return frozenset(said)


@pytest.mark.parametrize("game", RULEBOOKS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_told_sentence_is_short_and_begins_and_ends_as_one(game: str, language: str) -> None:
    for _, said in in_language(told_in(game), language):
        assert len(said) <= MOST, said
        assert BEGINS.match(said), said
        assert not re.search(r"(?<![\w“])-\d", said), f"a hyphen for a minus: {said}"


@pytest.mark.parametrize("game", RULEBOOKS)
@pytest.mark.parametrize("language", TRANSLATED)
def test_no_english_is_left_over(game: str, language: str) -> None:
    assert not untranslated(told_in(game), language)


@pytest.mark.parametrize("game", RULEBOOKS)
def test_nothing_is_left_unelided_in_french(game: str) -> None:
    assert not unelided(told_in(game))


def test_one_name_alone_is_still_said_in_the_language() -> None:
    assert spoken(spoken_list([told("the first card")]), translations("de").gettext) == "die erste Karte"


def test_a_run_is_named_in_the_language() -> None:
    match = table(type="cardplay")
    ruling = match.apply(event("lay", "Ann", lines=[["7/A", "8/B", "9/C", "10/D", "J/E"]]))
    assert "7 to J = 44" in ruling.reason
    assert "7 bis J = 44" in spoken(ruling.reason, translations("de").gettext)


def test_a_number_below_zero_has_a_minus_sign() -> None:
    assert told("{player} wins with {score} points.", player="Ann", score=-9) == "Ann wins with −9 points."


def test_of_a_long_sum_the_first_are_named_and_the_others_counted() -> None:
    parts = [(f"W{number}", number) for number in range(1, 13)]
    assert spoken_sum(shortened(parts), "point").endswith("W4 4 + W5 5 + 7 more 63 = 78 points")
    assert shortened(parts[:6]) == parts[:6]


def test_the_same_cards_left_in_a_hand_are_counted_together() -> None:
    match = table(aim="fewest", hand=8)
    play(match, "Ann lay 7/T 8/R 9/A 10/I J/N | 7/T 7/O 7/N -> out W18 Ann-50")
    reason = match.apply({"event": "hands", "hands": {"Bob": ["A/A"] * 7 + ["*"]}}).reason
    assert reason.startswith("Left in hand: Bob: 7 × A/A 7 + wild 50 = 57 points. The winner's −50 becomes 0")


def test_hands_of_many_cards_are_told_by_their_sums() -> None:
    match = table("Ann Bob Cy", aim="fewest", hand=8)
    play(match, "Ann lay 7/T 8/R 9/A 10/I J/N | 7/T 7/O 7/N -> out W18 Ann-50")
    hands = {name: [f"7/{letter}" for letter in "ABCDEFGH"] for name in ("Bob", "Cy")}
    assert "Left in hand: Bob: 56 points; Cy: 56 points." in match.apply({"event": "hands", "hands": hands}).reason


def test_whoever_sits_out_a_turn_lost_before_is_named() -> None:
    match = table("Ann Bob Cy")
    play(
        match,
        "Ann lay 7/T 8/R 9/A 10/I J/N -> laid W6 Ann+101\ncontest Bob,Cy train -> word_stands W16\n"
        "Ann end_turn -> turn_ended W17",
    )
    assert match.rulings[-1].reason == ("Ann's turn is over; skipped, for a turn lost before: Bob and Cy; Ann goes on.")


def test_a_wild_that_was_said_wrongly_is_named() -> None:
    match = begin("disorder", ("Ann", "Bob"))
    for player, card in zip(("Ann", "Bob") * 2, "ZO?K", strict=True):
        match.apply(event("place", player, card=card))
    match.apply(event("challenge", "Ann"))
    wrong = match.apply(event("name_word", "Bob", word="zookeeper", wilds="A"))
    assert (wrong.detail, wrong.reason[:50]) == ("does_not_fit", "“zookeeper” does not have A where the wild lies: B")


def test_a_triple_that_goes_unused_is_explained() -> None:
    match = begin("anagrascramble", ("Ann", "Bob"))
    for each in (event("roll", "Ann", face="4"), event("declare", "Ann", move="triple"),
                 {"event": "card", "jumble": "PLANETS"}, event("words", "Ann", words=["plane"])):  # fmt: skip
        match.apply(each)
    assert match.rulings[-1].reason.endswith("No listed word has exactly 4 letters, so none counts 3 times.")


def test_cards_taken_back_are_taken_back_without_their_points() -> None:
    match = table()
    play(
        match, "Ann lay 7/T 8/R 9/A 10/I J/X words=traix -> laid W6 Ann+44\ncontest Bob traix -> word_fails W16 Ann-44"
    )
    assert "Ann takes the cards back without their points and loses this turn." in match.rulings[-1].reason
