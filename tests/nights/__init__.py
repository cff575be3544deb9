"""Tests of `companion.nights`."""
