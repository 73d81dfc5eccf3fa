"""Plots in SVG; colors are classes of the page's style."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH = 760
LABEL = 270  # width of the names on the left
VALUE = 150  # width of the values on the right
ROW = 26
BAR = 14
HEAD, FOOT = 24, 8
SMALL_WIDTH, SMALL_HEIGHT = 360, 240
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 12, 40
SCORE_MIN, SCORE_MAX = 0.1, 10.0


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its name, its length, the text behind it, and its class (ours, peer, good, bad)."""

    name: str
    value: float
    text: str
    kind: str


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    """Return a text."""
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {place} class="{kind}">{escape(words)}</text>'


def line(x: tuple[float, float], y: tuple[float, float], kind: str) -> str:
    """Return a line."""
    return f'<line x1="{x[0]:.1f}" x2="{x[1]:.1f}" y1="{y[0]:.1f}" y2="{y[1]:.1f}" class="{kind}"/>'


def rectangle(x: float, y: float, size: tuple[float, float], kind: str) -> str:
    """Return a rectangle."""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(size[0], 1):.1f}" height="{size[1]:.1f}" '
        f'class="{kind}"/>'
    )


def picture(size: tuple[float, float], label: str, body: str) -> str:
    """Return a whole picture."""
    return (
        f'<svg viewBox="0 0 {size[0]:.0f} {size[1]:.0f}" role="img" aria-label="{escape(label)}">'
        f"{body}</svg>"
    )


def scores(bars: Sequence[Bar], label: str) -> str:
    """Return bars from the line of 1, where a figure is on its bar: better to the right."""
    height = HEAD + ROW * len(bars) + FOOT
    room = WIDTH - LABEL - VALUE

    def at(score: float) -> float:
        kept = min(max(score, SCORE_MIN), SCORE_MAX)
        return LABEL + room * math.log(kept / SCORE_MIN) / math.log(SCORE_MAX / SCORE_MIN)

    body = ""
    for tick in (0.1, 0.25, 0.5, 1, 2, 4, 10):
        kind = "floor" if tick == 1 else "grid"
        body += line((at(tick), at(tick)), (HEAD - 6, height - FOOT), kind)
        words = "the bar" if tick == 1 else f"{tick:g}x"
        body += text(at(tick), HEAD - 10, words, "floor-text" if tick == 1 else "soft", "middle")
    for place, bar in enumerate(bars):
        y = HEAD + ROW * place
        low, high = sorted((at(1), at(bar.value)))
        body += text(LABEL - 10, y + 16, bar.name, "", "end")
        body += rectangle(low, y + (ROW - BAR) / 2, (high - low, BAR), bar.kind)
        body += text(WIDTH - VALUE + 10, y + 16, bar.text)
    return picture((WIDTH, height), label, body)


def lengths(bars: Sequence[Bar], floors: Sequence[tuple[str, float]], label: str) -> str:
    """Return bars from zero, and lines where floors lie; on a scale of logarithms when needed."""
    values = [bar.value for bar in bars] + [value for _, value in floors]
    most, least = max(values), min(value for value in values if value > 0)
    is_log = most > 30 * least
    start = 10 ** math.floor(math.log10(least)) / 2 if is_log else 0.0
    room = WIDTH - LABEL - VALUE
    height = HEAD * max(1, len(floors)) + ROW * len(bars) + FOOT
    top = HEAD * max(1, len(floors))

    def at(value: float) -> float:
        if not is_log:
            return LABEL + room * value / most
        return LABEL + room * math.log(max(value, start) / start) / math.log(most / start)

    body = line((LABEL, LABEL), (top - 4, height - FOOT), "axis")
    for place, bar in enumerate(bars):
        y = top + ROW * place
        body += text(LABEL - 10, y + 16, bar.name, "", "end")
        body += rectangle(LABEL, y + (ROW - BAR) / 2, (at(bar.value) - LABEL, BAR), bar.kind)
        body += text(WIDTH - VALUE + 10, y + 16, bar.text)
    for place, (words, value) in enumerate(sorted(floors, key=lambda floor: floor[1])):
        y = HEAD * (place + 1) - 10
        body += line((at(value), at(value)), (y + 4, height - FOOT), "floor")
        is_left = at(value) > LABEL + room / 2 and place == 0
        anchor = "end" if is_left or (place == 0 and len(floors) > 1) else "start"
        body += text(at(value) + (-6 if anchor == "end" else 6), y, words, "floor-text", anchor)
    if is_log:
        body += text(WIDTH, HEAD - 10, "log scale", "soft", "end")
    return picture((WIDTH, height), label, body)


def power(value: float) -> str:
    """Return a number in few characters."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"


def duration(us: float) -> str:
    """Return a time in its usual unit."""
    for size, unit in ((1e6, "s"), (1e3, "ms"), (1, "µs")):
        if us >= size:
            return f"{us / size:.3g} {unit}"
    return f"{us * 1e3:.3g} ns"


def growth(sizes: Sequence[float], us: Sequence[float], label: str, across: str) -> str:
    """Return a curve on two scales of logarithms, beside the line of a cost in proportion."""
    low_x, high_x = math.log10(sizes[0]), math.log10(sizes[-1])
    low_y = math.floor(math.log10(min(us)) * 2 - 0.5) / 2
    high_y = max(math.ceil(math.log10(max(us)) * 2 + 0.2) / 2, low_y + 1.5)
    wide, high = SMALL_WIDTH - LEFT - RIGHT, SMALL_HEIGHT - TOP - BOTTOM

    def x_of(size: float) -> float:
        return LEFT + wide * (math.log10(size) - low_x) / (high_x - low_x)

    def y_of(value: float) -> float:
        return TOP + high * (1 - (math.log10(value) - low_y) / (high_y - low_y))

    body = ""
    for tick in range(math.ceil(low_y), math.floor(high_y) + 1):
        body += line((LEFT, SMALL_WIDTH - RIGHT), (y_of(10**tick), y_of(10**tick)), "grid")
        body += text(LEFT - 6, y_of(10**tick) + 4, duration(10**tick), "soft", "end")
    for size in sizes:
        body += text(x_of(size), SMALL_HEIGHT - 22, power(size), "soft", "middle")
    body += text(LEFT + wide / 2, SMALL_HEIGHT - 5, across, "soft", "middle")
    reach = min(sizes[-1] / sizes[0], 10**high_y / us[0])
    ends = ((x_of(sizes[0]), x_of(sizes[0] * reach)), (y_of(us[0]), y_of(us[0] * reach)))
    body += line(*ends, "guide")
    points = " ".join(f"{x_of(s):.1f},{y_of(u):.1f}" for s, u in zip(sizes, us, strict=True))
    body += f'<polyline points="{points}" class="curve"/>'
    for size, value in zip(sizes, us, strict=True):
        body += f'<circle cx="{x_of(size):.1f}" cy="{y_of(value):.1f}" r="3.5" class="ours"/>'
    return picture((SMALL_WIDTH, SMALL_HEIGHT), label, body)


def histogram(
    edges_us: Sequence[float], counts: Sequence[int], marks: Sequence[tuple[str, float]], label: str
) -> str:
    """Return columns over a scale of logarithms, with lines at some times."""
    wide, high = SMALL_WIDTH - LEFT - RIGHT, SMALL_HEIGHT - TOP - BOTTOM - 16
    top = TOP + 16
    low, up = math.log(edges_us[0]), math.log(edges_us[-1])
    most = max(counts)

    def x_of(us: float) -> float:
        kept = min(max(us, edges_us[0]), edges_us[-1])
        return LEFT + wide * (math.log(kept) - low) / (up - low)

    body = line((LEFT, SMALL_WIDTH - RIGHT), (top + high, top + high), "axis")
    for first, second, count in zip(edges_us, edges_us[1:], counts, strict=False):
        tall = high * count / most
        if count:
            size = (x_of(second) - x_of(first) - 1, tall)
            body += rectangle(x_of(first), top + high - tall, size, "ours")
    for exponent in range(math.ceil(low / math.log(10)), math.floor(up / math.log(10)) + 1):
        at = x_of(10**exponent)
        body += text(at, SMALL_HEIGHT - 22, duration(10**exponent), "soft", "middle")
        body += line((at, at), (top + high, top + high + 4), "axis")
    body += text(LEFT + wide / 2, SMALL_HEIGHT - 5, "latency, log scale", "soft", "middle")
    body += text(LEFT - 6, top + 8, power(most), "soft", "end")
    for words, us in marks:
        body += line((x_of(us), x_of(us)), (top - 4, top + high), "floor")
        body += text(x_of(us), top - 8, words, "floor-text", "middle")
    return picture((SMALL_WIDTH, SMALL_HEIGHT), label, body)
