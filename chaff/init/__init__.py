"""A new rule repository: what `chaff init` writes into a folder."""
