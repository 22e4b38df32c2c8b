"""What the user did: the log of events is the truth, the state is derived from it."""
