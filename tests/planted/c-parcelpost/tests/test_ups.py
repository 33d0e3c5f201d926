"""UPS, from its cassette."""
