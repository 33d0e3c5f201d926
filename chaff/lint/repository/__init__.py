"""The repository around an instruction file: what exists, what is ignored or defined there."""
