"""`create_order` of CCXT: its arguments checked, then the one command of Acre that they mean."""

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from acre_sdk.ccxt import shapes
from acre_sdk.ccxt.errors import ArgumentsRequired, BadRequest, InvalidOrder, NotSupported
from acre_sdk.ccxt.shapes import Structure
from acre_sdk.client import AcreClient
from acre_sdk.results import Direction, OpenPosition
from acre_sdk.trading.perps import SLIPPAGE
from acre_sdk.trading.waiting import DAYS

_DIRECTIONS: Final[dict[str, Direction]] = {"buy": "long", "sell": "short"}
_PARAMS: Final = {
    "days",
    "leverage",
    "marginAccount",
    "reduceOnly",
    "slippage",
    "stopLoss",
    "stopLossPrice",
    "takeProfit",
    "takeProfitPrice",
    "trailingPercent",
}
# What closes a position later: one of these, and the call of Acre.
_CLOSING: Final = ("stopLossPrice", "takeProfitPrice", "trailingPercent")
_TYPES: Final = ("market", "limit")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """An order as it was asked for, in exact amounts."""

    symbol: str  # of Acre
    type: str
    side: str
    amount: Decimal
    price: Decimal | None
    params: dict[str, Any]

    @classmethod
    def of(
        cls,
        symbol: str,
        kind: str,
        side: str,
        amount: object,
        price: object,
        params: dict[str, Any],
    ) -> "Asked":
        """Check the arguments; raise what CCXT raises for what cannot be."""
        if side not in _DIRECTIONS:
            raise InvalidOrder(f"acre: side must be 'buy' or 'sell', not {side!r}")
        if kind not in _TYPES:
            raise InvalidOrder(f"acre: type must be 'market' or 'limit', not {kind!r}")
        if shapes.prediction_id(symbol) is not None:
            raise NotSupported("acre: client.predictions of acre_sdk trades prediction markets")
        unknown = params.keys() - _PARAMS
        if unknown:  # an order without what it was asked for could be a larger risk
            raise NotSupported(f"acre has no parameter {sorted(unknown)[0]} of an order")
        if kind == "limit" and price is None:
            raise ArgumentsRequired("acre needs the argument price of a limit order")
        return cls(
            symbol=shapes.own_symbol(symbol),
            type=kind,
            side=side,
            amount=shapes.exact_amount("amount", amount),
            price=None if price is None else shapes.exact_price("price", price),
            params=params,
        )

    @property
    def direction(self) -> Direction:
        """The side as Acre calls it."""
        return _DIRECTIONS[self.side]

    @property
    def account(self) -> int | None:
        """The margin account, None for the lowest one that is open."""
        account: int | None = self.params.get("marginAccount")
        return account

    @property
    def is_reduce_only(self) -> bool:
        """Whether the order may only make a position smaller."""
        return bool(self.params.get("reduceOnly", False))

    def bracket(self, name: str) -> Decimal | None:
        """Return the price of a stop loss or a take profit that follows the fill."""
        given = self.params.get(name)
        if given is None:
            return None
        if not isinstance(given, dict) or given.keys() != {"triggerPrice"}:
            raise NotSupported(f"acre: {name} must be {{'triggerPrice': …}} alone")
        return shapes.exact_price(name, given["triggerPrice"])

    def exact(self, name: str, default: str | None = None) -> str | None:
        """Return a plain number among the parameters as text."""
        given = self.params.get(name, default)
        if given is None:
            return None
        try:
            return f"{Decimal(str(given)):f}"
        except InvalidOperation:
            raise BadRequest(f"acre: {name} {given!r} is no number") from None


class Orders:
    """Places what was asked for."""

    def __init__(self, client: AcreClient) -> None:
        self._client = client

    async def create(self, asked: Asked) -> Structure:
        """Return the structure of the order that was filled or waits."""
        closing = [name for name in _CLOSING if name in asked.params]
        if len(closing) > 1:
            raise InvalidOrder(f"acre: either {closing[0]} or {closing[1]}")
        if closing:
            return await self._close_later(asked, closing[0])
        if asked.type == "limit":
            return await self._limit(asked)
        if asked.is_reduce_only:
            return await self._reduce(asked)
        fill = await self._client.perps.open(
            asked.symbol,
            asked.direction,
            size=asked.amount,
            leverage=asked.exact("leverage"),
            slippage=asked.exact("slippage", SLIPPAGE) or SLIPPAGE,
            worst_price=asked.price,
            stop=asked.bracket("stopLoss"),
            target=asked.bracket("takeProfit"),
            account=asked.account,
        )
        return shapes.filled_order(fill)

    async def _limit(self, asked: Asked) -> Structure:
        for name in ("leverage", "slippage"):
            if name in asked.params:
                raise NotSupported(f"acre has no {name} of a limit order")
        assert asked.price is not None
        placed = await self._client.perps.limit(
            asked.symbol,
            asked.direction,
            price=asked.price,
            size=asked.amount,
            reduce_only=asked.is_reduce_only,
            days=self._days(asked),
            stop=asked.bracket("stopLoss"),
            target=asked.bracket("takeProfit"),
            account=asked.account,
        )
        terms = {"type": "limit", "price": float(asked.price), "reduceOnly": asked.is_reduce_only}
        return shapes.placed_order(placed, {**_common(asked), **terms})

    async def _reduce(self, asked: Asked) -> Structure:
        for name in ("leverage", "stopLoss", "takeProfit", "days"):
            if name in asked.params:
                raise NotSupported(f"acre has no {name} of an order that reduces")
        held = await self._held(asked)
        fill = await self._client.perps.close(
            asked.symbol,
            size=None if asked.amount >= abs(held.size) else asked.amount,
            slippage=asked.exact("slippage", SLIPPAGE) or SLIPPAGE,
            worst_price=asked.price,
            account=held.account,
        )
        return {**shapes.filled_order(fill), "reduceOnly": True}

    async def _close_later(self, asked: Asked, name: str) -> Structure:
        """Place an order that closes the position, or so much of it, at its price."""
        if asked.type != "market" or asked.price is not None:
            raise NotSupported(f"acre fills at the market price after {name}")
        extra = asked.params.keys() - {name, "reduceOnly", "marginAccount", "days"}
        if extra:
            raise NotSupported(f"acre has no {sorted(extra)[0]} beside {name}")
        perps, held = self._client.perps, await self._held(asked)
        size = None if asked.amount >= abs(held.size) else asked.amount
        days, account = self._days(asked), held.account
        if name == "trailingPercent":
            rate = Decimal(asked.exact(name) or 0) / 100
            placed = await perps.trailing_stop(
                asked.symbol, rate=rate, size=size, days=days, account=account
            )
            return shapes.placed_order(placed, _common(asked) | {"reduceOnly": True})
        place = perps.stop if name == "stopLossPrice" else perps.take_profit
        price = shapes.exact_price(name, asked.params[name])
        placed = await place(asked.symbol, price=price, size=size, days=days, account=account)
        trigger = dict.fromkeys(("stopPrice", "triggerPrice", name), float(price))
        return shapes.placed_order(placed, _common(asked) | trigger | {"reduceOnly": True})

    async def _held(self, asked: Asked) -> OpenPosition:
        """Return the position that an order makes smaller; refuse one that would grow it."""
        account = asked.account
        if account is None:
            accounts = await self._client.margin.accounts()
            account = accounts[0].id if accounts else None
        for held in await self._client.perps.positions():
            if (held.symbol, held.account) == (asked.symbol, account):
                if held.side == asked.direction:
                    raise InvalidOrder(f"acre: {asked.side} does not reduce a {held.side} position")
                return held
        raise InvalidOrder(f"acre: there is no position in {asked.symbol} to reduce")

    @staticmethod
    def _days(asked: Asked) -> int:
        days = asked.params.get("days", DAYS)
        if not isinstance(days, int) or isinstance(days, bool):
            raise BadRequest("acre: days must be a whole number")
        return days


def _common(asked: Asked) -> Structure:
    return {
        "type": "market",
        "timeInForce": "GTC",
        "side": asked.side,
        "amount": float(asked.amount),
    }
