"""Disorder! under fire: whatever is handed in, chips go to one player and proofs are asked for in their order."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from companion.games.disorder.state import State
from companion.referee.match import Match
from tests.rules.machine import MatchMachine
from tests.rules.play import begin, event, no_lexicon, verdicts

LEXICON = {"words": ["act", "cat", "cater", "react", "reacted", "tact", "tattered"], "names": ["cate"]}
PLAYERS = ("Ann", "Bob", "Cy")
SEATED = st.sampled_from(PLAYERS)
CARDS = st.sampled_from("ACTER?")
SAID = st.sampled_from(["act", "cat", "reacted", "tattered", "cate", "xyzzy"])


class Disorder(MatchMachine):
    """Three players, few letters, action cards and a timer, a low target so that tie-breaks come about."""

    @initialize(goal=st.integers(1, 30), names=st.booleans())
    def begin(self, goal: int, names: bool) -> None:
        options = {
            "lexicon": LEXICON, "target": goal, "names_allowed": names, "action_cards": True, "answer_seconds": 30,
        }  # fmt: skip
        self.document = {"game": "disorder", "players": list(PLAYERS), "options": options}
        self.match = Match.begin(self.document, no_lexicon)

    def words(self) -> Any:
        raise AssertionError("the match brings its words")

    def hand_in(self, event: Any) -> bool:
        """What is accepted gives chips to one player at most, and as many as lay there."""
        state, scores = self.state, self.match.scores
        accepted = super().hand_in(event)
        if isinstance(event, dict) and event["event"] not in ("undo", "redo", "correct"):
            after = self.match.scores
            changes = [after[name] - scores[name] for name in PLAYERS if after[name] != scores[name]]
            assert changes in ([], [state.points()])
        return accepted

    @property
    def state(self) -> State:
        state = self.match.state
        assert isinstance(state, State)
        return state

    @property
    def turns(self) -> str:
        return self.match.view().turn or "Ann"

    @rule(card=CARDS, side=st.sampled_from(["left", "right"]), who=st.none() | SEATED)
    def somebody_places(self, card: str, side: str, who: str | None) -> None:
        self.hand_in({"event": "place", "player": who or self.turns, "card": card, "side": side})

    @rule(who=SEATED, answer=st.sampled_from(["stand", "stand", "withdraw"]))
    def somebody_objects(self, who: str, answer: str) -> None:
        if self.hand_in({"event": "object", "player": who}):
            assert self.hand_in({"event": answer, "player": self.turns})

    @rule(word=SAID, proof=SAID)
    def the_round_is_challenged(self, word: str, proof: str) -> None:
        if self.hand_in({"event": "challenge", "player": self.turns}):
            self.hand_in({"event": "name_word", "player": self.turns, "word": word})
            while self.state.phase == "prove":
                assert self.hand_in({"event": "prove", "player": self.turns, "word": proof})

    @rule(
        kind=st.sampled_from(["stand", "withdraw", "concede", "pass", "timeout", "challenge", "object"]),
        who=SEATED,
    )
    def somebody_does_something(self, kind: str, who: str) -> None:
        self.hand_in({"event": kind, "player": who})

    @rule(kind=st.sampled_from(["squeeze", "exchange", "switch"]), card=CARDS, one=st.integers(0, 4), two=st.just(2))
    def somebody_plays_an_action(self, kind: str, card: str, one: int, two: int) -> None:
        places = {"squeeze": {"after": one}, "exchange": {"at": one}, "switch": {"at": one, "with": two}}[kind]
        self.hand_in({"event": kind, "player": self.turns, "card": card, **places})

    @rule(number=st.integers(1, 30))
    def an_old_event_is_struck_out(self, number: int) -> None:
        self.hand_in({"event": "correct", "number": number, "to": None})

    @invariant()
    def what_is_owed_is_owed_for_the_second_and_then_the_third_card(self) -> None:
        owed = [len(debt.letters) for debt in self.state.debts]
        assert owed in ([], [2], [3], [2, 3])
        assert len(self.state.board) >= max(owed, default=0)

    @invariant()
    def the_proof_awaited_is_the_first_one_owed(self) -> None:
        if self.state.phase == "prove":
            assert self.state.debts[0].debtor == self.state.turn
            assert self.state.loser is not None


TestDisorder = Disorder.TestCase
TestDisorder.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)


@settings(deadline=None)
@given(
    objected=st.tuples(st.booleans(), st.booleans()),
    proofs=st.tuples(st.sampled_from(["factory", "cat"]), st.sampled_from(["acter", "factory"])),
    word=st.sampled_from(["acters", "xyzzy"]),
)
def test_d6_who_takes_the_chips_whatever_is_owed_and_proven(
    objected: tuple[bool, bool], proofs: tuple[str, str], word: str
) -> None:
    """The first debtor whose proof fails takes them; when every proof holds, the loser of the challenge."""
    match = begin("disorder", words=("acter", "acters", "factory", "cat"))
    owing = [("Bob", "CT", proofs[0]), ("Cy", "CTE", proofs[1])]
    match.apply(event("place", "Ann", card="C"))
    for card, (debtor, _, _), doubted in zip("TE", owing, objected, strict=True):
        match.apply(event("place", debtor, card=card))
        if doubted:
            match.apply(event("object", "Ann"))
            match.apply(event("stand", debtor))
    for one in (event("place", "Ann", card="R"), event("challenge", "Bob"), event("name_word", "Ann", word=word)):
        match.apply(one)
    owed = [debt for debt, doubted in zip(owing, objected, strict=True) if doubted]
    unproven = [debtor for debtor, letters, proof in owed if letters.lower() not in proof]
    for debtor, _, proof in owed:
        match.apply(event("prove", debtor, word=proof))
        if debtor in unproven:
            break
    taker = unproven[0] if unproven else "Bob" if word == "acters" else "Ann"
    assert match.scores == {name: 8 * (name == taker) for name in PLAYERS}, verdicts(match)
    assert (match.view().turn, match.state.debts, match.view().awaiting) == (taker, (), "place")
