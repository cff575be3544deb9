"""A guest at the table: one browser with one page, as a television, a laptop or a phone."""

from __future__ import annotations

import io
import json
import os
import shutil
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import AbstractContextManager

    from playwright.sync_api import Browser, Locator, Page, Response

# Debian's build without windows first: the same engine at half the work.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = os.environ.get("TABLESIDE_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
TELEVISION, SMALL_DISPLAY, LAPTOP, PHONE = (1920, 1080), (800, 480), (1440, 900), (390, 844)
PATIENCE_MS = 90_000  # a busy machine is slow, not wrong; only a failing test ever waits so long
PICTURES = os.environ.get("TABLESIDE_PICTURES")  # a folder (docs) to renew the pictures in; they are not kept otherwise
COLOURS = 256  # of a kept picture: paper, ink and an accent need no more
DRAFTS, SEAT = "/api/drafts", "/api/seat"  # what a phone says by itself
# A test presses what is asked as soon as it is there, which nobody can: its pages take that for meant.
AT_ONCE = """addEventListener("readystatechange", () => { document.documentElement.dataset.reactionMs = "0"; },
  { capture: true, once: true });"""
LOST = "net::ERR_"  # what Chromium logs when a server is away, which some tests see to


SHOWS = "version => Number(document.documentElement.dataset.version) >= version"
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
MISFITS = """() => {
  const shown = (one) => one.getClientRects().length && getComputedStyle(one).visibility === "visible";
  const all = (selector, root = document) => [...root.querySelectorAll(selector)].filter(shown);
  const box = (one) => one.getBoundingClientRect();
  const name = (one) => one.className || one.dataset.part || one.tagName;
  const inside = (inner, outer) => inner.left >= outer.left - 1.5 && inner.right <= outer.right + 1.5
    && inner.top >= outer.top - 1.5 && inner.bottom <= outer.bottom + 1.5;
  const over = (a, b, px) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > px
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > px;
  const pairs = (ones) => ones.flatMap((a, at) => ones.slice(at + 1).map((b) => [a, b]));
  const wrong = new Set();
  const stage = box(document.querySelector(".stage"));
  const parts = all(".kiosk > *, .player, .side-bar > *, .join > *, .ruling, .notices");
  for (const part of parts) if (!inside(box(part), stage)) wrong.add(`${name(part)} is cut off`);
  for (const [a, b] of pairs(parts)) {
    if (!a.contains(b) && !b.contains(a) && over(box(a), box(b), 1.5)) wrong.add(`${name(a)} lies over ${name(b)}`);
  }
  for (const home of all(".player, .board, .ruling, .side-bar, .rows .row, .side, .notices, .quiet")) {
    for (const one of all("*", home)) {
      const part = one.closest(".card, .creature, svg");
      if ((part && part !== one) || getComputedStyle(one).position === "absolute") continue;
      if (!inside(box(one), box(home))) wrong.add(`${name(one)} sticks out of ${name(home)}`);
    }
  }
  for (const kind of [".card", ".row", ".line", ".creature:not([data-sideways=yes])", ".queued", ".stack li"]) {
    for (const [a, b] of pairs(all(`.board ${kind}`))) if (over(box(a), box(b), 3)) wrong.add(`${kind} over ${kind}`);
  }
  for (const one of all(".kiosk, .kiosk *").filter((one) => one.clientWidth > 1 && !one.closest("svg"))) {
    const cuts = getComputedStyle(one).overflowX !== "visible"
      && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1);
    if (cuts) wrong.add(`${name(one)} cuts ${one.textContent.slice(0, 40)}`);
  }
  const root = document.documentElement;
  if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) wrong.add("the page scrolls");
  return [...wrong];
}"""


class Guest:
    """One page at `address`, where `script` runs first. Console errors and uncaught exceptions are kept for `leave`.

    Where it is `human`, a press counts only on what has been there for as long as a person needs to see it.
    With `thumbs` it is a telephone's.
    """

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        size: tuple[int, int] = LAPTOP,
        dark: bool = False,
        locale: str = "en-GB",
        script: str = "",
        human: bool = False,
        thumbs: bool = False,
    ) -> None:
        self._context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            locale=locale,
            timezone_id="Europe/Amsterdam",
            is_mobile=thumbs,
            has_touch=thumbs,
            reduced_motion="reduce",
            permissions=["screen-wake-lock"],  # else a silent video plays on every page: a sixth of the browsers' work
        )
        for first in ("" if human else AT_ONCE, script):  # before any script of the page's own
            if first:
                self._context.add_init_script(first)
        self.page: Page = self._context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self._errors: list[str] = []
        self.page.on("pageerror", lambda error: self._errors.append(str(error)))
        self.page.on("console", self._heard)
        self.page.goto(address)
        expect(self.page.locator("html")).to_have_attribute("data-live", "on")

    def _heard(self, message: Any) -> None:
        if message.type == "error" and LOST not in message.text and "status of 4" not in message.text:
            self._errors.append(message.text)

    def leave(self) -> list[str]:
        """Close the browser; what went wrong on the page."""
        self._context.close()
        return self._errors

    def see(self, part: str) -> Locator:
        """A part of the kiosk."""
        return self.page.locator(f"[data-part={part}]")

    def shows(self, version: int) -> None:
        """Wait until the page shows this version of the table, or a newer one."""
        self.page.wait_for_function(SHOWS, arg=version)

    def answered(self, path: str = "") -> AbstractContextManager[Any]:
        """What is sent within, to an address that ends so, is answered at the end: the table has its new version, if it
        changes at all. What a phone says by itself, at any moment, is meant only where its address is."""

        def is_answer(response: Response) -> bool:
            address = response.url
            meant = address.endswith(path) and (path in (DRAFTS, SEAT) or not address.endswith((DRAFTS, SEAT)))
            return meant and response.request.method == "POST"

        return self.page.expect_response(is_answer)

    def press(self, name: str) -> None:
        """Click the button of this name."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def misfits(self) -> list[str]:
        """What of the kiosk is not on the screen or lies over something else, and whether the page scrolls.

        What has come between two pictures (a report, say) is fitted before the next one is shown, so only what is still
        so in the next one counts.
        """
        found: list[str] = []
        for _ in range(2):
            self.page.evaluate(SETTLED)
            found = self.page.evaluate(MISFITS)
            if not found:
                break
        return found

    def barriers(self) -> list[str]:
        """What axe-core finds against WCAG 2.2 A and AA."""
        tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
        # What else it would find out, nobody asks.
        asked = {"runOnly": {"type": "tag", "values": tags}, "resultTypes": ["violations"], "selectors": False}
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(Axe().axe_script)
        found = self.page.evaluate("(asked) => axe.run(document, asked).then((found) => found.violations)", asked)
        return [
            f"{violation['id']}: {node['html'][:160]} {node.get('failureSummary', '')}"
            for violation in found
            for node in violation["nodes"]
        ]

    def portrait(self, name: str) -> None:
        """Take a picture of the page, kept as a file of this name when pictures are to be renewed."""
        self.page.evaluate("document.fonts.ready")
        picture = Image.open(io.BytesIO(self.page.screenshot(type="png" if PICTURES else "jpeg")))
        greys = picture.convert("L").reduce(4).histogram()
        assert sum(map(bool, greys)) > 8, "the page is blank"
        if PICTURES:
            picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(
                Path(PICTURES) / f"{name}.png", optimize=True
            )


def fill_in(form: Locator, fields: Mapping[str, str]) -> None:
    """Fill in the fields of a form by their names, as a person does: pictures and tiles are picked, of lists it is
    chosen, all else is typed."""
    for name, value in fields.items():
        field = form.locator(f"[name={name}]:not(:disabled)")
        kind = field.first.evaluate("one => one.dataset.picked ? 'picked' : one.type")
        if kind == "radio":
            form.locator(f"[name={name}][value={json.dumps(value)}]").check()
        elif kind == "picked":
            pick_cards(field.locator("xpath=ancestor::fieldset[1]"), value)
        elif kind.startswith("select"):
            field.select_option(value)
        else:
            spell(field, value)


def spell(field: Locator, text: str) -> None:
    """Write a text: its letters from the buttons beside the field as long as one is there that is not used up, and else
    with keys."""
    buttons = field.locator("xpath=ancestor::div[contains(@class, 'picked')][1]").locator(
        ".spelling .tile[data-letter]"
    )
    left = [str(letter) for letter in buttons.evaluate_all("all => all.map((one) => one.dataset.letter)")]
    if not left or not text.islower():
        field.fill(text)
        return
    field.fill("")
    for sign in text:
        if sign.upper() in left:
            buttons.nth(left.index(sign.upper())).click()
            left[left.index(sign.upper())] = ""
        else:
            field.press("End")  # where a field without focus is written on, nobody knows
            field.press_sequentially(sign)


def pick_cards(field: Locator, cards: str) -> None:
    """Pick cards with a rank and a letter from their pictures; those of another line come after a ";". What was picked
    before is taken back first."""
    lying = field.locator(".lying button")
    while lying.count():
        lying.last.click()
    for card in cards.upper().replace(";", " ; ").split():
        if card == ";":
            field.get_by_role("button", name="Another line").click()
        else:
            pick_card(field, card)


def pick_card(field: Locator, card: str) -> None:
    """Pick one card: a wild with its star first, then the letter, then the card of that letter."""
    button = partial(field.locator(".chooser").get_by_role, "button", exact=True)
    if card.startswith("*"):
        button(name="wild card").click()
    if card == "*":
        return
    rank, letter = card.removeprefix("*=").split("/")
    if letter:
        button(name=letter).click()
    button(name=" ".join(["wild card"] * card.startswith("*") + [f"{rank}/{letter}"])).click()
