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
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]

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
class Conditions:
    """How the camera looks and what the light does. The defaults are an easy table seen from straight above.

    `tilt_deg` leans the camera away from straight above (0…60), `turn_deg` is the compass direction it leans to,
    `spin_deg` turns the picture. `shadow` (0…1) darkens one side, `glare` (0…1) whitens a glossy spot,
    `vignette` (0…1) the corners, `gradient` (0…1) is uneven light. `exposure` multiplies, `gamma` bends,
    `cast` are factors for blue, green and red. `blur_px` is the standard deviation of the lens blur,
    `motion_px` the length of a smear, `noise` the standard deviation of sensor noise in grey levels
    (0…255), `jpeg_quality` 1…100 or None. `hand` lays a drawn hand across the table.
    """

    tilt_deg: float = 0.0
    turn_deg: float = 0.0
    spin_deg: float = 0.0
    shadow: float = 0.0
    glare: float = 0.0
    vignette: float = 0.0
    gradient: float = 0.0
    exposure: float = 1.0
    gamma: float = 1.0
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    blur_px: float = 0.5
    motion_px: float = 0.0
    noise: float = 2.0
    jpeg_quality: int | None = None
    hand: bool = False

    @classmethod
    def random(cls, rng: np.random.Generator, *, tilt_deg: float = 45.0, hand: float = 0.05) -> Conditions:
        """Everyday conditions, from easy to hard; `hand` is the chance of a hand over the table."""
        warm = rng.normal(0, 0.08)
        return cls(
            tilt_deg=float(tilt_deg * rng.beta(1.0, 2.2)),
            turn_deg=float(rng.uniform(0, 360)),
            spin_deg=float(rng.uniform(-180, 180)),
            shadow=float(rng.uniform(0, 0.6)) if rng.random() < 0.3 else 0.0,
            glare=float(rng.uniform(0.1, 0.7)) if rng.random() < 0.15 else 0.0,
            vignette=float(rng.uniform(0, 0.4)) if rng.random() < 0.3 else 0.0,
            gradient=float(rng.uniform(0, 0.7)),
            exposure=float(np.exp(rng.normal(-0.1, 0.28))),
            gamma=float(np.exp(rng.normal(0, 0.2))),
            cast=(float(1 - warm), 1.0, float(1 + warm)),
            blur_px=float(rng.gamma(2.0, 0.35)),
            motion_px=float(rng.uniform(1, 4)) if rng.random() < 0.1 else 0.0,
            noise=float(rng.gamma(1.5, 2.5)),
            jpeg_quality=int(rng.integers(40, 96)) if rng.random() < 0.6 else None,
            hand=bool(rng.random() < hand),
        )


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
) -> Shot:
    """Draw the cards on the table, later cards on top of earlier ones.

    `cloth` is one of CLOTHS or a picture (uint8 BGR, stretched over the frame); `colour` its BGR colour (random
    when None); `size_px` is (width, height); `view_mm` how much table the width of the frame shows.
    """
    rng = np.random.default_rng(seed)
    conditions = conditions or Conditions()
    width_px, height_px = size_px
    table = draw_cloth(cloth, size_px, rng, colour) if isinstance(cloth, str) else cv2.resize(cloth, size_px)
    canvas = table.astype(np.float32)
    to_px = view_of_table(size_px, view_mm, conditions)
    quads = np.zeros((len(cards), 4, 2), np.float32)
    owner = np.full((height_px, width_px), -1, np.int16)
    light = rng.uniform(-1, 1, 2)
    for index, card in enumerate(cards):
        quads[index] = cv2.perspectiveTransform(corners_mm(card)[None], to_px)[0]
        _lay_down(canvas, owner, card, quads[index], index, light, view_mm / width_px)
    if conditions.hand:
        _lay_hand(canvas, owner, rng)
    visible = _visible(owner, quads)
    frame = _expose(canvas, conditions, rng)
    return Shot(frame, quads, visible)


def _lay_down(
    canvas: Floats, owner: NDArray[np.int16], card: CardOnTable, quad: Floats, index: int, light: Any, mm_per_px: float
) -> None:
    height_px, width_px = owner.shape
    thickness_px = card.thickness_mm / mm_per_px
    margin = int(4 + 4 * thickness_px)
    x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int) - margin, 0)
    x1, y1 = np.minimum(np.ceil(quad.max(0)).astype(int) + margin, [width_px, height_px])
    if x1 <= x0 or y1 <= y0:
        return
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
    laid = cv2.warpPerspective(bordered, warp @ padded, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR)
    alpha = laid[:, :, 3].astype(np.float32) / 255
    region = canvas[y0:y1, x0:x1]
    reach = 0.6 + 1.2 * thickness_px
    shade = cv2.warpAffine(
        alpha, np.array([[1, 0, light[0] * reach], [0, 1, light[1] * reach]], np.float32), alpha.shape[::-1]
    )
    shade = cv2.GaussianBlur(shade, (0, 0), 0.5 + 0.6 * reach)
    region *= (1 - 0.45 * shade)[..., None]
    if thickness_px > 1.2:  # a tile shows its side, darker than its face
        side = cv2.dilate(alpha, np.ones((3, 3), np.uint8), iterations=max(1, round(thickness_px * 0.3)))
        tone = face[:, :, :3].reshape(-1, 3).mean(0) * 0.62
        region += side[..., None] * (tone - region)
    region += alpha[..., None] * (laid[:, :, :3] - region)
    owner[y0:y1, x0:x1][alpha > 0.5] = index


def _lay_hand(canvas: Floats, owner: NDArray[np.int16], rng: np.random.Generator) -> None:
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
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.8, reach * 0.01)).astype(np.float32)[..., None] / 255
    skin = np.array([150, 175, 215], np.float32) * rng.uniform(0.3, 1.0)
    shade = cv2.GaussianBlur(mask, (0, 0), max(1.0, reach * 0.08)).astype(np.float32)[..., None] / 255
    canvas *= 1 - 0.4 * shade
    canvas += soft * (skin * (0.75 + 0.25 * shade) - canvas)
    owner[mask > 127] = -2


def _point(place: Any) -> tuple[int, int]:
    return int(place[0]), int(place[1])


def _visible(owner: NDArray[np.int16], quads: Floats) -> Floats:
    counts = np.bincount(owner[owner >= 0].ravel(), minlength=len(quads))
    areas = np.array([max(cv2.contourArea(quad), 1.0) for quad in quads], np.float32)
    return np.minimum(counts[: len(quads)] / np.maximum(areas, 1.0), 1.0).astype(np.float32)


def _expose(canvas: Floats, conditions: Conditions, rng: np.random.Generator) -> Picture:
    """What the camera makes of the light that comes to it. Works on `canvas` itself: a frame of floats is large."""
    height_px, width_px = canvas.shape[:2]
    canvas *= _light(width_px, height_px, conditions, rng)[..., None]
    canvas *= np.array(conditions.cast, np.float32)
    if conditions.glare > 0:
        spot = _spot(width_px, height_px, rng, rng.uniform(0.05, 0.3))
        canvas += (conditions.glare * 200 * spot)[..., None]
    canvas *= conditions.exposure
    canvas /= 255
    np.clip(canvas, 0, 1.2, out=canvas)
    np.power(canvas, conditions.gamma, out=canvas)
    canvas *= 255
    if conditions.motion_px >= 1:
        length = int(conditions.motion_px) | 1
        kernel: Any = np.zeros((length, length), np.float32)
        kernel[length // 2] = 1.0 / length
        turn = cv2.getRotationMatrix2D((length / 2 - 0.5, length / 2 - 0.5), float(rng.uniform(0, 180)), 1)
        kernel = cv2.warpAffine(kernel, turn, (length, length))
        cv2.filter2D(canvas, -1, kernel / max(float(kernel.sum()), 1e-3), dst=canvas)
    if conditions.blur_px > 0.2:
        cv2.GaussianBlur(canvas, (0, 0), conditions.blur_px, dst=canvas)
    if conditions.noise > 0:
        canvas += rng.standard_normal(canvas.shape[:2], np.float32)[..., None] * conditions.noise
        canvas += rng.standard_normal(canvas.shape, np.float32) * (conditions.noise * 0.4)
    np.clip(canvas, 0, 255, out=canvas)
    frame: Picture = canvas.astype(np.uint8)
    if conditions.jpeg_quality is not None:
        _, packed = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, conditions.jpeg_quality])
        frame = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return frame


def _light(width_px: int, height_px: int, conditions: Conditions, rng: np.random.Generator) -> Floats:
    xs = np.linspace(-1, 1, width_px, dtype=np.float32)[None, :]
    ys = np.linspace(-1, 1, height_px, dtype=np.float32)[:, None]
    heading = rng.uniform(0, 2 * np.pi)
    field = np.cos(heading) * xs + np.sin(heading) * ys
    field *= conditions.gradient * 0.5
    field += 1
    if conditions.vignette > 0:
        field -= conditions.vignette * 0.5 * (xs**2 + ys**2)
    if conditions.shadow > 0:
        edge = np.cos(heading + 1.1) * xs + np.sin(heading + 1.1) * ys + rng.uniform(-0.5, 0.5)
        softness = rng.uniform(0.01, 0.2)
        field = field * (1 - conditions.shadow / (1 + np.exp(np.clip(-edge / softness, -30, 30))))
    return np.asarray(np.clip(field, 0.08, 2.0, out=field), np.float32)


def _spot(width_px: int, height_px: int, rng: np.random.Generator, radius: float) -> Floats:
    xs = (np.arange(width_px, dtype=np.float32) / width_px - rng.uniform(0, 1))[None, :]
    ys = ((np.arange(height_px, dtype=np.float32) - height_px * rng.uniform(0, 1)) / width_px)[:, None]
    return np.asarray(np.exp(-(xs**2 + ys**2) / (2 * radius**2)), np.float32)


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
    return np.clip(base + texture[..., None] * (0.5 + base / 200), 0, 255).astype(np.uint8)


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
