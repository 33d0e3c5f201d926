"""The live gate's arithmetic: what a before/after window can detect, what a series decides."""
