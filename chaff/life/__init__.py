"""The second pull request of a rule: enforce it, bury it, or take its tier away."""
