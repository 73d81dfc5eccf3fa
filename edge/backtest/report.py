"""The report of a backtest as text."""

from collections.abc import Iterator

from edge.backtest.saved import SavedRun, SavedStrategy

MINUS = "\N{MINUS SIGN}"
PART_NAMES = {
    "price": "price",
    "impact": "impact",
    "funding": "funding",
    "fees": "fees",
    "surcharge": "surcharge",
    "liquidation_fees": "liq. fees",
    "bad_debt_covered": "bad debt",
}
NOTES = (
    "Each strategy is alone in each market: it pays no one else's crowding, and its own impact is"
    " returned when it closes.",
    "The prints are the history as it is published today, spread over the days of a period; the"
    " history of the first publication was another, and daily prices are rougher.",
)


def report_lines(run: SavedRun) -> Iterator[str]:
    """Yield the lines of the report."""
    yield f"Acre backtest: {len(run.markets)} markets, {run.split}"
    yield (
        f"Pool {_usd(run.pool_e6)}, collateral {_usd(run.collateral_e6)} in each market and test;"
        " no order is sent after the last print"
    )
    for strategy in run.strategies:
        for warning in strategy.warnings:
            yield f"WARNING: {strategy.name}: {warning}"
    yield ""
    yield "Out of sample; % a year, drawdown in % of the peak, turnover a year in times the equity"
    heads = ("return", "in sample", "drawdown", "turnover", "trades", "liquidations", "refused")
    yield f"{'strategy':<22}" + "".join(f"{head:>13}" for head in heads)
    for strategy in run.strategies:
        yield f"{strategy.name:<22}" + "".join(f"{text:>13}" for text in _figures(strategy))
    yield ""
    yield "Profit of all tests in % of collateral, by component"
    yield f"{'strategy':<22}{'profit':>11}" + "".join(f"{n:>11}" for n in PART_NAMES.values())
    for strategy in run.strategies:
        parts = [getattr(strategy.parts_e6, name) for name in PART_NAMES]
        shares = [amount / strategy.start_e6 for amount in (sum(parts), *parts)]
        yield f"{strategy.name:<22}" + "".join(f"{_percent(share):>11}" for share in shares)
    yield ""
    yield from _folds(run)
    held = max((strategy.counts.held_prints for strategy in run.strategies), default=0)
    if held:
        yield f"{held:,} prints were held: until they are confirmed the price before them counts."
    yield "What this does not show:"
    yield from (f"- {note}" for note in NOTES)


def _figures(strategy: SavedStrategy) -> tuple[str, ...]:
    counts = strategy.counts
    return (
        _percent(strategy.annual_return),
        "not fitted" if strategy.fit_return is None else _percent(strategy.fit_return),
        _percent(strategy.drawdown),
        f"{strategy.turnover:.2f}",
        f"{counts.trades:,}",
        f"{counts.liquidations:,}",
        f"{counts.refusals:,}",
    )


def _folds(run: SavedRun) -> Iterator[str]:
    """Yield what was chosen for each test of the strategies with a choice."""
    fitted = [strategy for strategy in run.strategies if strategy.candidates > 1]
    if fitted:
        yield "Chosen in the fit, and the return of the fit and of the test, % of the whole period"
    for strategy in fitted:
        yield f"{strategy.name}, {strategy.candidates} sets of parameters"
        for fold in strategy.folds:
            chosen = ", ".join(f"{name} {value:g}" for name, value in fold.params.items())
            fit = "" if fold.fit_return is None else _percent(fold.fit_return)
            yield (
                f"  {fold.test.first} to {fold.test.last}{fit:>10}{_percent(fold.test_return):>10}"
                f"  {chosen}"
            )
    if fitted:
        yield ""


def _percent(share: float) -> str:
    text = f"{100 * share:.2f}"
    return text.lstrip("-") if float(text) == 0 else text.replace("-", MINUS)


def _usd(amount_e6: int) -> str:
    return f"{amount_e6 / 10**6:,.0f} USD"
