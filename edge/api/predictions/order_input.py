"""Order book requests parsed into commands, refused in the order of the rules.

An order that is invalid without asking the engine never reaches the journal; what the rules
check before that (halt, market, its being open) is looked up first.
"""

from collections.abc import Mapping, Sequence
from typing import TypeGuard

from msgspec import UNSET

from edge.api.context import Context
from edge.api.predictions.client_order_ids import SERVER_PREFIX, is_client_id, is_servers
from edge.api.predictions.encode import FORCES, SELF_TRADES, SIDES, TYPES
from edge.api.predictions.schemas import AmendBody, BatchOrderBody, OrderBody
from edge.http.errors import ApiError, invalid
from edge.http.limits import PREDICTION_ID_MAX
from engine.core.generated.messages import PlaceOrder
from engine.schema.enums import ExchangeStatus, PredictionStatus, TimeInForce

PRICE_MAX = 99
CONTRACTS_MAX = 100_000
MARKET_ID_MAX = 2**32 - 1
TIME_MAX_S = 2**53 - 1
_MARKET = 1


def _numbers(names: Sequence[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}


_TYPES, _SIDES = _numbers(TYPES), _numbers(SIDES)
_FORCES, _SELF_TRADES = _numbers(FORCES), _numbers(SELF_TRADES)


def market_id_of(value: object) -> int:
    """Return the id of a prediction market; raise PREDICTION_MARKET_NOT_FOUND."""
    found = _id_of(value, MARKET_ID_MAX)
    if found is None:
        raise ApiError("PREDICTION_MARKET_NOT_FOUND")
    return found


def order_id_of(text: str) -> int:
    """Return the id of an order in a path; raise ORDER_NOT_FOUND."""
    found = _id_of(text, PREDICTION_ID_MAX)
    if found is None:
        raise ApiError("ORDER_NOT_FOUND")
    return found


def _id_of(value: object, largest: int) -> int | None:
    if isinstance(value, str):
        if not (value.isascii() and value.isdigit() and len(value) <= len(str(largest))):
            return None
        if value[0] == "0":  # an id has one way to be written
            return None
        value = int(value)
    return value if _is_integer(value) and 0 < value <= largest else None


def batch_command(context: Context, user: bytes, body: BatchOrderBody) -> PlaceOrder:
    """Return the command of one order of a batch; raise what it is refused with."""
    if not _is_integer(body.market_id):
        raise invalid("marketId", "expected an integer")
    return order_command(context, user, market_id_of(body.market_id), body)


def order_command(context: Context, user: bytes, market_id: int, body: OrderBody) -> PlaceOrder:
    """Return the command of an order; raise what it is refused with."""
    try:
        return _command(user, market_id, body)
    except ApiError as error:
        _refuse_earlier(context, market_id)
        raise error from None


def _refuse_earlier(context: Context, market_id: int) -> None:
    """Raise the refusals that precede the body of an order."""
    if context.exchange.exchange_view(context.now_s()).status == ExchangeStatus.HALTED:
        raise ApiError("EXCHANGE_HALTED")
    if context.exchange.prediction_market(market_id).status != PredictionStatus.OPEN:
        raise ApiError("MARKET_NOT_OPEN")


def _command(user: bytes, market_id: int, body: OrderBody) -> PlaceOrder:
    order_type = _choice(_TYPES, body.type, "type")
    side = _choice(_SIDES, body.side, "side")
    force = _choice(_FORCES, body.time_in_force, "timeInForce")
    if order_type == _MARKET:
        force = TimeInForce.IOC
    prevention = _choice(_SELF_TRADES, body.self_trade_prevention, "selfTradePrevention")
    if not isinstance(body.post_only, bool):
        raise invalid("postOnly", "expected true or false")
    if body.post_only and force >= TimeInForce.IOC:
        raise invalid("postOnly", "only an order that can rest is post-only")
    expires_at_s = _expiry(body.expires_at, force)
    client_id = _client_id(body.client_order_id)
    return PlaceOrder(
        user=user,
        market_id=market_id,
        order_type=order_type,
        side=side,
        price=_worst_price(body.price) if order_type == _MARKET else _price(body.price),
        contracts=_contracts(body.contracts),
        time_in_force=force,
        expires_at_s=_future(expires_at_s, force),
        post_only=int(body.post_only),
        self_trade_prevention=prevention,
        client_order_id=client_id,
    )


def amended(body: AmendBody) -> tuple[int, int]:
    """Return price and remaining contracts of an amendment; 0 for what is not named: it stays."""
    if body.price is UNSET and body.contracts is UNSET:
        raise invalid("price", "price or contracts is required")
    price = 0 if body.price is UNSET else _price(body.price)
    contracts = 0 if body.contracts is UNSET else _contracts(body.contracts)
    return price, contracts


def _is_integer(value: object) -> TypeGuard[int]:
    return type(value) is int


def _choice(numbers: Mapping[str, int], value: object, field: str) -> int:
    number = numbers.get(value) if isinstance(value, str) else None
    if number is None:
        if value is UNSET:
            raise invalid(field, "is required")
        raise invalid(field, f"expected one of {', '.join(numbers)}")
    return number


def _price(value: object) -> int:
    if not (_is_integer(value) and 1 <= value <= PRICE_MAX):
        raise ApiError("BAD_PRICE", "The price must be a whole number from 1 to 99")
    return value


def _worst_price(value: object) -> int:
    return PRICE_MAX if value is None or value is UNSET else _price(value)


def _contracts(value: object) -> int:
    if not (_is_integer(value) and 1 <= value <= CONTRACTS_MAX):
        raise ApiError("BAD_CONTRACTS")
    return value


def _expiry(value: object, force: int) -> int:
    if value is None:
        return 0
    if not _is_integer(value):
        raise invalid("expiresAt", "expected unix seconds")
    if force != TimeInForce.GTD:
        raise invalid("expiresAt", "allowed for gtd orders only")
    return value


def _future(expires_at_s: int, force: int) -> int:
    if force == TimeInForce.GTD and not 0 < expires_at_s <= TIME_MAX_S:
        raise ApiError("BAD_EXPIRY")
    return expires_at_s


def _client_id(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str) and is_servers(value):
        raise invalid("clientOrderId", f"the prefix {SERVER_PREFIX} is reserved")
    if not (isinstance(value, str) and is_client_id(value)):
        raise invalid("clientOrderId", "1 to 36 letters, digits, _ and -")
    return value
