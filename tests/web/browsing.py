"""A guest at the table: one browser with one page, as a television, a laptop or a phone."""

from __future__ import annotations

import io
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

CHROMIUM = os.environ.get("TABLESIDE_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
TELEVISION, SMALL_DISPLAY, LAPTOP, PHONE = (1920, 1080), (800, 480), (1440, 900), (390, 844)
PATIENCE_MS = 90_000  # a busy machine is slow, not wrong; only a failing test ever waits so long
PICTURES = os.environ.get("TABLESIDE_PICTURES")  # a folder (docs) to renew the pictures in; they are not kept otherwise
COLOURS = 256  # of a kept picture: paper, ink and an accent need no more
LOST = "net::ERR_"  # what Chromium logs when a server is away, which some tests see to


FITS = """() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)]
    .filter((one) => one.getClientRects().length && getComputedStyle(one).visibility === "visible")
    .map((one) => one.getBoundingClientRect());
  const [home] = boxes(".stage"), [ruling] = boxes(".ruling");
  const board = boxes(".board > div > *, .side-bar > *, .join > *");
  const inside = [...boxes(".kiosk > *"), ...board].every((box) =>
    box.left >= home.left - 1 && box.right <= home.right + 1 &&
    box.top >= home.top - 1 && box.bottom <= home.bottom + 1);
  const clear = !ruling || board.every((box) => box.bottom <= ruling.top + 1);
  const root = document.documentElement;
  return inside && clear && root.scrollHeight <= innerHeight && root.scrollWidth <= innerWidth;
}"""


class Guest:
    """One page at `address`. Console errors and uncaught exceptions are kept for `leave`."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        size: tuple[int, int] = LAPTOP,
        dark: bool = False,
        locale: str = "en-GB",
    ) -> None:
        self._context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            locale=locale,
            timezone_id="Europe/Amsterdam",
            reduced_motion="reduce",
        )
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

    def press(self, name: str) -> None:
        """Click the button of this name."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def fits(self) -> bool:
        """Whether everything is on the screen, without scrolling and without parts of the kiosk over each other."""
        return bool(self.page.evaluate(FITS))

    def barriers(self) -> list[str]:
        """What axe-core finds against WCAG 2.2 A and AA."""
        tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
        found = Axe().run(self.page, options={"runOnly": {"type": "tag", "values": tags}})
        return [
            f"{violation['id']}: {node['html'][:160]} {node.get('failureSummary', '')}"
            for violation in found.response["violations"]
            for node in violation["nodes"]
        ]

    def portrait(self, name: str) -> None:
        """Take a picture of the page, kept as a file of this name when pictures are to be renewed."""
        self.page.evaluate("document.fonts.ready")
        picture = Image.open(io.BytesIO(self.page.screenshot()))
        assert len(picture.convert("RGB").getcolors(1 << 24) or ()) > 8, "the page is blank"
        if PICTURES:
            picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(
                Path(PICTURES) / f"{name}.png", optimize=True
            )
