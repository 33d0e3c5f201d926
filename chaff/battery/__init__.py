"""What a battery asks, how its tools answer, and how its answers are scored; all of it pure."""
