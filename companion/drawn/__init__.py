"""Drawn tables: the house's cards laid on a drawn table, as a camera would see them."""
