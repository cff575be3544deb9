"""What is told only at a table that wants to be taught: the switch “teach us” of a match, and what is behind it. Pure.

A match's setup says `teach`: it stands in the journal with the rest of it, so a restart tells what was told before.
What a game's `hints` put under `TEACHING` could help somebody who plays, and is told where the switch is on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.errors import BadInput
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Mapping

TEACH = "teach"  # in a setup
TEACHING = "teaching"  # in what `hints` say


def teaches(setup: Mapping[str, Any]) -> bool:
    """Whether the match of this setup teaches."""
    return setup.get(TEACH) is True


def with_teaching(setup: Mapping[str, Any]) -> dict[str, Any]:
    """A setup as it is to be written, which says only yes. Raises BadInput for what is neither yes nor no."""
    if not isinstance(setup.get(TEACH, False), bool):
        raise BadInput(told("the match's “teach” must be true or false"))
    return {key: value for key, value in setup.items() if key != TEACH or value}


def told_now(hints: Mapping[str, Any], *, teaching: bool) -> dict[str, Any]:
    """What of a game's `hints` is told: all of it where the match teaches, else what can help nobody any more."""
    told_anyway = {name: value for name, value in hints.items() if name != TEACHING}
    return {**told_anyway, **hints.get(TEACHING, {})} if teaching else told_anyway
