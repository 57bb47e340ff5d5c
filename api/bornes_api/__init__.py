"""The edges of bornes: command line, HTTP and pages. They translate, and never decide."""

__version__ = "0.1.0"
