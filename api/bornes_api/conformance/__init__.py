"""The corpus of `fixtures/`, and programs measured by it: loading, comparing, the protocol, what comes of it."""
