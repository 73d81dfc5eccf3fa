"""Orders that wait at the exchange: limit, stop, take profit, trailing stop, call auction."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final, Literal

from acre_sdk.amounts import (
    COLLATERAL,
    PRICE,
    RATE,
    SIZE,
    Amount,
    raw,
    size_text,
    text_of,
    time_text,
)
from acre_sdk.errors import AcreError
from acre_sdk.generated import models as m
from acre_sdk.generated.main import MainApi
from acre_sdk.generated.words import WORDS
from acre_sdk.results import Direction, Outcome, Placed, plain
from acre_sdk.trading.commands import Commands, Order, owner_lines
from acre_sdk.trading.margin import Margin

DAY_S: Final = 86_400
DAYS: Final = 30
E6: Final = 10**6
E8: Final = 10**8
E12: Final = 10**12
OrderType = Literal["auction", "limit", "stop", "takeProfit", "trailing"]
_WORDS: Final[dict[OrderType, str]] = {
    "auction": "at-next-price-update",
    "limit": "at-limit",
    "stop": "at-stop",
    "takeProfit": "at-take-profit",
    "trailing": "at-trailing-stop",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Terms:
    """An order in raw integers; size is signed, 0 of a whole position."""

    type: OrderType
    size: int = 0
    is_reduce_only: bool = False
    trigger: int | None = None
    trail: int | None = None  # millionths
    worst: int | None = None
    stop: int | None = None
    target: int | None = None


class WaitingOrders:
    """The waiting orders of one owner."""

    def __init__(self, main: MainApi, commands: Commands, margin: Margin) -> None:
        self._main = main
        self._commands = commands
        self._margin = margin

    async def limit(  # noqa: PLR0913 - the words of an order
        self,
        symbol: str,
        side: Direction,
        *,
        price: Amount,
        notional: Amount | None = None,
        size: Amount | None = None,
        reduce_only: bool = False,
        days: int = DAYS,
        stop: Amount | None = None,
        target: Amount | None = None,
        account: int | None = None,
    ) -> Placed:
        """Buy or sell at this price or a better one; a notional is counted at this price."""
        trigger = raw("price", price, PRICE)
        terms = _Terms(
            type="limit",
            size=signed_by(side, _size(notional, size, trigger)),
            is_reduce_only=reduce_only,
            trigger=trigger,
            stop=_price("stop", stop),
            target=_price("target", target),
        )
        return await self._place(symbol, terms, days, account)

    async def stop(
        self,
        symbol: str,
        *,
        price: Amount,
        size: Amount | None = None,
        days: int = DAYS,
        account: int | None = None,
    ) -> Placed:
        """Close the position, or so much of it, once the index is at this worse price."""
        terms = _Terms(type="stop", is_reduce_only=True, trigger=raw("price", price, PRICE))
        return await self._close(symbol, terms, size, days, account)

    async def take_profit(
        self,
        symbol: str,
        *,
        price: Amount,
        size: Amount | None = None,
        days: int = DAYS,
        account: int | None = None,
    ) -> Placed:
        """Close the position, or so much of it, once the index is at this better price."""
        terms = _Terms(type="takeProfit", is_reduce_only=True, trigger=raw("price", price, PRICE))
        return await self._close(symbol, terms, size, days, account)

    async def trailing_stop(
        self,
        symbol: str,
        *,
        rate: Amount,
        size: Amount | None = None,
        days: int = DAYS,
        account: int | None = None,
    ) -> Placed:
        """Close the position, or so much of it, once the index is this rate off its best."""
        terms = _Terms(type="trailing", is_reduce_only=True, trail=_trail(rate))
        return await self._close(symbol, terms, size, days, account)

    async def auction(  # noqa: PLR0913 - the words of an order
        self,
        symbol: str,
        side: Direction,
        *,
        notional: Amount | None = None,
        size: Amount | None = None,
        slippage: Amount = "0.01",
        worst_price: Amount | None = None,
        days: int = DAYS,
        account: int | None = None,
    ) -> Placed:
        """Trade in the call auction of the next price update, at its index price.

        Without `worst_price` the slippage counts from the index as it is now.
        """
        fresh = await self._main.get_account_market_by_market(symbol)
        index = int(fresh.index_price)
        rate = raw("slippage", slippage, RATE, is_zero_ok=True)
        if rate >= E12:
            raise ValueError("slippage must be below 1")
        signed = signed_by(side, _size(notional, size, index))
        worst = _price("worst_price", worst_price)
        if worst is None:
            moved = index * (E12 + rate) if signed > 0 else index * (E12 - rate)
            worst = max(1, moved // E12)
        terms = _Terms(type="auction", size=signed, worst=worst)
        return await self._place(symbol, terms, days, account)

    async def orders(self) -> list[m.PerpOrder]:
        """Return the orders that wait, of all accounts."""
        return await self._main.get_user_by_user_perp_orders(self._margin.owner)

    async def amend(  # noqa: PLR0913 - the words of an order
        self,
        order_id: int,
        *,
        price: Amount | None = None,
        size: Amount | None = None,
        rate: Amount | None = None,
        worst_price: Amount | None = None,
        days: int | None = None,
        account: int | None = None,
    ) -> Placed:
        """Change a waiting order, which keeps its number, its side and its bracket.

        One command replaces all of its terms. Terms that are not given are taken from what the
        server says of the order; give all of them if you do not trust it. `size` is what remains
        to be filled. Only an owner sees its orders: a delegate cancels and places another.
        """
        account = await self._margin.account_of(account)
        row = await self._waiting(order_id, account)
        terms = _amended(row, price=price, size=size, rate=rate, worst_price=worst_price)
        until = row.expires_at
        if days is not None:
            until = (await self._commands.exchange.clock()).now + days * DAY_S
        head = [*self._owner_lines, ("account", str(account)), ("order", str(order_id))]
        order = Order(name="amend-perp-order", lines=[*head, *_term_lines(terms, until)])
        body = m.AmendPerpOrderBody(
            margin_account_id=account,
            order_id=order_id,
            side=row.side if terms.size else None,
            input=str(abs(terms.size)) if terms.size else None,
            input_kind="sizeDelta",
            trigger_price=_text(terms.trigger),
            trail_rate=_rate_text(terms.trail),
            acceptable_price=_text(terms.worst),
            expires_at=until,
            owner=self._body_owner,
        )
        build = self._main.post_user_by_user_transaction_amend_perp_order
        applied = await self._commands.run(order, lambda: build(self._me, body))
        symbol = await self._commands.exchange.symbol(row.market_id)
        return Placed(**plain(applied.outcome), symbol=symbol, account=account, order_id=order_id)

    async def cancel(self, order_id: int, *, account: int | None = None) -> Outcome:
        """Cancel a waiting order."""
        account = await self._margin.account_of(account)
        lines = [*self._owner_lines, ("account", str(account)), ("order", str(order_id))]
        body = m.CancelPerpOrderBody(
            margin_account_id=account, order_id=order_id, owner=self._body_owner
        )
        build = self._main.post_user_by_user_transaction_cancel_perp_order
        order = Order(name="cancel-perp-order", lines=lines)
        return (await self._commands.run(order, lambda: build(self._me, body))).outcome

    async def cancel_all(self, symbol: str | None = None, *, account: int | None = None) -> Outcome:
        """Cancel the waiting orders of an account, or those of one market."""
        account = await self._margin.account_of(account)
        lines = [*self._owner_lines, ("account", str(account))]
        body = m.CancelPerpOrdersBody(margin_account_id=account, owner=self._body_owner)
        if symbol is not None:
            lines.append(("market", symbol))
            body.market_id = (await self._commands.exchange.market(symbol)).id
        build = self._main.post_user_by_user_transaction_cancel_perp_orders
        order = Order(name="cancel-perp-orders", lines=lines)
        return (await self._commands.run(order, lambda: build(self._me, body))).outcome

    @property
    def _me(self) -> str:
        return self._commands.address

    @property
    def _owner_lines(self) -> list[tuple[str, str]]:
        return owner_lines(self._commands, self._margin.owner)

    @property
    def _body_owner(self) -> str | None:
        return self._margin.owner if self._owner_lines else None

    async def _waiting(self, order_id: int, account: int) -> m.PerpOrder:
        """Return an order that waits."""
        read = self._main.get_user_by_user_perp_orders
        rows = await read(self._margin.owner, margin_account_id=account)
        row = next((row for row in rows if row.order_id == order_id), None)
        if row is None:
            raise AcreError("ORDER_NOT_FOUND", WORDS["ORDER_NOT_FOUND"], 404)
        return row

    def _head(self, account: int, symbol: str) -> list[tuple[str, str]]:
        """Return the first lines of an order's memo."""
        return [*self._owner_lines, ("account", str(account)), ("market", symbol)]

    async def _close(
        self, symbol: str, terms: _Terms, size: Amount | None, days: int, account: int | None
    ) -> Placed:
        """Place an order that closes the position, or so much of it."""
        account = await self._margin.account_of(account)
        closing = replace(terms, size=await self._closing(symbol, size, account))
        return await self._place(symbol, closing, days, account)

    async def _closing(self, symbol: str, size: Amount | None, account: int) -> int:
        """Return the signed size that closes so much of a position; 0 for all of it."""
        if size is None:
            return 0
        units = raw("size", size, SIZE)
        market_id = (await self._commands.exchange.market(symbol)).id
        for row in await self._margin.accounts():
            for held in row.positions if row.id == account else ():
                if held.market_id == market_id:
                    return -units if held.side == "long" else units
        raise AcreError("NO_POSITION", WORDS["NO_POSITION"], 409)

    async def _place(self, symbol: str, terms: _Terms, days: int, account: int | None) -> Placed:
        account = await self._margin.account_of(account)
        market = await self._commands.exchange.market(symbol)
        until = (await self._commands.exchange.clock()).now + days * DAY_S
        lines = [*self._head(account, symbol), *_lines(terms, until)]
        body = _body(terms, account, market.id, until)
        body.owner = self._body_owner
        build = self._main.post_user_by_user_transaction_place_perp_order
        order = Order(name="place-perp-order", lines=lines)
        applied = await self._commands.run(order, lambda: build(self._me, body))
        signature = applied.outcome.signature

        def is_it(row: m.PerpOrderEvent) -> bool:
            is_first = row.event == "placed" and row.parent_order_id is None
            return is_first and (row.signature, row.market_id) == (signature, market.id)

        async def look() -> m.PerpOrderEvent | None:
            read = self._main.get_user_by_user_history_perp_order
            rows = (await read(self._margin.owner, limit=50)).rows
            return next((row for row in rows if is_it(row)), None)

        row = applied.event("perpOrder", m.PerpOrderEvent, is_it)
        if row is None and self._margin.owner == self._me:
            row = await self._commands.found(look, signature)
        order_id = None if row is None else row.order_id
        return Placed(**plain(applied.outcome), symbol=symbol, account=account, order_id=order_id)


def signed_by(side: Direction, units: int) -> int:
    """Return a size with its sign: above zero for long, below for short."""
    if side not in ("long", "short"):
        raise ValueError(f"side must be 'long' or 'short', not {side!r}")
    return units if side == "long" else -units


def _price(name: str, value: Amount | None) -> int | None:
    return None if value is None else raw(name, value, PRICE)


def _size(notional: Amount | None, size: Amount | None, price: int) -> int:
    """Return the size of an order; a notional is counted at the price, rounded down."""
    if (notional is None) == (size is None):
        raise ValueError("give either a notional or a size")
    if size is not None:
        return raw("size", size, SIZE)
    assert notional is not None
    units = raw("notional", notional, COLLATERAL) * E8 // price
    if units == 0:
        raise ValueError("the notional is below one unit of size")
    return units


def _amended(
    row: m.PerpOrder,
    *,
    price: Amount | None,
    size: Amount | None,
    rate: Amount | None,
    worst_price: Amount | None,
) -> _Terms:
    """Return the terms of an order with what is given; raise ValueError for what it has not."""
    for name, given, is_there in (
        ("size", size, not row.whole_position),
        ("price", price, row.order_type not in ("auction", "trailing")),
        ("rate", rate, row.order_type == "trailing"),
        ("worst_price", worst_price, row.order_type != "limit"),
    ):
        if given is not None and not is_there:
            raise ValueError(f"this order has no {name}")
    units = abs(row.size) if size is None else raw("size", size, SIZE)
    trail = None if row.trail_rate is None else int(row.trail_rate * E6)
    worst = None if row.order_type == "limit" else row.acceptable_price
    return _Terms(
        type=row.order_type,
        size=0 if row.whole_position else signed_by(row.side, units),
        trigger=None
        if row.order_type == "trailing"
        else _price("price", price) or row.trigger_price,
        trail=trail if rate is None else _trail(rate),
        worst=_price("worst_price", worst_price) or worst,
    )


def _trail(rate: Amount) -> int:
    trail = raw("rate", rate, 6)
    if trail >= E6:
        raise ValueError("rate must be below 1")
    return trail


def _lines(terms: _Terms, until: int) -> Sequence[tuple[str, str]]:
    """Return the lines of the memo after its market."""
    lines = [("fill", _WORDS[terms.type])]
    if terms.is_reduce_only:
        lines.append(("reduce-only", "yes"))
    if terms.size == 0:
        lines.append(("whole-position", "yes"))
    return [*lines, *_term_lines(terms, until), *_prices(stop=terms.stop, target=terms.target)]


def _term_lines(terms: _Terms, until: int) -> Sequence[tuple[str, str]]:
    """Return the lines that an amendment may replace."""
    trail = [] if terms.trail is None else [("trail", text_of(terms.trail, 6))]
    return [
        *([("size", size_text(terms.size))] if terms.size else []),
        *_prices(trigger=terms.trigger),
        *trail,
        *_prices(worst_price=terms.worst),
        ("until", time_text(until)),
    ]


def _prices(**prices: int | None) -> list[tuple[str, str]]:
    return [
        (name.replace("_", "-"), text_of(price, PRICE))
        for name, price in prices.items()
        if price is not None
    ]


def _body(terms: _Terms, account: int, market_id: int, until: int) -> m.PlacePerpOrderBody:
    is_whole = terms.size == 0
    side: Direction = "long" if terms.size > 0 else "short"
    return m.PlacePerpOrderBody(
        margin_account_id=account,
        market_id=market_id,
        order_type=terms.type,
        side=None if is_whole else side,
        input=None if is_whole else str(abs(terms.size)),
        reduce_only=terms.is_reduce_only,
        whole_position=is_whole,
        trigger_price=_text(terms.trigger),
        trail_rate=_rate_text(terms.trail),
        acceptable_price=_text(terms.worst),
        expires_at=until,
        stop_price=_text(terms.stop),
        target_price=_text(terms.target),
    )


def _rate_text(millionths: int | None) -> str | None:
    return None if millionths is None else str(Decimal(millionths) / E6)


def _text(units: int | None) -> str | None:
    return None if units is None else str(units)
