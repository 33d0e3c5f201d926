"""chaff gates agent instruction files: lint rules by experiment, live edits by measurement."""

__version__ = "0.1.0"
