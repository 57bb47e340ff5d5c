"""What a table looks like: values to draw, counted and placed, and the faces of the cards.

Pure functions from positions of `bornes` to view values. `cards.svg` holds the faces, drawn for this project:
each has a symbol, its token and a pattern of its kind, so that no card is told by its colour alone. How they are
laid out is in the templates of `bornes_api.pages`.
"""
