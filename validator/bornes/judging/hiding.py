"""What the lines of a hand leave unsaid: faces written as unknown, deals and draws not written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bornes.judging.turns import faces_of
from bornes_notation.record import Deal, Line, Show, Turn


def seats_with_hidden_faces(lines: Iterable[Line]) -> set[str]:
    """Seats of which a dealt or drawn card was written without its face."""
    seats = set()
    for line in lines:
        match line.item:
            case Deal(seat=seat, faces=faces) if None in faces:
                seats.add(seat)
            case Turn(seat=seat, draw=draw, interrupts=shown):
                if draw is not None and None in draw.faces:
                    seats.add(seat)
                seats |= {each.seat for each in shown if each.draw is not None and None in each.draw.faces}
            case _:
                pass
    return seats


def is_open(seats: Sequence[str], lines: Sequence[Line]) -> bool:
    """Whether every deal is written and no face that was dealt, drawn, shown or discarded is hidden."""
    dealt = {line.item.seat for line in lines if isinstance(line.item, Deal)}
    faces = (
        faces_of(line.item) if isinstance(line.item, Turn) else line.item.faces
        for line in lines
        if isinstance(line.item, Turn | Deal | Show)
    )
    return dealt == set(seats) and not any(None in each for each in faces)
