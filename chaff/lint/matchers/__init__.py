"""One module a kind of detection: each yields what it flags in a parsed file."""
