"""The table that a run of the benchmarks prints."""

from collections.abc import Mapping, Sequence

from bench._harness.judge import FAILING, Row, Verdict

EXPLANATION = """\
A run with a figure under its bar, or that failed, is repeated up to its number of tries. The best
value of each figure counts, the median of one without a bar; “tries” says of how many. Ratios are
of one run and hold anywhere. Speeds and their bars are meant on the machine whose yardstick is in
brackets."""
UNIT_SIGNS = {"instructions": " instr.", "milliseconds": " ms"}


def number(value: float, unit: str) -> str:
    """Return a value as the table shows it."""
    if unit == "speed":
        for size, letter in ((1e6, " M/s"), (1e3, " k/s")):
            if abs(value) >= size:
                return f"{value / size:.1f}{letter}"
        return f"{value:.2f} /s" if value < 10 else f"{value:.0f} /s"
    text = f"{value:.0f}" if abs(value) >= 1_000 else f"{value:.3g}"
    return text + UNIT_SIGNS.get(unit, "")


def limit_text(row: Row) -> str:
    """Return the bar as text, or nothing where the figure is only reported."""
    bar = row.bar
    if bar.at_least is not None:
        return f"≥ {number(bar.at_least, bar.unit)}"
    return f"≤ {number(bar.at_most, bar.unit)}" if bar.at_most is not None else ""


def _cells(row: Row) -> tuple[str, ...]:
    margin = row.margin
    verdict = f"{row.verdict}: {row.reason}" if row.reason else str(row.verdict)
    return (
        row.bar.name,
        "" if row.value is None else number(row.value, row.bar.unit),
        limit_text(row),
        "" if margin is None else f"{margin:+.0%}",
        str(row.tries) if row.tries else "",
        verdict,
    )


def table(rows: Sequence[Row]) -> str:
    """Return the rows below each other, in columns."""
    head = ("figure", "value", "bar", "margin", "tries", "result")
    lines = [head, *map(_cells, rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(head) - 1)]
    shown = []
    for line in lines:
        cells = [line[0].ljust(widths[0])]
        cells += [line[place].rjust(widths[place]) for place in range(1, len(widths))]
        shown.append("  ".join([*cells, line[-1]]).rstrip())
    return "\n".join(shown)


def yardstick_text(here: Mapping[str, float], of_bars: Mapping[str, float]) -> str:
    """Return this machine's yardstick beside that of the machine that the speeds are meant on."""
    names = {"loop_ns": "a turn of a loop in C", "memcpy_gb_per_s": "copying memory"}
    units = {"loop_ns": "ns", "memcpy_gb_per_s": "GB/s"}
    parts = []
    for name, value in here.items():
        meant = f" (bars: {of_bars[name]:g})" if name in of_bars else ""
        parts.append(f"{names.get(name, name)} {value:g} {units.get(name, '')}{meant}")
    return "yardstick: " + ", ".join(parts)


def summary(rows: Sequence[Row]) -> str:
    """Return the counts of the results in one line."""
    count = {verdict: sum(row.verdict == verdict for row in rows) for verdict in Verdict}
    failing = sum(count[verdict] for verdict in FAILING)
    return (
        f"{count[Verdict.REACHED]} reach their bar, {failing} do not, "
        f"{count[Verdict.NOT_MEASURED]} not measured, {count[Verdict.REPORTED]} only reported"
    )
