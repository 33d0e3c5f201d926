"""Lints instruction files: blocks, matches, fixes (pure), and the edge that reads and writes."""
