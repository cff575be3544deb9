"""How the eyes' networks are made: drawn cards on drawn tables, nothing photographed. `make train` runs it."""
