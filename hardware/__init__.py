"""Everything that touches a device: panel, screen, camera. Imports nothing from `companion`."""
