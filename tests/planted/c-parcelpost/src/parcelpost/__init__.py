"""Rates, labels and tracking."""

__version__ = "5.3.0"
