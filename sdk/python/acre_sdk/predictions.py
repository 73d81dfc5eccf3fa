"""The prediction markets: every call typed, bounded in time and safe to repeat."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from acre_sdk.calls import Page, Resource, all_rows
from acre_sdk.errors import ANSWER_LOST, BAD_ANSWER, AcreError
from acre_sdk.models import (
    ErrorBody,
    Market,
    Model,
    Order,
    OrderBook,
    Participation,
    Portfolio,
    Position,
    Trade,
    convert,
)
from acre_sdk.orders import BATCH_MAX, NewOrder, whole
from acre_sdk.transport import part

PAGE_ROWS_MAX = 200
Status = Literal["open", "filled", "canceled", "expired", "all"]


@dataclass(frozen=True, slots=True)
class BatchResult:
    """The outcome of one order of a batch: exactly one field is set.

    Attributes:
        order: The order that was placed; None when it was refused.
        error: Why it was refused; None when it was placed.
    """

    order: Order | None
    error: AcreError | None


class _OrderAnswer(Model):
    order: Order


class _BatchEntry(Model):
    order: Order | None = None
    error: ErrorBody | None = None


class _BatchAnswer(Model):
    results: list[_BatchEntry]


class _Canceled(Model):
    canceled: list[int]


class _StatusAnswer(Model):
    status: str


class _CancelAt(Model):
    cancel_at: int | None


class _Orders(Model):
    orders: list[Order]
    next_cursor: str | None


class _Trades(Model):
    trades: list[Trade]
    next_cursor: str | None


class _Markets(Model):
    markets: list[Market]
    next_cursor: str | None


class _Positions(Model):
    positions: list[Position]


class _MarketAnswer(Model):
    market: Market


class _BookAnswer(Model):
    order_book: OrderBook


class Predictions(Resource):
    """The prediction markets and one wallet's orders there."""

    def orders_ready(self) -> int:
        """Return the number of orders and cancels that can be sent now without waiting."""
        return self._transport.bucket.ready()

    # the user

    async def participate(self) -> Participation:
        """Take part in the season, which brings 10,000 points at the first portfolio read."""
        return await self._post("/ppps3/participants", {}, Participation)

    async def portfolio(self) -> Portfolio:
        """Return the user's points."""
        return await self._get("/predictions/portfolio", Portfolio, is_private=True)

    async def positions(self, *, is_resolved: bool | None = None) -> list[Position]:
        """Return the user's positions."""
        query = {} if is_resolved is None else {"isResolvedFilter": _flag(is_resolved)}
        path = "/predictions/positions"
        return (await self._get(path, _Positions, query, is_private=True)).positions

    async def orders_page(
        self, status: Status = "open", market_id: int | None = None, cursor: str | None = None
    ) -> Page[Order]:
        """Return one page of the user's orders, newest first."""
        query = {"orderStatusFilter": status, **_page_query(market_id, cursor)}
        found = await self._get("/predictions/orders", _Orders, query, is_private=True)
        return Page(found.orders, found.next_cursor)

    async def trades_page(
        self, market_id: int | None = None, cursor: str | None = None
    ) -> Page[Trade]:
        """Return one page of the user's fills, newest first."""
        query = _page_query(market_id, cursor)
        found = await self._get("/predictions/trades", _Trades, query, is_private=True)
        return Page(found.trades, found.next_cursor)

    def orders(self, status: Status = "open", market_id: int | None = None) -> AsyncIterator[Order]:
        """Return all the user's orders, newest first, page by page."""
        return all_rows(lambda cursor: self.orders_page(status, market_id, cursor))

    def trades(self, market_id: int | None = None) -> AsyncIterator[Trade]:
        """Return all the user's fills, newest first, page by page."""
        return all_rows(lambda cursor: self.trades_page(market_id, cursor))

    async def order_by_client_id(self, client_order_id: str) -> Order:
        """Return the newest order of this client id; raises ORDER_NOT_FOUND."""
        path = f"/predictions/orders/by-client-id/{part(client_order_id)}"
        return (await self._get(path, _OrderAnswer, is_private=True)).order

    # public data

    async def markets_page(
        self, *, is_resolved: bool | None = None, cursor: str | None = None
    ) -> Page[Market]:
        """Return one page of the prediction markets."""
        query = _page_query(None, cursor)
        if is_resolved is not None:
            query["isResolvedFilter"] = _flag(is_resolved)
        found = await self._get("/predictions/markets", _Markets, query)
        return Page(found.markets, found.next_cursor)

    def markets(self, *, is_resolved: bool | None = None) -> AsyncIterator[Market]:
        """Return all prediction markets, page by page."""
        return all_rows(lambda cursor: self.markets_page(is_resolved=is_resolved, cursor=cursor))

    async def market(self, market_id: int) -> Market:
        """Return one prediction market."""
        path = f"/predictions/markets/{whole('market_id', market_id)}"
        return (await self._get(path, _MarketAnswer)).market

    async def order_book(self, market_id: int) -> OrderBook:
        """Return the order book of a market."""
        path = f"/predictions/markets/{whole('market_id', market_id)}/order-book"
        return (await self._get(path, _BookAnswer)).order_book

    # orders

    async def place_order(self, order: NewOrder) -> Order:
        """Place an order once, however often the request has to be repeated.

        When the server knows the client order id already, the first order counts: it is returned
        if it is the one asked for here, and DUPLICATE_CLIENT_ORDER_ID is raised if it is another.
        """
        order = order.named()
        path = f"/predictions/markets/{order.market_id}/orders"
        try:
            return (await self._post(path, order.body(), _OrderAnswer, cost=1)).order
        except AcreError as error:
            if error.code == "DUPLICATE_CLIENT_ORDER_ID":
                return await self._first(order, error)
            if error.code == ANSWER_LOST and order.client_order_id is not None:
                return await self._look_for(order.client_order_id, error)
            raise

    async def place_orders(self, orders: Sequence[NewOrder]) -> list[BatchResult]:
        """Place up to 15 orders one after the other; each has its own result."""
        if not 1 <= len(orders) <= BATCH_MAX:
            raise ValueError(f"a batch has 1 to {BATCH_MAX} orders, not {len(orders)}")
        named = [order.named() for order in orders]
        bodies = [{"marketId": order.market_id, **order.body()} for order in named]
        path, cost = "/predictions/orders/batch", len(named)
        answer = await self._post(path, {"orders": bodies}, _BatchAnswer, cost=cost)
        if len(answer.results) != len(named):
            raise AcreError(BAD_ANSWER, "the batch has more or fewer results than orders")
        pairs = zip(named, answer.results, strict=True)
        return [await self._result(order, entry) for order, entry in pairs]

    async def cancel(self, order_id: int) -> str:
        """Cancel an order; returns its status afterwards. Repeating it changes nothing."""
        path = f"/predictions/orders/{whole('order_id', order_id)}/cancel"
        return (await self._post(path, {}, _StatusAnswer, cost=1)).status

    async def cancel_all(self, market_id: int | None = None) -> list[int]:
        """Cancel every open order, or those of one market; returns their ids."""
        body = {} if market_id is None else {"marketId": whole("market_id", market_id)}
        return (
            await self._post("/predictions/orders/cancel-all", body, _Canceled, cost=1)
        ).canceled

    async def amend(
        self, order_id: int, *, price: int | None = None, contracts: int | None = None
    ) -> Order:
        """Change the price of an open order, or how many contracts of it remain.

        Fewer contracts at the same price keep the place in the queue. After a lost answer it is
        not repeated, because the order may have traded since: ANSWER_LOST says to look at it.
        """
        path = f"/predictions/orders/{whole('order_id', order_id)}/amend"
        body = {}
        if price is not None:
            body["price"] = whole("price", price)
        if contracts is not None:
            body["contracts"] = whole("contracts", contracts)
        answer = await self._post(path, body, _OrderAnswer, cost=1, is_repeatable=False)
        return answer.order

    async def cancel_after(self, timeout_s: int) -> int | None:
        """Arm the dead-man's switch: in so many seconds every open order is cancelled.

        They are real seconds, 5 to 86,400. Each call begins the time again; 0 disarms. Returns when
        it will happen, in engine time.
        """
        body = {"timeoutSeconds": whole("timeout_s", timeout_s)}
        path = "/predictions/orders/cancel-after"
        return (await self._post(path, body, _CancelAt, cost=1)).cancel_at

    async def _result(self, order: NewOrder, entry: _BatchEntry) -> BatchResult:
        if entry.order is not None:
            return BatchResult(entry.order, None)
        said = entry.error if entry.error is not None else ErrorBody(code=BAD_ANSWER)
        error = AcreError(said.code, said.message, 409, said.details)
        if said.code != "DUPLICATE_CLIENT_ORDER_ID":
            return BatchResult(None, error)
        try:
            return BatchResult(await self._first(order, error), None)
        except AcreError as refused:
            return BatchResult(None, refused)

    async def _first(self, order: NewOrder, error: AcreError) -> Order:
        try:
            first = convert(error.details.get("order", error.details), Order)
        except msgspec.ValidationError:
            assert order.client_order_id is not None
            first = await self.order_by_client_id(order.client_order_id)
        if error.is_after_lost_answer or order.is_same_as(first):
            return first
        raise error

    async def _look_for(self, client_order_id: str, lost: AcreError) -> Order:
        try:
            return await self.order_by_client_id(client_order_id)
        except AcreError as error:
            raise lost from error


def _page_query(market_id: int | None, cursor: str | None) -> dict[str, str]:
    query = {"limit": str(PAGE_ROWS_MAX)}
    if market_id is not None:
        query["marketId"] = str(whole("market_id", market_id))
    if cursor is not None:
        query["cursor"] = cursor
    return query


def _flag(value: bool) -> str:
    return "true" if value else "false"
