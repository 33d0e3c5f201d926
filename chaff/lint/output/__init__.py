"""What is told of a run: for people, for programs, for code scanning, for GitHub."""
