"""When a switch counts as pressed: a pure function over the edges of its pin.

A mechanical switch bounces for some milliseconds at each press and at each release. The rule here: a change counts
at its first edge, and for `window_ns` after that edge the contact is taken to be bouncing. When the window closes
on a level that is not the one that counted, there was a real change inside it (a short tap, or a quick second
press held on): it counts at the last edge that led to that level. So

- a press is reported at its first edge, without waiting for the contact to settle;
- bouncing of up to `window_ns` after a press or a release never makes a second press;
- a tap of any length is a press when it begins more than `window_ns` after the release before it, and one that
  begins earlier is still a press when it is held until that window closes.

gpiozero's own `bounce_time` is not used: its mock pins ignore it and lgpio's is not applied on current kernels
(joan2937/lg issue 19).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

WINDOW_NS = 25_000_000


@dataclass(frozen=True, slots=True)
class Contact:
    """One switch: what counts (`down`) until when that is not questioned, and the level its pin really has.

    `level` and `down` are True for pressed. Times are nanoseconds of one monotonic clock. `edge_ns` is the last
    edge seen, `closes_ns` the end of the running window (both None before the first edge).
    """

    down: bool = False
    level: bool = False
    edge_ns: int | None = None
    closes_ns: int | None = None

    @property
    def unsettled(self) -> bool:
        """Whether `settle` will find a change once the window has closed."""
        return self.level != self.down


def edge(contact: Contact, at_ns: int, level: bool, window_ns: int = WINDOW_NS) -> tuple[Contact, tuple[int, ...]]:
    """Take in one edge. Returns the new contact and the times (ns) of the presses that count now, oldest first.

    Edges must come in the order of their times. An edge to pressed while the pin already was pressed means that the
    release between them was lost on the way: it is a press like any other.
    """
    contact, presses = settle(contact, at_ns, window_ns)
    contact = replace(contact, level=level, edge_ns=at_ns)
    if contact.closes_ns is not None and at_ns <= contact.closes_ns:
        return contact, presses
    if not level and not contact.down:
        return contact, presses
    contact = replace(contact, down=level, closes_ns=at_ns + window_ns)
    return contact, (*presses, at_ns) if level else presses


def settle(contact: Contact, now_ns: int, window_ns: int = WINDOW_NS) -> tuple[Contact, tuple[int, ...]]:
    """Let time pass: count the changes hidden in windows that closed before `now_ns`. Returns as `edge` does."""
    presses: tuple[int, ...] = ()
    while contact.unsettled and contact.closes_ns is not None and contact.edge_ns is not None:
        if now_ns <= contact.closes_ns:
            break
        if contact.level:
            presses = (*presses, contact.edge_ns)
        contact = replace(contact, down=contact.level, closes_ns=contact.edge_ns + window_ns)
    return contact, presses
