"""The live gate: scores from a person's words, verdicts about edits, and edits taken back."""
