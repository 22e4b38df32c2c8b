"""What the user sees in a terminal. rich has its only home here."""
