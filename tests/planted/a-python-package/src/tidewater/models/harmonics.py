"""Harmonics."""
