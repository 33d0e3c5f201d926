"""One parsed file: its lines, blocks and code spans, its language, and what it refers to."""
