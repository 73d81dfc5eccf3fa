"""Express base, orders of predictions: place, amend, cancel (API 5.7).

An answer is given when its command is durable, and shows what that command left, whatever came
after it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Unpack

import msgspec

from edge.api.context import Call, Context
from edge.api.idempotent_submit import REPLAYED, journaled, submit_once
from edge.api.predictions import encode
from edge.api.predictions.client_order_ids import id_of_key, is_servers
from edge.api.predictions.order_input import (
    amended,
    batch_command,
    market_id_of,
    order_command,
    order_id_of,
)
from edge.api.predictions.schemas import (
    AmendBody,
    BatchAnswer,
    BatchBody,
    BatchError,
    BatchOrderBody,
    BatchResult,
    CancelAfterBody,
    CancelAllBody,
    CancelAt,
    Canceled,
    OrderAnswer,
    OrderBody,
    StatusAnswer,
)
from edge.http import costs
from edge.http.codes import ORDER
from edge.http.errors import ApiError, invalid
from edge.http.failures import from_engine
from edge.http.limits import CANCEL_AFTER_S_MIN
from edge.http.pipeline import encoder
from edge.http.route import WRITE, Answer, Base, Collect, RouteOptions, route
from edge.http.schema.base import Nothing, Request
from edge.store.tables import PredictionOrderRow
from engine.core.generated import messages as m
from engine.core.views import PredictionOrderView
from engine.schema.enums import OrderReason, OrderStatus
from engine.schema.errors import EngineError, ErrorCode
from engine.sequencer import Applied, Submitter

ORDERS = "/predictions/orders"
HALT = ("EXCHANGE_HALTED",)
PLACED = (*ORDER, "BAD_EXPIRY", "DUPLICATE_CLIENT_ORDER_ID")
CANCELED_OF_MARKET = (*HALT, "PREDICTION_MARKET_NOT_FOUND")
Outcome = PredictionOrderView | ApiError


def _write(
    path: str, body: type[Request] | None, returns: Answer, **options: Unpack[RouteOptions]
) -> Collect:
    """Put a write of the order book into the table."""
    options = {**WRITE, "rate": "predictions", **options}
    return route(Base.EXPRESS, "POST", path, body=body, returns=returns, **options)


def refusal(applied: Applied) -> ApiError | None:
    """Return the engine's refusal of a command."""
    rejection = applied.rejection
    return None if rejection is None else from_engine(ErrorCode(rejection.code), rejection.detail)


def submit_order(
    context: Context,
    user: bytes,
    path: Mapping[str, str],
    body: OrderBody,
    submitter: Submitter[bytes],
) -> None:
    """Submit an order; the answer is what it was when its command had been applied."""
    command = order_command(context, user, market_id_of(path["marketId"]), body)
    context.sequencer.submit_to(submitter, command, partial(_placed_text, context))


def _placed_text(context: Context, applied: Applied) -> bytes:
    outcome = _placed(context, {}, applied)
    if isinstance(outcome, ApiError):
        raise outcome
    return _text(outcome)


def _text(view: PredictionOrderView) -> bytes:
    return encoder.encode(OrderAnswer(order=encode.order(view)))


@_write(
    "/predictions/markets/{marketId}/orders",
    OrderBody,
    OrderAnswer,
    status=201,
    codes=PLACED,
    is_direct=True,
    short_write=submit_order,
)
async def post_order(call: Call[Nothing, OrderBody]) -> OrderAnswer:
    """Place an order."""
    market_id = market_id_of(call.path["marketId"])
    command = order_command(call.context, call.wallet, market_id, call.body)
    (outcome,) = await _place(call, [_with_idempotent_id(call, command, 0)])
    if isinstance(outcome, ApiError):
        raise outcome
    return OrderAnswer(order=encode.order(outcome))


@_write(f"{ORDERS}/batch", BatchBody, BatchAnswer, codes=HALT, cost=costs.ORDERS, is_direct=True)
async def post_batch(call: Call[Nothing, BatchBody]) -> BatchAnswer:
    """Place up to fifteen orders one after the other; each is placed or refused on its own."""
    asked = [_parse_batch_item(call, place, body) for place, body in enumerate(call.body.orders)]
    commands = [item for item in asked if isinstance(item, m.PlaceOrder)]
    placed = iter(await _place(call, commands) if commands else ())
    outcomes = (item if isinstance(item, ApiError) else next(placed) for item in asked)
    return BatchAnswer(results=[_result(outcome) for outcome in outcomes])


def _parse_batch_item(
    call: Call[Nothing, BatchBody], place: int, body: BatchOrderBody
) -> m.PlaceOrder | ApiError:
    try:
        return _with_idempotent_id(call, batch_command(call.context, call.wallet, body), place)
    except ApiError as error:
        return error
    except EngineError as error:
        return from_engine(error.code, error.detail)


def _with_idempotent_id(
    call: Call[Request, Request], command: m.PlaceOrder, place: int
) -> m.PlaceOrder:
    """Return the command with an id derived from its idempotency key."""
    if call.claim is None or command.client_order_id:
        return command
    return replace(command, client_order_id=id_of_key(call.claim.seed, place))


def _result(outcome: Outcome) -> BatchResult:
    if isinstance(outcome, ApiError):
        error = BatchError(message=outcome.message, code=outcome.code, details=outcome.details)
        return BatchResult(error=error)
    return BatchResult(order=encode.order(outcome))


async def _place(call: Call[Request, Request], commands: Sequence[m.PlaceOrder]) -> list[Outcome]:
    """Place orders one after the other and return each as its own command left it."""
    return await submit_once(call, commands, partial(_placed, call.context, call.headers))


def _placed(context: Context, headers: dict[str, str], applied: Applied) -> Outcome:
    """Return an order as its own command left it, or why it was refused."""
    assert isinstance(applied.command, m.PlaceOrder)
    error = refusal(applied)
    if error is not None:
        return _refused(context, headers, applied.command, error)
    (opened,) = (event for event in applied.events if isinstance(event, m.OrderOpened))
    view = context.exchange.prediction_order(opened.user, opened.order_id)
    if view is not None:
        return view
    last = _last_update(applied, opened.order_id)
    return encode.opened_order(opened, applied.command.time_s, last)


def _refused(
    context: Context, headers: dict[str, str], command: m.PlaceOrder, error: ApiError
) -> Outcome:
    """Return the refusal of an order; of one that its own key had placed, that order."""
    if error.code == "DUPLICATE_CLIENT_ORDER_ID":
        find = context.exchange.prediction_order_by_client_id
        first = find(command.user, command.client_order_id)
        if first is not None and is_servers(command.client_order_id):
            headers[REPLAYED] = "true"
            return first
        if first is not None:
            error.details = {"order": msgspec.to_builtins(encode.order(first))}
    return error


def _last_update(applied: Applied, order_id: int) -> m.OrderUpdated | None:
    for event in reversed(applied.events):
        if isinstance(event, m.OrderUpdated) and event.order_id == order_id:
            return event
    return None


def _changed(view: PredictionOrderView, applied: Applied) -> PredictionOrderView:
    """Return the final state of a closed order from its last event."""
    event = _last_update(applied, view.order_id)
    if event is None:
        return view
    return replace(
        view,
        price=event.price,
        contracts=event.contracts,
        filled=event.filled,
        remaining=0,
        canceled=event.canceled,
        cost_e6=event.cost_e6,
        fee_e6=event.fee_e6,
        status=event.status,
        reserved_e6=0,
        queue_contracts=None,
        updated_at_s=applied.command.time_s,
    )


def submit_amendment(
    context: Context,
    user: bytes,
    path: Mapping[str, str],
    body: AmendBody,
    submitter: Submitter[bytes],
) -> None:
    """Submit an amendment; the answer is the order when its command had been applied."""
    amendment = _amendment(user, path, body)
    before = _open_order(context, amendment)

    def read(applied: Applied) -> bytes:
        return _text(_amended(context, before, applied))

    context.sequencer.submit_to(submitter, amendment, read)


@_write(
    f"{ORDERS}/{{orderId}}/amend",
    AmendBody,
    OrderAnswer,
    codes=ORDER,
    is_direct=True,
    short_write=submit_amendment,
)
async def post_amend(call: Call[Nothing, AmendBody]) -> OrderAnswer:
    """Change the price of an open order, or how many contracts of it remain.

    An amendment to fewer contracts at the same price keeps the place in the queue. Omitted fields
    keep the value that they have when the engine applies the amendment.
    """
    context = call.context
    amendment = _amendment(call.wallet, call.path, call.body)
    known = await _amended_before(call, amendment)
    if known is not None:
        return OrderAnswer(order=encode.order(known))
    before = _open_order(context, amendment)
    read = partial(_amended, context, before)
    (view,) = await context.sequencer.submit_all([amendment], read)
    return OrderAnswer(order=encode.order(view))


def _amendment(user: bytes, path: Mapping[str, str], body: AmendBody) -> m.AmendOrder:
    order_id = order_id_of(path["orderId"])
    price, contracts = amended(body)
    return m.AmendOrder(user=user, order_id=order_id, price=price, contracts=contracts)


def _open_order(context: Context, amendment: m.AmendOrder) -> PredictionOrderView:
    order = context.exchange.prediction_order(amendment.user, amendment.order_id)
    if order is None or order.status >= OrderStatus.FILLED:
        raise ApiError("ORDER_NOT_FOUND")
    return order


def _amended(
    context: Context, before: PredictionOrderView, applied: Applied
) -> PredictionOrderView:
    """Return an order as its amendment left it."""
    assert isinstance(applied.command, m.AmendOrder)
    error = refusal(applied)
    if error is not None:
        raise error
    view = context.exchange.prediction_order(applied.command.user, before.order_id)
    return view or _changed(before, applied)


async def _amended_before(
    call: Call[Nothing, AmendBody], amendment: m.AmendOrder
) -> PredictionOrderView | None:
    """Return an order, as it is now, that an earlier attempt of the request's key has amended."""
    if call.claim is None or not call.claim.is_repeat:
        return None
    (applied,) = await journaled(call, [amendment])
    if applied is None:
        return None
    if (error := refusal(applied)) is not None:
        raise error
    view = call.context.exchange.prediction_order(call.wallet, amendment.order_id)
    return view or await _stored_order(call.context, call.wallet, amendment.order_id)


async def _stored_order(context: Context, user: bytes, order_id: int) -> PredictionOrderView | None:
    await context.wait_for_projection()
    name = "predictions.order_by_id"
    row = await context.store.first(PredictionOrderRow, name, user, order_id)
    return None if row is None else encode.stored_order(row)


@_write(f"{ORDERS}/{{orderId}}/cancel", None, StatusAnswer, codes=HALT)
async def post_cancel(call: Call[Nothing, Nothing]) -> StatusAnswer:
    """Cancel an order; its status afterwards, also when there is nothing left to cancel."""
    context, user = call.context, call.wallet
    order_id = order_id_of(call.path["orderId"])
    view = context.exchange.prediction_order(user, order_id)
    status = view.status if view is not None else None
    if status is not None and status < OrderStatus.FILLED:
        status = await _canceled(context, user, order_id)
    if status is None:
        status = await _stored_status(context, user, order_id)
    return StatusAnswer(status=encode.ORDER_STATUSES[status])


async def _canceled(context: Context, user: bytes, order_id: int) -> int | None:
    """Cancel an open order and return its status; None when it was over before."""

    def read(applied: Applied) -> int | None:
        error = refusal(applied)
        if error is not None and error.code != "ORDER_NOT_FOUND":
            raise error
        event = _last_update(applied, order_id)
        if event is not None:
            return event.status
        view = context.exchange.prediction_order(user, order_id)
        return view.status if view is not None else None

    command = m.CancelOrder(user=user, order_id=order_id)
    (status,) = await context.sequencer.submit_all([command], read)
    return status


async def _stored_status(context: Context, user: bytes, order_id: int) -> int:
    await context.wait_for_projection()
    status: int | None = await context.store.value("predictions.order_status", user, order_id)
    if status is None:
        raise ApiError("ORDER_NOT_FOUND")
    return status


@_write(
    f"{ORDERS}/cancel-all", CancelAllBody, Canceled, is_body_optional=True, codes=CANCELED_OF_MARKET
)
async def post_cancel_all(call: Call[Nothing, CancelAllBody]) -> Canceled:
    """Cancel the wallet's open orders, of one market or of all."""
    context, user, market_id = call.context, call.wallet, call.body.market_id
    if market_id is not None:
        context.exchange.prediction_market(market_id_of(market_id))

    def read(applied: Applied) -> list[int]:
        error = refusal(applied)
        if error is not None:
            raise error
        updates = (event for event in applied.events if isinstance(event, m.OrderUpdated))
        return [e.order_id for e in updates if e.user == user and e.reason == OrderReason.OWNER]

    command = m.CancelAllOrders(user=user, market_id=market_id or 0)
    (canceled,) = await submit_once(call, [command], read)
    return Canceled(canceled=canceled, count=len(canceled))


@_write(f"{ORDERS}/cancel-after", CancelAfterBody, CancelAt, codes=HALT)
async def post_cancel_after(call: Call[Nothing, CancelAfterBody]) -> CancelAt:
    """Cancel all open orders after so many seconds unless this is called again; 0: never."""
    context, seconds = call.context, call.body.timeout_seconds
    if 0 < seconds < CANCEL_AFTER_S_MIN:
        raise invalid("timeoutSeconds", f"0, or at least {CANCEL_AFTER_S_MIN}")

    def read(applied: Applied) -> int | None:
        error = refusal(applied)
        if error is not None:
            raise error
        # the clock step before the command may have emitted the same event
        switches = [event for event in applied.events if isinstance(event, m.CancelAfterSet)]
        return switches[-1].cancel_at_s or None

    timeout_s = seconds * context.clock.rate  # the caller's seconds are real ones
    command = m.SetCancelAfter(user=call.wallet, timeout_s=timeout_s)
    (cancel_at,) = await submit_once(call, [command], read)
    return CancelAt(cancel_at=cancel_at)
