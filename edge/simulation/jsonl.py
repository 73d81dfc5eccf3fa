"""The figures of a report as JSON lines: one record a line, `record` names its kind.

Shares are of one, not percent; amounts in whole units have names that end in `_e6`.
"""

import json
import math
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import numpy as np

from edge.simulation.report import Report, date_text, sum_lines
from engine.programmes.index_series import Floats
from engine.simulation.holders import HOLDERS
from engine.simulation.ledger import PARTS
from engine.simulation.lone import HEDGE_USD, HOLDING_DAYS, LOCKED_MARKETS, SHARES, SIDES


def json_lines(report: Report) -> Iterator[str]:
    """Yield one JSON object a line."""
    for kind, record in _records(report):
        fields = {name: _plain(value) for name, value in record.items()}
        yield json.dumps({"record": kind, **fields}, allow_nan=False)


def _records(report: Report) -> Iterator[tuple[str, dict[str, Any]]]:
    result, summary = report.result, report.summary
    yield (
        "run",
        {**asdict(report.options), "markets": result.symbols, "years": len(result.years)},
    )
    yield from _years(report)
    yield from _markets(report)
    year, market = summary.worst_market_year
    yield (
        "total",
        {
            "lp": summary.lp.mean(),
            "worst_year": date_text(result.years[summary.worst_year].first_day),
            "worst_market": result.symbols[market],
            "worst_market_year": date_text(result.years[year].first_day),
            "worst_market_lp": summary.market_years[year, market],
            "years_below_zero": summary.years_below_zero,
            "informed": summary.informed,
            "holding_cost_bp": summary.holding_cost_bp,
            "lp_fee_share": summary.provider_fee_share,
            "locked": result.locked,
        },
    )
    yield from _costs(report)
    for name, amount in sum_lines(report):
        yield "sum", {"name": name, "amount_e6": amount}
    for code, count in result.refusals.items():
        yield "refused", {"code": code, "count": count}
    for limit in report.limits:
        yield "limit", {"text": limit}
    yield "end", {"commands": result.commands, "auctions": result.auctions, "hash": result.digest}


def _years(report: Report) -> Iterator[tuple[str, dict[str, Any]]]:
    summary = report.summary
    for row, year in enumerate(report.result.years):
        yield (
            "year",
            {
                "from": date_text(year.first_day),
                **_parts(summary.parts[row]),
                "lp": summary.lp[row],
                "traders": _named(summary.groups, summary.traders[row]),
                "protocol": summary.protocol[row],
                "nav_start_e6": year.nav_start_e6,
                "nav_end_e6": year.nav_end_e6,
                "rounding_e6": year.rounding_e6,
                "lp_flow_e6": year.lp_flow_e6,
            },
        )


def _markets(report: Report) -> Iterator[tuple[str, dict[str, Any]]]:
    summary, years = report.summary, report.result.years
    for column, symbol in enumerate(report.result.symbols):
        shares = np.mean([y.parts_e6[:, column] / y.nav_start_e6 for y in years], axis=0)
        yield (
            "market",
            {
                "market": symbol,
                **_parts(shares),
                "lp": summary.by_market[column],
                "worst_year": summary.worst_by_market[column],
                "traders": _named(summary.groups, summary.market_traders[column]),
            },
        )


def _costs(report: Report) -> Iterator[tuple[str, dict[str, Any]]]:
    result, lone = report.result, report.lone
    for holder, cost, trips in zip(HOLDERS, result.trip_cost_bp, result.trips, strict=True):
        yield "holder", {**asdict(holder), "cost_bp": cost, "trips": trips}
    for side, rows in zip(SIDES, lone.cost, strict=True):
        for share, costs in zip(SHARES, rows, strict=True):
            for days, cost in zip(HOLDING_DAYS, costs, strict=True):
                yield "lone", {"side": side, "share": share, "days": days, "cost": cost}
    yield "hedge", {"usd": HEDGE_USD, "falls": lone.hedges, "recovery": lone.recovery}
    lock = {"markets": LOCKED_MARKETS, "cost": lone.lock_cost, "locked": lone.locked}
    yield "lock", lock
    if result.timing is not None:
        yield "timing", asdict(result.timing)


def _parts(values: Floats) -> dict[str, Any]:
    return {part: float(values[place]) for place, part in enumerate(PARTS)}


def _named(names: tuple[str, ...], values: Floats) -> dict[str, float]:
    return {name: float(value) for name, value in zip(names, values, strict=True)}


def _plain(value: object) -> object:
    """Return what JSON can say; a figure that does not exist is null."""
    if isinstance(value, np.generic):
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value
