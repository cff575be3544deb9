"""The judge of a card image (`make image`): an emulated machine starts from it, by U-Boot as a Pi does."""
