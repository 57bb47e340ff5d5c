"""Forty texts that would do something if a page took them for more than text, and a record full of them."""

from __future__ import annotations

MARK = "hostile"
"""What each of them would leave behind: ``window.hostile`` set, or a dialog."""
_RUN = "window.hostile=1;alert(1)"

HOSTILE = (
    f"<script>{_RUN}</script>",
    f"</script><script>{_RUN}</script>",
    f"</title><script>{_RUN}</script>",
    f"</textarea><script>{_RUN}</script>",
    f"</style><script>{_RUN}</script>",
    f"</pre><script>{_RUN}</script>",
    f"</svg><script>{_RUN}</script>",
    f"--><script>{_RUN}</script>",
    f"]]><script>{_RUN}</script>",
    f"<img src=x onerror={_RUN}>",
    f'<img src="x" onerror="{_RUN}">',
    f"<svg onload={_RUN}>",
    f"<svg><script>{_RUN}</script></svg>",
    f"<svg><animate onbegin={_RUN} attributeName=x dur=1s>",
    f"<body onload={_RUN}>",
    f"<iframe srcdoc='<script>parent.{_RUN}</script>'></iframe>",
    f"<iframe src=javascript:{_RUN}></iframe>",
    f"<a href=javascript:{_RUN}>x</a>",
    f"<details open ontoggle={_RUN}>",
    f"<input autofocus onfocus={_RUN}>",
    f"<video><source onerror={_RUN}></video>",
    f"<math><mtext></mtext><script>{_RUN}</script></math>",
    f"<object data=javascript:{_RUN}></object>",
    f"<embed src=javascript:{_RUN}>",
    f"<form action=javascript:{_RUN}><button>x</button></form>",
    f"<meta http-equiv=refresh content='0;url=javascript:{_RUN}'>",
    "<base href=//hostile.example/>",
    "<link rel=stylesheet href=//hostile.example/x.css>",
    "<style>*{display:none}</style>",
    f'"><script>{_RUN}</script>',
    f"'><script>{_RUN}</script>",
    f'" autofocus onfocus="{_RUN}" x="',
    f"' autofocus onfocus='{_RUN}' x='",
    f"` onmouseover={_RUN} x=`",
    f"javascript:{_RUN}",
    "{{ 7*7 }}{% raw %}{{ config }}",
    "${7*7}#{7*7}<%= 7*7 %>",
    "&lt;script&gt;&#60;b&#62;&amp;",
    "\u202egnp.exe\u2066\u200b\ufeff",
    "%(count)s %s {0} \\u003cscript\\u003e %3Cscript%3E",
)


def hostile_record(text: str) -> str:
    """A record with faults that has the text in every place where a text may stand, and in some where it may not."""
    return f"""; {text}
MBN 1 ; {text}
Event: {text}
Site: {text}
Date: {text}
Round: {text}
Ruleset: winning-moves
Annotator: {text}
X: {text}
Y: {text}

; {text}
hand 1 first X ; {text}
x-note {text}
1. X R+ ; {text}
2. Y R+
3. X L->Y ; {text}
4. Y 75 ; {text}
{text}
5. X 100 {text}
end unfinished X 100 Y 75 ; {text}
"""


def readable_hostile_record(text: str) -> str:
    """The same without what makes it unreadable."""
    bad = (f"Date: {text}", text, f"5. X 100 {text}")
    return "".join(f"{line}\n" for line in hostile_record(text).splitlines() if line not in bad)
