"""WORDCARD under fire: whatever is handed in, cards are conserved and the rules hold."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from companion.games.wordcard.lines import check_good
from companion.games.wordcard.state import State
from companion.referee.match import Match
from tests.rules.machine import MatchMachine
from tests.rules.play import no_lexicon

LEXICON = {"words": ["ab", "ba", "aba", "cab", "abacabab", "bb"], "names": ["acca"]}
RANKS = ("7", "8", "8", "8", "9")
CARDS = st.builds(lambda rank, letter: f"{rank}/{letter}", st.sampled_from(RANKS), st.sampled_from("AABBC"))
LAID = CARDS | st.sampled_from(["*=8/A", "*=/B", "*=8/"])
ROWS = st.lists(LAID, min_size=1, max_size=5)
CLAIMS = st.none() | st.lists(st.sampled_from(["ab", "ba", "cab", "ca", "aa"]), max_size=2)
TYPES = ("wordplay", "cardplay", "wordplay_plus", "cardplay_plus", "wordcard")


class Wordcard(MatchMachine):
    """Three players and few letters, so that much of what is tried can be laid."""

    @initialize(
        kind=st.sampled_from((*TYPES, "wild")),
        aim=st.sampled_from(("fewest", "most")),
        grid=st.booleans(),
        strict=st.booleans(),
        more=st.fixed_dictionaries(
            {"open_cards": st.sampled_from((1, 5))},
            optional={
                "tag_on": st.just("own"), "pick_any": st.just(True), "explanations": st.just(True),
                "partners": st.just([["Ann", "Cy"]]),
            },
        ),
    )  # fmt: skip
    def begin(self, kind: str, aim: str, grid: bool, strict: bool, more: dict[str, Any]) -> None:
        options = {"lexicon": LEXICON, "type": kind, "aim": aim, "grid": grid, "strict": strict, "hand": 8, **more}
        self.document = {"game": "wordcard", "players": ["Ann", "Bob", "Cy"], "options": options}
        self.match = Match.begin(self.document, no_lexicon)
        self.drawn = 0

    def words(self) -> Any:
        raise AssertionError("the match brings its words")

    @property
    def state(self) -> State:
        state = self.match.state
        assert isinstance(state, State)
        return state

    @property
    def turns(self) -> str:
        return self.match.view().turn or "Ann"

    @rule(rows=st.lists(ROWS, min_size=1, max_size=2), words=CLAIMS, x=st.integers(-1, 3), y=st.integers(-1, 3))
    def somebody_lays(self, rows: list[list[str]], words: list[str] | None, x: int, y: int) -> None:
        event: dict[str, Any] = {"event": "lay", "player": self.turns, "words": words}
        if self.state.options.grid:
            event["cells"] = [{"x": x + at, "y": y, "card": card} for at, card in enumerate(rows[0])]
        else:
            event["lines"] = rows
        self.hand_in(event)

    @rule(letters=st.sampled_from(["AB", "ABA", "CAB", "ABAB", "BB", "ABACABAB"]), rank=st.sampled_from(RANKS))
    def somebody_lays_well(self, letters: str, rank: str) -> None:
        row = [f"{rank}/{letter}" for letter in letters]
        event: dict[str, Any] = {"event": "lay", "player": self.turns, "lines": [row]}
        place = 10 * len(self.state.grid)
        event["cells"] = [{"x": place + at, "y": place, "card": card} for at, card in enumerate(row)]
        self.hand_in(event)

    @rule(line=st.integers(0, 4), front=st.lists(LAID, max_size=2), back=st.lists(LAID, max_size=2), words=CLAIMS)
    def somebody_tags(self, line: int, front: list[str], back: list[str], words: list[str] | None) -> None:
        self.hand_in({"event": "tag", "player": self.turns, "line": line, "front": front, "back": back, "words": words})

    @rule(line=st.integers(1, 3), at=st.integers(1, 4), card=CARDS)
    def somebody_replaces(self, line: int, at: int, card: str) -> None:
        self.hand_in({"event": "replace_wild", "player": self.turns, "line": line, "at": at, "card": card})

    @rule(
        who=st.lists(st.sampled_from(["Ann", "Bob", "Cy"]), max_size=2),
        word=st.sampled_from(["ab", "ca", "cab", "aa"]),
        about=st.sampled_from([{}, {}, {"about": "explanation", "upheld": False}]),
    )
    def somebody_contests(self, who: list[str], word: str, about: dict[str, Any]) -> None:
        claimed = self.state.doubtful.claimed if self.state.doubtful else ()
        self.hand_in({"event": "contest", "players": who, "word": claimed[0] if claimed else word, **about})

    @rule(source=st.sampled_from(["deck", "pile"]), cards=st.none() | st.lists(CARDS | st.just("*"), max_size=2))
    def somebody_draws(self, source: str, cards: list[str] | None) -> None:
        self.hand_in({"event": "draw", "player": self.turns, "from": source, "cards": cards})

    @rule(card=CARDS | st.just("*"))
    def somebody_discards(self, card: str) -> None:
        self.hand_in({"event": "discard", "player": self.turns, "card": card})

    @rule(kind=st.sampled_from(["end_turn", "end_turn", "notice", "timeout"]))
    def somebody_does_something(self, kind: str) -> None:
        self.hand_in({"event": kind, "player": self.turns})

    @rule(kind=st.sampled_from(TYPES))
    def the_dealer_chooses(self, kind: str) -> None:
        self.hand_in({"event": "dealer_chooses", "player": self.turns, "type": kind})

    @rule()
    def hands_are_shown(self) -> None:
        state = self.state
        others = {
            name: ["7/A"] * state.hands[seat].cards for seat, name in enumerate(state.players) if seat != state.out
        }
        self.hand_in({"event": "hands", "hands": others})

    @rule(kind=st.sampled_from(["solution", "close"]))
    def what_belongs_to_the_group_game(self, kind: str) -> None:
        assert not self.hand_in({"event": kind, "player": "Ann", "lines": [["8/A", "8/B"]]})

    @rule(number=st.integers(1, 30))
    def an_old_event_is_struck_out(self, number: int) -> None:
        self.hand_in({"event": "correct", "number": number, "to": None})

    @invariant()
    def cards_are_conserved(self) -> None:
        """What is in hands, on the table and on the pile grew only by what came from the deck."""
        state = self.state
        table = len(state.grid) if state.options.grid else sum(len(line.cards) for line in state.lines)
        total = sum(hand.cards for hand in state.hands) + table + len(state.pile)
        deck_draws = total - (3 * state.options.hand + 1)
        assert 0 <= deck_draws <= state.turn_number
        assert all(hand.cards >= 0 and hand.lost_turns >= 0 and hand.bonus >= 0 for hand in state.hands)

    @invariant()
    def every_line_is_good(self) -> None:
        for line in self.state.lines:
            check_good(line, self.state.scheme, self.state.words)

    @invariant()
    def who_is_out_has_no_cards_and_nobody_else_is(self) -> None:
        state = self.state
        assert [seat for seat, hand in enumerate(state.hands) if hand.cards == 0] == (
            [] if state.out is None else [state.out]
        )

    @invariant()
    def only_bonuses_score_for_the_fewest(self) -> None:
        state = self.state
        if state.options.aim == "fewest" and state.winners is None:
            assert all(hand.score == -hand.bonus for hand in state.hands)


TestWordcard = Wordcard.TestCase
TestWordcard.settings = settings(max_examples=30, stateful_step_count=50, deadline=None)
