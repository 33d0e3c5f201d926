"""Measures rules on a model: the only part of chaff that can spend money."""
