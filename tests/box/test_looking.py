"""How the kiosk's processes are confined, from what /proc says of them; and whether an arrow stands on its screen."""

from pathlib import Path

import pytest
from PIL import Image

from tests.box.looking import pointed, sandboxed
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


def test_an_arrow_in_the_middle_is_seen_and_the_page_s_ink_is_none(tmp_path: Path) -> None:
    screen = Image.new("RGB", (1280, 800), (237, 228, 211))
    screen.paste((20, 33, 61), (600, 380, 640, 420))
    screen.paste((0, 0, 0), (1020, 260, 1200, 460))
    screen.save(tmp_path / "screen.png")
    assert not pointed(tmp_path / "screen.png")
    screen.paste((0, 0, 0), (641, 403, 646, 415))
    screen.save(tmp_path / "screen.png")
    assert pointed(tmp_path / "screen.png")
