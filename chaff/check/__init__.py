"""CI's reader: recomputes what can be recomputed, and trusts nothing else."""
