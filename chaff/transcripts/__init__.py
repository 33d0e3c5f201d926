"""What a person said to an agent, read from the transcripts that agents keep."""
