"""What the contract says of the fields of users' commands."""

from engine.schema.errors import ErrorCode as E
from tests.engine.core.support.ranges import (
    AMOUNT_MAX,
    ANY_ADDRESS,
    BAD_TEXTS,
    I64_MAX,
    I64_MIN,
    MIN_PAYOUT,
    NO_INCREASE,
    NO_POOL_MOVE,
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
    texts,
    tip,
    tokens,
)
from tests.engine.core.support.stage import (
    DEAD,
    FREE,
    HELD,
    LOCKED,
    LOCKING,
    MAIN,
    POOR,
    UNLOCKED,
    Stage,
)
from tests.engine.core.support.world import (
    DAY_S,
    E6,
    E8,
    wallet,
)


def delegate_row(stage: Stage) -> Row:
    """Two markets of five; terms without a delegate are refused."""
    last = stage.now_s + 365 * DAY_S
    none: list[Value] = [
        ((6, 1, *(0,) * 6), E.MARKET_NOT_FOUND),
        ((1, 0, *(0,) * 6), E.MARKET_NOT_FOUND),
        ((1, U64_MAX, *(0,) * 6), E.MARKET_NOT_FOUND),
        ((2**32 + 1, 2, *(0,) * 6), E.MARKET_NOT_FOUND),
    ]
    return Row(
        {"delegate": wallet(2), "market_count": 2, "market_ids": (1, 2, 3, 4, 5, 0, 0, 0)},
        {
            "delegate": [
                (address, E.VALIDATION if address == bytes(32) else OK)
                for address, _ in ANY_ADDRESS
            ],
            "until_s": [
                (I64_MIN, -1, E.VALIDATION),
                (0, 0, OK),
                (1, stage.now_s, E.VALIDATION),
                (stage.now_s + 1, last, OK),
                (last + 1, I64_MAX, E.VALIDATION),
            ],
            "day_notional_e6": [
                (I64_MIN, -1, E.VALIDATION),
                (0, AMOUNT_MAX, OK),
                (AMOUNT_MAX + 1, I64_MAX, E.AMOUNT_OUT_OF_RANGE),
            ],
            "market_count": [
                (0, 5, OK),
                (6, 8, E.MARKET_NOT_FOUND),
                (9, U8_MAX, E.VALIDATION),
            ],
            "market_ids": [
                ((5, 1, *(9,) * 6), OK),  # the others are not read
                ((2, 2, *(0,) * 6), E.VALIDATION),
                *none,
            ],
        },
    )


def margin_rows(stage: Stage) -> dict[str, Row]:
    room = AMOUNT_MAX - stage.pool().balance_e6
    unknown: list[Value] = [
        (owner, E.MARGIN_ACCOUNT_NOT_FOUND) for owner in (wallet(2), wallet(77))
    ]
    return {
        "CreateMarginAccount": Row(
            {"account_id": 4, "amount_e6": 5},  # an id that was closed is free again
            {
                "account_id": [
                    (0, 0, OK),
                    (1, 3, E.MARGIN_ACCOUNT_EXISTS),
                    (4, 4, OK),
                    (POOR, POOR, E.MARGIN_ACCOUNT_EXISTS),
                    (POOR + 1, U32_MAX, OK),
                ],
                "name": texts(False, "a", "n" * 32),
                "amount_e6": [
                    (I64_MIN, -1, E.INPUT_NOT_POSITIVE),
                    (0, room, OK),
                    (room + 1, I64_MAX, E.AMOUNT_OUT_OF_RANGE),
                ],
            },
            {"paused": E.EXCHANGE_PAUSED},
            mint=1,
        ),
        "CloseMarginAccount": Row(
            {"account_id": 2},
            {
                "account_id": [
                    (0, 0, E.MARGIN_ACCOUNT_NOT_FOUND),
                    (1, 1, E.MARGIN_ACCOUNT_NOT_EMPTY),
                    (2, 2, OK),
                    (3, 3, E.MARGIN_ACCOUNT_NOT_EMPTY),
                    (4, 4, E.MARGIN_ACCOUNT_NOT_FOUND),
                    (POOR, POOR, E.MARGIN_ACCOUNT_NOT_EMPTY),
                    (POOR + 1, U32_MAX, E.MARGIN_ACCOUNT_NOT_FOUND),
                ]
            },
        ),
        "DepositMargin": Row(
            {"owner": wallet(1), "account_id": 3, "amount_e6": 5},
            {
                "owner": [(wallet(1), OK), (bytes(32), OK), *unknown],  # none: the user's own
                "account_id": [
                    (0, 0, E.MARGIN_ACCOUNT_NOT_FOUND),
                    (1, 3, OK),
                    (4, 4, E.MARGIN_ACCOUNT_NOT_FOUND),
                    (POOR, POOR, OK),
                    (POOR + 1, U32_MAX, E.MARGIN_ACCOUNT_NOT_FOUND),
                ],
                "amount_e6": tokens(room),
            },
            {"paused": E.EXCHANGE_PAUSED},
            mint=1,
        ),
        "WithdrawMargin": Row(
            {"account_id": 3, "amount_e6": 100 * E6},
            {
                "account_id": [
                    (0, 0, E.MARGIN_ACCOUNT_NOT_FOUND),
                    (1, 1, OK),
                    (2, 2, E.WITHDRAW_EXCEEDS_MAX),
                    (3, 3, OK),
                    (4, 4, E.MARGIN_ACCOUNT_NOT_FOUND),
                    (POOR + 1, U32_MAX, E.MARGIN_ACCOUNT_NOT_FOUND),
                ],
                "amount_e6": [
                    (I64_MIN, 0, E.INPUT_NOT_POSITIVE),
                    (1, MIN_PAYOUT - 1, E.AMOUNT_TOO_SMALL),
                    (MIN_PAYOUT, 10_000 * E6, OK),  # all of it, without a position
                    (10_000 * E6 + 1, AMOUNT_MAX, E.WITHDRAW_EXCEEDS_MAX),
                    (AMOUNT_MAX + 1, I64_MAX, E.AMOUNT_OUT_OF_RANGE),
                ],
                "tip_e6": tip(E6),  # a hundredth of 100
            },
        ),
        "SetDelegate": delegate_row(stage),
        "Liquidate": Row(
            {"owner": wallet(5), "account_id": 1, "has_fee_account": 1, "fee_account_id": 1},
            {
                "owner": [
                    (wallet(5), OK),
                    (wallet(1), E.NOT_LIQUIDATABLE),
                    (bytes(32), E.MARGIN_ACCOUNT_NOT_FOUND),
                    *unknown,
                ],
                "account_id": only(1, U32_MAX, E.MARGIN_ACCOUNT_NOT_FOUND),
                "has_fee_account": flag(),
                "fee_account_id": only(1, U32_MAX, E.MARGIN_ACCOUNT_NOT_FOUND),
            },
            {"held": E.PRICE_BAND, "stale": E.STALE_PRICE},
            user=9,
        ),
    }


def trade_rows(stage: Stage) -> dict[str, Row]:
    accounts: list[Range] = [
        (0, 0, E.MARGIN_ACCOUNT_NOT_FOUND),
        (4, 4, E.MARGIN_ACCOUNT_NOT_FOUND),
        (POOR + 1, U32_MAX, E.MARGIN_ACCOUNT_NOT_FOUND),
    ]
    owners: list[Value] = [
        (wallet(1), OK),
        (bytes(32), OK),  # none: the user's own
        *((owner, E.NOT_OWNER) for owner in (wallet(2), wallet(5), wallet(77))),
    ]
    # Skew 10, k = 2,000,000: 400 * (1 + (20 + 10) / (2 * k)) to buy ten; the long is sold at
    # 400 * (1 + (20 - 10) / (2 * k)).
    bought, sold = 400 * E8 + 300_000, 400 * E8 + 100_000
    out = E.AMOUNT_OUT_OF_RANGE
    outside: list[Range] = [(I64_MIN, 0, E.VALIDATION), (PRICE_MAX + 1, I64_MAX, out)]
    least = 2_500  # times 400: the least notional of 1.00
    full = 10**11 - 10 * E6  # what the side of 100,000 has left
    # 400e8 * (2k + 20e6 + d) / 2k rounds down to 0 while 2k + 20e6 + d < 100.
    unpriced = -4 * 10**12 - 20 * E6 + 99
    return {
        "ModifyPositions": basket_row(stage),
        "ModifyPosition": Row(
            {
                "owner": wallet(1),
                "account_id": 3,
                "market_id": MAIN,
                "size_e6": 10 * E6,
                "limit_e8": PRICE_MAX,
            },
            {
                "owner": owners,
                "account_id": [
                    *accounts,
                    (1, 1, OK),
                    (2, 2, E.INSUFFICIENT_MARGIN),
                    (3, 3, OK),
                    (POOR, POOR, E.INSUFFICIENT_MARGIN),
                ],
                "market_id": [
                    (0, 0, E.MARKET_NOT_FOUND),
                    (1, 2, OK),
                    (HELD, HELD, E.PRICE_BAND),
                    (FREE, FREE, OK),
                    (DEAD, DEAD, E.STALE_PRICE),
                    (DEAD + 1, U32_MAX, E.MARKET_NOT_FOUND),
                ],
                "size_e6": [
                    (I64_MIN, -SIZE_MAX - 1, E.AMOUNT_OUT_OF_RANGE),
                    (-SIZE_MAX, unpriced, E.AMOUNT_OUT_OF_RANGE),
                    (unpriced + 1, -(10**11) - 1, E.MAX_SIDE_SIZE),
                    (-200 * E6, -least, OK),
                    (-least + 1, -1, E.POSITION_TOO_SMALL),
                    (0, 0, E.INPUT_NOT_POSITIVE),
                    (1, least - 1, E.POSITION_TOO_SMALL),
                    (least, 200 * E6, OK),
                    (300 * E6, 12_000 * E6, E.INSUFFICIENT_MARGIN),
                    (13_000 * E6, full, E.NET_EXPOSURE_CAP),
                    (full + 1, SIZE_MAX, E.MAX_SIDE_SIZE),
                    (SIZE_MAX + 1, I64_MAX, E.AMOUNT_OUT_OF_RANGE),
                ],
                "limit_e8": [
                    *outside,
                    (1, bought - 1, E.SLIPPAGE_EXCEEDED),
                    (bought, PRICE_MAX, OK),
                ],
                "stop_e8": [
                    (I64_MIN, -1, E.VALIDATION),
                    (0, 400 * E8 - 1, OK),
                    (400 * E8, PRICE_MAX, E.TRIGGER_PASSED),
                    (PRICE_MAX + 1, I64_MAX, out),
                ],
                "target_e8": [
                    (I64_MIN, -1, E.VALIDATION),
                    (0, 0, OK),
                    (1, 400 * E8, E.TRIGGER_PASSED),
                    (400 * E8 + 1, PRICE_MAX, OK),
                    (PRICE_MAX + 1, I64_MAX, out),
                ],
            },
            NO_INCREASE,
        ),
        "ClosePosition": Row(
            {
                "owner": wallet(1),
                "account_id": 1,
                "market_id": MAIN,
                "size_e6": 10 * E6,
                "limit_e8": 1,
            },
            {
                "owner": owners,
                "account_id": [
                    *accounts,
                    (1, 1, OK),
                    (2, 3, E.NO_POSITION),
                    (POOR, POOR, E.NO_POSITION),
                ],
                "market_id": [
                    (0, 0, E.MARKET_NOT_FOUND),
                    (1, 1, OK),
                    (2, DEAD, E.NO_POSITION),
                    (DEAD + 1, U32_MAX, E.MARKET_NOT_FOUND),
                ],
                "size_e6": [
                    (I64_MIN, -1, E.INPUT_NOT_POSITIVE),
                    (0, 0, OK),  # all
                    (1, least - 1, E.POSITION_TOO_SMALL),
                    (least, 10 * E6 - least, OK),
                    (10 * E6 - least + 1, 10 * E6 - 1, E.POSITION_TOO_SMALL),  # what is left
                    (10 * E6, 10 * E6, OK),
                    (10 * E6 + 1, SIZE_MAX, E.CLOSE_EXCEEDS_POSITION),
                    (SIZE_MAX + 1, I64_MAX, E.AMOUNT_OUT_OF_RANGE),
                ],
                "limit_e8": [
                    *outside,
                    (1, sold, OK),
                    (sold + 1, PRICE_MAX, E.SLIPPAGE_EXCEEDED),
                ],
            },
        ),
    }


def eight(*values: int) -> tuple[int, ...]:
    return values + (9,) * (8 - len(values))  # the others are not read


def basket_row(_: Stage) -> Row:
    """Ten of one market and one of another; a field beyond its limits is in either leg."""
    price = 400 * E8 + 300_000  # of ten in the main market, as of a single order
    out, low = E.AMOUNT_OUT_OF_RANGE, E.POSITION_TOO_SMALL
    return Row(
        {
            "owner": wallet(1),
            "account_id": 3,
            "leg_count": 2,
            "market_ids": eight(MAIN, FREE),
            "sizes_e6": eight(10 * E6, E6),
            "limits_e8": eight(PRICE_MAX, PRICE_MAX),
        },
        {
            "owner": [
                (wallet(1), OK),
                (bytes(32), OK),
                *((owner, E.NOT_OWNER) for owner in (wallet(2), wallet(5), wallet(77))),
            ],
            "account_id": [
                (0, 0, E.MARGIN_ACCOUNT_NOT_FOUND),
                (1, 1, OK),
                (2, 2, E.INSUFFICIENT_MARGIN),
                (3, 3, OK),
                (4, 4, E.MARGIN_ACCOUNT_NOT_FOUND),
                (POOR, POOR, E.INSUFFICIENT_MARGIN),
                (POOR + 1, U32_MAX, E.MARGIN_ACCOUNT_NOT_FOUND),
            ],
            "leg_count": [
                (0, 1, E.VALIDATION),
                (2, 2, OK),
                (3, 3, E.MARKET_NOT_FOUND),
                (4, U8_MAX, E.VALIDATION),  # nine twice, or more than eight
            ],
            "market_ids": [
                (eight(FREE, MAIN), OK),
                (eight(MAIN, MAIN), E.VALIDATION),
                (eight(0, 0), E.VALIDATION),
                (eight(0, MAIN), E.MARKET_NOT_FOUND),
                (eight(MAIN, DEAD + 1), E.MARKET_NOT_FOUND),
                (eight(MAIN, 2**32 + FREE), E.MARKET_NOT_FOUND),
                (eight(U64_MAX, MAIN), E.MARKET_NOT_FOUND),
                (eight(MAIN, HELD), E.PRICE_BAND),
                (eight(MAIN, DEAD), E.STALE_PRICE),
            ],
            "sizes_e6": [
                (eight(0, E6), E.INPUT_NOT_POSITIVE),
                (eight(E6, 0), E.INPUT_NOT_POSITIVE),
                (eight(E6, 1), low),
                (eight(2_499, E6), low),
                (eight(2_500, 2_500), OK),
                (eight(E6, SIZE_MAX), E.MAX_SIDE_SIZE),
                (eight(E6, SIZE_MAX + 1), out),
                (eight(I64_MIN, E6), out),
                (eight(E6, I64_MAX), out),
                (eight(200 * E6, E6), OK),
                (eight(E6, 200 * E6), OK),
                (eight(200 * E6, 200 * E6), E.INSUFFICIENT_MARGIN),
                (eight(6_000 * E6, 9_000 * E6), E.NET_EXPOSURE_CAP),
            ],
            "limits_e8": [
                (eight(price, PRICE_MAX), OK),
                (eight(price - 1, PRICE_MAX), E.SLIPPAGE_EXCEEDED),
                (eight(PRICE_MAX, 1), E.SLIPPAGE_EXCEEDED),
                (eight(0, PRICE_MAX), E.VALIDATION),
                (eight(PRICE_MAX, -1), E.VALIDATION),
                (eight(PRICE_MAX, PRICE_MAX + 1), out),
                (eight(I64_MAX, PRICE_MAX), out),
            ],
        },
        NO_INCREASE,
    )


def pool_rows(stage: Stage) -> dict[str, Row]:
    pool = stage.pool()
    room = AMOUNT_MAX - pool.balance_e6
    held = stage.shares(1)
    worth = min(pool.lp_balance_e6, pool.lp_balance_e6 - pool.unrealized_pnl_e6)
    least = -(-MIN_PAYOUT * pool.lp_shares_e6 // worth)  # shares that are worth 0.01
    ids = (4, 0, 0, 0, 0, 0, 0, 0)
    positions: list[Range] = [
        (0, 0, E.LP_POSITION_NOT_FOUND),
        (5, U64_MAX, E.LP_POSITION_NOT_FOUND),
    ]
    closed: Range = (3, 3, E.LP_POSITION_NOT_FOUND)
    none: list[Value] = [
        ((number, 0, 0, 0, 0, 0, 0, 0), E.NOTHING_TO_SETTLE)
        for number in (0, 1, 2, 3, 6, 7, U64_MAX)  # done, not mature, unknown
    ]
    return {
        "AddLiquidity": Row(
            {"amount_e6": E6},
            {"amount_e6": tokens(room, E6)},
            NO_POOL_MOVE | {"paused": E.EXCHANGE_PAUSED},
            mint=1,
        ),
        "RemoveLiquidity": Row(
            {"lp_position_id": 1, "shares_e6": held, "tip_e6": 0},
            {
                "lp_position_id": [
                    *positions,
                    (1, 1, OK),
                    (2, 2, E.SHARES_EXCEED_REMOVABLE),
                    closed,
                    (4, 4, E.LP_NOT_MATURE),
                ],
                "shares_e6": [
                    (I64_MIN, 0, E.INPUT_NOT_POSITIVE),
                    (1, least - 1, E.AMOUNT_TOO_SMALL),
                    (least, held, OK),
                    (held + 1, I64_MAX, E.SHARES_EXCEED_REMOVABLE),
                ],
                "tip_e6": tip(held * worth // pool.lp_shares_e6 // 100),
            },
            NO_POOL_MOVE,
            user=3,
        ),
        "CloseLpPosition": Row(
            {"lp_position_id": 2},
            {
                "lp_position_id": [
                    *positions,
                    (1, 1, E.LP_POSITION_NOT_EMPTY),
                    (2, 2, OK),
                    closed,
                    (4, 4, E.LP_POSITION_NOT_EMPTY),
                ]
            },
            user=3,
        ),
        "UpgradeLpAccount": Row(user=4),
        "ProcessSettlementRequests": Row(
            {"owner": wallet(8), "request_count": 1, "request_ids": ids},
            {
                "owner": [
                    (wallet(8), OK),
                    *((owner, E.NOTHING_TO_SETTLE) for owner in (bytes(32), wallet(77))),
                ],
                "request_count": [(0, 0, E.VALIDATION), (1, 8, OK), (9, U8_MAX, E.VALIDATION)],
                "request_ids": [(ids, OK), ((5,) * 8, OK), *none],
            },
        ),
        "ClaimDeposit": Row(
            {"deposit_id": 2}, {"deposit_id": only(2, U64_MAX, E.DEPOSIT_NOT_FOUND)}
        ),
    }


def staking_rows(stage: Stage) -> dict[str, Row]:
    room = AMOUNT_MAX - stage.pool().token_balance_e6
    staked = LOCKED + LOCKING

    def upto(most: int, code: E) -> list[Range]:
        return [
            (I64_MIN, 0, E.INPUT_NOT_POSITIVE),
            (1, most, OK),
            (most + 1, AMOUNT_MAX, code),
            (AMOUNT_MAX + 1, I64_MAX, E.AMOUNT_OUT_OF_RANGE),
        ]

    return {
        "CreateStakeAccount": Row(user=2),
        "Stake": Row(
            {"amount_e6": 5},
            {"amount_e6": tokens(room), "is_creating_account": flag()},
            user=6,
            mint=2,
        ),
        "Unstake": Row(
            {"amount_e6": 5}, {"amount_e6": upto(staked, E.UNSTAKE_EXCEEDS_STAKED)}, user=6
        ),
        "WithdrawStake": Row(
            {"amount_e6": 5}, {"amount_e6": upto(UNLOCKED, E.WITHDRAW_EXCEEDS_UNLOCKED)}, user=6
        ),
        "IgnoreTransaction": Row(
            {"reason": "no memo"},
            {
                "reason": [(text, OK) for text in ("", "r" * 80, *BAD_TEXTS)],
                "has_magic": every(U8_MAX),
            },
        ),
    }
