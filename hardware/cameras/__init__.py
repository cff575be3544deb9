"""The sources a Camera can have: the Pi's own camera, USB, photos, a drawn table."""
