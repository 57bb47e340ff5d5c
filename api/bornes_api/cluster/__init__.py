"""More than one machine: sources in shards, each judged somewhere and written as a file of its own."""
