"""What the rules say of the fields of commands of waiting orders (rules 53-55)."""

from engine.schema.errors import ErrorCode as E
from tests.engine.core.support.ranges import (
    I64_MAX,
    I64_MIN,
    OK,
    PRICE_MAX,
    SIZE_MAX,
    U8_MAX,
    U32_MAX,
    U64_MAX,
    Range,
    Row,
    Value,
    every,
    flag,
    only,
)
from tests.engine.core.support.stage import DEAD, MAIN, POOR, RESTING_PERP_ORDER, Stage
from tests.engine.core.support.world import DAY_S, E6, E8, wallet

TRIGGER = 450 * E8  # of a stop buy; the index is 400
HIGHER = [(PRICE_MAX + 1, I64_MAX, E.AMOUNT_OUT_OF_RANGE)]
NOTHING_ELSE: list[Range] = [(I64_MIN, -1, E.VALIDATION), (0, 0, OK), (1, I64_MAX, E.VALIDATION)]


def owners() -> list[Value]:
    return [
        (wallet(1), OK),
        (bytes(32), OK),
        *((owner, E.NOT_OWNER) for owner in (wallet(2), wallet(5), wallet(77))),
    ]


def account_ids(code: E) -> list[Range]:
    """Accounts of wallet 1; only the third has an order."""
    missing = E.MARGIN_ACCOUNT_NOT_FOUND
    return [
        (0, 0, missing),
        (1, 2, code),
        (3, 3, OK),
        (4, 4, missing),
        (POOR, POOR, code),
        (POOR + 1, U32_MAX, missing),
    ]


def expiries(stage: Stage) -> list[Range]:
    last = stage.now_s + 90 * DAY_S
    return [
        (I64_MIN, stage.now_s, E.BAD_EXPIRY),
        (stage.now_s + 1, last, OK),
        (last + 1, I64_MAX, E.BAD_EXPIRY),
    ]


def order_rows(stage: Stage) -> dict[str, Row]:
    day = stage.now_s + 80 * DAY_S
    place = {
        "owner": wallet(1),
        "account_id": 3,
        "market_id": MAIN,
        "kind": 2,
        "size_e6": 10 * E6,
        "trigger_e8": TRIGGER,
        "worst_e8": PRICE_MAX,
        "expires_at_s": day,
    }
    known = {"owner": wallet(1), "account_id": 3}
    return {
        "PlacePerpOrder": Row(
            place,
            {
                "owner": owners(),
                "account_id": [
                    (0, 0, E.MARGIN_ACCOUNT_NOT_FOUND),
                    (1, 1, OK),
                    (2, 2, E.INSUFFICIENT_MARGIN),
                    (3, 3, OK),
                    (4, 4, E.MARGIN_ACCOUNT_NOT_FOUND),
                    (POOR, POOR, OK),
                    (POOR + 1, U32_MAX, E.MARGIN_ACCOUNT_NOT_FOUND),
                ],
                "market_id": [
                    (0, 0, E.MARKET_NOT_FOUND),
                    (1, DEAD, OK),
                    (DEAD + 1, U32_MAX, E.MARKET_NOT_FOUND),
                ],
                "kind": [
                    (0, 1, E.VALIDATION),
                    (2, 2, OK),
                    (3, 3, E.TRIGGER_PASSED),
                    (4, U8_MAX, E.VALIDATION),
                ],
                "source": flag(),
                "is_reduce_only": flag(),
                "is_whole": only(0, U8_MAX, E.VALIDATION)[1:],
                "size_e6": [
                    (I64_MIN, -SIZE_MAX - 1, E.AMOUNT_OUT_OF_RANGE),
                    (-SIZE_MAX, 0, E.VALIDATION),
                    (1, SIZE_MAX, OK),
                    (SIZE_MAX + 1, I64_MAX, E.AMOUNT_OUT_OF_RANGE),
                ],
                "trigger_e8": [
                    (I64_MIN, 0, E.VALIDATION),
                    (1, 400 * E8, E.TRIGGER_PASSED),
                    (400 * E8 + 1, PRICE_MAX, OK),
                    *HIGHER,
                ],
                "trail_e6": NOTHING_ELSE,
                "worst_e8": [
                    (I64_MIN, TRIGGER - 1, E.VALIDATION),
                    (TRIGGER, PRICE_MAX, OK),
                    *HIGHER,
                ],
                "group": every(U32_MAX),
                "expires_at_s": expiries(stage),
                "stop_e8": [
                    (I64_MIN, -1, E.VALIDATION),
                    (0, TRIGGER - 1, OK),
                    (TRIGGER, PRICE_MAX, E.VALIDATION),
                    *HIGHER,
                ],
                "target_e8": [
                    (I64_MIN, -1, E.VALIDATION),
                    (0, 0, OK),
                    (1, TRIGGER, E.VALIDATION),
                    (TRIGGER + 1, PRICE_MAX, OK),
                    *HIGHER,
                ],
            },
        ),
        "AmendPerpOrder": Row(
            known
            | {
                "order_id": RESTING_PERP_ORDER,
                "size_e6": -5 * E6,
                "trigger_e8": 460 * E8,
                "expires_at_s": day,
            },
            {
                "owner": owners(),
                "account_id": account_ids(E.ORDER_NOT_FOUND),
                "order_id": only(RESTING_PERP_ORDER, U64_MAX, E.ORDER_NOT_FOUND),
                "size_e6": [
                    (I64_MIN, -SIZE_MAX - 1, E.AMOUNT_OUT_OF_RANGE),
                    (-SIZE_MAX, -1, OK),
                    (0, 0, E.VALIDATION),
                    (1, SIZE_MAX, E.TRIGGER_PASSED),
                    (SIZE_MAX + 1, I64_MAX, E.AMOUNT_OUT_OF_RANGE),
                ],
                "trigger_e8": [
                    (I64_MIN, 0, E.VALIDATION),
                    (1, 400 * E8, E.TRIGGER_PASSED),
                    (400 * E8 + 1, PRICE_MAX, OK),
                    *HIGHER,
                ],
                "trail_e6": NOTHING_ELSE,
                "worst_e8": [(I64_MIN, -1, E.VALIDATION), (0, PRICE_MAX, OK), *HIGHER],
                "expires_at_s": expiries(stage),
            },
        ),
        "CancelPerpOrder": Row(
            known | {"order_id": RESTING_PERP_ORDER},
            {
                "owner": owners(),
                "account_id": account_ids(E.ORDER_NOT_FOUND),
                "order_id": only(RESTING_PERP_ORDER, U64_MAX, E.ORDER_NOT_FOUND),
            },
        ),
        "CancelPerpOrders": Row(
            known,
            {
                "owner": owners(),
                "account_id": account_ids(OK),
                "market_id": [(0, DEAD, OK), (DEAD + 1, U32_MAX, E.MARKET_NOT_FOUND)],
            },
        ),
    }
