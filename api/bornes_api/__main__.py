"""`python -m bornes_api` is the command `bornes`."""

from bornes_api.cli import main

main()
