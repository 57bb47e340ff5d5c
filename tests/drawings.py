"""Bar charts as SVG text, readable on a light page and on a dark one. Whole numbers only: equal values, equal text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

LEFT, TOP, PLOT, FOOT = 48, 64, 200, 52
COLOURS = ("#3b7dd8", "#e08a1e", "#3f9f6b", "#9a7bd0")
STYLE = """\
<style>
  text { font: 13px system-ui, sans-serif; fill: #24292f }
  .title { font-weight: 600; font-size: 15px }
  .value { font-size: 11px }
  .grid { stroke: #8b949e; stroke-opacity: .35 }
  @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } }
</style>"""


@dataclass(frozen=True, slots=True)
class Chart:
    """What a drawing shows.

    Attributes:
        title: Its heading.
        below: What the groups are, and their unit.
        groups: What stands below each group of bars, with a value for each series.
        series: What the colours mean.
        stacked: Whether the values of a group add up; else they stand side by side.
        step: Distance of the grid lines.
        width: Of a bar, in pixels.
    """

    title: str
    below: str
    groups: Sequence[tuple[str, Sequence[float]]]
    series: Sequence[str]
    stacked: bool
    step: int
    width: int


def draw(chart: Chart) -> str:
    """The chart as the text of an SVG file."""
    bars = 1 if chart.stacked else len(chart.series)
    wide = chart.width * bars
    width = max(LEFT + (wide + max(chart.width // 2, 8)) * len(chart.groups) + 16, 460)
    pitch = (width - LEFT - 8) // len(chart.groups)
    highest = max(sum(values) if chart.stacked else max(values) for _, values in chart.groups)
    top = (int(highest) // chart.step + 1) * chart.step
    height = TOP + PLOT + FOOT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">',
        f"<title>{escape(chart.title)}</title>",
        STYLE,
        f'<text class="title" x="8" y="20">{escape(chart.title)}</text>',
        *_legend(chart.series),
        *_grid(top, chart.step, width),
    ]
    for place, (label, values) in enumerate(chart.groups):
        x = LEFT + pitch * place + (pitch - wide) // 2
        lines += (
            _stack(x, chart.width, values, top) if chart.stacked else _beside(x, chart.width, values, top)
        )
        lines.append(_label(x + wide // 2, TOP + PLOT + 18, label))
    lines += [_label((LEFT + width) // 2, height - 10, chart.below), "</svg>", ""]
    return "\n".join(lines)


def _legend(series: Sequence[str]) -> Iterator[str]:
    x = 8
    for name, colour in zip(series, COLOURS, strict=False):
        yield f'<rect x="{x}" y="34" width="11" height="11" fill="{colour}"/>'
        yield f'<text x="{x + 16}" y="44">{escape(name)}</text>'
        x += 40 + 8 * len(name)


def _grid(top: int, step: int, width: int) -> Iterator[str]:
    for value in range(0, top + 1, step):
        y = TOP + PLOT - PLOT * value // top
        yield f'<line class="grid" x1="{LEFT}" x2="{width - 8}" y1="{y}" y2="{y}"/>'
        yield f'<text class="value" x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{value}</text>'


def _beside(x: int, width: int, values: Sequence[float], top: int) -> Iterator[str]:
    for place, value in enumerate(values):
        tall = round(PLOT * value / top)
        yield _bar(x + place * width, TOP + PLOT - tall, width - 2, tall, place)
        yield _label(x + place * width + width // 2 - 1, TOP + PLOT - tall - 4, f"{value:g}", "value")


def _stack(x: int, width: int, values: Sequence[float], top: int) -> Iterator[str]:
    y = TOP + PLOT
    for place, value in enumerate(values):
        tall = round(PLOT * value / top)
        y -= tall
        if tall:
            yield _bar(x, y, width, tall, place)
    if sum(values):
        yield _label(x + width // 2, y - 4, f"{sum(values):g}", "value")


def _bar(x: int, y: int, width: int, height: int, series: int) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{COLOURS[series]}"/>'


def _label(x: int, y: int, text: str, kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x}" y="{y}" text-anchor="middle">{escape(text)}</text>'
