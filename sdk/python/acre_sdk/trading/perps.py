"""Perpetual positions: quoted, opened, closed; markets by symbol, amounts as exact decimals.

An order's size and limit price are computed here, from the quote, and are lines of the memo that
the wallet signs. The server's prices are taken at its word: who does not trust them gives `size`
and `worst_price`.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from acre_sdk.amounts import (
    COLLATERAL,
    PRICE,
    RATE,
    SIZE,
    Amount,
    decimal_of,
    raw,
    size_text,
    text_of,
)
from acre_sdk.errors import BAD_ANSWER, AcreError
from acre_sdk.generated import models as m
from acre_sdk.generated.main import MainApi
from acre_sdk.generated.words import WORDS
from acre_sdk.results import Direction, Fill, OpenPosition, Quote, Rows, plain
from acre_sdk.trading.commands import Applied, Commands, Order
from acre_sdk.trading.funding import lacking_margin, multiple_of, new_account_margin
from acre_sdk.trading.margin import Margin
from acre_sdk.trading.waiting import WaitingOrders, signed_by

E8: Final = 10**8
E12: Final = 10**12
PREMIUM_PERCENT_MAX: Final = 10  # of a fill price over the index, where a notional is asked for
SLIPPAGE: Final = "0.01"
READS_MAX: Final = 3


class Perps(WaitingOrders):
    """The positions of one owner, in its lowest open margin account unless `account` is given."""

    def __init__(self, main: MainApi, commands: Commands, margin: Margin) -> None:
        super().__init__(main, commands, margin)
        self._exchange = commands.exchange

    async def markets(self) -> list[m.Market]:
        """Return the markets as they are now."""
        return await self._exchange.markets()

    async def quote(
        self,
        symbol: str,
        side: Direction,
        *,
        notional: Amount | None = None,
        size: Amount | None = None,
        account: int | None = None,
    ) -> Quote:
        """Return what an order would do now; exactly one of notional and size is given."""
        account = await self._margin.account_of(account)
        kind, units = one_of(notional, size)
        found = await self._quoted(account, symbol, side, kind, units)
        return _quote(symbol, account, side, found)

    async def open(  # noqa: PLR0913 - the words of an order
        self,
        symbol: str,
        side: Direction,
        *,
        notional: Amount | None = None,
        size: Amount | None = None,
        leverage: Amount | None = None,
        slippage: Amount = SLIPPAGE,
        worst_price: Amount | None = None,
        stop: Amount | None = None,
        target: Amount | None = None,
        account: int | None = None,
    ) -> Fill:
        """Open or change a position now; `stop` and `target` are prices that close it.

        With `leverage` the wallet first deposits what the account lacks to have at most this
        leverage after the trade, and at least the margin that the trade requires; it opens an
        account if there is none. A leverage above the market's maximum raises BAD_LEVERAGE before
        anything moves.
        """
        kind, units = one_of(notional, size)
        signed_by(side, units)
        worst = _Worst(slippage, worst_price)
        bracket = [
            (name, raw(name, value, PRICE))
            for name, value in (("stop", stop), ("target", target))
            if value is not None
        ]
        market = await self._exchange.market(symbol)
        if leverage is not None:
            multiple = multiple_of(market, leverage)
            account = await self._fund(market, side, kind, units, multiple, account)
        account = await self._margin.account_of(account)
        found = await self._quoted(account, symbol, side, kind, units)
        delta = units if kind == "sizeDelta" else _size_of(units, found)
        signed = signed_by(side, delta)
        limit = worst.limit(found, signed)
        body = m.ModifyPositionBody(
            margin_account_id=account,
            market_id=market.id,
            side=side,
            input=str(delta),
            acceptable_price=str(limit),
            owner=self._body_owner,
            stop_price=_optional_text(dict(bracket).get("stop")),
            target_price=_optional_text(dict(bracket).get("target")),
        )
        lines = [
            *self._head(account, symbol),
            ("size", size_text(signed)),
            ("limit", text_of(limit, PRICE)),
            *((name, text_of(price, PRICE)) for name, price in bracket),
        ]
        build = self._main.post_user_by_user_transaction_modify_position
        order = Order(name="modify-position", lines=lines)
        applied = await self._commands.run(order, lambda: build(self._me, body))
        return await self._fill(applied, symbol, market.id)

    async def close(
        self,
        symbol: str,
        *,
        size: Amount | None = None,
        slippage: Amount = SLIPPAGE,
        worst_price: Amount | None = None,
        account: int | None = None,
    ) -> Fill:
        """Close a position, or so much of it."""
        worst = _Worst(slippage, worst_price)
        account = await self._margin.account_of(account)
        market = await self._exchange.market(symbol)
        units = None if size is None else raw("size", size, SIZE)
        body = m.ClosePositionBody(
            margin_account_id=account, market_id=market.id, input=_optional_text(units)
        )
        ask = self._main.post_user_by_user_quote_close_position
        found = _executable(await ask(self._margin.owner, body))
        limit = worst.limit(found, found.open_interest_delta.size)
        close = m.CloseTransactionBody(
            margin_account_id=account,
            market_id=market.id,
            input=_optional_text(units),
            acceptable_price=str(limit),
            owner=self._body_owner,
        )
        lines = [
            *self._head(account, symbol),
            *([] if units is None else [("size", size_text(units))]),
            ("limit", text_of(limit, PRICE)),
        ]
        build = self._main.post_user_by_user_transaction_close_position
        order = Order(name="close-position", lines=lines)
        applied = await self._commands.run(order, lambda: build(self._me, close))
        return await self._fill(applied, symbol, market.id)

    async def positions(self) -> Rows[OpenPosition]:
        """Return the positions of all accounts, valued at the index; `to_pandas()` frames them."""
        held, markets = await self._held()
        for _ in range(READS_MAX - 1):
            if all(_is_at(row, markets[row.market_id]) for _account, row in held):
                break
            held, markets = await self._held()  # a price update came between the two reads
        rows = [_position(account, markets[row.market_id], row) for account, row in held]
        return Rows(OpenPosition, rows)

    async def _held(self) -> tuple[list[tuple[int, m.Position]], dict[int, m.Market]]:
        """Return the positions with their accounts, and their markets."""
        accounts = await self._margin.accounts()
        held = [(account.id, row) for account in accounts for row in account.positions]
        if not held:
            return [], {}
        markets = {row.id: row for row in await self._exchange.markets()}
        if not {row.market_id for _account, row in held} <= set(markets):
            raise AcreError(BAD_ANSWER, "a position is in a market that is not listed")
        return held, markets

    async def _quoted(
        self, account: int, symbol: str, side: Direction, kind: str, units: int
    ) -> m.PositionQuote:
        signed_by(side, units)
        market = await self._exchange.market(symbol)
        body = m.PositionBody(
            margin_account_id=account,
            market_id=market.id,
            side=side,
            input=str(units),
            input_kind="sizeDelta" if kind == "sizeDelta" else "notionalDelta",
        )
        return await self._main.post_user_by_user_quote_modify_position(self._margin.owner, body)

    async def _fund(
        self,
        market: m.Market,
        side: Direction,
        kind: str,
        units: int,
        multiple: int,
        account: int | None,
    ) -> int:
        """Deposit what the account lacks for the leverage; return the account."""
        accounts = await self._margin.accounts()
        symbol = market.metadata.symbol
        if account is None and not accounts:
            need = new_account_margin(market, kind, units, multiple)
            await self._margin.create(decimal_of(need, COLLATERAL))
            accounts = await self._margin.accounts()
        account = await self._margin.account_of(account)
        row = next((row for row in accounts if row.id == account), None)
        if row is None:
            raise AcreError("MARGIN_ACCOUNT_NOT_FOUND", WORDS["MARGIN_ACCOUNT_NOT_FOUND"], 404)
        found = await self._quoted(account, symbol, side, kind, units)
        lacking = lacking_margin(row, market, found, multiple)
        if lacking:
            await self._margin.deposit_raw(lacking, account)
        return account

    async def _fill(self, applied: Applied, symbol: str, market_id: int) -> Fill:
        signature = applied.outcome.signature

        def is_it(row: m.Trade) -> bool:
            return (row.signature, row.market_id, row.order_id) == (signature, market_id, None)

        async def look() -> m.Trade | None:
            read = self._main.get_user_by_user_history_trade
            rows = (await read(self._margin.owner, limit=50)).rows
            return next((row for row in rows if is_it(row)), None)

        row = applied.event("trade", m.Trade, is_it)
        if row is None:
            row = await self._commands.found(look, signature)
        return Fill(
            **plain(applied.outcome),
            symbol=symbol,
            account=row.margin_account_id,
            kind=row.trade_kind,
            side=row.side,
            size=decimal_of(row.open_interest_delta.size, SIZE),
            notional=decimal_of(row.open_interest_delta.notional, COLLATERAL),
            price=decimal_of(row.fill_price, PRICE),
            index_price=decimal_of(row.index_price, PRICE),
            fee=decimal_of(row.trade_fee, COLLATERAL),
            surcharge=decimal_of(row.surcharge, COLLATERAL),
            pnl=decimal_of(row.pnl, COLLATERAL),
            position=decimal_of(row.new_open_interest.size, SIZE),
        )


def one_of(notional: Amount | None, size: Amount | None) -> tuple[str, int]:
    """Return kind and raw amount of the one that is given."""
    if (notional is None) == (size is None):
        raise ValueError("give either a notional or a size")
    if notional is not None:
        return "notionalDelta", raw("notional", notional, COLLATERAL)
    assert size is not None
    return "sizeDelta", raw("size", size, SIZE)


def _executable(found: m.PositionQuote) -> m.PositionQuote:
    if not found.is_executable:
        reasons: Sequence[str] = found.reasons or [BAD_ANSWER]
        details: dict[str, object] = {"reasons": list(reasons)}
        raise AcreError(reasons[0], WORDS.get(reasons[0], reasons[0]), 409, details)
    return found


def _size_of(notional: int, found: m.PositionQuote) -> int:
    """Return the size that a notional buys at the index; refuse a fill far from it."""
    _executable(found)
    index, fill = found.index_price, found.fill_price
    if index <= 0 or 100 * abs(fill - index) > PREMIUM_PERCENT_MAX * index:
        raise AcreError(BAD_ANSWER, "the quote's fill price is far from its index")
    size = notional * E8 // index
    if size != abs(found.open_interest_delta.size):
        raise AcreError(BAD_ANSWER, "the quote is of another size")
    return size


class _Worst:
    """The worst fill that an order takes: a price, or the quote's with the slippage."""

    def __init__(self, slippage: Amount, worst_price: Amount | None) -> None:
        self._price = None if worst_price is None else raw("worst_price", worst_price, PRICE)
        self._rate = raw("slippage", slippage, RATE, is_zero_ok=True)
        if self._rate >= E12:
            raise ValueError("slippage must be below 1")

    def limit(self, found: m.PositionQuote, signed: int) -> int:
        """Return the limit price of a quoted order, rounded toward the quote."""
        if self._price is not None:
            return self._price
        fill = int(_executable(found).fill_price)
        if signed > 0:
            return fill * (E12 + self._rate) // E12
        return max(1, -(-fill * (E12 - self._rate) // E12))


def _optional_text(units: int | None) -> str | None:
    return None if units is None else str(units)


def _optional_price(price: int | None) -> Decimal | None:
    return None if price is None else decimal_of(price, PRICE)


def _quote(symbol: str, account: int, side: Direction, found: m.PositionQuote) -> Quote:
    return Quote(
        symbol=symbol,
        account=account,
        side=side,
        size=decimal_of(found.open_interest_delta.size, SIZE),
        notional=decimal_of(found.open_interest_delta.notional, COLLATERAL),
        price=decimal_of(found.fill_price, PRICE),
        index_price=decimal_of(found.index_price, PRICE),
        impact=found.price_impact,
        fee=decimal_of(found.trade_fee, COLLATERAL),
        surcharge=decimal_of(found.surcharge, COLLATERAL),
        leverage=found.leverage_multiple,
        liquidation_price=_optional_price(found.liquidation_price),
        is_executable=found.is_executable,
        reasons=found.reasons,
    )


def _is_at(row: m.Position, market: m.Market) -> bool:
    """Return whether a position is valued at the index of its market."""
    amounts = row.open_interest
    return abs(amounts.size * market.index_price - amounts.notional * E8) < E8


def _position(account: int, market: m.Market, row: m.Position) -> OpenPosition:
    size, pnl = row.open_interest.size, row.pnl_info
    return OpenPosition(
        account=account,
        symbol=market.metadata.symbol,
        side=row.side,
        size=decimal_of(size if row.side == "long" else -size, SIZE),
        notional=decimal_of(row.open_interest.notional, COLLATERAL),
        entry_price=decimal_of(row.last_interaction_price, PRICE),
        index_price=decimal_of(market.index_price, PRICE),
        pnl=decimal_of(pnl.total_pnl.value, COLLATERAL),
        price_pnl=decimal_of(pnl.price_component.value, COLLATERAL),
        funding_pnl=decimal_of(pnl.accrued_funding.value, COLLATERAL),
        leverage=row.leverage_multiple,
        liquidation_price=_optional_price(row.liquidation_price),
    )
