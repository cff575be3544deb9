"""Disorder of the Villains under fire: whatever is handed in, cards are conserved and the rules hold."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from companion.games.villains.state import BOARD_LIMIT, State
from companion.referee.match import Match
from tests.rules.machine import MatchMachine
from tests.rules.play import NoWords
from tests.rules.villains_table import VILLAINS, deck

EFFECTS = ("draw", "drop", "play", "bounce", "burn", "flip", "copy", "negate")
PLAYERS = ("Ann", "Bob")
NAMES = [card["name"] for card in deck()["cards"]]
FIRST_NAMES = [name for name in NAMES if name not in ("Auk", "Bug", "Crab", "Duck")]
TRAITS = st.one_of(
    st.none(),
    st.builds(
        lambda timing, when, effect: (
            {"timing": timing, "effect": effect} | ({"when": when} if timing == "timed" else {})
        ),
        st.sampled_from(("immediate", "immediate", "timed", "timed", "minted", "constant")),
        st.sampled_from(("own", "opponent", "any")),
        st.sampled_from(EFFECTS),
    ),
)


class Villains(MatchMachine):
    """Two random decks with the same names, so that targets must say whose card they mean."""

    @initialize(
        traits=st.lists(TRAITS, min_size=40, max_size=40), starts=st.tuples(*[st.sampled_from(list(VILLAINS))] * 2)
    )
    def begin(self, traits: list[dict[str, Any] | None], starts: tuple[str, str]) -> None:
        decks = {}
        for player, some in zip(PLAYERS, (traits[:20], traits[20:]), strict=True):
            chosen = {name: trait for name, trait in zip(NAMES, some, strict=True) if trait is not None}
            decks[player] = deck(chosen)
        options = {"decks": decks, "starting": dict(zip(PLAYERS, starts, strict=True))}
        self.document = {"game": "villains", "players": list(PLAYERS), "options": options}
        self.match = Match.begin(self.document, lambda _name: self.words())

    def words(self) -> Any:
        return NoWords()

    @property
    def state(self) -> State:
        state = self.match.state
        assert isinstance(state, State)
        return state

    def somewhere(self, data: st.DataObject) -> Any:
        """A target: a card in play, said with its player or without, or nothing."""
        places = list(self.state.in_play())
        if not places or data.draw(st.integers(0, 9)) == 0:
            return data.draw(st.sampled_from([None, "Unicorn"]))
        seat, name = data.draw(st.sampled_from(places))
        return name if data.draw(st.booleans()) else {"player": PLAYERS[seat], "card": name}

    @rule(data=st.data())
    def the_turn_goes_on(self, data: st.DataObject) -> None:
        """What is awaited is handed in, as well as it can be guessed."""
        view, state = self.match.view(), self.state
        player = PLAYERS[state.opened.seat] if state.opened else view.turn
        event: dict[str, Any] = {"event": view.awaiting or "draw", "player": player or "Ann"}
        if event["event"] in ("play", "drop"):
            seat = PLAYERS.index(event["player"])
            side = state.sides[seat]
            lying = {card.name for card in (*side.in_play, *side.minted)} | set(side.discard)
            hidden = [name for name in NAMES if name not in lying] or NAMES
            event["card"] = data.draw(st.sampled_from(hidden))
            monsters = state.of_kind(seat, "monster")
            if len(monsters) == BOARD_LIMIT and event["card"] not in VILLAINS:
                event["discard"] = data.draw(st.sampled_from(monsters))
        if event["event"] in ("play", "resolve"):
            event["target"] = self.somewhere(data)
        self.hand_in(event)

    @rule(data=st.data(), player=st.sampled_from(PLAYERS))
    def somebody_triggers(self, data: st.DataObject, player: str) -> None:
        side = self.state.sides[PLAYERS.index(player)]
        cards = [card.name for card in (*side.in_play, *side.minted)] or ["Oz"]
        self.hand_in(
            {
                "event": "trigger",
                "player": player,
                "card": data.draw(st.sampled_from(cards)),
                "target": self.somewhere(data),
            }
        )

    @rule(player=st.sampled_from(PLAYERS), villain=st.sampled_from(list(VILLAINS)))
    def somebody_mints(self, player: str, villain: str) -> None:
        self.hand_in({"event": "mint", "player": player, "villain": villain})

    @rule(kind=st.sampled_from(("draw", "decline", "timeout", "end_turn")), player=st.sampled_from(PLAYERS))
    def somebody_does_something(self, kind: str, player: str) -> None:
        self.hand_in({"event": kind, "player": player})

    @rule(
        kind=st.sampled_from(("play", "drop")),
        player=st.sampled_from(PLAYERS),
        card=st.sampled_from(FIRST_NAMES),
        discard=st.none() | st.sampled_from(NAMES),
        aimed_at=st.none() | st.sampled_from(NAMES),
    )
    def somebody_plays_anything(self, kind: str, aimed_at: str | None, **event: Any) -> None:
        self.hand_in({"event": kind, "target": aimed_at, **event})

    @rule(number=st.integers(1, 30))
    def an_old_event_is_struck_out(self, number: int) -> None:
        self.hand_in({"event": "correct", "number": number, "to": None})

    @invariant()
    def cards_are_conserved(self) -> None:
        for side in self.state.sides:
            lying = [card.name for card in (*side.in_play, *side.minted)] + list(side.discard)
            assert len(lying) == len(set(lying))
            assert len(lying) + side.hand + side.deck == len(NAMES)
            assert min(side.hand, side.deck) >= 0
            assert list(side.discard) == sorted(side.discard)

    @invariant()
    def no_board_is_over_full(self) -> None:
        for seat in (0, 1):
            assert len(self.state.of_kind(seat, "monster")) <= BOARD_LIMIT

    @invariant()
    def the_winner_has_two_villains_or_nothing_is_left(self) -> None:
        state = self.state
        if state.winners is not None:
            minted = [len(side.minted) for side in state.sides]
            assert max(minted) == 2 or all(side.hand == side.deck == 0 for side in state.sides)
            assert all(minted[seat] == max(minted) for seat in state.winners)

    @invariant()
    def what_waits_has_its_target(self) -> None:
        for waiting in self.state.stack:
            assert (waiting.target is not None) == (waiting.effect in ("bounce", "burn", "flip", "copy"))


TestVillains = Villains.TestCase
TestVillains.settings = settings(max_examples=25, stateful_step_count=50, deadline=None, derandomize=True)
