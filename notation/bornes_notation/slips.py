"""What people write instead of what the notation has: a table of slips, each with what was meant.

A slip only says what a line could be; `bornes_notation.mending` offers it if the grammar then takes the line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from bornes_notation.wording import Wording, marked

Players: TypeAlias = Mapping[str, str]
"""The seats of the header in order of play, each with the name of its player."""

CARD: Final = r"(?:25|50|75|100|200|[AFTRL][-+]|[AFTR]\*|\?)"
SIDE: Final = "[XYZWVUQP]"
SEAT: Final = f"{SIDE}[1-9]?"
BEFORE: Final = r"(?<![A-Za-z0-9])"
AFTER: Final = r"(?![A-Za-z0-9])"

KEYWORDS: Final = (
    *("hand", "deal", "pile", "setup", "show", "reshuffle"),
    *("check", "ruling", "end", "result", "carried"),
)
"""First words of lines, a turn and an ``x-`` line apart."""

WORDS: Final = (
    *KEYWORDS,
    *("first", "pass", "ext", "noext", "miles", "cards", "total", "won", "tied"),
    *("stands", "retract", "void", "penalty", "forfeit", "redeal"),
    *("trip", "exhausted", "conceded", "adjudicated", "abandoned", "unfinished"),
)
"""Every word of the notation."""

SETUP_KEYS: Final = (
    *("km", "bonus", "battle", "speed", "safeties", "200s", "needs-roll"),
    *("pile", "discard", "next", "target", "caller"),
)

_OTHER_WORDS: Final = {
    **dict.fromkeys(("begins", "starts", "starting", "start"), "first"),
    **dict.fromkeys(("extension", "extend", "extended"), "ext"),
    **dict.fromkeys(("wins", "winner", "won by"), "won"),
    **dict.fromkeys(("draw", "tie"), "tied"),
}


@dataclass(frozen=True, slots=True)
class Slip:
    """One thing that people write instead.

    Attributes:
        found: Where it is.
        meant: What is put there instead: a template, or a function; what gives the same text is no slip.
        why: The sentence for it; ``%(found)s`` and ``%(right)s`` stand for what was written and what was meant.
        lines: Which lines may have it.
    """

    found: re.Pattern[str]
    meant: str | Callable[[re.Match[str], Players], str]
    why: str
    lines: re.Pattern[str]

    def mend(self, text: str, players: Players) -> tuple[str, str]:
        """The line with what was meant, and the sentence for the first place that changed; "" if none did."""
        if not self.lines.match(text):
            return text, ""
        said: list[tuple[str, str]] = []

        def put(found: re.Match[str]) -> str:
            right = found.expand(self.meant) if isinstance(self.meant, str) else self.meant(found, players)
            if right != found[0]:
                said.append((found[0].strip(" \t"), right.strip(" \t")))
            return right

        mended = self.found.sub(put, text)
        return mended, Wording(self.why, {"found": said[0][0], "right": said[0][1]}) if said else ""


_ANY = re.compile("")
_SETUP = re.compile(r"[ \t]*setup\b")
_NO_SETUP = re.compile(r"(?![ \t]*setup\b)")
_TURN = re.compile(rf"[ \t]*(?:[0-9]+\.?)?[ \t]*{SIDE}")


def _slip(
    found: str,
    meant: str | Callable[[re.Match[str], Players], str],
    why: str,
    lines: re.Pattern[str] = _ANY,
) -> Slip:
    return Slip(re.compile(found), meant, why, lines)


def _keyword(found: re.Match[str], _: Players) -> str:
    small = found[0].lower()
    return small if small in WORDS else found[0]


def _nearest_word(found: re.Match[str], _: Players) -> str:
    from difflib import get_close_matches

    word = found[0].lower()
    if word in WORDS:
        return found[0]
    # A slip hardly ever spares the rest of a word and takes its first letter; comparing is slow.
    alike = [each for each in WORDS if each[0] == word[0]]
    near = get_close_matches(word, alike, n=1, cutoff=0.75)
    return _OTHER_WORDS.get(word) or (near[0] if near else found[0])


def _digits(found: re.Match[str], _: Players) -> str:
    return found[0].translate(str.maketrans("OolI", "0011"))


def _nines(found: re.Match[str], _: Players) -> str:
    nines, rest = divmod(int(found[0][:-1]), 9)
    return " ".join(["9?"] * nines + [f"{rest}?"] * bool(rest))


def _seat_of(found: re.Match[str], players: Players) -> str:
    """The only seat whose player has that name, or a name with that word in it."""
    name = found[0].casefold()
    named = [seat for seat, player in players.items() if name == player.casefold()]
    named = named or [
        seat for seat, player in players.items() if name in re.findall(r"\w+", player.casefold())
    ]
    return named[0] if len(named) == 1 else found[0]


def _key_in_small_letters(found: re.Match[str], _: Players) -> str:
    return found[0].lower()


_SETUP_KEY = "(?:" + "|".join(SETUP_KEYS) + ")"
_ARROW = "(?:=+>|-+>|>+|<-+|-_|->>|on|to|vs|against)"

SLIPS: Final = (
    _slip(r"[ \t]+(?:#|//)[ \t]*(?![0-9])(.*)$", r" ; \1", marked("a comment begins with a semicolon")),
    _slip(r"\b[A-Za-z]{3,}\b", _keyword, marked("%(found)s is written in small letters: %(right)s")),
    _slip(
        rf"{BEFORE}(?i:mb)[ \t-]?([0-9]{{3}})(?![0-9])",
        r"MB\1",
        marked("a code is written in one word, with capitals: %(right)s"),
    ),
    _slip(
        rf"((?<![.:])[ \t])({SEAT})[ \t]*:(?=[ \t]*[AFTR]\*)",
        r"\1\2!",
        marked("a seat that shows a card out of turn has an exclamation mark: %(right)s"),
    ),
    _slip(
        rf"->({SIDE})(?:[ \t]*!|[ \t]+(?i:cf|coup)\b)",
        r"->\1 \1!",
        marked("who shows a card out of turn is written after the attack: %(right)s"),
    ),
    _slip(r"(?<=[0-9A-Za-z])[ \t]*:(?=[ \t]|$)", "", marked("no colon stands in a line like this, only blanks")),
    _slip(
        rf"{BEFORE}(?i:{_SETUP_KEY})[ \t]*=", _key_in_small_letters, marked("a key is written %(right)s"), _SETUP
    ),
    _slip(
        rf"{BEFORE}({_SETUP_KEY})(?:[ \t]*[=:][ \t]*|[ \t]+)(?=[^ \t=:])",
        r"\1=",
        marked("the value follows its key in the same word, after an equals sign"),
        _SETUP,
    ),
    _slip(
        rf"(?<=[-+*]),?[ \t]+,?(?={CARD}(?:[ \t,]|$))",
        ",",
        marked("the cards of a pile are joined by commas, without blanks"),
        _SETUP,
    ),
    _slip(r",(?=[ \t]|$)", "", marked("no comma stands between the keys, only blanks"), _SETUP),
    _slip(
        rf"/[ \t]*({CARD})[ \t]*,[ \t]*({CARD})",
        r"/\1 /\2",
        marked("each card that is discarded has its own stroke: %(right)s"),
    ),
    _slip(r"[ \t]*,[ \t]*", " ", marked("no comma stands between the words, only blanks"), _NO_SETUP),
    _slip(
        rf"({SIDE}|pile|miles|cards)[ \t]*=[ \t]*(?=-?[0-9])",
        r"\1 ",
        marked("no equals sign stands before a number, only a blank"),
        _NO_SETUP,
    ),
    _slip(r"[\[{<]([^\[\](){}<>]*)[\]}>]", r"(\1)", marked("cards that were drawn stand in parentheses: %(right)s")),
    _slip(rf"(?<![(<])<({CARD})", r"(<\1)", marked("a card taken from the discard pile stands in parentheses: %(right)s")),
    _slip(r"\({2,}([^()]*)\){2,}", r"(\1)", marked("one pair of parentheses is enough: %(right)s")),
    _slip(
        r"\(([^()]*)\)[ \t]*\(([^()]*)\)",
        r"(\1 \2)",
        marked("all cards drawn stand in one pair of parentheses: %(right)s"),
    ),
    _slip(rf"\([ \t]*(<?{CARD})(?=[^()]*$)", r"(\1)", marked("the parenthesis is not closed: %(right)s")),
    _slip(
        rf"^([^()]*?[ \t])((?:{CARD}[ \t]+)*{CARD})\)",
        r"\1(\2)",
        marked("a parenthesis is closed that was never opened"),
    ),
    _slip(r"\)\)+", ")", marked("one parenthesis too many is closed")),
    _slip(
        rf"{BEFORE}([AFTRL])[ \t]*-?[ \t]*{_ARROW}[ \t]*({SIDE}){AFTER}",
        r"\1->\2",
        marked("a hazard laid on a side is written in one word: %(right)s"),
    ),
    _slip(
        rf"-?>[ \t]*({SIDE})[ \t]+([AFTRL])-?{AFTER}",
        r"\2->\1",
        marked("a hazard laid on a side is written in one word, the hazard first: %(right)s"),
    ),
    _slip(
        r"(?<![A-Za-z0-9+*-])([-+*])([AFTRL])(?![A-Za-z0-9])",
        r"\2\1",
        marked("the sign of a card follows its letter: %(right)s"),
    ),
    _slip(
        rf"{BEFORE}([AFTRL])[ \t]+([+*])", r"\1\2", marked("a card is written in one word: %(right)s")
    ),
    _slip(rf"{BEFORE}([AFTRL])([-+*])\2+(?!>)", r"\1\2", marked("a card has one sign: %(right)s")),
    _slip(rf"{BEFORE}([AFTR]\*)!", r"\1", marked("an exclamation mark follows a seat, never a card: %(right)s")),
    _slip(
        r"(?<![A-Za-z0-9])(?=[OolI]*[0-9])[0-9OolI]{2,}(?![A-Za-z0-9])",
        _digits,
        marked("a number has digits only, no letters O or l: %(right)s"),
    ),
    _slip(
        r"(?<=[0-9])[ \t]*(?i:kms?|miles|mi|pts?|points?)\b\.?",
        "",
        marked("a number has no unit"),
    ),
    _slip(r"(?<![A-Za-z0-9])[-+](25|50|75|100|200)(?![0-9])", r"\1", marked("a card has no sign before it: %(right)s"), _TURN),
    _slip(
        r"(?<=[ \t])\+(?=[0-9])",
        "",
        marked("points have a sign only if they are negative"),
        re.compile(r"[ \t]*(?i:carried|end|result|check)\b"),
    ),
    _slip(r"(?<![0-9])([1-9])[ \t]*x?[ \t]*\?", r"\1?", marked("the number of unknown cards is written %(right)s")),
    _slip(
        r"(?<![0-9])[1-9][0-9]{1,2}\?",
        _nines,
        marked("at most nine unknown cards stand in one word: %(right)s"),
    ),
    _slip(
        rf"(?i:\bdiscard(?:s|ed)?\b|\\)[ \t]*({CARD})",
        r"/\1",
        marked("a card that is discarded has a stroke before it: %(right)s"),
    ),
    _slip(rf"(?i:\bdr[ae]ws?\b)[ \t]*({CARD})", r"(\1)", marked("a card that was drawn stands in parentheses: %(right)s")),
    _slip(r"(?<=[A-Za-z0-9*+)-])[ \t]*[.!?:,]+[ \t]*$", "", marked("no full stop and no other mark stands at the end of a line")),
    _slip(r"(?<=[0-9])\.{2,}", ".", marked("one full stop follows the number of a turn")),
    _slip(r"\b(?i:won by|[a-z]{3,})\b", _nearest_word, marked("%(found)s is no word of the notation; it has %(right)s")),
    _slip(r"[^\W\d_]+(?:[ ,.'-]+[^\W\d_]+)*", _seat_of, marked("a seat is written as in the header, not by name: %(right)s")),
    _slip(r"[^\W\d_]{2,}", _seat_of, marked("a seat is written as in the header, not by name: %(right)s")),
    _slip(
        rf"((?:[ \t]+{SEAT}[ \t]*![^!]*?)+)[ \t]+((?:no)?ext)[ \t]*$",
        r" \2\1",
        marked("the call stands before the cards shown out of turn"),
    ),
    _slip(rf"(hand[ \t]*)#?([0-9]+)[ \t]+(?={SEAT}[ \t]*$)", r"\1\2 first ", marked("the seat that begins follows the word first")),
    _slip(r"(hand[ \t]*)#(?=[0-9])", r"\1", marked("no number sign stands before the number of a hand")),
    _slip(
        rf"({SIDE}(?:[ \t]+{SIDE})*)[ \t]+won(?=[ \t]*$)",
        r"won \1",
        marked("the winner follows the word won: %(right)s"),
    ),
    _slip(
        rf"(penalty)[ \t]+([-+][0-9]+)[ \t]+({SEAT})(?=[ \t]|$)",
        r"\1 \3 \2",
        marked("the points stand after the side: %(right)s"),
    ),
    _slip(
        rf"(check)[ \t]+({SEAT})[ \t]+(miles|cards|total)",
        r"\1 \3 \2",
        marked("the side stands after what is checked: %(right)s"),
    ),
    _slip(
        rf"(ruling)[ \t]+({SEAT})[ \t]+(stands|retract|void|forfeit|penalty)",
        r"\1 \3 \2",
        marked("the seat stands after the verb: %(right)s"),
    ),
)  # fmt: skip
"""In this order: what an earlier one mends, a later one need not know."""
