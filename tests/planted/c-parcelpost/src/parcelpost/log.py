"""A log without names and addresses."""
