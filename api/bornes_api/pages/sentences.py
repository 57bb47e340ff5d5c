"""A line of a record in words: who drew what, laid what, on whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bornes_api.language.words import CARDS
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


def told(item: Item | None, _: Gettext) -> str:
    """What a line says, in a sentence; "" for lines that say nothing of the play."""
    return "; ".join(part for part in _parts(item, _) if part)


def played_card(item: Item | None) -> Face:
    """The card to show beside the sentence: the first one laid or discarded, if it is known."""
    if not isinstance(item, Turn) or not item.actions:
        return None
    action = item.actions[0]
    if isinstance(action, Play | Attack):
        return action.card
    return action.face if isinstance(action, Discard) else None


def _parts(item: Item | None, _: Gettext) -> Iterator[str]:
    match item:
        case None:
            yield _("The hand ends here")
        case Turn():
            yield from _turn(item, _)
        case Ruling():
            yield _ruling(item, _)
        case Show():
            yield _("%(seat)s shows %(cards)s") % {"seat": item.seat, "cards": _cards(item.faces, _)}
        case Reshuffle():
            yield _("The discard pile is shuffled and becomes the draw pile")
        case Check():
            yield _("Somebody looked: %(fact)s is said to be %(value)s") % {
                "fact": item.fact if item.who is None else f"{item.fact} {item.who}",
                "value": item.value,
            }
        case End():
            yield _("The hand is written down as ended: %(reason)s") % {"reason": item.reason}
        case Hand():
            yield _("Hand %(number)s begins, %(seat)s first") % {"number": item.number, "seat": item.first}
        case _:
            yield _("A line of the record")


def _turn(turn: Turn, _: Gettext) -> Iterator[str]:
    said = [_draw(turn.draw, _), *(_action(action, _) for action in turn.actions)]
    if turn.call is not None:
        said.append(_("calls the extension") if turn.call else _("declines the extension"))
    words = [each for each in said if each] or [_("begins a turn")]
    yield f"{turn.seat} {', '.join(words)}"
    yield from (_interrupt(each, _) for each in turn.interrupts)


def _draw(draw: Draw | None, _: Gettext) -> str:
    if draw is None:
        return ""
    if not draw.faces:
        return _("draws nothing")
    words = _("takes %(cards)s from the discard pile") if draw.from_discard else _("draws %(cards)s")
    return words % {"cards": _cards(draw.faces, _)}


def _action(action: Action, _: Gettext) -> str:
    match action:
        case Play():
            return _("lays %(card)s") % {"card": _card(action.card, _)}
        case Attack():
            return _("lays %(card)s on %(side)s") % {"card": _card(action.card, _), "side": action.side}
        case Discard():
            return _("discards %(card)s") % {"card": _card(action.face, _)}
        case Pass():
            return _("passes")


def _interrupt(shown: Interrupt, _: Gettext) -> str:
    return _("%(seat)s shows %(card)s at once (coup fourré)") % {
        "seat": shown.seat,
        "card": _card(shown.shown.card, _),
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


def _cards(faces: tuple[Face, ...], _: Gettext) -> str:
    return ", ".join(_card(face, _) for face in faces)


def _card(face: Card | None, _: Gettext) -> str:
    return _("a card") if face is None else _(CARDS[face])
