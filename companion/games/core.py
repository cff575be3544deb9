"""What every rulebook is made of: clauses, rulings, views, and the one shape all five games have.

A game is a frozen state, a closed set of event types and three functions:

    start(players, options, lexicon) -> State
    rule(state, event) -> (State, Ruling)
    view(state) -> View

What could have been is said by a fourth, `hints(state, event) -> {name: value}`, a plain mapping for the state before
an accepted event. What can help nobody any more stands in it as it is; what still could (a word for what lies on the
table, a card to hold back) stands under `companion.games.teaching.TEACHING`, in a mapping of its own by the same names:
`{"missed": […], TEACHING: {"missed": [all], "next": …}}`. With “teach us” both are told, else the first alone.

Nothing in here or in a game knows a clock, a file, a device or chance: dice, shuffles and timeouts come in
as events, so the same players, options and events always give the same rulings.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Protocol, TypeVar

from companion.errors import BadInput
from companion.games.events import Event, Malformed, json_key, printable, read_object
from companion.games.legal import Offer, may
from companion.games.verdicts import Shared
from companion.sentences import in_quotes, joined, message, sentence, told

if TYPE_CHECKING:
    from enum import StrEnum

    from companion.games.comings import Comings
    from companion.sentences import Told


StateT = TypeVar("StateT")
OptionsT = TypeVar("OptionsT")

NO_CLAUSE = "—"  # cited for what is no game's business


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered clause of a rulebook, in our own words.

    `house` marks a clause that holds a reading of ours where the published rulebook is silent or unclear; its text
    marks the part with the word house. A ruling that rests on that part cites `ours`, any other the clause itself.
    """

    number: str
    text: str
    house: bool = False

    @property
    def ours(self) -> Ours:
        """The part of the clause that is a reading of ours."""
        assert self.house, f"{self.number} has no part of ours"
        return Ours(self)


@dataclass(frozen=True, slots=True)
class Ours:
    """The house part of a clause, as a ruling cites it."""

    clause: Clause


Cited = Clause | Ours


def cited(clause: Clause | Ours | None) -> tuple[Clause | None, bool]:
    """The clause itself, and whether the part cited is a reading of ours."""
    return (clause.clause, True) if isinstance(clause, Ours) else (clause, False)


class Exhibit(Protocol):
    """What a ruling shows beside its sentence, in the transcript's answer under a `name` of its own.

    WORDCARD: the best solution (`best`). The match: what a correction brings down (`now_refused`).
    """

    name: ClassVar[str]

    def as_json(self) -> Any:
        """What the transcript's answer has there."""
        ...


@dataclass(frozen=True, slots=True)
class Ruling:
    """The referee's answer to one event: accepted or refused, what it is called, the clause and the reason.

    `reason` is one sentence that can be read aloud at a table. `detail` says which of several grounds decided
    (Disorder!: which of D8's four), `exhibit` is what is shown with it. `clause` is None for what is no game's business
    (malformed, undo). `house` says that it would not be so, or not surely, without the part of the clause that is a
    reading of ours.
    """

    accepted: bool
    verdict: StrEnum
    clause: Clause | None
    reason: str
    detail: StrEnum | None = None
    exhibit: Exhibit | None = None
    house: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """How a match stands, JSON-ready: scores, turn, what is awaited, who has won.

    `may` lists, per player, the events that player may hand in now: it is what a phone shows as buttons.
    What lies on the table is its board (`companion/games/board.py`). `holders` says whose an event is that names
    nobody: by its JSON name, the player whose turn, word or effect it is about now. `asked` is who does what is awaited
    where that is not the player in turn, asked in between. `left` are those of the players who have left the match.
    `low_wins` says in a word or two that a low score is a good one; it is empty where a high one is.
    """

    game: str
    players: tuple[str, ...]
    scores: Mapping[str, int]
    score_name: str
    turn: str | None
    awaiting: str | None
    over: bool
    winners: tuple[str, ...]
    may: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    holders: Mapping[str, str] = field(default_factory=dict)
    asked: str | None = None
    left: tuple[str, ...] = ()
    low_wins: str = ""

    @property
    def playing(self) -> tuple[str, ...]:
        """Those who have not left, in seating order."""
        return tuple(player for player in self.players if player not in self.left)

    @property
    def actor(self) -> str | None:
        """Who does what is awaited: whoever is asked in between, or the player in turn."""
        return self.asked or self.turn


class Words(Protocol):
    """The questions the rules ask of a lexicon. Words come in as people write them; the lexicon folds them."""

    def is_word(self, word: str, /) -> bool:
        """Whether the dictionary has the word (proper names do not count)."""
        ...

    def is_name(self, word: str, /) -> bool:
        """Whether it is listed as the name of a person or place."""
        ...

    def fold(self, text: str, /) -> str | None:
        """The letters a–z of a word as this dictionary writes them; None when some sign in it is no letter."""
        ...

    def begins(self, prefix: str, /) -> bool:
        """Whether any word begins with these letters, or is just them."""
        ...

    def fillings(self, pattern: str, /) -> str:
        """The letters a–z that the first `?` of a pattern can be for a word to begin with it."""
        ...

    def may_show(self, word: str, /) -> bool:
        """Whether the device may show this word by itself; every word may be ruled on."""
        ...

    def find(
        self,
        pattern: str,
        /,
        *,
        where: Literal["inside", "start", "whole"] = "inside",
        longer: bool = False,
        shown: bool = False,
        names: bool = False,
        limit: int | None = None,
    ) -> Sequence[str]:
        """The words, with `names` also names, with the pattern in them (`?` is any letter), shortest first; folded."""
        ...

    def spell(self, letters: str, /, *, shortest: int = 1, longest: int | None = None) -> Sequence[str]:
        """The words spelled with some of the letters, each used once, a `?` as any; folded."""
        ...


@dataclass(frozen=True)
class Rulebook(Generic[StateT]):
    """A game's rules as code: everything the match, the command line, the web and the tests need to know of it.

    `seats` are the smallest and the largest number of players. `options` is the dataclass of the game's options
    (without `lexicon`, which the match reads), `events` its event types by JSON name. `rule` takes an event already
    read (one of `events`); it is never called with the match's own events. `result` gives the game's own fields of the
    transcript's answer. `scores` are the running totals by player, asked for after each event; `view` is how the match
    stands, asked for when somebody looks. `with_cards` hands a game that goes by printed cards what the cards of the
    shipped deck of its name say, by label: the words on them (none when the match brings a lexicon of its own) and
    their colours. `hints` says, JSON-ready, what a referee may add once an event was accepted (the state before it, the
    event, and the states before that one, the newest first, come in): words that would have saved the loser, words
    missed; what of it could help somebody stands apart, as said above. Where all of it takes long, `first_hints` gives
    what of it is soon found, more and more, to be told meanwhile. `legal` lists, per player, what that player may
    hand in now and all that may be said in it; `companion.games.legal.offering` makes the view's `may` of it.
    `menu_place` orders the games in menus, those of one place by their titles. `comings` says what becomes of who joins
    and who leaves in mid-match; without it nobody does. `asks_words` says whether any ruling asks a dictionary.
    """

    game: str
    title: str
    score_name: str
    seats: tuple[int, int]
    clauses: Mapping[str, Clause]
    events: Mapping[str, type[Event]]
    options: type
    start: Callable[[Sequence[str], Mapping[str, Any], Words], StateT]
    rule: Callable[[StateT, Any], tuple[StateT, Ruling]]
    scores: Callable[[StateT], Mapping[str, int]]
    view: Callable[[StateT], View]
    result: Callable[[StateT], Mapping[str, Any]]
    with_cards: Callable[[StateT, Mapping[str, Sequence[str]], Mapping[str, Collection[str]]], StateT] | None = None
    hints: Callable[[StateT, Any, Iterable[StateT]], Mapping[str, Any]] | None = None
    first_hints: Callable[[StateT, Any, Iterable[StateT]], Iterable[Mapping[str, Any]]] | None = None
    menu_place: int = 100
    asks_words: bool = True
    legal: Callable[[StateT], Mapping[str, tuple[Offer, ...]]] | None = None
    comings: Comings[Any] | None = None


def offering(
    view: Callable[[StateT], View], legal: Callable[[StateT], Mapping[str, tuple[Offer, ...]]]
) -> Callable[[StateT], View]:
    """A game's view with what is legal as `may`."""

    def shown(state: StateT) -> View:
        return replace(view(state), may=may(legal(state)))

    return shown


def numbered(*clauses: Clause) -> Mapping[str, Clause]:
    """The clauses of a rulebook by their number."""
    return {clause.number: clause for clause in clauses}


def accepted(
    verdict: StrEnum,
    clause: Cited | None,
    reason: str,
    detail: StrEnum | None = None,
    exhibit: Exhibit | None = None,
) -> Ruling:
    """A ruling that lets the event stand."""
    named, house = cited(clause)
    return Ruling(
        accepted=True, verdict=verdict, clause=named, reason=reason, detail=detail, exhibit=exhibit, house=house
    )


def refused(verdict: StrEnum, clause: Cited | None, reason: str) -> Ruling:
    """A ruling that turns the event away; nothing changes."""
    named, house = cited(clause)
    return Ruling(accepted=False, verdict=verdict, clause=named, reason=reason, house=house)


def game_over(clause: Cited, winners: Sequence[str]) -> Ruling:
    """The refusal of what comes after the end, with the names of those who have won; all may have left."""
    if not winners:
        return refused(Shared.GAME_OVER, clause, told("The game is over."))
    if len(winners) == 1:
        return refused(Shared.GAME_OVER, clause, told("The game is over: {player} has won.", player=winners[0]))
    return refused(
        Shared.GAME_OVER, clause, told("The game is over: {players} have won.", players=spoken_list(winners))
    )


def malformed(fault: Malformed) -> Ruling:
    """The ruling on an event that has not the form its vocabulary asks for."""
    return refused(Shared.MALFORMED, None, sentence(joined("", [fault.sentence, "."])))


def read_options(kind: type[OptionsT], options: Mapping[str, Any], players: Sequence[str]) -> OptionsT:
    """Read a game's options from the document.

    Raises:
        BadInput: an option the game does not know, or a value it cannot use.
    """
    known = [json_key(each.name) for each in fields(kind)]  # type: ignore[arg-type]
    for name in options:
        if name not in known:
            knows = ", ".join(known)
            raise BadInput(
                told("the game has no option {name}; it knows {known} and lexicon", name=quoted(name), known=knows)
            )
    try:
        return read_object(kind, options, players)
    except Malformed as fault:
        raise BadInput(told("in the options, {problem}", problem=fault.sentence)) from None


def plain(value: Any) -> Any:
    """A state, or a part of one, as JSON values: dataclasses become objects, tuples lists, sets sorted lists.

    What is no data (the lexicon) is left out, so two states are the same exactly when their plain forms are. So is a
    field that came `later` while it says nothing: what a state was called before there was such a field it is called
    still.
    """
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        said = {each.name: getattr(value, each.name) for each in fields(value) if not _says_nothing(each, value)}
        parts = {name: plain(part) for name, part in said.items()}
        return {name: part for name, part in parts.items() if part is not NOT_DATA}
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(part) for part in value]
    if isinstance(value, (set, frozenset)):
        return sorted(plain(part) for part in value)
    if isinstance(value, float):
        return repr(value)
    return NOT_DATA


NOT_DATA = object()


def later(default: Any) -> Any:
    """A field of a state that earlier versions of the program had not, and what it is where it says nothing."""
    return field(default=default, metadata={"later": True})


def _says_nothing(each: Field[Any], value: Any) -> bool:
    return "later" in each.metadata and getattr(value, each.name) == each.default


# ——— sentences ———

# Of none, of one, of several: a language may say none as it says one.
UNITS = {
    "chip": (message("0 chips"), message("{number} chip"), message("{number} chips")),
    "card": (message("0 cards"), message("{number} card"), message("{number} cards")),
    "point": (message("0 points"), message("{number} point"), message("{number} points")),
    "bonus point": (message("0 bonus points"), message("{number} bonus point"), message("{number} bonus points")),
    "Monster": (message("0 Monsters"), message("{number} Monster"), message("{number} Monsters")),
}


MOST_PARTS = 6  # of a sum that is read aloud


def shortened(parts: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """The parts of an addition; of more than anybody listens to the first are named and the others counted."""
    if len(parts) <= MOST_PARTS:
        return list(parts)
    others = parts[MOST_PARTS - 1 :]
    rest = (told("{count} more", count=len(others)), sum(value for _, value in others))
    return [*parts[: MOST_PARTS - 1], rest]


def spoken_sum(parts: Sequence[tuple[str, int]], unit: str) -> str:
    """An addition as said at a table: `Z 10 + O 2 + O 2 + wild 1 = 15 chips`. `unit` is one of UNITS."""
    total = counted(sum(value for _, value in parts), unit)
    if len(parts) < 2:
        return joined(" = ", [parts[0][0], total]) if parts else total
    first, *others = parts
    terms = [joined(" ", [first[0], str(first[1])])]
    terms += [joined(" ", ["−" if value < 0 else "+", name, str(abs(value))]) for name, value in others]
    return joined(" = ", [joined(" ", terms), total])


def counted(number: float, unit: str) -> str:
    """`1 chip`, `15 chips`."""
    none, one, many = UNITS[unit]
    return told(none) if number == 0 else told(one if number == 1 else many, number=number)


def spoken_list(names: Sequence[str], last: str = "and") -> str:
    """`Ann`, `Ann and Bob`, `Ann, Bob and Cy`."""
    if len(names) < 2:
        return names[0] if names else ""
    before, newest = joined(", ", names[:-1]), names[-1]
    if last == "or":
        return told("{before} or {newest}", before=before, newest=newest)
    return told("{before} and {newest}", before=before, newest=newest)


def quoted(text: str) -> Told:
    """What somebody said, in quotation marks."""
    return in_quotes(printable(text))
