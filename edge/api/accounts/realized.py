"""Realized P&L of open positions (API 5.6), from the projection's running totals."""

from edge.api.accounts.equity_history import accounts_of
from edge.api.accounts.schemas import RealizedPosition, RealizedPositions
from edge.api.context import Context
from edge.http.addresses import address_text
from edge.store.tables import PositionRealizedRow


def _encoded(row: PositionRealizedRow) -> RealizedPosition:
    return RealizedPosition(
        margin_account_id=row.account_id,
        market_id=row.market_id,
        realized=str(row.price_e6 + row.funding_e6 - row.fees_e6),
        price=str(row.price_e6),
        funding=str(row.funding_e6),
        fees=str(row.fees_e6),
    )


async def realized_positions(context: Context, owner: bytes) -> RealizedPositions:
    """Return what the open positions of a wallet realized, by account and market."""
    exchange = context.exchange
    open_keys = [
        (account.account_id, position.market_id)
        for account in accounts_of(exchange, owner, exchange.now_s)
        for position in account.positions
    ]
    await context.wait_for_projection()
    rows = await context.store.select(
        PositionRealizedRow,
        "values.realized",
        owner,
        [account_id for account_id, _market_id in open_keys],
        [market_id for _account_id, market_id in open_keys],
    )
    return RealizedPositions(user=address_text(owner), positions=list(map(_encoded, rows)))
