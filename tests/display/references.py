"""The reference pictures, and the program that draws them anew and makes the contact sheet of the documentation.

Run `python -m tests.display.references` after a screen was changed on purpose, look at docs/oled-screens.png, and
commit both.
"""

from collections.abc import Collection
from pathlib import Path

from PIL import Image

REFERENCES = Path(__file__).parent / "references"
SHEET = Path(__file__).parents[2] / "docs" / "oled-screens.png"
FIRST_LIGHT = SHEET.with_name("oled-first-light.png")

COLUMNS, SCALE, GAP = 4, 2, 12
GLASS, LIT, TABLE = (6, 10, 16), (150, 220, 255), (58, 54, 50)


def contact_sheet(pictures: Collection[Image.Image]) -> Image.Image:
    """All screens twice as big as they are, side by side, in the colours of a blue-white OLED."""
    width, height = 128 * SCALE + GAP, 64 * SCALE + GAP
    rows = -(-len(pictures) // COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * width + GAP, rows * height + GAP), TABLE)
    for place, picture in enumerate(pictures):
        tile = Image.new("RGB", picture.size, GLASS)
        tile.paste(LIT, mask=picture)
        row, column = divmod(place, COLUMNS)
        big = tile.resize((128 * SCALE, 64 * SCALE), Image.Resampling.NEAREST)
        sheet.paste(big, (GAP + column * width, GAP + row * height))
    return sheet


def main() -> None:
    """Write every reference picture and the contact sheet."""
    from tests.display.gallery import GALLERY, first_light, gallery

    REFERENCES.mkdir(exist_ok=True)
    for old in REFERENCES.glob("*.png"):
        old.unlink()
    for name, picture in GALLERY.items():
        picture.save(REFERENCES / f"{name}.png", optimize=True)
    SHEET.parent.mkdir(exist_ok=True)
    contact_sheet(list(gallery("en").values())).quantize(8).save(SHEET, optimize=True)
    contact_sheet(first_light()).quantize(8).save(FIRST_LIGHT, optimize=True)


if __name__ == "__main__":
    main()
