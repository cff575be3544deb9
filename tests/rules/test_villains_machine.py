"""Disorder of the Villains under fire: whatever is handed in, cards are conserved and the rules hold."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from companion.games.villains.state import BOARD_LIMIT, State, triggerable
from companion.referee.match import Match
from tests.rules.machine import MatchMachine
from tests.rules.play import NoWords
from tests.rules.villains_table import VILLAINS, deck

EFFECTS = ("draw", "drop", "play", "bounce", "burn", "flip", "copy", "negate")
TIMINGS = ("immediate", "immediate", "timed", "timed", "timed", "minted")
AIMED = ("bounce", "burn", "flip", "copy")
PLAYERS = ("Ann", "Bob")
NAMES = [card["name"] for card in deck()["cards"]]
FIRST_NAMES = [name for name in NAMES if name not in ("Auk", "Bug", "Crab", "Duck")]
TRAITS = st.one_of(
    st.none(),
    st.builds(
        lambda timing, when, effect: (
            {"timing": timing, "effect": effect} | ({"when": when} if timing == "timed" else {})
        ),
        st.sampled_from(TIMINGS),
        st.sampled_from(("own", "opponent", "any", "any")),
        st.sampled_from(EFFECTS),
    ),
    st.builds(
        lambda effect, amount: {"timing": "constant", "effect": effect, "amount": amount},
        st.sampled_from(("draw", "shield")),
        st.integers(1, 3),
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

    def hand_in(self, event: Any) -> bool:
        """Hand in one event; the chance to interrupt, MINTs and shields are judged by what was to be seen before it."""
        before = self.state
        stands = super().hand_in(event)
        if stands and event["event"] in self.match.book.events:
            self.the_chance_went_where_it_should(before, event)
            self.no_shielded_card_was_named_or_taken(before)
        return stands

    def the_chance_went_where_it_should(self, before: State, event: dict[str, Any]) -> None:
        after, kind = self.state, event["event"]
        held = before.chance and before.chance.seat
        holder = after.chance and after.chance.seat
        seat = PLAYERS.index(event["player"]) if "player" in event else None
        grown = len(after.stack) > len(before.stack)
        if seat is not None and (grown or (kind == "play" and seat == before.turn)):
            assert holder == 1 - seat, "whoever plays or triggers gives the chance to the other"
        elif kind in ("decline", "timeout"):
            assert (held, holder) == (seat, None)
        elif kind == "trigger":
            assert holder == (None if held == seat else held)
        elif kind == "resolve":
            assert (held, holder) == (None, None), "nothing is carried out while anybody may interrupt"
        elif kind == "end_turn":
            assert (before.stack, holder) == ((), None)
        else:
            assert holder == (None if after.winners is not None else held)
        if kind == "mint":
            assert all(waiting.seat == seat for waiting in before.stack)

    def no_shielded_card_was_named_or_taken(self, before: State) -> None:
        """What the opponent's effects take away or aim at was not shielded when it was named (V6)."""
        after = self.state
        for waiting in after.stack[len(before.stack) :]:
            if waiting.target is not None and waiting.target[0] != waiting.seat:
                assert shields(after, waiting.target) == []
        if len(after.stack) < len(before.stack) and before.stack[-1].effect == "copy":
            gone = set(before.in_play()) - set(after.in_play())
            assert all(seat == before.stack[-1].seat or shields(before, (seat, name)) == [] for seat, name in gone)

    def somewhere(self, data: st.DataObject) -> Any:
        """A target: a card in play, said with its player or without, or nothing."""
        places = list(self.state.in_play())
        if not places or data.draw(st.integers(0, 9)) == 0:
            return data.draw(st.sampled_from([None, "Unicorn"]))
        seat, name = data.draw(st.sampled_from(places))
        return name if data.draw(st.booleans()) else {"player": PLAYERS[seat], "card": name}

    @rule(data=st.data(), events=st.integers(1, 8))
    def the_turn_goes_on(self, data: st.DataObject, events: int) -> None:
        """What is awaited is handed in, as well as it can be guessed, some events long."""
        for _ in range(events):
            self.what_is_awaited(data)

    def what_is_awaited(self, data: st.DataObject) -> None:
        view, state = self.match.view(), self.state
        event: dict[str, Any] = {"event": view.awaiting or "draw", "player": view.actor or "Ann"}
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
        seat = PLAYERS.index(player)
        side = self.state.sides[seat]
        lying = (*side.in_play, *side.minted)
        usable = [card.name for card in lying if triggerable(self.state, seat, card)]
        cards = usable or [card.name for card in lying] or ["Oz"]
        self.hand_in(
            {
                "event": "trigger",
                "player": player,
                "card": data.draw(st.sampled_from(cards)),
                "target": self.somewhere(data),
            }
        )

    @precondition(lambda self: self.state.chance is not None)
    @rule(data=st.data())
    def whoever_has_the_chance_uses_it(self, data: st.DataObject) -> None:
        seat = self.state.chance.seat if self.state.chance else 0
        usable = [card.name for card in self.state.sides[seat].in_play if triggerable(self.state, seat, card)]
        if not usable:
            self.hand_in({"event": "timeout", "player": PLAYERS[seat]})
            return
        event = {"event": "trigger", "player": PLAYERS[seat], "card": data.draw(st.sampled_from(usable))}
        self.hand_in(event | {"target": self.somewhere(data)})

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
            assert (waiting.target is not None) == (waiting.effect in AIMED)

    @invariant()
    def constant_cards_lie_upright(self) -> None:
        state = self.state
        for seat, side in enumerate(state.sides):
            for card in (*side.in_play, *side.minted):
                trait = state.decks[seat][card.name].trait
                assert not (card.sideways and trait is not None and trait.timing == "constant")

    @invariant()
    def while_a_card_must_come_nobody_may_interrupt(self) -> None:
        assert self.state.opened is None or self.state.chance is None


def shields(state: State, place: tuple[int, str]) -> list[str]:
    """The cards that shield a place: every other one of its owner, in play or minted, whose constant trait says so."""
    seat, name = place
    side = state.sides[seat]
    lying = [state.decks[seat][card.name] for card in (*side.in_play, *side.minted) if card.name != name]
    return [
        card.name for card in lying if card.trait and (card.trait.timing, card.trait.effect) == ("constant", "shield")
    ]


TestVillains = Villains.TestCase
TestVillains.settings = settings(max_examples=25, stateful_step_count=50, deadline=None)
