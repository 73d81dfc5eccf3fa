"""Stream channels: snapshot, and the delta of a change (API 5.8)."""

from collections import deque
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from chain.client.facts import ChainFacts
from edge.api.accounts import reads
from edge.api.accounts.encode import closed_margin_account, margin_account, settlement_request
from edge.api.accounts.requests import LpPositionsQuery, SettlementQuery
from edge.api.accounts.schemas import (
    LpPosition,
    MarginAccount,
    SettlementRequest,
)
from edge.api.context import Context
from edge.api.history import encode as history
from edge.api.history.schemas import StreamTrade
from edge.api.markets.encode import STATUSES, market_row, market_state
from edge.api.markets.lookup import market_views_at_once
from edge.api.orders.encode import perp_order
from edge.api.orders.reads import open_order_views, open_orders
from edge.api.orders.schemas import Auction, EndedOrder
from edge.api.predictions.encode import portfolio
from edge.api.predictions.schemas import PredictionPortfolio
from edge.http.limits import RECENT_TRADES_MAX, USER_EVENTS_PER_DELTA_MAX
from edge.store.tables import TradeRow
from edge.streams.user_orders import PredictionEvent, UserOrders
from engine.schema.errors import EngineError

Data = dict[str, object]


class Channel(Protocol):
    """The content of one channel."""

    def snapshot(self) -> Data:
        """Return the whole state."""
        ...

    def delta(self) -> Data | None:
        """Return what changed since the last call, `None` for nothing."""
        ...


class MarketsChannel:
    """Every market in short, and the status of the exchange."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._rows: dict[int, object] = {}
        self._exchange: Data = {}
        self.changed: set[int] = set()
        self.is_status_changed = False

    def _exchange_row(self) -> Data:
        status = self._context.exchange.exchange_view(self._context.now_s()).status
        return {"status": STATUSES[status], "paused": status != 0}

    def snapshot(self) -> Data:
        """Return every market."""
        views = market_views_at_once(self._context, self._context.now_s())
        rows = {view.market_id: market_row(view) for view in views}
        exchange = self._exchange_row()
        # the last sent state stays the base of the next delta
        self._rows = {**rows, **self._rows}
        self._exchange = self._exchange or exchange
        return {"exchange": exchange, "markets": list(rows.values())}

    def delta(self) -> Data | None:
        """Return the markets that changed, each whole."""
        data: Data = {}
        now_s = self._context.now_s()
        if self.is_status_changed and (row := self._exchange_row()) != self._exchange:
            data["exchange"] = self._exchange = row
        rows = []
        for market_id in sorted(self.changed):
            row_now = market_row(self._context.exchange.market_view(market_id, now_s))
            if self._rows.get(market_id) != row_now:
                self._rows[market_id] = row_now
                rows.append(row_now)
        if rows:
            data["markets"] = rows
        self.changed.clear()
        self.is_status_changed = False
        return data or None


class MarketChannel:
    """One market."""

    def __init__(self, context: Context, market_id: int) -> None:
        self._context = context
        self._market_id = market_id
        self._last: Data = {}
        self.auctions: list[Auction] = []  # held since the last delta

    def _state(self) -> Data:
        view = self._context.exchange.market_view(self._market_id, self._context.now_s())
        state: Data = msgspec.to_builtins(market_state(view))
        return state

    def snapshot(self) -> Data:
        state = self._state()
        # the last sent state stays the base of the next delta
        self._last = self._last or state
        return state

    def delta(self) -> Data | None:
        """Return the keys that changed, each whole."""
        before, self._last = self._last, self._state()
        changed = {key: value for key, value in self._last.items() if before.get(key) != value}
        if self.auctions:
            changed["auctions"], self.auctions = self.auctions, []
        return changed or None


class TradesChannel:
    """The newest trades, of all markets or of one."""

    def __init__(self, recent: "deque[StreamTrade]") -> None:
        self._recent = recent
        self.new: list[StreamTrade] = []

    def snapshot(self) -> Data:
        """Return the last trades, newest first."""
        return {"trades": list(reversed(self._recent))}

    def delta(self) -> Data | None:
        """Return the new trades, oldest first."""
        if not self.new:
            return None
        trades, self.new = self.new, []
        return {"trades": trades}


@dataclass(slots=True)
class Touched:
    """Changes of a wallet since the last message."""

    events: list[Data | PredictionEvent] = field(default_factory=list)
    accounts: set[int] = field(default_factory=set)
    closed: set[int] = field(default_factory=set)
    requests: set[int] = field(default_factory=set)
    lp_positions: set[int] = field(default_factory=set)
    perp_orders: dict[int, tuple[int, int]] = field(default_factory=dict)  # account and market
    has_points: bool = False

    def is_empty(self) -> bool:
        """Return whether nothing changed."""
        touched = self.accounts or self.closed or self.requests or self.lp_positions
        return not (self.events or touched or self.perp_orders or self.has_points)


class UserChannel:
    """One wallet."""

    def __init__(self, context: Context, owner: bytes) -> None:
        self._context = context
        self.owner = owner
        self.settled: dict[int, str | None] = {}  # request id → payout signature
        self.names: dict[int, str] = {}  # of open accounts: a closed one is sent with its name
        self.touched = Touched()
        self._orders = UserOrders(context, owner)
        self._portfolio = PredictionPortfolio()

    @property
    def _facts(self) -> ChainFacts:
        return self._context.facts

    def snapshot(self) -> Data:
        """Return everything the wallet has."""
        context, now_s = self._context, self._context.now_s()
        requests = reads.open_requests(context, self.owner, SettlementQuery(), now_s)
        positions = reads.lp_positions(context, self.owner, LpPositionsQuery(), now_s)
        accounts = reads.margin_accounts(context, self.owner, now_s)
        self.names = {row.id: row.name for row in accounts}
        self._portfolio = portfolio(context.exchange.prediction_portfolio(self.owner))
        return {
            "marginAccounts": accounts,
            "lpPositions": positions.rows,
            "lpPositionsNextCursor": positions.next_cursor,
            "settlementRequests": requests.rows,
            "settlementRequestsNextCursor": requests.next_cursor,
            "portfolio": self._portfolio,
            "orders": self._orders.snapshot(),
            "perpOrders": open_orders(context.exchange, self.owner, now_s),
        }

    def account_ids(self) -> tuple[int, ...]:
        """Return the wallet's open margin accounts."""
        return tuple(self._context.exchange.user_view(self.owner).margin_account_ids)

    def touch_market(self, market_id: int) -> None:
        """Mark the accounts that hold a position in a market whose index moved."""
        exchange, now_s = self._context.exchange, self._context.now_s()
        for account_id in exchange.user_view(self.owner).margin_account_ids:
            view = exchange.margin_account_view(self.owner, account_id, now_s)
            if any(position.market_id == market_id for position in view.positions):
                self.touched.accounts.add(account_id)

    def delta(self) -> Data | None:
        """Return the events and each touched entity whole."""
        if self.touched.is_empty():
            return None
        touched, self.touched = self.touched, Touched()
        now_s = self._context.now_s()
        data: Data = {"events": self._encode_events(touched.events)}
        accounts = [self._account(i, now_s) for i in sorted(touched.accounts | touched.closed)]
        if accounts:
            data["marginAccounts"] = accounts
        if touched.lp_positions:
            data["lpPositions"] = self._changed_positions(touched.lp_positions, now_s)
            # a legacy account is in no list, so nothing may be left to tell
            data = {key: value for key, value in data.items() if value or key == "events"}
        if touched.requests:
            data["settlementRequests"] = self._changed_requests(touched.requests, now_s)
        if touched.perp_orders:
            data["perpOrders"] = self._changed_orders(touched.perp_orders, now_s)
        if touched.has_points:
            data |= self._changed_points(touched.events)
        return data

    def _encode_events(self, events: list[Data | PredictionEvent]) -> list[Data]:
        """Encode the newest events; older ones are applied but not sent."""
        oldest = len(events) - USER_EVENTS_PER_DELTA_MAX
        sent = []
        for place, event in enumerate(events):
            is_sent = place >= oldest
            if not isinstance(event, dict):
                data = self._orders.take(event, is_sent=is_sent)
                if data is not None:
                    sent.append(data)
            elif is_sent:
                sent.append(event)
        return sent

    def _changed_points(self, events: list[Data | PredictionEvent]) -> Data:
        data: Data = {}
        orders = self._orders.changed([e for e in events if not isinstance(e, dict)])
        if orders:
            data["orders"] = orders
        points = portfolio(self._context.exchange.prediction_portfolio(self.owner))
        if points != self._portfolio:
            data["portfolio"] = self._portfolio = points
        return data

    def _changed_orders(self, ids: dict[int, tuple[int, int]], now_s: int) -> list[object]:
        """Return each touched order as it waits now, one that ended as its ids alone."""
        exchange = self._context.exchange
        accounts = {account_id for account_id, _ in ids.values()} & set(self.account_ids())
        views = open_order_views(exchange, self.owner, tuple(accounts), now_s)
        found = {view.order_id: view for view in views}
        return [
            perp_order(found[order_id])
            if order_id in found
            else EndedOrder(order_id=order_id, margin_account_id=account_id, market_id=market_id)
            for order_id, (account_id, market_id) in sorted(ids.items())
        ]

    def _account(self, account_id: int, now_s: int) -> MarginAccount:
        exchange = self._context.exchange
        try:
            view = exchange.margin_account_view(self.owner, account_id, now_s)
        except EngineError:
            name = self.names.pop(account_id, "")
            return closed_margin_account(self.owner, account_id, name, self._facts.exchange)
        return margin_account(view, self._facts.exchange)

    def _changed_requests(self, ids: set[int], now_s: int) -> list[SettlementRequest]:
        rows = []
        for request_id in sorted(ids):
            view = self._context.exchange.settlement_request(self.owner, request_id)
            if view is None:
                continue
            row = settlement_request(view, self._facts, now_s)
            if request_id in self.settled:
                signature = self.settled.pop(request_id)
                row = msgspec.structs.replace(row, status="settled", signature=signature)
            rows.append(row)
        return rows

    def _changed_positions(self, ids: set[int], now_s: int) -> list[LpPosition]:
        read = self._context.exchange.lp_position
        views = (read(self.owner, position_id, now_s) for position_id in ids)
        found = [view for view in views if view is not None]
        found.sort(key=lambda view: (view.maturity_s, view.lp_position_id))
        return [reads.lp_position(self._context, view, now_s) for view in found]


def recent_trades(rows: list[TradeRow]) -> "deque[StreamTrade]":
    """Return the last trades, oldest first, from rows in descending order."""
    trades = [history.stream_trade(row) for row in reversed(rows)]
    return deque(trades, maxlen=RECENT_TRADES_MAX)
