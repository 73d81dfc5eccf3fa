"""The default streams of the reference comparison reach every outcome that matters.

A change of a rule or of the stream could make the comparison blind without failing; this counts.
"""

from collections import Counter
from dataclasses import replace

import pytest

from engine.core.errors import ErrorCode
from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from tests.engine.core.test_against_reference import COMMANDS, is_absurd, refusal
from tests.reference.world import World

SEEDS = range(12)
LEAST = 3  # occurrences over all seeds

TRADE_REFUSALS = [
    ErrorCode.VALIDATION,
    ErrorCode.AMOUNT_OUT_OF_RANGE,
    ErrorCode.INPUT_NOT_POSITIVE,
    ErrorCode.NONCE_TOO_LOW,
    ErrorCode.COMMAND_EXPIRED,
    ErrorCode.NOT_OWNER,
    ErrorCode.DEPOSIT_MISMATCH,
    ErrorCode.MARKET_NOT_FOUND,
    ErrorCode.MARGIN_ACCOUNT_NOT_FOUND,
    ErrorCode.EXCHANGE_HALTED,
    ErrorCode.EXCHANGE_PAUSED,
    ErrorCode.MARKET_PAUSED,
    ErrorCode.STALE_PRICE,
    ErrorCode.PRICE_BAND,
    ErrorCode.ENTRY_WINDOW,
    ErrorCode.SLIPPAGE_EXCEEDED,
    ErrorCode.INSUFFICIENT_MARGIN,
    ErrorCode.MAX_SIDE_SIZE,
    ErrorCode.NET_EXPOSURE_CAP,
    ErrorCode.POOL_CAPACITY,
    ErrorCode.POSITION_TOO_SMALL,
    ErrorCode.TOO_MANY_POSITIONS,
    ErrorCode.NO_POSITION,
    ErrorCode.CLOSE_EXCEEDS_POSITION,
]
TRADE_KINDS = ["open", "increase", "decrease", "close", "flip"]
OUTCOMES = [
    *TRADE_KINDS,
    *(code.name for code in TRADE_REFUSALS),
    "PositionRemarked",
    "PrintHeld",
    "held for the operator",
    "decrease while held",
    "surcharge",
    "stale accrual",
    "PrintAccepted",
    "DepositQuarantined",
    "DepositClaimed",
    "SettlementProcessed",
    "SettlementPaid",
    "PayoutExpired",
    "another payout refused",
    "LiquidityModified",
    "MarginTransferred",
    "DelegateSet",
]


def note(seen: Counter[str], exchange: Exchange, command: m.Command, held: set[int]) -> None:
    """Apply a command and count what came of it; `held`: markets with a held print before."""
    funding = {i: exchange.market_view(i, 0).funding_per_unit_e18 for i in exchange.market_ids()}
    events = exchange.apply(command)
    code = refusal(events)
    if isinstance(command, m.ModifyPosition | m.ClosePosition):
        seen[code.name] += 1
    if isinstance(command, m.RecordPayout) and code is ErrorCode.VALIDATION:
        seen["another payout refused"] += 1
    for event in events:
        seen[type(event).__name__] += 1
        if isinstance(event, m.PositionModified):
            kind = TRADE_KINDS[event.trade_kind]
            seen[kind] += 1
            seen["surcharge"] += event.surcharge_e6 > 0
            seen["decrease while held"] += kind == "decrease" and event.market_id in held
        if isinstance(event, m.PrintHeld):
            seen["held for the operator"] += event.is_operator_only
    for market_id, before in funding.items():
        view = exchange.market_view(market_id, 0)
        is_stale = exchange.now_s - view.index_price_at_s > view.parameters["oracle_max_age_s"]
        moved = view.funding_per_unit_e18 != before
        seen["stale accrual"] += is_stale and moved and view.open_interest_size_e6 > 0


@pytest.fixture(scope="module")
def seen() -> Counter[str]:
    count: Counter[str] = Counter()
    for seed in SEEDS:
        world, exchange = World(seed), Exchange()
        for raw in [*world.genesis(), *(world.next() for _ in range(COMMANDS))]:
            if is_absurd(raw):
                continue
            command = replace(raw, operator=b"o" * 32) if hasattr(raw, "operator") else raw
            views = (exchange.market_view(i, 0) for i in exchange.market_ids())
            held = {view.market_id for view in views if view.held_print}
            note(count, exchange, command, held)
    return count


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_the_default_streams_reach(outcome: str, seen: Counter[str]) -> None:
    assert seen[outcome] >= LEAST
