"""Reports as columns: a row a hand, for archives that are questioned with DuckDB, Polars and their like."""
