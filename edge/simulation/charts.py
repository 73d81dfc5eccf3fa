"""Small pictures in SVG and bars in a table; colours are names of the page's style."""

from collections.abc import Sequence
from html import escape

import numpy as np

from edge.simulation.report import date_text, signed
from engine.programmes.index_series import Floats
from engine.simulation.summary import BASIS_POINTS

WIDTH, HEIGHT = 400, 240
LEFT, RIGHT, TOP, BOTTOM = 44, 8, 8, 24
POINTS_MAX = 400
TICKS = 5


def _steps(low: float, high: float) -> Floats:
    """Return round tick values that span the range."""
    span = max(high - low, 1e-9)
    power = 10.0 ** np.floor(np.log10(span / TICKS))
    step = next(power * unit for unit in (1, 2, 5, 10) if power * unit >= span / TICKS)
    first = np.floor(low / step + 1e-9)
    last = np.ceil(high / step - 1e-9)
    return np.asarray(np.arange(first, last + 1) * step)


def _tick_text(value: float, step: float) -> str:
    decimals = max(0, -int(np.floor(np.log10(step) + 1e-9)))
    return signed(value, decimals)


class _Frame:
    """The axes of one picture."""

    def __init__(self, low: float, high: float) -> None:
        self.ticks = _steps(low, high)
        self.low, self.high = float(self.ticks[0]), float(self.ticks[-1])

    def y(self, value: float) -> float:
        part = (value - self.low) / (self.high - self.low)
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - part)

    def axis(self) -> str:
        step = float(self.ticks[1] - self.ticks[0])
        lines = ""
        for tick in self.ticks:
            y = self.y(float(tick))
            colour = "var(--soft)" if abs(tick) < step / 1e6 else "var(--line)"
            lines += (
                f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"'
                f' stroke="{colour}" stroke-width="1"/>'
                f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">'
                f"{_tick_text(float(tick), step)}</text>"
            )
        return lines


def _svg(label: str, body: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">{body}</svg>'
    )


def _year_labels(days: Sequence[int], centres: Sequence[float]) -> str:
    every = -(-len(days) // 6)
    return "".join(
        f'<text x="{x:.1f}" y="{HEIGHT - 6}" text-anchor="middle">{date_text(day)[:4]}</text>'
        for place, (day, x) in enumerate(zip(days, centres, strict=True))
        if place % every == 0
    )


def lines_over_years(
    series: Sequence[Floats], days: Sequence[int], last_day: int, colours: Sequence[str], label: str
) -> str:
    """Return lines over days, marked where years begin; long ones are thinned."""
    first_day = days[0]
    frame = _Frame(min(float(s.min()) for s in series), max(float(s.max()) for s in series))
    width = WIDTH - LEFT - RIGHT
    body = frame.axis()
    for values, colour in zip(series, colours, strict=True):
        kept = np.unique(np.linspace(0, len(values) - 1, POINTS_MAX).astype(np.int64))
        x = LEFT + width * kept / max(len(values) - 1, 1)
        y = [frame.y(float(value)) for value in values[kept]]
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x, y, strict=True))
        body += (
            f'<polyline points="{points}" fill="none" stroke="var(--{colour})" stroke-width="2"/>'
        )
    span = last_day - first_day
    centres = [LEFT + width * (day - first_day) / span for day in days]
    return _svg(label, body + _year_labels(days, centres))


def bars_by_year(values: Floats, days: Sequence[int], label: str) -> str:
    """Return stacked bars, one a year: gains up from zero, losses down; values years by parts."""
    up = np.maximum(values, 0).sum(axis=1)
    down = np.minimum(values, 0).sum(axis=1)
    frame = _Frame(float(min(down.min(), 0)), float(max(up.max(), 0.01)))
    slot = (WIDTH - LEFT - RIGHT) / len(days)
    body = frame.axis()
    for year, row in enumerate(values):
        ends = [0.0, 0.0]
        for part, value in enumerate(row):
            side = int(value < 0)
            begin, ends[side] = ends[side], ends[side] + float(value)
            top, bottom = sorted((frame.y(begin), frame.y(ends[side])))
            body += (
                f'<rect x="{LEFT + slot * (year + 0.15):.1f}" y="{top:.1f}"'
                f' width="{slot * 0.7:.1f}" height="{bottom - top:.1f}" fill="var(--c{part})"/>'
            )
    centres = [LEFT + slot * (year + 0.5) for year in range(len(days))]
    return _svg(label, body + _year_labels(days, centres))


def market_rows(symbols: Sequence[str], means: Floats, worst: Floats) -> str:
    """Return table rows with a bar each, the best market first."""
    low, high = min(0.0, float(means.min())), max(0.0, float(means.max()))
    span = max(high - low, 1e-12)
    rows = ""
    for place in np.argsort(-means, kind="stable"):
        mean = float(means[place])
        left = 100 * (min(mean, 0.0) - low) / span
        kind = " class=loss" if mean < 0 else ""
        bar = f'<span{kind} style="left:{left:.1f}%;width:{100 * abs(mean) / span:.1f}%"></span>'
        numbers = "".join(
            f"<td>{signed(BASIS_POINTS * value, 2)}" for value in (mean, float(worst[place]))
        )
        rows += f"<tr><td>{escape(symbols[place])}{numbers}<td class=bar><div>{bar}</div></tr>"
    return rows
