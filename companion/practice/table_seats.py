"""What the table says on its seats as a match stands: asked of the game's opponent, with that seat's own cards.

Pure but for the words it remembers to know: the same stand always gets the same answer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

from companion.games.advice import advice_on
from companion.games.calls import joint
from companion.games.dealing import completed, dealing, lying_open, turned
from companion.games.layout import layout_of
from companion.games.opponent import OwnView, Strength, opponent
from companion.practice.redealing import hands_after
from companion.practice.table_hand import own_view, vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.cards import Card
    from companion.games.core import Words
    from companion.games.dealing import Dealt
    from companion.games.vocabulary import Vocabulary
    from companion.practice.agreement import Practice
    from companion.practice.redealing import NumberedCourse
    from companion.referee.sitting import Sitting
    from companion.referee.stand import Stand
    from companion.sentences import Told


@dataclass(frozen=True, slots=True)
class TableSays:
    """What the table hands in for one of its players: an event, or with `is_part` its part of what several say."""

    player: str
    event: Mapping[str, Any]
    is_part: bool = False


class TableSeats:
    """Answers for the table. `cards` gives the cards of a deck by its name, as the table's shelf has them; `deals` says
    whether people hold what the table deals them, and no cards of their own."""

    def __init__(self, cards: Callable[[str], Sequence[Card]], deals: Callable[[], bool] = lambda: True) -> None:
        self._cards = cards
        self._deals = deals
        self._words: dict[tuple[int, str], Vocabulary] = {}

    def dealt_to(self, sitting: Sitting, player: str) -> tuple[Sequence[str], str | None] | None:
        """A player's cards, and the card that was dealt to lie open and that no event has named, if any; None where the
        table does not play in the match."""
        dealt = self.dealt(sitting)
        if dealt is None:
            return None
        return dealt.hand(player), lying_open(sitting.view.game, dealt, sitting.match.state)

    def dealt(self, sitting: Sitting) -> Dealt | None:
        """Everybody's cards as the match stands; None where the table does not play in it."""
        return self._dealt(sitting, sitting.match.courses())

    def _dealt(self, sitting: Sitting, courses: Sequence[NumberedCourse]) -> Dealt | None:
        practice, deals = sitting.practice, dealing(sitting.view.game)
        if practice is None or deals is None:
            return None
        deck = layout_of(sitting.view.game, sitting.options, sitting.deck).deck
        return hands_after(deals, sitting.match.start, self._cards(deck), practice.seed, courses)

    def answer(self, stand: Stand) -> TableSays | None:
        """What the table says now, on the first of its seats that has something to say; None when none has."""
        sitting = stand.sitting
        practice = None if sitting is None else sitting.practice
        if sitting is None or practice is None or stand.paused:
            return None
        dealt = self.dealt(sitting)
        assert dealt is not None  # it was agreed that the table plays a game it can
        for player, strength in practice.strengths.items():
            if player in sitting.view.playing and (not sitting.view.over or sitting.view.may.get(player)):
                own = self._own(sitting, practice, dealt, player, strength)
                said = self._said(stand, sitting, own, dealt)
                if said is not None:
                    return said
        return None

    def advice(self, sitting: Sitting) -> Told | None:
        """What a good player thinks of the newest event of whoever plays alone against the table; None where there is
        nothing to say of it. Said of what that player knew before, which nobody else may hear."""
        practice = sitting.practice
        newest = sitting.protocol[-1] if sitting.protocol else None
        if practice is None or newest is None or newest.event.get("event") not in sitting.match.book.events:
            return None
        player = newest.event.get("player")
        if player is None or player != practice.only_one(sitting.view.playing) or not self._deals():
            return None
        *found, (*course, (_, (before, event, _))) = sitting.match.courses()
        dealt = self._dealt(sitting, (*found, course))
        if dealt is None:
            return None
        words = vocabulary(_words_of(before), Strength.HARD, practice.seed)
        own = OwnView(before, player, dealt.hand(player), Strength.HARD, words, Random(practice.seed))
        return advice_on(sitting.view.game, own, event)

    def _said(self, stand: Stand, sitting: Sitting, own: OwnView[Any], dealt: Dealt) -> TableSays | None:
        game, state = sitting.view.game, sitting.match.state
        plays, called = opponent(game), joint(game, state)
        assert plays is not None
        if called is not None and len(stand.joiners) >= called.needed:
            if sitting.view.holders.get(called.event) != own.player or len(called.choices) < 2:
                return None  # somebody else chooses
            return TableSays(own.player, {"event": called.event, called.field: plays.chosen(own, called.choices)})
        event = plays.answer(replace(own, joined=own.player in stand.joiners))
        if event is None and own.player == sitting.view.turn:
            event = turned(game, dealt, state)
        if event is not None:
            return TableSays(own.player, completed(game, dealt, state, event))
        gathering = stand.gathering
        if gathering.asked is not None and gathering.asks(own.player) and own.player not in gathering.parts:
            part = {gathering.asked.part: plays.own_part(replace(own, opened=gathering.opened))}
            return TableSays(own.player, {"event": gathering.asked.event, **part}, is_part=True)
        return None

    def _own(self, sitting: Sitting, practice: Practice, dealt: Dealt, player: str, strength: Strength) -> OwnView[Any]:
        seat = sitting.match.players.index(player)
        if (sitting.row.id, player) not in self._words:
            known = vocabulary(_words_of(sitting.match.state), strength, practice.seed + seat)
            self._words = {key: words for key, words in self._words.items() if key[0] == sitting.row.id}
            self._words[sitting.row.id, player] = known
        words = self._words[sitting.row.id, player]
        chance = practice.seed + 1000 * sitting.next_number + seat
        return own_view(sitting.view.game, sitting.match.state, player, dealt, words, strength, chance)


def _words_of(state: Any) -> Words | None:
    """The dictionary of a match; None in a game that asks none."""
    words: Words | None = getattr(state, "words", None)
    return words
