"""Collect."""
