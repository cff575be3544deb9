"""What opponents and teachers know of each game: small positions, and whole matches of the table against itself."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.opponents import Against
from companion.decks import deckfiles
from companion.drawn.drawn_table import DrawnTable
from companion.drawn.following import lay_out
from companion.games import RULEBOOKS
from companion.games.advice import advice_on
from companion.games.events import read_event
from companion.games.layout import layout_of, lying
from companion.games.opponent import OwnView, Strength, opponent
from companion.games.villains.outlook import NEARNESS, nearness
from companion.games.wordcard.notation import in_hand
from companion.practice.table_hand import vocabulary
from companion.referee.match import Match
from tests.dictionary import shipped
from tests.rules.play import begin, event

GAMES = [game for game in RULEBOOKS if opponent(game) is not None]


def own(match: Match, player: str, *hand: str, strength: Strength = Strength.HARD) -> OwnView[Any]:
    words = vocabulary(match.state.words, Strength.HARD, 1)
    return OwnView(match.state, player, hand, strength, words, Random(1), to_draw=50)


def says(match: Match, player: str, *hand: str, strength: Strength = Strength.HARD) -> Any:
    plays = opponent(match.book.game)
    assert plays is not None
    return plays.answer(own(match, player, *hand, strength=strength))


def advised(match: Match, player: str, said: dict[str, Any], *hand: str) -> str:
    """What is said of an event of a player with this hand."""
    read = read_event(match.book.events, said, match.players)
    return str(advice_on(match.book.game, own(match, player, *hand), read))


def test_the_table_plays_all_games_of_the_house() -> None:
    assert list(RULEBOOKS) == GAMES


def hands_are_as_counted(against: Against) -> None:
    """The hands dealt are as large as the referee, who sees none, counts them."""
    state = against.match.state
    counted = getattr(state, "hands", None) or getattr(state, "sides", None)
    for name, held in zip(state.players, counted or (), strict=False):
        cards = held if isinstance(held, int) else getattr(held, "cards" if hasattr(held, "cards") else "hand")
        assert len(against.dealt.hand(name)) == cards, name


@pytest.mark.parametrize("seed", [11, 12, 14])
@pytest.mark.parametrize("game", GAMES)
def test_hands_follow_who_joins_leaves_and_sits_out(game: str, seed: int) -> None:
    two = game == "villains"
    against = Against(game, (Strength.MEDIUM,) * (2 if two else 3), seed, shipped(), {})
    newcomer = "Eve"
    against.knows[newcomer] = against.knows["Ann"]
    comings = {6: "sit_out", 10: "join", 16: "sit_out", 20: "leave", 24: "join", 28: "sit_out"}
    for number in range(34):
        match = against.match
        if match.view().over:
            break
        coming = comings.get(number)
        who = {"sit_out": match.view().turn, "join": newcomer, "leave": newcomer}.get(coming or "")
        said = {"event": coming, "player": who}
        if two and coming == "join":  # only a seat that was left can be taken
            against.enter({"event": "leave", "player": match.playing[0]})
            newcomer = f"{newcomer}e"
            against.knows[newcomer] = against.knows["Ann"]
            said = {"event": "join", "player": newcomer}
        if two and coming == "leave":
            continue
        if coming is not None and not (match.judge(said).ruling.accepted or coming == "sit_out"):
            break
        if coming is not None and match.judge(said).ruling.accepted:
            against.enter(said)
            hands_are_as_counted(against)
            continue
        played = against.next_event()
        if played is None:
            break
        against.enter(played)
        hands_are_as_counted(against)
    assert number > 10
    assert newcomer in against.match.players


@pytest.mark.parametrize("game", GAMES)
def test_hands_stay_as_large_as_the_referee_counts_them_and_drawn_tables_follow(game: str) -> None:
    layout = layout_of(game, {})
    file = deckfiles.read(layout.deck)
    drawn = DrawnTable(file.deck, rows=layout.rows, traits=file.traits)
    against = Against(game, (Strength.MEDIUM, Strength.HARD), 11, shipped(), {})
    known = vocabulary(shipped(), Strength.HARD, 1)
    for number in range(40):
        said = None if against.match.view().over else against.next_event()
        if said is None:
            break
        state = against.match.state
        read = read_event(RULEBOOKS[game].events, said, against.players)
        player = said.get("player")
        if player is not None:  # whatever somebody does, something or nothing is said of it
            knows = OwnView(state, player, against.dealt.hand(player), Strength.HARD, known, Random(number))
            advice_on(game, knows, read)
        against.enter(said)
        state = against.match.state
        hands_are_as_counted(against)
        lines = lying(game, state)
        assert lines is not None
        lay_out(drawn, lines)
        for row, wanted in enumerate(lines):
            lies = Counter((card.name, card.sideways) for card in drawn.cards if card.row == row)
            assert lies == Counter((card.name, card.sideways) for card in wanted)


# ——— Disorder! ———


def disorder(board: str, **state: Any) -> Match:
    match = begin("disorder", ("Ann", "Bob"))
    for at, card in enumerate(board):
        match.apply(event("place", ("Ann", "Bob")[at % 2], card=card))
    return match


def test_what_no_word_holds_is_objected_to_and_challenged() -> None:
    assert says(disorder("QX"), "Ann", "A") == {"event": "object", "player": "Ann"}
    assert says(disorder("QX?J"), "Ann", "A") == {"event": "challenge", "player": "Ann"}
    assert says(disorder("ZOO"), "Ann", "A") is None  # it is Bob's turn


def test_who_is_challenged_names_a_word_that_saves_the_board() -> None:
    match = disorder("ZOO?")
    match.apply(event("challenge", "Ann"))
    said = says(match, "Bob", "A")
    match.apply({**said})
    assert match.rulings[-1].verdict == "challenger_loses"


def test_a_card_that_leaves_nobody_a_card_is_laid_and_praised() -> None:
    """In the tests' few words nobody can lengthen ZOOK… but by E, and ZOOKEEPE by nothing but R, which finishes it."""
    match = begin("disorder", ("Ann", "Bob"), words=("zookeeper",))
    for at, card in enumerate("OOKEEP"):
        match.apply(event("place", ("Ann", "Bob")[at % 2], card=card))
    assert says(match, "Ann", "E", "Z", "A")["event"] == "place"
    assert "would have stood" in advised(match, "Ann", event("place", "Ann", card="A"), "E", "Z", "A")
    assert "a bluff was all you had" in advised(match, "Ann", event("place", "Ann", card="A"))
    assert "OOKEEP" in advised(match, "Ann", event("concede", "Ann"), "E", "Z")


def test_a_board_stands_by_a_word_the_device_does_not_show() -> None:
    match = Match.begin({"game": "disorder", "players": ["Ann", "Bob"], "options": {"lexicon": "en"}}, shipped)
    match.apply(event("place", "Ann", card="Q"))
    match.apply(event("place", "Bob", card="A"))
    assert not match.state.words.may_show("qabala")
    assert advised(match, "Ann", event("place", "Ann", card="B"), "X") == "QAB stands."


@pytest.mark.parametrize(
    ("board", "card", "hand", "advice"),
    [
        ("UL", "T", "W", "ULT stands: cult has it in it."),  # WUL is in wulfenite
        ("B", "A", "C", "No word saves BA: CB would have stood."),
    ],
)
def test_what_is_said_of_all_words_is_true_of_long_ones_too(board: str, card: str, hand: str, advice: str) -> None:
    match = Match.begin({"game": "disorder", "players": ["Ann", "Bob"], "options": {"lexicon": "en"}}, shipped)
    for at, letter in enumerate(board):
        match.apply(event("place", ("Ann", "Bob")[at % 2], card=letter))
    player = match.view().turn or ""
    assert advised(match, player, event("place", player, card=card), *hand) == advice


@pytest.mark.parametrize(
    ("card", "advice"),
    [
        ("C", "Well laid: nobody can lengthen ABC."),
        ("D", "Good, and there was better: nobody could have lengthened ABC."),
    ],
)
def test_a_card_that_leaves_nobody_a_card_is_better_than_one_that_does(card: str, advice: str) -> None:
    match = begin("disorder", ("Ann", "Bob"), words=("abcx", "zabdefg"))
    match.apply(event("place", "Ann", card="A"))
    match.apply(event("place", "Bob", card="B"))
    assert advised(match, "Ann", event("place", "Ann", card=card), "C") == advice


# ——— TYPO ———


def test_a_word_that_is_not_known_is_doubted_and_a_card_that_fits_nowhere_fails() -> None:
    match = begin("typo", ("Ann", "Bob"), rows=["R", "E", "N", "T"])
    match.apply({"event": "reveal", "cards": {"Ann": "A", "Bob": "Q"}})
    match.apply(event("place", "Ann", row=1, side="back", word="raxyz"))
    assert says(match, "Bob", "Q") == {"event": "doubt", "players": ["Bob"]}
    plays = opponent("typo")
    assert plays is not None
    assert plays.answer(replace(own(match, "Bob", "Q"), joined=True)) is not None  # whoever has doubted plays on
    stuck = begin("typo", ("Ann", "Bob"), words=("rent",), rows=["R", "E", "N", "T"])
    stuck.apply({"event": "reveal", "cards": {"Ann": "X", "Bob": "Q"}})
    said = says(stuck, "Bob", "Q")
    assert said["event"] == "fail"
    assert said["row"] in (1, 2, 3, 4)
    assert "Right: Q had no place" in advised(stuck, "Bob", event("fail", "Bob", row=1), "Q")


def test_whoever_gives_up_hears_of_a_place() -> None:
    match = begin("typo", ("Ann", "Bob"), rows=["R", "E", "N", "T"])
    match.apply({"event": "reveal", "cards": {"Ann": "E", "Bob": "E"}})
    assert "E had a place: ER, as in era" in advised(match, "Ann", event("fail", "Ann", row=1), "E")
    placed = event("place", "Ann", row=1, side="back", word="realize")
    assert "have a place now" in advised(match, "Ann", placed, "E", "A", "S")


def test_nothing_is_said_of_a_card_that_was_not_dealt_nor_of_a_word_that_is_none() -> None:
    match = begin("typo", ("Ann", "Bob"), words=("rent", "extra"), rows=["R", "E", "N", "T"])
    match.apply({"event": "reveal", "cards": {"Ann": "X", "Bob": "Z"}})
    assert advised(match, "Ann", event("place", "Ann", row=2, side="back", word="extra"), "R", "N") == "None"
    assert advised(match, "Ann", event("place", "Ann", row=1, side="back", word="rx"), "X", "N") == "None"


def test_rows_may_start_with_letters_the_deck_has_not_so_often() -> None:
    hands_are_as_counted(Against("typo", (Strength.EASY,) * 2, 3, shipped(), {"rows": ["Q"] * 4}))


def test_a_place_by_words_the_device_does_not_show_is_a_place() -> None:
    setup = {"game": "typo", "players": ["Ann", "Bob"], "options": {"rows": ["G", "X", "J", "J"], "lexicon": "en"}}
    match = Match.begin(setup, shipped)
    match.apply({"event": "reveal", "cards": {"Ann": "Y", "Bob": "E"}})
    match.apply(event("place", "Bob", row=2, side="back", word="xenon"))
    match.apply(event("place", "Ann", row=1, side="back", word="gyrate"))
    match.apply({"event": "reveal", "cards": {"Ann": "P", "Bob": "Z"}})
    assert advised(match, "Ann", event("fail", "Ann", row=2), "P") == "P had a place: GYP."


@pytest.mark.parametrize("name", ["fail", "timeout"])
def test_who_takes_one_card_for_a_failing_one_holds_another_card(name: str) -> None:
    """As many cards as before (T8, T11), and not the same: the failing one lies on the table."""
    against = Against("typo", (Strength.EASY,) * 2, 3, shipped(), {"rows": ["X", "Q", "Z", "J"]})
    ann, bob = (against.dealt.hand(name) for name in against.players)
    first, last = min(ann), max(bob)
    against.enter({"event": "reveal", "cards": {"Ann": first, "Bob": last}})
    against.enter(event(name, against.match.view().turn or "", row=2))
    hands_are_as_counted(against)
    assert Counter(against.dealt.hand("Ann")) == Counter(ann) - Counter(first) + Counter("Q")


def test_whose_word_fails_holds_half_a_row_instead_of_the_card() -> None:
    against = Against("typo", (Strength.EASY,) * 2, 3, shipped(), {"rows": ["X", "Q", "Z", "J"]})
    ann, bob = (against.dealt.hand(name) for name in against.players)
    first, last = min(ann), max(bob)
    against.enter({"event": "reveal", "cards": {"Ann": first, "Bob": last}})
    against.enter(event("place", "Ann", row=4, side="back", word=f"j{first.lower()}qq"))
    against.enter({"event": "doubt", "players": ["Bob"], "row": 3})
    hands_are_as_counted(against)
    assert Counter(against.dealt.hand("Ann")) == Counter(ann) - Counter(first) + Counter("Z")


# ——— AnagraScramble ———


@pytest.mark.parametrize(
    ("declared", "advice"),
    [
        ({}, "With Triple learnt would have brought 12 points more."),
        ({"move": "double"}, "Well declared: learnt counts 2 times."),
        ({"move": "raise", "to": 6}, "None"),  # then nothing else can be declared (A4)
    ],
)
def test_triple_is_thought_of_where_it_could_still_have_been_declared(declared: dict[str, Any], advice: str) -> None:
    match = begin("anagrascramble", ("Ann", "Bob"))
    match.apply(event("roll", "Ann", face="4" if "to" in declared else "6"))
    if declared:
        match.apply(event("declare", "Ann", **declared))
    match.apply({"event": "card", "jumble": "RELATEN", "answers": ["relate", "alter", "learnt"]})
    assert match.view().awaiting == "words"
    written = event("words", "Ann", words=["relate", "alter", "learnt"])
    assert advised(match, "Ann", written) == advice


def test_a_longer_word_is_not_multiplied() -> None:
    match = begin("anagrascramble", ("Ann", "Bob"))
    match.apply(event("roll", "Ann", face="6"))
    match.apply(event("declare", "Ann", move="double"))
    match.apply({"event": "card", "jumble": "PLANETS", "answers": ["planets"]})
    said = advised(match, "Ann", event("words", "Ann", words=["planets"]))
    assert said == "Only a word of just 6 letters is multiplied: yours are longer or shorter."


# ——— Disorder of the Villains ———


@given(st.text("ABCD", min_size=4, max_size=4), st.integers(0, 4), st.randoms())
def test_the_more_of_the_four_are_there_the_nearer_is_a_villain(dna: str, count: int, chance: Random) -> None:
    some = chance.sample(dna, count)
    assert nearness(dna, tuple(sorted(some))) == NEARNESS[count]
    assert nearness("xxyy", ("A", "A", "B", "B")) == NEARNESS[4]
    assert nearness("AAAA", ("B", "B", "B", "B")) == NEARNESS[0]


# ——— WORDCARD ———


def test_the_best_laydown_of_the_hand_is_laid_and_what_is_left_is_shown() -> None:
    match = begin("wordcard", ("Ann", "Bob"), hand=8, open_cards=2)
    hand = ("7/C", "8/A", "9/T", "10/S", "J/Z", "Q/Z", "K/Q", "A/X")
    assert says(match, "Ann", *hand) == {"event": "draw", "player": "Ann", "from": "deck"}
    match.apply(event("draw", "Ann", from_="deck"))
    said = says(match, "Ann", *hand)
    assert said["event"] == "lay"
    laid = Counter(in_hand(card) for line in said["lines"] for card in line)
    assert laid <= Counter(hand)
    assert "nothing better was found" in advised(match, "Ann", said, *hand)
    assert "You could have laid" in advised(match, "Ann", event("end_turn", "Ann"), *hand)
    match.apply(said)
    assert match.rulings[-1].accepted
    plays = opponent("wordcard")
    assert plays is not None
    assert plays.own_part(own(match, "Bob", "7/C", "*")) == ["7/C", "*"]


@pytest.mark.parametrize("grid", [False, True])
def test_where_only_claimed_words_count_the_table_claims_all_it_lays(*, grid: bool) -> None:
    """No word is the whole line, which without claims would be claimed and lost if contested (W16)."""
    options: dict[str, Any] = {"type": "wordplay", "declared_only": True, "strict": True, "grid": grid, "hand": 8}
    match = begin("wordcard", ("Ann", "Bob"), words=("tide", "tid", "elt"), **options)
    match.apply(event("draw", "Ann", from_="deck"))
    said = says(match, "Ann", "7/T", "8/I", "9/D", "10/E", "J/L", "Q/T")
    assert said["event"] == "lay"
    assert said["words"] == ["elt", "tid", "tide"]
    match.apply(said)
    assert match.rulings[-1].accepted
    assert match.scores["Ann"] == sum(map(sum, ((7, 8, 9, 10), (7, 8, 9), (10, 11, 12))))


def test_what_the_table_tags_on_is_claimed_with_all_words_in_it() -> None:
    options: dict[str, Any] = {"type": "wordplay", "declared_only": True, "hand": 8}
    match = begin("wordcard", ("Ann", "Bob"), words=("cater", "cat", "ate", "caters"), **options)
    match.apply(event("draw", "Ann", from_="deck"))
    match.apply(event("lay", "Ann", lines=[["7/C", "8/A", "9/T", "10/E", "J/R"]], words=["cater"]))
    said = says(match, "Ann", "10/S")
    assert said == event("tag", "Ann", line=1, back=["10/S"], words=["ate", "cat", "cater", "caters"])


@pytest.mark.parametrize("options", [{"grid": True}, {"type": "cardplay", "aim": "fewest"}, {"type": "wordcard"}])
def test_other_games_of_wordcard_are_played_legally(options: dict[str, Any]) -> None:
    against = Against("wordcard", (Strength.EASY, Strength.HARD), 5, shipped(), {"hand": 8, **options})
    for _ in range(30):
        said = None if against.match.view().over else against.next_event()
        if said is not None:
            against.enter(said)  # which raises NotLegal for what is refused
    assert len(against.match.events) > 3


def test_a_deck_that_is_used_up_is_the_open_pile_turned_over_and_no_card_is_drawn_that_is_not_there() -> None:
    against = Against("wordcard", (Strength.EASY, Strength.EASY), 5, shipped(), {"hand": 12})
    against.dealt = replace(against.dealt, deck=against.dealt.deck[:3])
    while not against.match.view().over and len(against.match.events) < 24:
        against.enter(against.next_event() or {})
        hands_are_as_counted(against)
    assert Counter(each["event"] for each in against.match.events)["draw"] > 3
