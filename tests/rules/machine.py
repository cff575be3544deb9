"""What holds in every match of any game, whatever is handed in: the common part of the state machines."""

from __future__ import annotations

import json
from typing import Any

from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from companion.games.core import plain
from companion.referee.match import Match


class MatchMachine(RuleBasedStateMachine):
    """A match under fire. Subclasses begin it (`self.match`, `self.document`) and add rules that hand in events."""

    match: Match
    document: dict[str, Any]

    def hand_in(self, event: Any) -> bool:
        """Hand in one event; what is refused changes nothing, what is accepted was offered. Whether it was accepted."""
        event = json.loads(json.dumps(event))
        before, offered = self.match.digest(), self.match.view().may
        ruling = self.match.apply(event)
        assert ruling.reason.endswith((".", "!", "?")), ruling.reason
        assert ruling.reason[0].upper() == ruling.reason[0]
        if not ruling.accepted:
            assert self.match.digest() == before
        elif isinstance(event, dict) and event.get("event") not in ("undo", "redo", "correct"):
            players = [event["player"]] if "player" in event else list(offered)
            assert any(event["event"] in offered[player] for player in players), (event, offered)
        return ruling.accepted

    @rule()
    def undo_then_redo_is_the_identity(self) -> None:
        before = plain(self.match.state)
        if self.hand_in({"event": "undo"}):
            assert self.hand_in({"event": "redo"})
        assert plain(self.match.state) == before

    @rule()
    def undo(self) -> None:
        self.hand_in({"event": "undo"})

    @rule()
    def nonsense_is_malformed(self) -> None:
        strangers: list[Any] = [{"event": "dance"}, {"event": 7}, {"event": "draw", "player": "Nobody"}]
        for nonsense in (None, 3, [], {}, *strangers):
            self.match.apply(nonsense)
            assert self.match.rulings[-1].verdict == "malformed"

    @precondition(lambda self: len(self.match.events) % 10 == 9)
    @rule()
    def a_replay_gives_the_same_result(self) -> None:
        again = Match.begin(self.document, lambda _name: self.words())
        for event in self.match.events:
            again.apply(event)
        assert again.result() == self.match.result()

    @invariant()
    def everything_shown_is_json(self) -> None:
        view, result = self.match.view(), self.match.result()
        assert json.loads(json.dumps(plain(view))) == plain(view)
        assert json.loads(json.dumps(result)) == result
        assert view.over == (view.awaiting is None) == bool(view.winners)
        assert view.turn is None or not view.over

    def words(self) -> Any:
        """The lexicon of the match."""
        raise NotImplementedError
