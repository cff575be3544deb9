"""In place of pykms, which Debian has not: picamera2 asks it for names, and needs it for windows that nobody opens."""


class _Named(type):
    def __getattr__(cls, name: str) -> str:
        return name


class PixelFormat(metaclass=_Named):
    """Every format by its name."""
