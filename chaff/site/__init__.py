"""Pages for people: what is believed, what was measured, and what could not be."""
