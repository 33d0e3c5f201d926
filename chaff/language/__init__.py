"""Which language words are in."""
