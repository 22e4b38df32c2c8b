"""Marking: an answer against an outline. Pure: no clock, randomness, environment or files."""
