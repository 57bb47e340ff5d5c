"""The pages about tournaments: standings, rounds, matches with their rulings, the ledger."""
