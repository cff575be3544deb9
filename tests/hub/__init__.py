"""Tests of what tables tell, and of the hub."""
