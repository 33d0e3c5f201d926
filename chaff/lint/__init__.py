"""Lints instruction files: here the engine and what a project sets; the folders have a job each."""
