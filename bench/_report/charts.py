"""Charts of each report, with the peer or floor of each figure as a line."""

from dataclasses import dataclass

from bench._report import svg
from bench._report.results import Results


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars of one report: keys by name, ours first; a floor is a key times a factor."""

    title: str
    run: str
    unit: str
    bars: tuple[tuple[str, str], ...]
    floors: tuple[tuple[str, str, float], ...] = ()
    note: str = ""
    is_less_better: bool = False


US = {"µs": 1.0, "ms": 1e3}
CHARTS = (
    Chart(
        "The order book beside published books",
        "book",
        "operations/s",
        (
            ("Acre, from Python in batches", "ops_per_s"),
            ("Acre, with ledger, fees, events", "points.ops_per_s"),
            ("Acre, one call at a time", "single_calls_per_s"),
            ("sortedcontainers, a plain book", "peers_ops_per_s.sortedcontainers"),
            ("nautilus_trader", "peers_ops_per_s.nautilus_trader"),
            ("lightmatchingengine", "peers_ops_per_s.lightmatchingengine"),
            ("order-matching", "peers_ops_per_s.order-matching"),
        ),
        note="All make the same trades on the same stream, or the run fails.",
    ),
    Chart(
        "Valuing all margin accounts",
        "scan",
        "M accounts/s",
        (
            ("Acre, exact in 128 bits", "ours_millions_a_second"),
            ("numba, int64", "numba_millions_a_second"),
            ("numpy, int64", "numpy_millions_a_second"),
        ),
        (("1.5 times numba", "numba_millions_a_second", 1.5),),
        "The peers wrap without a word when a figure does not fit 64 bits.",
    ),
    Chart(
        "Margin and profit of an account",
        "margin",
        "accounts/s",
        (("Acre", "ours_per_s"), ("driftpy", "driftpy_per_s")),
        note="Both give the same profit and the same initial margin for every account.",
    ),
    Chart(
        "A start from the first record",
        "replay",
        "commands/s",
        (
            ("Acre, journal checked", "open_commands_per_s"),
            ("the core alone, trades", "core_commands_per_s"),
            ("the core alone, orders", "orders.commands_per_s"),
            ("the core alone, with client ids", "orders_with_client_ids.commands_per_s"),
        ),
        (("0.6 of the core", "core_commands_per_s", 0.6),),
    ),
    Chart(
        "Processor time of a quote over HTTP",
        "quote_http",
        "µs",
        (
            ("Acre", "saturated.cpu_us"),
            ("aiohttp echo, same bytes", "echo.cpu_us"),
            ("aiohttp echo, fewer headers", "bare_echo.cpu_us"),
            ("bare asyncio protocol", "bare_protocol.cpu_us"),
        ),
        (
            ("1.15 times echo", "echo.cpu_us", 1.15),
            ("3 times bare protocol", "bare_protocol.cpu_us", 3),
        ),
        is_less_better=True,
    ),
    Chart(
        "A durable order at 1,000 a second",
        "order_http",
        "µs",
        (
            ("Acre, median", "paced.p50_us"),
            ("Acre, 99th percentile", "paced.p99_us"),
            ("echo without a disk, median", "echo_paced.p50_us"),
            ("echo without a disk, 99th", "echo_paced.p99_us"),
            ("bare server that flushes, median", "floor_paced.p50_us"),
            ("bare server that flushes, 99th", "floor_paced.p99_us"),
            ("write + fdatasync of the record", "disk_us"),
        ),
        (("3 times disk (median)", "disk_us", 3), ("10 times disk (99th)", "disk_us", 10)),
        is_less_better=True,
    ),
    Chart(
        "Transfers of the chain node",
        "node",
        "transfers/s",
        (
            ("one by one", "single_tx_s"),
            ("in batches of 50", "batch_tx_s"),
            ("the bare virtual machine", "bare_tx_s"),
        ),
        (("0.5 of the bare machine", "bare_tx_s", 0.5),),
    ),
    Chart(
        "Until 99 % of 5,000 sockets have a change",
        "fanout_5000",
        "ms",
        (("Acre's hub", "p99_ms.hub"), ("a bare loop", "p99_ms.bare")),
        is_less_better=True,
    ),
)


def drawn(chart: Chart, results: Results) -> str | None:
    """Return a chart as a picture; None while nothing is known of its run."""
    bars = []
    for name, key in chart.bars:
        value = results.number(chart.run, key)
        if value is None:
            continue
        is_ours = not bars or name.startswith("Acre")
        shown = f"{svg.power(value)} {chart.unit}"
        if chart.unit in US:
            shown = svg.duration(value * US[chart.unit])
        bars.append(svg.Bar(name, value, shown, "ours" if is_ours else "peer"))
    if not bars:
        return None
    floors = [
        (words, value * factor)
        for words, key, factor in chart.floors
        if (value := results.number(chart.run, key)) is not None
    ]
    told = ", ".join(f"{bar.name} {bar.text}" for bar in bars)
    return svg.lengths(bars, floors, f"{chart.title}: {told}")
