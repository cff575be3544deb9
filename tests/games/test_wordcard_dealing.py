"""The deck of WORDCARD when it is used up: the open pile is turned over, and no card is lost."""

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.decks import deckfiles
from companion.games.dealing import Dealt
from companion.games.events import read_event
from companion.games.wordcard import dealing
from companion.games.wordcard.events import EVENTS
from companion.games.wordcard.play import rule
from tests.rules.wordcard_table import table


def everything(dealt: Dealt) -> Counter[str]:
    return Counter((*dealt.deck, *dealt.discards, *(card for hand in dealt.hands.values() for card in hand)))


@settings(max_examples=3, deadline=None)
@given(st.integers(0, 10**6))
def test_when_the_deck_is_used_up_the_open_pile_is_turned_over(seed: int) -> None:
    chance = Random(seed)
    state = table("Ann Bob Cy Di", hand=13).state
    dealt = dealing.deal(state, deckfiles.load("wordcard").cards, chance)
    all_cards = everything(dealt)
    turned_over = 0
    for _ in range(130):
        player = state.name(state.turn)
        from_ = "pile" if chance.random() < 0.2 and state.pile[-1] is not None else "deck"
        said: list[dict[str, str]] = [{"event": "draw", "from": from_}]
        said += [{"event": "discard", "card": chance.choice(dealt.hand(player))}]
        # What was taken from the pile and is not played goes back.
        said += [{"event": "notice"}, {"event": "timeout"}] if from_ == "pile" else [{"event": "end_turn"}]
        for each in said:
            event = read_event(EVENTS, {**each, "player": player}, state.players)
            after, ruling = rule(state, event)
            if ruling.accepted:
                deck = len(dealt.deck)
                dealt = dealing.after(dealt, state, event, after, chance)
                state = after
                turned_over += len(dealt.deck) > deck
                assert everything(dealt) == all_cards
                assert dealt.deck
                assert [len(dealt.hand(name)) for name in state.players] == [hand.cards for hand in state.hands]
    assert turned_over
