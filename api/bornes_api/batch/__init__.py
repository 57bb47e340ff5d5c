"""Many records at once: cut into parts, judged by several processes, answered in order."""
