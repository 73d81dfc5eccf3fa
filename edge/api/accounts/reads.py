"""Reads of a wallet that routes and streams share."""

from typing import Annotated

from msgspec import Meta

from edge.api.accounts import encode
from edge.api.accounts.equity_history import accounts_of, worth_of
from edge.api.accounts.requests import LpPositionsQuery, SettlementQuery
from edge.api.accounts.schemas import (
    LpPoints,
    LpPosition,
    MarginAccount,
    Portfolio,
    Totals,
)
from edge.api.context import Context
from edge.api.pages import page_limit
from edge.api.predictions import encode as predictions
from edge.http.addresses import ZERO
from edge.http.cursors import make_cursor, read_cursor
from edge.http.route import Page
from edge.http.schema.inputs import RowsQuery
from edge.store.queries import in_order
from edge.store.tables import SettlementRequestRow
from engine.core.views import LpPositionView, SettlementRequestView

_Part = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Key = tuple[_Part, _Part]  # maturity and id of a row
_FIRST = (-1, -1)
_LAST = (2**63 - 1, 2**63 - 1)


def margin_accounts(context: Context, owner: bytes, now_s: int) -> list[MarginAccount]:
    """Return the open margin accounts of a wallet by id."""
    accounts = accounts_of(context.exchange, owner, now_s)
    return [encode.margin_account(view, context.facts.exchange) for view in accounts]


def lp_positions(context: Context, owner: bytes, query: LpPositionsQuery, now_s: int) -> Page:
    """Return a page of a wallet's LP positions; closed ones only when asked for."""
    scope, after = _place(owner, query, "lp-positions", query.include_closed)
    views = context.exchange.lp_position_page(
        owner,
        now_s,
        limit=query.limit + 1,
        after=after,
        is_all=query.include_closed,
        is_descending=query.order == "desc",
    )
    keys = [(view.maturity_s, view.lp_position_id) for view in views]
    rows = [lp_position(context, view, now_s) for view in views[: query.limit]]
    return Page(rows=rows, next_cursor=_next(keys, query, scope), limit=query.limit)


def _place(owner: bytes, query: RowsQuery, *named: object) -> tuple[tuple[object, ...], Key | None]:
    """Return a cursor's scope, and the row before the page."""
    page_limit(query)
    scope = (owner, query.order, *named)
    return scope, None if query.cursor is None else read_cursor(query.cursor, Key, *scope)


def _next(keys: list[Key], query: RowsQuery, scope: tuple[object, ...]) -> str | None:
    return make_cursor(keys[query.limit - 1], *scope) if len(keys) > query.limit else None


def lp_position(context: Context, view: LpPositionView, now_s: int) -> LpPosition:
    """Return an LP position as it is shown."""
    return encode.lp_position(view, context.facts.exchange, _points_of(context, view, now_s))


def _points_of(context: Context, view: LpPositionView, now_s: int) -> LpPoints:
    """Return a position's part of its owner's LP points, and what it adds a day; no boosts."""
    ledger, owner = context.programmes.ledger, view.owner
    total_e6 = ledger.deposit_points_e6(owner, view.lp_position_id, now_s)
    per_day_e6 = ledger.deposit_per_day_e6(owner, view.liquidity_e6)
    return LpPoints(total=str(total_e6), per_day=str(per_day_e6))


def open_requests(context: Context, owner: bytes, query: SettlementQuery, now_s: int) -> Page:
    """Return a page of a wallet's unsettled requests."""
    views, scope = _unsettled(context, owner, query)
    return _requests(context, views, query, scope, now_s)


async def all_requests(context: Context, owner: bytes, query: SettlementQuery, now_s: int) -> Page:
    """Return a page of a wallet's requests, the settled ones from the database."""
    views, scope = _unsettled(context, owner, query)
    known = {view.request_id for view in views}
    await context.wait_for_projection()  # rows then have a request that just left the engine
    rows = await _settled(context, owner, query, scope)
    views += [_stored_request(row) for row in rows if row.request_id not in known]
    views.sort(key=_key, reverse=query.order == "desc")
    return _requests(context, views, query, scope, now_s)


def _key(view: SettlementRequestView) -> Key:
    return (view.maturity_s, view.request_id)


def _unsettled(
    context: Context, owner: bytes, query: SettlementQuery
) -> tuple[list[SettlementRequestView], tuple[object, ...]]:
    scope, after = _place(owner, query, "settlement-requests", query.include_settled)
    views = context.exchange.unsettled_request_page(
        owner, limit=query.limit + 1, after=after, is_descending=query.order == "desc"
    )
    return views, scope


def _requests(
    context: Context,
    views: list[SettlementRequestView],
    query: SettlementQuery,
    scope: tuple[object, ...],
    now_s: int,
) -> Page:
    chosen = views[: query.limit]
    rows = [encode.settlement_request(view, context.facts, now_s) for view in chosen]
    cursor = _next(list(map(_key, views)), query, scope)
    return Page(rows=rows, next_cursor=cursor, limit=query.limit)


async def _settled(
    context: Context, owner: bytes, query: SettlementQuery, scope: tuple[object, ...]
) -> list[SettlementRequestRow]:
    is_descending = query.order == "desc"
    place = _LAST if is_descending else _FIRST
    if query.cursor is not None:
        place = read_cursor(query.cursor, Key, *scope)
    name = in_order("history.settled_requests", query.order)
    values = (owner, *place, query.limit + 1)
    return await context.store.select(SettlementRequestRow, name, *values)


def _stored_request(row: SettlementRequestRow) -> SettlementRequestView:
    return SettlementRequestView(
        owner=row.owner,
        request_id=row.request_id,
        kind=row.kind,
        mint=row.mint,
        maturity_s=row.maturity_s,
        amount_e6=row.amount_e6,
        tip_e6=row.tip_e6,
        state=row.state,
        processor=row.processor if row.processor != ZERO else None,
        payout_signature=row.payout_signature,
        last_valid_block_height=0,
    )


def portfolio(context: Context, owner: bytes, now_s: int) -> Portfolio:
    """Return everything a wallet has."""
    exchange, facts = context.exchange, context.facts
    accounts = accounts_of(exchange, owner, now_s)
    worth = worth_of(exchange, facts, owner, accounts, now_s)
    positions = lp_positions(context, owner, LpPositionsQuery(), now_s)
    requests = open_requests(context, owner, SettlementQuery(), now_s)
    return Portfolio(
        account_value=str(worth.value_e6),
        margin_accounts=[encode.margin_account(view, facts.exchange) for view in accounts],
        lp_positions=positions.rows,
        settlement_requests=requests.rows,
        staking=encode.staking(exchange.staking_view(owner, now_s)),
        predictions=predictions.portfolio(exchange.prediction_portfolio(owner)),
        totals=Totals(
            margin=str(worth.margin_e6),
            lp=str(worth.lp_e6),
            pending_settlement=str(worth.pending_e6),
            pnl=str(worth.pnl_e6),
        ),
        lp_positions_next_cursor=positions.next_cursor,
        settlement_requests_next_cursor=requests.next_cursor,
    )
