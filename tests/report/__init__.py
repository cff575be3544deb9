"""Tests of what a match could have been."""
