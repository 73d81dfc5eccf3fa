"""The report of a run as text: every figure of the pool comes from the engine."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np

from engine.simulation.holders import HOLDERS
from engine.simulation.ledger import PARTS
from engine.simulation.lone import HEDGE_USD, HOLDING_DAYS, LOCKED_MARKETS, SHARES, SIDES, Lone
from engine.simulation.options import DEFAULT_AGENTS, Forecast, Options
from engine.simulation.run import BURN_IN_DAYS, Result
from engine.simulation.summary import BASIS_POINTS, Summary, summarise

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MINUS = "\N{MINUS SIGN}"
PART_NAMES = {
    "fees": "fees",
    "surcharge": "surcharge",
    "price": "price P&L",
    "funding": "funding",
}
LIMITS = (
    "The agents are simple: random traders, retail that mostly buys, and one of each other kind"
    " in each market. They follow rules that we chose; real ones may be cleverer or more foolish.",
    "How much organic flow there is, is an assumption, and the return follows it almost in"
    " proportion. Without it the pool earns nothing.",
    "The daily noise of the prints is synthetic; the history is monthly, spread over days, in"
    " today's revised figures.",
    "There are no liquidations (collateral is ample), only the timing provider adds or removes"
    " liquidity after the start, and no index is manipulated.",
    f"Trading begins {BURN_IN_DAYS} days after the first print, when the averages have learnt;"
    " a market that begins later trades from its first day.",
    "Designs that the engine does not have cannot be run: a mark shifted by the forecast, a minimum"
    " holding time. Informed agents place no auction orders: at most they act right after a print.",
)
WRONG_SIGN_NOTE = (
    "Wrong sign: kDrift cannot be negative. Each day has two prints instead: the first mirrors the"
    " day's return, and averages and level learn from it; the second, one second later, sets the"
    " true price. So the drift that is charged has the wrong sign, and the level is further off by"
    " twice the day's return."
)

LONE_NOTE = (
    "A lone position on a flat index, basis points of it; each is traded on an exchange of its own"
)


@dataclass(frozen=True, slots=True)
class Report:
    """A run with its figures."""

    result: Result
    summary: Summary
    options: Options
    lone: Lone

    @classmethod
    def of(cls, result: Result, options: Options, lone: Lone) -> "Report":
        """Return the report of a run."""
        return cls(result, summarise(result), options, lone)

    @property
    def limits(self) -> tuple[str, ...]:
        """Limitations of the simulation."""
        is_wrong = self.options.forecast is Forecast.WRONG_SIGN
        return (WRONG_SIGN_NOTE, *LIMITS) if is_wrong else LIMITS


def date_text(day: int) -> str:
    """Return a day since 1970 as 2004-11-27."""
    return (EPOCH + timedelta(days=day)).strftime("%Y-%m-%d")


def signed(value: float, decimals: int) -> str:
    """Return a number with a true minus sign; a rounded zero has none."""
    text = f"{value:.{decimals}f}"
    if float(text) == 0:
        return text.lstrip("-")
    return text.replace("-", MINUS)


def percent(value: float) -> str:
    """Return a share in percent, 0.0125 as 1.25."""
    return signed(100 * value, 2)


def usd(raw_e6: int) -> str:
    """Return an amount with all six decimals."""
    sign = MINUS if raw_e6 < 0 else ""
    return f"{sign}{abs(raw_e6) // 10**6:,}.{abs(raw_e6) % 10**6:06d}"


def title(report: Report) -> str:
    """Return one line that says what was run."""
    options = report.options
    kind = "mean-reverting " if options.is_mean_reverting else ""
    parts = [
        f"{len(report.result.symbols)} markets",
        f"{len(report.result.years)} years",
        f"design {options.design}",
        f"{kind}noise {100 * options.noise:.2g} % a day",
        f"seed {options.seed}",
    ]
    if options.agents != DEFAULT_AGENTS:
        parts.append(f"agents {', '.join(options.agents) or 'none'}")
    if options.acts_at_print:
        parts.append("informed increases at the print only")
    if options.auction_share:
        parts.append(f"{100 * options.auction_share:g} % of organic flow in auctions")
    if options.organic != 1:
        parts.append(f"organic flow times {options.organic:g}")
    if options.forecast is not Forecast.ON:
        parts.append(f"forecast {options.forecast}")
    parts += [f"{name} = {value}" for name, value in options.changes.items()]
    return ", ".join(parts)


def headline(report: Report) -> list[tuple[str, str]]:
    """Return the figures that matter most, with their names."""
    summary, years, symbols = report.summary, report.result.years, report.result.symbols
    worst = summary.worst_year
    year, market = summary.worst_market_year
    cost = summary.holding_cost_bp
    return [
        ("LP return, % of equity a year", percent(float(summary.lp.mean()))),
        (
            f"worst year (from {date_text(years[worst].first_day)})",
            percent(float(summary.lp[worst])),
        ),
        (
            f"worst market-year ({symbols[market]}, from {date_text(years[year].first_day)}),"
            " basis points",
            signed(BASIS_POINTS * float(summary.market_years[year, market]), 2),
        ),
        ("pool years below 0", f"{summary.years_below_zero} of {len(years)}"),
        ("informed agents, % of equity a year", percent(summary.informed)),
        (
            "30 days of an uninformed holder, basis points",
            "none" if cost is None else f"{cost:.0f}",
        ),
    ]


def holding_lines(report: Report) -> list[tuple[str, str]]:
    """Return what small holders paid beyond the move of the index, and what cannot leave."""
    result = report.result
    lines = [
        (
            f"{holder.name}, basis points beyond the index ({trips} trips)",
            f"{cost:.0f}".replace("-", MINUS) if trips else "none",
        )
        for holder, cost, trips in zip(HOLDERS, result.trip_cost_bp, result.trips, strict=True)
    ]
    lines.append(("shares of the first provider that cannot leave, %", percent(result.locked)))
    if result.timing is not None:
        timing = result.timing
        lines.append(
            (
                f"timing provider, {timing.stays} stays, {timing.days_in} days in, USD",
                f"{timing.profit_e6 / 1e6:,.0f}".replace("-", MINUS),
            )
        )
    return lines


def lone_table(report: Report) -> list[list[str]]:
    """Return heads, then the cost of each share and side in basis points of the position."""
    rows = [["% of the pool, side", *(f"{days} d" for days in HOLDING_DAYS)]]
    for side, costs in zip(SIDES, report.lone.cost, strict=True):
        for share, cost in zip(SHARES, costs, strict=True):
            name = f"{100 * share:g} {'long' if side > 0 else 'short'}"
            rows.append([name, *(_lone_text(float(value)) for value in cost)])
    return rows


def _lone_text(cost: float) -> str:
    return "refused" if np.isnan(cost) else signed(BASIS_POINTS * cost, 1)


def lone_lines(report: Report) -> list[tuple[str, str]]:
    """Return what a hedge gives back and what locking the pool's capacity costs."""
    lone = report.lone
    recovery = "none" if lone.recovery is None else percent(lone.recovery)
    return [
        (f"recovered by a short of {HEDGE_USD:,} in {lone.hedges} falls of a year, %", recovery),
        (
            f"a year of locking {LOCKED_MARKETS} flat markets, % of the pool",
            percent(lone.lock_cost),
        ),
        ("shares that cannot leave a pool so locked, %", percent(lone.locked)),
    ]


def sum_lines(report: Report) -> list[tuple[str, int]]:
    """Return the parts of the whole return in units of collateral; the last is their sum.

    ValueError when they do not sum to the change of the pool's equity, to the last unit.
    """
    years = report.result.years
    rows = [
        (PART_NAMES[part], sum(int(year.parts_e6[place].sum()) for year in years))
        for place, part in enumerate(PARTS)
    ]
    rows.append(("rounding", sum(year.rounding_e6 for year in years)))
    if any(year.lp_flow_e6 for year in years):
        rows.append(("providers in less out", sum(year.lp_flow_e6 for year in years)))
    total = years[-1].nav_end_e6 - years[0].nav_start_e6
    if sum(amount for _, amount in rows) != total:
        raise ValueError("the parts of the return do not sum to it")
    return [*rows, ("change of the pool's equity", total)]


def report_lines(report: Report) -> Iterator[str]:
    """Yield the lines of the report."""
    yield f"Acre simulation: {title(report)}"
    yield ""
    yield from _year_table(report)
    yield ""
    yield from _market_table(report)
    yield ""
    for name, value in headline(report):
        yield f"{name:<70}{value:>10}"
    for name, value in holding_lines(report):
        yield f"{name:<70}{value:>10}"
    yield ""
    yield LONE_NOTE
    for name, *costs in lone_table(report):
        yield f"{name:<24}" + "".join(f"{cost:>12}" for cost in costs)
    for name, value in lone_lines(report):
        yield f"{name:<70}{value:>10}"
    yield ""
    for name, amount in sum_lines(report):
        yield f"{name:<40}{usd(amount):>36}"
    share = report.summary.provider_fee_share
    yield f"(Fees are the providers' part, {100 * share:.0f} % of what traders pay.)"
    yield ""
    refusals = report.result.refusals
    listed = ", ".join(f"{code} {count:,}" for code, count in refusals.items()) or "none"
    yield f"Call auctions: {report.result.auctions:,}"
    yield f"Orders refused: {listed}"
    yield "What this does not show:"
    for limit in report.limits:
        yield f"- {limit}"
    yield f"Hash {report.result.digest}"


def _year_table(report: Report) -> Iterator[str]:
    summary = report.summary
    heads = [*(PART_NAMES[part] for part in PARTS), "LP", *summary.groups, "protocol"]
    yield "% of the pool's equity; traders after all costs"
    yield f"{'year from':<12}" + "".join(f"{head:>12}" for head in heads)
    for row, year in enumerate(report.result.years):
        values = [
            *summary.parts[row],
            summary.lp[row],
            *summary.traders[row],
            summary.protocol[row],
        ]
        yield f"{date_text(year.first_day):<12}" + "".join(f"{percent(v):>12}" for v in values)
    means = [*summary.parts.mean(axis=0), summary.lp.mean(), *summary.traders.mean(axis=0)]
    means.append(summary.protocol.mean())
    yield f"{'mean':<12}" + "".join(f"{percent(float(v)):>12}" for v in means)


def _market_table(report: Report) -> Iterator[str]:
    years, symbols = report.result.years, report.result.symbols
    yield "Basis points of the pool's equity a year, by market"
    heads = [*(PART_NAMES[part] for part in PARTS), "LP", "worst year", *report.summary.groups]
    yield f"{'market':<12}" + "".join(f"{head:>12}" for head in heads)
    for column, symbol in enumerate(symbols):
        shares = np.stack([year.parts_e6[:, column] / year.nav_start_e6 for year in years])
        means = [float(value) for value in shares.mean(axis=0)]
        worst = float(report.summary.worst_by_market[column])
        values = [*means, sum(means), worst, *report.summary.market_traders[column]]
        yield f"{symbol:<12}" + "".join(f"{signed(BASIS_POINTS * v, 2):>12}" for v in values)
