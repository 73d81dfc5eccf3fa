"""P&L and return of a wallet: what its money became, apart from deposits and withdrawals (API 5.6).

Capital is what works: margin, open P&L and LP positions, without requested payouts. P&L is capital
less net deposits, exactly, because a sample of capital belongs to a command and the ledger has the
net deposits after each command.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from edge.api.accounts.equity_history import AccountWorth, wallet_worth
from edge.api.accounts.schemas import Performance, PerformancePoint, PnlParts
from edge.api.context import Context
from edge.http.addresses import address_text
from edge.http.amounts import E12, rate
from edge.http.windows import Span, carried
from edge.store.pool import Store
from edge.store.tables import WalletLedgerRow


@dataclass(frozen=True, slots=True)
class CapitalPoint:
    """Capital after a command, with all deposits and withdrawals so far; USD, six decimals."""

    capital_e6: int
    in_e6: int
    out_e6: int

    @property
    def pnl_e6(self) -> int:
        return self.capital_e6 - self.in_e6 + self.out_e6


NOTHING = CapitalPoint(0, 0, 0)


def return_e12(start: CapitalPoint, point: CapitalPoint) -> int:
    """Return the P&L since `start` on its capital and the deposits since, rounded down at 1e-12.

    0 where neither is above 0.
    """
    base_e6 = start.capital_e6 + point.in_e6 - start.in_e6
    if base_e6 <= 0:
        return 0
    return (point.pnl_e6 - start.pnl_e6) * E12 // base_e6


def performance_points(
    start: CapitalPoint, points: Sequence[tuple[int, CapitalPoint]]
) -> list[PerformancePoint]:
    """Return P&L and return since `start` at each time."""
    return [
        PerformancePoint(
            timestamp=at_s,
            pnl=str(point.pnl_e6 - start.pnl_e6),
            return_on_capital=rate(return_e12(start, point)),
        )
        for at_s, point in points
    ]


def pnl_parts(worth: AccountWorth, ledger: WalletLedgerRow) -> PnlParts:
    """Return the parts of the P&L; worth and ledger are those after the same command."""
    liquidity_e6 = worth.lp_e6 - ledger.lp_in_e6 + ledger.lp_out_e6
    fees_e6 = ledger.trade_fees_e6 + ledger.liquidation_fees_e6
    realized_e6 = ledger.price_e6 + ledger.funding_e6 - fees_e6 + ledger.other_e6
    return PnlParts(
        pnl=str(realized_e6 + worth.pnl_e6 + liquidity_e6),
        realized=str(ledger.price_e6),
        unrealized=str(worth.pnl_e6),
        funding=str(ledger.funding_e6),
        trading_fees=str(ledger.trade_fees_e6),
        liquidation_fees=str(ledger.liquidation_fees_e6),
        liquidity=str(liquidity_e6),
        other=str(ledger.other_e6),
        deposited=str(ledger.margin_in_e6 + ledger.lp_in_e6),
        withdrawn=str(ledger.margin_out_e6 + ledger.lp_out_e6),
    )


async def performance(context: Context, owner: bytes, span: Span) -> Performance:
    """Return the P&L of a window, and its parts since the wallet's first command."""
    exchange = context.exchange
    worth = wallet_worth(exchange, context.facts, owner, span.to_s)
    sequence = exchange.sequence
    await context.wait_for_projection()
    row = await context.store.first(WalletLedgerRow, "values.ledger_at", owner, sequence)
    ledger = row or WalletLedgerRow(owner, sequence)
    now = CapitalPoint(
        worth.invested_e6,
        ledger.margin_in_e6 + ledger.lp_in_e6,
        ledger.margin_out_e6 + ledger.lp_out_e6,
    )
    before, points = await _samples(context.store, owner, span)
    if points or now != NOTHING:
        points = [*(point for point in points if point[0] < span.to_s), (span.to_s, now)]
    return Performance(
        user=address_text(owner),
        points=performance_points(before, points),
        parts=pnl_parts(worth, ledger),
    )


async def _samples(
    store: Store, owner: bytes, span: Span
) -> tuple[CapitalPoint, list[tuple[int, CapitalPoint]]]:
    """Return the last sample before the span, and its samples on its grid."""
    before = await store.rows("values.flows_before", owner, span.from_s)
    rows = await store.rows("values.flows", owner, span.from_s, span.to_s, span.step_s)
    found = [
        (row["at_s"], CapitalPoint(row["invested_e6"], int(row["in_e6"]), int(row["out_e6"])))
        for row in [*before, *rows]
    ]
    return found[0][1] if before else NOTHING, carried(found, span)
