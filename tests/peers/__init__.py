"""Converts the game logs of other people's programs into MBN 1 text, as it happened."""
