"""A frame in, cards with places and confidence out: find, rectify, read, arrange, watch."""
