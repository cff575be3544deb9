"""The page of results of tests/box: written anew after every step, so that a run that ends early leaves one too."""

from __future__ import annotations

import time
import traceback
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STYLE = "body { font: 16px/1.5 sans-serif; max-width: 60em; margin: 2em auto } img { max-width: 100% }"
ENOUGH = 500


@dataclass
class Step:
    """What one step said and showed, and how it went."""

    title: str
    lines: list[str] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    fault: str | None = None
    took_s: float | None = None

    def say(self, line: str) -> None:
        """A sentence of what came out."""
        self.lines.append(line)
        print(f"   {line}", flush=True)

    @property
    def verdict(self) -> str:
        """In a word."""
        if self.took_s is None:
            return "not finished"
        return "well" if self.fault is None else "FAILED"


@dataclass
class Page:
    """All steps so far; `folder` gets index.html and the pictures."""

    folder: Path
    about: str
    steps: list[Step] = field(default_factory=list)

    @contextmanager
    def step(self, title: str) -> Iterator[Step]:
        """A step: what it raises is written down, and the next one goes on."""
        print(f"== {title} ({time.strftime('%H:%M:%S', time.gmtime())})", flush=True)
        step = Step(title)
        self.steps.append(step)
        self.write()
        began_s = time.monotonic()
        try:
            yield step
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what this run is to show
            step.fault = f"{type(error).__name__}: {error}"
            traceback.print_exc()
        finally:
            step.took_s = time.monotonic() - began_s
            self.write()

    def picture(self, step: Step, name: str) -> Path:
        """Where a picture of a step goes."""
        step.pictures.append(name)
        return self.folder / name

    @property
    def failed(self) -> list[str]:
        """The steps that did not go well."""
        return [step.title for step in self.steps if step.fault]

    def write(self) -> None:
        """Write the page."""
        parts = [f"<!doctype html><meta charset=utf-8><title>A Pi in a box</title><style>{STYLE}</style>"]
        parts.append(f"<h1>A Pi in a box</h1><p>{escape(self.about)}</p>")
        for step in self.steps:
            took = "" if step.took_s is None else f", {step.took_s:.0f} s"
            parts.append(f"<h2>{escape(step.title)}: {step.verdict}{took}</h2><ul>")
            parts += [f"<li>{escape(line[:ENOUGH])}" for line in step.lines]
            parts.append("</ul>")
            if step.fault:
                parts.append(f"<pre>{escape(step.fault)}</pre>")
            parts += [f'<p><img src="{escape(name)}" alt="{escape(name)}">' for name in step.pictures]
        (self.folder / "index.html").write_text("\n".join(parts) + "\n", encoding="utf-8")
