"""The pages: what was found, told to people in HTML. They translate and never decide (spec/pages.md)."""
