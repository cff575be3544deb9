"""Whether the kiosk's processes are confined, from what /proc says of them."""

import pytest

from tests.box.looking import sandboxed
from tests.box.machine import BoxError

MACHINES, OWN = "user:[4026531837]", "user:[4026532301]"
NOTHING, ADMIN = "0000000000000000", "0000000000200000"
CAGE = f"{NOTHING} 1 2 {MACHINES} /usr/bin/cage"
RENDERER = f"{NOTHING} 1 2 {OWN} /usr/lib/chromium/chromium --type=renderer"


def test_a_capability_in_a_user_namespace_of_its_own_is_none_over_the_machine() -> None:
    said = sandboxed([CAGE, f"{ADMIN} 1 2 {OWN} /usr/lib/chromium/chromium --type=zygote", RENDERER], MACHINES)
    assert said.startswith("3 processes, 1 of them renderers, 2 in user namespaces of their own")


@pytest.mark.parametrize(
    "loose",
    [
        f"{ADMIN} 1 2 {MACHINES} /usr/bin/cage",
        f"{NOTHING} 0 2 {OWN} /usr/bin/cage",
        f"{NOTHING} 1 0 {MACHINES} /usr/bin/cage",
    ],
)
def test_one_that_is_not_confined_is_named(loose: str) -> None:
    with pytest.raises(BoxError, match=r"not confined.*cage"):
        sandboxed([loose, RENDERER], MACHINES)


def test_without_a_renderer_there_was_no_page() -> None:
    with pytest.raises(BoxError, match="renderer"):
        sandboxed([CAGE], MACHINES)
