"""What the contract says of the fields of the commands that the service hands in for a user."""

from engine.schema.errors import ErrorCode as E
from tests.engine.core.support.operator_expectations import CONTEST_IDS
from tests.engine.core.support.ranges import (
    I64_MAX,
    I64_MIN,
    OK,
    U8_MAX,
    U16_MAX,
    U32_MAX,
    U64_MAX,
    WHEN_HALTED,
    Row,
    Value,
    flag,
)
from tests.engine.core.support.stage import RESTING_ORDER, Stage
from tests.engine.core.support.world import DAY_S, wallet

PLAYER = {"user": wallet(10)}
REFERRAL_CODES: list[Value] = [
    ("", E.VALIDATION),
    ("ab", E.VALIDATION),
    ("abc", OK),
    ("Zz_-09" * 3 + "Zz", OK),
    ("a" * 21, E.VALIDATION),
    *((text, E.VALIDATION) for text in ("a b", "abc.", "abc\t", "abc@", "abc[", "abc`", "abc{")),
    *((text, E.VALIDATION) for text in ("abc/", "abc:", "abc,", "abc^")),
]


def edge_rows(stage: Stage) -> dict[str, Row]:
    """Of the stage, market 1 is closed and 2 is open; wallet 10 has 10,000 points."""
    unknown = E.PREDICTION_MARKET_NOT_FOUND
    rows = {
        "Participate": Row(
            PLAYER | {"programme": 2},
            {"programme": [(0, 0, E.VALIDATION), (1, 3, OK), (4, U8_MAX, E.VALIDATION)]},
        ),
        "GrantPoints": Row(PLAYER),
        "PlaceOrder": Row(
            PLAYER | {"market_id": 2, "price": 40, "contracts": 10},
            {
                "market_id": [
                    (0, 0, unknown),
                    (1, 1, E.MARKET_NOT_OPEN),
                    (2, 2, OK),
                    (3, U32_MAX, unknown),
                ],
                # A market order finds no offer.
                "order_type": [(0, 0, OK), (1, 1, E.NO_LIQUIDITY), (2, U8_MAX, E.VALIDATION)],
                "side": flag(),
                "price": [(0, 0, E.BAD_PRICE), (1, 99, OK), (100, U16_MAX, E.BAD_PRICE)],
                # 40.48 each with the highest fee, of 9,988 points.
                "contracts": [
                    (0, 0, E.BAD_CONTRACTS),
                    (1, 246, OK),
                    (247, 100_000, E.INSUFFICIENT_POINTS),
                    (100_001, U32_MAX, E.BAD_CONTRACTS),
                ],
                "time_in_force": [
                    (0, 0, OK),
                    (1, 1, E.BAD_EXPIRY),
                    (2, 2, OK),
                    (3, 3, E.FOK_NOT_FILLED),
                    (4, U8_MAX, E.VALIDATION),
                ],
                "expires_at_s": [
                    (I64_MIN, -1, E.VALIDATION),
                    (0, 0, OK),
                    (1, I64_MAX, E.VALIDATION),
                ],
                "post_only": flag(),
                "self_trade_prevention": [(0, 2, OK), (3, U8_MAX, E.VALIDATION)],
                "client_order_id": [
                    ("", OK),
                    ("a", OK),
                    ("Az09_-" * 6, OK),
                    ("a b", E.VALIDATION),
                    ("a.", E.VALIDATION),
                    ("tab\t", E.VALIDATION),
                ],
            },
        ),
        "CancelOrder": Row(
            PLAYER | {"order_id": RESTING_ORDER},
            {
                "order_id": [
                    (0, RESTING_ORDER - 1, E.ORDER_NOT_FOUND),
                    (RESTING_ORDER, RESTING_ORDER, OK),
                    (RESTING_ORDER + 1, U64_MAX, E.ORDER_NOT_FOUND),
                ]
            },
        ),
        "CancelAllOrders": Row(PLAYER, {"market_id": [(0, 2, OK), (3, U32_MAX, unknown)]}),
        "AmendOrder": Row(
            PLAYER | {"order_id": RESTING_ORDER, "price": 30, "contracts": 20},
            {
                "order_id": [
                    (0, RESTING_ORDER - 1, E.ORDER_NOT_FOUND),
                    (RESTING_ORDER, RESTING_ORDER, OK),
                    (RESTING_ORDER + 1, U64_MAX, E.ORDER_NOT_FOUND),
                ],
                "price": [(0, 99, OK), (100, U16_MAX, E.BAD_PRICE)],  # 0: it stays
                # 30.42 each, of 10,000 points with those that it reserves.
                "contracts": [
                    (0, 328, OK),
                    (329, 100_000, E.INSUFFICIENT_POINTS),
                    (100_001, U32_MAX, E.BAD_CONTRACTS),
                ],
            },
        ),
        "SetCancelAfter": Row(
            PLAYER | {"timeout_s": 60},
            {
                "timeout_s": [
                    (0, 0, OK),
                    (1, 4, E.VALIDATION),
                    (5, 1_440 * DAY_S, OK),
                    (1_440 * DAY_S + 1, U32_MAX, E.VALIDATION),
                ]
            },
        ),
        "GenerateReferralCode": Row(PLAYER | {"code": "Acre_2031-x"}, {"code": REFERRAL_CODES}),
        "UseReferralCode": Row(PLAYER | {"code": "Acre_2031-x"}, {"code": REFERRAL_CODES}),
        "JoinContest": Row(
            PLAYER | {"contest_id": "royale"},
            {"contest_id": CONTEST_IDS, "is_asset_dash": flag()},
        ),
        "SetReplaySpeed": Row(
            {"rate": 1_440},
            {"rate": [(0, 0, E.VALIDATION), (1, 86_400, OK), (86_401, U32_MAX, E.VALIDATION)]},
        ),
    }
    for row in rows.values():
        row.states.update(WHEN_HALTED)
    return rows
