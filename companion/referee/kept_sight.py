"""What the camera knows of a match, kept beside it: after a restart a card that was played, taken back, named or denied
is not taken for a new one. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.errors import BadInput
from companion.games.tables import Memory
from companion.referee.misreading import Misreading
from companion.referee.seeing import Named, Sight
from companion.vision.kept_readings import table_from_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.vision.sighting import Table


def to_be_kept(sight: Sight) -> Sight:
    """All but the newest table: that is looked at anew."""
    return replace(sight, table=None)


def sight_to_json(sight: Sight) -> dict[str, Any]:
    """What a later start of the program needs of it; {} while there is nothing to know."""
    memory = sight.memory
    known = {
        "agreed": _table_to_json(memory.agreed), "must_clear": memory.must_clear, "spent": sorted(memory.spent),
        "strayed": memory.strayed,
        "named": [_named_to_json(named) for named in sight.named],
        "denied": _table_to_json(sight.denied), "renamed": _table_to_json(sight.renamed),
    }  # fmt: skip
    return {name: value for name, value in known.items() if value}


def sight_from_json(kept: Any) -> Sight:
    """What `sight_to_json` made of it. What cannot be read is not known: a match is taken up whatever stands there."""
    try:
        memory = Memory(
            agreed=_table(kept.get("agreed")), must_clear=kept.get("must_clear", False),
            spent=frozenset(kept.get("spent", ())), strayed=kept.get("strayed", False),
        )  # fmt: skip
        named = tuple(map(_named, kept.get("named", ())))
        return Sight(memory, named=named, denied=_table(kept.get("denied")), renamed=_table(kept.get("renamed")))
    except (BadInput, AttributeError, KeyError, TypeError, ValueError):  # as another version of the program kept it
        return Sight()


def _table_to_json(table: Table | None) -> dict[str, Any] | None:
    return None if table is None else table.to_json()


def _table(kept: Any) -> Table | None:
    return None if kept is None else table_from_json(kept, "sight")


def _named_to_json(named: Named) -> dict[str, Any]:
    wrong = named.misread
    misread = None if wrong is None else {
        "table": wrong.table.to_json(), "frame": wrong.frame, "card": wrong.card, "truth": wrong.truth,
    }  # fmt: skip
    return {"quad": named.quad, "label": named.label, "misread": misread, "aside": named.is_aside}


def _named(kept: Mapping[str, Any]) -> Named:
    first, second, third, fourth = ((x, y) for x, y in kept["quad"])
    wrong = kept["misread"]
    misread = None
    if wrong is not None:
        misread = Misreading(table_from_json(wrong["table"], "sight"), wrong["frame"], wrong["card"], wrong["truth"])
    return Named((first, second, third, fourth), kept["label"], misread, is_aside=kept.get("aside", False))
