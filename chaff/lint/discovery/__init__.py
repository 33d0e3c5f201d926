"""Finds and reads the files that are to be linted, as the coding agents would load them."""
