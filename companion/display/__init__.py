"""What to show: OLED screens, sounds and speech, as pure functions of a view."""
