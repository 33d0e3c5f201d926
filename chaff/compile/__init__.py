"""From Jsonnet specs to committed, hashed experiments."""
