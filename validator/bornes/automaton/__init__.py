"""The fast path: accepts and scores a record, or leaves it to the judge, which finds and words everything.

It knows no rule of its own. What a card may do to a car is asked of the same functions as the judge asks
(`bornes.rules`, `bornes.car`), once for each state of a car, and kept in a table. A property test holds the
two to the same report.
"""
