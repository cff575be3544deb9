"""The page of results of tests/box, in Markdown: written anew after every step, so that an ended run leaves one too.

Steps of earlier runs stay until the same step has run again; each says of which version it is.
"""

from __future__ import annotations

import json
import time
import traceback
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ENOUGH = 500
KEPT = "results.json"
NAME = "index.md"


@dataclass
class Step:
    """What one step said and showed, and how it went; `version` is what was looked at, `took_s` by the host's clock."""

    title: str
    version: str
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

    def written(self) -> list[str]:
        """Its part of the page, line by line."""
        took = "" if self.took_s is None else f", {self.took_s:.0f} s"
        lines = [f"## {self.title}: {self.verdict}", "", f"Of {self.version}{took}.", ""]
        lines += [f"- {' '.join(line[:ENOUGH].split())}" for line in self.lines]
        if self.fault:
            lines += ["", "```", *self.fault.replace("```", "'''").splitlines(), "```"]
        for name in self.pictures:
            lines += ["", f"![{self.title}]({name})"]
        return [*lines, ""]


@dataclass
class Page:
    """All steps so far; `folder` has the page, its pictures, and what is kept for the next run."""

    folder: Path
    version: str
    steps: list[Step] = field(default_factory=list)
    title: str = "A Pi in a box"

    @classmethod
    def kept(cls, folder: Path, version: str) -> Page:
        """The page that lies in a folder, or an empty one."""
        file = folder / KEPT
        steps = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
        return cls(folder, version, [Step(**step) for step in steps])

    @contextmanager
    def step(self, title: str) -> Iterator[Step]:
        """A step, in the place of the one of that title: what it raises is written down, and the next one goes on."""
        print(f"== {title} ({time.strftime('%H:%M:%S', time.gmtime())})", flush=True)
        step = Step(title, self.version)
        titles = [each.title for each in self.steps]
        if title in titles:
            self.steps[titles.index(title)] = step
        else:
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
        """Write the page, and what the next run goes on from."""
        lines = [f"# {self.title}", ""]
        for step in self.steps:
            lines += step.written()
        (self.folder / NAME).write_text("\n".join(lines), encoding="utf-8")
        (self.folder / KEPT).write_text(json.dumps([asdict(step) for step in self.steps], indent=1), encoding="utf-8")
