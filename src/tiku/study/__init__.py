"""What is remembered and what comes next: pure functions, time and seed are arguments."""
