"""What the three buttons' menus are made from: how the table stands, as far as they ask."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.decks.shelf import SHIPPED, DeckShelf
from companion.games import rulebook
from companion.games.comings import hinders_joining
from companion.games.form import forms_in_time, forms_of
from companion.referee.gathering import Gathering
from companion.sentences import message

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from companion.games.core import View
    from companion.games.form import Form
    from companion.games.form_fields import Field
    from companion.referee.invitation import Invitation
    from companion.referee.journal import JournalMatch
    from companion.referee.tableview import Entry
    from companion.vision.sighting import Table

HOST = message("host")


@dataclass(frozen=True, slots=True)
class Situation:
    """All that menus are made from. `state` is the game's own of the match. `undoes` is the number of the event that an
    undo would take back. `has_timer` says that somebody may start a timer now, `differs` that the table shows something
    else than the match has; `seen` is the newest reading of the table with the name of its kept picture; `joiners` have
    joined in what several say one by one, `away` are away from the table, `gathering` is what several say together, as
    far as it has come, and `phones` are those whose phones can say something. The time of `late` is up, who can only
    say what the rules still want to know. The time that runs for `waits_for` waits for what they say.

    `correctable` gives the numbers of the events that another one may take the place of, `anew` the form of an event
    of some name, said by some player, that takes the place of an earlier one.

    `matches` gives those of the journal, oldest first, when they are asked for; `decks` are those of the table.
    `invitation` is the match that a tournament has set up, to be begun; `has_arbiter` says that the match is one
    of those. `loudness` gives how loud the table speaks at this moment, in percent; None where nothing can speak.
    """

    match: View | None
    state: Any = None
    protocol: Sequence[Entry] = ()
    undoes: int | None = None
    paused: bool = False
    has_timer: bool = False
    differs: bool = False
    seen: tuple[Table, str | None] | None = None
    joiners: Sequence[str] = ()
    away: Sequence[str] = ()
    gathering: Gathering = field(default_factory=Gathering)
    phones: Sequence[str] = ()
    late: str | None = None
    waits_for: str | None = None
    correctable: Callable[[], Collection[int]] = tuple
    anew: Callable[[int, str, str], Form] | None = None
    matches: Callable[[], Sequence[JournalMatch]] = tuple
    decks: DeckShelf = SHIPPED
    invitation: Invitation | None = None
    has_arbiter: bool = False
    loudness: Callable[[], int | None] = lambda: None

    @property
    def forms(self) -> tuple[Form, ...]:
        """What may be said now."""
        return () if self.match is None else forms_in_time(self.match, self.state, self.late)

    @property
    def last_word(self) -> str | None:
        """The event that whoever's time is up can still say, where the rules want to know it."""
        return None if self.match is None or self.late is None else forms_of(self.match.game).WHEN_LATE

    @property
    def asked(self) -> tuple[Form, ...]:
        """What the table asks by itself of whoever it waits for, or does what is awaited."""
        who = self.waits_for or (self.match and self.match.actor)
        return tuple(form for form in self.forms if form.is_asked and form.player == who)

    def form(self, event: str, player: str) -> Form:
        """The form of any event of this match, whether or not it may be handed in now."""
        assert self.match is not None
        return forms_of(self.match.game).form(self.state, event, player)

    @property
    def signers(self) -> tuple[str, ...]:
        """Who may say that the match was otherwise."""
        assert self.match is not None
        return (*self.match.players, HOST)

    def any_card(self) -> Field:
        """How people name a card of this game."""
        assert self.match is not None
        return forms_of(self.match.game).any_card(self.state)

    @property
    def has_comings(self) -> bool:
        """Whether somebody may join or leave while this match is on."""
        return self.match is not None and rulebook(self.match.game).comings is not None

    @property
    def hinders_joining(self) -> bool:
        """Whether nobody can join the match as it stands."""
        assert self.match is not None
        return hinders_joining(rulebook(self.match.game), self.state) is not None
