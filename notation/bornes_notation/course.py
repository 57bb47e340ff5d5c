"""Which line may stand where: the order of lines, and the numbering of hands and turns."""

from __future__ import annotations

from bornes_notation.errors import Fault
from bornes_notation.limits import EVENTS_LIMIT
from bornes_notation.record import (
    Carried,
    Columns,
    Deal,
    End,
    Hand,
    Item,
    Other,
    Pile,
    Result,
    Setup,
    Turn,
)
from bornes_notation.wording import worded
from bornes_notation.writer import format_item


class Course:
    """How far a record has come; each line is shown to it in order."""

    def __init__(self) -> None:
        self.turn = 0
        """Turn lines so far in this hand."""
        self.steady = False
        """Whether another turn, numbered one higher, may follow unasked."""
        self.hand_begun = False
        """Whether any hand has begun."""
        self.hands = 0
        """How many hands have begun, those of unreadable lines included."""
        self._hand: int | None = 0
        self._carried = False
        self._ended = False
        self._result = False
        self._turn_certain = True
        self._said: set[str] = set()

    def place(self, item: Item) -> Fault | None:
        """Why an item cannot stand here; if it can, it is taken note of."""
        if self._result:
            return _after_result(item)
        match item:
            case Other():
                return None
            case Carried():
                return self._carry()
            case Hand():
                return self._open(item)
            case Result():
                self._result = True
                self.steady = False
                return None
        if not self.hand_begun:
            word = format_item(item).split(" ", 1)[0]
            named = worded("a turn") if isinstance(item, Turn) else word
            return Fault(
                "MB012",
                worded(
                    "%(line)s stands before the first hand; a hand begins with: hand 1 first X", line=named
                ),
            )
        match item:
            case Deal() | Pile() | Setup():
                return self._prepare(item)
            case Turn():
                return self._turn(item)
            case End():
                return self._end()
        return None

    def turn_number(self, number: int | None, columns: Columns) -> Fault | None:
        """Checks the written number of the turn line just placed."""
        expected, certain = self.turn, self._turn_certain
        if number is None:
            return None
        self.turn, self._turn_certain = number, True
        self.steady = not self._ended
        if number == expected or not certain:
            return None
        hint = ""
        if number in (25, 50, 75, 100, 200):
            hint = worded(" (is there a full stop after a card?)")
        message = worded(
            "turn %(number)s where turn %(expected)s is due; turns count from 1 in each hand%(hint)s",
            number=number,
            expected=expected,
            hint=hint,
        )
        return Fault("MB016", message, columns, (f"{expected}.",))

    def unreadable(self, first_word: str, number: int | None) -> None:
        """Takes note of a line that could not be read, as far as its beginning tells what it was."""
        keyword = first_word.lower()
        if keyword == "hand":
            self._begin_hand(None)
        elif keyword == "end":
            self._ended, self.steady = True, False
        elif keyword == "result":
            self._result = True
        elif number is not None:
            self.turn = number
        elif first_word[:1] in tuple("XYZWVUQP0123456789"):
            self._turn_certain = self.steady = False

    def _turn(self, turn: Turn) -> Fault | None:
        events = len(turn.actions) + len(turn.interrupts)
        if events > EVENTS_LIMIT:
            return Fault(
                "MB030",
                worded(
                    "%(events)s cards on one turn line; at most %(most)s can stand there",
                    events=events,
                    most=EVENTS_LIMIT,
                ),
            )
        self.turn += 1
        self.steady = self._turn_certain and not self._ended
        return None

    def _carry(self) -> Fault | None:
        if self.hand_begun:
            return Fault("MB012", worded("carried stands before the first hand"))
        if self._carried:
            return Fault("MB014", worded("the totals carried are given twice"))
        self._carried = True
        return None

    def _open(self, hand: Hand) -> Fault | None:
        before, is_first = self._hand, not self.hand_begun
        self._begin_hand(hand.number)
        if is_first and self._carried and hand.number > 0:
            return None
        if before is None or hand.number == before + 1:
            return None
        message = worded("hand %(number)s where hand %(due)s is due", number=hand.number, due=before + 1)
        if is_first:
            message = worded(
                "%(message)s; hands count from 1, or go on after a carried line", message=message
            )
        return Fault("MB015", message, expected=(str(before + 1),))

    def _begin_hand(self, number: int | None) -> None:
        self._hand, self.hand_begun = number, True
        self.hands += 1
        self.turn, self.steady, self._ended, self._turn_certain = 0, False, False, True
        self._said.clear()

    def _prepare(self, item: Deal | Pile | Setup) -> Fault | None:
        key, said = _subject(item)
        if self._ended or self.turn:
            return Fault(
                "MB012", worded("%(line)s stands before the first turn of its hand", line=key.split(" ")[0])
            )
        if key in self._said:
            return Fault("MB014", worded("%(subject)s is given twice in this hand", subject=said))
        self._said.add(key)
        return None

    def _end(self) -> Fault | None:
        if self._ended:
            return Fault(
                "MB014", worded("this hand has an end line already; the next line can be a new hand")
            )
        self._ended, self.steady = True, False
        return None


def _subject(item: Deal | Pile | Setup) -> tuple[str, str]:
    """What a line before the first turn is about: a key, and the words for it."""
    match item:
        case Deal(seat):
            return f"deal {seat}", worded("the deal of %(seat)s", seat=seat)
        case Pile():
            return "pile", worded("the draw pile")
        case Setup(None):
            return "setup", worded("the setup of the table")
        case Setup(side):
            return f"setup {side}", worded("the setup of side %(side)s", side=side)


def _after_result(item: Item) -> Fault:
    if isinstance(item, Result):
        return Fault("MB014", worded("the result is given twice"))
    return Fault("MB012", worded("nothing but comments stands after the result line"))
