"""The unified structures of CCXT, made of what Acre answers: floats, milliseconds, both sides."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, Decimal, InvalidOperation
from typing import Any, Final

from msgspec import to_builtins

from acre_sdk.amounts import COLLATERAL, PRICE, SIZE, decimal_of
from acre_sdk.ccxt.errors import ArgumentsRequired, BadSymbol, InvalidOrder
from acre_sdk.generated import models as m
from acre_sdk.results import Fill, Placed

Structure = dict[str, Any]
CURRENCY: Final = "USD"
YES: Final = "YES-"  # contracts of a prediction market: `YES-7/POINTS`
_SUFFIX: Final = f"/{CURRENCY}:{CURRENCY}"
_POINTS: Final = "/POINTS"
_WHOLE: Final = 100  # points of a pair of contracts
_SIDES: Final = {"long": "buy", "short": "sell"}


def unified_symbol(symbol: str) -> str:
    """Return the unified symbol of a market: `MIA/USD:USD`."""
    return symbol + _SUFFIX


def own_symbol(symbol: str) -> str:
    """Return Acre's symbol of a market; its own is taken as well."""
    return symbol.removesuffix(_SUFFIX)


def prediction_id(symbol: str) -> int | None:
    """Return the prediction market of a symbol, None for another symbol."""
    if not symbol.startswith(YES):
        return None
    number = symbol.removeprefix(YES).removesuffix(_POINTS)
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise BadSymbol(f"acre has no market {symbol}")
    return int(number)


def iso8601(timestamp: int | None) -> str | None:
    """Return a time in milliseconds as CCXT writes it."""
    if timestamp is None:
        return None
    moment = datetime.fromtimestamp(timestamp // 1000, timezone.utc)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{timestamp % 1000:03}Z"


def exact_amount(name: str, value: object) -> Decimal:
    """Return an amount that a program gives, a float too, rounded down to Acre's unit."""
    return _exact(name, value, SIZE, ROUND_DOWN)


def exact_price(name: str, value: object) -> Decimal:
    """Return a price that a program gives, a float too, rounded to Acre's unit."""
    return _exact(name, value, PRICE, ROUND_HALF_EVEN)


def _exact(name: str, value: object, digits: int, rounding: str) -> Decimal:
    if value is None:
        raise ArgumentsRequired(f"acre needs the argument {name}")
    try:
        exact = Decimal(str(value)).quantize(Decimal(1).scaleb(-digits), rounding=rounding)
    except InvalidOperation:
        raise InvalidOrder(f"acre: {name} {value!r} is no amount") from None
    if not exact.is_finite() or exact <= 0:
        raise InvalidOrder(f"acre: {name} {value!r} is not above 0 in the smallest unit")
    return exact


def _number(units: int, digits: int) -> float:
    return float(decimal_of(units, digits))


def _float(value: Decimal | None) -> float | None:
    return None if value is None else float(value)


def _price(units: int | None) -> float | None:
    return None if units is None else _number(units, PRICE)


def info_of(row: Any) -> Any:  # noqa: ANN401 - any model
    """Return an answer of Acre as plain values, for `info`."""
    return to_builtins(row, enc_hook=str)  # whole numbers of the smallest unit as text


def market(row: m.Market, min_notional: int) -> Structure:
    """Return the structure of a market."""
    symbol = row.metadata.symbol
    return {
        "id": symbol,
        "lowercaseId": symbol.lower(),
        "numericId": row.id,
        "symbol": unified_symbol(symbol),
        "base": symbol,
        "quote": CURRENCY,
        "settle": CURRENCY,
        "baseId": symbol,
        "quoteId": CURRENCY,
        "settleId": CURRENCY,
        "type": "swap",
        "subType": "linear",
        "spot": False,
        "margin": False,
        "swap": True,
        "future": False,
        "option": False,
        "index": False,
        "contract": True,
        "linear": True,
        "inverse": False,
        "active": not row.paused,
        "taker": float(row.taker_fee_rate),
        "maker": float(row.maker_fee_rate),
        "percentage": True,
        "tierBased": False,
        "contractSize": 1.0,
        "expiry": None,
        "expiryDatetime": None,
        "strike": None,
        "optionType": None,
        "precision": {
            "amount": 10.0**-SIZE,
            "price": 10.0**-PRICE,
            "cost": 10.0**-COLLATERAL,
            "base": 10.0**-SIZE,
            "quote": 10.0**-COLLATERAL,
        },
        "limits": {
            "leverage": {"min": None, "max": float(row.max_leverage_multiple)},
            "amount": {
                "min": 10.0**-SIZE,
                "max": _number(row.specification.max_side_size, SIZE),
            },
            "price": {"min": None, "max": None},
            "cost": {"min": _number(min_notional, COLLATERAL), "max": None},
        },
        "marginModes": {"cross": True, "isolated": False},
        "created": None,
        "info": info_of(row),
    }


def ticker(row: m.MarketDetail) -> Structure:
    """Return the structure of a ticker: the pool's price; there is no book, so no bid and ask."""
    last = _number(row.market_price, PRICE)
    volume, timestamp = _number(row.volume24h, COLLATERAL), row.index_price_at * 1000
    return {
        "symbol": unified_symbol(row.symbol),
        "timestamp": timestamp,
        "datetime": iso8601(timestamp),
        "high": None,
        "low": None,
        "bid": None,
        "bidVolume": None,
        "ask": None,
        "askVolume": None,
        "vwap": None,
        "open": None,
        "close": last,
        "last": last,
        "previousClose": None,
        "change": None,
        "percentage": None if row.change1d is None else float(row.change1d * 100),
        "average": None,
        "baseVolume": volume / last,
        "quoteVolume": volume,
        "indexPrice": _number(row.index_price, PRICE),
        "markPrice": last,
        "info": info_of(row),
    }


def ohlcv(found: m.Candles) -> list[list[float | int]]:
    """Return candles as rows; the volume, which Acre counts in USD, by the close in base units."""
    rows: list[list[float | int]] = []
    for place, time_s in enumerate(found.timestamp):
        prices = [
            _number(column[place], PRICE)
            for column in (found.open, found.high, found.low, found.close)
        ]
        volume = _number(found.volume[place], COLLATERAL)
        rows.append([time_s * 1000, *prices, volume / prices[3]])
    return rows


def funding_rate(row: m.Market) -> Structure:
    """Return the structure of a funding rate, which accrues continuously: a rate per day."""
    timestamp = row.index_price_at * 1000
    nothing = dict.fromkeys(
        f"{which}Funding{what}" for which in ("next", "previous") for what in _FUNDING
    )
    return {
        "symbol": unified_symbol(row.metadata.symbol),
        "timestamp": timestamp,
        "datetime": iso8601(timestamp),
        "markPrice": _number(row.market_price, PRICE),
        "indexPrice": _number(row.index_price, PRICE),
        "interestRate": None,
        "estimatedSettlePrice": None,
        "fundingRate": float(row.funding_rate),
        "fundingTimestamp": None,
        "fundingDatetime": None,
        **nothing,
        "interval": "1d",
        "info": info_of(row),
    }


_FUNDING: Final = ("Rate", "Timestamp", "Datetime")


def order_book(symbol: str, found: m.OrderBook | Any, limit: int | None) -> Structure:  # noqa: ANN401
    """Return the book of YES contracts: a bid for NO at a price is an offer of YES at the rest."""
    bids = [[float(row.price), float(row.contracts)] for row in found.yes]
    asks = [[float(_WHOLE - row.price), float(row.contracts)] for row in found.no]
    return {
        "symbol": symbol,
        "bids": bids[:limit],
        "asks": asks[:limit],
        "timestamp": None,
        "datetime": None,
        "nonce": found.sequence,
    }


def balance(parts: Mapping[str, tuple[Decimal, Decimal]], info: object) -> Structure:
    """Return the structure of balances; the parts of a currency are total and used."""
    made: Structure = {"info": info, "timestamp": None, "datetime": None}
    columns: dict[str, dict[str, float]] = {"free": {}, "used": {}, "total": {}}
    for code, (total, used) in parts.items():
        values = {"free": total - used, "used": used, "total": total}
        made[code] = {name: float(value) for name, value in values.items()}
        for name, value in values.items():
            columns[name][code] = float(value)
    return {**made, **columns}


def margin_parts(accounts: Sequence[m.MarginAccount]) -> tuple[Decimal, Decimal]:
    """Return what margin accounts are worth, and how much of it their positions need."""
    total = sum((row.margins.available_margin for row in accounts), 0)
    used = sum(
        (min(row.margins.available_margin, row.margins.total_required_margin) for row in accounts),
        0,
    )
    return decimal_of(total, COLLATERAL), decimal_of(max(0, used), COLLATERAL)


def _fee(trade_fee: int | Decimal, surcharge: int | Decimal) -> Structure:
    cost = trade_fee + surcharge
    number = float(cost) if isinstance(cost, Decimal) else _number(cost, COLLATERAL)
    return {"currency": CURRENCY, "cost": number, "rate": None}


def trade(row: m.Trade, symbol: str) -> Structure:
    """Return the structure of a trade of a wallet."""
    size, timestamp = abs(row.open_interest_delta.size), row.timestamp * 1000
    fee = _fee(row.trade_fee, row.surcharge)
    # A command may trade more than once: what a market's position was after it tells them apart.
    place = f"{row.margin_account_id}.{row.market_id}.{row.new_open_interest.size}"
    order = row.signature if row.order_id is None else str(row.order_id)
    return {
        "id": f"{row.signature or row.slot}.{place}",
        "order": order,
        "timestamp": timestamp,
        "datetime": iso8601(timestamp),
        "symbol": unified_symbol(symbol),
        "type": None,
        "side": _SIDES[row.side],
        "takerOrMaker": None,
        "price": _number(row.fill_price, PRICE),
        "amount": _number(size, SIZE),
        "cost": float(decimal_of(size * row.fill_price, SIZE + PRICE)),
        "fee": fee,
        "fees": [fee],
        "info": info_of(row),
    }


_ORDER: Final[Structure] = {
    "id": None,
    "clientOrderId": None,
    "timestamp": None,
    "datetime": None,
    "lastTradeTimestamp": None,
    "lastUpdateTimestamp": None,
    "symbol": None,
    "type": None,
    "timeInForce": None,
    "postOnly": None,
    "reduceOnly": None,
    "side": None,
    "price": None,
    "stopPrice": None,
    "triggerPrice": None,
    "takeProfitPrice": None,
    "stopLossPrice": None,
    "amount": None,
    "cost": None,
    "average": None,
    "filled": None,
    "remaining": None,
    "status": None,
    "fee": None,
}


def filled_order(fill: Fill) -> Structure:
    """Return the structure of an order that was filled at once."""
    timestamp, amount = fill.timestamp * 1000, float(abs(fill.size))
    fee = _fee(fill.fee, fill.surcharge)
    return {
        **_ORDER,
        "id": fill.signature,
        "timestamp": timestamp,
        "datetime": iso8601(timestamp),
        "lastTradeTimestamp": timestamp,
        "lastUpdateTimestamp": timestamp,
        "symbol": unified_symbol(fill.symbol),
        "type": "market",
        "side": _SIDES[fill.side],
        "price": float(fill.price),
        "average": float(fill.price),
        "amount": amount,
        "filled": amount,
        "remaining": 0.0,
        "cost": float(abs(fill.size) * fill.price),
        "status": "closed",
        "trades": [],
        "fee": fee,
        "fees": [fee],
        "info": info_of(fill),
    }


def placed_order(placed: Placed, asked: Structure) -> Structure:
    """Return the structure of an order that waits, of what was asked for."""
    timestamp = placed.timestamp * 1000
    return {
        **_ORDER,
        **asked,
        "id": placed.signature if placed.order_id is None else str(placed.order_id),
        "timestamp": timestamp,
        "datetime": iso8601(timestamp),
        "lastUpdateTimestamp": timestamp,
        "symbol": unified_symbol(placed.symbol),
        "cost": 0.0,
        "filled": 0.0,
        "remaining": asked["amount"],
        "status": "open",
        "trades": [],
        "fees": [],
        "info": info_of(placed),
    }


def open_order(row: m.PerpOrder, symbol: str) -> Structure:
    """Return the structure of an order that waits; the exchange does not say since when."""
    amount = _number(abs(row.size), SIZE)
    trigger = _price(row.trigger_price)
    prices = {
        "limit": {"price": trigger},
        "stop": {"stopPrice": trigger, "triggerPrice": trigger, "stopLossPrice": trigger},
        "takeProfit": {"stopPrice": trigger, "triggerPrice": trigger, "takeProfitPrice": trigger},
    }
    return {
        **_ORDER,
        "id": str(row.order_id),
        "symbol": unified_symbol(symbol),
        "type": "limit" if row.order_type == "limit" else "market",
        "timeInForce": "GTC",
        "reduceOnly": row.reduce_only,
        "side": _SIDES[row.side],
        **prices.get(row.order_type, {}),
        "amount": amount,
        "cost": 0.0,
        "filled": 0.0,
        "remaining": amount,
        "status": "open",
        "trades": [],
        "fees": [],
        "info": info_of(row),
    }


def position(account: m.MarginAccount, row: m.Position, found: m.Market) -> Structure:
    """Return the structure of a position; its account's margin is that of all its positions."""
    notional = decimal_of(row.open_interest.notional, COLLATERAL)
    equity = decimal_of(account.margins.available_margin, COLLATERAL)
    maintenance = notional * row.maintenance_margin_ratio
    required = decimal_of(account.margins.required_maintenance_margin, COLLATERAL)
    return {
        "id": f"{account.id}.{found.metadata.symbol}",
        "symbol": unified_symbol(found.metadata.symbol),
        "timestamp": None,
        "datetime": None,
        "lastUpdateTimestamp": None,
        "isolated": False,
        "hedged": False,
        "side": row.side,
        "contracts": _number(abs(row.open_interest.size), SIZE),
        "contractSize": 1.0,
        "notional": float(notional),
        "leverage": _float(row.leverage_multiple),
        "entryPrice": _number(row.last_interaction_price, PRICE),
        "exitPrice": None,
        "markPrice": _number(found.market_price, PRICE),
        "lastPrice": None,
        "liquidationPrice": _price(row.liquidation_price),
        "unrealizedPnl": _number(row.pnl_info.total_pnl.value, COLLATERAL),
        "realizedPnl": None,
        "percentage": float(row.return_on_margin * 100),
        "collateral": float(equity),
        "positionMargin": None,
        "initialMargin": _number(row.initial_margin, COLLATERAL),
        "initialMarginPercentage": float(row.initial_margin_ratio),
        "maintenanceMargin": float(maintenance),
        "maintenanceMarginPercentage": float(row.maintenance_margin_ratio),
        "marginRatio": float(required / equity) if equity > 0 else None,
        "marginMode": "cross",
        "stopLossPrice": None,
        "takeProfitPrice": None,
        "info": info_of(row),
    }
