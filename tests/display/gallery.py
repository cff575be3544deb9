"""One of every screen in each language, with the longest things it must hold: what the reference pictures and the
contact sheet show. Names have 12 letters where they are not short on purpose.
"""

import string

import numpy as np
from PIL import Image, ImageDraw

from companion.display import oled, screens
from companion.display.canvas import font
from companion.display.screens import Clockface
from companion.display.viewfinder import GOOD, viewfinder
from companion.games.names import awaited, event_name, headline
from companion.language import LANGUAGES, translations

SHINE = (215, 15, 272, 62)
LONG, OTHER = "Maximilianas", "Bartholomeus"
WHEEL = (*string.ascii_uppercase, "✓", "⌫")
REASON = "Bob names no word that holds LICE as neighbouring letters and is longer, so Bob takes the ten chips."
TEN = tuple((f"{name:x<12}"[:12], score) for name, score in zip("ABCDEFGHIJ", range(112, 12, -10), strict=True))
LINK = "http://192.168.178.100:8000/"
MENU = (*(event_name("disorder", event) for event in ("challenge", "concede")), "pause", "undo", "back")


def gallery(language: str) -> dict[str, Image.Image]:
    """Every screen in one language, by name."""
    _ = translations(language).gettext
    called = (_("Challenge!"), LONG, OTHER)
    menu = tuple(_(oled.MENU.get(item, item)) for item in MENU)
    card, interrupt = _("Card: {card}").format(card="A"), _("Interrupt {card}?").format(card="Professor Muddle")
    asked = _("New card: {choices}?").format(choices="O / Q")
    return {
        "quiet": screens.quiet("Tableside", "PIN 4711"),
        "quiet-link": screens.quiet("Tableside", "PIN 4711", link=LINK),
        "turn": screens.turn("Ann", board="LICE", points=10, translate=_),
        "turn-empty": screens.turn(LONG, doing=_(awaited("disorder", "place", briefly=True))),
        "turn-long": screens.turn(LONG, board="LICENSEABC", points=138, alert=True, translate=_),
        "turn-timer": screens.turn(LONG, board="LICENSEABC", points=112, timer=Clockface(27, 30), translate=_),
        "turn-minute": screens.turn(LONG, doing=_(awaited("wordcard", "lay", briefly=True)), timer=Clockface(60, 60)),
        "turn-card": screens.turn("Ann", board="CA A T S", card=card, translate=_),
        "turn-card-timer": screens.turn("Ann", board="CA A T S", card=card, timer=Clockface(27, 30), translate=_),
        "turn-together": screens.turn(_(awaited("typo", "reveal", briefly=True)), board="C A T S"),
        "turn-interrupt": screens.turn(LONG, doing=interrupt, timer=Clockface(4, 5)),
        "turn-paused": screens.turn(LONG, doing=_("paused"), timer=Clockface(5, 30, running=False), translate=_),
        "challenge": screens.called(*called, doing=_(awaited("disorder", "prove", briefly=True)), translate=_),
        "challenge-timer": screens.called(
            *called, doing=_(awaited("disorder", "name_word", briefly=True)), timer=Clockface(29, 30), translate=_
        ),
        "challenge-tie": screens.called(*called, tie=True, timer=Clockface(29, 30), translate=_),
        "tie": screens.notice("", _(oled.TIE)),
        "ruling": screens.ruling(_(headline("disorder", "challenger_loses")), "D8", REASON, changes=[(LONG, 10)]),
        "ruling-house": screens.ruling(
            _(headline("disorder", "challenged_loses")), f"D14 {_(oled.HOUSE)}", REASON, changes=[(LONG, -15)]
        ),
        "ruling-reason": screens.ruling(_(headline("disorder", "challenger_loses")), "D8", REASON, page=1),
        "ruling-refused": screens.ruling(_("Refused"), "D7", "Four cards must lie there first.", accepted=False),
        "entry": screens.entry(LONG, "", WHEEL, 0),
        "entry-timer": screens.entry(LONG, "ZOOKE", WHEEL, 4, Clockface(12, 30)),
        "entry-long": screens.entry(LONG, "UNBELIEVABLENESSES", WHEEL, 26),
        "question": screens.question(asked, ("O", "Q", *string.ascii_uppercase), 0),
        "question-two": screens.question(asked, ("O", "Q"), 1),
        "question-timer": screens.question(asked, ("O", "Q", *string.ascii_uppercase), 0, Clockface(29, 30)),
        "menu": screens.menu(LONG, menu, 3),
        "menu-asked": screens.menu(
            LONG,
            tuple(_(name) for name in ("Use a trait", "Let it happen", "≡")),
            1,
            asked=interrupt,
            timer=Clockface(4, 5),
        ),
        "totals": screens.totals((("Ann", 12), (LONG, 150), (OTHER, 0)), _("chips"), winners=(OTHER,)),
        "totals-low": screens.totals((("Ann", 12), (LONG, 150), (OTHER, 0)), f"{_('cards')} · {_('none left wins')}"),
        "totals-ten": screens.totals(TEN, _("chips"), page=1),
        "message": screens.notice(_("Notice"), "The camera gives no picture any more; check its cable."),
    }


def first_light() -> list[Image.Image]:
    """What whoever hangs the camera sees on the OLED: all well, and what may be wrong with a picture."""
    small = Image.new("L", (160, 90), 70)  # twice as big is then the same everywhere, letters and all
    draw = ImageDraw.Draw(small)
    draw.fontmode = "1"
    for place, letter in enumerate("LICE"):
        left = 15 + place * 34
        draw.rectangle((left, 25, left + 27, 65), fill=225)
        draw.text((left + 6, 28), letter, font=font(32), fill=20)
    table = np.asarray(small.resize((320, 180), Image.Resampling.NEAREST))
    shining = table.copy()
    left, top, right, bottom = SHINE
    shining[top:bottom, left:right] = 255
    return [
        viewfinder(table, GOOD),
        viewfinder(shining, "it shines", "4%", SHINE),
        viewfinder(table // 4, "too dark", "43 < 70"),
        viewfinder(table, "turn the lens", "7.3 px"),
    ]


GALLERY = {f"{language}-{name}": image for language in LANGUAGES for name, image in gallery(language).items()}
