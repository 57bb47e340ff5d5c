"""Characters that look like those of the notation and are not."""

from __future__ import annotations

import re
from unicodedata import name, normalize

from bornes_notation.errors import Fault
from bornes_notation.wording import worded

_FOREIGN = re.compile(r"[^\t -~]")
_PLAIN = {
    **dict.fromkeys("‐‑‒–—―−﹣", "-"),
    **dict.fromkeys("×✕✖∗⁎★☆•·✱", "*"),
    **dict.fromkeys("→⇒➔➜⟶", "->"),
    **dict.fromkeys("›〉≻", ">"),
    **dict.fromkeys("‹〈", "<"),
    **dict.fromkeys("⁄∕÷", "/"),
    **dict.fromkeys("¿؟", "?"),
    **dict.fromkeys("ǃ¡", "!"),
    **dict.fromkeys("٫。․", "."),
    **dict.fromkeys("\u00a0\u1680\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u3000", " "),
    **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f", ""),
    **dict.fromkeys("‘’‚“”„«»′″", ""),
    **dict.fromkeys("АΑ", "A"),
    **dict.fromkeys("ТΤ", "T"),
    **dict.fromkeys("ХΧ", "X"),
    **dict.fromkeys("УΥҮ", "Y"),
    **dict.fromkeys("РΡ", "P"),
    **dict.fromkeys("ΖƵ", "Z"),
    "ᖇ": "R",
    "Ϝ": "F",
}


def look_alike(text: str) -> Fault | None:
    """The first character of a line (without its comment) that no form of the notation has, if any."""
    found = _FOREIGN.search(text)
    if found is None:
        return None
    character = found[0]
    named = f"U+{ord(character):04X} {name(character, 'UNNAMED CHARACTER')}"
    plain = plain_character(character)
    if plain is None:
        advice = worded("the notation has no such character outside comments and header values")
    elif plain == "":
        advice = worded("delete it")
    else:
        named_plain = _NAMES.get(plain) or worded("the plain %(character)s", character=plain)
        advice = worded("write %(character)s", character=named_plain)
    expected = (plain,) if plain else ()
    return Fault(
        "MB004",
        worded("the line holds %(character)s; %(advice)s", character=named, advice=advice),
        found.span(),
        expected,
    )


_NAMES = {" ": worded("a plain blank"), "-": worded("a plain hyphen -"), "*": worded("a plain asterisk *")}


def plain_character(character: str) -> str | None:
    """What is meant by a look-alike: a plain text, "" if it is needless, None if nothing is known."""
    if character in _PLAIN:
        return _PLAIN[character]
    folded = normalize("NFKC", character)
    return folded if folded.isascii() and folded.isprintable() else None
