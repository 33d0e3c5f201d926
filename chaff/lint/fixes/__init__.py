"""Fixes, from the edits as data to files that are written whole or not at all."""
