"""What may be said in WORDCARD, as forms."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, get_args

from companion.games.board import ranked
from companion.games.comings import names_playing, seats_taken
from companion.games.form import Form
from companion.games.form_fields import (
    CardField,
    CardsField,
    CellsField,
    ChoiceField,
    EachField,
    LinesField,
    NumberField,
    Option,
    PairsField,
    PlayerField,
    PlayersField,
    SettingField,
    TickField,
    WordField,
    WordsField,
    choice_by_number,
)
from companion.games.house_rules import as_last_chosen, is_house_rule
from companion.games.wordcard.board import cells
from companion.games.wordcard.events import GameType, PlainType
from companion.games.wordcard.notation import RANKS, WILD
from companion.games.wordcard.options import LARGEST_HAND, SMALLEST_HAND
from companion.games.wordcard.readings import readings
from companion.sentences import message, told

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.games.form_fields import Field
    from companion.games.wordcard.events import Options
    from companion.games.wordcard.state import State

    Fields = Callable[[State, int], tuple[Field, ...]]

NAMES: Mapping[str, str] = {
    "dealer_chooses": message("Choose the game"),
    "draw": message("Draw"),
    "discard": message("Discard"),
    "lay": message("Lay cards down"),
    "tag": message("Tag cards on"),
    "replace_wild": message("Replace a wild"),
    "contest": message("Contest a word"),
    "end_turn": message("End the turn"),
    "notice": message("One minute's notice"),
    "hands": message("Show the hands"),
    "solution": message("Hand the solution in"),
    "close": message("Close the game"),
}
CALLS = ("contest",)
WHEN_LATE = None
TOGETHER = ("hands", "close")
TOGETHER_AS_PARTNERS = message("Partners, whose points are added at the end: {players}.")
DEALS = message("{player} deals.")
OF_PARTNERS = ("W1", "W21", "W22", "W23")
OF_THE_DEALER = ("W5", "W25")
NOT_SET_BY_DEALER = ("type", "dealer", "cards", "group_type")
KINDS: Mapping[str, str] = {"wild": message("wild game"), "group": message("group game")}


def form(state: State, event: str, player: str) -> Form:
    """See Forms. A contest is said by one player; for the table also by several (W16)."""
    fields = _FIELDS.get(event, _nothing)(state, state.players.index(player))
    given = {"players": [player]} if event == "contest" else {}
    who = None if event in TOGETHER else player
    return Form(event, who, told(NAMES[event]), fields, given, is_call=event in CALLS)


def any_card(_state: State) -> Field:
    """See Forms."""
    return CardField("card", told("Which card"), ranks=RANKS, wild="bare")


def setting(players: Sequence[str]) -> tuple[Field, ...]:
    """See Forms."""
    kinds = tuple(Option(kind, told(KINDS[kind]) if kind in KINDS else _type_name(kind)) for kind in get_args(GameType))
    usual = tuple(kind for kind in get_args(GameType) if kind != "group")
    aims = (Option("most", told("the most points")), Option("fewest", told("the fewest points")))
    hands = (10, *(count for count in range(SMALLEST_HAND, LARGEST_HAND + 1) if count != 10))
    return (
        ChoiceField("type", told("Kind of game"), options=kinds),
        ChoiceField("aim", told("Play for"), options=aims, only=("type", usual)),
        NumberField(
            "hand", told("Cards in hand"), least=SMALLEST_HAND, most=LARGEST_HAND, usual=hands, chosen=10,
            only=("type", usual),
        ),
        CardsField("cards", told("open"), ranks=RANKS, wild="bare", least=SMALLEST_HAND, only=("type", ("group",))),
        *_agreed(players, usual),
        *readings(usual),
    )  # fmt: skip


def _agreed(players: Sequence[str], usual: tuple[str, ...]) -> tuple[Field, ...]:
    """Who plays with whom, where there are others to play against, and who deals."""
    partners = PairsField(
        "partners", told("Partners"), among=tuple(players), sentence=TOGETHER_AS_PARTNERS, clauses=OF_PARTNERS,
        hint=told("their points are added at the end"), optional=True,
    )  # fmt: skip
    dealer = PlayerField(
        "dealer", told("Dealer"), among=tuple(players), sentence=DEALS, clauses=OF_THE_DEALER,
        hint=told("leads, and says in the wild game what is played"), optional=True, only=("type", usual),
    )  # fmt: skip
    return (dealer,) if 0 < len(players) < 3 else (partners, dealer)


def _type_name(kind: str) -> str:
    return kind.replace("_", " ").upper()


def _nothing(_state: State, _seat: int) -> tuple[Field, ...]:
    return ()


def _words(state: State, *letters_of: str) -> tuple[Field, ...]:
    """Only where lines must be words is one claimed (W16)."""
    if not state.scheme.needs_words:
        return ()
    claimed = WordsField(
        "words", told("Words claimed"), optional=True, hint=told("if you say so"), letters_of=letters_of,
        is_needed=state.scheme.declared_only,
    )  # fmt: skip
    return (claimed,)


def _lay(state: State, _seat: int) -> tuple[Field, ...]:
    if state.options.grid:
        return (
            CellsField("cells", told("Which card"), ranks=RANKS, wild="meant", lying=cells(state)),
            *_words(state, "cells"),
        )
    return (*_solution(state, 0), *_words(state, "lines"))


def _solution(_state: State, _seat: int) -> tuple[Field, ...]:
    return (LinesField("lines", told("Line"), ranks=RANKS, wild="meant"),)


def _line(state: State) -> ChoiceField:
    lines = [line.cards for line in state.lines]
    return choice_by_number("line", told("Line"), [" ".join(cards) for cards in lines], [*map(ranked, lines)])


def _tag(state: State, seat: int) -> tuple[Field, ...]:
    """On to one's own lines only where that was agreed (W7); to any, where a correction finds none of one's own."""
    line = _line(state)
    own = [number for number, lying in enumerate(state.lines, 1) if lying.owner == seat]
    if state.options.tag_on == "own" and own:
        line = replace(line, options=tuple(option for option in line.options if option.value in own))
    front = CardsField("front", told("in front"), ranks=RANKS, wild="meant", optional=True)
    back = CardsField("back", told("behind"), ranks=RANKS, wild="meant", optional=True)
    return (line, front, back, *_words(state, "front", "line", "back"))


def _draw(state: State, _seat: int) -> tuple[Field, ...]:
    """From deep in the open pile only where that was agreed (W25)."""
    deck, pile = Option("deck", told("the deck")), Option("pile", told("the open pile"))
    draw = ChoiceField("from", told("Draw"), options=(deck, pile) if state.pile else (deck,))
    if not state.options.pick_any or state.options.aim == "fewest" or len(state.pile) < 2:
        return (draw,)
    deep = CardsField(
        "cards", told("Cards taken"), ranks=RANKS, wild="bare", optional=True, only=("from", ("pile",)),
        hint=told("the deepest first; nothing for the top card"),
    )  # fmt: skip
    return (draw, deep)


def _discard(_state: State, _seat: int) -> tuple[Field, ...]:
    return (CardField("card", told("Which card"), ranks=RANKS, wild="bare"),)


def _replace_wild(state: State, _seat: int) -> tuple[Field, ...]:
    """Of each line its wilds; where none lies any more, since an earlier event is corrected, any place of any line."""
    wilds = [(number, _wilds_of(line.cards)) for number, line in enumerate(state.lines, 1)]
    places = tuple(
        ChoiceField("at", told("Which card"), options=options, only=("line", (number,)))
        for number, options in wilds
        if options
    )
    line = _line(state)
    if places:
        line = replace(line, options=tuple(option for option, (_, own) in zip(line.options, wilds, strict=True) if own))
    else:
        places = (choice_by_number("at", told("Which card"), ()),)
    return (line, *places, CardField("card", told("The real card"), ranks=RANKS))


def _wilds_of(cards: Sequence[str]) -> tuple[Option, ...]:
    return tuple(
        Option(at, f"{at}: {card}", cards=ranked([card])) for at, card in enumerate(cards, 1) if card.startswith(WILD)
    )


def _contest(state: State, seat: int) -> tuple[Field, ...]:
    claimed = state.doubtful.claimed if state.doubtful is not None else ()
    word = ChoiceField("word", told("Word"), options=tuple(Option(word, word) for word in claimed))
    return (
        word if claimed else WordField("word", told("Word")),
        *_challengers(state, seat),
        *(_explanation() if state.options.explanations else ()),
    )


def _challengers(state: State, seat: int) -> tuple[Field, ...]:
    """Who contests it together, each at their own risk, where there are others who may: nobody's phone says that of
    another (W16)."""
    owner = None if state.doubtful is None else state.doubtful.owner
    among = tuple(state.name(other) for other in seats_taken(state) if other != owner)
    if len(among) < 2:
        return ()
    own = tuple(name for name in among if name == state.name(seat))
    return (PlayersField("players", told("Who contests it"), among=among, chosen=own, of_table=True),)


def _explanation() -> tuple[Field, ...]:
    """What the table has decided on the explanation of the word, where it is not to be looked up (W16)."""
    about = ChoiceField(
        "about",
        told("Contest"),
        options=(Option("explanation", told("the explanation")),),
        optional=True,
        of_table=True,
    )
    return about, TickField("upheld", told("explanation good"), only=("about", ("explanation",)), of_table=True)


def _hands(state: State, _seat: int) -> tuple[Field, ...]:
    left = tuple(name for name, hand in zip(state.players, state.hands, strict=True) if hand.cards)
    of = CardsField("cards", told("cards left"), ranks=RANKS, wild="bare")
    return (EachField("hands", told("cards left"), players=left, of=of),)


def _dealer_chooses(state: State, _seat: int) -> tuple[Field, ...]:
    """What is played, and what else the dealer may set (W5): what is chosen before a match, but for the cards. Of what
    is about claims all is asked: where the type has none it is just not in force. A choice that is corrected is said
    anew with all that it sets."""
    options = tuple(Option(kind, _type_name(kind)) for kind in get_args(PlainType))
    before = (field for field in setting(names_playing(state)) if field.name not in NOT_SET_BY_DEALER)
    fields = tuple(_as_it_stands(field, state.options) for field in before)
    standing = {field.name: getattr(state.options, field.name) for field in fields} if state.choosing else {}
    return (
        ChoiceField("type", told("Kind of game"), options=options),
        SettingField("options", told("Options"), fields=fields, standing=standing, optional=True),
    )


def _as_it_stands(field: Field, options: Options) -> Field:
    """A field of what is chosen before a match, which offers first what was chosen, whatever the type."""
    standing = getattr(options, field.name)
    if field.only is not None and field.only[0] == "type":
        field = replace(field, only=None)
    if is_house_rule(field):
        return as_last_chosen((field,), {field.name: standing})[0]
    return replace(field, chosen=standing) if isinstance(field, (ChoiceField, NumberField)) else field


_FIELDS: Mapping[str, Fields] = {
    "lay": _lay, "tag": _tag, "draw": _draw, "discard": _discard, "replace_wild": _replace_wild, "contest": _contest,
    "hands": _hands, "solution": _solution, "dealer_chooses": _dealer_chooses,
}  # fmt: skip
