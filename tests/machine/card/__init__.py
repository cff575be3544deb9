"""Tests of what a card image has of its own."""

from pathlib import Path

IMAGE = Path(__file__).parents[3] / "scripts/image"
SHIPPED_SETTINGS = (IMAGE / "boot/tableside.toml").read_bytes()
