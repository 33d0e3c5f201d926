"""Hermes, now Evri."""
