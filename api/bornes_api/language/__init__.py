"""What people read, in their language: the catalogues, and the words of the game."""
