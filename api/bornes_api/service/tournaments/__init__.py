"""Tournament folders that the service shows, and what may be written into them."""
