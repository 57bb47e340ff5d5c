"""The judge: a fold over the lines of a record. Each module is one kind of event."""
