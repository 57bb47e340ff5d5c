"""Sheets of paper: score sheet, ruling slip, round sheet, standings (spec/paper.md). Values in, HTML out."""
