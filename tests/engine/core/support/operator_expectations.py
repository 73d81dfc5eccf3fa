"""What the contract says of the fields of the operator's, oracle's and settler's commands."""

from engine.schema.errors import ErrorCode as E
from engine.schema.parameters import ADOPTED_PARAMETERS
from tests.engine.core.support.ranges import (
    AMOUNT_MAX,
    ANY_ADDRESS,
    BAD_TEXTS,
    I64_MAX,
    I64_MIN,
    NO_POOL_MOVE,
    OK,
    PRICE_MAX,
    TIME_MAX,
    U8_MAX,
    U16_MAX,
    U32_MAX,
    U64_MAX,
    WHEN_HALTED,
    Range,
    Row,
    Value,
    every,
    exchange_parameter_ranges,
    flag,
    market_ids,
    market_parameter_ranges,
    only,
    parameter_ranges,
    texts,
)
from tests.engine.core.support.stage import (
    DEAD,
    EXCHANGE_PLACE,
    FREE,
    HELD,
    MAIN,
    MARKET_PLACE,
    Stage,
)
from tests.engine.core.support.world import (
    CLASSICAL,
    DAY_S,
    E8,
    E12,
    OPERATOR,
    exchange_parameters,
    market_parameters,
    wallet,
)


def operator_rows(stage: Stage) -> dict[str, Row]:
    fees = stage.pool().protocol_fees_e6
    now = stage.now_s
    market_id = {"market_id": market_ids(DEAD)}
    return {
        # On an exchange that is there; test_every_field.py has the first command of all.
        "CreateExchange": Row(
            exchange_parameters(),
            {
                "exchange": ANY_ADDRESS,
                "collateral_mint": ANY_ADDRESS,
                "token_mint": ANY_ADDRESS,
                "vault_authority": ANY_ADDRESS,
                "chain_genesis": ANY_ADDRESS,
                "is_demo": flag(),
                **exchange_parameter_ranges(),
            },
        ),
        "CreateMarket": Row(
            {
                "symbol": "NEW",
                "name": "New index",
                "price_e8": 400 * E8,
                "published_at_s": now,
                **market_parameters(**CLASSICAL),
            },
            {
                "symbol": [
                    *((s, E.VALIDATION) for s in ("", "A", "new", "A B", "A_B", "MIA", *BAD_TEXTS)),
                    *((s, OK) for s in ("AB", "A-9", "TWELVELETTER")),
                ],
                "name": texts(True, "a", "n" * 80),
                "state": texts(False, "FL"),
                "country": texts(False, "US"),
                "category": texts(False, "city"),
                "metric": texts(False, "sqft", "sqm"),
                "price_feed": texts(False, "f" * 80),
                "acre_id": every(U32_MAX),
                "price_e8": [
                    (I64_MIN, 0, E.AMOUNT_OUT_OF_RANGE),
                    (1, PRICE_MAX, OK),
                    (PRICE_MAX + 1, I64_MAX, E.AMOUNT_OUT_OF_RANGE),
                ],
                "published_at_s": [
                    (I64_MIN, -1, E.VALIDATION),
                    (0, now, OK),
                    (now + 1, I64_MAX, E.VALIDATION),
                ],
                "authorized_liquidator": ANY_ADDRESS,
                **market_parameter_ranges(),
            },
        ),
        "PauseExchange": Row(states=WHEN_HALTED),
        "UnpauseExchange": Row(states=WHEN_HALTED),
        "PauseMarket": Row({"market_id": MAIN}, market_id, WHEN_HALTED),
        "UnpauseMarket": Row({"market_id": MAIN}, market_id, WHEN_HALTED),
        "Halt": Row(),
        "Resume": Row(),
        "ConfirmPrint": Row(
            {"market_id": HELD},
            {
                "market_id": [
                    (0, 0, E.MARKET_NOT_FOUND),
                    (1, HELD - 1, E.VALIDATION),
                    (HELD, HELD, OK),
                    (FREE, DEAD, E.VALIDATION),
                    (DEAD + 1, U32_MAX, E.MARKET_NOT_FOUND),
                ]
            },
        ),
        "SettleMarket": Row(
            {"market_id": DEAD, "price_e8": 400 * E8, "limit": 1},
            {
                "market_id": [
                    (0, 0, E.MARKET_NOT_FOUND),
                    (1, FREE, E.VALIDATION),
                    (DEAD, DEAD, OK),
                    (DEAD + 1, U32_MAX, E.MARKET_NOT_FOUND),
                ],
                "price_e8": [
                    (I64_MIN, 0, E.VALIDATION),
                    (1, PRICE_MAX, OK),
                    (PRICE_MAX + 1, I64_MAX, E.AMOUNT_OUT_OF_RANGE),
                ],
                "limit": [(0, 0, E.VALIDATION), (1, 256, OK), (257, U32_MAX, E.VALIDATION)],
            },
            WHEN_HALTED | {"held": E.PRICE_BAND},
        ),
        "SetMarketParameter": Row(
            {
                "market_id": MAIN,
                "parameter": MARKET_PLACE["taker_fee_rate_e12"],
                "value": 1,
            },
            {
                **market_id,
                "parameter": [(0, 0, E.VALIDATION), (len(MARKET_PLACE) + 1, U16_MAX, E.VALIDATION)],
                "value": market_parameter_ranges()["taker_fee_rate_e12"],
            },
        ),
        "AdoptParameters": Row(
            {"market_id": MAIN, **{p.name: p.default for p in ADOPTED_PARAMETERS}},
            {
                **market_id,
                **{p.name: parameter_ranges(p, {}) for p in ADOPTED_PARAMETERS},
            },
        ),
        "SetExchangeParameter": Row(
            {"parameter": EXCHANGE_PLACE["reserve_fee_share_e12"], "value": 1},
            {
                "parameter": [
                    (0, 0, E.VALIDATION),
                    (len(EXCHANGE_PLACE) + 1, U16_MAX, E.VALIDATION),
                ],
                "value": exchange_parameter_ranges()["reserve_fee_share_e12"],
            },
        ),
        "SetAuthorizedLiquidator": Row(
            {"market_id": MAIN, "liquidator": wallet(9)}, market_id | {"liquidator": ANY_ADDRESS}
        ),
        "CollectFees": Row(
            {"receiver": wallet(2)},
            {
                "receiver": [(bytes(32), E.VALIDATION), (OPERATOR, OK), (b"\xff" * 32, OK)],
                "amount_e6": [
                    (I64_MIN, -1, E.INPUT_NOT_POSITIVE),
                    (0, fees, OK),  # 0: all
                    (fees + 1, I64_MAX, E.INSUFFICIENT_COLLATERAL),
                ],
            },
        ),
        "SetRisk": Row(
            {"user": wallet(1)},
            {"user": ANY_ADDRESS, "is_high_risk": [(0, 3, OK), (4, U8_MAX, E.VALIDATION)]},
        ),
        "GrantLpAccount": Row(
            {"owner": wallet(4), "deposit_id": 2},  # 1 is claimed, 3 is of the token
            {
                "owner": [(wallet(4), OK), (wallet(77), OK), (b"\xff" * 32, OK)],
                "deposit_id": only(2, U64_MAX, E.DEPOSIT_NOT_FOUND),
            },
            NO_POOL_MOVE | WHEN_HALTED | {"paused": E.EXCHANGE_PAUSED},
        ),
        "SetVesting": Row(
            {"owner": wallet(6), "total_e6": 1, "period_s": 1, "period_count": 1},
            {
                "owner": [(wallet(6), OK), (wallet(77), OK)],
                "total_e6": [
                    (I64_MIN, -1, E.VALIDATION),
                    (0, AMOUNT_MAX, OK),
                    (AMOUNT_MAX + 1, I64_MAX, E.AMOUNT_OUT_OF_RANGE),
                ],
                "start_s": [
                    (I64_MIN, -1, E.VALIDATION),
                    (0, TIME_MAX, OK),
                    (TIME_MAX + 1, I64_MAX, E.VALIDATION),
                ],
                "period_s": [
                    (I64_MIN, 0, E.VALIDATION),
                    (1, TIME_MAX, OK),
                    (TIME_MAX + 1, I64_MAX, E.VALIDATION),
                ],
                "period_count": [(0, 0, E.VALIDATION), (1, U32_MAX, OK)],
            },
        ),
    }


def prediction_rows(stage: Stage) -> dict[str, Row]:
    """The operator's part of prediction markets; of the stage, 1 is closed and 2 is open."""
    now = stage.now_s
    closes, resolves = now + 10 * DAY_S, now + 20 * DAY_S
    first = [(0, 0, E.PREDICTION_MARKET_NOT_FOUND)]
    rest = [(3, U32_MAX, E.PREDICTION_MARKET_NOT_FOUND)]
    return {
        "CreatePrediction": Row(
            {
                "title": "Will it?",
                "opens_at_s": now,
                "closes_at_s": closes,
                "resolves_at_s": resolves,
            },
            {
                "title": texts(True, "a", "t" * 80),
                "description": texts(False, "d" * 400),
                "category": texts(False, "c" * 32),
                "rules": texts(False, "r" * 400),
                # test_prediction_life.py has markets that an index resolves.
                "acre_id": [(0, 0, OK), (1, U32_MAX, E.VALIDATION)],
                "strike_e8": [
                    (I64_MIN, -1, E.VALIDATION),
                    (0, 0, OK),
                    (1, I64_MAX, E.VALIDATION),
                ],
                "opens_at_s": [
                    (I64_MIN, -1, E.VALIDATION),
                    (0, closes - 1, OK),
                    (closes, I64_MAX, E.VALIDATION),
                ],
                "closes_at_s": [
                    (I64_MIN, now, E.VALIDATION),
                    (now + 1, resolves, OK),
                    (resolves + 1, I64_MAX, E.VALIDATION),
                ],
                "resolves_at_s": [
                    (I64_MIN, closes - 1, E.VALIDATION),
                    (closes, TIME_MAX, OK),
                    (TIME_MAX + 1, I64_MAX, E.VALIDATION),
                ],
            },
        ),
        "ResolvePrediction": Row(
            {"market_id": 1, "outcome": 1},
            {
                "market_id": [*first, (1, 1, OK), (2, 2, E.MARKET_NOT_CLOSED), *rest],
                "outcome": [(0, 0, E.VALIDATION), (1, 2, OK), (3, U8_MAX, E.VALIDATION)],
                "value_e8": [
                    (I64_MIN, -1, E.VALIDATION),
                    (0, PRICE_MAX, OK),
                    (PRICE_MAX + 1, I64_MAX, E.AMOUNT_OUT_OF_RANGE),
                ],
                "published_at_s": [
                    (I64_MIN, -1, E.VALIDATION),
                    (0, now, OK),
                    (now + 1, I64_MAX, E.VALIDATION),
                ],
            },
        ),
        "VoidPrediction": Row({"market_id": 2}, {"market_id": [*first, (1, 2, OK), *rest]}),
    }


CONTEST_IDS: list[Value] = [
    ("", E.VALIDATION),
    ("a", OK),
    ("az-09" * 8, OK),
    *((text, E.VALIDATION) for text in ("A", "a b", "a_b", "a.", "a/", "a:", "a{", "a`", "a\t")),
]


def programme_rows(stage: Stage) -> dict[str, Row]:
    """The operator's facts of the programmes; nothing in the exchange stands against one."""
    now = stage.now_s
    programme = {"programme": [(0, 0, E.VALIDATION), (1, 4, OK), (5, U8_MAX, E.VALIDATION)]}
    points: list[Range] = [
        (I64_MIN, -1, E.AMOUNT_OUT_OF_RANGE),
        (0, AMOUNT_MAX, OK),
        (AMOUNT_MAX + 1, I64_MAX, E.AMOUNT_OUT_OF_RANGE),
    ]
    boost: list[Range] = [
        (I64_MIN, -1, E.VALIDATION),
        (0, 10 * E12, OK),
        (10 * E12 + 1, I64_MAX, E.VALIDATION),
    ]
    return {
        "CreateContest": Row(
            {
                "contest_id": "royale",
                "name": "Royale",
                "starts_at_s": now,
                "ends_at_s": now + DAY_S,
                "prize_mint": 1,
                "prize_count": 2,
                "prize_ranks_to": (1, 3, *[0] * 6),
                "prize_amounts_e6": (AMOUNT_MAX, 1, *[0] * 6),
                "raffle": "A cap",
                "raffle_winners": 2,
            },
            {
                "contest_id": CONTEST_IDS,
                "name": texts(True, "n" * 80),
                "description": texts(False, "d" * 400),
                "starts_at_s": [
                    (I64_MIN, -1, E.VALIDATION),
                    (0, now + DAY_S - 1, OK),
                    (now + DAY_S, I64_MAX, E.VALIDATION),
                ],
                "ends_at_s": [
                    (I64_MIN, now, E.VALIDATION),
                    (now + 1, TIME_MAX, OK),
                    (TIME_MAX + 1, I64_MAX, E.VALIDATION),
                ],
                "metric": flag(),
                "min_collateral_e6": points,
                "prize_mint": [(0, 0, E.VALIDATION), (1, 2, OK), (3, U8_MAX, E.VALIDATION)],
                # What is filled in and does not count is refused, and what counts and is empty.
                "prize_count": [(0, 1, E.VALIDATION), (2, 2, OK), (3, U8_MAX, E.VALIDATION)],
                "prize_ranks_to": [
                    ((1, 1_000_000, *[0] * 6), OK),
                    ((1, 1_000_001, *[0] * 6), E.VALIDATION),
                    ((1, 1, *[0] * 6), E.VALIDATION),
                    ((0, 1, *[0] * 6), E.VALIDATION),
                    ((1, 3, *[0] * 5, 9), E.VALIDATION),
                ],
                "prize_amounts_e6": [
                    ((1, 1, *[0] * 6), OK),
                    ((1, 0, *[0] * 6), E.AMOUNT_OUT_OF_RANGE),
                    ((AMOUNT_MAX + 1, 1, *[0] * 6), E.AMOUNT_OUT_OF_RANGE),
                    ((U64_MAX, 1, *[0] * 6), E.AMOUNT_OUT_OF_RANGE),
                    ((1, 1, 1, *[0] * 5), E.VALIDATION),
                ],
                "raffle": [("", E.VALIDATION), ("tab\t", E.VALIDATION), ("r" * 80, OK)],
                "raffle_winners": [
                    (0, 0, E.VALIDATION),
                    (1, 1_000, OK),
                    (1_001, U32_MAX, E.VALIDATION),
                ],
            },
        ),
        "SetProgramme": Row(
            {"programme": 1, "phase": 1},
            programme | {"phase": [(0, 0, E.VALIDATION), (1, 3, OK), (4, U8_MAX, E.VALIDATION)]},
        ),
        "SetFinalRow": Row(
            {"programme": 4, "user": wallet(1), "trading_points_e6": 1},
            programme
            | {
                "user": ANY_ADDRESS,
                "trading_points_e6": points,
                "lp_points_e6": points,
                "referral_points_e6": points,
                "referred_boost_e12": boost,
                "first_hoa_boost_e12": boost,
                "additional_hoa_boost_e12": boost,
            },
        ),
        "GrantSnapshotBoost": Row(
            {"programme": 3, "user": wallet(1), "snapshot_id": "s1", "name": "May", "tier": 1},
            programme
            | {
                "user": ANY_ADDRESS,
                "snapshot_id": texts(True, "s" * 32),
                "name": texts(True, "n" * 80),
                "tier": [(0, 0, E.VALIDATION), (1, 4, OK), (5, U8_MAX, E.VALIDATION)],
            },
        ),
        "SetExclusion": Row(
            {"programme": 3, "user": wallet(1), "is_excluded": 1},
            programme | {"user": ANY_ADDRESS, "is_excluded": flag()},
        ),
        "DrawRaffle": Row(
            {"contest_id": "royale", "root_sequence": 9, "slot": 7, "seed": bytes(range(32))},
            {
                "contest_id": CONTEST_IDS,
                "root_sequence": every(U64_MAX),
                "slot": every(U64_MAX),
                "seed": ANY_ADDRESS,
            },
        ),
        "SampleBadges": Row(
            {"user": wallet(1), "badge_count": 3},
            {"user": ANY_ADDRESS, "badge_count": every(U32_MAX)},
        ),
    }


def other_rows(stage: Stage) -> dict[str, Row]:
    now = stage.now_s
    last = stage.see(MAIN).index_price_at_s
    request = {"owner": wallet(8)}
    owners: list[Value] = [
        (wallet(8), OK),
        *((owner, E.NOTHING_TO_SETTLE) for owner in (wallet(1), wallet(77), bytes(32))),
    ]
    signature = [(bytes(64), OK), (b"\xff" * 64, OK)]
    return {
        "Tick": Row(),
        "RewindChain": Row({"slot": 0}, {"slot": [(0, U64_MAX, OK)]}),
        "PostPrint": Row(
            {"market_id": MAIN, "price_e8": 401 * E8, "published_at_s": now},
            {
                "market_id": [
                    (0, 0, E.MARKET_NOT_FOUND),
                    (MAIN, MAIN, OK),
                    (FREE, DEAD, OK),
                    (DEAD + 1, U32_MAX, E.MARKET_NOT_FOUND),
                ],
                "price_e8": [  # far ones are held
                    (I64_MIN, 0, E.VALIDATION),
                    (1, PRICE_MAX, OK),
                    (PRICE_MAX + 1, I64_MAX, E.AMOUNT_OUT_OF_RANGE),
                ],
                "confidence_e8": [  # up to a hundredth of 401
                    (I64_MIN, -1, E.VALIDATION),
                    (0, 401 * 10**6, OK),
                    (401 * 10**6 + 1, I64_MAX, E.PRINT_REJECTED),
                ],
                "published_at_s": [  # after the last one, not in the future
                    (I64_MIN, last, E.PRINT_REJECTED),
                    (last + 1, now, OK),
                    (now + 1, I64_MAX, E.PRINT_REJECTED),
                ],
            },
        ),
        "AuthorisePayout": Row(
            request | {"request_id": 3},
            {
                "owner": owners,
                "request_id": only(3, U64_MAX, E.NOTHING_TO_SETTLE),
                "payout_signature": signature,
                "last_valid_block_height": every(U64_MAX),
            },
            WHEN_HALTED,
        ),
        "ExpirePayout": Row(
            request | {"request_id": 2},
            {"owner": owners, "request_id": only(2, U64_MAX, E.NOTHING_TO_SETTLE)},
        ),
        "RecordPayout": Row(
            request | {"request_id": 2, "payout_signature": b"s" * 64},
            {
                "owner": owners,
                "request_id": only(2, U64_MAX, E.NOTHING_TO_SETTLE),
                "payout_signature": [(b"s" * 64, OK), (bytes(64), E.VALIDATION)],
                "slot": every(U64_MAX),
            },
        ),
    }
