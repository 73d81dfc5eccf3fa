"""Reads that several routes and the streams share."""

from chain import addresses
from edge.addresses import ZERO
from edge.context import Context
from edge.encode import account as encode
from edge.encode import predictions
from edge.encode.market import STATUSES
from edge.errors import ApiError
from edge.schemas.account import (
    LpPoints,
    LpPosition,
    MarginAccount,
    Portfolio,
    SettlementRequest,
    Totals,
)
from edge.store.pool import in_time
from edge.values import SETTLED, accounts_of, worth_of
from engine.core.views import LpPositionView, MarketView, SettlementRequestView

SETTLED_ROWS_MAX = 1_000


async def until_projected(context: Context) -> None:
    """Wait until the database has what the engine has now; TimeoutError where that takes long."""
    projector, sequence = context.projector, context.sequencer.sequence
    if projector.projected_seq < sequence:
        await in_time(projector.wait_for(sequence))


def margin_accounts(context: Context, owner: bytes, now_s: int) -> list[MarginAccount]:
    """Return the open margin accounts of a wallet by id."""
    accounts = accounts_of(context.exchange, owner, now_s)
    return [encode.margin_account(view, context.facts.exchange) for view in accounts]


def lp_positions(context: Context, owner: bytes, now_s: int, *, is_all: bool) -> list[LpPosition]:
    """Return the LP positions of a wallet by maturity; closed ones only when asked for."""
    views = context.exchange.lp_positions(owner, now_s)
    chosen = [view for view in views if is_all or not view.is_closed]
    chosen.sort(key=lambda view: (view.maturity_s, view.lp_position_id))
    return [
        encode.lp_position(view, context.facts.exchange, _points_of(context, view, now_s))
        for view in chosen
    ]


def _points_of(context: Context, view: LpPositionView, now_s: int) -> LpPoints:
    """Return a position's part of its owner's LP points, and what it adds a day; no boosts."""
    ledger, owner = context.programmes.ledger, view.owner
    total_e6 = ledger.deposit_points_e6(owner, view.lp_position_id, now_s)
    per_day_e6 = ledger.deposit_per_day_e6(owner, view.liquidity_e6)
    return LpPoints(total=str(total_e6), per_day=str(per_day_e6))


def open_requests(context: Context, owner: bytes, now_s: int) -> list[SettlementRequest]:
    """Return the unsettled requests of a wallet by maturity."""
    views = [view for view in context.exchange.settlement_requests(owner) if view.state != SETTLED]
    views.sort(key=lambda view: (view.maturity_s, view.request_id))
    return [encode.settlement_request(view, context.facts, now_s) for view in views]


async def settled_requests(context: Context, owner: bytes, now_s: int) -> list[SettlementRequest]:
    """Return the settled requests of a wallet, from the database."""
    rows = await context.store.rows("history.settled_requests", owner, SETTLED_ROWS_MAX)
    views = [
        SettlementRequestView(
            owner=row["owner"],
            request_id=row["request_id"],
            kind=row["kind"],
            mint=row["mint"],
            maturity_s=row["maturity_s"],
            amount_e6=row["amount_e6"],
            tip_e6=row["tip_e6"],
            state=row["state"],
            processor=row["processor"] if row["processor"] != ZERO else None,
            payout_signature=row["payout_signature"],
            last_valid_block_height=0,
        )
        for row in rows
    ]
    return [encode.settlement_request(view, context.facts, now_s) for view in views]


def portfolio(context: Context, owner: bytes, now_s: int) -> Portfolio:
    """Return everything a wallet has."""
    exchange, facts = context.exchange, context.facts
    accounts = accounts_of(exchange, owner, now_s)
    worth = worth_of(exchange, facts, owner, accounts, now_s)
    return Portfolio(
        account_value=str(worth.value_e6),
        margin_accounts=[encode.margin_account(view, facts.exchange) for view in accounts],
        lp_positions=lp_positions(context, owner, now_s, is_all=False),
        settlement_requests=open_requests(context, owner, now_s),
        staking=encode.staking(exchange.staking_view(owner, now_s)),
        predictions=predictions.portfolio(exchange.prediction_portfolio(owner)),
        totals=Totals(
            margin=str(worth.margin_e6),
            lp=str(worth.lp_e6),
            pending_settlement=str(worth.pending_e6),
            pnl=str(worth.pnl_e6),
        ),
    )


def exchange_status(context: Context) -> str:
    """Return active, paused or halted."""
    return STATUSES[context.exchange.exchange_view(context.now_s()).status]


def check_exchange_id(exchange_id: int) -> None:
    """Refuse every exchange but the one there is."""
    if exchange_id != 0:
        raise ApiError("EXCHANGE_NOT_FOUND")


def market_id_of(context: Context, text: str) -> int:
    """Return the id of a market named by id, address or symbol; raise MARKET_NOT_FOUND."""
    exchange = context.exchange
    ids = exchange.market_ids()
    if text.isascii() and text.isdigit() and len(text) < 11 and int(text) in ids:
        return int(text)
    found = exchange.market_id_of(text.upper()) if _is_symbol(text) else None
    if found is not None:
        return found
    for market_id in ids:
        address = addresses.market(context.facts.exchange, market_id)
        if addresses.to_base58(address) == text:
            return market_id
    raise ApiError("MARKET_NOT_FOUND")


def market_of_symbol(context: Context, symbol: str) -> MarketView:
    """Return the market of a symbol in any case; raise MARKET_NOT_FOUND."""
    found = context.exchange.market_id_of(symbol.upper()) if _is_symbol(symbol) else None
    if found is None:
        raise ApiError("MARKET_NOT_FOUND")
    return context.exchange.market_view(found, context.now_s())


def _is_symbol(text: str) -> bool:
    return text.isascii() and 2 <= len(text) <= 12 and text.replace("-", "0").isalnum()


def market_views(context: Context, now_s: int) -> list[MarketView]:
    """Return every market by id."""
    return [context.exchange.market_view(i, now_s) for i in sorted(context.exchange.market_ids())]
