"""The commands, one module each. Everything but click is imported when the command runs."""
