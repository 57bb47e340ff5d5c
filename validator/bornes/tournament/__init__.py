"""Tournaments: what a tournament file says, and the standings that follow from judged records. Reads no file."""
