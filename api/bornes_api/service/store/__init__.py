"""Kept records: a small store on SQLite."""
