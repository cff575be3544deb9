"""Cards on a table as a camera would see them: perspective, cloth, light, shadow, glare, blur, noise; seeded.

Give `draw_scene` card faces (pictures) with places on the table in millimetres, a cloth and the conditions of the
moment; it returns the frame and, for every card, the true quad and how much of it can be seen. The same seed gives
the same frame. The drawn camera shows a match this way, and the eyes are trained and measured on such frames.

    cards = in_rows(faces, per_row=5, width_mm=60, gap_mm=4)
    shot = draw_scene(cards, Conditions(tilt_deg=20), seed=7)
    shot.frame      # uint8 BGR (720, 1280, 3)
    shot.quads      # float32 (cards, 4, 2): pixels, clockwise from each card's own top-left
    shot.visible    # float32 (cards,): 1.0 wholly seen … 0.0 hidden or out of the frame
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from companion.drawn.exposure import Conditions, Floats, Picture, expose, in_colour

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

__all__ = [
    "CLOTHS", "CardOnTable", "Conditions", "Floats", "Picture", "Shot", "brighter", "corners_mm", "draw_cloth",
    "draw_scene", "in_rows", "view_of_table",
]  # fmt: skip

CLOTHS = ("felt", "linen", "wood", "stone", "carpet", "paper", "plain")


@dataclass(frozen=True, slots=True)
class CardOnTable:
    """A card face and its place. `face` is uint8 BGR or BGRA (alpha 0 outside rounded corners), any size.

    `x_mm` grows to the right and `y_mm` towards the viewer, from the middle of the view to the card's centre;
    `angle_deg` turns clockwise; the height follows from the face's shape. `thickness_mm` shapes rim and shadow.
    """

    face: Picture
    x_mm: float
    y_mm: float
    width_mm: float
    angle_deg: float = 0.0
    thickness_mm: float = 0.4


@dataclass(frozen=True, slots=True)
class Shot:
    """A drawn frame (uint8 BGR, height × width × 3) with its truth: `quads` float32 (cards, 4, 2) in pixels,
    clockwise from each card's own top-left, and `visible` float32 (cards,), the part of each card that is seen."""

    frame: Picture
    quads: Floats
    visible: Floats


def in_rows(
    faces: Sequence[Picture], *, per_row: int, width_mm: float, gap_mm: float, thickness_mm: float = 0.4
) -> list[CardOnTable]:
    """Lay faces of one shape out in rows, left to right and far to near, centred on the middle of the view."""
    if not faces:
        return []
    height_mm = width_mm * faces[0].shape[0] / faces[0].shape[1]
    rows = -(-len(faces) // per_row)
    cards = []
    for index, face in enumerate(faces):
        row, column = divmod(index, per_row)
        length = min(per_row, len(faces) - row * per_row)
        x_mm = (column - (length - 1) / 2) * (width_mm + gap_mm)
        y_mm = (row - (rows - 1) / 2) * (height_mm + gap_mm)
        cards.append(CardOnTable(face, x_mm, y_mm, width_mm, thickness_mm=thickness_mm))
    return cards


def view_of_table(size_px: tuple[int, int], view_mm: float, conditions: Conditions) -> Floats:
    """The homography (3×3) from table millimetres to pixels: `view_mm` of table fill the width at the centre."""
    width_px, height_px = size_px
    focal_px = 1.1 * max(width_px, height_px)
    tilt, turn, spin = np.deg2rad([conditions.tilt_deg, conditions.turn_deg, conditions.spin_deg])
    distance_mm = focal_px * view_mm / width_px
    about_x = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    rotation = _about_z(spin) @ about_x @ _about_z(turn)
    lens = np.array([[focal_px, 0, width_px / 2], [0, focal_px, height_px / 2], [0, 0, 1]])
    pose = np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, distance_mm]])
    return np.asarray(lens @ pose, np.float32)


def _about_z(angle: Any) -> Any:
    return np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])


def corners_mm(card: CardOnTable) -> Floats:
    """The card's four corners on the table (4, 2) in millimetres, clockwise from its own top-left."""
    half_width = card.width_mm / 2
    half_height = half_width * card.face.shape[0] / card.face.shape[1]
    flat = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [half_width, half_height]
    turn = np.deg2rad(card.angle_deg)
    rotation = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray(flat @ rotation + [card.x_mm, card.y_mm], np.float32)


def draw_scene(
    cards: Sequence[CardOnTable],
    conditions: Conditions | None = None,
    *,
    cloth: str | Picture = "felt",
    colour: tuple[int, int, int] | None = None,
    size_px: tuple[int, int] = (1280, 720),
    view_mm: float = 500.0,
    seed: int = 0,
    upon: tuple[Sequence[CardOnTable], Picture] | None = None,
) -> Shot:
    """Draw the cards on the table, later cards on top of earlier ones.

    `cloth` is one of CLOTHS or a picture (uint8 BGR, stretched over the frame); `colour` its BGR colour (random
    when None); `size_px` is (width, height); `view_mm` how much table the width of the frame shows.

    `upon` are the cards of an earlier frame, and that frame, for which all else was the same and nothing by chance (no
    noise, no hand, no JPEG): the fewer rows have other cards, the sooner this one is drawn.
    """
    rng = np.random.default_rng(seed)
    conditions = conditions or Conditions()
    width_px, height_px = size_px
    table = draw_cloth(cloth, size_px, rng, colour) if isinstance(cloth, str) else _stretched(cloth, size_px)
    to_px = view_of_table(size_px, view_mm, conditions)
    quads = np.zeros((len(cards), 4, 2), np.float32)
    owner = np.full((height_px, width_px), -1, np.int16)
    light = rng.uniform(-1, 1, 2)
    things: list[_Laid | _Hand] = []
    others = None if upon is None else _others(upon[0], cards)
    for index, card in enumerate(cards):
        quads[index] = _quad(card, to_px)
        laid = _lay_down(owner, card, quads[index], index, light, view_mm / width_px)
        if laid is not None:
            things.append(laid)
    if conditions.hand:
        things.append(_lay_hand(owner, rng))
    visible = _visible(owner, quads)
    del owner  # as large as the picture, nearly
    light_from = partial(_seen, table, things)
    if upon is None or others is None:
        return Shot(expose(light_from, size_px, conditions, rng), quads, visible)
    is_other = np.zeros(height_px, np.bool_)
    for card in others:
        _, top, _, bottom = _extent(card, _quad(card, to_px), size_px, view_mm / width_px)
        is_other[top:bottom] = True
    frame = expose(light_from, size_px, conditions, rng, upon=upon[1], is_other=is_other)
    return Shot(frame, quads, visible)


def _quad(card: CardOnTable, to_px: Floats) -> Floats:
    return np.asarray(cv2.perspectiveTransform(corners_mm(card)[None], to_px)[0], np.float32)


def _others(before: Sequence[CardOnTable], now: Sequence[CardOnTable]) -> list[CardOnTable] | None:
    """The cards that lie on the table before or now, and not both times. None when what lies there both times does so
    in another order: one may lie over the other."""
    earlier, later = (
        [(id(card.face), card.x_mm, card.y_mm, card.width_mm, card.angle_deg, card.thickness_mm) for card in cards]
        for cards in (before, now)
    )
    if [key for key in earlier if key in later] != [key for key in later if key in earlier]:
        return None
    gone = [card for card, key in zip(before, earlier, strict=True) if key not in later]
    return gone + [card for card, key in zip(now, later, strict=True) if key not in earlier]


def _stretched(cloth: Picture, size_px: tuple[int, int]) -> Picture:
    same = cloth.shape[1::-1] == size_px
    return cloth if same else np.asarray(cv2.resize(cloth, size_px), np.uint8)


def _seen(table: Picture, things: Sequence[_Laid | _Hand], top: int, bottom: int) -> Floats:
    """The light that comes from these rows of the table, with everything that lies there."""
    canvas = table[top:bottom].astype(np.float32)
    for thing in things:
        thing.put_on(canvas, top)
    return canvas


@dataclass(frozen=True)
class _Laid:
    """A card as it lies in the frame: its pixels (BGRA) from `left`, `top` on, its shadow and, if thick, its side.

    `shadow` is where it falls (x, y) and how soft it is; `side` is how far round the card it is seen, and its colour.
    """

    pixels: Picture
    left: int
    top: int
    shadow: tuple[float, float, float]
    side: tuple[int, Floats] | None

    def put_on(self, canvas: Floats, first_row: int) -> None:
        """Draw it on the rows of a frame from `first_row` on."""
        above, below = max(self.top, first_row), min(self.top + len(self.pixels), first_row + len(canvas))
        if above >= below:
            return
        own = slice(above - self.top, below - self.top)
        region = canvas[above - first_row : below - first_row, self.left : self.left + self.pixels.shape[1]]
        region *= in_colour(1 - 0.45 * self._shade[own])
        if self.side is not None:
            region += in_colour(self._sides[own]) * (self.side[1] - region)
        region += in_colour(self._cover[own]) * (self.pixels[own, :, :3] - region)

    @cached_property  # of the whole card: it is put on a band of rows at a time
    def _cover(self) -> Floats:
        """How much of each pixel the card covers, 0…1."""
        return _parts(self.pixels[:, :, 3])

    @cached_property
    def _shade(self) -> Floats:
        """How dark its shadow is, 0…1."""
        right, down, soft = self.shadow
        moved = np.array([[1, 0, right], [0, 1, down]], np.float32)
        fallen = cv2.warpAffine(self._cover, moved, self._cover.shape[::-1])
        return np.asarray(cv2.GaussianBlur(fallen, (0, 0), soft), np.float32)

    @cached_property
    def _sides(self) -> Floats:
        """How much of each pixel the card and its side cover, 0…1."""
        reach = self.side[0] if self.side else 0
        return np.asarray(cv2.dilate(self._cover, np.ones((3, 3), np.uint8), iterations=reach), np.float32)


def _extent(card: CardOnTable, quad: Floats, size_px: tuple[int, ...], mm_per_px: float) -> tuple[int, int, int, int]:
    """The part of the frame in which a card and its shadow are seen: left, top, right, bottom."""
    margin = int(4 + 4 * card.thickness_mm / mm_per_px)
    x0, y0 = (int(place) for place in np.maximum(np.floor(quad.min(0)).astype(int) - margin, 0))
    x1, y1 = (int(place) for place in np.minimum(np.ceil(quad.max(0)).astype(int) + margin, size_px))
    return x0, y0, x1, y1


def _lay_down(
    owner: NDArray[np.int16], card: CardOnTable, quad: Floats, index: int, light: Any, mm_per_px: float
) -> _Laid | None:
    """The card in the frame, and its number in `owner` where it is seen; None when it lies outside."""
    thickness_px = card.thickness_mm / mm_per_px
    x0, y0, x1, y1 = _extent(card, quad, owner.shape[::-1], mm_per_px)
    if x1 <= x0 or y1 <= y0:
        return None
    face = card.face if card.face.shape[2] == 4 else cv2.cvtColor(card.face, cv2.COLOR_BGR2BGRA)
    longest = max(np.linalg.norm(quad[0] - quad[1]), np.linalg.norm(quad[1] - quad[2]))
    shrink = max(face.shape[:2]) / max(longest, 8.0)
    if shrink > 1.3:  # an area filter first: sampling a much larger face would alias
        small = (max(4, round(face.shape[1] / shrink)), max(4, round(face.shape[0] / shrink)))
        face = cv2.resize(face, small, interpolation=cv2.INTER_AREA)
    rows, columns = face.shape[:2]
    source = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(source, quad - np.array([x0, y0], np.float32) - 0.5)
    padded = np.array([[1, 0, -1], [0, 1, -1], [0, 0, 1]], np.float64)
    bordered = cv2.copyMakeBorder(face, 1, 1, 1, 1, cv2.BORDER_REPLICATE)
    bordered[0, :, 3] = bordered[-1, :, 3] = bordered[:, 0, 3] = bordered[:, -1, 3] = 0
    pixels = cv2.warpPerspective(bordered, warp @ padded, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
    owner[y0:y1, x0:x1][pixels[:, :, 3].astype(np.float32) / 255 > 0.5] = index
    reach = 0.6 + 1.2 * thickness_px
    side = None
    if thickness_px > 1.2:  # a tile shows its side, darker than its face
        side = max(1, round(thickness_px * 0.3)), face[:, :, :3].reshape(-1, 3).mean(0) * 0.62
    shadow = (light[0] * reach, light[1] * reach, 0.5 + 0.6 * reach)
    return _Laid(np.asarray(pixels, np.uint8), x0, y0, shadow, side)


@dataclass(frozen=True, slots=True)
class _Hand:
    """A hand across the frame: where it is and where its shadow falls (0…255), and its colour."""

    cover: Picture
    shadow: Picture
    skin: Floats

    def put_on(self, canvas: Floats, first_row: int) -> None:
        """Draw it on the rows of a frame from `first_row` on."""
        rows = slice(first_row, first_row + len(canvas))
        soft = in_colour(_parts(self.cover[rows]))
        shade = in_colour(_parts(self.shadow[rows]))
        canvas *= 1 - 0.4 * shade
        canvas += soft * (self.skin * (0.75 + 0.25 * shade) - canvas)


def _parts(mask: Picture) -> Floats:
    """A mask of 0…255 as 0…1."""
    return np.asarray(mask.astype(np.float32) / 255, np.float32)


def _lay_hand(owner: NDArray[np.int16], rng: np.random.Generator) -> _Hand:
    height_px, width_px = owner.shape
    reach = 0.25 * max(height_px, width_px)
    heading = rng.uniform(0, 2 * np.pi)
    palm = np.array([width_px, height_px]) / 2 + rng.uniform(-0.3, 0.3, 2) * [width_px, height_px]
    mask = np.zeros(owner.shape, np.uint8)
    back = palm - 3 * reach * np.array([np.cos(heading), np.sin(heading)])
    cv2.line(mask, _point(back), _point(palm), 255, max(2, int(reach * 0.45)))
    cv2.circle(mask, _point(palm), max(2, int(reach * 0.33)), 255, -1)
    for spread in np.linspace(-0.45, 0.45, 4):
        angle = heading + spread
        tip = palm + reach * rng.uniform(0.75, 1.0) * np.array([np.cos(angle), np.sin(angle)])
        cv2.line(mask, _point(palm), _point(tip), 255, max(2, int(reach * 0.13)))
    cover = np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.8, reach * 0.01)), np.uint8)
    skin = np.array([150, 175, 215], np.float32) * rng.uniform(0.3, 1.0)
    shadow = np.asarray(cv2.GaussianBlur(mask, (0, 0), max(1.0, reach * 0.08)), np.uint8)
    owner[mask > 127] = -2
    return _Hand(cover, shadow, skin)


def _point(place: Any) -> tuple[int, int]:
    return int(place[0]), int(place[1])


def _visible(owner: NDArray[np.int16], quads: Floats) -> Floats:
    counts = np.bincount(owner[owner >= 0].ravel(), minlength=len(quads))
    areas = np.array([max(cv2.contourArea(quad), 1.0) for quad in quads], np.float32)
    return np.minimum(counts[: len(quads)] / np.maximum(areas, 1.0), 1.0).astype(np.float32)


def draw_cloth(
    kind: str, size_px: tuple[int, int], rng: np.random.Generator, colour: tuple[int, int, int] | None = None
) -> Picture:
    """A table top (uint8 BGR) of one of CLOTHS; `colour` is BGR, random when None."""
    width_px, height_px = size_px
    base = np.array(colour if colour is not None else _table_colour(rng), np.float32)
    textures: dict[str, Callable[[], Floats]] = {
        "felt": lambda: _grain(size_px, rng, 1.0, 6) + _grain(size_px, rng, 20.0, 4),
        "linen": lambda: _weave(size_px, rng) + _grain(size_px, rng, 1.0, 3),
        "wood": lambda: _planks(size_px, rng),
        "stone": lambda: _grain(size_px, rng, 1.5, 8) + _grain(size_px, rng, 6, 10) + _grain(size_px, rng, 40, 10),
        "carpet": lambda: _grain(size_px, rng, 1.2, 18) + _grain(size_px, rng, 4, 14),
        "paper": lambda: _grain(size_px, rng, 1.0, 2),
        "plain": lambda: np.zeros((height_px, width_px), np.float32),
    }
    texture = textures[kind]()
    strength = 0.5 + base / 200
    return np.asarray(cv2.merge([_painted(texture, *each) for each in zip(base, strength, strict=True)]), np.uint8)


def _painted(texture: Floats, base: np.float32, strength: np.float32) -> Picture:
    """One colour of a table top."""
    light = texture * strength
    light += base
    return np.clip(light, 0, 255, out=light).astype(np.uint8)


def _table_colour(rng: np.random.Generator) -> Any:
    hue, saturation = rng.uniform(0, 180), 255 * rng.beta(1.2, 2.5)
    value = rng.uniform(10, 250)
    return cv2.cvtColor(np.array([[[hue, saturation, value]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0]


def _grain(size_px: tuple[int, int], rng: np.random.Generator, scale_px: float, strength: float) -> Floats:
    width, height = (max(2, int(side / scale_px)) for side in size_px)
    noise = rng.standard_normal((height, width), np.float32)
    return np.asarray(cv2.resize(noise, size_px, interpolation=cv2.INTER_CUBIC) * strength, np.float32)


def _weave(size_px: tuple[int, int], rng: np.random.Generator) -> Floats:
    width_px, height_px = size_px
    pitch = float(rng.uniform(2, 7))
    xs, ys = np.arange(width_px, dtype=np.float32)[None, :], np.arange(height_px, dtype=np.float32)[:, None]
    threads = np.sin(2 * np.pi * xs / pitch) + np.sin(2 * np.pi * ys / pitch)
    check = rng.uniform(30, 120)
    squares = np.sign(np.sin(2 * np.pi * xs / check)) + np.sign(np.sin(2 * np.pi * ys / check))
    return np.asarray(threads * rng.uniform(1, 6) + squares * (rng.uniform(2, 18) if rng.random() < 0.3 else 0))


def _planks(size_px: tuple[int, int], rng: np.random.Generator) -> Floats:
    width_px, height_px = size_px
    stretched = rng.standard_normal((max(2, height_px // 2), max(2, width_px // 40)), np.float32)
    grain = cv2.resize(stretched, size_px, interpolation=cv2.INTER_CUBIC) * rng.uniform(3, 14)
    broad = cv2.resize(rng.standard_normal((max(2, height_px // 25), 3), np.float32), size_px) * rng.uniform(2, 14)
    field = grain + broad
    plank_px = int(rng.uniform(40, 250))
    for top in range(int(rng.integers(0, plank_px)), height_px, plank_px):
        field[top : top + 2] -= rng.uniform(10, 60)
    return np.asarray(field if rng.random() < 0.5 else cv2.resize(np.ascontiguousarray(field.T), size_px), np.float32)


def brighter(conditions: Conditions, factor: float) -> Conditions:
    """The same conditions with the exposure multiplied by `factor`, as when a lamp is switched on."""
    return replace(conditions, exposure=conditions.exposure * factor)
