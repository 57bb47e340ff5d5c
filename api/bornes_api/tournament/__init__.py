"""Tournament folders: their records read and judged, standings published, compared and verified."""
