"""The sizes of paper that everything printed can be had on."""

from __future__ import annotations

from typing import Literal

Paper = Literal["a4", "letter"]
PAPERS_MM: dict[Paper, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
DEFAULT_PAPER: Paper = "a4"
