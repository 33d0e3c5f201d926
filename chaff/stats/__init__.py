"""The admission test in integers, and everything that is shown beside its verdict."""
