"""The topics of a table, written in full. Described in `docs/hub.md`. Pure."""

from __future__ import annotations

from dataclasses import dataclass

ROOT = "tableside"
HOME_ASSISTANT = "homeassistant"
ANY_DISCOVERY = f"{HOME_ASSISTANT}/device/+/config"
HOME_ASSISTANT_STATUS = f"{HOME_ASSISTANT}/status"  # its birth message: it says "online" here when it has started


@dataclass(frozen=True, slots=True)
class Topics:
    """Where the table of this id tells what, and where it is spoken to."""

    table: str

    @property
    def presence(self) -> str:
        """Whether the table is there; retained, and the broker says it for a table that is cut off."""
        return self.about("presence")

    @property
    def view(self) -> str:
        """The table as every spectator may see it; retained."""
        return self.about("view")

    @property
    def health(self) -> str:
        """Temperature, battery, camera and the other parts; retained."""
        return self.about("health")

    @property
    def index(self) -> str:
        """Which matches the journal has, and how far each goes; retained."""
        return self.about("index")

    @property
    def ruling(self) -> str:
        """Every ruling once, in order."""
        return self.about("ruling")

    @property
    def repeat(self) -> str:
        """Rulings that a hub has asked for again."""
        return self.about("repeat")

    @property
    def results(self) -> str:
        """How its matches of tournaments ended, sealed; retained."""
        return self.about("results")

    @property
    def dispute(self) -> str:
        """A call for the arbiter, with the ruling and its picture, sealed."""
        return self.about("dispute")

    @property
    def told(self) -> tuple[str, ...]:
        """All on which the table tells its hub of itself."""
        rulings = (self.ruling, self.repeat, self.index)
        return (self.presence, self.view, self.health, *rulings, self.results, self.dispute)

    @property
    def invitation(self) -> str:
        """Where a hub sets up a match of a tournament, sealed; retained."""
        return self.about("invitation")

    @property
    def ask(self) -> str:
        """Where a hub asks for rulings that it lacks."""
        return self.about("ask")

    @property
    def do(self) -> str:
        """Where somebody who has the table's token presses a button from afar."""
        return self.about("do")

    @property
    def discovery(self) -> str:
        """Where Home Assistant looks for what the table has; retained."""
        return f"{HOME_ASSISTANT}/device/{ROOT}_{self.table}/config"

    def about(self, what: str) -> str:
        """The topic of this name."""
        return f"{ROOT}/{self.table}/{what}"
