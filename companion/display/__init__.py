"""What to show: OLED screens and sounds, as pure functions of a view."""
