"""Kiosk, phones and host page: the Starlette app, its templates and static files."""
