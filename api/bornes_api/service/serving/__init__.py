"""The service as a process: waitress with explicit bounds, workers, a clean stop."""
