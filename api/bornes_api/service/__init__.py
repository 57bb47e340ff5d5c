"""The service: an HTTP API over the judge (spec/service.md)."""
