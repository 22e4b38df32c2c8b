"""tiku (题库): a question bank for AI heterogeneous computing interviews, and the program that drills it."""

__version__ = "0.1.0"
