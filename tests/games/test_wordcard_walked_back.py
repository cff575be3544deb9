"""What is known of hands in WORDCARD when they are walked back, held against the hands themselves; and what they are
said to have lost, against every sequence of events."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.games.missed import Missed, missed
from companion.games.wordcard.additions import in_turn
from companion.games.wordcard.walked_back import stretches
from companion.referee.match import played
from tests.games.test_wordcard_whole_turn import most
from tests.rules.wordcard_table import play, table
from tests.solvers.test_wordcard_solver import AIMS

FEW = 3  # cards, of which every turn can be tried


class Dealt:
    """A match played at random, with the hands nobody but this test sees; `seen` are those before each event."""

    def __init__(self, seed: int, **options: Any) -> None:
        self.luck = Random(seed)
        self.match = table(**({"open_cards": 2, "hand": 8} | options))
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

    def plays_out(self) -> bool:
        """Plays to the end, if that comes within 60 turns; False where it does not."""
        while self.match.view().awaiting == "lay" and len(self.seen) < 60:
            self.turn(self.match.view().turn or "")
        if self.match.view().awaiting != "hands":
            return False
        left = {name: hand for name, hand in self.hands.items() if hand}
        self.match.apply({"event": "hands", "hands": left})
        return True

    def turn(self, name: str) -> None:
        hand, luck, top = self.hands[name], self.luck, self.match.state.pile[-1]
        taken: list[str] = []
        if luck.random() < 0.4 and len(hand) < 11 and self.say(name, "draw", **{"from": "deck"}):
            hand.append(self._card())
            card = luck.choice(hand)
            if luck.random() < 0.5 and self.say(name, "discard", card=card):
                hand.remove(card)
        elif (
            top is not None
            and 1 < len(hand) < 11
            and luck.random() < 0.4
            and self.say(name, "draw", **{"from": "pile"})
        ):
            taken = [top]
        luck.shuffle(hand)
        hand[:0] = taken
        row = hand[: luck.randint(2, 5)]
        if len(row) > 1 and self.say(name, "lay", lines=[row]):
            del hand[: len(row)]
            self.doubt(name, row, taken)
        elif taken:  # what was taken and is not played goes back
            self.say(name, "notice")
            self.say(name, "timeout")
            del hand[:1]
        if self.match.view().turn == name:
            self.say(name, "end_turn")

    def doubt(self, name: str, row: list[str], taken: list[str]) -> None:
        """What falls is taken back, and what was taken from the pile goes back there."""
        state = self.match.state
        if self.luck.random() < 0.3 and state.doubtful.claimed and state.out is None:
            doubting = {"players": ["Bob" if name == "Ann" else "Ann"], "word": state.doubtful.claimed[0]}
            self.say(name, "contest", **doubting)
            if self.match.rulings[-1].verdict == "word_fails":
                self.hands[name] += row
                for card in taken:
                    self.hands[name].remove(card)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_what_is_known_of_a_hand_was_in_it_and_a_whole_hand_is_the_hand(seed: int) -> None:
    dealt = Dealt(seed)
    assume(dealt.plays_out())
    match = dealt.match
    for stretch in stretches(match.course()):
        if stretch.place is not None:
            actual = dealt.seen[stretch.place][stretch.player]
            assert stretch.cards <= actual
            assert stretch.held == actual.total()
            assert stretch.is_whole == (stretch.cards == actual)
            assert stretch.is_whole or not stretch.is_last, "after the last draw every card is shown or laid"


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(("wordplay", "wordplay_plus")), st.sampled_from(AIMS))
def test_what_was_lost_is_what_the_best_of_all_turns_would_have_brought_more(seed: int, kind: str, aim: str) -> None:
    dealt = Dealt(seed, type=kind, aim=aim, strict=True, words=("ab", "ba", "bb", "aba", "bab"))
    assume(dealt.plays_out())
    match = dealt.match
    course = list(match.course())
    lost = {(place, each.player): each.lost for place, each in missed("wordcard", course)}
    for stretch in stretches(course):
        if stretch.place is None or stretch.state is None or not 0 < stretch.cards.total() <= FEW:
            continue
        seat, cards = stretch.state.players.index(stretch.player), tuple(sorted(stretch.cards.elements()))
        begun = in_turn(stretch.state, seat, len(cards) + (not stretch.is_whole))
        best = most(begun, cards, cards)
        if (len(course) - 1, stretch.player) not in lost:  # what was left at the end may have been more
            assert lost.get((stretch.place, stretch.player), 0) == max(0, best - stretch.got)


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
        (6, "Ann", 42),
    ]
    (bob, ann) = [each.reason for _, each in missed("wordcard", match.course())]
    assert bob.startswith("Of all cards in hand, Bob could have laid 10/C 7/A 7/T: 24 points more than came of them")
    assert ann.startswith(
        "With all cards in hand, Ann could have done this in one turn (with 7/N 7/O 7/T make the row "
    )


def lost(players: list[str], events: list[dict[str, Any]], **options: Any) -> list[Missed]:
    match = played({"game": "wordcard", "players": players, "options": options, "events": events})
    assert match.view().over
    return [each for _, each in missed("wordcard", match.course())]


def ends(player: str) -> dict[str, Any]:
    return {"event": "end_turn", "player": player}


def lays(player: str, cards: str) -> dict[str, Any]:
    return {"event": "lay", "player": player, "lines": [cards.split()]}


def test_whoever_comes_back_has_another_hand() -> None:
    """Two sevens laid, then six by a hand dealt anew: eight were never held together."""
    events = [ends("Ann"), lays("Bob", "7/A 7/B"), ends("Bob")]
    events += [{"event": "leave", "player": "Bob"}, {"event": "join", "player": "Bob"}, ends("Cy"), ends("Ann")]
    events += [lays("Bob", "7/C 7/D 7/E 7/F 7/G 7/H"), ends("Bob"), ends("Cy"), lays("Ann", " ".join(["8/A"] * 8))]
    others = ["7/A", "9/A", "J/A", "A/A", "7/B", "9/B", "J/B", "A/B"]
    events += [{"event": "hands", "hands": {"Bob": ["10/A", "K/B"], "Cy": others}}]
    found = lost(["Ann", "Bob", "Cy"], events, type="cardplay", aim="most", open_cards=2, hand=8)
    assert [each for each in found if each.player == "Bob"] == []


def test_whoever_is_passed_over_has_the_card_again_that_was_exchanged() -> None:
    """One nine discarded, taken back and laid: two were never held together."""
    events: list[dict[str, Any]] = [{"event": "draw", "player": "Ann", "from": "deck"}]
    events += [{"event": "discard", "player": "Ann", "card": "K/Q"}, ends("Ann")]
    events += [{"event": "draw", "player": "Bob", "from": "pile"}, {"event": "discard", "player": "Bob", "card": "9/A"}]
    events += [{"event": "sit_out", "player": "Bob"}, ends("Ann"), lays("Bob", "9/A 9/B"), ends("Bob")]
    events += [lays("Ann", " ".join(["8/C"] * 8))]
    events += [{"event": "hands", "hands": {"Bob": ["A/X", "7/X", "J/X", "K/X", "Q/X", "Q/X"]}}]
    words = {"words": ["ab", "aab", "cccccccc"]}
    assert lost(["Ann", "Bob"], events, type="wordplay", aim="most", open_cards=2, hand=8, lexicon=words) == []


def test_in_the_group_game_it_is_what_the_best_solution_has_more() -> None:
    cards = ["7/A", "8/B", "9/C", "10/D", "J/E", "Q/F", "K/G", "A/H"]
    options = {"type": "group", "group_type": "wordplay", "cards": cards, "lexicon": {"words": ["ab", "abcdefgh"]}}
    # 65 for the long word, 15 for the one in it, 50 for its eight letters and 50 since no card is left
    solved = {"event": "solution", "player": "Ann", "lines": [["7/A", "8/B"]]}
    found = lost(["Ann", "Bob"], [solved, {"event": "close"}], **options)
    assert [(each.player, each.lost, each.words) for each in found] == [
        ("Ann", 165, ("abcdefgh", "ab")),
        ("Bob", 180, ("abcdefgh", "ab")),
    ]
    assert found[0].reason == f"Of the open cards, Ann could have laid {' '.join(cards)}: 165 points more."
