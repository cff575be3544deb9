"""How well and how fast the eyes read, beside what one would pick instead, on the same frames in one run.

    python -m benchmarks.eyes                      accuracy on 5,000 drawn cards, then time per frame and memory
    python -m benchmarks.eyes --cards 500 --quick  fewer cards, fewer repeats
    python -m benchmarks.eyes --what ranks         playing cards, some of them held as a fan, instead of letters

The cards are drawn in typefaces the networks have never seen (the held-out families of the training's list). RapidOCR
takes part when it is installed, in an environment of its own since it brings another OpenCV:

    python -m venv other && other/bin/pip install rapidocr onnxruntime pytesseract
    other/bin/python -m benchmarks.eyes

Everything runs on one core; nothing is asserted.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import re
import resource
from pathlib import Path
from typing import TYPE_CHECKING, Any

os.environ["OMP_THREAD_LIMIT"] = "1"
os.environ["OMP_NUM_THREADS"] = "1"

import cv2
import numpy as np

from companion.cards import Deck
from companion.vision import Reader
from companion.vision.quads import sizes_px
from companion.vision.rectify import cut, halvings, whole_card
from training.everyday import CARDS, SETS, everyday_table
from training.fonts import unseen_typefaces
from training.matching import nearest_first

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.drawn.scene import Shot
    from training.everyday import What

SEED = 77  # these tables are nowhere else: not in the training, nor in the calibration
TAKES = 3  # so often each reads a frame; the quickest counts
WHO = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
Said = list[tuple[str, bool, tuple[float, float]]]  # label, accepted, centre


SEEN: dict[What, float] = {"letters": 0.6, "ranks": 0.3}  # a card of which less is seen is not counted


def score(shot: Shot, labels: list[str], said: Said, seen: float) -> dict[str, int]:
    """Right, asked, silently wrong, missed and extra, for one frame; a card must be `seen` to this part to count."""
    counts = dict.fromkeys(("cards", "right", "asked", "silent", "missed", "extra"), 0)
    middles = np.array([one[2] for one in said]).reshape(-1, 2)
    away = np.linalg.norm(shot.quads.mean(1)[:, None] - middles, axis=2)
    matched = nearest_first(away, away < 0.5 * sizes_px(shot.quads)[:, None])
    for card, (label, quad, visible) in enumerate(zip(labels, shot.quads, shot.visible, strict=True)):
        best = said[matched[card]] if card in matched else None
        inside = ((quad >= 0) & (quad <= [shot.frame.shape[1], shot.frame.shape[0]])).all()
        if not inside or visible < seen:
            continue
        counts["cards"] += 1
        if best is None:
            counts["missed"] += 1
        elif not best[1]:
            counts["asked"] += 1
        else:
            counts["right" if best[0] == label else "silent"] += 1
    free = set(range(len(said))) - set(matched.values())
    counts["extra"] = sum(said[at][1] and said[at][0] != "?" for at in free)
    return counts


def ours(reader: Reader) -> Callable[[Any], Said]:
    """Our reader as a plain function of a frame."""

    def read(frame: Any) -> Said:
        table = reader.read(frame)
        return [(one.label, one.accepted, tuple(np.mean(one.quad, 0))) for one in table.sightings]

    return read


def classical_quads(frame: Any) -> list[Any]:
    """Cards as one would find them without learning: Otsu, contours, four corners, the upper edge first."""
    grey = cv2.GaussianBlur(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    _, mask = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    quads = []
    for contour in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        if 1500 < cv2.contourArea(contour) < 0.3 * mask.size:
            corners = cv2.approxPolyDP(contour, 0.03 * cv2.arcLength(contour, True), True)
            box = corners[:, 0] if len(corners) == 4 else cv2.boxPoints(cv2.minAreaRect(contour))
            angles = np.arctan2(*(box - box.mean(0)).T[::-1])
            quads.append(np.asarray(box[np.argsort(angles)], np.float32))
    return quads


def tesseract_strip(frame: Any) -> Said:
    """All cards found the classical way, side by side on one strip, one call of pytesseract (psm 7)."""
    import pytesseract

    quads = classical_quads(frame)
    if not quads:
        return []
    pyramid = halvings(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    strip = np.full((110, 110 * len(quads) + 30), 255, np.uint8)
    for index, quad in enumerate(quads):
        card = cut(pyramid, quad, 110, 110)[14:96, 20:90]
        strip[14:96, 30 + 110 * index : 100 + 110 * index] = card
    config = "--psm 7 -c tessedit_char_whitelist=ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    text = pytesseract.image_to_boxes(strip, config=config)
    said: dict[int, str] = {}
    for line in text.splitlines():
        label, left, _, right, *_ = line.split()
        said.setdefault(int(((int(left) + int(right)) / 2 - 30) // 110), label)
    return [(label, True, tuple(quads[i].mean(0))) for i, label in said.items() if 0 <= i < len(quads)]


def tesseract_per_card(frame: Any) -> Said:
    """All cards found the classical way, one call of pytesseract each (psm 10)."""
    import pytesseract

    pyramid = halvings(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    said: Said = []
    for quad in classical_quads(frame):
        config = "--psm 10 -c tessedit_char_whitelist=ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        text = pytesseract.image_to_string(cut(pyramid, whole_card(quad), 120, 120), config=config).strip()
        if text:
            said.append((text[:1], True, tuple(quad.mean(0))))
    return said


def rapid_ocr() -> Callable[[Any], Said] | None:
    """RapidOCR on the whole photo, or None when it is not installed."""
    try:
        from rapidocr import RapidOCR
    except ImportError:
        return None
    threads = {"EngineConfig.onnxruntime.intra_op_num_threads": 1, "EngineConfig.onnxruntime.inter_op_num_threads": 1}
    engine = RapidOCR(params={"Global.log_level": "error", **threads})

    def read(frame: Any) -> Said:
        result = engine(frame)
        if result.boxes is None:
            return []
        return [
            (text.strip().upper(), True, tuple(np.mean(box, 0)))
            for text, box in zip(result.txts, result.boxes, strict=True)
        ]

    return read


def main() -> None:
    """Accuracy by set, then times, then memory."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cards", type=int, default=5000)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--seed", type=int, default=SEED, help="other tables for the accuracy")
    parser.add_argument("--what", choices=("letters", "ranks"), default="letters")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    others = max(1, args.cards // 500)  # the slow ones see one frame in fifty
    unseen = unseen_typefaces()
    readers = contenders(args.what)
    accuracy(readers, unseen, args.cards, others, args.what, args.seed)
    speed(readers, unseen, 5 if args.quick else 45, args.what)
    memory(list(readers), everyday_table("plain", unseen, [9, 0, SEED], args.what)[0].frame, args.what)


def contenders(what: What, only: str = "") -> dict[str, Callable[[Any], Said]]:
    """Ours and, beside it, those that can be had here and look where this kind of card has its print; or `only` one."""
    makers: dict[str, Callable[[], Callable[[Any], Said] | None]] = {
        "tableside": lambda: ours(Reader(Deck("any", "Any", what, ())))
    }
    if what == "letters":  # what stands in the corner of a card is not where these look
        makers |= {"pytesseract strip": lambda: tesseract_strip, "pytesseract per card": lambda: tesseract_per_card}
    makers["RapidOCR, whole frame"] = rapid_ocr
    made = {name: make() for name, make in makers.items() if only in ("", name)}
    return {name: read for name, read in made.items() if read is not None}


def accuracy(readers: dict[str, Any], unseen: list[Any], cards: int, others: int, what: What, seed: int) -> None:
    """The same frames for all; our reader sees every frame, the others the first few of each set."""
    print(f"{'set':14}{'reader':24}{'cards':>7}{'right':>9}{'asked':>9}{'silent':>9}{'missed':>9}{'extra':>7}")
    frames_per_set = max(1, round(cards / CARDS / len(SETS)))
    totals: dict[str, dict[str, int]] = {}
    for number, kind in enumerate(SETS):
        counts: dict[str, dict[str, int]] = {}
        for index in range(frames_per_set):
            shot, labels = everyday_table(kind, unseen, [number, index, seed], what)
            for name, read in readers.items():
                if name == "tableside" or index < others:
                    for key, value in score(shot, labels, read(shot.frame), SEEN[what]).items():
                        for where in (counts.setdefault(name, {}), totals.setdefault(name, {})):
                            where[key] = where.get(key, 0) + value
        for name, count in counts.items():
            print(_line(kind, name, count))
    for name, count in totals.items():
        print(_line("all", name, count))


def _line(kind: str, name: str, count: dict[str, int]) -> str:
    cards = max(1, count["cards"])
    shares = "".join(f"{100 * count[key] / cards:8.2f}%" for key in ("right", "asked", "silent", "missed"))
    return f"{kind:14}{name:24}{count['cards']:7}{shares}{count['extra']:7}"


def processor_ms() -> float:
    """Processor time of this process and of the programs it called, so that a busy machine does not blur the ratio."""
    return sum(resource.getrusage(who).ru_utime + resource.getrusage(who).ru_stime for who in WHO) * 1000


def took_ms(read: Callable[[Any], Said], frame: Any) -> float:
    """The least processor time in which a frame was read."""
    takes = []
    for _ in range(TAKES):
        started = processor_ms()
        read(frame)
        takes.append(processor_ms() - started)
    return min(takes)


def speed(readers: dict[str, Any], unseen: list[Any], frames: int, what: What) -> None:
    """Median processor time for one frame of ten cards at 1280×720, one core, and the ratio to ours.

    All take turns at each frame: a machine that is slower for a while is slower for all of them.
    """
    shots = [everyday_table("plain", unseen, [9, index, SEED], what)[0] for index in range(frames)]
    by_frame = [[took_ms(read, shot.frame) for read in readers.values()] for shot in shots]
    medians = np.median(by_frame, axis=0)
    print(f"\n{'ten cards at 1280×720, one core':40}{'CPU ms':>12}{'times ours':>12}")
    for name, median in zip(readers, medians, strict=True):
        print(f"{name:40}{median:12.1f}{median / medians[0]:12.1f}")


def memory(names: list[str], frame: Any, what: What) -> None:
    """The most memory that each takes to read one frame, each in a process of its own, beside what Python and the
    imports of this program take; Tesseract's own process is not counted."""
    print(f"\n{'one frame, each in its own process':40}{'MB at most':>12}{'to read it':>12}")
    for name in names:
        with multiprocessing.get_context("spawn").Pool(1) as process:
            before_mb, peak_mb = process.apply(_peak_mb, (name, frame, what))
        print(f"{name:40}{peak_mb:12.0f}{peak_mb - before_mb:12.0f}")


def _peak_mb(name: str, frame: Any, what: What) -> tuple[float, float]:
    """The most memory in MB before and after a frame was read. The kernel's own count: that of getrusage begins with
    what the process had from which this one was started."""
    cv2.setNumThreads(1)
    before_mb = _most_mb()
    contenders(what, name)[name](frame)
    return before_mb, _most_mb()


def _most_mb() -> float:
    status = Path("/proc/self/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) / 1024  # type: ignore[index]


if __name__ == "__main__":
    main()
