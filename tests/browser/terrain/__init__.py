"""The terrain editor under fingers."""
