"""Read a photograph from a file, or say in one sentence why it cannot be used."""

from __future__ import annotations

import io
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, UnidentifiedImageError

from companion import outside
from companion.errors import BadInput

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_MEGAPIXELS = 50
LARGEST_BYTES = 100 * outside.MEGABYTE  # 50 megapixels that were hardly pressed together
LEAST_SIDE_PX = 16
_HEIF = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")  # brands (ISO/IEC 23008-12, annex B)
_ORIENTATION = 274  # EXIF's tag, and which side of the stored pixels is to be shown at the bottom
_SIDES = {3: 180, 6: 270, 8: 90}
_PNG_DEPTH_AT = 24  # where a PNG's header says how many bits a channel has (ISO/IEC 15948, 11.2.2)


def load_photo(path: Path | str) -> NDArray[np.uint8]:
    """The picture in a file as uint8 BGR (height, width, 3), in pixels as stored.

    A camera's note that the picture should be shown turned (the EXIF orientation) is not followed: coordinates of
    what is read are those of the stored pixels, which every program agrees on. See `side_of_viewer`.

    Raises BadInput when the file is missing, no ordinary one, over 100 MB, no picture that can be read, cut short,
    under 16×16, over 50 megapixels, or has more than 8 bits a channel.
    """
    path = Path(path)
    raw = b""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            raw = outside.content(path, most_bytes=LARGEST_BYTES, what=f"the photo {path}")
            with Image.open(io.BytesIO(raw)) as image:
                _check(path, image, raw)
                rgb = np.asarray(image.convert("RGB"), np.uint8)
    except FileNotFoundError:
        raise BadInput(f"there is no photo {path}") from None
    except IsADirectoryError:
        raise BadInput(f"{path} is a folder; name the photos in it") from None
    except PermissionError:
        raise BadInput(f"the photo {path} may not be read by this user") from None
    except Image.DecompressionBombError:
        raise BadInput(f"the photo {path} is larger than {MOST_MEGAPIXELS} megapixels; take it smaller") from None
    except UnidentifiedImageError:
        if _is_heif(raw):
            raise BadInput(
                f"the photo {path} is HEIC, which cannot be read here; save it as JPEG, or take photos that are "
                "(iPhone: Settings, Camera, Formats, Most Compatible)"
            ) from None
        raise BadInput(f"{path} is not a picture; JPEG, PNG, WebP or the like was expected") from None
    except (OSError, SyntaxError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"the photo {path} is damaged or cut short ({error})") from None
    return np.ascontiguousarray(rgb[:, :, ::-1])


def side_of_viewer(path: Path | str) -> int:
    """Where whoever looks at the photo sits, as its note says that it should be shown (EXIF 2.3, tag 274): 0 at the
    bottom of the stored pixels, 90 at their left, 180 at the top, 270 at the right. 0 without such a note. For a file
    that `load_photo` can read."""
    with Image.open(path) as image:
        return _SIDES.get(image.getexif().get(_ORIENTATION, 1), 0)


def _is_heif(raw: bytes) -> bool:
    """Whether a file says of itself, at its beginning, that it is a picture as iPhones take them."""
    brands = raw[8 : int.from_bytes(raw[:4], "big")]
    return raw[4:8] == b"ftyp" and any(brands[at : at + 4] in _HEIF for at in range(0, len(brands), 4))


def _check(path: Path, image: Image.Image, raw: bytes) -> None:
    width, height = image.size
    if width * height > MOST_MEGAPIXELS * 1_000_000:
        raise BadInput(
            f"the photo {path} has {width}×{height} pixels; {MOST_MEGAPIXELS} megapixels are the most that can be read"
        )
    if min(width, height) < LEAST_SIDE_PX:
        raise BadInput(f"the photo {path} has {width}×{height} pixels; {LEAST_SIDE_PX}×{LEAST_SIDE_PX} are the least")
    deep = image.mode.startswith(("I", "F"))
    if image.format == "PNG" and not deep:
        deep = raw[_PNG_DEPTH_AT] > 8
    if deep:
        raise BadInput(f"the photo {path} has more than 8 bits a channel; save it with 8 bits")
