"""The game of docs/extending.md, dropped in beside the five with its deck file and translations and nothing else.

It is played from cards before the drawn camera, the three buttons, a phone, the host's page and a transcript, and shown
on kiosk and OLED.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect

from companion.web.keys import join_address
from tests.web.browsing import LAPTOP, PHONE, TELEVISION, Guest
from tests.web.laying import asked, clear, labels, put, ruled, scores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Locator

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "tests" / "example_game"
NIGHT = {"game": "longer", "players": ["Ann", "Bob"], "options": {"shortest": 3}}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with the game dropped in."""
    house = tmp_path_factory.mktemp("house")
    for package in ("companion", "hardware", "wordlists"):
        shutil.copytree(ROOT / package, house / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(EXAMPLE / "longer", house / "companion" / "games" / "longer")
    shutil.copy(EXAMPLE / "longer.toml", house / "companion" / "decks")
    for translated in EXAMPLE.glob("*.po"):
        catalogue = house / "companion" / "locale" / translated.stem / "LC_MESSAGES" / "tableside.po"
        catalogue.write_text(f"{catalogue.read_text('utf-8')}\n{translated.read_text('utf-8')}", "utf-8")
    return house


def command(*words: str) -> list[str]:
    return [sys.executable, "-c", "from companion.cli import main; raise SystemExit(main())", *words]


def surroundings(house: Path) -> dict[str, str]:
    """The environment in which Python finds the program of that house, and no other."""
    return {**os.environ, "PYTHONPATH": str(house), "PYTHONUNBUFFERED": "1"}


@pytest.fixture
def address(house: Path, tmp_path: Path) -> Iterator[str]:
    """The table of that house, running; where its pages are."""
    words = command("run", "--port", "0", "--camera", "drawn", "--data", str(tmp_path))
    with subprocess.Popen(words, stdout=subprocess.PIPE, cwd=house, env=surroundings(house), text=True) as table:
        assert table.stdout is not None
        try:
            said = next(found for line in table.stdout if (found := re.search(r"http://\S+?:\d+", line)))
            yield said[0]
        finally:
            table.send_signal(signal.SIGTERM)
            table.communicate()
    assert table.returncode == 0


def test_a_transcript_of_it_is_judged(house: Path, tmp_path: Path) -> None:
    events = [{"event": "say", "player": "Ann", "word": "cat"}, {"event": "give_up", "player": "Bob"}]
    (tmp_path / "night.json").write_text(json.dumps({**NIGHT, "events": events}))
    words = command("judge", str(tmp_path / "night.json"))
    judged = subprocess.run(words, cwd=house, env=surroundings(house), capture_output=True, text=True, check=False)
    assert judged.stderr == ""
    answer = json.loads(judged.stdout)
    assert [ruling["verdict"] for ruling in answer["rulings"]] == ["said", "gave_up"]
    assert answer["winners"] == ["Ann"]


@pytest.mark.browser
def test_it_is_played_from_everywhere_and_shown_everywhere(
    address: str, tmp_path: Path, guest: Callable[..., Guest]
) -> None:
    laptop = guest(address, size=LAPTOP)
    begin(laptop)
    kiosk = guest(f"{address}/kiosk?lang=nl", size=TELEVISION)
    expect(kiosk.see("turn")).to_contain_text("zeg een langer woord, of geef op")

    # Cards before the camera, and the camera's question on page and kiosk.
    for letter in "CAT":
        put(laptop, letter)
    question = asked(laptop, guest(f"{address}/kiosk", size=TELEVISION), "Ann says CAT: is that all?")
    question.get_by_role("button", name="yes").click()
    ruled(kiosk, "Een langer woord", "“cat” geldt.")
    labels(kiosk, "CAT")
    expect(kiosk.see("board")).to_contain_text("4 letters of meer")

    # The phone of whoever is in turn; nobody lays that word.
    clear(laptop)
    bob = guest(join_address(address, (tmp_path / "web.key").read_bytes()), size=PHONE)
    bob.press("Bob")
    bob.page.get_by_label("Your word").fill("horse")
    bob.press("Say a word")
    ruled(kiosk, "Een langer woord", "“horse” geldt.")
    labels(kiosk, "HORSE")

    # The host's page: what is no longer word changes nothing.
    host = guest(f"{address}/host", size=LAPTOP)
    form = host.page.locator("form[data-event=say]")
    form.get_by_label("Your word").fill("cow")
    form.get_by_role("button").last.click()
    ruled(kiosk, "Geen langer woord")
    scores(kiosk, 1, 1)

    # The three buttons and the OLED.
    before = oled(laptop).get_attribute("src")
    press(laptop, "select")
    expect(oled(laptop)).not_to_have_attribute("src", before or "")
    with httpx.Client(base_url=address) as client:
        items = client.get("/api/view").json()["table"]["dialog"]["items"]
        assert items[:2] == ["Give up", "Say a word"]
        press(laptop, "select")
        ruled(kiosk, "Opgegeven", "Ann is eruit.")
        match = client.get("/api/view").json()["table"]["match"]
        assert "Every clause" in client.get("/rules/longer").text  # and no more than its clauses
    assert (match["over"], match["winners"]) == (True, ["Bob"])
    scores(kiosk, 0, 1)


def begin(laptop: Guest) -> None:
    """A match of it, from the form that its own description makes."""
    start = laptop.page.locator("form.start")
    start.locator("[name=game]").select_option("longer")
    for place, name in enumerate(NIGHT["players"]):
        start.locator(".seats input").nth(place).fill(name)
    start.get_by_label("Letters at least").fill("3")
    laptop.press("Start the match")
    expect(laptop.see("title")).to_contain_text("Longer")


def press(laptop: Guest, button: str) -> None:
    with laptop.answered():
        laptop.page.locator(f"[data-press={button}]").click()


def oled(laptop: Guest) -> Locator:
    return laptop.page.locator("#screen")
