"""Where two refusals apply, the first in the order of the pages is given (rules 1, 40).

For every command the list of what can stand against it; every two of a list that can be true at
once are tried together.
"""

from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import pytest

from engine.core.generated import messages as m
from engine.schema.commands import COMMANDS
from engine.schema.errors import ErrorCode as E
from engine.schema.records import Origin
from tests.engine.core.schema.test_every_field import build, expect
from tests.engine.core.support.arena import Arena
from tests.engine.core.support.expectations import rows_of
from tests.engine.core.support.ranges import AMOUNT_MAX, I64_MIN, PRICE_MAX, SIZE_MAX
from tests.engine.core.support.stage import DELEGATE, FREE, MAIN, POOR, Stages
from tests.engine.core.support.user_expectations import eight
from tests.engine.core.support.world import E6, E8, E12, wallet

STAGES = Stages()
ROWS = rows_of(STAGES.get())


@dataclass(frozen=True)
class Defect:
    """One thing that stands against a command: a state, changed fields, or both."""

    code: E
    fields: dict[str, Any] = field(default_factory=dict)
    state: str = ""


def at(state: str, code: E) -> Defect:
    return Defect(code, {}, state)


def of(code: E, **fields: Any) -> Defect:
    return Defect(code, fields)


HALTED = at("halted", E.EXCHANGE_HALTED)
ORIGIN = [
    HALTED,
    of(E.NONCE_TOO_LOW, nonce=0),
    of(E.COMMAND_EXPIRED, expires_slot=0),
    of(E.DEPOSIT_MISMATCH, attached_e6=77, attached_mint=1),
]
PRICES = [
    at("stale", E.STALE_PRICE),
    at("held", E.PRICE_BAND),
    at("window", E.ENTRY_WINDOW),
]
FLAGGED = Defect(
    E.IN_LIQUIDATION,
    {"user": wallet(5), "owner": wallet(5), "account_id": 1, "market_id": 2},
    "flagged",
)
AS_DELEGATE = {"user": DELEGATE, "owner": wallet(1)}
RIGHTS = [
    of(E.AMOUNT_OUT_OF_RANGE, limit_e8=PRICE_MAX + 1),
    of(E.NOT_OWNER, owner=wallet(8)),
    Defect(E.DELEGATE_EXPIRED, AS_DELEGATE, "delegate ended"),
    of(E.MARGIN_ACCOUNT_NOT_FOUND, account_id=9),
    of(E.MARKET_NOT_FOUND, market_id=9),
    Defect(E.DELEGATE_MARKET, AS_DELEGATE, "delegate market"),
]
ORDERS: dict[str, list[Defect]] = {
    "ModifyPosition": [
        of(E.INPUT_NOT_POSITIVE, size_e6=0),
        of(E.AMOUNT_OUT_OF_RANGE, size_e6=SIZE_MAX + 1),
        *RIGHTS,
        FLAGGED,
        at("paused", E.EXCHANGE_PAUSED),
        at("market paused", E.MARKET_PAUSED),
        at("stale", E.STALE_PRICE),
        at("held", E.PRICE_BAND),
        at("window", E.ENTRY_WINDOW),
        of(E.POSITION_TOO_SMALL, size_e6=1),
        Defect(E.TOO_MANY_POSITIONS, {"account_id": 1, "market_id": FREE}, "one position"),
        Defect(E.DELEGATE_LIMIT, AS_DELEGATE, "delegate limit"),
        at("thin", E.AMOUNT_OUT_OF_RANGE),
        of(E.SLIPPAGE_EXCEEDED, limit_e8=1),
        at("full side", E.MAX_SIDE_SIZE),
        at("no exposure", E.NET_EXPOSURE_CAP),
        Defect(E.POOL_CAPACITY, {"size_e6": 3_000 * E6}, "all locked"),
        of(E.INSUFFICIENT_MARGIN, account_id=POOR),
    ],
    "ClosePosition": [
        of(E.INPUT_NOT_POSITIVE, size_e6=-1),
        of(E.AMOUNT_OUT_OF_RANGE, size_e6=SIZE_MAX + 1),
        *RIGHTS,
        of(E.NO_POSITION, account_id=3),
        of(E.CLOSE_EXCEEDS_POSITION, size_e6=1_000 * E6),
        FLAGGED,
        of(E.POSITION_TOO_SMALL, size_e6=1),
        of(E.SLIPPAGE_EXCEEDED, limit_e8=10**13),
    ],
    # Of the first leg, then of both; the rest of a leg's list is that of ModifyPosition.
    "ModifyPositions": [
        of(E.VALIDATION, leg_count=1),
        of(E.INPUT_NOT_POSITIVE, sizes_e6=eight(0, E6)),
        of(E.AMOUNT_OUT_OF_RANGE, limits_e8=eight(PRICE_MAX + 1, PRICE_MAX)),
        of(E.NOT_OWNER, owner=wallet(8)),
        Defect(E.DELEGATE_EXPIRED, AS_DELEGATE, "delegate ended"),
        of(E.MARGIN_ACCOUNT_NOT_FOUND, account_id=9),
        of(E.MARKET_NOT_FOUND, market_ids=eight(9, MAIN)),
        Defect(E.DELEGATE_MARKET, AS_DELEGATE, "delegate market"),
        Defect(
            E.IN_LIQUIDATION,
            {"user": wallet(5), "owner": wallet(5), "account_id": 1},
            "flagged",
        ),
        at("paused", E.EXCHANGE_PAUSED),
        at("market paused", E.MARKET_PAUSED),
        at("stale", E.STALE_PRICE),
        at("held", E.PRICE_BAND),
        at("window", E.ENTRY_WINDOW),
        of(E.POSITION_TOO_SMALL, sizes_e6=eight(1, E6)),
        Defect(E.DELEGATE_LIMIT, AS_DELEGATE, "delegate limit"),
        at("thin", E.AMOUNT_OUT_OF_RANGE),
        of(E.SLIPPAGE_EXCEEDED, limits_e8=eight(1, PRICE_MAX)),
        at("full side", E.MAX_SIDE_SIZE),
        at("no exposure", E.NET_EXPOSURE_CAP),
        Defect(E.POOL_CAPACITY, {"sizes_e6": eight(3_000 * E6, E6)}, "all locked"),
        of(E.INSUFFICIENT_MARGIN, account_id=POOR),
    ],
    "PlacePerpOrder": [
        of(E.VALIDATION, trail_e6=1),
        of(E.AMOUNT_OUT_OF_RANGE, size_e6=SIZE_MAX + 1),
        of(E.NOT_OWNER, owner=wallet(8)),
        Defect(E.DELEGATE_EXPIRED, AS_DELEGATE, "delegate ended"),
        of(E.MARGIN_ACCOUNT_NOT_FOUND, account_id=9),
        of(E.MARKET_NOT_FOUND, market_id=9),
        Defect(E.DELEGATE_MARKET, AS_DELEGATE, "delegate market"),
        of(E.VALIDATION, stop_e8=PRICE_MAX),
        FLAGGED,
        of(E.BAD_EXPIRY, expires_at_s=1),
        of(E.TRIGGER_PASSED, trigger_e8=1),
        of(E.INSUFFICIENT_MARGIN, account_id=2),
    ],
    "AmendPerpOrder": [
        of(E.NOT_OWNER, owner=wallet(8)),
        Defect(E.DELEGATE_EXPIRED, AS_DELEGATE, "delegate ended"),
        of(E.MARGIN_ACCOUNT_NOT_FOUND, account_id=9),
        of(E.ORDER_NOT_FOUND, order_id=9),
        Defect(E.DELEGATE_MARKET, AS_DELEGATE, "delegate market"),
        of(E.VALIDATION, trail_e6=1),
        of(E.AMOUNT_OUT_OF_RANGE, size_e6=SIZE_MAX + 1),
        of(E.BAD_EXPIRY, expires_at_s=1),
        of(E.TRIGGER_PASSED, trigger_e8=1),
    ],
    "CancelPerpOrder": [
        of(E.NOT_OWNER, owner=wallet(8)),
        Defect(E.DELEGATE_EXPIRED, AS_DELEGATE, "delegate ended"),
        of(E.MARGIN_ACCOUNT_NOT_FOUND, account_id=9),
        of(E.ORDER_NOT_FOUND, order_id=9),
        Defect(E.DELEGATE_MARKET, AS_DELEGATE, "delegate market"),
    ],
    "CancelPerpOrders": [
        of(E.NOT_OWNER, owner=wallet(8)),
        Defect(E.DELEGATE_EXPIRED, AS_DELEGATE, "delegate ended"),
        of(E.MARGIN_ACCOUNT_NOT_FOUND, account_id=9),
        of(E.MARKET_NOT_FOUND, market_id=9),
    ],
    "CreateMarginAccount": [
        of(E.INPUT_NOT_POSITIVE, amount_e6=-1, attached_e6=-1),
        of(E.AMOUNT_OUT_OF_RANGE, amount_e6=AMOUNT_MAX + 1),
        of(E.VALIDATION, name="\t"),
        at("paused", E.EXCHANGE_PAUSED),
        of(E.MARGIN_ACCOUNT_EXISTS, account_id=1),
        at("one account", E.TOO_MANY_MARGIN_ACCOUNTS),
    ],
    "CloseMarginAccount": [
        of(E.MARGIN_ACCOUNT_NOT_FOUND, user=wallet(77)),
        of(E.MARGIN_ACCOUNT_NOT_EMPTY, account_id=1),
    ],
    "DepositMargin": [
        of(E.INPUT_NOT_POSITIVE, amount_e6=0),
        of(E.AMOUNT_OUT_OF_RANGE, amount_e6=AMOUNT_MAX + 1),
        of(E.MARGIN_ACCOUNT_NOT_FOUND, account_id=9),
        at("paused", E.EXCHANGE_PAUSED),
    ],
    "WithdrawMargin": [
        of(E.INPUT_NOT_POSITIVE, amount_e6=0),
        of(E.AMOUNT_OUT_OF_RANGE, amount_e6=AMOUNT_MAX + 1),
        of(E.VALIDATION, tip_e6=-1),
        of(E.MARGIN_ACCOUNT_NOT_FOUND, account_id=9),
        Defect(E.IN_LIQUIDATION, {"user": wallet(5), "account_id": 1}, "flagged"),
        of(E.AMOUNT_TOO_SMALL, amount_e6=1),
        of(E.KEEPER_TIP_TOO_HIGH, tip_e6=AMOUNT_MAX),
        of(E.WITHDRAW_EXCEEDS_MAX, account_id=2),
    ],
    "SetDelegate": [
        of(E.AMOUNT_OUT_OF_RANGE, day_notional_e6=AMOUNT_MAX + 1),
        of(E.VALIDATION, until_s=1),
        of(E.MARKET_NOT_FOUND, market_ids=(9,) * 8),
    ],
    "Liquidate": [
        of(E.MARGIN_ACCOUNT_NOT_FOUND, account_id=9),
        of(E.VALIDATION, has_fee_account=2),
        of(E.MARGIN_ACCOUNT_NOT_FOUND, fee_account_id=9),
        at("safe", E.NOT_LIQUIDATABLE),
        at("stale", E.STALE_PRICE),
        at("held", E.PRICE_BAND),
    ],
    "AddLiquidity": [
        of(E.INPUT_NOT_POSITIVE, amount_e6=0),
        of(E.AMOUNT_OUT_OF_RANGE, amount_e6=AMOUNT_MAX + 1),
        at("paused", E.EXCHANGE_PAUSED),
        *PRICES,
        of(E.AMOUNT_TOO_SMALL, amount_e6=1),
    ],
    "RemoveLiquidity": [
        of(E.LP_POSITION_NOT_FOUND, user=wallet(1)),
        of(E.INPUT_NOT_POSITIVE, shares_e6=I64_MIN),
        *PRICES,
        of(E.LP_NOT_MATURE, lp_position_id=4),
        of(E.SHARES_EXCEED_REMOVABLE, shares_e6=AMOUNT_MAX),
        of(E.AMOUNT_TOO_SMALL, shares_e6=1),
        of(E.VALIDATION, tip_e6=-1),
    ],
    "CloseLpPosition": [
        of(E.LP_POSITION_NOT_FOUND, user=wallet(1)),
        of(E.LP_POSITION_NOT_EMPTY, lp_position_id=1),
    ],
    "UpgradeLpAccount": [of(E.CANNOT_UPGRADE, user=wallet(1))],
    "ProcessSettlementRequests": [
        of(E.VALIDATION, request_count=9),
        of(E.NOTHING_TO_SETTLE, owner=wallet(77)),
    ],
    "ClaimDeposit": [of(E.DEPOSIT_NOT_FOUND, deposit_id=1)],
    "CreateStakeAccount": [of(E.STAKE_ACCOUNT_EXISTS, user=wallet(6))],
    "Stake": [
        of(E.INPUT_NOT_POSITIVE, amount_e6=0),
        of(E.AMOUNT_OUT_OF_RANGE, amount_e6=AMOUNT_MAX + 1),
        of(E.VALIDATION, is_creating_account=2),
        of(E.STAKE_ACCOUNT_MISSING, user=wallet(2)),
        of(E.STAKE_ACCOUNT_FULL, user=wallet(7)),
    ],
    "Unstake": [
        of(E.INPUT_NOT_POSITIVE, amount_e6=0),
        of(E.AMOUNT_OUT_OF_RANGE, amount_e6=AMOUNT_MAX + 1),
        of(E.STAKE_ACCOUNT_MISSING, user=wallet(2)),
        of(E.UNSTAKE_EXCEEDS_STAKED, amount_e6=AMOUNT_MAX),
        of(E.STAKE_ACCOUNT_FULL, user=wallet(7), amount_e6=1),
    ],
    "WithdrawStake": [
        of(E.INPUT_NOT_POSITIVE, amount_e6=0),
        of(E.AMOUNT_OUT_OF_RANGE, amount_e6=AMOUNT_MAX + 1),
        of(E.STAKE_ACCOUNT_MISSING, user=wallet(2)),
        of(E.WITHDRAW_EXCEEDS_UNLOCKED, amount_e6=AMOUNT_MAX),
    ],
    "GrantLpAccount": [
        HALTED,
        of(E.DEPOSIT_NOT_FOUND, deposit_id=1),
        at("paused", E.EXCHANGE_PAUSED),
        *PRICES,
    ],
    "PostPrint": [
        of(E.MARKET_NOT_FOUND, market_id=9),
        of(E.AMOUNT_OUT_OF_RANGE, price_e8=PRICE_MAX + 1),
        of(E.VALIDATION, confidence_e8=-1),
        of(E.PRINT_REJECTED, published_at_s=0),
    ],
    "CollectFees": [
        of(E.INPUT_NOT_POSITIVE, amount_e6=-1),
        of(E.VALIDATION, receiver=bytes(32)),
        of(E.INSUFFICIENT_COLLATERAL, amount_e6=AMOUNT_MAX),
    ],
    "CreateMarket": [
        of(E.VALIDATION, symbol="MIA"),
        of(E.AMOUNT_OUT_OF_RANGE, price_e8=0),
    ],
    "SetMarketParameter": [
        of(E.MARKET_NOT_FOUND, market_id=9),
        of(E.VALIDATION, parameter=0),
    ],
    "AdoptParameters": [
        of(E.MARKET_NOT_FOUND, market_id=9),
        of(E.VALIDATION, level_n=-1),
    ],
    "SettleMarket": [
        HALTED,
        of(E.MARKET_NOT_FOUND, market_id=9),
        of(E.AMOUNT_OUT_OF_RANGE, price_e8=PRICE_MAX + 1),
        of(E.VALIDATION, limit=0),
        at("held", E.PRICE_BAND),
    ],
    "PauseMarket": [HALTED, of(E.MARKET_NOT_FOUND, market_id=9)],
    "UnpauseMarket": [HALTED, of(E.MARKET_NOT_FOUND, market_id=9)],
    "AuthorisePayout": [HALTED, of(E.NOTHING_TO_SETTLE, request_id=9)],
    "RecordPayout": [
        of(E.NOTHING_TO_SETTLE, request_id=9),
        of(E.VALIDATION, payout_signature=bytes(64)),
    ],
}


def order_of(name: str) -> list[Defect]:
    command = next(c for c in COMMANDS if c.name == name)
    if command.origin is Origin.CHAIN and name != "IgnoreTransaction":
        return [*ORIGIN, *ORDERS[name]]
    if command.origin is Origin.OPERATOR and name != "CreateExchange":
        return [of(E.NOT_OWNER, operator=wallet(1)), *ORDERS.get(name, [])]
    return ORDERS.get(name, [])


def changes_of(name: str, defects: tuple[Defect, ...]) -> dict[str, Any] | None:
    """The fields of two defects together; None when they cannot both be true."""
    changes: dict[str, Any] = {}
    for defect in defects:
        if any(changes.get(key, value) != value for key, value in defect.fields.items()):
            return None
        changes |= defect.fields
    states = {defect.state for defect in defects}
    if states in ({"safe", "held"}, {"safe", "stale"}):  # what makes it safe needs the price
        return changes
    # The account in liquidation holds its position in another market than the others trade.
    if "thin" in states and "market_id" in changes and name == "ClosePosition":
        return None
    return changes


@pytest.mark.parametrize("name", [c.name for c in COMMANDS if order_of(c.name)])
def test_each_defect_alone_and_the_first_of_two(name):
    order = order_of(name)
    for defect in order:
        try_them(name, (defect,))
    for pair in combinations(order, 2):
        try_them(name, pair)


def try_them(name: str, defects: tuple[Defect, ...]) -> None:
    changes = changes_of(name, defects)
    if changes is None:
        return
    stage = STAGES.get(*(defect.state for defect in defects if defect.state))
    if name == "PostPrint":
        changes = {"published_at_s": stage.now_s} | changes
    expect(stage, build(stage, name, ROWS[name], **changes), defects[0].code)


def test_every_command_with_refusals_has_an_order():
    for command in COMMANDS:
        if command.origin is Origin.CHAIN and command.name != "IgnoreTransaction":
            assert command.name in ORDERS


def test_an_insolvent_pool_stands_last_against_a_deposit():
    # A pool of 10,000 against a long of 200 units: at 151 it owes 10,200.
    world = Arena(10_000 * E6, net_exposure_cap_rate_e12=10 * E12, hold_rate_e12=0)
    world.add_market()
    world.open(1, 200 * E6, 100_000 * E6)
    world.now_s += 1
    for price in (149 * E8, 151 * E8):
        world.price(price)
    assert world.nav() == -200 * E6

    def add(amount_e6: int) -> E:
        world.chain(m.AddLiquidity, wallet(3), amount_e6, amount_e6=amount_e6)
        return world.code

    assert add(5 * E6) is E.POOL_INSOLVENT
    assert add(1) is E.AMOUNT_TOO_SMALL
    world.now_s += 8 * 86_400
    assert add(5 * E6) is E.STALE_PRICE
    world.operate(m.PauseExchange)
    assert add(5 * E6) is E.EXCHANGE_PAUSED
