"""A line of a record in words: who drew what, laid what, on whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from bornes_api.language.cardnames import CardName
from bornes_api.language.words import ENDINGS
from bornes_notation.cards import Card, Face
from bornes_notation.record import (
    Action,
    Attack,
    Check,
    Discard,
    Draw,
    End,
    Hand,
    Interrupt,
    Item,
    Pass,
    Play,
    Reshuffle,
    Ruling,
    Show,
    Turn,
)

Gettext = Callable[[str], str]
Names = Mapping[Card, CardName]


def told(item: Item | None, _: Gettext, names: Names) -> str:
    """What a line says, in a sentence with these names of the cards; "" for lines that say nothing of the play."""
    return "; ".join(part for part in _parts(item, _, names) if part)


def played_card(item: Item | None) -> Face:
    """The card to show beside the sentence: the first one laid or discarded, if it is known."""
    if not isinstance(item, Turn) or not item.actions:
        return None
    action = item.actions[0]
    if isinstance(action, Play | Attack):
        return action.card
    return action.face if isinstance(action, Discard) else None


def _parts(item: Item | None, _: Gettext, names: Names) -> Iterator[str]:
    match item:
        case None:
            yield _("The hand ends here")
        case Turn():
            yield from _turn(item, _, names)
        case Ruling():
            yield _ruling(item, _)
        case Show():
            yield _("%(seat)s shows %(cards)s") % {"seat": item.seat, "cards": _cards(item.faces, _, names)}
        case Reshuffle():
            yield _("The discard pile is shuffled and becomes the draw pile")
        case Check():
            yield _("Somebody looked: %(fact)s is said to be %(value)s") % {
                "fact": item.fact if item.who is None else f"{item.fact} {item.who}",
                "value": item.value,
            }
        case End():
            yield _("The hand is written down as ended: %(reason)s") % {"reason": _(ENDINGS[item.reason])}
        case Hand():
            yield _("Hand %(number)s begins, %(seat)s first") % {"number": item.number, "seat": item.first}
        case _:
            yield _("A line of the record")


def _turn(turn: Turn, _: Gettext, names: Names) -> Iterator[str]:
    said = [_draw(turn.draw, _, names), *(_action(action, _, names) for action in turn.actions)]
    if turn.call is not None:
        said.append(_("calls the extension") if turn.call else _("declines the extension"))
    words = [each for each in said if each] or [_("begins a turn")]
    yield f"{turn.seat} {', '.join(words)}"
    yield from (_interrupt(each, _, names) for each in turn.interrupts)


def _draw(draw: Draw | None, _: Gettext, names: Names) -> str:
    if draw is None:
        return ""
    if not draw.faces:
        return _("draws nothing")
    words = _("takes %(cards)s from the discard pile") if draw.from_discard else _("draws %(cards)s")
    return words % {"cards": _cards(draw.faces, _, names)}


def _action(action: Action, _: Gettext, names: Names) -> str:
    match action:
        case Play():
            return _("lays %(card)s") % {"card": _card(action.card, _, names)}
        case Attack():
            return _("lays %(card)s on %(side)s") % {
                "card": _card(action.card, _, names),
                "side": action.side,
            }
        case Discard():
            return _("discards %(card)s") % {"card": _card(action.face, _, names)}
        case Pass():
            return _("passes")


def _interrupt(shown: Interrupt, _: Gettext, names: Names) -> str:
    return _("%(seat)s shows %(card)s at once (coup fourré)") % {
        "seat": shown.seat,
        "card": _card(shown.shown.card, _, names),
    }


def _ruling(ruling: Ruling, _: Gettext) -> str:
    words = {
        "stands": _("Ruling: what %(who)s did stands"),
        "retract": _("Ruling: %(who)s takes the play back"),
        "void": _("Ruling: the play of %(who)s is void"),
        "penalty": _("Ruling: %(points)s points for %(who)s"),
        "forfeit": _("Ruling: %(who)s forfeits the hand"),
        "redeal": _("Ruling: the hand is dealt again"),
    }.get(ruling.verb, _("Ruling"))
    return words % {"who": ruling.who or "", "points": f"{ruling.points or 0:+d}"}


def _cards(faces: tuple[Face, ...], _: Gettext, names: Names) -> str:
    return ", ".join(_card(face, _, names) for face in faces)


def _card(face: Card | None, _: Gettext, names: Names) -> str:
    return _("a card") if face is None else names[face].text
